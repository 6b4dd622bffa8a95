/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Part of utflane_simdutf.hpp, in its namespace, for C++20: scalar code for constant expressions,
 * in which the library cannot be called. The functions with spans use it in C++23. It returns the
 * same results as the library.
 */

namespace detail {

/** The character at the beginning of a text, or the error there. */
struct character {
  uint32_t value;
  size_t units;
  error_code error;
};

namespace scheme {

struct utf8 {
  static constexpr uint32_t greatest = 0x10FFFF;
  template <class Byte> static constexpr uint32_t byte(const Byte *in, size_t len, size_t at) {
    return at < len ? static_cast<uint8_t>(in[at]) : 0;
  }
  template <class Byte>
  static constexpr character first(const Byte *in, size_t len, bool to_latin1) {
    const uint32_t lead = byte(in, len, 0);
    const uint32_t bytes =
        lead << 24 | byte(in, len, 1) << 16 | byte(in, len, 2) << 8 | byte(in, len, 3);
    const int why = utflane_simdutf_why_utf8(bytes, to_latin1);
    const size_t units = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t value = units == 1 ? lead : lead & (0x7Fu >> units);
    for (size_t i = 1; i < units; ++i) {
      value = value << 6 | (byte(in, len, i) & 0x3F);
    }
    return {value, units, static_cast<error_code>(why)};
  }
  static constexpr size_t size(uint32_t value) {
    return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  }
  template <class Byte> static constexpr void put(uint32_t value, Byte *out) {
    const size_t units = size(value);
    for (size_t i = units; i > 1; --i, value >>= 6) {
      out[i - 1] = static_cast<Byte>(static_cast<uint8_t>(0x80 | (value & 0x3F)));
    }
    const uint32_t mark = units == 1 ? 0 : 0xF00u >> units & 0xFF;
    out[0] = static_cast<Byte>(static_cast<uint8_t>(mark | value));
  }
  /** The number of units that `unit` adds to the length in `To`. */
  template <class To, class Byte> static constexpr size_t share(Byte unit) {
    const uint8_t byte = static_cast<uint8_t>(unit);
    return ((byte & 0xC0) != 0x80) + (byte >= 0xF0 && To::size(0x10000) == 2);
  }
};

template <utflane_encoding encoding> struct utf16_in_order {
  static constexpr uint32_t greatest = 0x10FFFF;
  static constexpr uint32_t unit(char16_t unit) { return utflane_simdutf_unit(encoding, unit); }
  static constexpr character first(const char16_t *in, size_t len, bool to_latin1) {
    const uint32_t high = unit(in[0]);
    if ((high & 0xF800) != 0xD800) {
      return {high, 1, SUCCESS};
    }
    const uint32_t low = len > 1 ? unit(in[1]) : 0;
    const bool is_pair = high < 0xDC00 && (low & 0xFC00) == 0xDC00;
    return {0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF)), is_pair ? size_t{2} : 1,
            is_pair ? SUCCESS : static_cast<error_code>(utflane_simdutf_why_utf16(to_latin1))};
  }
  static constexpr size_t size(uint32_t value) { return value < 0x10000 ? 1 : 2; }
  static constexpr void put(uint32_t value, char16_t *out) {
    if (value >= 0x10000) {
      out[1] = static_cast<char16_t>(unit(static_cast<char16_t>(0xDC00 | (value & 0x3FF))));
      value = 0xD800 | (value - 0x10000) >> 10;
    }
    out[0] = static_cast<char16_t>(unit(static_cast<char16_t>(value)));
  }
  template <class To> static constexpr size_t share(char16_t one) {
    const uint32_t value = unit(one);
    const bool is_low = (value & 0xFC00) == 0xDC00;
    const bool is_surrogate = (value & 0xF800) == 0xD800;
    // A surrogate pair has four bytes in UTF-8, so each surrogate counts as two.
    return To::size(0x80) == 1 ? !is_low : is_surrogate ? 2 : To::size(value);
  }
};
using utf16le = utf16_in_order<UTFLANE_UTF16LE>;
using utf16be = utf16_in_order<UTFLANE_UTF16BE>;
using utf16 = utf16_in_order<UTFLANE_SIMDUTF_NUMBER_utf16>;

