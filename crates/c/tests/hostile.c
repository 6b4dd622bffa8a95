/* Makes calls with random and invalid arguments: encodings, modes, pointers, lengths, capacities
 * and texts, next to inaccessible pages. Needs a library with the features iconv and detect-legacy.
 * Prints the number of calls.
 *
 *   hostile ROUNDS [SEED]
 */
#define _GNU_SOURCE
#include "utflane.h"
#include "utflane_detect.h"
#include "utflane_iconv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned long long round_number, calls;
/* The number of encodings. */
static unsigned encoding_count;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: round %llu: not so: %s\n", __FILE__, __LINE__, round_number, #condition);     \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

enum { MOST = 300, PAGE_BYTES = 1 << 14, UNTOUCHED = 0x5A };

static uint64_t state = 0x9E3779B97F4A7C15;

static unsigned below(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33) % limit;
}

/* Two areas between inaccessible pages: one for texts, one for outputs. */
static char *areas[2];

static void map_areas(void) {
  const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < 2; ++i) {
    char *all = mmap(NULL, PAGE_BYTES + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(all != MAP_FAILED && mprotect(all + guard, PAGE_BYTES, PROT_READ | PROT_WRITE) == 0);
    areas[i] = all + guard;
  }
}

/** Returns `size` bytes next to an inaccessible page, at the start or at the end of an area. */
static char *place(int area, size_t size) {
  return below(2) ? areas[area] : areas[area] + PAGE_BYTES - size;
}

/** Fills a text with ASCII, escape sequences, characters of several encodings and random bytes. */
static void fill(char *text, size_t size) {
  static const char *const parts[] = {
      "a",        "plain text ", "\xC3\xA9",  "\xE2\x82\xAC",  "\xF0\x9F\x98\x80", "\xED\xA0\x80",
      "\x1B$B",   "\x1B(B",      "\x1B(J",    "\x1B(I",        "F|K\\",            "\x93\xFA",
      "\x8F\xA2", "\x81\x30",    "\xFF\xFE",  "\xFE\xFF",      "\xD8\x3D\xDE",     "\x3D\xD8",
      "\xC0\x80", "\xEF\xBB\xBF", "\x88\x62", "\xA1\xA1\xA1", "\xFD",              "\xB0"};
  for (size_t at = 0; at < size;) {
    const char *part = parts[below(sizeof parts / sizeof *parts)];
    char byte[2] = {(char)below(256), 0};
    part = below(4) ? part : byte;
    do {
      text[at++] = *part;
    } while (at < size && *part != '\0' && *++part != '\0');
  }
}

typedef struct {
  utflane_encoding encoding;
  char *start;
  size_t len, bytes;
  /* The error that the encoding, and that pointer and length must cause. */
  utflane_status encoding_error, error;
} side;

/** Chooses an encoding, a pointer and a length, which one time in eight are invalid. */
static side choose(int area) {
  side s = {utflane_encoding_at(below(encoding_count)), NULL, 0, 0, UTFLANE_OK, UTFLANE_OK};
  static const uint32_t unknown[] = {0, 200, 255, 4000000000u};
  if (below(32) == 0) {
    s.encoding = (utflane_encoding)unknown[below(4)];
    s.encoding_error = UTFLANE_BAD_ENCODING;
  } else if (below(8) == 0) {
    s.encoding = UTFLANE_ISO_2022_JP;
  }
  const size_t unit = s.encoding_error == UTFLANE_OK ? utflane_encoding_unit(s.encoding) : 1;
  s.len = below(4) ? below(40) : below(MOST);
  s.bytes = s.len * unit;
  s.start = place(area, s.bytes);
  switch (below(64)) {
  case 0:
    s.start = NULL;
    s.error = s.len > 0 ? UTFLANE_BAD_POINTER : UTFLANE_OK;
    s.bytes = 0;
    break;
  case 1:
    s.len = (size_t)PTRDIFF_MAX / unit + 1 + (size_t)below(1000) * (SIZE_MAX / 4000);
    s.bytes = 0;
    s.error = UTFLANE_BAD_LENGTH;
    break;
  default:
    break;
  }
  if (area == 0) {
    fill(s.start, s.bytes);
  } else {
    memset(areas[area], UNTOUCHED, PAGE_BYTES);
  }
  return s;
}

/** Checks that the output is untouched, except for `len` bytes at `start`. */
static void check_rest(const char *start, size_t len) {
  static char untouched[PAGE_BYTES];
  if (untouched[0] == 0) {
    memset(untouched, UNTOUCHED, sizeof untouched);
  }
  const size_t before = start == NULL ? PAGE_BYTES : (size_t)(start - areas[1]);
  CHECK(memcmp(areas[1], untouched, before) == 0);
  CHECK(start == NULL || memcmp(start + len, untouched, PAGE_BYTES - before - len) == 0);
}

static utflane_status first(utflane_status a, utflane_status b) { return a != UTFLANE_OK ? a : b; }

