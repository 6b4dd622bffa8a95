/* Tests the headers of encoding_c and encoding_c_mem, linked with this package in place of encoding_rs. */

#include <stdio.h>
#include <string.h>
#include <uchar.h>

#include "encoding_rs.h"
#include "encoding_rs_mem.h"

static int passed, ran;

static void check(bool is_right, const char *what) {
  ran++;
  passed += is_right;
  if (!is_right) fprintf(stderr, "not so: %s\n", what);
}

#define CHECK(condition) check(condition, #condition)
#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1

/* Looks up each encoding by its static, its name and its label. */
static void statics(void) {
  const Encoding *const all[] = {
      BIG5_ENCODING,         EUC_JP_ENCODING,       EUC_KR_ENCODING,
      GBK_ENCODING,          IBM866_ENCODING,       ISO_2022_JP_ENCODING,
      ISO_8859_10_ENCODING,  ISO_8859_13_ENCODING,  ISO_8859_14_ENCODING,
      ISO_8859_15_ENCODING,  ISO_8859_16_ENCODING,  ISO_8859_2_ENCODING,
      ISO_8859_3_ENCODING,   ISO_8859_4_ENCODING,   ISO_8859_5_ENCODING,
      ISO_8859_6_ENCODING,   ISO_8859_7_ENCODING,   ISO_8859_8_ENCODING,
      ISO_8859_8_I_ENCODING, KOI8_R_ENCODING,       KOI8_U_ENCODING,
      MACINTOSH_ENCODING,    SHIFT_JIS_ENCODING,    UTF_16BE_ENCODING,
      UTF_16LE_ENCODING,     UTF_8_ENCODING,        GB18030_ENCODING,
      REPLACEMENT_ENCODING,  WINDOWS_1250_ENCODING, WINDOWS_1251_ENCODING,
      WINDOWS_1252_ENCODING, WINDOWS_1253_ENCODING, WINDOWS_1254_ENCODING,
      WINDOWS_1255_ENCODING, WINDOWS_1256_ENCODING, WINDOWS_1257_ENCODING,
      WINDOWS_1258_ENCODING, WINDOWS_874_ENCODING,  X_MAC_CYRILLIC_ENCODING,
      X_USER_DEFINED_ENCODING};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    uint8_t name[ENCODING_NAME_MAX_LENGTH];
    size_t length = encoding_name(all[i], name);
    CHECK(length <= ENCODING_NAME_MAX_LENGTH);
    CHECK(encoding_for_label(name, length) == all[i]);
  }
  CHECK(encoding_for_label(BYTES("latin1")) == WINDOWS_1252_ENCODING);
  CHECK(encoding_for_label(BYTES("no such")) == NULL);
  CHECK(encoding_output_encoding(UTF_16LE_ENCODING) == UTF_8_ENCODING);
}

static void decoders(void) {
  Decoder *decoder = encoding_new_decoder(SHIFT_JIS_ENCODING);
  const uint8_t text[] = "\x83\x6E\x83\x8D\x81";
  size_t read = sizeof text - 1, written = decoder_max_utf16_buffer_length(decoder, read);
  char16_t units[16];
  bool replaced = true;
  CHECK(written <= 16);
  CHECK(decoder_decode_to_utf16(decoder, text, &read, units, &written, false, &replaced) ==
        INPUT_EMPTY);
  CHECK(read == 5 && written == 2 && !replaced);
  CHECK(units[0] == 0x30CF && units[1] == 0x30ED);
  uint8_t bytes[8];
  read = 0, written = sizeof bytes;
  CHECK(decoder_decode_to_utf8(decoder, text, &read, bytes, &written, true, &replaced) ==
        INPUT_EMPTY);
  CHECK(written == 3 && replaced && !memcmp(bytes, "\xEF\xBF\xBD", 3));
  decoder_free(decoder);

  decoder = encoding_new_decoder(WINDOWS_1252_ENCODING);
  read = 3, written = 16;
  CHECK(decoder_decode_to_utf16_without_replacement(decoder, (const uint8_t *)"\xEF\xBB\xBF",
                                                    &read, units, &written, false) == INPUT_EMPTY);
  CHECK(decoder_encoding(decoder) == UTF_8_ENCODING && written == 0);
  read = 3, written = 0;
  CHECK(decoder_decode_to_utf16_without_replacement(decoder, text, &read, units, &written, true) ==
        OUTPUT_FULL);
  decoder_free(decoder);
}

static void encoders(void) {
  Encoder *encoder = encoding_new_encoder(WINDOWS_1252_ENCODING);
  const uint8_t text[] = "10 \xE2\x82\xAC \xE2\x98\x83";
  uint8_t bytes[32];
  size_t read = sizeof text - 1, written = sizeof bytes;
  bool replaced = false;
  CHECK(encoder_encode_from_utf8(encoder, text, &read, bytes, &written, true, &replaced) ==
        INPUT_EMPTY);
  CHECK(read == 10 && written == 12 && replaced && !memcmp(bytes, "10 \x80 &#9731;", 12));
  read = sizeof text - 1, written = sizeof bytes;
  uint32_t character =
      encoder_encode_from_utf8_without_replacement(encoder, text, &read, bytes, &written, true);
  CHECK(character == 0x2603 && written == 5);
  encoder_free(encoder);
}

static void memory(void) {
  const char text[] = "na\xC3\xAFve";
  char16_t units[8];
  size_t length = encoding_mem_convert_utf8_to_utf16(text, sizeof text - 1, units, 8);
  CHECK(length == 5 && units[2] == 0xEF);
  CHECK(encoding_mem_is_utf16_latin1(units, length));
  CHECK(!encoding_mem_is_utf16_bidi(units, length));
  CHECK(encoding_mem_is_char_bidi(0x5D0));
  CHECK(encoding_utf8_valid_up_to(BYTES("ab\xFF")) == 2);
}

int main(void) {
  statics();
  decoders();
  encoders();
  memory();
  printf("headers of encoding_c 0.9.8 and encoding_c_mem 0.2.6, by a program in C: %d of %d pass\n",
         passed, ran);
  return passed != ran;
}
