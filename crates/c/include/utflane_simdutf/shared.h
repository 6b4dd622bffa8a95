/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Code that the headers for C and C++ share: simdutf's errors, and functions that utflane.h does
 * not have. For C11 and C++17.
 */
#ifndef UTFLANE_SIMDUTF_SHARED_H
#define UTFLANE_SIMDUTF_SHARED_H

#include "../utflane.h"
#include "rows.h"

#ifdef __cplusplus
#define UTFLANE_SIMDUTF_SHARED inline
#define UTFLANE_SIMDUTF_CONSTANT constexpr
#define UTFLANE_SIMDUTF_AS(type, value) static_cast<type>(value)
#else
#include <uchar.h>
#define UTFLANE_SIMDUTF_SHARED static inline
#define UTFLANE_SIMDUTF_CONSTANT static inline
#define UTFLANE_SIMDUTF_AS(type, value) ((type)(value))
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define UTFLANE_SIMDUTF_BIG 1
#define UTFLANE_SIMDUTF_utf16 utf16be
#define UTFLANE_SIMDUTF_NUMBER_utf16 UTFLANE_UTF16BE
#else
#define UTFLANE_SIMDUTF_BIG 0
#define UTFLANE_SIMDUTF_utf16 utf16le
#define UTFLANE_SIMDUTF_NUMBER_utf16 UTFLANE_UTF16LE
#endif

/* The encodings as parts of function names in utflane.h, and as numbers. */
#define UTFLANE_SIMDUTF_utf16le utf16le
#define UTFLANE_SIMDUTF_utf16be utf16be
#define UTFLANE_SIMDUTF_utf8 utf8
#define UTFLANE_SIMDUTF_utf32 utf32
#define UTFLANE_SIMDUTF_latin1 latin1
#define UTFLANE_SIMDUTF_ascii ascii
#define UTFLANE_SIMDUTF_NUMBER_utf16le UTFLANE_UTF16LE
#define UTFLANE_SIMDUTF_NUMBER_utf16be UTFLANE_UTF16BE

/* The unit types of the encodings. */
#define UTFLANE_SIMDUTF_UNIT_ascii char
#define UTFLANE_SIMDUTF_UNIT_utf8 char
#define UTFLANE_SIMDUTF_UNIT_latin1 char
#define UTFLANE_SIMDUTF_UNIT_utf16 char16_t
#define UTFLANE_SIMDUTF_UNIT_utf16le char16_t
#define UTFLANE_SIMDUTF_UNIT_utf16be char16_t
#define UTFLANE_SIMDUTF_UNIT_utf32 char32_t

