/* Tests every function of utflane.h: its results, invalid arguments, that it touches no memory
 * outside its arguments, and that it is thread-safe. */
#define _GNU_SOURCE
#include "utflane.h"
#include "utflane.h"
#include "check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char text[] = "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80";
enum { TEXT = sizeof text - 1 };

/** The tidy modes, and functions without a capacity, touch only the units that they count. */
static void tidy(void) {
  static const char fault[] = "caf\xC3\xA9\xFF"
                              "a long text, of more than a vector or two, and so on, and so on";
  enum { FAULT = sizeof fault - 1 };
  uint16_t units[128];
  utflane_result r;
  memset(units, 0x5A, sizeof units);
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT_TIDY, fault, FAULT, units, 128,
                          &r) == UTFLANE_MALFORMED);
  CHECK(r.read == 5 && r.written == 4 && units[3] == 0xE9);
  for (size_t i = 4; i < 128; ++i) {
    CHECK(units[i] == 0x5A5A);
  }
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_LOSSY_TIDY, fault, FAULT, units, 128,
                          &r) == UTFLANE_OK);
  CHECK(r.written == FAULT - 1 && units[4] == 0xFFFD && units[r.written] == 0x5A5A);
  CHECK(utflane_measure(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT_TIDY, fault, FAULT, &r) ==
        UTFLANE_BAD_ENCODING);

  utflane_progress at = utflane_utf8_to_utf16le(fault, FAULT, units);
  CHECK(at.read == 5 && at.written == 4);
  uint32_t characters[16];
  memset(characters, 0x5A, sizeof characters);
  at = utflane_utf8_to_utf32(text, TEXT, characters);
  CHECK(at.read == TEXT && at.written == 8 && characters[7] == 0x1F600);
  CHECK(characters[8] == 0x5A5A5A5A);
  char bytes[64];
  at = utflane_utf32_to_utf8(characters, 8, bytes);
  CHECK(at.read == 8 && at.written == TEXT && memcmp(bytes, text, TEXT) == 0);
  CHECK(utflane_valid_utf32(characters, 9) == 8 && utflane_utf8_len_of_utf32(characters, 8) == TEXT);
  at = utflane_utf32_to_utf16le(characters, 8, units);
  CHECK(at.written == 9 && utflane_utf16_len_of_utf32(characters, 8) == 9);
  CHECK(utflane_valid_utf16le(units, 9) == 9 && utflane_valid_utf16le(units, 8) == 7);
  CHECK(utflane_utf8_len_of_utf16le(units, 9) == TEXT);
  CHECK(utflane_utf32_len_of_utf16le(units, 9) == 8);
  at = utflane_utf16le_to_latin1(units, 9, bytes);
  CHECK(at.read == 5 && at.written == 5 && memcmp(bytes, "caf\xE9 ", 5) == 0);
  at = utflane_utf32_to_utf16be(characters, 8, units);
  CHECK(at.written == 9 && utflane_valid_utf16be(units, 9) == 9);
  CHECK(utflane_utf8_len_of_utf16be(units, 9) == TEXT);
  CHECK(utflane_utf32_len_of_utf16be(units, 9) == 8);
  at = utflane_utf16be_to_utf8(units, 9, bytes);
  CHECK(at.written == TEXT && memcmp(bytes, text, TEXT) == 0);
  CHECK(utflane_utf8_len_of_latin1("\xE9", 1) == 2);
  CHECK(utflane_utf16_len_of_utf8(text, TEXT) == 9 && utflane_utf32_len_of_utf8(text, TEXT) == 8);
  CHECK(utflane_valid_utf8(fault, FAULT) == 5 && utflane_valid_ascii(text, TEXT) == 3);
  /* Empty texts, also with NULL. */
  at = utflane_latin1_to_utf8(NULL, 0, NULL);
  CHECK(at.read == 0 && at.written == 0 && utflane_valid_utf8(NULL, 0) == 0);
}

