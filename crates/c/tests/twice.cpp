// Includes both headers twice in C++, next to a C file that includes one: see other.c.
#include "utflane.h"
#include "utflane.h"
#include "utflane_simdutf.hpp"
#include "utflane_simdutf.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

extern "C" int other(void);

#if __cplusplus >= 202002L
#include <span>
static bool spans() {
  const std::vector<char> text{'h', 'i'};
  std::vector<char16_t> units(simdutf::utf16_length_from_utf8(text));
  return simdutf::validate_utf8(text) && simdutf::convert_utf8_to_utf16(text, units) == 2 &&
         units[1] == u'i';
}
#else
static bool spans() { return true; }
#endif

int main() {
  utflane_result result;
  const utflane_status status = utflane_validate(UTFLANE_UTF8, "a\xFF", 2, &result);
  const bool good = status == UTFLANE_MALFORMED && result.kind == UTFLANE_INVALID_BYTE;
  const bool versions = std::strcmp(utflane_version(), "0.1.0") == 0 && SIMDUTF_VERSION[0] == '9';
  std::printf("twice: %s\n", good && versions && spans() && other() == 63 ? "good" : "bad");
  return good && versions && spans() && other() == 63 ? 0 : 1;
}
