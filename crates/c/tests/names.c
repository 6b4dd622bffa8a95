/* Checks the legacy multi-byte encodings of utflane_iconv.h beside glibc's, under names that glibc
 * has: utflane encodes all characters that glibc encodes, with a known number of exceptions, and can
 * decode the result.
 */
#define _GNU_SOURCE
#include <iconv.h>

/* The functions of the C library, saved before their names become macros. */
static iconv_t (*const open_theirs)(const char *, const char *) = iconv_open;
static size_t (*const call_theirs)(iconv_t, char **, size_t *, char **, size_t *) = iconv;
static int (*const close_theirs)(iconv_t) = iconv_close;

#include "utflane_iconv.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 16, FAILED = -1 };

/* The names, the number of characters that only glibc encodes, and of those with other bytes.
 * C1 control characters and tags are not counted. */
static const struct {
  const char *name;
  unsigned lost, different;
} rows[] = {
    {"SHIFT_JIS", 0, 0},   {"SJIS", 0, 0},      {"MS_KANJI", 0, 0}, {"CP932", 0, 0},
    {"WINDOWS-31J", 0, 0}, {"SJIS-WIN", 0, 0},  {"MS932", 0, 0},    {"SJIS-OPEN", 0, 0},
    {"EUC-JP", 0, 281},    {"UJIS", 0, 281},    {"EUCJP-WIN", 0, 0}, {"EUC-JP-MS", 0, 0},
    {"BIG5", 409, 5},      {"BIG-FIVE", 409, 5}, {"CP950", 0, 4},   {"GBK", 0, 0},
    {"GB2312", 0, 0},      {"EUC-CN", 0, 0},    {"GB18030", 1, 6},  {"EUC-KR", 2, 0},
    {"CP949", 0, 0},       {"UHC", 0, 0},
};

typedef size_t function(iconv_t, char **, size_t *, char **, size_t *);

/* Converts a text from its start. Returns the number of bytes written, or FAILED. */
static int once(function *call, iconv_t handle, const char *text, size_t len, char *out) {
  char in[ROOM], *at = in, *to = out;
  size_t room = ROOM;
  memcpy(in, text, len);
  call(handle, NULL, NULL, NULL, NULL);
  return call(handle, &at, &len, &to, &room) == (size_t)-1 ? FAILED : (int)(ROOM - room);
}

/* Compares a conversion to outputs of `least` bytes or more: the result, the error, and the
 * pointers. */
static int compare_rooms(const char *to, const char *from, const char *text, size_t len,
                         size_t least) {
  int failures = 0;
  for (size_t room = least; room < ROOM; ++room) {
    iconv_t handles[] = {iconv_open(to, from), open_theirs(to, from)};
    char in[ROOM], outs[2][ROOM] = {{0}};
    size_t answers[2], left[] = {len, len}, space[] = {room, room};
    int errors[2];
    memcpy(in, text, len);
    for (int whose = 0; whose < 2; ++whose) {
      char *at = in, *out = outs[whose];
      errno = 0;
      answers[whose] = (whose ? call_theirs : iconv)(handles[whose], &at, &left[whose], &out, &space[whose]);
      errors[whose] = errno;
    }
    if (answers[0] != answers[1] || errors[0] != errors[1] || left[0] != left[1] ||
        space[0] != space[1] || memcmp(outs[0], outs[1], room - space[0]) != 0) {
      printf("%s to %s, room %zu: %d, left %zu, %zu; glibc %d, left %zu, %zu\n", from, to, room, errors[0],
             left[0], space[0], errors[1], left[1], space[1]);
      failures += 1;
    }
    iconv_close(handles[0]);
    close_theirs(handles[1]);
  }
  return failures;
}

int main(void) {
  /* U+4E02 is in JIS X 0212, and U+E000 is for private use. */
  int failures = compare_rooms("EUC-JP", "UTF-8", "a\xE4\xB8\x82z", 5, 0) +
                 compare_rooms("EUC-JP", "UTF-16LE", "a\0\x02\x4Ez", 6, 0) +
                 compare_rooms("EUC-JP", "UTF-7", "a+TgI-z", 7, 5) +
                 compare_rooms("EUC-JP", "UTF-8", "a\xEE\x80\x80z", 5, 3) +
                 compare_rooms("CP932", "UTF-8", "a\xEE\x80\x80z", 5, 0) +
                 compare_rooms("SHIFT_JIS", "UTF-8", "a\xE2\x80\x96z", 5, 0) +
                 compare_rooms("EUC-JP//IGNORE", "UTF-8", "a\xE4\xB8\x82z", 5, 0);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; ++row) {
    const char *const name = rows[row].name;
    iconv_t ours = iconv_open(name, "UTF-32LE"), theirs = open_theirs(name, "UTF-32LE");
    iconv_t back = iconv_open("UTF-32LE", name);
    if (ours == (iconv_t)-1 || theirs == (iconv_t)-1 || back == (iconv_t)-1) {
      printf("%s: refused\n", name);
      return 1;
    }
    unsigned lost = 0, different = 0, others = 0;
    for (uint32_t code = 0; code < 0x110000; ++code) {
      const char *const in = (const char *)&code;
      char one[ROOM], other[ROOM], again[ROOM];
      const int expected = once(call_theirs, theirs, in, 4, other);
      if (expected <= 0 || (code >= 0x80 && code < 0xA0)) {
        continue;
      }
      const int found = once(iconv, ours, in, 4, one);
      if (found == FAILED) {
        lost += 1;
      } else if (found != expected || memcmp(one, other, (size_t)found) != 0) {
        different += 1;
      } else if (once(iconv, back, one, (size_t)found, again) != 4) {
        others += 1;
      }
    }
    if (lost != rows[row].lost || different != rows[row].different || others != 0) {
      printf("%s: only glibc encodes %u, %u have other bytes, %u cannot be decoded again\n", name, lost,
             different, others);
      failures += 1;
    }
    iconv_close(ours);
    iconv_close(back);
    close_theirs(theirs);
  }
  printf("names: %d differences\n", failures);
  return failures != 0;
}