static void verbs(void) {
  utflane_result r;
  CHECK(utflane_validate(UTFLANE_UTF8, text, TEXT, &r) == UTFLANE_OK);
  CHECK(r.status == UTFLANE_OK && r.read == TEXT && r.position == TEXT && r.written == 0);
  CHECK(r.kind == UTFLANE_NO_KIND);
  CHECK(utflane_validate(UTFLANE_UTF8, "ab\xC0\x80", 4, &r) == UTFLANE_MALFORMED);
  CHECK(r.read == 2 && r.position == 2 && r.kind == UTFLANE_OVERLONG && r.error_len == 1);
  CHECK(r.skip == 1);
  CHECK(utflane_validate(UTFLANE_UTF8, "ab\xE2\x82", 4, &r) == UTFLANE_MALFORMED);
  CHECK(r.read == 2 && r.kind == UTFLANE_INCOMPLETE && r.error_len == 0 && r.skip == 2);
  CHECK(utflane_validate(UTFLANE_UTF8, "\xFF", 1, NULL) == UTFLANE_MALFORMED);

  uint16_t units[32];
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, text, TEXT, units, 32, &r) ==
        UTFLANE_OK);
  CHECK(r.read == TEXT && r.written == 9 && units[3] == 0xE9 && units[7] == 0xD83D);
  CHECK(utflane_transcoded_len(UTFLANE_UTF8, UTFLANE_UTF16, text, TEXT) == 9);
  CHECK(utflane_measure(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, text, TEXT, &r) == UTFLANE_OK);
  CHECK(r.written == 9);
  CHECK(utflane_char_count(UTFLANE_UTF8, text, TEXT) == 8);
  CHECK(utflane_char_count(UTFLANE_UTF16, units, 9) == 8);
  CHECK(utflane_incomplete_tail(UTFLANE_UTF8, text, TEXT - 1) == 3);
  CHECK(utflane_incomplete_tail(UTFLANE_UTF16, units, 8) == 1);
  CHECK(utflane_validate(UTFLANE_UTF16, units, 8, &r) == UTFLANE_MALFORMED && r.position == 7);
  CHECK(utflane_max_len(UTFLANE_UTF16, UTFLANE_UTF8, 9) == 27);
  CHECK(utflane_max_len(UTFLANE_UTF16, UTFLANE_UTF8, SIZE_MAX) == UTFLANE_INVALID);

  /* A surrogate pair does not fit into one unit. */
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, text, TEXT, units, 8, &r) ==
        UTFLANE_OUTPUT_FULL);
  CHECK(r.read == TEXT - 4 && r.written == 7 && r.skip == 0);
  char bytes[32];
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_LATIN1, UTFLANE_STRICT, text, TEXT, bytes, 32,
                          &r) == UTFLANE_UNREPRESENTABLE);
  CHECK(r.read == 6 && r.written == 5 && r.code_point == 0x20AC && r.skip == 3);
  CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_LATIN1, UTFLANE_LOSSY, text, TEXT, bytes, 32,
                          &r) == UTFLANE_OK);
  CHECK(r.written == 8 && memcmp(bytes, "caf\xE9 ? ?", 8) == 0);
  CHECK(utflane_lossy_len(UTFLANE_UTF8, UTFLANE_LATIN1, text, TEXT) == 8);
  CHECK(utflane_measure(UTFLANE_UTF8, UTFLANE_LATIN1, UTFLANE_LOSSY, text, TEXT, &r) == UTFLANE_OK);
  CHECK(r.written == 8);
  CHECK(utflane_transcode(UTFLANE_WINDOWS_1252, UTFLANE_UTF8, UTFLANE_STRICT, "5 \x80", 3, bytes,
                          32, &r) == UTFLANE_OK);
  CHECK(r.written == 5 && memcmp(bytes, "5 \xE2\x82\xAC", 5) == 0);
  /* The units are at an odd address. */
  char odd[9] = {0};
  const uint16_t hi[] = {0x68, 0x69};
  memcpy(odd + 1, hi, 4);
  CHECK(utflane_transcode(UTFLANE_UTF16, UTFLANE_UTF8, UTFLANE_STRICT, odd + 1, 2, bytes, 32, &r) ==
        UTFLANE_OK);
  CHECK(r.read == 2 && memcmp(bytes, "hi", 2) == 0);

  uint32_t *characters;
  void *memory;
  CHECK(utflane_transcode_alloc(UTFLANE_UTF8, UTFLANE_UTF32, UTFLANE_STRICT, text, TEXT, &memory,
                                &r) == UTFLANE_OK);
  characters = memory;
  CHECK(r.written == 8 && characters[7] == 0x1F600 && characters[8] == 0);
  utflane_free(memory);
  CHECK(utflane_transcode_alloc(UTFLANE_UTF8, UTFLANE_UTF32, UTFLANE_STRICT, "a\xFF", 2, &memory,
                                &r) == UTFLANE_MALFORMED);
  CHECK(memory == NULL && r.position == 1 && r.written == 0);
  CHECK(utflane_transcode_alloc(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_LOSSY, NULL, 0, &memory,
                                NULL) == UTFLANE_OK);
  CHECK(*(char *)memory == 0);
  utflane_free(memory);
  utflane_free(NULL);
}

