// Measures the C interface relative to simdutf: the functions of utflane_simdutf.hpp, and
// utflane_validate and utflane_transcode, whose encodings are arguments. crates/c/bench/simdutf
// builds this program, runs it for each instruction set, and makes the tables of docs/c.md.
//
//   simdutf ISA LENGTH ROUNDS TEXT...
//
// ISA is the name of an instruction set in libutflane. SIMDUTF_FORCE_IMPLEMENTATION sets that of
// simdutf. LENGTH is `short` for pieces of random lengths from 0 to 64 units, or a number of bytes.
//
// A round reads each text once in each function, and more than 50 MB of other text before the next
// round. So branch predictors cannot learn a text. Both libraries convert a batch of pieces in
// turn, after it was loaded into the cache. The time of a batch is the minimum of all rounds.
#define UTFLANE_NO_SIMDUTF_ALIAS
#include "simdutf.h"
#include "utflane_simdutf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <time.h>
#include <utility>
#include <vector>

namespace ours = utflane::simdutf;
namespace theirs = simdutf;

[[noreturn]] static void fail(const std::string &what) {
  std::fprintf(stderr, "simdutf: %s\n", what.c_str());
  std::exit(1);
}

static double cpu_time() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/** The time that reading the clock adds to a batch. */
static double clock_overhead() {
  double least = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const double start = cpu_time();
    least = std::min(least, cpu_time() - start);
  }
  return least;
}

struct Piece {
  size_t start, len;
};

/** A text in one encoding, cut into pieces at character boundaries, and these into batches. */
template <class Unit> struct Text {
  std::vector<Unit> units;
  std::vector<Piece> pieces;
  std::vector<size_t> batches;
};

static bool continues(char unit) { return (unit & 0xC0) == 0x80; }
static bool continues(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }
static bool continues(char32_t) { return false; }
/** Latin-1 in a type of its own, because its bytes are characters. */
enum class Latin1 : char {};
static bool continues(Latin1) { return false; }

/** The greatest length of a piece in bytes. */
static const size_t MOST = 64 << 10;

/** Bytes of a batch. They fit in an L2 cache. */
static const size_t BATCH = 128 << 10;

template <class Unit> static Text<Unit> cut(std::vector<Unit> units, size_t len) {
  Text<Unit> text{std::move(units), {}, {0}};
  std::minstd_rand random(1);
  size_t in_batch = 0;
  for (size_t start = 0; start < text.units.size();) {
    const size_t wanted = len > 0 ? len / sizeof(Unit) : random() % 65;
    size_t end = std::min(start + wanted, text.units.size());
    while (end > start && end < text.units.size() && continues(text.units[end])) {
      --end;
    }
    text.pieces.push_back({start, end - start});
    in_batch += (end - start) * sizeof(Unit);
    start = end;
    if (in_batch >= BATCH || start == text.units.size()) {
      text.batches.push_back(text.pieces.size());
      in_batch = 0;
    }
  }
  return text;
}

/** A text in all encodings. For conversions from and to Latin-1, each character is mapped to one
 * of Latin-1, so that as many bytes are not ASCII as in a code page for the language. */
struct Texts {
  std::string name;
  Text<char> utf8, folded;
  Text<char16_t> utf16, folded16;
  Text<char32_t> utf32;
  Text<Latin1> latin1;

  Texts(const std::string &path, size_t len) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.empty() || !theirs::validate_utf8(bytes.data(), bytes.size())) {
      fail(path + " is empty or not UTF-8");
    }
    name = path.substr(path.rfind('/') + 1);
    std::vector<char32_t> characters(bytes.size());
    characters.resize(theirs::convert_utf8_to_utf32(bytes.data(), bytes.size(), characters.data()));
    std::vector<char16_t> units(bytes.size());
    units.resize(theirs::convert_utf8_to_utf16le(bytes.data(), bytes.size(), units.data()));
    std::vector<Latin1> narrow;
    std::vector<char16_t> narrow16;
    for (const char32_t character : characters) {
      const char32_t mapped = character < 0x100 ? character : 0x80 | (character & 0xFF);
      narrow.push_back(static_cast<Latin1>(mapped));
      narrow16.push_back(static_cast<char16_t>(mapped));
    }
    std::vector<char> narrow8(2 * narrow.size());
    narrow8.resize(theirs::convert_latin1_to_utf8(reinterpret_cast<const char *>(narrow.data()),
                                                  narrow.size(), narrow8.data()));
    utf8 = cut(std::vector<char>(bytes.begin(), bytes.end()), len);
    folded = cut(std::move(narrow8), len);
    utf16 = cut(std::move(units), len);
    folded16 = cut(std::move(narrow16), len);
    utf32 = cut(std::move(characters), len);
    latin1 = cut(std::move(narrow), len);
  }
};

/** The output of each library: enough for each piece, in each encoding. */
alignas(64) static char output[2][4 * MOST];

