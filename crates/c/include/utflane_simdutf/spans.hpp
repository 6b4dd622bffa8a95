/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Part of utflane_simdutf.hpp, in its namespace, for C++20: the functions with spans, which are
 * also constant expressions in C++23. For bytes, any type with `data()` and `size()` is accepted.
 */

namespace detail {

/** A range of readable bytes. */
template <class Range>
concept input_bytes = requires(const Range &range) {
  { range.size() } -> std::convertible_to<size_t>;
  requires std::is_pointer_v<decltype(range.data())>;
  requires sizeof(*range.data()) == 1;
};

/** A range of writable bytes. */
template <class Range>
concept output_bytes = input_bytes<Range> && requires(Range &range) {
  requires !std::is_const_v<std::remove_reference_t<decltype(*range.data())>>;
};

constexpr size_t min(size_t one, size_t other) { return one < other ? one : other; }

/** Converts pointers to any bytes to pointers to `char`. */
inline const char *pointer(const void *bytes) { return static_cast<const char *>(bytes); }
inline char *pointer(void *bytes) { return static_cast<char *>(bytes); }
inline const char16_t *pointer(const char16_t *units) { return units; }
inline char16_t *pointer(char16_t *units) { return units; }
inline const char32_t *pointer(const char32_t *units) { return units; }
inline char32_t *pointer(char32_t *units) { return units; }

} // namespace detail

/* The types of input and output in each encoding. */
#define UTFLANE_SIMDUTF_IN_ascii const detail::input_bytes auto &
#define UTFLANE_SIMDUTF_IN_utf8 const detail::input_bytes auto &
#define UTFLANE_SIMDUTF_IN_latin1 const detail::input_bytes auto &
#define UTFLANE_SIMDUTF_IN_utf16 std::span<const char16_t>
#define UTFLANE_SIMDUTF_IN_utf16le std::span<const char16_t>
#define UTFLANE_SIMDUTF_IN_utf16be std::span<const char16_t>
#define UTFLANE_SIMDUTF_IN_utf32 std::span<const char32_t>
#define UTFLANE_SIMDUTF_OUT_utf8 detail::output_bytes auto &&
#define UTFLANE_SIMDUTF_OUT_latin1 detail::output_bytes auto &&
#define UTFLANE_SIMDUTF_OUT_utf16 std::span<char16_t>
#define UTFLANE_SIMDUTF_OUT_utf16le std::span<char16_t>
#define UTFLANE_SIMDUTF_OUT_utf16be std::span<char16_t>
#define UTFLANE_SIMDUTF_OUT_utf32 std::span<char32_t>

/* The body of a function: in a constant expression (if supported), and otherwise. */
#if defined(__cpp_if_consteval) && __cpp_if_consteval >= 202106L
#define UTFLANE_SIMDUTF_FUNCTION constexpr
#define UTFLANE_SIMDUTF_EITHER(constant, call)                                                     \
  {                                                                                                \
    if consteval {                                                                                 \
      return constant;                                                                             \
    } else {                                                                                       \
      return call;                                                                                 \
    }                                                                                              \
  }
#else
#define UTFLANE_SIMDUTF_FUNCTION inline
#define UTFLANE_SIMDUTF_EITHER(constant, call)                                                     \
  { return call; }
#endif
#define UTFLANE_SIMDUTF_SCHEME(name) detail::scheme::name
#define UTFLANE_SIMDUTF_INPUT detail::pointer(input.data()), input.size()
#define UTFLANE_SIMDUTF_OUTPUT detail::pointer(output.data())

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION bool validate_##name(                                     \
      UTFLANE_SIMDUTF_IN_##name input) noexcept                                                    \
      UTFLANE_SIMDUTF_EITHER((detail::validate<UTFLANE_SIMDUTF_SCHEME(name)>(input.data(),         \
                                                                             input.size())         \
                                  .is_ok()),                                                       \
                             validate_##name(UTFLANE_SIMDUTF_INPUT))                               \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION result validate_##name##_with_errors(                     \
      UTFLANE_SIMDUTF_IN_##name input) noexcept                                                    \
      UTFLANE_SIMDUTF_EITHER((detail::validate<UTFLANE_SIMDUTF_SCHEME(name)>(input.data(),         \
                                                                             input.size())),       \
                             validate_##name##_with_errors(UTFLANE_SIMDUTF_INPUT))
UTFLANE_SIMDUTF_VALIDATIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

/* A conversion. `as` converts the result of the constant form to `answer`. */
#define UTFLANE_SIMDUTF_CONVERSION(name, answer, from, to, as)                                     \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION answer name(UTFLANE_SIMDUTF_IN_##from input,              \
                                                     UTFLANE_SIMDUTF_OUT_##to output) noexcept     \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          as(detail::convert<UTFLANE_SIMDUTF_SCHEME(from), UTFLANE_SIMDUTF_SCHEME(to)>(            \
              input.data(), input.size(), output.data())),                                         \
          name(UTFLANE_SIMDUTF_INPUT, UTFLANE_SIMDUTF_OUTPUT))