/* A number that is not a member of the enumeration. */
#define NO_ENCODING ((utflane_encoding)4000000000u)
#define NO_MODE ((utflane_mode)7)

static void arguments(void) {
  utflane_result r;
  char b[64] = "text";
  void *memory = b;
  const size_t huge = SIZE_MAX / 2 + 1;
  CHECK(utflane_validate(NO_ENCODING, b, 4, &r) == UTFLANE_BAD_ENCODING);
  CHECK(r.status == UTFLANE_BAD_ENCODING && r.read == 0);
  CHECK(utflane_validate(UTFLANE_NONE, b, 4, NULL) == UTFLANE_BAD_ENCODING);
  CHECK(utflane_validate(UTFLANE_UTF8, NULL, 0, &r) == UTFLANE_OK);
  CHECK(utflane_validate(UTFLANE_UTF8, NULL, 1, &r) == UTFLANE_BAD_POINTER);
  CHECK(utflane_validate(UTFLANE_UTF8, b, huge, &r) == UTFLANE_BAD_LENGTH);
  CHECK(utflane_validate(UTFLANE_UTF32, b, SIZE_MAX / 4 + 2, &r) == UTFLANE_BAD_LENGTH);
  CHECK(utflane_validate(UTFLANE_UTF16, b, huge / 2, &r) == UTFLANE_BAD_LENGTH);
#define TRANSCODE(from, to, mode, src, len, dst, cap)                                              \
  utflane_transcode(from, to, mode, src, len, dst, cap, &r)
  CHECK(TRANSCODE(UTFLANE_UTF8, NO_ENCODING, UTFLANE_STRICT, b, 4, b + 8, 8) ==
        UTFLANE_BAD_ENCODING);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF16, NO_MODE, b, 4, b + 8, 8) == UTFLANE_BAD_ENCODING);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, b, 4, NULL, 8) ==
        UTFLANE_BAD_POINTER);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, b, 4, NULL, 0) ==
        UTFLANE_OUTPUT_FULL);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, b, 4, b + 8, huge) ==
        UTFLANE_BAD_LENGTH);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b, 4, b, 4) == UTFLANE_OVERLAP);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b, 4, b + 3, 4) == UTFLANE_OVERLAP);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b + 3, 4, b, 4) == UTFLANE_OVERLAP);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b, 4, b + 4, 4) == UTFLANE_OK);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b + 4, 4, b, 4) == UTFLANE_OK);
  CHECK(utflane_transcode_alloc(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, b, 4, NULL, &r) ==
        UTFLANE_BAD_POINTER);
  CHECK(utflane_transcode_alloc(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, NULL, 4, &memory, &r) ==
        UTFLANE_BAD_POINTER);
  CHECK(memory == NULL);
  CHECK(utflane_measure(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT, NULL, 4, &r) ==
        UTFLANE_BAD_POINTER);
  CHECK(utflane_transcoded_len(UTFLANE_UTF8, UTFLANE_UTF8, NULL, 4) == UTFLANE_INVALID);
  CHECK(utflane_transcoded_len(UTFLANE_UTF8, UTFLANE_UTF8, NULL, 0) == 0);
  CHECK(utflane_lossy_len(NO_ENCODING, UTFLANE_UTF8, b, 4) == UTFLANE_INVALID);
  CHECK(utflane_char_count(UTFLANE_UTF8, b, huge) == UTFLANE_INVALID);
  CHECK(utflane_incomplete_tail(UTFLANE_UTF8, NULL, 1) == UTFLANE_INVALID);
  CHECK(utflane_max_len(UTFLANE_NONE, UTFLANE_UTF8, 1) == UTFLANE_INVALID);
  CHECK(utflane_stream_new(UTFLANE_UTF8, NO_ENCODING, UTFLANE_STRICT) == NULL);
  CHECK(utflane_stream_new(UTFLANE_UTF8, UTFLANE_UTF8, NO_MODE) == NULL);
  CHECK(utflane_stream_new_validator(UTFLANE_NONE) == NULL);
  CHECK(utflane_stream_feed(NULL, b, 4, NULL, 0, &r) == UTFLANE_BAD_POINTER);
  CHECK(utflane_stream_finish(NULL, NULL, 0, &r) == UTFLANE_BAD_POINTER);
  CHECK(utflane_stream_position(NULL) == 0 && utflane_stream_replacements(NULL) == 0);
  utflane_stream_free(NULL);
  CHECK(utflane_detect(b, 4, NULL) == UTFLANE_BAD_POINTER);
  utflane_detection d;
  CHECK(utflane_detect(NULL, 4, &d) == UTFLANE_BAD_POINTER);
  CHECK(utflane_sniff_bom(NULL, 4, NULL) == UTFLANE_NONE);
}

