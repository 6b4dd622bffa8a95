/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The functions of simdutf over libutflane, in C++17: names, arguments, return values and error
 * codes are those of simdutf 9.1, for everything but base64 and `find`.
 *
 * A project switches by including this in the place of simdutf.h, and linking libutflane. The
 * functions are in the namespace utflane::simdutf; unless UTFLANE_NO_SIMDUTF_ALIAS is defined,
 * `simdutf` is another name of it. Where a project declares things in the namespace itself, its
 * path for headers has the folder `simdutf` beside this file: the simdutf.h there is this header,
 * with a namespace `simdutf` that is no other name.
 *
 * simdutf's conversions are not told how much room there is. Those here write what they count, and
 * touch nothing behind it, well-formed or not.
 */
#ifndef UTFLANE_SIMDUTF_HPP
#define UTFLANE_SIMDUTF_HPP

#include "utflane.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#if __cplusplus >= 202002L
#include <concepts>
#include <span>
#include <type_traits>
#endif

#ifndef SIMDUTF_VERSION
/** The release of simdutf whose interface this is, and what of it is there. */
#define SIMDUTF_VERSION "9.1.0"
#define SIMDUTF_FEATURE_ASCII 1
#define SIMDUTF_FEATURE_DETECT_ENCODING 1
#define SIMDUTF_FEATURE_LATIN1 1
#define SIMDUTF_FEATURE_UTF8 1
#define SIMDUTF_FEATURE_UTF16 1
#define SIMDUTF_FEATURE_UTF32 1
#define SIMDUTF_FEATURE_BASE64 0
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SIMDUTF_IS_BIG_ENDIAN 1
#else
#define SIMDUTF_IS_BIG_ENDIAN 0
#endif
#if __cplusplus >= 202002L
#define SIMDUTF_SPAN 1
#endif
#endif

