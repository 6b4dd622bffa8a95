/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * utflane: validation of Unicode text, and conversion between its encodings and code pages.
 *
 * Lengths, capacities and positions count code units of the encoding: 2 bytes for UTFLANE_UTF16
 * and UTFLANE_WTF16, 4 bytes for UTFLANE_UTF32 and UTFLANE_UCS4, 1 byte for all others. Pointers
 * to text need no alignment, and may be NULL if the length is 0. Only functions with `_new` or
 * `_alloc` in their names allocate memory. All functions are thread-safe, but a stream must be
 * used by only one thread at a time.
 */

#ifndef UTFLANE_H
#define UTFLANE_H

/* Generated from src by `UTFLANE_WRITE=1 cargo test`; do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTFLANE_VERSION_MAJOR 0
#define UTFLANE_VERSION_MINOR 1
#define UTFLANE_VERSION_PATCH 0
/** The version as a number: 1.2.3 is 10203. */
#define UTFLANE_VERSION_NUMBER \
  (UTFLANE_VERSION_MAJOR * 10000 + UTFLANE_VERSION_MINOR * 100 + UTFLANE_VERSION_PATCH)

/* Platforms whose enumerations have the smallest possible type by default (-fshort-enums). */
#if defined(__ARM_SIZEOF_MINIMAL_ENUM) && __ARM_SIZEOF_MINIMAL_ENUM < 4 && \
    !defined(UTFLANE_SMALL_ENUMERATIONS)
#define UTFLANE_SMALL_ENUMERATIONS
#endif

/** Marks functions whose result must be used. */
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define UTFLANE_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define UTFLANE_MUST_USE __attribute__((warn_unused_result))
#else
#define UTFLANE_MUST_USE
#endif

/** Returned by functions that return a length, if an argument is invalid. */
#define UTFLANE_INVALID SIZE_MAX

/**
 * The outcome of a call: success, a position in the text, or an invalid argument.
 */
enum utflane_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * All of the input was processed.
   */
  UTFLANE_OK = 0,
  /**
   * The next character does not fit into the rest of the output.
   */
  UTFLANE_OUTPUT_FULL = 1,
  /**
   * The input is malformed.
   */
  UTFLANE_MALFORMED = 2,
  /**
   * The target encoding cannot represent a character.
   */
  UTFLANE_UNREPRESENTABLE = 3,
  /**
   * An argument is not an encoding or mode of this library, or the library was built without the
   * encoding.
   */
  UTFLANE_BAD_ENCODING = 16,
  /**
   * A pointer is NULL although its length is not 0, or the pointer to a required result is NULL.
   */
  UTFLANE_BAD_POINTER = 17,
  /**
   * A length is more than PTRDIFF_MAX bytes.
   */
  UTFLANE_BAD_LENGTH = 18,
  /**
   * Input and output overlap.
   */
  UTFLANE_OVERLAP = 19,
  /**
   * Memory allocation failed.
   */
  UTFLANE_NO_MEMORY = 20,
  /**
   * The name is unknown, or this CPU does not have the instruction set.
   */
  UTFLANE_UNKNOWN_NAME = 21,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utflane_status utflane_status;
#else
#ifdef UTFLANE_SMALL_ENUMERATIONS
typedef uint32_t utflane_status;
#else
typedef enum utflane_status utflane_status;
_Static_assert(sizeof(utflane_status) == 4, "define UTFLANE_SMALL_ENUMERATIONS");
#endif
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * An encoding. The values are part of the interface: existing values never change.
 */
