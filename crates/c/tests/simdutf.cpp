// Compares utflane_simdutf.hpp with simdutf: on text, on errors of each kind at each position of a
// block, and on random bytes.
#define UTFLANE_NO_SIMDUTF_ALIAS
#include "simdutf.h"
#include "utflane_simdutf.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace ours = utflane::simdutf;
namespace theirs = simdutf;

static unsigned long checks = 0;

template <class Unit> static void fail(const char *what, const std::vector<Unit> &in) {
  std::fprintf(stderr, "%s differs for %zu units:", what, in.size());
  for (const Unit unit : in) {
    std::fprintf(stderr, " %lX", static_cast<unsigned long>(static_cast<std::make_unsigned_t<Unit>>(unit)));
  }
  std::fprintf(stderr, "\n");
  std::exit(1);
}

template <> void fail<char16_t>(const char *what, const std::vector<char16_t> &in) {
  fail(what, std::vector<uint16_t>(in.begin(), in.end()));
}
template <> void fail<char32_t>(const char *what, const std::vector<char32_t> &in) {
  fail(what, std::vector<uint32_t>(in.begin(), in.end()));
}

template <class Unit, class Ours, class Theirs>
static void same(const char *what, const std::vector<Unit> &in, Ours one, Theirs other) {
  ++checks;
  if constexpr (std::is_class_v<Theirs>) {
    if (static_cast<int>(one.error) != static_cast<int>(other.error) || one.count != other.count) {
      std::fprintf(stderr, "%d %zu, not %d %zu\n", static_cast<int>(one.error), one.count,
                   static_cast<int>(other.error), other.count);
      fail(what, in);
    }
  } else if (one != static_cast<Ours>(other)) {
    std::fprintf(stderr, "%zu, not %zu\n", static_cast<size_t>(one), static_cast<size_t>(other));
    fail(what, in);
  }
}

template <class Out, class Unit, class F, class G>
static void converts(const char *what, const std::vector<Unit> &in, size_t capacity, F one, G other,
                     bool is_valid) {
  // Our output has exactly the required capacity, and the memory after it must stay untouched.
  constexpr Out canary = static_cast<Out>(0x5A);
  std::vector<Out> mine(capacity + 64, canary), theirs_out(in.size() * 8 + 4096);
  const auto a = one(in.data(), in.size(), mine.data());
  const auto b = other(in.data(), in.size(), theirs_out.data());
  size_t end = capacity;
  if constexpr (std::is_class_v<decltype(b)>) {
    std::vector<Out> again(capacity + 64);
    end = b.error == theirs::SUCCESS ? b.count : one(in.data(), b.count, again.data()).count;
  } else if (b != 0) {
    end = b;
  }
  for (size_t i = end; i < mine.size(); ++i) {
    if (mine[i] != canary) {
      fail(what, in);
    }
  }
  same(what, in, a, b);
  size_t written;
  if constexpr (std::is_class_v<decltype(b)>) {
    written = is_valid && b.error == theirs::SUCCESS ? b.count : 0;
  } else {
    written = b;
  }
  if (written > capacity || std::memcmp(mine.data(), theirs_out.data(), written * sizeof(Out)) != 0) {
    fail(what, in);
  }
}