struct utf32 {
  static constexpr uint32_t greatest = 0x10FFFF;
  static constexpr character first(const char32_t *in, size_t, bool to_latin1) {
    const bool is_valid = in[0] <= 0x10FFFF && (in[0] & 0xFFFFF800) != 0xD800;
    const int why = is_valid ? 0 : utflane_simdutf_why_utf32(in[0], to_latin1);
    return {in[0], 1, static_cast<error_code>(why)};
  }
  static constexpr size_t size(uint32_t) { return 1; }
  static constexpr void put(uint32_t value, char32_t *out) { out[0] = value; }
  template <class To> static constexpr size_t share(char32_t value) { return To::size(value); }
};

/** Latin-1 and ASCII. */
template <uint32_t last> struct bytes {
  static constexpr uint32_t greatest = last;
  template <class Byte> static constexpr character first(const Byte *in, size_t, bool) {
    const uint32_t value = static_cast<uint8_t>(in[0]);
    return {value, 1, value > last ? TOO_LARGE : SUCCESS};
  }
  static constexpr size_t size(uint32_t) { return 1; }
  template <class Byte> static constexpr void put(uint32_t value, Byte *out) {
    out[0] = static_cast<Byte>(static_cast<uint8_t>(value));
  }
  template <class To, class Byte> static constexpr size_t share(Byte unit) {
    return To::size(static_cast<uint8_t>(unit));
  }
};
using latin1 = bytes<0xFF>;
using ascii = bytes<0x7F>;

/** The target of a validation. */
template <uint32_t last> struct nothing {
  static constexpr uint32_t greatest = last;
  static constexpr size_t size(uint32_t) { return 0; }
  template <class Unit> static constexpr void put(uint32_t, Unit *) {}
};

} // namespace scheme

/** Converts as many characters as fit. If `is_lossy`, writes U+FFFD for each malformed unit of
 * UTF-16. */
template <class From, class To, bool is_lossy = false, class In, class Out>
constexpr full_result convert(const In *in, size_t len, Out *out, size_t capacity) {
  size_t at = 0;
  size_t to = 0;
  while (at < len) {
    character next = From::first(in + at, len - at, To::greatest == 0xFF);
    if (is_lossy && next.error != SUCCESS) {
      next = {0xFFFD, 1, SUCCESS};
    }
    if (capacity == to && To::size(0) != 0) {
      return {OUTPUT_BUFFER_TOO_SMALL, at, to};
    }
    if (next.error != SUCCESS || next.value > To::greatest) {
      return {next.error != SUCCESS ? next.error : TOO_LARGE, at, to};
    }
    if (To::size(next.value) > capacity - to) {
      return {OUTPUT_BUFFER_TOO_SMALL, at, to};
    }
    To::put(next.value, out + to);
    at += next.units;
    to += To::size(next.value);
  }
  return {SUCCESS, at, to};
}

/** As above, with unlimited capacity. */
template <class From, class To, bool is_lossy = false, class In, class Out>
constexpr full_result convert(const In *in, size_t len, Out *out) {
  return convert<From, To, is_lossy>(in, len, out, SIZE_MAX);
}

/** Checks that a text is well-formed and has no value above `last`. If so, `count` is its length.
 * */
template <class From, uint32_t last = 0x10FFFF, class In>
constexpr result validate(const In *in, size_t len) {
  const full_result done =
      convert<From, scheme::nothing<last>>(in, len, static_cast<char *>(nullptr));
  return {done.error, done.input_count};
}

/** Returns the length in `To`. */
template <class From, class To, class In> constexpr size_t length(const In *in, size_t len) {
  size_t units = 0;
  for (size_t i = 0; i < len; ++i) {
    units += From::template share<To>(in[i]);
  }
  return units;
}

/** Returns the length in UTF-8 with replacement. */
template <class From> constexpr result replaced_length(const char16_t *in, size_t len) {
  size_t units = 0;
  error_code surrogates = SUCCESS;
  for (size_t at = 0; at < len;) {
    const character next = From::first(in + at, len - at, false);
    const bool is_plain = next.units == 1 && next.error == SUCCESS;
    units += next.units == 2 ? 4 : is_plain ? scheme::utf8::size(next.value) : 3;
    surrogates = is_plain ? surrogates : SURROGATE;
    at += next.units;
  }
  return {surrogates, units};
}

template <class Byte> constexpr size_t trim_utf8(const Byte *in, size_t len) {
  uint32_t last = 0;
  for (size_t back = len < 3 ? len : 3; back > 0; --back) {
    last = last << 8 | static_cast<uint8_t>(in[len - back]);
  }
  return len - utflane_simdutf_cut_utf8(last);
}

} // namespace detail