enum utflane_encoding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No encoding: returned if no encoding is known.
   */
  UTFLANE_NONE = 0,
  /**
   * UTF-8.
   */
  UTFLANE_UTF8 = 1,
  /**
   * UTF-16 in native byte order, in units of 2 bytes.
   */
  UTFLANE_UTF16 = 2,
  /**
   * UTF-16LE.
   */
  UTFLANE_UTF16LE = 3,
  /**
   * UTF-16BE.
   */
  UTFLANE_UTF16BE = 4,
  /**
   * UTF-32 in native byte order, in units of 4 bytes.
   */
  UTFLANE_UTF32 = 5,
  /**
   * UTF-32LE.
   */
  UTFLANE_UTF32LE = 6,
  /**
   * UTF-32BE.
   */
  UTFLANE_UTF32BE = 7,
  /**
   * ISO-8859-1.
   */
  UTFLANE_LATIN1 = 8,
  /**
   * US-ASCII.
   */
  UTFLANE_ASCII = 9,
  /**
   * WTF-8.
   */
  UTFLANE_WTF8 = 10,
  /**
   * WTF-16 in native byte order, in units of 2 bytes.
   */
  UTFLANE_WTF16 = 11,
  /**
   * CESU-8.
   */
  UTFLANE_CESU8 = 12,
  /**
   * MUTF-8.
   */
  UTFLANE_MUTF8 = 13,
  /**
   * UTF-8 (RFC 2279).
   */
  UTFLANE_RFC2279 = 14,
  /**
   * UCS-4 in native byte order, in units of 4 bytes.
   */
  UTFLANE_UCS4 = 15,
  /**
   * UTF-8 (JDK).
   */
  UTFLANE_JDK_UTF8 = 16,
  /**
   * KOI8-R.
   */
  UTFLANE_KOI8_R = 32,
  /**
   * KOI8-U.
   */
  UTFLANE_KOI8_U = 33,
  /**
   * macintosh.
   */
  UTFLANE_MACINTOSH = 34,
  /**
   * windows-874.
   */
  UTFLANE_WINDOWS_874 = 35,
  /**
   * windows-1250.
   */
  UTFLANE_WINDOWS_1250 = 36,
  /**
   * windows-1251.
   */
  UTFLANE_WINDOWS_1251 = 37,
  /**
   * windows-1252.
   */
  UTFLANE_WINDOWS_1252 = 38,
  /**
   * windows-1253.
   */
  UTFLANE_WINDOWS_1253 = 39,
  /**
   * windows-1254.
   */
  UTFLANE_WINDOWS_1254 = 40,
  /**
   * windows-1255.
   */
  UTFLANE_WINDOWS_1255 = 41,
  /**
   * windows-1256.
   */
  UTFLANE_WINDOWS_1256 = 42,
  /**
   * windows-1257.
   */
  UTFLANE_WINDOWS_1257 = 43,
  /**
   * windows-1258.
   */
  UTFLANE_WINDOWS_1258 = 44,
  /**
   * x-mac-cyrillic.
   */
  UTFLANE_X_MAC_CYRILLIC = 45,
  /**
   * ISO-8859-2.
   */
  UTFLANE_ISO_8859_2 = 46,
  /**
   * ISO-8859-3.
   */
  UTFLANE_ISO_8859_3 = 47,
  /**
   * ISO-8859-4.
   */
  UTFLANE_ISO_8859_4 = 48,
  /**
   * ISO-8859-5.
   */
  UTFLANE_ISO_8859_5 = 49,
  /**
   * ISO-8859-6.
   */
  UTFLANE_ISO_8859_6 = 50,
  /**
   * ISO-8859-7.
   */
  UTFLANE_ISO_8859_7 = 51,
  /**
   * ISO-8859-8.
   */
  UTFLANE_ISO_8859_8 = 52,
  /**
   * ISO-8859-9.
   */
  UTFLANE_ISO_8859_9 = 53,
  /**
   * ISO-8859-10.
   */
  UTFLANE_ISO_8859_10 = 54,
  /**
   * ISO-8859-11.
   */
  UTFLANE_ISO_8859_11 = 55,
  /**
   * ISO-8859-13.
   */
  UTFLANE_ISO_8859_13 = 56,
  /**
   * ISO-8859-14.
   */
  UTFLANE_ISO_8859_14 = 57,
  /**
   * ISO-8859-15.
   */
  UTFLANE_ISO_8859_15 = 58,
  /**
   * ISO-8859-16.
   */
  UTFLANE_ISO_8859_16 = 59,
  /**
   * IBM866.
   */
  UTFLANE_IBM866 = 60,
  /**
   * IBM437.
   */
  UTFLANE_CP437 = 61,
  /**
   * IBM850.
   */
  UTFLANE_CP850 = 62,
  /**
   * IBM852.
   */
  UTFLANE_CP852 = 63,
  /**
   * IBM855.
   */
  UTFLANE_CP855 = 64,
  /**
   * IBM857.
   */
  UTFLANE_CP857 = 65,
  /**
   * IBM00858.
   */
  UTFLANE_CP858 = 66,
  /**
   * IBM860.
   */
  UTFLANE_CP860 = 67,
  /**
   * IBM861.
   */
  UTFLANE_CP861 = 68,
  /**
   * IBM862.
   */
  UTFLANE_CP862 = 69,
  /**
   * IBM863.
   */
  UTFLANE_CP863 = 70,
  /**
   * IBM864.
   */
  UTFLANE_CP864 = 71,
  /**
   * IBM865.
   */
  UTFLANE_CP865 = 72,
  /**
   * IBM869.
   */
  UTFLANE_CP869 = 73,
  /**
   * IBM037.
   */
  UTFLANE_CP037 = 74,
  /**
   * IBM273.
   */
  UTFLANE_CP273 = 75,
  /**
   * IBM500.
   */
  UTFLANE_CP500 = 76,
  /**
   * IBM1047.
   */
  UTFLANE_CP1047 = 77,
  /**
   * IBM01140.
   */
  UTFLANE_CP1140 = 78,
  /**
   * IBM277, with the feature `more-code-pages`.
   */
  UTFLANE_CP277 = 79,
  /**
   * IBM278, with the feature `more-code-pages`.
   */
  UTFLANE_CP278 = 80,
  /**
   * IBM280, with the feature `more-code-pages`.
   */
  UTFLANE_CP280 = 81,
  /**
   * IBM284, with the feature `more-code-pages`.
   */
  UTFLANE_CP284 = 82,
  /**
   * IBM285, with the feature `more-code-pages`.
   */
  UTFLANE_CP285 = 83,
  /**
   * IBM297, with the feature `more-code-pages`.
   */
  UTFLANE_CP297 = 84,
  /**
   * IBM870, with the feature `more-code-pages`.
   */
  UTFLANE_CP870 = 85,
  /**
   * IBM871, with the feature `more-code-pages`.
   */
  UTFLANE_CP871 = 86,
  /**
   * IBM875, with the feature `more-code-pages`.
   */
  UTFLANE_CP875 = 87,
  /**
   * IBM1025, with the feature `more-code-pages`.
   */
  UTFLANE_CP1025 = 88,
  /**
   * IBM1026, with the feature `more-code-pages`.
   */
  UTFLANE_CP1026 = 89,
  /**
   * ibm-37-s390, with the feature `more-code-pages`.
   */
  UTFLANE_CP037_S390 = 90,
  /**
   * ibm-1047-s390, with the feature `more-code-pages`.
   */
  UTFLANE_CP1047_S390 = 91,
  /**
   * IBM01141, with the feature `more-code-pages`.
   */
  UTFLANE_CP1141 = 92,
  /**
   * IBM01142, with the feature `more-code-pages`.
   */
  UTFLANE_CP1142 = 93,
  /**
   * IBM01143, with the feature `more-code-pages`.
   */
  UTFLANE_CP1143 = 94,
  /**
   * IBM01144, with the feature `more-code-pages`.
   */
  UTFLANE_CP1144 = 95,
  /**
   * GBK, with the feature `multibyte`.
   */
  UTFLANE_GBK = 96,
  /**
   * GB18030, with the feature `multibyte`.
   */
  UTFLANE_GB18030 = 97,
  /**
   * Big5, with the feature `multibyte`.
   */
  UTFLANE_BIG5 = 98,
  /**
   * Shift_JIS, with the feature `multibyte`.
   */
  UTFLANE_SHIFT_JIS = 99,
  /**
   * EUC-JP, with the feature `multibyte`.
   */
  UTFLANE_EUC_JP = 100,
  /**
   * EUC-KR, with the feature `multibyte`.
   */
  UTFLANE_EUC_KR = 101,
  /**
   * ISO-2022-JP, with the feature `multibyte`: it is stateful.
   */
  UTFLANE_ISO_2022_JP = 102,
  /**
   * CP50221, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_CP50221 = 103,
  /**
   * UTF-7, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UTF7 = 104,
  /**
   * UTF-7-IMAP, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UTF7_IMAP = 105,
  /**
   * HZ-GB-2312, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_HZ = 106,
  /**
   * ISO-2022-KR, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_ISO_2022_KR = 107,
  /**
   * ISO-2022-UTF-8, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_ISO_2022_UTF8 = 108,
  /**
   * UTF-1, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UTF1 = 109,
  /**
   * UCS-2LE, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UCS2LE = 110,
  /**
   * UCS-2BE, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UCS2BE = 111,
  /**
   * JOHAB, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_JOHAB = 112,
  /**
   * x-ms-cp932, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_X_MS_CP932 = 113,
  /**
   * eucJP-ms, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_EUC_JP_MS = 114,
  /**
   * CP950, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_CP950 = 115,
  /**
   * EUC-CN, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_EUC_CN = 116,
  /**
   * UTF-8+CESU-8, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_UTF8_CESU8 = 117,
  /**
   * windows-1258-nfc, with the feature `more-charsets`: it is stateful.
   */
  UTFLANE_WINDOWS_1258_NFC = 118,
  /**
   * IBM01145, with the feature `more-code-pages`.
   */
  UTFLANE_CP1145 = 128,
  /**
   * IBM01146, with the feature `more-code-pages`.
   */
  UTFLANE_CP1146 = 129,
  /**
   * IBM01147, with the feature `more-code-pages`.
   */
  UTFLANE_CP1147 = 130,
  /**
   * IBM01148, with the feature `more-code-pages`.
   */
  UTFLANE_CP1148 = 131,
  /**
   * IBM01149, with the feature `more-code-pages`.
   */
  UTFLANE_CP1149 = 132,
  /**
   * Cp720, with the feature `more-code-pages`.
   */
  UTFLANE_CP720 = 133,
  /**
   * IBM737, with the feature `more-code-pages`.
   */
  UTFLANE_CP737 = 134,
  /**
   * IBM775, with the feature `more-code-pages`.
   */
  UTFLANE_CP775 = 135,
  /**
   * IBM1125, with the feature `more-code-pages`.
   */
  UTFLANE_CP1125 = 136,
  /**
   * x-mac-ce, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_CENTRAL_EUROPE = 137,
  /**
   * x-mac-greek, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_GREEK = 138,
  /**
   * x-mac-turkish, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_TURKISH = 139,
  /**
   * x-mac-icelandic, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_ICELANDIC = 140,
  /**
   * x-mac-croatian, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_CROATIAN = 141,
  /**
   * x-mac-romanian, with the feature `more-code-pages`.
   */
  UTFLANE_MAC_ROMANIAN = 142,
  /**
   * VISCII, with the feature `more-code-pages`.
   */
  UTFLANE_VISCII = 143,
  /**
   * TCVN5712-1, with the feature `more-code-pages`.
   */
  UTFLANE_TCVN5712 = 144,
  /**
   * Georgian-PS, with the feature `more-code-pages`.
   */
  UTFLANE_GEORGIAN_PS = 145,
  /**
   * Georgian-Academy, with the feature `more-code-pages`.
   */
  UTFLANE_GEORGIAN_ACADEMY = 146,
  /**
   * GEOSTD8, with the feature `more-code-pages`.
   */
  UTFLANE_GEOSTD8 = 147,
  /**
   * ARMSCII-8, with the feature `more-code-pages`.
   */
  UTFLANE_ARMSCII8 = 148,
  /**
   * KZ-1048, with the feature `more-code-pages`.
   */
  UTFLANE_KZ1048 = 149,
  /**
   * PTCP154, with the feature `more-code-pages`.
   */
  UTFLANE_PTCP154 = 150,
  /**
   * TIS-620-strict, with the feature `more-code-pages`.
   */
  UTFLANE_TIS620 = 151,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utflane_encoding utflane_encoding;
