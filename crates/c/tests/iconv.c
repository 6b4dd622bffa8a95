/* Compares the functions of utflane_iconv.h with the iconv of glibc: random calls, for encodings
 * whose tables are equal. docs/iconv.md lists the differences of the others.
 *
 *   iconv CALLS [SEED]
 */
#define _GNU_SOURCE
#include <iconv.h>

/* The functions of the C library, saved before their names become macros. */
static iconv_t (*const open_theirs)(const char *, const char *) = iconv_open;
static size_t (*const call_theirs)(iconv_t, char **, size_t *, char **, size_t *) = iconv;
static int (*const close_theirs)(iconv_t) = iconv_close;

#include "utflane.h"
#include "utflane_iconv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAIL(...) (fprintf(stderr, __VA_ARGS__), exit(1))
#define CHECK(condition)                                                                           \
  ((condition) ? (void)0 : (void)FAIL("line %d: not so: %s\n", __LINE__, #condition))
#define JAPANESE "a\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"
enum { CODE_POINTS = 0x10000, FAILED = -1 };

/* Encodings that programs commonly use with iconv, besides the library's single-byte ones. */
static const char *const others[] = {"UTF-8",   "UTF-16",  "UTF-16LE", "UTF-16BE", "UTF-32",
                                     "UTF-32LE", "UTF-32BE", "UCS-2",   "UCS-2LE",  "UCS-2BE",
                                     "UNICODE", "UCS-4",    "UCS-4LE",  "ISO-8859-1",
                                     "8859_1",  "8859_9", "ASCII",    "UTF8",     "UCS4"};

/* The number of single-byte encodings that have the tables of glibc 2.36, under the same name. */
enum { EQUAL = 35 };

static const char *names[200];
static size_t name_count = 0;
static unsigned long long calls = 0, ends = 0;

static uint64_t state = 0x9E3779B97F4A7C15;

static unsigned random_below(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33) % limit;
}

/** Converts one character or byte. Returns the bytes, or FAILED. */
static int once(size_t (*call)(iconv_t, char **, size_t *, char **, size_t *), iconv_t handle,
                const char *in, size_t len, char *out) {
  char text[8];
  char *at = text;
  char *to = out;
  size_t left = len;
  size_t room = 8;
  memcpy(text, in, len);
  call(handle, NULL, NULL, NULL, NULL);
  return call(handle, &at, &left, &to, &room) == (size_t)-1 ? FAILED : (int)(8 - room);
}

/** Counts the inputs for which the two differ: all bytes, or the characters of the BMP. */
static int compare(const char *to, const char *from, uint32_t inputs, size_t unit) {
  iconv_t ours = iconv_open(to, from);
  iconv_t theirs = open_theirs(to, from);
  if (ours == (iconv_t)-1 || theirs == (iconv_t)-1) {
    FAIL("%s to %s cannot be opened\n", from, to);
  }
  int differences = 0;
  for (uint32_t input = 0; input < inputs; ++input) {
    char one[8] = {0};
    char other[8] = {0};
    char in[4];
    memcpy(in, &input, 4);
    const int a = once(iconv, ours, in, unit, one);
    const int b = once(call_theirs, theirs, in, unit, other);
    differences += a != b || (a > 0 && memcmp(one, other, (size_t)a) != 0);
  }
  iconv_close(ours);
  close_theirs(theirs);
  return differences;
}

/** Adds the single-byte encodings with the tables of glibc to the names. */
static void tables(void) {
  for (size_t i = 0; utflane_encoding_at(i) != UTFLANE_NONE; ++i) {
    const utflane_encoding encoding = utflane_encoding_at(i);
    const char *name = utflane_encoding_name(encoding);
    iconv_t theirs = open_theirs("UTF-8", name);
    if (theirs == (iconv_t)-1) {
      continue;
    }
    close_theirs(theirs);
    if (utflane_max_len(UTFLANE_UTF32, encoding, 1) == 1 && utflane_encoding_unit(encoding) == 1 &&
        compare("UTF-8", name, 256, 1) == 0 && compare(name, "UTF-32LE", CODE_POINTS, 4) == 0) {
      names[name_count++] = name;
    }
  }
  if (name_count != EQUAL) {
    FAIL("%zu single-byte encodings have the tables of glibc\n", name_count);
  }
}

static bool is_ucs4(const char *name) {
  return strncmp(name, "UCS", 3) == 0 && strchr(name, '4') != NULL;
}

/** The size of a code unit in bytes. */
static size_t unit(const char *name) {
  return is_ucs4(name) || strncmp(name, "UTF-32", 6) == 0                  ? 4
         : strncmp(name, "U", 1) != 0 || strchr(name, '8') != NULL         ? 1
                                                                            : 2;
}

/** Whether the encoding has tags, U+E0000 to U+E007F. glibc drops them if the target lacks them. */
static bool has_tag(const char *name, char *text, size_t len) {
  uint32_t values[400];
  char *out = (char *)values;
  size_t room = sizeof values;
  iconv_t handle = iconv_open("UTF-32LE//IGNORE", name);
  iconv(handle, &text, &len, &out, &room);
  iconv_close(handle);
  for (size_t i = 0; i < (sizeof values - room) / 4; ++i) {
    if (values[i] >> 7 == 0xE0000 >> 7) {
      return true;
    }
  }
  return false;
}

static bool is_utf8(const char *name) {
  return strncmp(name, "UTF", 3) == 0 && strchr(name, '8') != NULL;
}

/** Whether UTF-8 has the first two bytes of a value above 10FFFF, which glibc converts to UTF-8. */
static bool has_greater(const char *text, size_t len) {
  for (size_t i = 1; i < len; ++i) {
    const unsigned char lead = (unsigned char)text[i - 1], next = (unsigned char)text[i];
    if (lead >= 0xF4 && next >= (lead == 0xF4 ? 0x90 : 0x80) && next < 0xC0) {
      return true;
    }
  }
  return false;
}

/** Generates a text in an encoding, of up to `len` characters, with malformed sequences. */
static size_t text_in(const char *name, unsigned len, char *out, size_t room) {
  iconv_t handle = iconv_open(name, "UTF-32LE");
  size_t used = 0;
  const unsigned kind = random_below(6);
  static const uint32_t limits[] = {0x80, 0x100, 0x530, 0x3000, 0x10000, 0x110000};
  while (len-- > 0 && used + 16 < room) {
    uint32_t value = random_below(limits[random_below(kind + 1)]);
    char *in = (char *)&value;
    char *to = out + used;
    size_t left = 4;
    size_t space = 16;
    if (iconv(handle, &in, &left, &to, &space) != (size_t)-1) {
      used = (size_t)(to - out);
    }
  }
  iconv_close(handle);
  /* glibc's UCS-4 allows values up to 7FFFFFFF and surrogates, unless the other encoding does not.
   * */
  unsigned faults = is_ucs4(name) ? 0 : random_below(3) * random_below(3);
  for (; faults > 0 && used > 0; --faults) {
    out[random_below((unsigned)used)] = (char)random_below(256);
  }
  return has_tag(name, out, used) || (is_utf8(name) && has_greater(out, used)) ? 0 : used;
}

/** Whether the rest of a text starts with the lead byte of an incomplete UTF-8 sequence. glibc
 * waits for more bytes then, even if no character begins this way. */
static bool is_end_of_utf8(const char *from, const char *rest, size_t left) {
  if (!is_utf8(from) || left == 0) {
    return false;
  }
  const unsigned char lead = (unsigned char)rest[0];
  const size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : lead < 0xFC ? 5 : 6;
  if (lead < 0xC2 || lead > 0xFD || left >= size) {
    return false;
  }
  for (size_t i = 1; i < left; ++i) {
    if (((unsigned char)rest[i] & 0xC0) != 0x80) {
      return false;
    }
  }
  return true;
}

/** Converts a text with both, in the same pieces and with the same capacities. */
static void convert(const char *to, const char *from) {
  char in[400];
  const size_t len = text_in(from, random_below(60), in, sizeof in);
  iconv_t ours = iconv_open(to, from);
  iconv_t theirs = open_theirs(to, from);
  if (ours == (iconv_t)-1 || theirs == (iconv_t)-1) {
    FAIL("%s to %s cannot be opened\n", from, to);
  }
  size_t done = 0;
  size_t piece = 0;
  while (done < len) {
    piece += random_below(8) ? 1 + random_below(30) : len;
    piece = piece > len - done ? len - done : piece;
    const size_t room = random_below(3) ? random_below(12) : random_below(200);
    char one[200];
    char other[200];
    memset(one, 0x5A, sizeof one);
    memset(other, 0x5A, sizeof other);
    char *at[2] = {in + done, in + done};
    char *out[2] = {one, other};
    size_t left[2] = {piece, piece};
    size_t space[2] = {room, room};
    errno = 0;
    const size_t a = iconv(ours, &at[0], &left[0], &out[0], &space[0]);
    const int error = errno;
    errno = 0;
    const size_t b = call_theirs(theirs, &at[1], &left[1], &out[1], &space[1]);
    const int expected = errno;
    ++calls;
    const bool is_end = a == b && error == EILSEQ && expected == EINVAL &&
                        is_end_of_utf8(from, at[1], left[1]);
    ends += is_end;
    if (a != b || (a == (size_t)-1 && error != expected && !is_end) || left[0] != left[1] ||
        space[0] != space[1] || memcmp(one, other, sizeof one) != 0) {
      fprintf(stderr, "%s to %s, room %zu:", from, to, room);
      for (size_t i = 0; i < piece; ++i) {
        fprintf(stderr, " %02X", (unsigned char)in[done + i]);
      }
      fprintf(stderr, "\nours %zd %d, left %zu, %zu; theirs %zd %d, left %zu, %zu\n", (ssize_t)a,
              error, left[0], space[0], (ssize_t)b, expected, left[1], space[1]);
      exit(1);
    }
    done += piece - left[0];
    piece = left[0];
    if (a == (size_t)-1 && error == EILSEQ) {
      const size_t skip = unit(from) < piece ? unit(from) : piece;
      done += skip;
      piece -= skip;
    } else if (a == (size_t)-1 && error == EINVAL && piece == len - done) {
      break;
    }
  }
  iconv_close(ours);
  close_theirs(theirs);
}

/** Names that iconv_open refuses, and suffixes that it ignores. */
static void handles(void) {
  static const char *const refused[] = {"UTF-8//TRANSLIT", "UTF-8//ignore//translit", "nothing",
                                        "EUC-TW", "CP775", "CP1125"};
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
    errno = 0;
    if (iconv_open(refused[i], "UTF-8") != (iconv_t)-1 || errno != EINVAL) {
      FAIL("%s is not refused\n", refused[i]);
    }
  }
  /* Characters that cannot be converted are left out. */
  const char *const lossy[] = {"ISO-8859-1//IGNORE", "ascii//ignore"};
  for (int i = 0; i < 2; ++i) {
    for (int whose = 0; whose < 2; ++whose) {
      char text[] = "a\xE2\x82\xAC" "b\xFF" "c";
      char out[8] = {0};
      char *at = text;
      char *to = out;
      size_t left = sizeof text - 1;
      size_t space = sizeof out;
      iconv_t handle = (whose ? open_theirs : iconv_open)(lossy[i], "UTF-8");
      const size_t answer = (whose ? call_theirs : iconv)(handle, &at, &left, &to, &space);
      if (answer != (size_t)-1 || errno != EILSEQ || left != 0 || strcmp(out, "abc") != 0) {
        FAIL("%s: %s\n", lossy[i], out);
      }
      (whose ? close_theirs : iconv_close)(handle);
    }
  }
  /* With no capacity for a unit, glibc's WCHAR_T does not examine the text, so it is not in the
   * list above. */
  if (compare("WCHAR_T", "UTF-32LE", CODE_POINTS, 4) != 0 ||
      compare("UTF-8", "WCHAR_T", CODE_POINTS, 4) != 0) {
    FAIL("WCHAR_T differs\n");
  }
  /* glibc refuses some lead bytes at the end of a text, so this is not in the list either. */
  if (compare("UHC", "UTF-32LE", CODE_POINTS, 4) != 0 ||
      compare("UTF-8", "CP949", CODE_POINTS, 2) != 0) {
    FAIL("CP949 differs\n");
  }
  /* The encoding of the locale. */
  iconv_t handle = iconv_open("", "UTF-8");
  if (handle == (iconv_t)-1) {
    FAIL("no encoding of the locale\n");
  }
  iconv_close(handle);
}

