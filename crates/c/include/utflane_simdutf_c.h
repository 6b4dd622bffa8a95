/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The functions of simdutf_c.h on top of libutflane, for C11 and C++17. Names, arguments, return
 * values and error codes are those of simdutf 9.1. The functions for base64 and `find` are missing.
 * All conversions of utflane_simdutf.hpp are available, including those that simdutf only has in
 * C++. The functions are inline: the library has no symbols with these names. The folder `simdutf`
 * next to this file also provides this header as simdutf_c.h.
 */
#ifndef UTFLANE_SIMDUTF_C_H
#define UTFLANE_SIMDUTF_C_H

#include "utflane_simdutf/shared.h"

typedef enum simdutf_error_code {
  SIMDUTF_ERROR_SUCCESS = 0,
  SIMDUTF_ERROR_HEADER_BITS,
  SIMDUTF_ERROR_TOO_SHORT,
  SIMDUTF_ERROR_TOO_LONG,
  SIMDUTF_ERROR_OVERLONG,
  SIMDUTF_ERROR_TOO_LARGE,
  SIMDUTF_ERROR_SURROGATE,
  SIMDUTF_ERROR_INVALID_BASE64_CHARACTER,
  SIMDUTF_ERROR_BASE64_INPUT_REMAINDER,
  SIMDUTF_ERROR_BASE64_EXTRA_BITS,
  SIMDUTF_ERROR_OUTPUT_BUFFER_TOO_SMALL,
  SIMDUTF_ERROR_OTHER
} simdutf_error_code;

/** On error, `count` is its position, otherwise the number of units validated or written. */
typedef struct simdutf_result {
  simdutf_error_code error;
  size_t count;
} simdutf_result;

typedef struct simdutf_full_result {
  simdutf_error_code error;
  size_t input_count;
  size_t output_count;
} simdutf_full_result;

typedef enum simdutf_encoding_type {
  SIMDUTF_ENCODING_UNSPECIFIED = 0,
  SIMDUTF_ENCODING_UTF8 = 1,
  SIMDUTF_ENCODING_UTF16_LE = 2,
  SIMDUTF_ENCODING_UTF16_BE = 4,
  SIMDUTF_ENCODING_UTF32_LE = 8,
  SIMDUTF_ENCODING_UTF32_BE = 16
} simdutf_encoding_type;

static inline simdutf_result utflane_simdutf_result(int error, size_t count) {
  simdutf_result result;
  result.error = (simdutf_error_code)error;
  result.count = count;
  return result;
}

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  static inline bool simdutf_validate_##name(const UTFLANE_SIMDUTF_UNIT_##name *buf, size_t len) { \
    return UTFLANE_SIMDUTF_VALID(name)(buf, len) == len;                                           \
  }                                                                                                \
  static inline simdutf_result simdutf_validate_##name##_with_errors(                              \
      const UTFLANE_SIMDUTF_UNIT_##name *buf, size_t len) {                                        \
    const size_t valid = UTFLANE_SIMDUTF_VALID(name)(buf, len);                                    \
    return utflane_simdutf_result(                                                                 \
        valid == len ? 0 : UTFLANE_SIMDUTF_WHY_##name(buf, len, valid, false), valid);             \
  }
UTFLANE_SIMDUTF_VALIDATIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

/* A conversion that returns 0 if it fails. The `convert_valid_..` functions also validate. */
#define UTFLANE_SIMDUTF_PLAIN(name, from, to)                                                      \
  static inline size_t simdutf_##name(const UTFLANE_SIMDUTF_UNIT_##from *input, size_t length,     \
                                      UTFLANE_SIMDUTF_UNIT_##to *output) {                         \
    const utflane_progress done = UTFLANE_SIMDUTF_CONVERT(from, to)(input, length, output);        \
    return done.read == length ? done.written : 0;                                                 \
  }
