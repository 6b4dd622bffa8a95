// Declares things in the namespace `simdutf` before and after including the header.
namespace simdutf {
class implementation;
struct result;
} // namespace simdutf

#include <simdutf.h>

#include <cstddef>

namespace simdutf {
static_assert(match_system(endianness::NATIVE));
[[maybe_unused]] static size_t units(const char *text, size_t len) { return utf16_length_from_utf8(text, len); }
} // namespace simdutf

#if !SIMDUTF_FEATURE_UTF16 || SIMDUTF_FEATURE_BASE64
#error "wrong feature macros"
#endif

int main() {
  constexpr std::size_t two = 2;
  const simdutf::implementation *active = simdutf::get_active_implementation();
  char16_t out[2];
  const bool good = simdutf::units("hi", 2) == 2 && active->validate_utf8("hi", two) &&
                    active->convert_utf8_to_utf16le_with_errors("h\xFF", two, out).count == 1 &&
                    simdutf::to_string(simdutf::UTF8) == "UTF8" && !active->description().empty();
  return good ? 0 : 1;
}
