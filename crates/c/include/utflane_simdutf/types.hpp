/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Part of utflane_simdutf.hpp, in its namespace: encodings, errors, results, byte order marks. */

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

constexpr std::string_view error_to_string(error_code code) noexcept {
  constexpr std::string_view names[] = {
      "SUCCESS",   "HEADER_BITS", "TOO_SHORT",
      "TOO_LONG",  "OVERLONG",    "TOO_LARGE",
      "SURROGATE", "INVALID_BASE64_CHARACTER", "BASE64_INPUT_REMAINDER",
      "BASE64_EXTRA_BITS", "OUTPUT_BUFFER_TOO_SMALL"};
  return code < OTHER ? names[code] : "OTHER";
}

/** On error, `count` is its position, otherwise the number of units validated or written. */
struct result {
  error_code error = SUCCESS;
  size_t count = 0;

  constexpr result() noexcept = default;
  constexpr result(error_code code, size_t position) noexcept : error{code}, count{position} {}
  constexpr bool is_ok() const noexcept { return error == SUCCESS; }
  constexpr bool is_err() const noexcept { return error != SUCCESS; }
};

struct full_result {
  error_code error = SUCCESS;
  size_t input_count = 0;
  size_t output_count = 0;
  bool padding_error = false;

  constexpr full_result() noexcept = default;
  constexpr full_result(error_code code, size_t in, size_t out, bool padding = false) noexcept
      : error{code}, input_count{in}, output_count{out}, padding_error{padding} {}
  constexpr operator result() const noexcept {
    return {error, error == SUCCESS ? output_count : input_count};
  }
};

constexpr bool match_system(endianness order) { return order == NATIVE; }

constexpr std::string_view to_string(encoding_type encoding) {
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
  return static_cast<encoding_type>(utflane_simdutf_bom(bytes, length));
}

inline encoding_type check_bom(const uint8_t *bytes, size_t length) {
  return check_bom(reinterpret_cast<const char *>(bytes), length);
}

constexpr size_t bom_byte_size(encoding_type encoding) {
  return encoding & (UTF16_LE | UTF16_BE)   ? 2
         : encoding & (UTF32_LE | UTF32_BE) ? 4
         : encoding & UTF8                  ? 3
                                            : 0;
}

} // namespace BOM

#ifdef SIMDUTF_HAS_STD_TEXT_ENCODING
constexpr encoding_type native_utf16_encoding() noexcept {
  return SIMDUTF_IS_BIG_ENDIAN ? UTF16_BE : UTF16_LE;
}

constexpr encoding_type native_utf32_encoding() noexcept {
  return SIMDUTF_IS_BIG_ENDIAN ? UTF32_BE : UTF32_LE;
}

/* The encodings by their names in simdutf and in std::text_encoding. */
#define UTFLANE_SIMDUTF_STD_ENCODINGS(ROW)                                                         \
  ROW(UTF8, UTF8) ROW(UTF16_LE, UTF16LE) ROW(UTF16_BE, UTF16BE) ROW(UTF32_LE, UTF32LE)             \
  ROW(UTF32_BE, UTF32BE) ROW(Latin1, ISOLatin1)

[[nodiscard]] constexpr std::text_encoding to_std_encoding(encoding_type encoding) noexcept {
  using id = std::text_encoding::id;
#define UTFLANE_SIMDUTF_ROW(ours, standard)                                                        \
  if (encoding == ours) {                                                                          \
    return std::text_encoding(id::standard);                                                       \
  }
  UTFLANE_SIMDUTF_STD_ENCODINGS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
  return std::text_encoding(id::unknown);
}

[[nodiscard]] constexpr encoding_type
from_std_encoding(const std::text_encoding &encoding) noexcept {
  using id = std::text_encoding::id;
#define UTFLANE_SIMDUTF_ROW(ours, standard)                                                        \
  if (encoding.mib() == id::standard) {                                                            \
    return ours;                                                                                   \
  }
  UTFLANE_SIMDUTF_STD_ENCODINGS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
  return unspecified;
}
#undef UTFLANE_SIMDUTF_STD_ENCODINGS

/** As from_std_encoding, but UTF-16 and UTF-32 without a byte order have the native one. */
[[nodiscard]] constexpr encoding_type
from_std_encoding_native(const std::text_encoding &encoding) noexcept {
  using id = std::text_encoding::id;
  return encoding.mib() == id::UTF16   ? native_utf16_encoding()
         : encoding.mib() == id::UTF32 ? native_utf32_encoding()
                                       : from_std_encoding(encoding);
}
#endif // SIMDUTF_HAS_STD_TEXT_ENCODING
