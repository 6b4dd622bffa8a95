/* A plugin for qemu-user. It counts executed instructions and writes the number to a file when the program ends.
 *
 *   qemu-ARCH -plugin count.so,out=FILE PROGRAM
 *
 * Debian ships no qemu-plugin.h, so the functions that are used (interface version 1) are declared here. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb; /* a block of instructions that are translated together */
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op,
                                                     void *counter, uint64_t step);
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);

int qemu_plugin_version = 1;

static uint64_t executed;
static char out[4096];

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &executed,
                                           qemu_plugin_tb_n_insns(block));
}

static void finished(qemu_plugin_id_t id, void *unused) {
  (void)id, (void)unused;
  FILE *file = fopen(out, "w");
  if (!file) return;
  fprintf(file, "%" PRIu64 "\n", executed);
  fclose(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
  (void)info;
  if (argc != 1 || strncmp(argv[0], "out=", 4)) {
    fprintf(stderr, "count: expected one argument, out=FILE\n");
    return -1;
  }
  snprintf(out, sizeof out, "%s", argv[0] + 4);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, finished, NULL);
  return 0;
}
