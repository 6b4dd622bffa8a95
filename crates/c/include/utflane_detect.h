/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Detection of Unicode and legacy encodings. The library must be built with the feature
 * `detect-legacy`.
 */
#ifndef UTFLANE_DETECT_H
#define UTFLANE_DETECT_H

#include "utflane.h"

/**
 * A detected Unicode or legacy encoding. Names are strings, and empty if there is no such encoding.
 */
typedef struct utflane_any_detection {
  /**
   * The encoding, or UTFLANE_NONE if it is unknown or the library does not have it. The library has
   * Shift_JIS and other multi-byte encodings only with the feature `multibyte`, and UTF-7,
   * HZ-GB-2312, ISO-2022-KR and JOHAB only with `more-charsets`. It never has ISO-2022-CN.
   */
  utflane_encoding encoding;
  /**
   * The confidence. It is UTFLANE_CERTAIN only for ASCII and Unicode encodings.
   */
  utflane_certainty certainty;
  /**
   * Whether the whole text was checked, is well-formed in the encoding, and has no NUL character.
   */
  bool exact;
  /**
   * Whether a program may decode the text in this encoding without asking the user: a Unicode
   * encoding is certain, or a legacy encoding is likely and the whole text is well-formed in it.
   * Text that is likely UTF-8 is also reliable, and so is text that is likely ASCII without NUL.
   */
  bool reliable;
  /**
   * The name of the encoding, in IANA's spelling.
   */
  char name[24];
  /**
   * The language of a text in a legacy encoding as a code of ISO 639-1, such as "pl".
   */
  char language[8];
  /**
   * The name of the next best legacy encoding that decodes the text differently.
   */
  char runner_up[24];
  /**
   * The name of the second encoding, if a part of the text is in another encoding than `name`: for
   * example UTF-8 followed by UTF-16, or UTF-8 with lines in a legacy encoding.
   */
  char mixed_name[24];
  /**
   * The offset in bytes of the first text in the second encoding, or 0.
   */
  size_t mixed_offset;
  /**
   * Always 0. Reserved for later versions.
   */
  uint32_t reserved[4];
} utflane_any_detection;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Detects the encoding of a text of `src_len` bytes, and stores the result in `detection`. Unlike
 * `utflane_detect`, it also detects code pages and legacy multi-byte encodings, by the frequency
 * of letters. Decode a text in a legacy encoding only if `reliable` is true, or if the user accepts
 * a guess.
 *
 * Returns UTFLANE_OK, or the error of an invalid argument.
 */
utflane_status utflane_detect_any(const void *src, size_t src_len,
                                  utflane_any_detection *detection);

#ifdef __cplusplus
}
#endif

#endif
