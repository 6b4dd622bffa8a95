/* A program with declarations of its own before and after the header, compiled as C90 and C11 with
 * the warnings of GLib, enca and libxml2. The header must declare nothing but iconv. */
extern int strncmp(int errno, char *strlen);

#include <iconv.h>

extern int memcpy(int errno);

int main(void) {
  char text[] = "caf\351", utf8[8];
  char *in = text, *out = utf8;
  size_t left = 4, room = sizeof utf8;
  iconv_t handle = iconv_open("UTF-8", "ISO-8859-1");
  size_t failed = iconv(handle, &in, &left, &out, &room);
  return iconv_close(handle) != 0 || failed != 0 || room != 3 || utf8[3] != '\303';
}
