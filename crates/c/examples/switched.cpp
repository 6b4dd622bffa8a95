// A program for simdutf that uses utflane instead: it includes another header and links libutflane.
#include <utflane_simdutf.hpp>

#include <cstdio>
#include <string>

int main() {
  const std::string text = "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80";
  if (simdutf::autodetect_encoding(text.data(), text.size()) != simdutf::UTF8) {
    return 1;
  }
  std::u16string units(simdutf::utf16_length_from_utf8(text.data(), text.size()), u'\0');
  const simdutf::result done =
      simdutf::convert_utf8_to_utf16_with_errors(text.data(), text.size(), units.data());
  if (done.is_err() || done.count != units.size()) {
    return 1;
  }
  std::string back(simdutf::utf8_length_from_utf16(units.data(), units.size()), '\0');
  if (simdutf::convert_utf16_to_utf8(units.data(), units.size(), back.data()) != text.size()) {
    return 1;
  }
  const simdutf::result fault = simdutf::validate_utf8_with_errors("ab\xFF", 3);
  const std::string why(simdutf::error_to_string(fault.error));
  const std::string name(simdutf::get_active_implementation()->name());
  std::printf("%s: %s at %zu\n", name.c_str(), why.c_str(), fault.count);
  return back == text && fault.error == simdutf::HEADER_BITS && fault.count == 2 ? 0 : 1;
}
