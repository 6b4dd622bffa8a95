/* Tests the legacy multi-byte encodings. A library has all or none of them; with the argument
 * `all`, it must have all. */
#include "utflane.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRANSCODE(from, to, mode, src, len, dst)                                                   \
  utflane_transcode(from, to, mode, src, len, dst, sizeof dst, &r)

#define JAPANESE "a\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"

/* "Japanese" in kanji, or "Korean" in hangul. */
static const struct {
  utflane_encoding encoding;
  const char *name, *alias, *bytes, *utf8;
} texts[] = {
    {UTFLANE_SHIFT_JIS, "Shift_JIS", "cp932", "a\x93\xFA\x96{\x8C\xEA", JAPANESE},
    {UTFLANE_EUC_JP, "EUC-JP", "cp51932", "a\xC6\xFC\xCB\xDC\xB8\xEC", JAPANESE},
    {UTFLANE_EUC_KR, "EUC-KR", "uhc", "\xC7\xD1\x81\x41", "\xED\x95\x9C\xEA\xB0\x82"},
    {UTFLANE_GBK, "GBK", "cp936", "a\xC8\xD5\xB1\xBE", "a\xE6\x97\xA5\xE6\x9C\xAC"},
    {UTFLANE_GB18030, "GB18030", "gb18030", "\xC8\xD5\x94\x39\xFC\x36",
     "\xE6\x97\xA5\xF0\x9F\x98\x80"},
    {UTFLANE_BIG5, "Big5", "big5-hkscs", "a\xA4\xE9\xA5\xBB", "a\xE6\x97\xA5\xE6\x9C\xAC"},
};
enum { TEXTS = sizeof texts / sizeof *texts };

static void one(size_t index) {
  const utflane_encoding encoding = texts[index].encoding;
  const char *bytes = texts[index].bytes, *utf8 = texts[index].utf8;
  const size_t len = strlen(bytes), utf8_len = strlen(utf8);
  utflane_result r;
  char there[32], back[32];
  CHECK(strcmp(utflane_encoding_name(encoding), texts[index].name) == 0);
  CHECK(utflane_encoding_by_label(texts[index].name) == encoding);
  CHECK(utflane_encoding_by_name(texts[index].alias) == encoding ||
        utflane_encoding_by_label(texts[index].alias) == encoding);
  CHECK(utflane_encoding_unit(encoding) == 1);
  CHECK(TRANSCODE(UTFLANE_UTF8, encoding, UTFLANE_STRICT, utf8, utf8_len, there) == UTFLANE_OK);
  CHECK(r.written == len && memcmp(there, bytes, len) == 0);
  CHECK(TRANSCODE(encoding, UTFLANE_UTF8, UTFLANE_STRICT, bytes, len, back) == UTFLANE_OK);
  CHECK(r.written == utf8_len && memcmp(back, utf8, utf8_len) == 0);
  CHECK(utflane_transcoded_len(encoding, UTFLANE_UTF8, bytes, len) == utf8_len);
  CHECK(utflane_char_count(encoding, bytes, len) ==
        utflane_char_count(UTFLANE_UTF8, utf8, utf8_len));
  CHECK(utflane_incomplete_tail(encoding, bytes, len - 1) > 0);
  CHECK(utflane_validate(encoding, bytes, len, NULL) == UTFLANE_OK);
  CHECK(utflane_validate(encoding, "a\xFF", 2, &r) == UTFLANE_MALFORMED && r.position == 1);
  /* The text is split at every position. */
  for (size_t cut = 0; cut <= len; ++cut) {
    utflane_stream *stream = utflane_stream_new(encoding, UTFLANE_UTF8, UTFLANE_STRICT);
    size_t written = 0;
    CHECK(utflane_stream_feed(stream, bytes, cut, back, 32, &r) == UTFLANE_OK);
    written += r.written;
    CHECK(utflane_stream_feed(stream, bytes + cut, len - cut, back + written, 32 - written,
                              &r) == UTFLANE_OK);
    written += r.written;
    CHECK(utflane_stream_finish(stream, NULL, 0, &r) == UTFLANE_OK && r.position == len);
    CHECK(written == utf8_len && memcmp(back, utf8, utf8_len) == 0);
    utflane_stream_free(stream);
  }
}