static void names(void) {
  size_t count = 0;
  utflane_encoding encoding;
  while ((encoding = utflane_encoding_at(count)) != UTFLANE_NONE) {
    ++count;
    const char *name = utflane_encoding_name(encoding);
    CHECK(name != NULL && utflane_encoding_unit(encoding) > 0);
    CHECK(utflane_encoding_by_name(name) == encoding);
    size_t len = 7;
    const uint8_t *bom = utflane_encoding_bom(encoding, &len);
    size_t found = 7;
    CHECK(len < 5 && (utflane_sniff_bom(bom, len, &found) != UTFLANE_NONE) == (len > 0));
    CHECK(found == len);
    if (encoding == UTFLANE_ISO_2022_JP) {
      continue;
    }
    /* Letters are converted to every other encoding and back. */
    char there[64], back[16];
    utflane_result r;
    CHECK(utflane_transcode(UTFLANE_UTF8, encoding, UTFLANE_STRICT, "letters", 7, there, 64, &r) ==
          UTFLANE_OK);
    CHECK(utflane_transcode(encoding, UTFLANE_UTF8, UTFLANE_STRICT, there, r.written, back, 16,
                            &r) == UTFLANE_OK);
    CHECK(r.written == 7 && memcmp(back, "letters", 7) == 0);
  }
  /* Those of the features. */
  const size_t multibyte = utflane_encoding_name(UTFLANE_GBK) == NULL ? 0 : 7;
  const size_t more_charsets = utflane_encoding_name(UTFLANE_UTF7) == NULL ? 0 : 16;
  const size_t more_code_pages = utflane_encoding_name(UTFLANE_CP737) == NULL ? 0 : 41;
  CHECK(count == 63 + multibyte + more_charsets + more_code_pages);
  CHECK(utflane_encoding_by_name("latin1") == UTFLANE_LATIN1);
  CHECK(utflane_encoding_by_label(" latin1\n") == UTFLANE_WINDOWS_1252);
  CHECK(utflane_encoding_by_name("cp437") == UTFLANE_CP437);
  CHECK(utflane_encoding_by_name("utf-16") == UTFLANE_NONE);
  CHECK(utflane_encoding_by_name(NULL) == UTFLANE_NONE);
  CHECK(utflane_encoding_by_label("\xFF") == UTFLANE_NONE);
  CHECK(utflane_encoding_name(NO_ENCODING) == NULL && utflane_encoding_unit(NO_ENCODING) == 0);
  CHECK(strcmp(utflane_encoding_name(UTFLANE_UTF16), "UTF-16 (native)") == 0);
  CHECK(utflane_encoding_unit(UTFLANE_UTF16) == 2 && utflane_encoding_unit(UTFLANE_UTF16BE) == 1);
  CHECK(utflane_encoding_unit(UTFLANE_UCS4) == 4);

  utflane_detection d;
  CHECK(utflane_detect("\xFF\xFEh\0i\0", 6, &d) == UTFLANE_OK);
  CHECK(d.encoding == UTFLANE_UTF16LE && d.certainty == UTFLANE_CERTAIN && d.exact);
  CHECK(utflane_detect("caf\xE9 noir", 9, &d) == UTFLANE_OK && d.encoding == UTFLANE_NONE);
  CHECK(strcmp(utflane_version(), "0.1.0") == 0);
  CHECK(strcmp(utflane_status_message(UTFLANE_OVERLAP), "input and output overlap") == 0);
  CHECK(strcmp(utflane_status_message((utflane_status)99), "unknown status") == 0);
}

