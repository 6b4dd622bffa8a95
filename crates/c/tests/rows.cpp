// Checks that all forms of the functions return the same results: with pointers, in C, with spans,
// and in constant expressions, whose code is also run here. Covers every instruction set, and
// well-formed and malformed text. Inputs end at an inaccessible page, and outputs are compared
// including the bytes after the text.
#include "utflane_simdutf.hpp"
#include "utflane_simdutf_c.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace scheme = simdutf::detail::scheme;
static size_t checks = 0;

static void same(const char *what, bool is_same) {
  ++checks;
  if (!is_same) {
    std::fprintf(stderr, "%s differs\n", what);
    std::exit(1);
  }
}

/** Memory followed by an inaccessible page. */
template <class Unit> struct Guarded {
  using value_type = Unit;
  Guarded() = default;
  template <class Other> Guarded(const Guarded<Other> &) {}
  static size_t pages(size_t units) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return (units * sizeof(Unit) + page - 1) / page * page;
  }
  Unit *allocate(size_t units) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t bytes = pages(units);
    void *start = mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(static_cast<char *>(start) + bytes, page, PROT_NONE) != 0) {
      std::abort();
    }
    return reinterpret_cast<Unit *>(static_cast<char *>(start) + bytes) - units;
  }
  void deallocate(Unit *start, size_t units) {
    const size_t bytes = pages(units);
    munmap(reinterpret_cast<char *>(start + units) - bytes,
           bytes + static_cast<size_t>(sysconf(_SC_PAGESIZE)));
  }
  bool operator==(const Guarded &) const { return true; }
};
template <class Unit> using Units = std::vector<Unit, Guarded<Unit>>;

/** The same text in each encoding. It may be malformed. */
struct Texts {
  Units<char> ascii, utf8, latin1;
  Units<char16_t> utf16, utf16le, utf16be;
  Units<char32_t> utf32;
};

static bool operator==(simdutf::result one, simdutf_result other) {
  return static_cast<int>(one.error) == static_cast<int>(other.error) && one.count == other.count;
}
static bool operator==(simdutf::result one, simdutf::result other) {
  return one.error == other.error && one.count == other.count;
}
static bool operator==(simdutf::full_result one, simdutf_full_result other) {
  return static_cast<int>(one.error) == static_cast<int>(other.error) &&
         one.input_count == other.input_count && one.output_count == other.output_count;
}
static bool operator==(simdutf::full_result one, simdutf::full_result other) {
  return one.error == other.error && one.input_count == other.input_count &&
         one.output_count == other.output_count;
}

#define IN(name) in.name.data(), in.name.size()
#define ROOM(name, in_name)                                                                        \
  Units<UTFLANE_SIMDUTF_UNIT_##name>(4 * in.in_name.size() + 4, 0x55)