/* The functions for UTF-16 in the byte order of the machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define UTFLANE_SIMDUTF_utf16 utf16be
#else
#define UTFLANE_SIMDUTF_utf16 utf16le
#endif
#define UTFLANE_SIMDUTF_utf16le utf16le
#define UTFLANE_SIMDUTF_utf16be utf16be
#define UTFLANE_SIMDUTF_utf8 utf8
#define UTFLANE_SIMDUTF_utf32 utf32
#define UTFLANE_SIMDUTF_latin1 latin1
#define UTFLANE_SIMDUTF_ascii ascii
/* Names of functions of utflane.h. */
#define UTFLANE_SIMDUTF_CONVERSION(from, to)                                                       \
  UTFLANE_SIMDUTF_JOINED(UTFLANE_SIMDUTF_##from, _to_, UTFLANE_SIMDUTF_##to)
#define UTFLANE_SIMDUTF_VALID(encoding) UTFLANE_SIMDUTF_JOINED(valid_, UTFLANE_SIMDUTF_##encoding, )
#define UTFLANE_SIMDUTF_JOINED(one, two, three) UTFLANE_SIMDUTF_JOIN(one, two, three)
#define UTFLANE_SIMDUTF_JOIN(one, two, three) utflane_##one##two##three

#ifdef UTFLANE_SIMDUTF_IS_NAMESPACE
namespace simdutf {
#else
namespace utflane {
namespace simdutf {
#endif

enum { SIMDUTF_VERSION_MAJOR = 9, SIMDUTF_VERSION_MINOR = 1, SIMDUTF_VERSION_REVISION = 0 };

enum encoding_type {
  UTF8 = 1,
  UTF16_LE = 2,
  UTF16_BE = 4,
  UTF32_LE = 8,
  UTF32_BE = 16,
  Latin1 = 32,
  unspecified = 0
};

enum endianness { LITTLE = 0, BIG = 1, NATIVE = SIMDUTF_IS_BIG_ENDIAN ? BIG : LITTLE };

enum error_code {
  SUCCESS = 0,
  HEADER_BITS,
  TOO_SHORT,
  TOO_LONG,
  OVERLONG,
  TOO_LARGE,
  SURROGATE,
  INVALID_BASE64_CHARACTER,
  BASE64_INPUT_REMAINDER,
  BASE64_EXTRA_BITS,
  OUTPUT_BUFFER_TOO_SMALL,
  OTHER
};

inline std::string_view error_to_string(error_code code) noexcept {
  constexpr std::string_view names[] = {
      "SUCCESS",   "HEADER_BITS", "TOO_SHORT",
      "TOO_LONG",  "OVERLONG",    "TOO_LARGE",
      "SURROGATE", "INVALID_BASE64_CHARACTER", "BASE64_INPUT_REMAINDER",
      "BASE64_EXTRA_BITS", "OUTPUT_BUFFER_TOO_SMALL"};
  return code < OTHER ? names[code] : "OTHER";
}

/** In case of error, `count` is its position, otherwise the units validated or written. */
struct result {
  error_code error = SUCCESS;
  size_t count = 0;

  result() noexcept = default;
  result(error_code code, size_t position) noexcept : error{code}, count{position} {}
  bool is_ok() const noexcept { return error == SUCCESS; }
  bool is_err() const noexcept { return error != SUCCESS; }
};

struct full_result {
  error_code error = SUCCESS;
  size_t input_count = 0;
  size_t output_count = 0;
  bool padding_error = false;

  full_result() noexcept = default;
  full_result(error_code code, size_t in, size_t out, bool padding = false) noexcept
      : error{code}, input_count{in}, output_count{out}, padding_error{padding} {}
  operator result() const noexcept {
    return {error, error == SUCCESS ? output_count : input_count};
  }
};

namespace detail {

/** The bytes of a unit as C++ has it for a unit as utflane counts it: all are counted in bytes. */
template <class Unit> inline size_t bytes(size_t units) noexcept {
  return units * sizeof(Unit);
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
constexpr bool big = true;
#else
constexpr bool big = false;
#endif

constexpr utflane_encoding utf8 = UTFLANE_UTF8;
constexpr utflane_encoding latin1 = UTFLANE_LATIN1;
constexpr utflane_encoding ascii = UTFLANE_ASCII;
constexpr utflane_encoding utf16le = UTFLANE_UTF16LE;
constexpr utflane_encoding utf16be = UTFLANE_UTF16BE;
constexpr utflane_encoding utf16 = big ? UTFLANE_UTF16BE : UTFLANE_UTF16LE;
constexpr utflane_encoding utf32 = big ? UTFLANE_UTF32BE : UTFLANE_UTF32LE;

/** Why simdutf would stop at the malformed or unrepresentable UTF-8 at `at`. */
inline error_code why_utf8(const char *at, size_t len, bool to_latin1) noexcept {
  const auto byte = [at](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(at[i])); };
  const uint32_t lead = byte(0);
  if (lead < 0xC0) {
    return TOO_LONG;
  }
  if (lead >= 0xF8) {
    return HEADER_BITS;
  }
  const size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (to_latin1 && size > 2) {
    return TOO_LARGE;
  }
  uint32_t value = lead & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if (i >= len || (byte(i) & 0xC0) != 0x80) {
      return TOO_SHORT;
    }
    value = value << 6 | (byte(i) & 0x3F);
  }
  const uint32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  if (value < least) {
    return OVERLONG;
  }
  return size == 3 && value < 0xE000 && value >= 0xD800 ? SURROGATE : TOO_LARGE;
}

/** Why simdutf would stop at `in[at]`. */
inline error_code why(const char *in, size_t len, size_t at, bool to_latin1) noexcept {
  return why_utf8(in + at, len - at, to_latin1);
}
inline error_code why(const char16_t *, size_t, size_t, bool to_latin1) noexcept {
  return to_latin1 ? TOO_LARGE : SURROGATE;
}
inline error_code why(const char32_t *in, size_t, size_t at, bool to_latin1) noexcept {
  return to_latin1 || in[at] > 0x10FFFF ? TOO_LARGE : SURROGATE;
}

template <class In>
inline result ended(utflane_progress done, const In *in, size_t len, bool to_latin1) noexcept {
  if (done.read == len) {
    return {SUCCESS, done.written};
  }
  return {why(in, len, done.read, to_latin1), done.read};
}

/** Whether bytes are well-formed. */
inline bool is_valid(utflane_encoding encoding, const char *in, size_t len) noexcept {
  return utflane_validate(encoding, in, len, nullptr) == UTFLANE_OK;
}

/** Converts and replaces what is malformed. */
inline size_t replace(utflane_encoding from, const char16_t *in, size_t len, char *out) noexcept {
  const size_t size = bytes<char16_t>(len);
  const size_t room = utflane_lossy_len(from, utf8, in, size);
  utflane_transcode(from, utf8, UTFLANE_LOSSY_TIDY, in, size, out, room, nullptr);
  return room;
}

inline bool is_ascii(utflane_encoding encoding, const char16_t *in, size_t len) noexcept {
  return utflane_measure(encoding, ascii, UTFLANE_STRICT, in, bytes<char16_t>(len), nullptr) ==
         UTFLANE_OK;
}

inline char16_t swapped(char16_t unit) noexcept {
  return static_cast<char16_t>((unit >> 8) | (unit << 8));
}

/** `at` may be `out`: simdutf allows to make a text well-formed in place. */
inline void well_formed(utflane_encoding encoding, const char16_t *in, size_t len,
                        char16_t *out) noexcept {
  const size_t size = bytes<char16_t>(len);
  if (in != out) {
    utflane_transcode(encoding, encoding, UTFLANE_LOSSY, in, size, out, size, nullptr);
    return;
  }
  size_t at = 0;
  while (at < size) {
    utflane_result fault;
    const char *rest = reinterpret_cast<const char *>(in) + at;
    if (utflane_validate(encoding, rest, size - at, &fault) == UTFLANE_OK) {
      return;
    }
    at += fault.read;
    const bool native = encoding == utf16;
    out[at / sizeof(char16_t)] = native ? u'\uFFFD' : swapped(u'\uFFFD');
    at += sizeof(char16_t);
  }
}

/** Length in UTF-8 with replacement, and whether there are surrogates. */
inline result replaced_length(utflane_encoding from, const char16_t *in, size_t len) noexcept {
  const size_t size = bytes<char16_t>(len);
  const size_t all = utflane_lossy_len(from, utf8, in, size);
  // Each surrogate, alone or in a pair, counts 2 bytes in one of these and more in the other, or
  // is a character less than units.
  const bool any = utflane_char_count(from, in, size) != len ||
                   utflane_validate(from, in, size, nullptr) != UTFLANE_OK;
  return {any ? SURROGATE : SUCCESS, all};
}

inline size_t trim_utf16(utflane_encoding encoding, const char16_t *in, size_t len) noexcept {
  if (len == 0) {
    return 0;
  }
  const char16_t last = encoding == utf16 ? in[len - 1] : swapped(in[len - 1]);
  return len - ((last & 0xFC00) == 0xD800);
}

} // namespace detail

constexpr bool match_system(endianness order) { return (order == BIG) == detail::big; }

inline std::string_view to_string(encoding_type encoding) {
  switch (encoding) {
  case UTF16_LE:
    return "UTF16 little-endian";
  case UTF16_BE:
    return "UTF16 big-endian";
  case UTF32_LE:
    return "UTF32 little-endian";
  case UTF32_BE:
    return "UTF32 big-endian";
  case UTF8:
    return "UTF8";
  case unspecified:
    return "unknown";
  case Latin1:
    break;
  }
  return "error";
}

namespace BOM {

inline encoding_type check_bom(const char *bytes, size_t length) {
  switch (utflane_sniff_bom(bytes, length, nullptr)) {
  case UTFLANE_UTF8:
    return UTF8;
  case UTFLANE_UTF16LE:
    return UTF16_LE;
  case UTFLANE_UTF16BE:
    return UTF16_BE;
  case UTFLANE_UTF32LE:
    return UTF32_LE;
  case UTFLANE_UTF32BE:
    return UTF32_BE;
  default:
    return unspecified;
  }
}

inline encoding_type check_bom(const uint8_t *bytes, size_t length) {
  return check_bom(reinterpret_cast<const char *>(bytes), length);
}

inline size_t bom_byte_size(encoding_type encoding) {
  return encoding & (UTF16_LE | UTF16_BE)   ? 2
         : encoding & (UTF32_LE | UTF32_BE) ? 4
         : encoding & UTF8                  ? 3
                                            : 0;
}

} // namespace BOM

/* Validation: name, and the unit. */
#define UTFLANE_SIMDUTF_VALIDATE(name, unit)                                                       \
  [[nodiscard]] inline bool validate_##name(const unit *buf, size_t len) noexcept {                \
    return UTFLANE_SIMDUTF_VALID(name)(buf, len) == len;                                           \
  }                                                                                                \
  [[nodiscard]] inline result validate_##name##_with_errors(const unit *buf,                       \
                                                            size_t len) noexcept {                 \
    const size_t valid = UTFLANE_SIMDUTF_VALID(name)(buf, len);                                    \
    return valid == len ? result(SUCCESS, len)                                                     \
                        : result(detail::why(buf, len, valid, false), valid);                      \
  }

UTFLANE_SIMDUTF_VALIDATE(utf8, char)
UTFLANE_SIMDUTF_VALIDATE(utf16, char16_t)
UTFLANE_SIMDUTF_VALIDATE(utf16le, char16_t)
UTFLANE_SIMDUTF_VALIDATE(utf16be, char16_t)
UTFLANE_SIMDUTF_VALIDATE(utf32, char32_t)
#undef UTFLANE_SIMDUTF_VALIDATE

[[nodiscard]] inline bool validate_ascii(const char *buf, size_t len) noexcept {
  return utflane_valid_ascii(buf, len) == len;
}
[[nodiscard]] inline result validate_ascii_with_errors(const char *buf, size_t len) noexcept {
  const size_t valid = utflane_valid_ascii(buf, len);
  return {valid == len ? SUCCESS : TOO_LARGE, valid};
}

/* Conversion: names of the encodings, and their units. Those that take any input for well-formed
 * check it nevertheless, and answer 0 where it is not. */
#define UTFLANE_SIMDUTF_CONVERT_TO(name, from, in_unit, to, out_unit)                              \
  [[nodiscard]] inline size_t name(const in_unit *input, size_t length,                            \
                                   out_unit *output) noexcept {                                    \
    const utflane_progress done =                                                                  \
        UTFLANE_SIMDUTF_CONVERSION(from, to)(input, length, output);                               \
    return done.read == length ? done.written : 0;                                                 \
  }
#define UTFLANE_SIMDUTF_CONVERT_ANY(from, in_unit, to, out_unit)                                   \
  UTFLANE_SIMDUTF_CONVERT_TO(convert_##from##_to_##to, from, in_unit, to, out_unit)
#define UTFLANE_SIMDUTF_CONVERT(from, in_unit, to, out_unit)                                       \
  UTFLANE_SIMDUTF_CONVERT_TO(convert_##from##_to_##to, from, in_unit, to, out_unit)                \
  UTFLANE_SIMDUTF_CONVERT_TO(convert_valid_##from##_to_##to, from, in_unit, to, out_unit)          \
  [[nodiscard]] inline result convert_##from##_to_##to##_with_errors(                              \
      const in_unit *input, size_t length, out_unit *output) noexcept {                            \
    return detail::ended(UTFLANE_SIMDUTF_CONVERSION(from, to)(input, length, output), input,       \
                         length, detail::to == detail::latin1);                                    \
  }
/* One of the two is UTF-16: the three names of that. */
#define UTFLANE_SIMDUTF_FROM_UTF16(to, out_unit)                                                   \
  UTFLANE_SIMDUTF_CONVERT(utf16, char16_t, to, out_unit)                                           \
  UTFLANE_SIMDUTF_CONVERT(utf16le, char16_t, to, out_unit)                                         \
  UTFLANE_SIMDUTF_CONVERT(utf16be, char16_t, to, out_unit)
#define UTFLANE_SIMDUTF_TO_UTF16(from, in_unit)                                                    \
  UTFLANE_SIMDUTF_CONVERT(from, in_unit, utf16, char16_t)                                          \
  UTFLANE_SIMDUTF_CONVERT(from, in_unit, utf16le, char16_t)                                        \
  UTFLANE_SIMDUTF_CONVERT(from, in_unit, utf16be, char16_t)

UTFLANE_SIMDUTF_CONVERT_ANY(latin1, char, utf8, char)
UTFLANE_SIMDUTF_CONVERT_ANY(latin1, char, utf16, char16_t)
UTFLANE_SIMDUTF_CONVERT_ANY(latin1, char, utf16le, char16_t)
UTFLANE_SIMDUTF_CONVERT_ANY(latin1, char, utf16be, char16_t)
UTFLANE_SIMDUTF_CONVERT_ANY(latin1, char, utf32, char32_t)
UTFLANE_SIMDUTF_CONVERT(utf8, char, latin1, char)
UTFLANE_SIMDUTF_CONVERT(utf8, char, utf32, char32_t)
UTFLANE_SIMDUTF_CONVERT(utf32, char32_t, latin1, char)
UTFLANE_SIMDUTF_CONVERT(utf32, char32_t, utf8, char)
UTFLANE_SIMDUTF_TO_UTF16(utf8, char)
UTFLANE_SIMDUTF_TO_UTF16(utf32, char32_t)
UTFLANE_SIMDUTF_FROM_UTF16(latin1, char)
UTFLANE_SIMDUTF_FROM_UTF16(utf8, char)
UTFLANE_SIMDUTF_FROM_UTF16(utf32, char32_t)
#undef UTFLANE_SIMDUTF_TO_UTF16
#undef UTFLANE_SIMDUTF_FROM_UTF16
#undef UTFLANE_SIMDUTF_CONVERT
#undef UTFLANE_SIMDUTF_CONVERT_ANY
#undef UTFLANE_SIMDUTF_CONVERT_TO

/** Writes as many characters as fit; returns the bytes written. */
[[nodiscard]] inline size_t convert_latin1_to_utf8_safe(const char *input, size_t length,
                                                        char *output, size_t output_len) noexcept {
  utflane_result done;
  utflane_transcode(UTFLANE_LATIN1, UTFLANE_UTF8, UTFLANE_STRICT_TIDY, input, length, output,
                    output_len, &done);
  return done.written;
}

/** Writes as many characters as fit; returns the bytes written, 0 if there is a fault before. */
[[nodiscard]] inline size_t convert_utf16_to_utf8_safe(const char16_t *input, size_t length,
                                                       char *output, size_t output_len) noexcept {
  utflane_result done;
  const utflane_status status =
      utflane_transcode(UTFLANE_UTF16, UTFLANE_UTF8, UTFLANE_STRICT_TIDY, input, length, output,
                        output_len, &done);
  return status == UTFLANE_OK || status == UTFLANE_OUTPUT_FULL ? done.written : 0;
}

/* Lengths: the name, the encodings, and their units. */
#define UTFLANE_SIMDUTF_LENGTH(name, from, in_unit, to)                                            \
  [[nodiscard]] inline size_t name(const in_unit *input, size_t length) noexcept {                 \
    return UTFLANE_SIMDUTF_JOINED(to, _len_of_, UTFLANE_SIMDUTF_##from)(input, length);            \
  }
UTFLANE_SIMDUTF_LENGTH(utf8_length_from_latin1, latin1, char, utf8)
UTFLANE_SIMDUTF_LENGTH(latin1_length_from_utf8, utf8, char, utf32)
UTFLANE_SIMDUTF_LENGTH(utf16_length_from_utf8, utf8, char, utf16)
UTFLANE_SIMDUTF_LENGTH(utf32_length_from_utf8, utf8, char, utf32)
UTFLANE_SIMDUTF_LENGTH(utf8_length_from_utf16, utf16, char16_t, utf8)
UTFLANE_SIMDUTF_LENGTH(utf8_length_from_utf16le, utf16le, char16_t, utf8)
UTFLANE_SIMDUTF_LENGTH(utf8_length_from_utf16be, utf16be, char16_t, utf8)
UTFLANE_SIMDUTF_LENGTH(utf32_length_from_utf16, utf16, char16_t, utf32)
UTFLANE_SIMDUTF_LENGTH(utf32_length_from_utf16le, utf16le, char16_t, utf32)
UTFLANE_SIMDUTF_LENGTH(utf32_length_from_utf16be, utf16be, char16_t, utf32)
UTFLANE_SIMDUTF_LENGTH(utf8_length_from_utf32, utf32, char32_t, utf8)
UTFLANE_SIMDUTF_LENGTH(utf16_length_from_utf32, utf32, char32_t, utf16)
UTFLANE_SIMDUTF_LENGTH(count_utf8, utf8, char, utf32)
UTFLANE_SIMDUTF_LENGTH(count_utf16, utf16, char16_t, utf32)
UTFLANE_SIMDUTF_LENGTH(count_utf16le, utf16le, char16_t, utf32)
UTFLANE_SIMDUTF_LENGTH(count_utf16be, utf16be, char16_t, utf32)
#undef UTFLANE_SIMDUTF_LENGTH

[[nodiscard]] inline size_t latin1_length_from_utf16(size_t length) noexcept { return length; }
[[nodiscard]] inline size_t latin1_length_from_utf32(size_t length) noexcept { return length; }
[[nodiscard]] inline size_t utf16_length_from_latin1(size_t length) noexcept { return length; }
[[nodiscard]] inline size_t utf32_length_from_latin1(size_t length) noexcept { return length; }

/* What there is for each byte order of UTF-16. */
#define UTFLANE_SIMDUTF_UTF16(name)                                                                \
  [[nodiscard]] inline bool validate_##name##_as_ascii(const char16_t *buf, size_t len) noexcept { \
    return detail::is_ascii(detail::name, buf, len);                                               \
  }                                                                                                \
  inline void to_well_formed_##name(const char16_t *input, size_t len,                             \
                                    char16_t *output) noexcept {                                   \
    detail::well_formed(detail::name, input, len, output);                                         \
  }                                                                                                \
  [[nodiscard]] inline result utf8_length_from_##name##_with_replacement(const char16_t *input,     \
                                                           size_t length) noexcept {               \
    return detail::replaced_length(detail::name, input, length);                                   \
  }                                                                                                \
  [[nodiscard]] inline size_t convert_##name##_to_utf8_with_replacement(                           \
      const char16_t *input, size_t length, char *output) noexcept {                               \
    return detail::replace(detail::name, input, length, output);                                   \
  }                                                                                                \
  [[nodiscard]] inline size_t trim_partial_##name(const char16_t *input, size_t length) noexcept { \
    return detail::trim_utf16(detail::name, input, length);                                        \
  }