#define LENGTH(name, unit)                                                                         \
  same(#name, in, ours::name(in.data(), in.size()), theirs::name(in.data(), in.size()))
#define VALIDATE(name)                                                                             \
  same("validate_" #name, in, ours::validate_##name(in.data(), in.size()),                         \
       theirs::validate_##name(in.data(), in.size()));                                             \
  same("validate_" #name "_with_errors", in,                                                       \
       ours::validate_##name##_with_errors(in.data(), in.size()),                                  \
       theirs::validate_##name##_with_errors(in.data(), in.size()))
#define CALL(space, name) [](auto... arguments) { return space::name(arguments...); }
#define CONVERT_ANY(name, Out, capacity)                                                               \
  converts<Out>(#name, in, capacity, CALL(ours, name), CALL(theirs, name), true)
#define CONVERT(from, to, Out, capacity)                                                               \
  CONVERT_ANY(convert_##from##_to_##to, Out, capacity);                                                \
  CONVERT_ANY(convert_##from##_to_##to##_with_errors, Out, capacity);                                  \
  if (theirs::convert_##from##_to_##to(in.data(), in.size(), std::vector<Out>(in.size() * 8 + 128).data())) {   \
    CONVERT_ANY(convert_valid_##from##_to_##to, Out, capacity);                                        \
  }

static void check_bytes(const std::vector<char> &in) {
  VALIDATE(utf8);
  VALIDATE(ascii);
  LENGTH(autodetect_encoding, char);
  LENGTH(detect_encodings, char);
  LENGTH(trim_partial_utf8, char);
  LENGTH(count_utf8, char);
  LENGTH(utf8_length_from_latin1, char);
  LENGTH(latin1_length_from_utf8, char);
  LENGTH(utf32_length_from_utf8, char);
  if (theirs::validate_utf8(in.data(), in.size())) {
    LENGTH(utf16_length_from_utf8, char);
  }
  same("check_bom", in, ours::BOM::check_bom(in.data(), in.size()),
       theirs::BOM::check_bom(in.data(), in.size()));
  const size_t units = ours::utf16_length_from_utf8(in.data(), in.size());
  const size_t characters = ours::count_utf8(in.data(), in.size());
  CONVERT(utf8, latin1, char, characters)
  CONVERT(utf8, utf16, char16_t, units)
  CONVERT(utf8, utf16le, char16_t, units)
  CONVERT(utf8, utf16be, char16_t, units)
  CONVERT(utf8, utf32, char32_t, characters)
  CONVERT_ANY(convert_latin1_to_utf8, char, ours::utf8_length_from_latin1(in.data(), in.size()));
  CONVERT_ANY(convert_latin1_to_utf16, char16_t, in.size());
  CONVERT_ANY(convert_latin1_to_utf16le, char16_t, in.size());
  CONVERT_ANY(convert_latin1_to_utf16be, char16_t, in.size());
  CONVERT_ANY(convert_latin1_to_utf32, char32_t, in.size());
  for (const size_t capacity : {size_t{0}, size_t{1}, in.size() / 2, in.size(), 2 * in.size()}) {
    std::vector<char> mine(capacity), others(in.size() * 8 + 4096);
    same("convert_latin1_to_utf8_safe", in,
         ours::convert_latin1_to_utf8_safe(in.data(), in.size(), mine.data(), capacity),
         theirs::convert_latin1_to_utf8_safe(in.data(), in.size(), others.data(), capacity));
  }
}

/* Conversion with replacement equals to_well_formed followed by conversion. */
#define REPLACED(name)                                                                             \
  {                                                                                                \
    std::vector<char16_t> well(in.size());                                                         \
    ours::to_well_formed_##name(in.data(), in.size(), well.data());                                \
    const size_t bytes = ours::utf8_length_from_##name##_with_replacement(in.data(), in.size()).count; \
    std::vector<char> one(bytes), two(bytes);                                                      \
    same("convert_" #name "_to_utf8_with_replacement", in,                                         \
         ours::convert_##name##_to_utf8_with_replacement(in.data(), in.size(), one.data()),        \
         ours::convert_##name##_to_utf8(well.data(), well.size(), two.data()));                    \
    same("with replacement", in, one == two, true);                                                \
  }

#define UTF16(name)                                                                                \
  VALIDATE(name);                                                                                  \
  LENGTH(validate_##name##_as_ascii, char16_t);                                                    \
  LENGTH(count_##name, char16_t);                                                                  \
  LENGTH(trim_partial_##name, char16_t);                                                           \
  if (theirs::validate_##name(in.data(), in.size())) {                                             \
    LENGTH(utf8_length_from_##name, char16_t);                                                     \
  }                                                                                                \
  LENGTH(utf32_length_from_##name, char16_t);                                                      \
  LENGTH(utf8_length_from_##name##_with_replacement, char16_t);                                    \
  CONVERT(name, latin1, char, in.size())                                                           \
  CONVERT(name, utf8, char, ours::utf8_length_from_##name(in.data(), in.size()))                   \
  CONVERT(name, utf32, char32_t, ours::count_##name(in.data(), in.size()))                         \
  theirs::to_well_formed_##name(in.data(), in.size(), theirs_out.data());                          \
  ours::to_well_formed_##name(in.data(), in.size(), mine.data());                                  \
  same("to_well_formed_" #name, in, mine == theirs_out, true);                                     \
  mine = in;                                                                                       \
  ours::to_well_formed_##name(mine.data(), mine.size(), mine.data());                              \
  same("to_well_formed_" #name " in place", in, mine == theirs_out, true)

static void check_units(const std::vector<char16_t> &in) {
  std::vector<char16_t> mine(in.size()), theirs_out(in.size());
  UTF16(utf16);
  UTF16(utf16le);
  UTF16(utf16be);
  REPLACED(utf16);
  REPLACED(utf16le);
  REPLACED(utf16be);
  ours::change_endianness_utf16(in.data(), in.size(), mine.data());
  theirs::change_endianness_utf16(in.data(), in.size(), theirs_out.data());
  same("change_endianness_utf16", in, mine == theirs_out, true);
  const size_t need = ours::utf8_length_from_utf16(in.data(), in.size());
  const bool is_valid = theirs::validate_utf16(in.data(), in.size());
  for (const size_t capacity : {size_t{0}, size_t{1}, size_t{2}, size_t{3}, need / 2, need / 2 + 1, need}) {
    std::vector<char> some(capacity), others(in.size() * 8 + 4096);
    const size_t a = ours::convert_utf16_to_utf8_safe(in.data(), in.size(), some.data(), capacity);
    const size_t b = theirs::convert_utf16_to_utf8_safe(in.data(), in.size(), others.data(), capacity);
    // Whether simdutf reports an error after the part that fits depends on how far it has read, and
    // it may write beyond the capacity. Ours must not.
    if (a > capacity) {
      fail("convert_utf16_to_utf8_safe", in);
    }
    if (b <= capacity && is_valid) {
      same("convert_utf16_to_utf8_safe", in, a, b);
    }
  }
}

static void check_characters(const std::vector<char32_t> &in) {
  VALIDATE(utf32);
  const size_t bytes = ours::utf8_length_from_utf32(in.data(), in.size());
  const size_t units = ours::utf16_length_from_utf32(in.data(), in.size());
  if (theirs::validate_utf32(in.data(), in.size())) {
    LENGTH(utf8_length_from_utf32, char32_t);
    LENGTH(utf16_length_from_utf32, char32_t);
  }
  CONVERT(utf32, latin1, char, in.size())
  CONVERT(utf32, utf8, char, bytes)
  CONVERT(utf32, utf16, char16_t, units)
  CONVERT(utf32, utf16le, char16_t, units)
  CONVERT(utf32, utf16be, char16_t, units)
}

template <class Unit> static std::vector<Unit> reread(const std::string &bytes) {
  std::vector<Unit> units(bytes.size() / sizeof(Unit));
  if (!units.empty()) {
    std::memcpy(units.data(), bytes.data(), units.size() * sizeof(Unit));
  }
  return units;
}

static void check(const std::string &bytes) {
  check_bytes(reread<char>(bytes));
  check_units(reread<char16_t>(bytes));
  check_characters(reread<char32_t>(bytes));
}

int main() {
  const std::string pieces[] = {
      "", "a", "plain ", "\xC3\xA9", "\xC4\x80", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
      "\x80", "\xBF\x80", "\xC0\x80", "\xC1", "\xC3", "\xC3" "A", "\xE0\x80\x80", "\xE0\x9F\xBF",
      "\xE2\x82", "\xE2" "A", "\xE2\x82" "A", "\xE2\xE2\x82\xAC", "\xED\xA0\x80", "\xED\xBF\xBF",
      "\xED\xA0" "A", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF0\x9F", "\xF0\x9F\x98", "\xF0" "A",
      "\xF0\x9F\x98" "A", "\xF4\x90\x80\x80", "\xF4\x90" "A", "\xF5\x80\x80\x80", "\xF5" "A",
      "\xF7\xBF\xBF\xBF", "\xF8\x88\x80\x80\x80", "\xFF", "\xFE\xFF", "\xFF\xFE",
      std::string("\xFF\xFE\0\0", 4), std::string("\0\0\xFE\xFF", 4), "\xEF\xBB\xBF",
      std::string("a\0\xE9\0", 4), std::string("\0\xD8\0\xDC", 4), std::string("\0\xDC", 2),
      std::string("\0\xD8", 2), std::string("\xD8\0\xDC\0", 4), std::string("\xAC\x20", 2),
      std::string("\0\xD8\0\0", 4), std::string("\0\0\x11\0", 4), std::string("\xAC\x20\0\0", 4),
      std::string("\xE9\0\0\0", 4), std::string("\xFF\xFF\xFF\xFF", 4)};
  for (const auto &piece : pieces) {
    for (const auto &next : pieces) {
      check(piece + next);
    }
    for (size_t before = 0; before < 140; before += before < 60 ? 4 : 1) {
      check(std::string(before, 'x') + piece + std::string("y", before % 2));
      std::string wide;
      for (size_t i = 0; i < before; ++i) {
        wide += std::string("\x61\0\0\0", 4);
      }
      check(wide + piece + wide);
    }
  }
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const size_t kinds = 1 + random() % 10;
    for (size_t parts = random() % 60; parts > 0; --parts) {
      text += pieces[random() % (random() % 8 ? kinds : std::size(pieces))];
    }
    check(text);
  }
  // The names of instruction sets, including simdutf's.
  const auto &list = ours::get_available_implementations();
  for (const auto *known : list) {
    if (known->supported_by_runtime_system()) {
      ours::get_active_implementation() = known;
      if (ours::get_active_implementation()->name() != known->name()) {
        return 1;
      }
      check("caf\xC3\xA9 \xE2\x82\xAC \xFF");
    }
  }
  if (list["fallback"] == nullptr || list["fallback"]->name() != "scalar" || list["none"] != nullptr) {
    return 1;
  }
  ours::get_active_implementation() = list.detect_best_supported();
  std::printf("%lu answers are simdutf's (%s)\n", checks, std::string(theirs::get_active_implementation()->name()).c_str());
  return 0;
}