static void streams(void) {
  for (size_t chunk = 1; chunk <= TEXT; ++chunk) {
    utflane_stream *stream = utflane_stream_new(UTFLANE_UTF8, UTFLANE_UTF16BE, UTFLANE_STRICT);
    utflane_stream *validator = utflane_stream_new_validator(UTFLANE_UTF8);
    CHECK(stream != NULL && validator != NULL);
    char out[64];
    size_t written = 0;
    utflane_result r;
    for (size_t at = 0; at < TEXT; at += chunk) {
      const size_t len = TEXT - at < chunk ? TEXT - at : chunk;
      CHECK(utflane_stream_feed(validator, text + at, len, NULL, 0, NULL) == UTFLANE_OK);
      size_t done = 0;
      for (;;) {
        const utflane_status status = utflane_stream_feed(stream, text + at + done, len - done,
                                                          out + written, 5, &r);
        done += r.read;
        written += r.written;
        if (status == UTFLANE_OK) {
          break;
        }
        CHECK(status == UTFLANE_OUTPUT_FULL);
      }
    }
    CHECK(utflane_stream_finish(stream, NULL, 0, &r) == UTFLANE_OK && r.written == 0);
    CHECK(utflane_stream_finish(validator, NULL, 0, NULL) == UTFLANE_OK);
    CHECK(utflane_stream_position(stream) == TEXT && written == 18 && out[17] == 0);
    CHECK(utflane_stream_position(validator) == TEXT);
    /* A malformed sequence, after which the conversion resumes, and an incomplete end. */
    CHECK(utflane_stream_feed(validator, "a\xFFz\xE2", 4, NULL, 0, &r) == UTFLANE_MALFORMED);
    CHECK(r.read == 2 && r.position == TEXT + 1 && r.kind == UTFLANE_INVALID_BYTE && r.skip == 0);
    CHECK(utflane_stream_feed(validator, "z\xE2", 2, NULL, 0, &r) == UTFLANE_OK && r.read == 2);
    CHECK(utflane_stream_finish(validator, NULL, 0, &r) == UTFLANE_MALFORMED);
    CHECK(r.position == TEXT + 3 && r.kind == UTFLANE_INCOMPLETE);
    utflane_stream_free(stream);
    utflane_stream_free(validator);
  }
  utflane_stream *lossy = utflane_stream_new(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_LOSSY);
  uint16_t units[16];
  utflane_result r;
  CHECK(utflane_stream_feed(lossy, "\xFF\xE2\x82", 3, units, 16, &r) == UTFLANE_OK);
  CHECK(r.written == 1 && units[0] == 0xFFFD);
  CHECK(utflane_stream_finish(lossy, units, 0, &r) == UTFLANE_OUTPUT_FULL);
  CHECK(utflane_stream_finish(lossy, units, 16, &r) == UTFLANE_OK && r.written == 1);
  CHECK(utflane_stream_replacements(lossy) == 2);
  utflane_stream_free(lossy);
}

/* `size` bytes that end, or begin, next to an inaccessible page. */
static char *page_before, *page_after;
static size_t page;