UTFLANE_SIMDUTF_UTF16(utf16)
UTFLANE_SIMDUTF_UTF16(utf16le)
UTFLANE_SIMDUTF_UTF16(utf16be)
#undef UTFLANE_SIMDUTF_UTF16

[[nodiscard]] inline size_t trim_partial_utf8(const char *input, size_t length) noexcept {
  constexpr uint8_t leads[] = {0xFF, 0xC0, 0xE0, 0xF0};
  for (size_t back = 1; back <= 3 && back <= length; ++back) {
    if (static_cast<uint8_t>(input[length - back]) >= leads[back]) {
      return length - back;
    }
  }
  return length;
}

inline void change_endianness_utf16(const char16_t *input, size_t length,
                                    char16_t *output) noexcept {
  for (size_t i = 0; i < length; ++i) {
    output[i] = detail::swapped(input[i]);
  }
}

/** The encodings that the bytes are well-formed in, or that of the byte order mark. */
[[nodiscard]] inline int detect_encodings(const char *input, size_t length) noexcept {
  if (const encoding_type marked = BOM::check_bom(input, length)) {
    return marked;
  }
  int found = detail::is_valid(UTFLANE_UTF8, input, length) ? UTF8 : 0;
  if (length % 2 == 0 && detail::is_valid(UTFLANE_UTF16LE, input, length)) {
    found |= UTF16_LE;
  }
  if (length % 4 == 0 && detail::is_valid(UTFLANE_UTF32LE, input, length)) {
    found |= UTF32_LE;
  }
  return found;
}