/* The functions of utflane.h for these encodings. */
#define UTFLANE_SIMDUTF_CONVERT(from, to)                                                          \
  UTFLANE_SIMDUTF_JOINED(UTFLANE_SIMDUTF_##from, _to_, UTFLANE_SIMDUTF_##to)
#define UTFLANE_SIMDUTF_VALID(encoding) UTFLANE_SIMDUTF_JOINED(valid_, UTFLANE_SIMDUTF_##encoding, )
#define UTFLANE_SIMDUTF_LENGTH(from, to)                                                           \
  UTFLANE_SIMDUTF_JOINED(to, _len_of_, UTFLANE_SIMDUTF_##from)
#define UTFLANE_SIMDUTF_JOINED(one, two, three) UTFLANE_SIMDUTF_JOIN(one, two, three)
#define UTFLANE_SIMDUTF_JOIN(one, two, three) utflane_##one##two##three

/* Whether an encoding is Latin-1. Conversions to Latin-1 have another error code. */
#define UTFLANE_SIMDUTF_NARROW_latin1 1
#define UTFLANE_SIMDUTF_NARROW_utf8 0
#define UTFLANE_SIMDUTF_NARROW_utf16 0
#define UTFLANE_SIMDUTF_NARROW_utf16le 0
#define UTFLANE_SIMDUTF_NARROW_utf16be 0
#define UTFLANE_SIMDUTF_NARROW_utf32 0

/* simdutf's errors. */
enum {
  UTFLANE_SIMDUTF_SUCCESS = 0,
  UTFLANE_SIMDUTF_HEADER_BITS = 1,
  UTFLANE_SIMDUTF_TOO_SHORT = 2,
  UTFLANE_SIMDUTF_TOO_LONG = 3,
  UTFLANE_SIMDUTF_OVERLONG = 4,
  UTFLANE_SIMDUTF_TOO_LARGE = 5,
  UTFLANE_SIMDUTF_SURROGATE = 6,
  UTFLANE_SIMDUTF_OUTPUT_BUFFER_TOO_SMALL = 10
};

/** Returns the error of simdutf for a character in UTF-8, or UTFLANE_SIMDUTF_SUCCESS. `bytes`
 * contains its first four bytes, the first one in the highest bits, and 0 for missing bytes. */
UTFLANE_SIMDUTF_CONSTANT int utflane_simdutf_why_utf8(uint32_t bytes, bool to_latin1) {
  const uint32_t lead = bytes >> 24;
  if (lead < 0x80) {
    return UTFLANE_SIMDUTF_SUCCESS;
  }
  if (lead < 0xC0) {
    return UTFLANE_SIMDUTF_TOO_LONG;
  }
  if (lead >= 0xF8) {
    return UTFLANE_SIMDUTF_HEADER_BITS;
  }
  const uint32_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (to_latin1 && size > 2) {
    return UTFLANE_SIMDUTF_TOO_LARGE;
  }
  uint32_t value = lead & (0x7Fu >> size);
  for (uint32_t i = 1; i < size; ++i) {
    const uint32_t byte = bytes >> (24 - 8 * i) & 0xFF;
    if ((byte & 0xC0) != 0x80) {
      return UTFLANE_SIMDUTF_TOO_SHORT;
    }
    value = value << 6 | (byte & 0x3F);
  }
  const uint32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  if (value < least) {
    return UTFLANE_SIMDUTF_OVERLONG;
  }
  if (size == 3 && value >= 0xD800 && value < 0xE000) {
    return UTFLANE_SIMDUTF_SURROGATE;
  }
  return value > (to_latin1 ? 0xFFu : 0x10FFFFu) ? UTFLANE_SIMDUTF_TOO_LARGE
                                                 : UTFLANE_SIMDUTF_SUCCESS;
}

/** Returns the error of simdutf for UTF-16 at which a conversion has stopped. */
UTFLANE_SIMDUTF_CONSTANT int utflane_simdutf_why_utf16(bool to_latin1) {
  return to_latin1 ? UTFLANE_SIMDUTF_TOO_LARGE : UTFLANE_SIMDUTF_SURROGATE;
}

/** Returns the error of simdutf for a value of UTF-32. */
UTFLANE_SIMDUTF_CONSTANT int utflane_simdutf_why_utf32(uint32_t value, bool to_latin1) {
  return to_latin1 || value > 0x10FFFF ? UTFLANE_SIMDUTF_TOO_LARGE : UTFLANE_SIMDUTF_SURROGATE;
}

/** Returns the first four bytes as a number, with 0 for missing bytes. */
UTFLANE_SIMDUTF_SHARED uint32_t utflane_simdutf_four(const char *in, size_t len) {
  uint32_t bytes = 0;
  for (size_t i = 0; i < 4; ++i) {
    bytes = bytes << 8 | (i < len ? UTFLANE_SIMDUTF_AS(uint8_t, in[i]) : 0u);
  }
  return bytes;
}

/* The error of a conversion that has stopped at in[at], for each source encoding. */
#define UTFLANE_SIMDUTF_WHY_ascii(in, len, at, narrow) UTFLANE_SIMDUTF_TOO_LARGE
#define UTFLANE_SIMDUTF_WHY_utf8(in, len, at, narrow)                                              \
  utflane_simdutf_why_utf8(utflane_simdutf_four(in + at, len - at), narrow)
#define UTFLANE_SIMDUTF_WHY_utf16(in, len, at, narrow) utflane_simdutf_why_utf16(narrow)
#define UTFLANE_SIMDUTF_WHY_utf16le UTFLANE_SIMDUTF_WHY_utf16
#define UTFLANE_SIMDUTF_WHY_utf16be UTFLANE_SIMDUTF_WHY_utf16
#define UTFLANE_SIMDUTF_WHY_utf32(in, len, at, narrow) utflane_simdutf_why_utf32(in[at], narrow)

UTFLANE_SIMDUTF_CONSTANT uint16_t utflane_simdutf_swapped(uint16_t unit) {
  return UTFLANE_SIMDUTF_AS(uint16_t, unit >> 8 | unit << 8);
}

/** Converts a unit of UTFLANE_UTF16LE or UTFLANE_UTF16BE to native byte order. */
UTFLANE_SIMDUTF_CONSTANT uint16_t utflane_simdutf_unit(utflane_encoding encoding, uint16_t unit) {
  return encoding == UTFLANE_SIMDUTF_NUMBER_utf16 ? unit : utflane_simdutf_swapped(unit);
}

/** Whether all units are ASCII. */
UTFLANE_SIMDUTF_SHARED bool utflane_simdutf_is_ascii(utflane_encoding encoding, const char16_t *in,
                                                     size_t len) {
  return utflane_measure(encoding, UTFLANE_ASCII, UTFLANE_STRICT, in, 2 * len, NULL) == UTFLANE_OK;
}

/** Copies UTF-16 and replaces unpaired surrogates. `out` may be `in`. */
UTFLANE_SIMDUTF_SHARED void utflane_simdutf_well_formed(utflane_encoding encoding,
                                                        const char16_t *in, size_t len,
                                                        char16_t *out) {
  if (in != out) {
    utflane_transcode(encoding, encoding, UTFLANE_LOSSY, in, 2 * len, out, 2 * len, NULL);
    return;
  }
  for (size_t at = 0; at < len; ++at) {
    utflane_result error;
    if (utflane_validate(encoding, in + at, 2 * (len - at), &error) == UTFLANE_OK) {
      return;
    }
    at += error.read / 2;
    out[at] = utflane_simdutf_unit(encoding, 0xFFFD);
  }
}

/** Converts UTF-16 to UTF-8 and replaces unpaired surrogates. */
UTFLANE_SIMDUTF_SHARED size_t utflane_simdutf_replace(utflane_encoding encoding, const char16_t *in,
                                                      size_t len, char *out) {
  const size_t capacity = utflane_lossy_len(encoding, UTFLANE_UTF8, in, 2 * len);
  utflane_transcode(encoding, UTFLANE_UTF8, UTFLANE_LOSSY_TIDY, in, 2 * len, out, capacity, NULL);
  return capacity;
}

/** Whether there are surrogates, paired or unpaired. */
UTFLANE_SIMDUTF_SHARED bool utflane_simdutf_any_surrogate(utflane_encoding encoding,
                                                          const char16_t *in, size_t len) {
  // A surrogate pair is one character of two units.
  return utflane_char_count(encoding, in, 2 * len) != len ||
         utflane_validate(encoding, in, 2 * len, NULL) != UTFLANE_OK;
}

/** Converts as many characters as fit into `cap` bytes of UTF-8. */
UTFLANE_SIMDUTF_SHARED int utflane_simdutf_bounded(utflane_encoding from, utflane_mode mode,
                                                   const void *in, size_t len, char *out,
                                                   size_t cap, utflane_result *done) {
  switch (utflane_transcode(from, UTFLANE_UTF8, mode, in, len, out, cap, done)) {
  case UTFLANE_OK:
    return UTFLANE_SIMDUTF_SUCCESS;
  case UTFLANE_OUTPUT_FULL:
    return UTFLANE_SIMDUTF_OUTPUT_BUFFER_TOO_SMALL;
  default:
    // There is a malformed sequence, and no capacity left for its replacement.
    return done->written == cap ? UTFLANE_SIMDUTF_OUTPUT_BUFFER_TOO_SMALL
                                : UTFLANE_SIMDUTF_SURROGATE;
  }
}

/** Returns the number of bytes of the incomplete character at the end. `last` contains the last
 * three bytes, the last one in the lowest bits, and 0 for missing bytes. */
UTFLANE_SIMDUTF_CONSTANT size_t utflane_simdutf_cut_utf8(uint32_t last) {
  return (last & 0xFF) >= 0xC0 ? 1 : (last >> 8 & 0xFF) >= 0xE0 ? 2 : (last >> 16) >= 0xF0 ? 3 : 0;
}

/** Returns the number of units of the incomplete character that ends with the unit `last`. */
UTFLANE_SIMDUTF_CONSTANT size_t utflane_simdutf_cut_utf16(utflane_encoding encoding, uint16_t last) {
  return (utflane_simdutf_unit(encoding, last) & 0xFC00) == 0xD800;
}

UTFLANE_SIMDUTF_SHARED size_t utflane_simdutf_trim_utf8(const char *in, size_t len) {
  uint32_t last = 0;
  for (size_t back = len < 3 ? len : 3; back > 0; --back) {
    last = last << 8 | UTFLANE_SIMDUTF_AS(uint8_t, in[len - back]);
  }
  return len - utflane_simdutf_cut_utf8(last);
}

UTFLANE_SIMDUTF_SHARED size_t utflane_simdutf_trim_utf16(utflane_encoding encoding,
                                                         const char16_t *in, size_t len) {
  return len == 0 ? 0 : len - utflane_simdutf_cut_utf16(encoding, in[len - 1]);
}

UTFLANE_SIMDUTF_SHARED void utflane_simdutf_swap(const char16_t *in, size_t len, char16_t *out) {
  for (size_t i = 0; i < len; ++i) {
    out[i] = utflane_simdutf_swapped(in[i]);
  }
}

/** Returns simdutf's bit for the byte order mark at the beginning, or 0 if there is none. */
UTFLANE_SIMDUTF_SHARED int utflane_simdutf_bom(const char *in, size_t len) {
  switch (utflane_sniff_bom(in, len, NULL)) {
  case UTFLANE_UTF8:
    return 1;
  case UTFLANE_UTF16LE:
    return 2;
  case UTFLANE_UTF16BE:
    return 4;
  case UTFLANE_UTF32LE:
    return 8;
  case UTFLANE_UTF32BE:
    return 16;
  default:
    return 0;
  }
}

/** Returns simdutf's bits for the encodings in which the bytes are well-formed, or for that of the
 * byte order mark. */
UTFLANE_SIMDUTF_SHARED int utflane_simdutf_detect(const char *in, size_t len) {
  const int marked = utflane_simdutf_bom(in, len);
  if (marked != 0) {
    return marked;
  }
  int found = utflane_valid_utf8(in, len) == len ? 1 : 0;
  if (len % 2 == 0 && utflane_validate(UTFLANE_UTF16LE, in, len, NULL) == UTFLANE_OK) {
    found |= 2;
  }
  if (len % 4 == 0 && utflane_validate(UTFLANE_UTF32LE, in, len, NULL) == UTFLANE_OK) {
    found |= 8;
  }
  return found;
}

#endif
