// Compares the functions of utflane_simdutf.hpp with those of simdutf: the minimum time per call in
// nanoseconds over many alternating rounds. Arguments: an instruction set by its name in
// libutflane, and lengths in bytes of UTF-8. SIMDUTF_FORCE_IMPLEMENTATION sets that of simdutf.
// Both are linked as static libraries:
//
//   clang++ -std=c++17 -O3 -c simdutf.cpp -I. -o simdutf.o                    # in its folder
//   clang++ -std=c++17 -O2 bench/simdutf.cpp SIMDUTF/simdutf.o -ISIMDUTF -Iinclude
//     target/release/libutflane.a -o bench-simdutf
//   SIMDUTF_FORCE_IMPLEMENTATION=haswell ./bench-simdutf avx2 8 16 32 64
#define UTFLANE_NO_SIMDUTF_ALIAS
#include "simdutf.h"
#include "utflane_simdutf.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace ours = utflane::simdutf;
namespace theirs = simdutf;

struct Ratios {
  double logarithms = 0, greatest = 0;
  int count = 0;
};
static std::map<std::string, Ratios> all;

template <class F> static double once(F call, size_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < calls; ++i) {
    size_t answer = call();
    asm volatile("" : "+r"(answer) : : "memory");
  }
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
         static_cast<double>(calls);
}

template <class F, class G> static void time(const char *what, size_t len, F one, G other) {
  if (one() != other()) {
    std::printf("%s: answers differ\n", what);
    std::exit(1);
  }
  const size_t calls = 200000 / (len + 60) + 1;
  double best[2] = {1e9, 1e9};
  for (int round = 0; round < 300; ++round) {
    best[0] = std::min(best[0], once(one, calls));
    best[1] = std::min(best[1], once(other, calls));
  }
  const double ratio = best[0] / best[1];
  Ratios &ratios = all[what];
  ratios.logarithms += std::log(ratio);
  ratios.greatest = std::max(ratios.greatest, ratio);
  ++ratios.count;
  std::printf("%-28s %6zu %9.1f %9.1f %6.2f\n", what, len, best[0], best[1], ratio);
}

#define TIME(name, in, ...)                                                                        \
  time(#name, len, [&] { return static_cast<size_t>(ours::name(in.data(), in.size() __VA_ARGS__)); }, \
       [&] { return static_cast<size_t>(theirs::name(in.data(), in.size() __VA_ARGS__)); })

static void measure(const std::string &script, size_t len) {
  std::string text;
  while (text.size() < len) {
    text += script;
  }
  text.resize(len);
  text.resize(theirs::trim_partial_utf8(text.data(), len));
  std::u16string units(len, 0), units_out(len, 0);
  std::u32string characters(len, 0), characters_out(len, 0);
  std::string bytes_out(4 * len, 0), latin1(len, 0);
  units.resize(theirs::convert_utf8_to_utf16le(text.data(), text.size(), units.data()));
  characters.resize(theirs::convert_utf8_to_utf32(text.data(), text.size(), characters.data()));
  TIME(validate_utf8, text, );
  TIME(utf16_length_from_utf8, text, );
  TIME(utf8_length_from_utf16le, units, );
  TIME(convert_utf8_to_utf16le, text, , units_out.data());
  TIME(convert_utf8_to_utf32, text, , characters_out.data());
  TIME(convert_utf16le_to_utf8, units, , bytes_out.data());
  TIME(convert_utf16le_to_utf32, units, , characters_out.data());
  TIME(convert_utf32_to_utf8, characters, , bytes_out.data());
  TIME(convert_utf32_to_utf16le, characters, , units_out.data());
  latin1.resize(theirs::convert_utf8_to_latin1(text.data(), text.size(), latin1.data()));
  if (!latin1.empty()) {
    TIME(convert_utf8_to_latin1, text, , bytes_out.data());
    TIME(convert_utf16le_to_latin1, units, , bytes_out.data());
    TIME(convert_latin1_to_utf8, latin1, , bytes_out.data());
    TIME(convert_latin1_to_utf16le, latin1, , units_out.data());
  }
}

int main(int argc, char **argv) {
  if (argc < 3 || utflane_isa_pin(argv[1]) != UTFLANE_OK) {
    std::printf("arguments: avx512, avx2, sse41 or scalar, and lengths\n");
    return 1;
  }
  const std::string name(theirs::get_active_implementation()->name());
  std::printf("%-28s %6s %9s %9s  ratio\n", "ns a call", "bytes", argv[1], name.c_str());
  for (const char *script :
       {"The quick brown fox jumps over the lazy dog; ",
        "Zw\xC3\xB6lf laxe Typen qualmen verd\xC3\xA4" "chtig s\xC3\xBC\xC3\x9F" "e Objekte ",
        "\xD0\xA1\xD1\x8A\xD0\xB5\xD1\x88\xD1\x8C \xD0\xB6\xD0\xB5 \xD0\xB5\xD1\x89\xD1\x91 ",
        "\xE6\x88\x91\xE8\x83\xBD\xE5\x90\x9E\xE4\xB8\x8B\xE7\x8E\xBB\xE7\x92\x83\xE3\x80\x82"}) {
    for (int i = 2; i < argc; ++i) {
      measure(script, std::strtoul(argv[i], nullptr, 10));
    }
  }
  for (const auto &[what, ratios] : all) {
    std::printf("%-28s mean %5.2f, at most %5.2f\n", what.c_str(),
                std::exp(ratios.logarithms / ratios.count), ratios.greatest);
  }
  return 0;
}