/** The first of UTF8, UTF16_LE, UTF32_LE that the bytes are well-formed in. */
[[nodiscard]] inline encoding_type autodetect_encoding(const char *input, size_t length) noexcept {
  const int found = detect_encodings(input, length);
  return static_cast<encoding_type>(found & -found);
}

[[nodiscard]] inline int detect_encodings(const uint8_t *input, size_t length) noexcept {
  return detect_encodings(reinterpret_cast<const char *>(input), length);
}

[[nodiscard]] inline encoding_type autodetect_encoding(const uint8_t *input,
                                                       size_t length) noexcept {
  return autodetect_encoding(reinterpret_cast<const char *>(input), length);
}

namespace internal {
class active_implementation;
}

/**
 * An instruction set: what simdutf calls an implementation. Its functions for text are the free
 * ones, which use the instruction set that is active: assign it to `get_active_implementation()`.
 */
class implementation {
public:
  constexpr implementation(const char *name, const char *description) noexcept
      : name_{name}, description_{description} {}
  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  bool supported_by_runtime_system() const noexcept {
    const std::string_view name = name_;
    for (size_t i = 0; const char *known = utflane_isa_at(i); ++i) {
      if (name == known) {
        return true;
      }
    }
    return false;
  }

  /* The functions for text. */
#define UTFLANE_SIMDUTF_METHOD(name)                                                               \
  template <class... Arguments>                                                                    \
  [[nodiscard]] auto name(Arguments &&...arguments) const noexcept {                               \
    return simdutf::name(static_cast<Arguments &&>(arguments)...);                                 \
  }
#define UTFLANE_SIMDUTF_VOID_METHOD(name)                                                          \
  template <class... Arguments> void name(Arguments &&...arguments) const noexcept {               \
    simdutf::name(static_cast<Arguments &&>(arguments)...);                                        \
  }
  UTFLANE_SIMDUTF_METHOD(autodetect_encoding)
  UTFLANE_SIMDUTF_METHOD(detect_encodings)
  UTFLANE_SIMDUTF_METHOD(validate_utf8)
  UTFLANE_SIMDUTF_METHOD(validate_utf8_with_errors)
  UTFLANE_SIMDUTF_METHOD(validate_ascii)
  UTFLANE_SIMDUTF_METHOD(validate_ascii_with_errors)
  UTFLANE_SIMDUTF_METHOD(validate_utf16be_as_ascii)
  UTFLANE_SIMDUTF_METHOD(validate_utf16le_as_ascii)
  UTFLANE_SIMDUTF_METHOD(validate_utf16le)
  UTFLANE_SIMDUTF_METHOD(validate_utf16be)
  UTFLANE_SIMDUTF_METHOD(validate_utf16le_with_errors)
  UTFLANE_SIMDUTF_METHOD(validate_utf16be_with_errors)
  UTFLANE_SIMDUTF_METHOD(validate_utf32)
  UTFLANE_SIMDUTF_METHOD(validate_utf32_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_latin1_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_latin1_to_utf16le)
  UTFLANE_SIMDUTF_METHOD(convert_latin1_to_utf16be)
  UTFLANE_SIMDUTF_METHOD(convert_latin1_to_utf32)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_latin1_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf8_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf16le)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf16be)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf16le_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf16be_with_errors)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_utf16le_with_replacement)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_utf16be_with_replacement)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf32)
  UTFLANE_SIMDUTF_METHOD(convert_utf8_to_utf32_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf8_to_utf16le)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf8_to_utf16be)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf8_to_utf32)
  UTFLANE_SIMDUTF_METHOD(utf16_length_from_utf8)
  UTFLANE_SIMDUTF_METHOD(utf32_length_from_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_latin1_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_latin1_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16le_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16be_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_utf8_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_utf8_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_utf8_with_replacement)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_utf8_with_replacement)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16le_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16be_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_utf32)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_utf32)
  UTFLANE_SIMDUTF_METHOD(convert_utf16le_to_utf32_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf16be_to_utf32_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16le_to_utf32)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf16be_to_utf32)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_utf16le)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_utf16be)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_latin1_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf32_to_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf8)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf8_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf32_to_utf8)
  UTFLANE_SIMDUTF_METHOD(utf16_length_from_latin1)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf16le)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf16be)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf16le_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_utf32_to_utf16be_with_errors)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf32_to_utf16le)
  UTFLANE_SIMDUTF_METHOD(convert_valid_utf32_to_utf16be)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_latin1)
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_utf32)
  UTFLANE_SIMDUTF_METHOD(latin1_length_from_utf32)
  UTFLANE_SIMDUTF_METHOD(latin1_length_from_utf8)
  UTFLANE_SIMDUTF_METHOD(latin1_length_from_utf16)
  UTFLANE_SIMDUTF_METHOD(utf16_length_from_utf32)
  UTFLANE_SIMDUTF_METHOD(utf32_length_from_latin1)
  UTFLANE_SIMDUTF_METHOD(utf32_length_from_utf16le)
  UTFLANE_SIMDUTF_METHOD(utf32_length_from_utf16be)
  UTFLANE_SIMDUTF_METHOD(count_utf16le)
  UTFLANE_SIMDUTF_METHOD(count_utf16be)
  UTFLANE_SIMDUTF_METHOD(count_utf8)
  UTFLANE_SIMDUTF_VOID_METHOD(to_well_formed_utf16le)
  UTFLANE_SIMDUTF_VOID_METHOD(to_well_formed_utf16be)
  UTFLANE_SIMDUTF_VOID_METHOD(change_endianness_utf16)
