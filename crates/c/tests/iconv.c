/* Compares utflane_iconv.h with the iconv of glibc: tables, then random calls. The known differences
 * are listed; nothing else may differ.
 *
 *   iconv CALLS [SEED]                                                                               */
#define _GNU_SOURCE
#include <iconv.h>

/* The functions of the C library, saved before their names become macros. */
static iconv_t (*const open_theirs)(const char *, const char *) = iconv_open;
static size_t (*const call_theirs)(iconv_t, char **, size_t *, char **, size_t *) = iconv;
static int (*const close_theirs)(iconv_t) = iconv_close;

#include "utflane_iconv.h"

#include <stdio.h>

#define FAIL(...) (fprintf(stderr, __VA_ARGS__), exit(1))
enum { CODE_POINTS = 0x10000, FAILED = -1 };

/* Encodings whose tables differ, and the number of differing bytes and BMP characters. Ours are the
 * tables of the WHATWG Encoding Standard, in which most unassigned bytes are C1 controls. Its
 * windows-1258 has only precomposed characters of its own, and its windows-1255 has none. */
static const struct {
  const char *name;
  int bytes, characters;
} differing[] = {
    {"KOI8-U", 2, 4},        {"macintosh", 2, 4},        {"windows-874", 23, 23},
    {"windows-1250", 5, 5},  {"windows-1251", 1, 1},     {"windows-1252", 5, 5},
    {"windows-1253", 14, 14}, {"windows-1254", 7, 7},    {"windows-1255", 43, 47},
    {"windows-1257", 10, 10}, {"windows-1258", 166, 192},
};

/* Encodings that programs commonly use with iconv, besides the library's single-byte ones. */
static const char *const others[] = {"UTF-8",   "UTF-16",  "UTF-16LE", "UTF-16BE", "UTF-32",
                                     "UTF-32LE", "UTF-32BE", "UCS-2",   "UCS-2LE",  "UCS-2BE",
                                     "UNICODE", "UCS-4",    "UCS-4LE",  "ISO-8859-1",
                                     "8859_1",  "8859_9", "ASCII",    "UTF8",     "UCS4"};

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
    FAIL("%s to %s is not there\n", from, to);
  }
  int differences = 0;
  for (uint32_t input = 0; input < inputs; ++input) {
    char one[8] = {0};
    char other[8] = {0};
    char in[4];
    memcpy(in, &input, 4);
    const int a = once(iconv, ours, in, unit, one);
    const int b = once(call_theirs, theirs, in, unit, other);
    differences += a != b || memcmp(one, other, 8) != 0;
  }
  iconv_close(ours);
  close_theirs(theirs);
  return differences;
}

/** Compares the tables of single-byte encodings. Those that are equal are also tested with random
 * calls. */
static void tables(void) {
  size_t found = 0;
  for (size_t i = 0; utflane_encoding_at(i) != UTFLANE_NONE; ++i) {
    const utflane_encoding encoding = utflane_encoding_at(i);
    const char *name = utflane_encoding_name(encoding);
    iconv_t theirs = open_theirs("UTF-8", name);
    if (utflane_max_len(UTFLANE_UTF32, encoding, 1) != 1 || utflane_encoding_unit(encoding) != 1 ||
        theirs == (iconv_t)-1) {
      if (theirs != (iconv_t)-1) {
        close_theirs(theirs);
      }
      continue;
    }
    close_theirs(theirs);
    const int bytes = compare("UTF-8", name, 256, 1);
    const int characters = compare(name, "UTF-32LE", CODE_POINTS, 4);
    if (bytes == 0 && characters == 0) {
      names[name_count++] = name;
      continue;
    }
    size_t known = 0;
    while (known < sizeof differing / sizeof differing[0] &&
           strcmp(differing[known].name, name) != 0) {
      ++known;
    }
    if (known == sizeof differing / sizeof differing[0] || differing[known].bytes != bytes ||
        differing[known].characters != characters) {
      FAIL("%s differs in %d bytes and %d characters\n", name, bytes, characters);
    }
    ++found;
  }
  if (found != sizeof differing / sizeof differing[0]) {
    FAIL("other tables differ than those that are known\n");
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
  return has_tag(name, out, used) ? 0 : used;
}

/** Whether the rest of a text starts with the lead byte of an incomplete UTF-8 sequence. glibc
 * waits for more bytes then, even if no character begins this way. */
static bool is_end_of_utf8(const char *from, const char *rest, size_t left) {
  if (strncmp(from, "UTF", 3) != 0 || strchr(from, '8') == NULL || left == 0) {
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
    FAIL("%s to %s is not there\n", from, to);
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
  static const char *const refused[] = {"UTF-8//TRANSLIT", "UTF-8//TRANSLIT//IGNORE", "UTF-7",
                                        "ISO-2022-JP", "nothing", "a name that is longer than any"};
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
  /* The encoding of the locale. */
  iconv_t handle = iconv_open("", "UTF-8");
  if (handle == (iconv_t)-1) {
    FAIL("no encoding of the locale\n");
  }
  iconv_close(handle);
}

int main(int argc, char **argv) {
  const unsigned long long most = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
  state *= argc > 2 ? 2 * strtoull(argv[2], NULL, 10) + 1 : 1;
  handles();
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