namespace detail {
/** Returns the units written, or 0 on an error. */
constexpr size_t units_or_0(const full_result &done) {
  return done.error == SUCCESS ? done.output_count : 0;
}
/** Returns the units written, or 0 if the text is malformed. A full output is no error. */
constexpr size_t units_that_fit(const full_result &done) {
  return done.error == SURROGATE ? 0 : done.output_count;
}
} // namespace detail

#define UTFLANE_SIMDUTF_WIDENING(from, to)                                                         \
  UTFLANE_SIMDUTF_CONVERSION(convert_##from##_to_##to, size_t, from, to, detail::units_or_0)
UTFLANE_SIMDUTF_WIDENINGS(UTFLANE_SIMDUTF_WIDENING)

#define UTFLANE_SIMDUTF_ROW(from, to)                                                              \
  UTFLANE_SIMDUTF_CONVERSION(convert_##from##_to_##to, size_t, from, to, detail::units_or_0)       \
  UTFLANE_SIMDUTF_CONVERSION(convert_valid_##from##_to_##to, size_t, from, to, detail::units_or_0) \
  UTFLANE_SIMDUTF_CONVERSION(convert_##from##_to_##to##_with_errors, result, from, to, )
UTFLANE_SIMDUTF_CONVERSIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
#undef UTFLANE_SIMDUTF_WIDENING
#undef UTFLANE_SIMDUTF_CONVERSION

#define UTFLANE_SIMDUTF_ROW(name, from, to)                                                        \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION size_t name(UTFLANE_SIMDUTF_IN_##from input) noexcept     \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          (detail::length<UTFLANE_SIMDUTF_SCHEME(from), UTFLANE_SIMDUTF_SCHEME(to)>(               \
              input.data(), input.size())),                                                        \
          name(UTFLANE_SIMDUTF_INPUT))
UTFLANE_SIMDUTF_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION bool validate_##name##_as_ascii(                          \
      std::span<const char16_t> input) noexcept                                                    \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          (detail::validate<UTFLANE_SIMDUTF_SCHEME(name), 0x7F>(input.data(), input.size())        \
               .is_ok()),                                                                          \
          validate_##name##_as_ascii(UTFLANE_SIMDUTF_INPUT))                                       \
  UTFLANE_SIMDUTF_FUNCTION void to_well_formed_##name(std::span<const char16_t> input,             \
                                                      std::span<char16_t> output) noexcept         \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          static_cast<void>(detail::convert<UTFLANE_SIMDUTF_SCHEME(name),                          \
                                            UTFLANE_SIMDUTF_SCHEME(name), true>(                   \
              input.data(), input.size(), output.data())),                                         \
          to_well_formed_##name(UTFLANE_SIMDUTF_INPUT, UTFLANE_SIMDUTF_OUTPUT))                    \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION size_t convert_##name##_to_utf8_with_replacement(         \
      std::span<const char16_t> input, detail::output_bytes auto &&output) noexcept                \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          (detail::convert<UTFLANE_SIMDUTF_SCHEME(name), detail::scheme::utf8, true>(              \
               input.data(), input.size(), output.data())                                          \
               .output_count),                                                                     \
          convert_##name##_to_utf8_with_replacement(UTFLANE_SIMDUTF_INPUT,                         \
                                                    UTFLANE_SIMDUTF_OUTPUT))                       \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION result utf8_length_from_##name##_with_replacement(        \
      std::span<const char16_t> input) noexcept                                                    \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          detail::replaced_length<UTFLANE_SIMDUTF_SCHEME(name)>(input.data(), input.size()),       \
          utf8_length_from_##name##_with_replacement(UTFLANE_SIMDUTF_INPUT))                       \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION size_t trim_partial_##name(                               \
      std::span<const char16_t> input) noexcept {                                                  \
    return input.empty() ? 0                                                                       \
                         : input.size() - utflane_simdutf_cut_utf16(                               \
                                              UTFLANE_SIMDUTF_NUMBER_##name, input.back());        \
  }
UTFLANE_SIMDUTF_UTF16_ORDERS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

[[nodiscard]] UTFLANE_SIMDUTF_FUNCTION size_t
trim_partial_utf8(const detail::input_bytes auto &input) noexcept {
  return detail::trim_utf8(input.data(), input.size());
}

UTFLANE_SIMDUTF_FUNCTION void change_endianness_utf16(std::span<const char16_t> input,
                                                      std::span<char16_t> output) noexcept {
  for (size_t i = 0; i < input.size(); ++i) {
    output[i] = utflane_simdutf_swapped(input[i]);
  }
}

/* The length of the output is the capacity. */
#define UTFLANE_SIMDUTF_BOUNDED(name, answer, from, is_lossy, as)                                  \
  [[nodiscard]] UTFLANE_SIMDUTF_FUNCTION answer name(                                              \
      UTFLANE_SIMDUTF_IN_##from input, detail::output_bytes auto &&output) noexcept                \
      UTFLANE_SIMDUTF_EITHER(                                                                      \
          as(detail::convert<UTFLANE_SIMDUTF_SCHEME(from), detail::scheme::utf8, is_lossy>(        \
              input.data(), input.size(), output.data(), output.size())),                          \
          name(UTFLANE_SIMDUTF_INPUT, UTFLANE_SIMDUTF_OUTPUT, output.size()))
UTFLANE_SIMDUTF_BOUNDED(convert_latin1_to_utf8_safe, size_t, latin1, false, detail::units_that_fit)
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_safe, size_t, utf16, false, detail::units_that_fit)
UTFLANE_SIMDUTF_BOUNDED(convert_latin1_to_utf8_safe_with_details, full_result, latin1, false, )
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_safe_with_details, full_result, utf16, false, )
UTFLANE_SIMDUTF_BOUNDED(convert_utf16_to_utf8_with_replacement_safe, full_result, utf16, true, )
#undef UTFLANE_SIMDUTF_BOUNDED