#undef UTFLANE_SIMDUTF_METHOD
#undef UTFLANE_SIMDUTF_VOID_METHOD

private:
  friend class internal::active_implementation;
  const char *name_;
  const char *description_;
};

namespace internal {

/** All instruction sets, and those of simdutf's names that stand for one. */
class available_implementation_list {
public:
  size_t size() const noexcept { return static_cast<size_t>(end() - begin()); }
  const implementation *const *begin() const noexcept { return pointers(); }
  const implementation *const *end() const noexcept { return pointers() + 5; }
  const implementation *operator[](std::string_view name) const noexcept {
    constexpr std::string_view theirs[][2] = {{"icelake", "avx512"}, {"haswell", "avx2"},
                                              {"westmere", "sse41"}, {"arm64", "neon"},
                                              {"fallback", "scalar"}};
    for (const auto &pair : theirs) {
      name = name == pair[0] ? pair[1] : name;
    }
    for (const implementation *known : *this) {
      if (known->name() == name) {
        return known;
      }
    }
    return nullptr;
  }
  const implementation *detect_best_supported() const noexcept {
    return (*this)[utflane_isa_at(0)];
  }

private:
  static const implementation *const *pointers() noexcept {
    static const implementation all[] = {implementation("avx512", "libutflane on AVX-512"),
                                         implementation("avx2", "libutflane on AVX2"),
                                         implementation("sse41", "libutflane on SSE4.1"),
                                         implementation("neon", "libutflane on NEON"),
                                         implementation("scalar", "libutflane, scalar code")};
    static const implementation *const each[] = {&all[0], &all[1], &all[2], &all[3], &all[4]};
    return each;
  }
};

/** The instruction set in use; to assign another, which this CPU has, pins it for all. */
class active_implementation {
public:
  operator const implementation *() const { return get(); }
  const implementation &operator*() const { return *get(); }
  const implementation *operator->() const { return get(); }
  active_implementation &operator=(const implementation *chosen) {
    utflane_isa_pin(chosen == nullptr ? nullptr : chosen->name_);
    return *this;
  }

private:
  static const implementation *get() {
    return available_implementation_list()[utflane_isa_current()];
  }
};

} // namespace internal