/** Compares the conversion of a text in two pieces, and its end. */
static void pieces(const char *to, const char *from, const char *text, size_t len) {
  for (size_t cut = 0; cut <= len; ++cut) {
    iconv_t handles[2] = {iconv_open(to, from), open_theirs(to, from)};
    CHECK(handles[0] != (iconv_t)-1 && handles[1] != (iconv_t)-1);
    char outs[2][256];
    char *out[2] = {outs[0], outs[1]};
    size_t room[2] = {sizeof *outs, sizeof *outs};
    size_t done = 0, end = cut;
    for (int piece = 0; piece < 3; ++piece) {
      size_t answers[2], left[2];
      int errors[2];
      for (int whose = 0; whose < 2; ++whose) {
        char *in = (char *)text + done;
        left[whose] = end - done;
        errno = 0;
        answers[whose] = (whose ? call_theirs : iconv)(handles[whose], piece == 2 ? NULL : &in,
                                                      &left[whose], &out[whose], &room[whose]);
        errors[whose] = errno;
      }
      CHECK(answers[0] == answers[1] && errors[0] == errors[1]);
      CHECK(piece == 2 || left[0] == left[1]);
      CHECK(room[0] == room[1] && memcmp(outs[0], outs[1], sizeof *outs - room[0]) == 0);
      done = piece == 2 ? done : end - left[0];
      end = len;
    }
    iconv_close(handles[0]);
    close_theirs(handles[1]);
  }
}