[[nodiscard]] inline int detect_encodings(const detail::input_bytes auto &input) noexcept {
  return detect_encodings(UTFLANE_SIMDUTF_INPUT);
}
[[nodiscard]] inline encoding_type
autodetect_encoding(const detail::input_bytes auto &input) noexcept {
  return autodetect_encoding(UTFLANE_SIMDUTF_INPUT);
}

#undef UTFLANE_SIMDUTF_INPUT
#undef UTFLANE_SIMDUTF_OUTPUT
#undef UTFLANE_SIMDUTF_SCHEME
#undef UTFLANE_SIMDUTF_EITHER
#undef UTFLANE_SIMDUTF_FUNCTION
#undef UTFLANE_SIMDUTF_IN_ascii
#undef UTFLANE_SIMDUTF_IN_utf8
#undef UTFLANE_SIMDUTF_IN_latin1
#undef UTFLANE_SIMDUTF_IN_utf16
#undef UTFLANE_SIMDUTF_IN_utf16le
#undef UTFLANE_SIMDUTF_IN_utf16be
#undef UTFLANE_SIMDUTF_IN_utf32
#undef UTFLANE_SIMDUTF_OUT_utf8
#undef UTFLANE_SIMDUTF_OUT_latin1
#undef UTFLANE_SIMDUTF_OUT_utf16
#undef UTFLANE_SIMDUTF_OUT_utf16le
#undef UTFLANE_SIMDUTF_OUT_utf16be
#undef UTFLANE_SIMDUTF_OUT_utf32