inline const internal::available_implementation_list &get_available_implementations() {
  static const internal::available_implementation_list list;
  return list;
}

inline internal::active_implementation &get_active_implementation() {
  static internal::active_implementation active;
  return active;
}

#if __cplusplus >= 202002L
namespace detail {

/** Something whose data are `Unit`s in a row; for `char` any bytes will do. */
template <class Range, class Unit>
concept units = requires(Range &range) {
  { range.size() } -> std::convertible_to<size_t>;
  requires std::is_pointer_v<decltype(range.data())>;
  requires sizeof(*range.data()) == sizeof(Unit);
  requires sizeof(Unit) == 1 ||
      std::is_same_v<std::remove_cvref_t<decltype(*range.data())>, Unit>;
};

/** Such as can be written to. */
template <class Range, class Unit>
concept room = units<Range, Unit> && requires(Range &range) {
  requires !std::is_const_v<std::remove_reference_t<decltype(*range.data())>>;
};

} // namespace detail

/* The forms with spans. */
#define UTFLANE_SIMDUTF_SPAN(name, unit)                                                           \
  template <detail::units<unit> Input> inline auto name(const Input &input) noexcept {             \
    return name(reinterpret_cast<const unit *>(input.data()), input.size());                       \
  }
#define UTFLANE_SIMDUTF_SPANS(name, unit, out_unit)                                                \
  template <detail::units<unit> Input, detail::room<out_unit> Output>                              \
  inline auto name(const Input &input, Output &&output) noexcept {                                 \
    return name(reinterpret_cast<const unit *>(input.data()), input.size(),                        \
                reinterpret_cast<out_unit *>(output.data()));                                      \
  }