/** A stateful encoding. */
static void stateful(void) {
  static const char utf8[] = "a" JAPANESE "\xC2\xA5\xE6\x97\xA5", bytes[] =
      "a\x1B$BF|\x1B(B\x1B$BF|K\\\x1B(J\\\x1B(B\x1B(Bz";
  pieces("ISO-2022-JP", "UTF-8", utf8, sizeof utf8 - 1);
  pieces("iso2022jp", "UTF-8", "\xE3\x81", 2);
  pieces("UTF-8", "ISO-2022-JP", bytes, sizeof bytes - 1);
  pieces("UTF-16", "CSISO2022JP", bytes, sizeof bytes - 1);
  pieces("UCS-2LE", "ISO-2022-JP", bytes, sizeof bytes - 1);
  pieces("ISO-2022-JP", "UTF-16", "\xFF\xFE" "a\0\xE5\x65", 6);
  /* With a small capacity, the text is written in parts, and the end when it fits. */
  for (size_t room = 5; room < 12; ++room) {
    iconv_t handle = iconv_open("ISO-2022-JP//IGNORE", "UTF-8");
    char out[64], text[] = JAPANESE "\xF0\x9F\x98\x80", *in = text, *to = out;
    size_t left = sizeof text - 1, space;
    while (left > 0) {
      space = room;
      const size_t answer = iconv(handle, &in, &left, &to, &space);
      CHECK(answer == (size_t)-1 && errno == (left > 0 ? E2BIG : EILSEQ));
    }
    space = 2;
    CHECK(iconv(handle, NULL, NULL, &to, &space) == (size_t)-1 && errno == E2BIG);
    space = 3;
    CHECK(iconv(handle, NULL, NULL, &to, &space) == 0 && space == 0);
    CHECK(to - out == 13 && memcmp(out, "a\x1B$BF|K\\8l\x1B(B", 13) == 0);
    iconv_close(handle);
  }
}

