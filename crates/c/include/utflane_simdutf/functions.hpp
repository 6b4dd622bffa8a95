/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Part of utflane_simdutf.hpp, in its namespace: the functions with pointers and lengths. */

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  [[nodiscard]] inline bool validate_##name(const UTFLANE_SIMDUTF_UNIT_##name *buf,                \
                                            size_t len) noexcept {                                 \
    return UTFLANE_SIMDUTF_VALID(name)(buf, len) == len;                                           \
  }                                                                                                \
  [[nodiscard]] inline result validate_##name##_with_errors(                                       \
      const UTFLANE_SIMDUTF_UNIT_##name *buf, size_t len) noexcept {                               \
    const size_t valid = UTFLANE_SIMDUTF_VALID(name)(buf, len);                                    \
    return valid == len ? result(SUCCESS, len)                                                     \
                        : result(static_cast<error_code>(                                          \
                                     UTFLANE_SIMDUTF_WHY_##name(buf, len, valid, false)),          \
                                 valid);                                                           \
  }
UTFLANE_SIMDUTF_VALIDATIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

/* A conversion that returns 0 if it fails. The `convert_valid_..` functions also validate. */
#define UTFLANE_SIMDUTF_PLAIN(name, from, to)                                                      \
  [[nodiscard]] inline size_t name(const UTFLANE_SIMDUTF_UNIT_##from *input, size_t length,        \
                                   UTFLANE_SIMDUTF_UNIT_##to *output) noexcept {                   \
    const utflane_progress done = UTFLANE_SIMDUTF_CONVERT(from, to)(input, length, output);        \
    return done.read == length ? done.written : 0;                                                 \
  }