UTFLANE_SIMDUTF_SPAN(autodetect_encoding, char)
UTFLANE_SIMDUTF_SPAN(detect_encodings, char)
UTFLANE_SIMDUTF_SPAN(validate_utf8, char)
UTFLANE_SIMDUTF_SPAN(validate_utf8_with_errors, char)
UTFLANE_SIMDUTF_SPAN(validate_ascii, char)
UTFLANE_SIMDUTF_SPAN(validate_ascii_with_errors, char)
UTFLANE_SIMDUTF_SPAN(validate_utf16_as_ascii, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16be_as_ascii, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16le_as_ascii, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16le, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16be, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16_with_errors, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16le_with_errors, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf16be_with_errors, char16_t)
UTFLANE_SIMDUTF_SPANS(to_well_formed_utf16le, char16_t, char16_t)
UTFLANE_SIMDUTF_SPANS(to_well_formed_utf16be, char16_t, char16_t)
UTFLANE_SIMDUTF_SPANS(to_well_formed_utf16, char16_t, char16_t)
UTFLANE_SIMDUTF_SPAN(validate_utf32, char32_t)
UTFLANE_SIMDUTF_SPAN(validate_utf32_with_errors, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_latin1_to_utf8, char, char)
UTFLANE_SIMDUTF_SPANS(convert_latin1_to_utf16le, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_latin1_to_utf16be, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_latin1_to_utf32, char, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_latin1, char, char)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16, char, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16le_with_replacement, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16be_with_replacement, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_latin1_to_utf16, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16le, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16be, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_latin1_with_errors, char, char)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16_with_errors, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16le_with_errors, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf16be_with_errors, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf32, char, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf8_to_utf32_with_errors, char, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf8_to_latin1, char, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf8_to_utf16, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf8_to_utf16le, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf8_to_utf16be, char, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf8_to_utf32, char, char32_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_latin1, char)
UTFLANE_SIMDUTF_SPAN(latin1_length_from_utf8, char)
UTFLANE_SIMDUTF_SPAN(utf16_length_from_utf8, char)
UTFLANE_SIMDUTF_SPAN(utf32_length_from_utf8, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_latin1_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_latin1_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_latin1_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_utf8_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_utf8_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_utf8_with_errors, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16le_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16be_to_latin1, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16le_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16be_to_utf8, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_utf32_with_errors, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_utf32_with_errors, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_utf32_with_errors, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16le_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf16be_to_utf32, char16_t, char32_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16_with_replacement, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16le, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf16be, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf8, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf8_with_errors, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf32_to_utf8, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16le, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_latin1, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_latin1_with_errors, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf32_to_latin1, char32_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16be, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16_with_errors, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16le_with_errors, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf32_to_utf16be_with_errors, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf32_to_utf16, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf32_to_utf16le, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_valid_utf32_to_utf16be, char32_t, char16_t)
UTFLANE_SIMDUTF_SPANS(change_endianness_utf16, char16_t, char16_t)
UTFLANE_SIMDUTF_SPAN(utf8_length_from_utf32, char32_t)
UTFLANE_SIMDUTF_SPAN(utf16_length_from_utf32, char32_t)
UTFLANE_SIMDUTF_SPAN(utf32_length_from_utf16, char16_t)
UTFLANE_SIMDUTF_SPAN(utf32_length_from_utf16le, char16_t)
UTFLANE_SIMDUTF_SPAN(utf32_length_from_utf16be, char16_t)
UTFLANE_SIMDUTF_SPAN(count_utf16, char16_t)
UTFLANE_SIMDUTF_SPAN(count_utf16le, char16_t)
UTFLANE_SIMDUTF_SPAN(count_utf16be, char16_t)
UTFLANE_SIMDUTF_SPAN(count_utf8, char)
UTFLANE_SIMDUTF_SPAN(trim_partial_utf8, char)
UTFLANE_SIMDUTF_SPAN(trim_partial_utf16, char16_t)
UTFLANE_SIMDUTF_SPAN(trim_partial_utf16le, char16_t)
UTFLANE_SIMDUTF_SPAN(trim_partial_utf16be, char16_t)
UTFLANE_SIMDUTF_SPANS(convert_utf16_to_utf8_with_replacement, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16le_to_utf8_with_replacement, char16_t, char)
UTFLANE_SIMDUTF_SPANS(convert_utf16be_to_utf8_with_replacement, char16_t, char)