/** An incomplete escape sequence is not converted when the text ends, because the caller has it. */
static void incomplete(void) {
  char text[] = "a\x1B$", *in = text, out[16], *to = out;
  size_t left = 3, room = sizeof out;
  iconv_t handle = iconv_open("ISO-2022-JP", "ISO-2022-JP");
  errno = 0;
  CHECK(iconv(handle, &in, &left, &to, &room) == (size_t)-1 && errno == EINVAL);
  CHECK(left == 2 && to == out + 1);
  CHECK(iconv(handle, NULL, NULL, &to, &room) == 0 && to == out + 1);
  iconv_close(handle);
}

/** Arguments that glibc does not accept, or does not check. */
static void arguments(void) {
  char text[] = "abc", *in = text, *out = text + 1;
  size_t left = 3, room = 2;
  iconv_t handle = iconv_open("UTF-8", "ISO-8859-1");
  errno = 0;
  CHECK(iconv(handle, &in, &left, &out, &room) == (size_t)-1 && errno == EINVAL && left == 3);
  CHECK(iconv(handle, &in, &left, NULL, NULL) == (size_t)-1 && errno == E2BIG && left == 3);
  CHECK(iconv(handle, NULL, NULL, NULL, NULL) == 0 && iconv(handle, NULL, &left, NULL, &left) == 0);
  CHECK(iconv_close(handle) == 0);
  CHECK(iconv_open(NULL, "UTF-8") == (iconv_t)-1 && errno == EINVAL);
  iconv_t const handles[] = {NULL, (iconv_t)-1};
  for (int i = 0; i < 2; ++i) {
    errno = 0;
    CHECK(iconv(handles[i], &in, &left, &out, &room) == (size_t)-1 && errno == EBADF);
    errno = 0;
    CHECK(iconv_close(handles[i]) == -1 && errno == EBADF);
  }
}

int main(int argc, char **argv) {
  const unsigned long long most = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
  state *= argc > 2 ? 2 * strtoull(argv[2], NULL, 10) + 1 : 1;
  handles();
  arguments();
  stateful();
  incomplete();
  tables();
  const size_t pages = name_count;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
    names[name_count++] = others[i];
  }
  while (calls < most) {
    const char *from = names[random_below(3) ? pages + random_below((unsigned)(name_count - pages))
                                             : random_below((unsigned)name_count)];
    const char *to = names[random_below(3) ? pages + random_below((unsigned)(name_count - pages))
                                           : random_below((unsigned)name_count)];
    convert(to, from);
  }
  printf("%llu calls of %zu encodings are as glibc's, but for %llu ends of UTF-8\n", calls,
         name_count, ends);
  return 0;
}