/** Calls a function for the pieces of a batch. */
template <class Unit, class Function>
static void convert(const Text<Unit> &text, size_t batch, Function function, char *dst) {
  size_t sum = 0;
  for (size_t i = text.batches[batch]; i < text.batches[batch + 1]; ++i) {
    const Piece piece = text.pieces[i];
    sum += function(text.units.data() + piece.start, piece.len, dst);
  }
  asm volatile("" : : "r"(sum) : "memory");
}

/** Loads a batch into the cache. */
template <class Unit> static void touch(const Text<Unit> &text, size_t batch) {
  const size_t end = text.batches[batch + 1];
  if (end > text.batches[batch]) {
    const char *at = reinterpret_cast<const char *>(&text.units[text.pieces[text.batches[batch]].start]);
    const char *last = reinterpret_cast<const char *>(text.units.data() + text.pieces[end - 1].start + text.pieces[end - 1].len);
    for (; at < last; at += 64) {
      asm volatile("" : : "r"(*at));
    }
  }
}

/** The minimum times of both libraries for each batch of a text. */
using Times = std::array<std::vector<double>, 2>;

/** A function that both libraries have. */
struct Row {
  std::string name;
  std::function<void(const Texts &)> check;
  std::function<void(const Texts &, size_t round, Times &)> time;
};

static std::vector<Row> rows;

/** Adds a function, given its name, the texts, the calls, and the bytes of a unit of output. */
template <class Unit, class Ours, class Theirs>
static void add(const char *name, Text<Unit> Texts::*member, Ours one, Theirs other, size_t size) {
  const auto check = [=](const Texts &texts) {
    const Text<Unit> &text = texts.*member;
    for (const Piece piece : text.pieces) {
      const Unit *start = text.units.data() + piece.start;
      const size_t answer = one(start, piece.len, output[0]);
      if (answer != other(start, piece.len, output[1]) || (answer == 0) != (piece.len == 0) ||
          std::memcmp(output[0], output[1], answer * size) != 0) {
        fail(std::string(name) + ": results differ at " + std::to_string(piece.start) + " in " +
             texts.name);
      }
    }
  };
  const double overhead = clock_overhead();
  const auto time = [=](const Texts &texts, size_t round, Times &best) {
    const Text<Unit> &text = texts.*member;
    for (size_t batch = 0; batch + 1 < text.batches.size(); ++batch) {
      for (size_t turn = 0; turn < 2; ++turn) {
        const size_t which = (round + turn + batch) % 2;
        touch(text, batch);
        const double start = cpu_time();
        which == 0 ? convert(text, batch, one, output[0]) : convert(text, batch, other, output[0]);
        const double taken = cpu_time() - start - overhead;
        best[which].resize(text.batches.size() - 1, 1e18);
        best[which][batch] = std::min(best[which][batch], taken);
      }
    }
  };
  rows.push_back({name, check, time});
}

/** Adds a function of utflane_simdutf.hpp: its name, texts, the type of its input, the size of a
 * unit of its output, and the argument for the output. */
#define ADD(name, member, type, size, ...)                                                         \
  add(                                                                                             \
      #name, &Texts::member,                                                                       \
      [](const auto *src, size_t len, [[maybe_unused]] char *dst) -> size_t {                      \
        return ours::name(reinterpret_cast<const type *>(src), len __VA_ARGS__);                   \
      },                                                                                           \
      [](const auto *src, size_t len, [[maybe_unused]] char *dst) -> size_t {                      \
        return theirs::name(reinterpret_cast<const type *>(src), len __VA_ARGS__);                 \
      },                                                                                           \
      size)

/** Adds a conversion by utflane_transcode. */
#define ADD_TRANSCODE(name, from, to, function, member, type, target)                              \
  add(                                                                                             \
      name, &Texts::member,                                                                        \
      [](const auto *src, size_t len, char *dst) -> size_t {                                       \
        utflane_result result;                                                                     \
        const utflane_status status = utflane_transcode(from, to, UTFLANE_STRICT, src, len, dst,   \
                                                        4 * MOST / sizeof(target), &result);       \
        return status == UTFLANE_OK ? result.written : 0;                                          \
      },                                                                                           \
      [](const auto *src, size_t len, char *dst) -> size_t {                                       \
        return theirs::function(reinterpret_cast<const type *>(src), len,                          \
                                reinterpret_cast<target *>(dst));                                  \
      },                                                                                           \
      sizeof(target))

