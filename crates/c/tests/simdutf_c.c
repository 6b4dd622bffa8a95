/* A C program written for simdutf_c.h. */
#include <simdutf_c.h>

#include <stdio.h>
#include <string.h>

int main(void) {
  const char *text = "caf\xC3\xA9 \xE2\x82\xAC";
  const size_t len = strlen(text);
  char16_t units[16];
  char back[16];
  const simdutf_result done = simdutf_convert_utf8_to_utf16_with_errors(text, len, units);
  const simdutf_result fault = simdutf_validate_utf8_with_errors("ab\xF8", 3);
  const simdutf_full_result some =
      simdutf_convert_utf16_to_utf8_safe_with_details(units, done.count, back, 4);
  units[1] = 0xDC00;
  const size_t replaced = simdutf_convert_utf16_to_utf8_with_replacement(units, 2, back);
  const bool good = done.error == SIMDUTF_ERROR_SUCCESS && done.count == 6 &&
                    fault.error == SIMDUTF_ERROR_HEADER_BITS && fault.count == 2 &&
                    some.error == SIMDUTF_ERROR_OUTPUT_BUFFER_TOO_SMALL && some.input_count == 3 &&
                    some.output_count == 3 && replaced == 4 &&
                    memcmp(back, "c\xEF\xBF\xBD", 4) == 0 &&
                    simdutf_autodetect_encoding(text, len) == SIMDUTF_ENCODING_UTF8;
  puts(good ? "good" : "bad");
  return good ? 0 : 1;
}