static void guard_pages(void) {
  page = (size_t)sysconf(_SC_PAGESIZE);
  char *area[2];
  for (int i = 0; i < 2; ++i) {
    area[i] = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(area[i] != MAP_FAILED);
    CHECK(mprotect(area[i], page, PROT_NONE) == 0);
    CHECK(mprotect(area[i] + 2 * page, page, PROT_NONE) == 0);
  }
  page_before = area[0] + page;
  page_after = area[1] + page;
  const utflane_encoding encodings[] = {UTFLANE_UTF8,  UTFLANE_UTF16,        UTFLANE_UTF32BE,
                                        UTFLANE_LATIN1, UTFLANE_WINDOWS_1252, UTFLANE_CESU8};
  static const char mixed[] = "plain plain plain plain plain plain \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98"
                              "\x80\xD0\xB4\xD0\xB0\xFFmore \xE2\x82 plain";
  for (size_t from = 0; from < 6; ++from) {
    for (size_t to = 0; to < 6; ++to) {
      for (size_t len = 0; len < 200; len += len < 80 ? 1 : 9) {
        for (int at_end = 0; at_end < 2; ++at_end) {
          const size_t unit = utflane_encoding_unit(encodings[from]);
          const size_t out_unit = utflane_encoding_unit(encodings[to]);
          const size_t src_len = len / unit;
          char *src = at_end ? page_before + page - src_len * unit : page_before;
          for (size_t i = 0; i < src_len * unit; ++i) {
            src[i] = mixed[i % (sizeof mixed - 1)];
          }
          const size_t need = utflane_lossy_len(encodings[from], encodings[to], src, src_len);
          const size_t caps[] = {0, need / 2, need};
          for (size_t c = 0; c < 3; ++c) {
            char *dst = at_end ? page_after + page - caps[c] * out_unit : page_after;
            utflane_result r;
            utflane_transcode(encodings[from], encodings[to], UTFLANE_LOSSY, src, src_len, dst,
                              caps[c], &r);
            CHECK(r.written <= caps[c] && (c < 2 || (r.status == UTFLANE_OK && r.written == need)));
            utflane_transcode(encodings[from], encodings[to], UTFLANE_STRICT, src, src_len, dst,
                              caps[c], &r);
            CHECK(r.written <= caps[c] && r.read <= src_len);
          }
          utflane_validate(encodings[from], src, src_len, NULL);
          CHECK(utflane_char_count(encodings[from], src, src_len) <= src_len);
          CHECK(utflane_incomplete_tail(encodings[from], src, src_len) <= src_len);
          utflane_measure(encodings[from], encodings[to], UTFLANE_STRICT, src, src_len, NULL);
          CHECK(utflane_transcoded_len(encodings[from], encodings[to], src, src_len) <=
                utflane_max_len(encodings[from], encodings[to], src_len));
        }
      }
    }
  }
  munmap(page_before - page, 3 * page);
  munmap(page_after - page, 3 * page);
}

enum { THREADS = 8, ROUNDS = 300 };

/* All threads share one input, and pin instruction sets meanwhile, which changes no result. */
static void *worker(void *shared) {
  const char *src = shared;
  for (size_t round = 0; round < ROUNDS; ++round) {
    const size_t len = 40 + round;
    uint16_t units[400];
    char back[1200];
    utflane_result r;
    const char *isa = utflane_isa_at(round % 5);
    CHECK(utflane_isa_pin(isa) == UTFLANE_OK);
    CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_UTF16, UTFLANE_STRICT, src, len, units, 400,
                            &r) == UTFLANE_OK);
    CHECK(utflane_transcode(UTFLANE_UTF16, UTFLANE_UTF8, UTFLANE_STRICT, units, r.written, back,
                            1200, &r) == UTFLANE_OK);
    CHECK(r.written == len && memcmp(src, back, len) == 0);
    utflane_stream *stream = utflane_stream_new(UTFLANE_UTF8, UTFLANE_UTF8, UTFLANE_STRICT);
    CHECK(utflane_stream_feed(stream, src, len, back, 1200, &r) == UTFLANE_OK && r.read == len);
    utflane_stream_free(stream);
  }
  return NULL;
}

static void threads(void) {
  static char src[512];
  for (size_t i = 0; i < sizeof src; ++i) {
    src[i] = (char)('a' + i % 26);
  }
  pthread_t all[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK(pthread_create(&all[i], NULL, worker, src) == 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK(pthread_join(all[i], NULL) == 0);
  }
  CHECK(utflane_isa_pin(NULL) == UTFLANE_OK);
}

#if UTFLANE_VERSION_NUMBER < 100
#error "the version as a number"
#endif

int main(void) {
  tidy();
  size_t isas = 0;
  for (const char *isa; (isa = utflane_isa_at(isas)) != NULL; ++isas) {
    CHECK(utflane_isa_pin(isa) == UTFLANE_OK && strcmp(utflane_isa_current(), isa) == 0);
    verbs();
    guard_pages();
  }
  CHECK(isas > 0 && utflane_isa_pin("none") == UTFLANE_UNKNOWN_NAME);
  CHECK(strcmp(utflane_isa_current(), utflane_isa_at(isas - 1)) == 0);
  CHECK(utflane_isa_pin(NULL) == UTFLANE_OK);
  CHECK(strcmp(utflane_isa_current(), utflane_isa_at(0)) == 0);
  arguments();
  names();
  streams();
  threads();
  printf("interface: %zu instruction sets, as it should be\n", isas);
  return 0;
}