#else
#ifdef UTFLANE_SMALL_ENUMERATIONS
typedef uint32_t utflane_encoding;
#else
typedef enum utflane_encoding utflane_encoding;
_Static_assert(sizeof(utflane_encoding) == 4, "define UTFLANE_SMALL_ENUMERATIONS");
#endif
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a conversion handles malformed sequences and unrepresentable characters.
 */
enum utflane_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Stops at the first one.
   */
  UTFLANE_STRICT = 0,
  /**
   * Writes U+FFFD for each. Encodings without U+FFFD get `?`: Latin-1, ASCII, code pages, and
   * legacy multi-byte encodings except GB18030.
   */
  UTFLANE_LOSSY = 1,
  /**
   * As UTFLANE_STRICT, but leaves the output after the written units untouched. Use it if you do
   * not know the capacity of the output, only that the result fits. Only for
   * `utflane_transcode`.
   */
  UTFLANE_STRICT_TIDY = 2,
  /**
   * As UTFLANE_LOSSY, but leaves the output after the written units untouched. Only for
   * `utflane_transcode`.
   */
  UTFLANE_LOSSY_TIDY = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utflane_mode utflane_mode;
#else
#ifdef UTFLANE_SMALL_ENUMERATIONS
typedef uint32_t utflane_mode;
#else
typedef enum utflane_mode utflane_mode;
_Static_assert(sizeof(utflane_mode) == 4, "define UTFLANE_SMALL_ENUMERATIONS");
#endif
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The rule that a malformed sequence breaks.
 */