/** The output's length is the capacity. */
template <detail::units<char> Input, detail::room<char> Output>
[[nodiscard]] inline size_t convert_latin1_to_utf8_safe(const Input &input,
                                                        Output &&output) noexcept {
  return convert_latin1_to_utf8_safe(reinterpret_cast<const char *>(input.data()), input.size(),
                                     reinterpret_cast<char *>(output.data()), output.size());
}
template <detail::units<char16_t> Input, detail::room<char> Output>
[[nodiscard]] inline size_t convert_utf16_to_utf8_safe(const Input &input,
                                                       Output &&output) noexcept {
  return convert_utf16_to_utf8_safe(input.data(), input.size(),
                                    reinterpret_cast<char *>(output.data()), output.size());
}
#undef UTFLANE_SIMDUTF_SPAN
#undef UTFLANE_SIMDUTF_SPANS
#endif // C++20

#undef UTFLANE_SIMDUTF_CONVERSION
#undef UTFLANE_SIMDUTF_VALID
#undef UTFLANE_SIMDUTF_JOINED
#undef UTFLANE_SIMDUTF_JOIN
#undef UTFLANE_SIMDUTF_utf16
#undef UTFLANE_SIMDUTF_utf16le
#undef UTFLANE_SIMDUTF_utf16be
#undef UTFLANE_SIMDUTF_utf8
#undef UTFLANE_SIMDUTF_utf32
#undef UTFLANE_SIMDUTF_latin1
#undef UTFLANE_SIMDUTF_ascii

#ifdef UTFLANE_SIMDUTF_IS_NAMESPACE
} // namespace simdutf
#else
} // namespace simdutf
} // namespace utflane
#endif

#if !defined(UTFLANE_NO_SIMDUTF_ALIAS) && !defined(UTFLANE_SIMDUTF_IS_NAMESPACE)
namespace simdutf = utflane::simdutf;
#endif

#endif // UTFLANE_SIMDUTF_HPP