#define UTFLANE_SIMDUTF_WIDENING(from, to)                                                         \
  UTFLANE_SIMDUTF_PLAIN(convert_##from##_to_##to, from, to)
UTFLANE_SIMDUTF_WIDENINGS(UTFLANE_SIMDUTF_WIDENING)

#define UTFLANE_SIMDUTF_ROW(from, to)                                                              \
  UTFLANE_SIMDUTF_PLAIN(convert_##from##_to_##to, from, to)                                        \
  UTFLANE_SIMDUTF_PLAIN(convert_valid_##from##_to_##to, from, to)                                  \
  static inline simdutf_result simdutf_convert_##from##_to_##to##_with_errors(                     \
      const UTFLANE_SIMDUTF_UNIT_##from *input, size_t length,                                     \
      UTFLANE_SIMDUTF_UNIT_##to *output) {                                                         \
    const utflane_progress done = UTFLANE_SIMDUTF_CONVERT(from, to)(input, length, output);        \
    return done.read == length                                                                     \
               ? utflane_simdutf_result(0, done.written)                                           \
               : utflane_simdutf_result(UTFLANE_SIMDUTF_WHY_##from(input, length, done.read,       \
                                                                   UTFLANE_SIMDUTF_NARROW_##to),   \
                                        done.read);                                                \
  }
UTFLANE_SIMDUTF_CONVERSIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
#undef UTFLANE_SIMDUTF_WIDENING
#undef UTFLANE_SIMDUTF_PLAIN

#define UTFLANE_SIMDUTF_ROW(name, from, to)                                                        \
  static inline size_t simdutf_##name(const UTFLANE_SIMDUTF_UNIT_##from *input, size_t length) {   \
    return UTFLANE_SIMDUTF_LENGTH(from, to)(input, length);                                        \
  }
UTFLANE_SIMDUTF_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  static inline size_t simdutf_##name(size_t length) { return length; }
UTFLANE_SIMDUTF_SAME_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  static inline bool simdutf_validate_##name##_as_ascii(const char16_t *buf, size_t len) {         \
    return utflane_simdutf_is_ascii(UTFLANE_SIMDUTF_NUMBER_##name, buf, len);                      \
  }                                                                                                \
  static inline void simdutf_to_well_formed_##name(const char16_t *input, size_t len,              \
                                                   char16_t *output) {                             \
    utflane_simdutf_well_formed(UTFLANE_SIMDUTF_NUMBER_##name, input, len, output);                \
  }                                                                                                \
  static inline size_t simdutf_convert_##name##_to_utf8_with_replacement(                          \
      const char16_t *input, size_t length, char *output) {                                        \
    return utflane_simdutf_replace(UTFLANE_SIMDUTF_NUMBER_##name, input, length, output);          \
  }                                                                                                \
  static inline simdutf_result simdutf_utf8_length_from_##name##_with_replacement(                 \
      const char16_t *input, size_t length) {                                                      \
    const utflane_encoding from = UTFLANE_SIMDUTF_NUMBER_##name;                                   \
    return utflane_simdutf_result(                                                                 \
        utflane_simdutf_any_surrogate(from, input, length) ? UTFLANE_SIMDUTF_SURROGATE : 0,        \
        utflane_lossy_len(from, UTFLANE_UTF8, input, 2 * length));                                 \
  }                                                                                                \
  static inline size_t simdutf_trim_partial_##name(const char16_t *input, size_t length) {         \
    return utflane_simdutf_trim_utf16(UTFLANE_SIMDUTF_NUMBER_##name, input, length);               \
  }
UTFLANE_SIMDUTF_UTF16_ORDERS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

static inline size_t simdutf_trim_partial_utf8(const char *input, size_t length) {
  return utflane_simdutf_trim_utf8(input, length);
}

static inline void simdutf_change_endianness_utf16(const char16_t *input, size_t length,
                                                   char16_t *output) {
  utflane_simdutf_swap(input, length, output);
}

/* Conversions of as many characters as fit: name, unit, encoding, mode. */
#define UTFLANE_SIMDUTF_BOUNDED(name, unit, from, mode)                                            \
  static inline simdutf_full_result simdutf_##name(const unit *input, size_t length, char *output, \
                                                   size_t utf8_len) {                              \
    utflane_result done;                                                                           \
    simdutf_full_result result;                                                                    \
    result.error = (simdutf_error_code)utflane_simdutf_bounded(from, mode, input, length, output,  \
                                                               utf8_len, &done);                   \
    result.input_count = done.read;                                                                \
    result.output_count = done.written;                                                            \
    return result;                                                                                 \
  }
UTFLANE_SIMDUTF_BOUNDED(convert_latin1_to_utf8_safe_with_details, char, UTFLANE_LATIN1,
                        UTFLANE_STRICT_TIDY)
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_safe_with_details, char16_t, UTFLANE_UTF16,
                        UTFLANE_STRICT_TIDY)
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_with_replacement_safe, char16_t, UTFLANE_UTF16,
                        UTFLANE_LOSSY_TIDY)
#undef UTFLANE_SIMDUTF_BOUNDED

/** Writes as many characters as fit. Returns the number of bytes written. */
static inline size_t simdutf_convert_latin1_to_utf8_safe(const char *input, size_t length,
                                                         char *output, size_t utf8_len) {
  return simdutf_convert_latin1_to_utf8_safe_with_details(input, length, output, utf8_len)
      .output_count;
}

/** Writes as many characters as fit. Returns the number of bytes, or 0 if an error comes first. */
static inline size_t simdutf_convert_utf16_to_utf8_safe(const char16_t *input, size_t length,
                                                        char *output, size_t utf8_len) {
  const simdutf_full_result done =
      simdutf_convert_utf16_to_utf8_safe_with_details(input, length, output, utf8_len);
  return done.error == SIMDUTF_ERROR_SURROGATE ? 0 : done.output_count;
}

/** Returns the encodings in which the bytes are well-formed, or that of the byte order mark. */
static inline int simdutf_detect_encodings(const char *input, size_t length) {
  return utflane_simdutf_detect(input, length);
}

/** Returns the first of UTF-8, UTF-16LE, UTF-32LE in which the bytes are well-formed. */
static inline simdutf_encoding_type simdutf_autodetect_encoding(const char *input, size_t length) {
  const int found = simdutf_detect_encodings(input, length);
  return (simdutf_encoding_type)(found & -found);
}

#endif