enum utflane_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing is malformed.
   */
  UTFLANE_NO_KIND = 0,
  /**
   * A continuation byte at the start of a character.
   */
  UTFLANE_UNEXPECTED_CONTINUATION = 1,
  /**
   * A byte that no character contains.
   */
  UTFLANE_INVALID_BYTE = 2,
  /**
   * A sequence longer than the character needs.
   */
  UTFLANE_OVERLONG = 3,
  /**
   * A surrogate that the encoding does not allow.
   */
  UTFLANE_SURROGATE = 4,
  /**
   * A value above the maximum code point.
   */
  UTFLANE_TOO_LARGE = 5,
  /**
   * A lead byte without enough continuation bytes.
   */
  UTFLANE_MISSING_CONTINUATION = 6,
  /**
   * A high surrogate without a low one after it, or a low one without a high one before it.
   */
  UTFLANE_UNPAIRED_SURROGATE = 7,
  /**
   * CESU-8 and MUTF-8: a sequence of four bytes.
   */
  UTFLANE_FOUR_BYTES = 8,
  /**
   * MUTF-8: a byte 00.
   */
  UTFLANE_NUL = 9,
  /**
   * Code pages and legacy multi-byte encodings: bytes without a character.
   */
  UTFLANE_UNASSIGNED = 10,
  /**
   * The input ends within a character.
   */
  UTFLANE_INCOMPLETE = 11,
  /**
   * A kind that this version of the header does not have.
   */
  UTFLANE_OTHER_KIND = 255,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utflane_kind utflane_kind;