/* The functions for whole texts, with one stateful encoding. */
static void whole(utflane_encoding from, const char *src, size_t len, utflane_encoding to,
                  const char *expected, size_t expected_len) {
  utflane_result r;
  char out[64];
  const utflane_mode modes[] = {UTFLANE_STRICT, UTFLANE_LOSSY, UTFLANE_STRICT_TIDY,
                                UTFLANE_LOSSY_TIDY};
  CHECK(utflane_max_len(from, to, len) >= expected_len);
  CHECK(utflane_transcoded_len(from, to, src, len) == expected_len);
  CHECK(utflane_lossy_len(from, to, src, len) == expected_len);
  CHECK(utflane_measure(from, to, UTFLANE_STRICT, src, len, &r) == UTFLANE_OK);
  CHECK(r.read == len && r.written == expected_len && r.position == len);
  void *memory;
  CHECK(utflane_transcode_alloc(from, to, UTFLANE_STRICT, src, len, &memory, &r) == UTFLANE_OK);
  CHECK(r.written == expected_len && memcmp(memory, expected, expected_len + 1) == 0);
  utflane_free(memory);
  for (size_t mode = 0; mode < 4; ++mode) {
    for (size_t room = 0; room <= sizeof out; ++room) {
      memset(out, 0x5A, sizeof out);
      const utflane_status status =
          utflane_transcode(from, to, modes[mode], src, len, out, room, &r);
      CHECK(status == (room < expected_len ? UTFLANE_OUTPUT_FULL : UTFLANE_OK));
      CHECK(r.written <= room && r.read <= len && r.skip == 0 && r.position == r.read);
      CHECK(status != UTFLANE_OK || (r.read == len && r.written == expected_len));
      CHECK(memcmp(out, expected, r.written) == 0);
      for (size_t at = r.written; at < sizeof out; ++at) {
        CHECK(out[at] == 0x5A);
      }
    }
  }
}

/* Errors in whole texts, and how conversion resumes after them. */
static void faults(void) {
  utflane_result r;
  char out[64];
  CHECK(TRANSCODE(UTFLANE_ISO_2022_JP, UTFLANE_UTF8, UTFLANE_STRICT, "a\x1B$BF|~~", 8, out) ==
        UTFLANE_MALFORMED);
  CHECK(r.read == 6 && r.position == 6 && r.written == 4 && r.error_len == 2 && r.skip == 2);
  CHECK(TRANSCODE(UTFLANE_ISO_2022_JP, UTFLANE_UTF8, UTFLANE_STRICT, "a\x1B$BF", 5, out) ==
        UTFLANE_MALFORMED);
  CHECK(r.read == 4 && r.kind == UTFLANE_INCOMPLETE && r.error_len == 0 && r.skip == 1);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_ISO_2022_JP, UTFLANE_STRICT, "a\xF0\x9F\x98\x80z", 6,
                  out) == UTFLANE_UNREPRESENTABLE);
  CHECK(r.read == 1 && r.written == 1 && r.skip == 4 && r.code_point == 0x1F600);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_ISO_2022_JP, UTFLANE_LOSSY, "a\xF0\x9F\x98\x80z", 6,
                  out) == UTFLANE_OK);
  CHECK(r.written == 3 && memcmp(out, "a?z", 3) == 0);
  /* The text is longer than the internal buffer. */
  enum { CHARACTERS = 5000 };
  static char utf8[3 * CHARACTERS], bytes[2 * CHARACTERS + 6], back[3 * CHARACTERS];
  for (size_t at = 0; at < sizeof utf8; at += 3) {
    memcpy(utf8 + at, "\xE6\x97\xA5", 3);
  }
  for (size_t missing = 0; missing < 2; ++missing) {
    CHECK(utflane_transcode(UTFLANE_UTF8, UTFLANE_ISO_2022_JP, UTFLANE_STRICT, utf8, sizeof utf8,
                            bytes, sizeof bytes - missing,
                            &r) == (missing ? UTFLANE_OUTPUT_FULL : UTFLANE_OK));
    CHECK(r.read == sizeof utf8 && r.written == sizeof bytes - (missing ? 3 : 0));
  }
  CHECK(TRANSCODE(UTFLANE_ISO_2022_JP, UTFLANE_UTF8, UTFLANE_STRICT, bytes, sizeof bytes, back) ==
        UTFLANE_OK);
  CHECK(r.written == sizeof back && memcmp(back, utf8, sizeof back) == 0);
}