#define UTFLANE_SIMDUTF_WIDENING(from, to)                                                         \
  UTFLANE_SIMDUTF_PLAIN(convert_##from##_to_##to, from, to)
UTFLANE_SIMDUTF_WIDENINGS(UTFLANE_SIMDUTF_WIDENING)

#define UTFLANE_SIMDUTF_ROW(from, to)                                                              \
  UTFLANE_SIMDUTF_PLAIN(convert_##from##_to_##to, from, to)                                        \
  UTFLANE_SIMDUTF_PLAIN(convert_valid_##from##_to_##to, from, to)                                  \
  [[nodiscard]] inline result convert_##from##_to_##to##_with_errors(                              \
      const UTFLANE_SIMDUTF_UNIT_##from *input, size_t length,                                     \
      UTFLANE_SIMDUTF_UNIT_##to *output) noexcept {                                                \
    const utflane_progress done = UTFLANE_SIMDUTF_CONVERT(from, to)(input, length, output);        \
    return done.read == length                                                                     \
               ? result(SUCCESS, done.written)                                                     \
               : result(static_cast<error_code>(UTFLANE_SIMDUTF_WHY_##from(                        \
                            input, length, done.read, UTFLANE_SIMDUTF_NARROW_##to)),               \
                        done.read);                                                                \
  }
UTFLANE_SIMDUTF_CONVERSIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
#undef UTFLANE_SIMDUTF_WIDENING
#undef UTFLANE_SIMDUTF_PLAIN

#define UTFLANE_SIMDUTF_ROW(name, from, to)                                                        \
  [[nodiscard]] inline size_t name(const UTFLANE_SIMDUTF_UNIT_##from *input,                       \
                                   size_t length) noexcept {                                       \
    return UTFLANE_SIMDUTF_LENGTH(from, to)(input, length);                                        \
  }
UTFLANE_SIMDUTF_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  [[nodiscard]] constexpr size_t name(size_t length) noexcept { return length; }
UTFLANE_SIMDUTF_SAME_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  [[nodiscard]] inline bool validate_##name##_as_ascii(const char16_t *buf, size_t len) noexcept { \
    return utflane_simdutf_is_ascii(UTFLANE_SIMDUTF_NUMBER_##name, buf, len);                      \
  }                                                                                                \
  inline void to_well_formed_##name(const char16_t *input, size_t len,                             \
                                    char16_t *output) noexcept {                                   \
    utflane_simdutf_well_formed(UTFLANE_SIMDUTF_NUMBER_##name, input, len, output);                \
  }                                                                                                \
  [[nodiscard]] inline size_t convert_##name##_to_utf8_with_replacement(                           \
      const char16_t *input, size_t length, char *output) noexcept {                               \
    return utflane_simdutf_replace(UTFLANE_SIMDUTF_NUMBER_##name, input, length, output);          \
  }                                                                                                \
  /** The error is SURROGATE if there is any surrogate, paired or unpaired. */                     \
  [[nodiscard]] inline result utf8_length_from_##name##_with_replacement(const char16_t *input,    \
                                                                         size_t length) noexcept { \
    const utflane_encoding from = UTFLANE_SIMDUTF_NUMBER_##name;                                   \
    return {utflane_simdutf_any_surrogate(from, input, length) ? SURROGATE : SUCCESS,              \
            utflane_lossy_len(from, UTFLANE_UTF8, input, 2 * length)};                             \
  }                                                                                                \
  [[nodiscard]] inline size_t trim_partial_##name(const char16_t *input, size_t length) noexcept { \
    return utflane_simdutf_trim_utf16(UTFLANE_SIMDUTF_NUMBER_##name, input, length);               \
  }
UTFLANE_SIMDUTF_UTF16_ORDERS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

[[nodiscard]] inline size_t trim_partial_utf8(const char *input, size_t length) noexcept {
  return utflane_simdutf_trim_utf8(input, length);
}

inline void change_endianness_utf16(const char16_t *input, size_t length,
                                    char16_t *output) noexcept {
  utflane_simdutf_swap(input, length, output);
}

/* Conversions of as many characters as fit: name, unit, encoding, mode. */
#define UTFLANE_SIMDUTF_BOUNDED(name, unit, from, mode)                                            \
  [[nodiscard]] inline full_result name(const unit *input, size_t length, char *output,            \
                                        size_t output_len) noexcept {                              \
    utflane_result done;                                                                           \
    const int error =                                                                              \
        utflane_simdutf_bounded(from, mode, input, length, output, output_len, &done);             \
    return {static_cast<error_code>(error), done.read, done.written};                              \
  }
UTFLANE_SIMDUTF_BOUNDED(convert_latin1_to_utf8_safe_with_details, char, UTFLANE_LATIN1,
                        UTFLANE_STRICT_TIDY)
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_safe_with_details, char16_t, UTFLANE_UTF16,
                        UTFLANE_STRICT_TIDY)
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_with_replacement_safe, char16_t, UTFLANE_UTF16,
                        UTFLANE_LOSSY_TIDY)
#undef UTFLANE_SIMDUTF_BOUNDED

/** Writes as many characters as fit. Returns the number of bytes written. */
[[nodiscard]] inline size_t convert_latin1_to_utf8_safe(const char *input, size_t length,
                                                        char *output, size_t output_len) noexcept {
  return convert_latin1_to_utf8_safe_with_details(input, length, output, output_len).output_count;
}

/** Writes as many characters as fit. Returns the number of bytes, or 0 if an error comes first. */
[[nodiscard]] inline size_t convert_utf16_to_utf8_safe(const char16_t *input, size_t length,
                                                       char *output, size_t output_len) noexcept {
  const full_result done =
      convert_utf16_to_utf8_safe_with_details(input, length, output, output_len);
  return done.error == SURROGATE ? 0 : done.output_count;
}

/** Returns the encodings in which the bytes are well-formed, or that of the byte order mark. */
[[nodiscard]] inline int detect_encodings(const char *input, size_t length) noexcept {
  return utflane_simdutf_detect(input, length);
}

/** Returns the first of UTF8, UTF16_LE, UTF32_LE in which the bytes are well-formed. */
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