#else
#ifdef UTFLANE_SMALL_ENUMERATIONS
typedef uint32_t utflane_kind;
#else
typedef enum utflane_kind utflane_kind;
_Static_assert(sizeof(utflane_kind) == 4, "define UTFLANE_SMALL_ENUMERATIONS");
#endif
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The confidence of a detection.
 */
enum utflane_certainty
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The encoding is unknown.
   */
  UTFLANE_UNKNOWN = 0,
  /**
   * The encoding is the most plausible, but others are nearly as plausible. `utflane_detect` never
   * returns this.
   */
  UTFLANE_GUESS = 1,
  /**
   * The encoding is probable, but the text is short or partly malformed. For a legacy encoding:
   * all others are much less plausible.
   */
  UTFLANE_LIKELY = 2,
  /**
   * The text has a byte order mark, or is very unlikely in any other encoding.
   */
  UTFLANE_CERTAIN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum utflane_certainty utflane_certainty;
#else
#ifdef UTFLANE_SMALL_ENUMERATIONS
typedef uint32_t utflane_certainty;
#else
typedef enum utflane_certainty utflane_certainty;
_Static_assert(sizeof(utflane_certainty) == 4, "define UTFLANE_SMALL_ENUMERATIONS");
#endif
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The state of a conversion or validation in chunks.
 */
typedef struct utflane_stream utflane_stream;

/**
 * The progress of a function, in whole characters.
 */
typedef struct utflane_progress {
  /**
   * Units of the input that were processed: all, or those before the first malformed
   * sequence or unrepresentable character.
   */
  size_t read;
  /**
   * Units written.
   */
  size_t written;
} utflane_progress;

/**
 * The progress of a function, and why it stopped.
 */
typedef struct utflane_result {
  /**
   * Units of the input that were processed: whole characters. A stream also counts the malformed
   * sequence or unrepresentable character after which it stops.
   */
  size_t read;
  /**
   * Units written to the output: whole characters. 0 for a validation. For a measurement, the
   * units that a conversion would write.
   */
  size_t written;
  /**
   * The position at which the function stopped, in units from the start of the text or stream:
   * that of the malformed sequence or unrepresentable character, if there is one.
   */
  uint64_t position;
  /**
   * The return value of the function.
   */
  utflane_status status;
  /**
   * The rule that the malformed sequence breaks.
   */
  utflane_kind kind;
  /**
   * Length of the malformed sequence in units, or 0 if the input ends within a character.
   */
  uint32_t error_len;
  /**
   * Units of the input to skip after `read`, to resume after an error. 0 if the output is full,
   * and for streams, which skip by themselves.
   */
  uint32_t skip;
  /**
   * The unrepresentable character.
   */
  uint32_t code_point;
  /**
   * Always 0. Reserved for later versions.
   */
  uint32_t reserved[3];
} utflane_result;

/**
 * A detected encoding.
 */