static void add_all() {
  // A validation returns 1, also for an empty text, so its length is added.
  add(
      "validate_utf8", &Texts::utf8,
      [](const char *src, size_t len, char *) { return ours::validate_utf8(src, len) ? len : 0; },
      [](const char *src, size_t len, char *) { return theirs::validate_utf8(src, len) ? len : 0; },
      0);
  ADD(convert_utf8_to_utf16le, utf8, char, 2, , reinterpret_cast<char16_t *>(dst));
  ADD(convert_utf8_to_utf32, utf8, char, 4, , reinterpret_cast<char32_t *>(dst));
  ADD(convert_utf8_to_latin1, folded, char, 1, , dst);
  ADD(convert_utf16le_to_utf8, utf16, char16_t, 1, , dst);
  ADD(convert_utf16le_to_utf32, utf16, char16_t, 4, , reinterpret_cast<char32_t *>(dst));
  ADD(convert_utf16le_to_latin1, folded16, char16_t, 1, , dst);
  ADD(convert_utf32_to_utf8, utf32, char32_t, 1, , dst);
  ADD(convert_utf32_to_utf16le, utf32, char32_t, 2, , reinterpret_cast<char16_t *>(dst));
  ADD(convert_latin1_to_utf8, latin1, char, 1, , dst);
  ADD(convert_latin1_to_utf16le, latin1, char, 2, , reinterpret_cast<char16_t *>(dst));
  ADD(utf16_length_from_utf8, utf8, char, 0, );
  ADD(utf8_length_from_utf16le, utf16, char16_t, 0, );
  add(
      "utflane_validate, UTF-8", &Texts::utf8,
      [](const char *src, size_t len, char *) {
        return utflane_validate(UTFLANE_UTF8, src, len, nullptr) == UTFLANE_OK ? len : 0;
      },
      [](const char *src, size_t len, char *) { return theirs::validate_utf8(src, len) ? len : 0; },
      0);
  ADD_TRANSCODE("utflane_transcode, UTF-8 to UTF-16", UTFLANE_UTF8, UTFLANE_UTF16,
                convert_utf8_to_utf16, utf8, char, char16_t);
  ADD_TRANSCODE("utflane_transcode, UTF-16 to UTF-8", UTFLANE_UTF16, UTFLANE_UTF8,
                convert_utf16_to_utf8, utf16, char16_t, char);
  ADD_TRANSCODE("utflane_transcode, Latin-1 to UTF-8", UTFLANE_LATIN1, UTFLANE_UTF8,
                convert_latin1_to_utf8, latin1, char, char);
  ADD_TRANSCODE("utflane_transcode, UTF-8 to Latin-1", UTFLANE_UTF8, UTFLANE_LATIN1,
                convert_utf8_to_latin1, folded, char, char);
}

int main(int argc, char **argv) {
  const bool is_short = argc > 2 && std::strcmp(argv[2], "short") == 0;
  const size_t len = argc > 2 && !is_short ? std::strtoul(argv[2], nullptr, 10) : 0;
  const size_t rounds = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
  if (argc < 5 || rounds == 0 || (is_short ? len > 0 : len < 64 || len > MOST)) {
    fail("arguments: an instruction set, `short` or a length from 64 to 65536 bytes, a number of "
         "rounds, and files with texts in UTF-8");
  }
  if (utflane_isa_pin(argv[1]) != UTFLANE_OK) {
    fail(std::string("this CPU does not have ") + argv[1]);
  }
  std::vector<Texts> all;
  size_t bytes = 0;
  for (int i = 4; i < argc; ++i) {
    all.emplace_back(argv[i], len);
    bytes += all.back().utf8.units.size();
  }
  add_all();
  // All functions read all texts between two visits of a batch.
  if (bytes * rows.size() < 500 << 20) {
    std::fprintf(stderr, "simdutf: only %zu bytes of text: branch predictors may learn it\n", bytes);
  }
  std::vector<std::vector<Times>> best(rows.size());
  for (size_t row = 0; row < rows.size(); ++row) {
    best[row] = std::vector<Times>(all.size());
    std::for_each(all.begin(), all.end(), rows[row].check);
  }
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t row = 0; row < rows.size(); ++row) {
      for (size_t text = 0; text < all.size(); ++text) {
        rows[row].time(all[text], round, best[row][text]);
      }
    }
  }
  // Function, geometric mean over the texts, greatest ratio and its text, and the mean times.
  for (size_t row = 0; row < rows.size(); ++row) {
    double logarithms = 0, greatest = 0, sums[2] = {0, 0};
    const char *worst = "";
    for (size_t text = 0; text < all.size(); ++text) {
      double times[2] = {0, 0};
      for (size_t which = 0; which < 2; ++which) {
        for (const double time : best[row][text][which]) {
          times[which] += time;
        }
        sums[which] += times[which];
      }
      const double ratio = times[0] / times[1];
      logarithms += std::log(ratio);
      if (ratio > greatest) {
        greatest = ratio;
        worst = all[text].name.c_str();
      }
    }
    std::printf("%s\t%.2f\t%.2f\t%s\t%.2f\n", rows[row].name.c_str(),
                std::exp(logarithms / static_cast<double>(all.size())), greatest, worst,
                sums[0] / sums[1]);
  }
  return 0;
}