/* The encoding is stateful: one call converts a whole text, and a stream converts parts of it. */
static void stateful(void) {
  static const char bytes[] = "a\x1B$BF|\x1B(B", utf8[] = "a\xE6\x97\xA5";
  enum { LEN = sizeof bytes - 1, UTF8_LEN = sizeof utf8 - 1 };
  utflane_result r;
  char there[32];
  CHECK(utflane_encoding_by_name("iso-2022-jp") == UTFLANE_ISO_2022_JP);
  CHECK(utflane_validate(UTFLANE_ISO_2022_JP, bytes, LEN, NULL) == UTFLANE_OK);
  CHECK(utflane_char_count(UTFLANE_ISO_2022_JP, bytes, LEN) == 2);
  whole(UTFLANE_UTF8, utf8, UTF8_LEN, UTFLANE_ISO_2022_JP, bytes, LEN);
  whole(UTFLANE_ISO_2022_JP, bytes, LEN, UTFLANE_UTF8, utf8, UTF8_LEN);
  whole(UTFLANE_ISO_2022_JP, bytes, LEN, UTFLANE_ISO_2022_JP, bytes, LEN);
  /* Two concatenated texts are one text. */
  whole(UTFLANE_ISO_2022_JP, "\x1B$BF|\x1B(B\x1B$BF|\x1B(B", 16, UTFLANE_UTF8, "\xE6\x97\xA5\xE6\x97\xA5", 6);
  faults();
  for (size_t cut = 0; cut <= LEN; ++cut) {
    utflane_stream *stream = utflane_stream_new(UTFLANE_ISO_2022_JP, UTFLANE_UTF8, UTFLANE_STRICT);
    utflane_stream *validator = utflane_stream_new_validator(UTFLANE_ISO_2022_JP);
    size_t written = 0;
    for (int half = 0; half < 2; ++half) {
      const char *src = half == 0 ? bytes : bytes + cut;
      const size_t src_len = half == 0 ? cut : LEN - cut;
      CHECK(utflane_stream_feed(stream, src, src_len, there + written, 32 - written,
                                &r) == UTFLANE_OK);
      written += r.written;
      CHECK(utflane_stream_feed(validator, src, src_len, NULL, 0, NULL) == UTFLANE_OK);
    }
    CHECK(utflane_stream_finish(stream, NULL, 0, NULL) == UTFLANE_OK);
    CHECK(utflane_stream_finish(validator, NULL, 0, NULL) == UTFLANE_OK);
    CHECK(written == UTF8_LEN && memcmp(there, utf8, UTF8_LEN) == 0);
    utflane_stream_free(stream);
    utflane_stream_free(validator);
  }
  utflane_stream *stream = utflane_stream_new(UTFLANE_UTF8, UTFLANE_ISO_2022_JP, UTFLANE_STRICT);
  CHECK(utflane_stream_feed(stream, utf8, UTF8_LEN, there, 32, &r) == UTFLANE_OK);
  size_t written = r.written;
  CHECK(utflane_stream_finish(stream, there + written, 32 - written, &r) == UTFLANE_OK);
  written += r.written;
  CHECK(written == LEN && memcmp(there, bytes, LEN) == 0);
  utflane_stream_free(stream);
}

static void lossy(void) {
  utflane_result r;
  char bytes[16];
  static const char text[] = "a\xF0\x9F\x98\x80z";
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_SHIFT_JIS, UTFLANE_STRICT, text, 6, bytes) ==
        UTFLANE_UNREPRESENTABLE);
  CHECK(r.read == 1 && r.skip == 4 && r.code_point == 0x1F600);
  CHECK(TRANSCODE(UTFLANE_UTF8, UTFLANE_SHIFT_JIS, UTFLANE_LOSSY, text, 6, bytes) == UTFLANE_OK);
  CHECK(r.written == 3 && memcmp(bytes, "a?z", 3) == 0);
  /* A lead byte before an ASCII byte that is not a trail byte is malformed by itself. */
  CHECK(TRANSCODE(UTFLANE_SHIFT_JIS, UTFLANE_UTF8, UTFLANE_LOSSY, "\x81 z", 3, bytes) ==
        UTFLANE_OK);
  CHECK(r.written == 5 && memcmp(bytes, "\xEF\xBF\xBD z", 5) == 0);
}

static void none(void) {
  utflane_result r;
  char bytes[16];
  for (size_t index = 0; index < TEXTS; ++index) {
    const utflane_encoding encoding = texts[index].encoding;
    CHECK(utflane_encoding_name(encoding) == NULL);
    CHECK(utflane_encoding_by_name(texts[index].name) == UTFLANE_NONE);
    CHECK(utflane_encoding_by_label(texts[index].name) == UTFLANE_NONE);
    CHECK(TRANSCODE(encoding, UTFLANE_UTF8, UTFLANE_STRICT, "a", 1, bytes) ==
          UTFLANE_BAD_ENCODING);
    CHECK(utflane_validate(encoding, "a", 1, &r) == UTFLANE_BAD_ENCODING);
    CHECK(utflane_stream_new(encoding, UTFLANE_UTF8, UTFLANE_STRICT) == NULL);
  }
  CHECK(utflane_stream_new_validator(UTFLANE_ISO_2022_JP) == NULL);
}

int main(int argc, char **argv) {
  const int has_them = argc > 1 && strcmp(argv[1], "all") == 0;
  if (!has_them) {
    none();
    printf("east_asia: none, as it should be\n");
    return 0;
  }
  for (size_t index = 0; index < TEXTS; ++index) {
    one(index);
  }
  stateful();
  lossy();
  printf("east_asia: as it should be\n");
  return 0;
}