typedef struct utflane_detection {
  /**
   * The encoding, or UTFLANE_NONE if the text is in no Unicode encoding.
   */
  utflane_encoding encoding;
  /**
   * The confidence.
   */
  utflane_certainty certainty;
  /**
   * Whether the whole text is well-formed in this encoding, except for a character cut off at
   * the end, and has no NUL character.
   */
  bool exact;
} utflane_detection;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Converts `len` units of UTF-8 to UTF-16LE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf8_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to UTF-16BE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf8_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to native UTF-32.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf8_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to Latin-1.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf8_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to UTF-8.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16le_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to UTF-8.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16be_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to native UTF-32.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16le_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to native UTF-32.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16be_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to Latin-1.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16le_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to Latin-1.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf16be_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-8.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf32_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-16LE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf32_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-16BE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf32_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to Latin-1.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_utf32_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-8.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_latin1_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-16LE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_latin1_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-16BE.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_latin1_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to native UTF-32.
 *
 * Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
 * the written units untouched. `dst` must have enough capacity for the result.
 */
struct utflane_progress utflane_latin1_to_utf32(const void *src, size_t len, void *dst);

/**
 * Returns the length of the well-formed prefix of `len` units: `len` if all of them are UTF-8.
 */
UTFLANE_MUST_USE size_t utflane_valid_utf8(const void *src, size_t len);

/**
 * Returns the length of the well-formed prefix of `len` units: `len` if all of them are ASCII.
 */
UTFLANE_MUST_USE size_t utflane_valid_ascii(const void *src, size_t len);

/**
 * Returns the length of the well-formed prefix of `len` units of 16 bits: `len` if all of them are UTF-16LE.
 */
UTFLANE_MUST_USE
size_t utflane_valid_utf16le(const void *src,
                             size_t len);

/**
 * Returns the length of the well-formed prefix of `len` units of 16 bits: `len` if all of them are UTF-16BE.
 */
UTFLANE_MUST_USE
size_t utflane_valid_utf16be(const void *src,
                             size_t len);

/**
 * Returns the length of the well-formed prefix of `len` units of 32 bits: `len` if all of them are native UTF-32.
 */
UTFLANE_MUST_USE
size_t utflane_valid_utf32(const void *src,
                           size_t len);

/**
 * Returns the length in UTF-16 of `len` units of UTF-8, exact if they are well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf16_len_of_utf8(const void *src, size_t len);

/**
 * Returns the length in UTF-32 of `len` units of UTF-8, exact if they are well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf32_len_of_utf8(const void *src, size_t len);

/**
 * Returns the length in UTF-8 of `len` units of 16 bits of UTF-16LE, exact if they are well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_utf16le(const void *src, size_t len);

/**
 * Returns the length in UTF-8 of `len` units of 16 bits of UTF-16BE, exact if they are well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_utf16be(const void *src, size_t len);

/**
 * Returns the length in UTF-32 of `len` units of 16 bits of UTF-16LE, exact if they are well-formed.
 */
UTFLANE_MUST_USE
size_t utflane_utf32_len_of_utf16le(const void *src,
                                    size_t len);

/**
 * Returns the length in UTF-32 of `len` units of 16 bits of UTF-16BE, exact if they are well-formed.
 */
UTFLANE_MUST_USE
size_t utflane_utf32_len_of_utf16be(const void *src,
                                    size_t len);

/**
 * Returns the length in UTF-8 of `len` units of 32 bits of native UTF-32, exact if they are well-formed.
 */
UTFLANE_MUST_USE
size_t utflane_utf8_len_of_utf32(const void *src,
                                 size_t len);

/**
 * Returns the length in UTF-16 of `len` units of 32 bits of native UTF-32, exact if they are well-formed.
 */
UTFLANE_MUST_USE
size_t utflane_utf16_len_of_utf32(const void *src,
                                  size_t len);

/**
 * Returns the length in UTF-8 of `len` units of Latin-1, exact if they are well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_latin1(const void *src, size_t len);

/**
 * Converts `src` and writes the result to the start of `dst`. The content of `dst` after the
 * written units is unspecified; with UTFLANE_STRICT_TIDY and UTFLANE_LOSSY_TIDY it is untouched.
 * `dst` may have any capacity: the function converts as many characters as fit. Resume at `src +
 * read`, or after an error at `src + read + skip`. `result` may be NULL.
 *
 * If an encoding is stateful, such as ISO-2022-JP, `src` must be a whole text that begins in the
 * initial state, and only a stream can resume.
 *
 * Returns UTFLANE_OK, UTFLANE_OUTPUT_FULL, UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE (the last
 * two only in strict modes), or the error of an invalid argument, in which case nothing is written
 * to `dst`.
 */
utflane_status utflane_transcode(utflane_encoding from,
                                 utflane_encoding to,
                                 utflane_mode mode,
                                 const void *src,
                                 size_t src_len,
                                 void *dst,
                                 size_t dst_cap,
                                 struct utflane_result *result);

