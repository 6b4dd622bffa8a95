/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Lists of the functions of simdutf: each macro calls ROW for every function or pair of encodings.
 * The headers for C and C++ generate functions from them. `utf16` is UTF-16 in native byte order.
 */
#ifndef UTFLANE_SIMDUTF_ROWS_H
#define UTFLANE_SIMDUTF_ROWS_H

/* validate_X and validate_X_with_errors. */
#define UTFLANE_SIMDUTF_VALIDATIONS(ROW)                                                           \
  ROW(ascii) ROW(utf8) ROW(utf16) ROW(utf16le) ROW(utf16be) ROW(utf32)

/* convert_X_to_Y, for conversions that cannot fail. */
#define UTFLANE_SIMDUTF_WIDENINGS(ROW)                                                             \
  ROW(latin1, utf8) ROW(latin1, utf16) ROW(latin1, utf16le) ROW(latin1, utf16be) ROW(latin1, utf32)

/* convert_X_to_Y, convert_X_to_Y_with_errors and convert_valid_X_to_Y. */
#define UTFLANE_SIMDUTF_CONVERSIONS(ROW)                                                           \
  ROW(utf8, latin1) ROW(utf8, utf16) ROW(utf8, utf16le) ROW(utf8, utf16be) ROW(utf8, utf32)        \
  ROW(utf16, latin1) ROW(utf16le, latin1) ROW(utf16be, latin1)                                     \
  ROW(utf16, utf8) ROW(utf16le, utf8) ROW(utf16be, utf8)                                           \
  ROW(utf16, utf32) ROW(utf16le, utf32) ROW(utf16be, utf32)                                        \
  ROW(utf32, latin1) ROW(utf32, utf8) ROW(utf32, utf16) ROW(utf32, utf16le) ROW(utf32, utf16be)

/* Lengths of well-formed text: name, the encoding, and the encoding whose units are counted. The
 * length in UTF-32 is the number of characters. */
#define UTFLANE_SIMDUTF_LENGTHS(ROW)                                                               \
  ROW(utf8_length_from_latin1, latin1, utf8)                                                       \
  ROW(latin1_length_from_utf8, utf8, utf32)                                                        \
  ROW(utf16_length_from_utf8, utf8, utf16)                                                         \
  ROW(utf32_length_from_utf8, utf8, utf32)                                                         \
  ROW(utf8_length_from_utf16, utf16, utf8)                                                         \
  ROW(utf8_length_from_utf16le, utf16le, utf8)                                                     \
  ROW(utf8_length_from_utf16be, utf16be, utf8)                                                     \
  ROW(utf32_length_from_utf16, utf16, utf32)                                                       \
  ROW(utf32_length_from_utf16le, utf16le, utf32)                                                   \
  ROW(utf32_length_from_utf16be, utf16be, utf32)                                                   \
  ROW(utf8_length_from_utf32, utf32, utf8)                                                         \
  ROW(utf16_length_from_utf32, utf32, utf16)                                                       \
  ROW(count_utf8, utf8, utf32)                                                                     \
  ROW(count_utf16, utf16, utf32)                                                                   \
  ROW(count_utf16le, utf16le, utf32)                                                               \
  ROW(count_utf16be, utf16be, utf32)

/* Lengths that equal the length of the input. */
#define UTFLANE_SIMDUTF_SAME_LENGTHS(ROW)                                                          \
  ROW(latin1_length_from_utf16) ROW(latin1_length_from_utf32)                                      \
  ROW(utf16_length_from_latin1) ROW(utf32_length_from_latin1)

/* Functions only for UTF-16: validate_X_as_ascii, to_well_formed_X, trim_partial_X,
 * convert_X_to_utf8_with_replacement and utf8_length_from_X_with_replacement. */
#define UTFLANE_SIMDUTF_UTF16_ORDERS(ROW) ROW(utf16) ROW(utf16le) ROW(utf16be)

#endif