static void check(const Texts &in) {
#define ROW(name)                                                                                  \
  {                                                                                                \
    const auto answer = simdutf::validate_##name##_with_errors(IN(name));                          \
    same("validate_" #name,                                                                        \
         answer == simdutf_validate_##name##_with_errors(IN(name)) &&                              \
             answer == simdutf::validate_##name##_with_errors(in.name) &&                          \
             answer == simdutf::detail::validate<scheme::name>(IN(name)) &&                        \
             answer.is_ok() == simdutf::validate_##name(in.name) &&                                \
             answer.is_ok() == simdutf_validate_##name(IN(name)));                                 \
  }
  UTFLANE_SIMDUTF_VALIDATIONS(ROW)
#undef ROW

#define PLAIN(from, to)                                                                            \
  {                                                                                                \
    auto one = ROOM(to, from), two = one, three = one, four = one;                                 \
    const size_t answer = simdutf::convert_##from##_to_##to(IN(from), one.data());                 \
    const auto constant =                                                                          \
        simdutf::detail::convert<scheme::from, scheme::to>(IN(from), four.data());                 \
    same("convert_" #from "_to_" #to,                                                              \
         answer == simdutf_convert_##from##_to_##to(IN(from), two.data()) &&                       \
             answer == simdutf::convert_##from##_to_##to(in.from, three) &&                        \
             answer == simdutf::detail::units_or_0(constant) && one == two && one == three &&      \
             one == four);                                                                         \
  }
#define ROW(from, to)                                                                              \
  PLAIN(from, to)                                                                                  \
  {                                                                                                \
    auto one = ROOM(to, from), two = one, three = one;                                             \
    const auto answer = simdutf::convert_##from##_to_##to##_with_errors(IN(from), one.data());     \
    same("convert_" #from "_to_" #to "_with_errors",                                               \
         answer == simdutf_convert_##from##_to_##to##_with_errors(IN(from), two.data()) &&         \
             answer == simdutf::convert_##from##_to_##to##_with_errors(in.from, three) &&          \
             answer == static_cast<simdutf::result>(                                               \
                           simdutf::detail::convert<scheme::from, scheme::to>(IN(from),            \
                                                                              three.data())) &&    \
             one == two && one == three);                                                          \
    const size_t valid = simdutf::convert_valid_##from##_to_##to(IN(from), one.data());            \
    same("convert_valid_" #from "_to_" #to,                                                        \
         valid == (answer.is_ok() ? answer.count : 0) &&                                           \
             valid == simdutf_convert_valid_##from##_to_##to(IN(from), two.data()) &&              \
             valid == simdutf::convert_valid_##from##_to_##to(in.from, three));                    \
  }
  UTFLANE_SIMDUTF_WIDENINGS(PLAIN)
  UTFLANE_SIMDUTF_CONVERSIONS(ROW)
#undef ROW
#undef PLAIN

#define ROW(name, from, to)                                                                        \
  {                                                                                                \
    const size_t answer = simdutf::name(IN(from));                                                 \
    const size_t constant = simdutf::detail::length<scheme::from, scheme::to>(IN(from));           \
    const bool is_valid = simdutf::detail::validate<scheme::from>(IN(from)).is_ok();               \
    same(#name, answer == simdutf_##name(IN(from)) && answer == simdutf::name(in.from) &&          \
                    (answer == constant || !is_valid));                                            \
  }
  UTFLANE_SIMDUTF_LENGTHS(ROW)
#undef ROW
#define ROW(name) same(#name, simdutf::name(7) == 7 && simdutf_##name(7) == 7);
  UTFLANE_SIMDUTF_SAME_LENGTHS(ROW)
#undef ROW

#define ROW(name)                                                                                  \
  {                                                                                                \
    const bool is_ascii = simdutf::validate_##name##_as_ascii(IN(name));                           \
    same("validate_" #name "_as_ascii",                                                            \
         is_ascii == simdutf_validate_##name##_as_ascii(IN(name)) &&                               \
             is_ascii == simdutf::validate_##name##_as_ascii(in.name) &&                           \
             is_ascii == simdutf::detail::validate<scheme::name, 0x7F>(IN(name)).is_ok());         \
    auto one = in.name, two = one, three = one, four = one;                                        \
    simdutf::to_well_formed_##name(IN(name), one.data());                                          \
    simdutf_to_well_formed_##name(two.data(), two.size(), two.data());                             \
    simdutf::to_well_formed_##name(in.name, three);                                                \
    const auto all = simdutf::detail::convert<scheme::name, scheme::name, true>(IN(name),          \
                                                                                four.data());      \
    same("to_well_formed_" #name,                                                                  \
         one == two && one == three && one == four && all.output_count == one.size());             \
    const auto units = simdutf::utf8_length_from_##name##_with_replacement(IN(name));              \
    same("utf8_length_from_" #name "_with_replacement",                                            \
         units == simdutf_utf8_length_from_##name##_with_replacement(IN(name)) &&                  \
             units == simdutf::utf8_length_from_##name##_with_replacement(in.name) &&              \
             units == simdutf::detail::replaced_length<scheme::name>(IN(name)));                   \
    auto bytes = ROOM(utf8, name), others = bytes, spans = bytes, constant = bytes;                \
    const size_t written =                                                                         \
        simdutf::convert_##name##_to_utf8_with_replacement(IN(name), bytes.data());                \
    same("convert_" #name "_to_utf8_with_replacement",                                             \
         written == units.count &&                                                                 \
             written ==                                                                            \
                 simdutf_convert_##name##_to_utf8_with_replacement(IN(name), others.data()) &&     \
             written == simdutf::convert_##name##_to_utf8_with_replacement(in.name, spans) &&      \
             written == simdutf::detail::convert<scheme::name, scheme::utf8, true>(                \
                            IN(name), constant.data())                                             \
                            .output_count &&                                                       \
             bytes == others && bytes == spans && bytes == constant);                              \
    const size_t whole = simdutf::trim_partial_##name(IN(name));                                   \
    same("trim_partial_" #name, whole == simdutf_trim_partial_##name(IN(name)) &&                  \
                                    whole == simdutf::trim_partial_##name(in.name));               \
  }
  UTFLANE_SIMDUTF_UTF16_ORDERS(ROW)
#undef ROW

  const size_t whole = simdutf::trim_partial_utf8(IN(utf8));
  same("trim_partial_utf8", whole == simdutf_trim_partial_utf8(IN(utf8)) &&
                                whole == simdutf::trim_partial_utf8(in.utf8));
  auto one = in.utf16, two = one, three = one;
  simdutf::change_endianness_utf16(IN(utf16), one.data());
  simdutf_change_endianness_utf16(IN(utf16), two.data());
  simdutf::change_endianness_utf16(in.utf16, three);
  same("change_endianness_utf16", one == two && one == three);
  const int found = simdutf::detect_encodings(IN(utf8));
  same("detect_encodings", found == simdutf_detect_encodings(IN(utf8)) &&
                               found == simdutf::detect_encodings(in.utf8) &&
                               simdutf::autodetect_encoding(in.utf8) == (found & -found) &&
                               simdutf_autodetect_encoding(IN(utf8)) ==
                                   static_cast<simdutf_encoding_type>(found & -found));

  // With each capacity, beyond which no memory is touched.
#define BOUNDED(name, from, is_lossy)                                                              \
  for (size_t capacity = 0; capacity < 3 * in.from.size() + 2; capacity += 1 + capacity / 8) {                     \
    Units<char> bytes(capacity + 1, 0x55), others = bytes, spans(capacity, 0x55), constant = bytes;  \
    const auto done = simdutf::name(IN(from), bytes.data(), capacity);                                 \
    same(#name, done == simdutf_##name(IN(from), others.data(), capacity) &&                           \
                    done == simdutf::name(in.from, spans) &&                                       \
                    done == simdutf::detail::convert<scheme::from, scheme::utf8, is_lossy>(        \
                                IN(from), constant.data(), capacity) &&                                \
                    bytes == others && bytes == constant &&                                        \
                    std::equal(spans.begin(), spans.end(), bytes.begin()) &&                       \
                    std::count(bytes.begin(), bytes.end(), 0x55) >                                 \
                        static_cast<long>(capacity - done.output_count) &&                             \
                    (done.error != simdutf::SUCCESS || done.input_count == in.from.size()));       \
  }
  BOUNDED(convert_latin1_to_utf8_safe_with_details, latin1, false)
  BOUNDED(convert_utf16_to_utf8_safe_with_details, utf16, false)
  BOUNDED(convert_utf16_to_utf8_with_replacement_safe, utf16, true)
#undef BOUNDED
}

#if defined(__cpp_if_consteval) && __cpp_if_consteval >= 202106L
/** Converts a literal to UTF-16. */
template <size_t units> constexpr auto utf16(std::u8string_view text) {
  std::array<char16_t, units> out{};
  const auto done = simdutf::convert_utf8_to_utf16_with_errors(text, out);
  return done.is_ok() && done.count == units ? out : std::array<char16_t, units>{};
}
static_assert(utf16<3>(u8"é€x") == std::array<char16_t, 3>{0xE9, 0x20AC, 'x'});
static_assert(simdutf::validate_utf8(std::u8string_view(u8"caf\u00E9 \U0001F600")));
static_assert(simdutf::validate_utf8_with_errors(std::string_view("a\xF8", 2)).error ==
              simdutf::HEADER_BITS);
static_assert(simdutf::utf8_length_from_utf16(std::u16string_view(u"\U0001F600\u00E9")) == 6);
static_assert(simdutf::trim_partial_utf16(std::u16string_view(u"a\xD800", 2)) == 1);
static_assert(simdutf::result(simdutf::SUCCESS, 1).is_ok());
/** Results of constant conversions of text that Latin-1 cannot represent, and of an unpaired
 * surrogate. */
constexpr size_t in_vain(int which) {
  std::array<char, 4> out{};
  const std::u8string_view euro = u8"a\u20AC";
  const std::u16string_view lone(u"a\xDC00", 2);
  return which == 0   ? simdutf::convert_utf8_to_latin1(euro, out)
         : which == 1 ? simdutf::convert_valid_utf8_to_latin1(euro, out)
         : which == 2 ? simdutf::convert_utf16_to_utf8_safe(lone, out)
                      : simdutf::convert_utf16_to_utf8_with_replacement_safe(lone, out).output_count;
}
static_assert(in_vain(0) == 0 && in_vain(1) == 0 && in_vain(2) == 0 && in_vain(3) == 4);
#endif

/** A text with these values, followed by random units. */
static Texts texts(const std::vector<uint32_t> &values, const std::string &noise) {
  Texts all;
  for (const uint32_t value : values) {
    char bytes[4];
    char16_t units[2];
    scheme::utf8::put(value, bytes);
    all.utf8.insert(all.utf8.end(), bytes, bytes + scheme::utf8::size(value));
    scheme::utf16le::put(value, units);
    all.utf16le.insert(all.utf16le.end(), units, units + scheme::utf16le::size(value));
    scheme::utf16be::put(value, units);
    all.utf16be.insert(all.utf16be.end(), units, units + scheme::utf16be::size(value));
    all.utf32.push_back(value);
    all.latin1.push_back(static_cast<char>(value));
    all.ascii.push_back(static_cast<char>(value % 0x101 % 0x80));
  }
  for (size_t i = 0; i < noise.size(); ++i) {
    const char16_t unit = static_cast<char16_t>(0xD800 + 8 * static_cast<uint8_t>(noise[i]));
    all.utf8.push_back(noise[i]);
    all.utf16le.push_back(unit);
    all.utf16be.push_back(static_cast<char16_t>(unit << 8 | unit >> 8));
    all.utf32.push_back(static_cast<char32_t>(unit + (i % 3) * 0x108000));
    all.ascii.push_back(noise[i]);
  }
  all.utf16 = simdutf::match_system(simdutf::LITTLE) ? all.utf16le : all.utf16be;
  // A copy is allocated with its exact size, so that it ends at the inaccessible page.
  const Texts copy = all;
  return copy;
}

int main() {
  std::mt19937 random(1);
  const uint32_t most[] = {0x7F, 0xFF, 0x7FF, 0xFFFF, 0x10FFFF};
  const char faults[] = "\x80\xC0\xC1\xC3\xE0\x9F\xED\xA0\xF0\x8F\xF4\x90\xF5\xF8\xFF" "A";
  for (const auto *isa : simdutf::get_available_implementations()) {
    if (!isa->supported_by_runtime_system()) {
      continue;
    }
    simdutf::get_active_implementation() = isa;
    for (int round = 0; round < 250; ++round) {
      std::vector<uint32_t> values;
      const uint32_t last = most[random() % 5];
      for (size_t len = random() % (round % 8 ? 24 : 150); len > 0; --len) {
        const uint32_t value = static_cast<uint32_t>(random() % (last + 1));
        values.push_back(value >= 0xD800 && value < 0xE000 ? 'x' : value == 0x55 ? 'y' : value);
      }
      std::string noise;
      for (size_t len = random() % 2 * (random() % 6); len > 0; --len) {
        noise += faults[random() % (sizeof faults - 1)];
      }
      check(texts(values, noise));
    }
  }
  std::printf("%zu answers are the same in each form\n", checks);
  return 0;
}