/**
 * Converts `src` to a new block of memory and stores its address in `dst`. The block has exactly
 * the required length, followed by a unit of 0. Release it with `utflane_free`. On failure, `dst`
 * is set to NULL. `result` may be NULL.
 *
 * Returns the same values as `utflane_transcode` except UTFLANE_OUTPUT_FULL, or UTFLANE_NO_MEMORY.
 */
UTFLANE_MUST_USE
utflane_status utflane_transcode_alloc(utflane_encoding from,
                                       utflane_encoding to,
                                       utflane_mode mode,
                                       const void *src,
                                       size_t src_len,
                                       void **dst,
                                       struct utflane_result *result);

/**
 * Releases memory that was returned by a function with `_alloc` in its name. NULL is allowed.
 */
void utflane_free(void *memory);

/**
 * Measures a conversion without writing output: `written` of `result` is the number of units that
 * `utflane_transcode` would write, given enough capacity. `result` may be NULL.
 *
 * Returns the same values as `utflane_transcode` except UTFLANE_OUTPUT_FULL.
 */
utflane_status utflane_measure(utflane_encoding from,
                               utflane_encoding to,
                               utflane_mode mode,
                               const void *src,
                               size_t src_len,
                               struct utflane_result *result);

/**
 * Checks that `src` is well-formed. `result` may be NULL; otherwise its `read` and `position` are
 * the position of the first malformed sequence, and `kind` and `error_len` describe it.
 *
 * Returns UTFLANE_OK or UTFLANE_MALFORMED, or the error of an invalid argument.
 */
utflane_status utflane_validate(utflane_encoding encoding,
                                const void *src,
                                size_t src_len,
                                struct utflane_result *result);

/**
 * Returns the length in units that `src` has after conversion: exact if `src` is well-formed and
 * `to` has its characters, otherwise some number up to `utflane_max_len`. Faster than
 * `utflane_measure`, which validates. Returns UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_transcoded_len(utflane_encoding from,
                              utflane_encoding to,
                              const void *src,
                              size_t src_len);

/**
 * Returns the length in units that `src` has after conversion with UTFLANE_LOSSY, exact for any
 * text. Returns UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_lossy_len(utflane_encoding from,
                         utflane_encoding to,
                         const void *src,
                         size_t src_len);

/**
 * Returns the maximum number of units that `units` units can convert to, in any mode. Returns
 * UTFLANE_INVALID if that exceeds a `size_t`, or if an argument is invalid.
 */
UTFLANE_MUST_USE size_t utflane_max_len(utflane_encoding from, utflane_encoding to, size_t units);

/**
 * Returns the number of characters in `src`: exact if it is well-formed, otherwise some number up
 * to `src_len`. Returns UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_char_count(utflane_encoding encoding,
                          const void *src,
                          size_t src_len);

/**
 * Returns the length in units of the incomplete character at the end of `src`, or 0 if there is
 * none. Returns UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_incomplete_tail(utflane_encoding encoding,
                               const void *src,
                               size_t src_len);

/**
 * Creates a stream that converts a text in chunks. It keeps the instruction set that is in use
 * now. Release it with `utflane_stream_free`. Returns NULL if an argument is invalid or memory
 * allocation fails.
 */
UTFLANE_MUST_USE
struct utflane_stream *utflane_stream_new(utflane_encoding from,
                                          utflane_encoding to,
                                          utflane_mode mode);

/**
 * Creates a stream that validates a text in chunks. It is used like other streams, and its output
 * is ignored. Release it with `utflane_stream_free`. Returns NULL if the argument is invalid or
 * memory allocation fails.
 */
UTFLANE_MUST_USE struct utflane_stream *utflane_stream_new_validator(utflane_encoding encoding);

/**
 * Converts as much of the next chunk as fits into `dst`. A chunk may end anywhere: the start of an
 * incomplete character is kept for the next call. `result` may be NULL; otherwise it contains the
 * units read and written.
 *
 * Returns UTFLANE_OK if the whole chunk is read, and UTFLANE_OUTPUT_FULL if the next character
 * does not fit (8 units are always enough). Returns UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE
 * after a sequence or character that cannot be converted; the next call resumes after it.
 * Otherwise returns the error of an invalid argument.
 */
utflane_status utflane_stream_feed(struct utflane_stream *stream,
                                   const void *src,
                                   size_t src_len,
                                   void *dst,
                                   size_t dst_cap,
                                   struct utflane_result *result);