static void conversions(void) {
  const side src = choose(0), dst = choose(1);
  const unsigned number = below(40) ? below(4) : 4 + below(1000);
  const utflane_mode mode = (utflane_mode)number;
  const bool is_lossy = number % 2 == 1;
  utflane_status encodings = first(src.encoding_error, dst.encoding_error);
  utflane_result r;
  const utflane_status status =
      utflane_transcode(src.encoding, dst.encoding, mode, src.start, src.len, dst.start, dst.len,
                        below(8) ? &r : NULL);
  calls += 1;
  const utflane_status expected =
      first(first(encodings, number > 3 ? UTFLANE_BAD_ENCODING : UTFLANE_OK),
            first(src.error, dst.error));
  CHECK(expected == UTFLANE_OK ? status < UTFLANE_BAD_ENCODING : status == expected);
  CHECK(!is_lossy || status == UTFLANE_OK || status == UTFLANE_OUTPUT_FULL || number > 3 ||
        expected != UTFLANE_OK);
  check_rest(dst.start, expected == UTFLANE_OK ? dst.bytes : 0);
  if (expected != UTFLANE_OK) {
    return;
  }
  memset(areas[1], UNTOUCHED, PAGE_BYTES);
  CHECK(utflane_transcode(src.encoding, dst.encoding, (utflane_mode)(number % 2 + 2), src.start,
                          src.len, dst.start, dst.len, &r) == status);
  const size_t unit = dst.len > 0 ? dst.bytes / dst.len : 0;
  CHECK(r.status == status && r.read + r.skip <= src.len && r.written <= dst.len);
  CHECK(status != UTFLANE_OK || r.read == src.len);
  CHECK(status < UTFLANE_MALFORMED || r.skip > 0);
  check_rest(dst.start, r.written * unit);
  /* The other functions return the same, without an output. */
  utflane_result measured;
  const utflane_mode plain = (utflane_mode)(number % 2);
  utflane_measure(src.encoding, dst.encoding, plain, src.start, src.len, &measured);
  CHECK(status == UTFLANE_OUTPUT_FULL ||
        (measured.status == status && measured.written == r.written && measured.read == r.read));
  const size_t lossy = utflane_lossy_len(src.encoding, dst.encoding, src.start, src.len);
  const size_t most = utflane_max_len(src.encoding, dst.encoding, src.len);
  CHECK(lossy <= most);
  CHECK(utflane_transcoded_len(src.encoding, dst.encoding, src.start, src.len) <= most);
  CHECK(!is_lossy || measured.written == lossy);
  void *memory;
  CHECK(utflane_transcode_alloc(src.encoding, dst.encoding, plain, src.start, src.len, &memory,
                                &r) == measured.status);
  CHECK((memory != NULL) == (measured.status == UTFLANE_OK));
  CHECK(memory == NULL || r.written == measured.written);
  utflane_free(memory);
  calls += 7;
}

static void checks(void) {
  const side src = choose(0);
  utflane_result r;
  const utflane_status error = first(src.encoding_error, src.error);
  const utflane_status status = utflane_validate(src.encoding, src.start, src.len, &r);
  CHECK(error == UTFLANE_OK ? status == UTFLANE_OK || status == UTFLANE_MALFORMED
                            : status == error);
  CHECK(r.status == status && r.read + r.skip <= src.len);
  CHECK(status == UTFLANE_OK ? r.read == src.len : error != UTFLANE_OK || r.read < src.len);
  const size_t count = utflane_char_count(src.encoding, src.start, src.len);
  const size_t tail = utflane_incomplete_tail(src.encoding, src.start, src.len);
  CHECK(error == UTFLANE_OK ? count <= src.len && tail <= src.len
                            : count == UTFLANE_INVALID && tail == UTFLANE_INVALID);
  utflane_detection found;
  size_t mark = 99;
  const utflane_status bytes = utflane_detect(src.start, src.bytes, &found);
  CHECK(bytes == (src.start == NULL && src.bytes > 0 ? UTFLANE_BAD_POINTER : UTFLANE_OK));
  /* It is slower than all other calls. */
  if (below(8) == 0) {
    utflane_any_detection any;
    CHECK(utflane_detect_any(src.start, src.bytes, &any) == bytes);
    CHECK(bytes != UTFLANE_OK || any.mixed_offset <= src.bytes);
  }
  utflane_sniff_bom(src.start, src.bytes, &mark);
  CHECK(mark <= src.bytes && mark <= 4);
  /* Names are texts as well. */
  char name[MOST + 1];
  const size_t len = src.bytes < MOST ? src.bytes : MOST;
  memcpy(name, src.start == NULL ? "" : src.start, src.start == NULL ? 0 : len);
  name[src.start == NULL ? 0 : len] = '\0';
  CHECK(utflane_encoding_by_name(name) <= 255 && utflane_encoding_by_label(name) <= 255);
  CHECK(utflane_isa_pin(name) == UTFLANE_UNKNOWN_NAME || name[0] == '\0');
  utflane_isa_pin(utflane_isa_at(below(6)));
  calls += 10;
}