/**
 * Ends the text, and writes the pending output: the replacement of an incomplete character, or an
 * unpaired high surrogate. `result` may be NULL. Afterwards the stream can be used for another
 * text, whose positions continue those of the first.
 *
 * Returns UTFLANE_OK, UTFLANE_MALFORMED for an incomplete character, or UTFLANE_OUTPUT_FULL if the
 * pending output does not fit (8 units are always enough), in which case you call it again.
 * Otherwise returns the error of an invalid argument.
 */
utflane_status utflane_stream_finish(struct utflane_stream *stream,
                                     void *dst,
                                     size_t dst_cap,
                                     struct utflane_result *result);

/**
 * Returns the number of units of the stream that were converted or skipped, without those of an
 * incomplete character. Returns 0 for NULL.
 */
uint64_t utflane_stream_position(const struct utflane_stream *stream);

/**
 * Returns the number of replacements that UTFLANE_LOSSY has written so far. Returns 0 for NULL.
 */
uint64_t utflane_stream_replacements(const struct utflane_stream *stream);

/**
 * Releases a stream. NULL is allowed. Any later use of the handle is undefined behaviour, as with
 * memory after `free`.
 */
void utflane_stream_free(struct utflane_stream *stream);

/**
 * Returns the encoding with this name: a name or alias of the IANA registry, or a label of the
 * WHATWG Encoding Standard with the same meaning. Case, white space and `-`, `_`, `:`, `.` are
 * ignored. The results of `utflane_encoding_name` are accepted. Returns UTFLANE_NONE for other
 * names, for NULL, and for `utf-16` and `utf-32`, which leave the byte order to a byte order mark.
 */
UTFLANE_MUST_USE utflane_encoding utflane_encoding_by_name(const char *name);

/**
 * Returns the encoding that browsers use for a label, by the WHATWG Encoding Standard: `latin1`
 * and `ascii` are windows-1252. Returns UTFLANE_NONE for other labels and for NULL.
 */
UTFLANE_MUST_USE utflane_encoding utflane_encoding_by_label(const char *label);

/**
 * Returns the name of an encoding as a constant string, or NULL if the argument is not an
 * encoding.
 */
UTFLANE_MUST_USE const char *utflane_encoding_name(utflane_encoding encoding);

/**
 * Returns the size of a code unit of an encoding in bytes: 1, 2 or 4, or 0 if the argument is not
 * an encoding.
 */
size_t utflane_encoding_unit(utflane_encoding encoding);

/**
 * Returns the encoding with this index, to iterate over all encodings. Indices start at 0. Returns
 * UTFLANE_NONE after the last one.
 */
utflane_encoding utflane_encoding_at(size_t index);

/**
 * Returns the byte order mark of an encoding as constant bytes, and stores its length in `len`: 0
 * if the encoding has none or the argument is not an encoding. `len` may be NULL.
 */
const uint8_t *utflane_encoding_bom(utflane_encoding encoding, size_t *len);

/**
 * Returns the encoding whose byte order mark `src`, of `src_len` bytes, begins with, and stores
 * the length of the mark in `bom_len`, which may be NULL. Returns UTFLANE_NONE, and stores 0, if
 * there is no mark or an argument is invalid.
 */
utflane_encoding utflane_sniff_bom(const void *src, size_t src_len, size_t *bom_len);

/**
 * Detects whether a text of `src_len` bytes is in ASCII, UTF-8, UTF-16 or UTF-32, by its byte
 * order mark or its content, and stores the result in `detection`.
 *
 * Returns UTFLANE_OK, or the error of an invalid argument.
 */
utflane_status utflane_detect(const void *src, size_t src_len, struct utflane_detection *detection);

/**
 * Returns the name of an instruction set of this CPU as a constant string, to iterate over them,
 * best first. Indices start at 0. Returns NULL after the last one.
 */
const char *utflane_isa_at(size_t index);

/**
 * Returns the name of the instruction set in use as a constant string.
 */
const char *utflane_isa_current(void);

/**
 * Makes all functions use the instruction set called `name`, or with NULL the best one again.
 * Results do not depend on it. Calls and streams that have begun keep their instruction sets.
 *
 * Returns UTFLANE_OK, or UTFLANE_UNKNOWN_NAME if this CPU does not have it, in which case nothing
 * changes.
 */
utflane_status utflane_isa_pin(const char *name);

/**
 * Returns the version of the library as a constant string.
 */
const char *utflane_version(void);

/**
 * Returns a description of a status as a constant string in English.
 */
const char *utflane_status_message(utflane_status status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UTFLANE_H */