static void streams(void) {
  side src = choose(0);
  const side dst = choose(1);
  const unsigned number = below(40) ? below(2) : 2 + below(1000);
  const bool validates = below(4) == 0;
  utflane_stream *stream =
      validates ? utflane_stream_new_validator(src.encoding)
                : utflane_stream_new(src.encoding, dst.encoding, (utflane_mode)number);
  const bool is_valid = src.encoding_error == UTFLANE_OK &&
                        (validates || (dst.encoding_error == UTFLANE_OK && number < 2));
  CHECK((stream != NULL) == is_valid);
  /* Validators ignore the output, whose units are those of the source. */
  size_t room = validates ? 0 : dst.len;
  utflane_result r;
  for (int calls = 0; calls < 50; ++calls) {
    const size_t len = src.error != UTFLANE_OK ? src.len : below((unsigned)src.len + 1);
    const utflane_status status =
        utflane_stream_feed(stream, src.start, len, validates ? NULL : dst.start, room, &r);
    calls += 1;
    const utflane_status expected = first(stream == NULL ? UTFLANE_BAD_POINTER : UTFLANE_OK,
                                          first(src.error, validates ? UTFLANE_OK : dst.error));
    CHECK(expected == UTFLANE_OK ? status < UTFLANE_BAD_ENCODING : status == expected);
    if (expected != UTFLANE_OK) {
      break;
    }
    CHECK(r.read <= len && r.written <= room);
    src.start += src.len > 0 ? r.read * (src.bytes / src.len) : 0;
    src.bytes -= src.len > 0 ? r.read * (src.bytes / src.len) : 0;
    src.len -= r.read;
    if (src.len == 0 || (status == UTFLANE_OUTPUT_FULL && r.written == 0)) {
      break;
    }
  }
  for (int calls = 0; calls < 3; ++calls) {
    utflane_stream_finish(stream, validates ? NULL : dst.start, room, &r);
    CHECK(r.written <= room || stream == NULL);
  }
  utflane_stream_position(stream);
  utflane_stream_replacements(stream);
  utflane_stream_free(stream);
  calls += 7;
  check_rest(validates ? NULL : dst.start, dst.bytes);
}

static void iconvs(void) {
  static const char *const others[] = {"UTF-16",        "UCS-2",  "UNICODE", "WCHAR_T",
                                       "",              "8859_5", "none",    "//IGNORE",
                                       "UTF-8//IGNORE", "UTF-7",  "ISO-2022-JP//IGNORE"};
  side src = choose(0), dst = choose(1);
  const char *names[2];
  for (int i = 0; i < 2; ++i) {
    const char *name = utflane_encoding_name(i == 0 ? src.encoding : dst.encoding);
    names[i] = below(2) || name == NULL ? others[below(sizeof others / sizeof *others)] : name;
  }
  iconv_t handle = iconv_open(names[1], names[0]);
  char *out = dst.start;
  /* These count bytes. */
  const size_t impossible = SIZE_MAX - below(1000);
  size_t room = dst.error == UTFLANE_BAD_LENGTH ? impossible : dst.bytes;
  size_t left = src.error == UTFLANE_BAD_LENGTH ? impossible : src.bytes;
  for (int calls = 0; calls < 6; ++calls) {
    const char *start = src.start;
    const size_t before = left, room_before = room;
    errno = 0;
    const bool ends = below(4) == 0;
    const size_t answer = iconv(handle, ends ? NULL : &src.start, &left, &out, &room);
    calls += 1;
    const int expected[] = {E2BIG, EILSEQ, EINVAL, EBADF};
    CHECK(answer == 0 || (answer == (size_t)-1 && (errno == expected[0] || errno == expected[1] ||
                                                   errno == expected[2] || errno == expected[3])));
    CHECK((handle == (iconv_t)-1) == (errno == EBADF));
    CHECK(left <= before && room <= room_before);
    CHECK(src.start == NULL || src.start == start + (before - left));
    CHECK(answer != 0 || ends || left == 0 || src.start == NULL);
    check_rest(dst.start, out == NULL ? 0 : (size_t)(out - dst.start));
  }
  CHECK(iconv_close(handle) == (handle == (iconv_t)-1 ? -1 : 0));
  calls += 2;
}

int main(int argc, char **argv) {
  const unsigned long long rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
  state *= argc > 2 ? 2 * strtoull(argv[2], NULL, 10) + 1 : 1;
  CHECK(utflane_encoding_name(UTFLANE_ISO_2022_JP) != NULL && utflane_encoding_name(UTFLANE_UTF7) != NULL);
  while (utflane_encoding_at(encoding_count) != UTFLANE_NONE) {
    encoding_count += 1;
  }
  map_areas();
  for (round_number = 0; round_number < rounds; ++round_number) {
    switch (below(4)) {
    case 0:
      conversions();
      break;
    case 1:
      checks();
      break;
    case 2:
      streams();
      break;
    default:
      iconvs();
      break;
    }
  }
  printf("hostile: %llu calls with %u encodings, as it should be\n", calls, encoding_count);
  return 0;
}
