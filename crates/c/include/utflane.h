/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * utflane: validation of Unicode text, and conversion between its encodings and code pages.
 *
 * Lengths, capacities and positions count units of the encoding: 2 bytes of UTFLANE_UTF16 and
 * UTFLANE_WTF16, 4 of UTFLANE_UTF32 and UTFLANE_UCS4, single bytes of all others. Pointers to text
 * need no alignment, and may be NULL where the length is 0. No function but those with `_new` or
 * `_alloc` in their names allocates. All may be called from any thread at any time; of a stream,
 * one function at a time.
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

/* Where the smallest type for an enumeration is usual: -fshort-enums. */
#if defined(__ARM_SIZEOF_MINIMAL_ENUM) && __ARM_SIZEOF_MINIMAL_ENUM < 4 && \
    !defined(UTFLANE_SMALL_ENUMERATIONS)
#define UTFLANE_SMALL_ENUMERATIONS
#endif

/** Of functions whose answer is all that they are called for. */
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define UTFLANE_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define UTFLANE_MUST_USE __attribute__((warn_unused_result))
#else
#define UTFLANE_MUST_USE
#endif

/** What functions that return a length answer if an argument is invalid. */
#define UTFLANE_INVALID SIZE_MAX

/**
 * How a function has ended: in success, at a place in the text, or because of an argument.
 */
enum utflane_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * All of the input is done.
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
   * The target encoding does not have a character.
   */
  UTFLANE_UNREPRESENTABLE = 3,
  /**
   * An argument is no encoding or mode of this library, or an encoding that it has not been
   * built with, or UTFLANE_ISO_2022_JP where only a stream can convert.
   */
  UTFLANE_BAD_ENCODING = 16,
  /**
   * A pointer is NULL though its length is not 0, or a result is to be written to NULL.
   */
  UTFLANE_BAD_POINTER = 17,
  /**
   * A length is of more than PTRDIFF_MAX bytes.
   */
  UTFLANE_BAD_LENGTH = 18,
  /**
   * Input and output overlap.
   */
  UTFLANE_OVERLAP = 19,
  /**
   * There is no memory.
   */
  UTFLANE_NO_MEMORY = 20,
  /**
   * The name is unknown, or that of an instruction set that this CPU lacks.
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
 * An encoding. The values are part of the interface: none ever changes, new ones follow.
 */
enum utflane_encoding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No encoding: the answer where none is known.
   */
  UTFLANE_NONE = 0,
  /**
   * UTF-8.
   */
  UTFLANE_UTF8 = 1,
  /**
   * UTF-16 in the byte order of the machine, in units of 2 bytes.
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
   * UTF-32 in the byte order of the machine, in units of 4 bytes.
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
   * WTF-16 in the byte order of the machine, in units of 2 bytes.
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
   * UCS-4 in the byte order of the machine, in units of 4 bytes.
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
   * ISO-2022-JP, with the feature `multibyte`: it is converted by streams alone.
   */
  UTFLANE_ISO_2022_JP = 102,
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
 * What a conversion does with malformed sequences and unrepresentable characters.
 */
enum utflane_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It stops at the first one.
   */
  UTFLANE_STRICT = 0,
  /**
   * It writes U+FFFD for each, or `?` where the encoding does not have that: in Latin-1, ASCII,
   * code pages and those of East Asia but GB 18030.
   */
  UTFLANE_LOSSY = 1,
  /**
   * As UTFLANE_STRICT, and what is behind the units written is not touched: for who does not
   * know where the output ends, only that there is room for what the text becomes. For
   * `utflane_transcode`.
   */
  UTFLANE_STRICT_TIDY = 2,
  /**
   * As UTFLANE_LOSSY, in the same way.
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
   * A continuation byte where a character must start.
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
   * A surrogate where there must be none.
   */
  UTFLANE_SURROGATE = 4,
  /**
   * A value above the greatest one.
   */
  UTFLANE_TOO_LARGE = 5,
  /**
   * A byte that does not continue the sequence before it.
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
   * Code pages and encodings of East Asia: bytes without a character.
   */
  UTFLANE_UNASSIGNED = 10,
  /**
   * The input ends within a character.
   */
  UTFLANE_INCOMPLETE = 11,
  /**
   * A kind that this version of the header does not know.
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
 * How much speaks for a detected encoding.
 */
enum utflane_certainty
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing.
   */
  UTFLANE_UNKNOWN = 0,
  /**
   * Most of what was looked at, but that was little or is damaged.
   */
  UTFLANE_LIKELY = 1,
  /**
   * A byte order mark, or text that hardly ever looks so in another encoding.
   */
  UTFLANE_CERTAIN = 2,
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
 * The state of a text that arrives in chunks: of a conversion or of a validation.
 */
typedef struct utflane_stream utflane_stream;

/**
 * How far a function has got: whole characters.
 */
typedef struct utflane_progress {
  /**
   * Units of the input that are done: all, or those before the first that is malformed or
   * that the target encoding does not have.
   */
  size_t read;
  /**
   * Units written.
   */
  size_t written;
} utflane_progress;

/**
 * How far a function has got, and why it stopped there.
 */
typedef struct utflane_result {
  /**
   * Units of the input that are done: whole characters. A stream also counts a malformed
   * sequence or unrepresentable character that it stops after.
   */
  size_t read;
  /**
   * Units written to the output, of whole characters. Of a validation 0, of a measurement those
   * that a conversion would write.
   */
  size_t written;
  /**
   * Where it stopped, in units of the text or of all of the stream: at the malformed sequence or
   * unrepresentable character, if there is one.
   */
  uint64_t position;
  /**
   * What the function returned.
   */
  utflane_status status;
  /**
   * The rule that the malformed sequence breaks.
   */
  utflane_kind kind;
  /**
   * Units of the malformed sequence, 0 if the input ends within a character.
   */
  uint32_t error_len;
  /**
   * Units of input after those read to skip in order to go on after an error: 0 if the output is
   * full, and in a stream, which skips by itself.
   */
  uint32_t skip;
  /**
   * The unrepresentable character.
   */
  uint32_t code_point;
  /**
   * 0: room for what later versions have to say.
   */
  uint32_t reserved[3];
} utflane_result;

/**
 * The encoding that a text seems to be in.
 */
typedef struct utflane_detection {
  /**
   * The encoding; UTFLANE_NONE for text that is in none of Unicode's.
   */
  utflane_encoding encoding;
  /**
   * How much speaks for it.
   */
  utflane_certainty certainty;
  /**
   * Whether all of the text is well-formed in it, but for a character cut off at the end.
   */
  bool exact;
} utflane_detection;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Converts `len` units of UTF-8 to UTF-16LE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf8_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to UTF-16BE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf8_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to native UTF-32.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf8_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of UTF-8 to Latin-1.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf8_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to UTF-8.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16le_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to UTF-8.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16be_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to native UTF-32.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16le_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to native UTF-32.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16be_to_utf32(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16LE to Latin-1.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16le_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 16 bits of UTF-16BE to Latin-1.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf16be_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-8.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf32_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-16LE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf32_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to UTF-16BE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf32_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of 32 bits of native UTF-32 to Latin-1.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_utf32_to_latin1(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-8.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_latin1_to_utf8(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-16LE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_latin1_to_utf16le(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to UTF-16BE.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_latin1_to_utf16be(const void *src, size_t len, void *dst);

/**
 * Converts `len` units of Latin-1 to native UTF-32.
 *
 * It goes up to the first fault, and touches nothing behind what it counts: `dst` has room
 * for what the text becomes.
 */
struct utflane_progress utflane_latin1_to_utf32(const void *src, size_t len, void *dst);

/**
 * How many of `len` units come before the first fault: `len` if this is UTF-8.
 */
UTFLANE_MUST_USE size_t utflane_valid_utf8(const void *src, size_t len);

/**
 * How many of `len` units come before the first fault: `len` if this is ASCII.
 */
UTFLANE_MUST_USE size_t utflane_valid_ascii(const void *src, size_t len);

/**
 * How many of `len` units of 16 bits come before the first fault: `len` if this is UTF-16LE.
 */
UTFLANE_MUST_USE size_t utflane_valid_utf16le(const void *src, size_t len);

/**
 * How many of `len` units of 16 bits come before the first fault: `len` if this is UTF-16BE.
 */
UTFLANE_MUST_USE size_t utflane_valid_utf16be(const void *src, size_t len);

/**
 * How many of `len` units of 32 bits come before the first fault: `len` if this is native UTF-32.
 */
UTFLANE_MUST_USE size_t utflane_valid_utf32(const void *src, size_t len);

/**
 * Units of UTF-16 that `len` units of UTF-8 become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf16_len_of_utf8(const void *src, size_t len);

/**
 * Units of UTF-32 that `len` units of UTF-8 become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf32_len_of_utf8(const void *src, size_t len);

/**
 * Units of UTF-8 that `len` units of 16 bits of UTF-16LE become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_utf16le(const void *src, size_t len);

/**
 * Units of UTF-8 that `len` units of 16 bits of UTF-16BE become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_utf16be(const void *src, size_t len);

/**
 * Units of UTF-32 that `len` units of 16 bits of UTF-16LE become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf32_len_of_utf16le(const void *src, size_t len);

/**
 * Units of UTF-32 that `len` units of 16 bits of UTF-16BE become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf32_len_of_utf16be(const void *src, size_t len);

/**
 * Units of UTF-8 that `len` units of 32 bits of native UTF-32 become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_utf32(const void *src, size_t len);

/**
 * Units of UTF-16 that `len` units of 32 bits of native UTF-32 become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf16_len_of_utf32(const void *src, size_t len);

/**
 * Units of UTF-8 that `len` units of Latin-1 become, exact if well-formed.
 */
UTFLANE_MUST_USE size_t utflane_utf8_len_of_latin1(const void *src, size_t len);

/**
 * Converts `src` to the beginning of `dst`. The content of `dst` after the units written is
 * unspecified, but with UTFLANE_STRICT_TIDY and UTFLANE_LOSSY_TIDY as it was. `dst` may have any
 * capacity: what fits is converted, and the conversion can be resumed at `src + read`, after an
 * error at `src + read + skip`. `result` may be NULL.
 *
 * Returns UTFLANE_OK, UTFLANE_OUTPUT_FULL, UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE (both only
 * without replacement), or that an argument is invalid: then nothing is written to `dst`.
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
 * Converts `src` to a new block of memory, of just the length that is needed and a unit of 0 after
 * it, and writes the address of that to `dst`: release it with `utflane_free`. If it fails, `dst`
 * is set to NULL. `result` may be NULL.
 *
 * Returns what `utflane_transcode` does, but for UTFLANE_OUTPUT_FULL, or UTFLANE_NO_MEMORY.
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
 * Releases what a function with `_alloc` in its name has returned. NULL is allowed.
 */
void utflane_free(void *memory);

/**
 * What `utflane_transcode` would do, given room, without output: `written` of `result` is the
 * number of units. `result` may be NULL.
 *
 * Returns what `utflane_transcode` does, but for UTFLANE_OUTPUT_FULL.
 */
utflane_status utflane_measure(utflane_encoding from,
                               utflane_encoding to,
                               utflane_mode mode,
                               const void *src,
                               size_t src_len,
                               struct utflane_result *result);

/**
 * Checks that `src` is well-formed. `result` may be NULL; `read` and `position` of it are where
 * the first malformed sequence is, `kind` and `error_len` what it is.
 *
 * Returns UTFLANE_OK or UTFLANE_MALFORMED, or that an argument is invalid.
 */
utflane_status utflane_validate(utflane_encoding encoding,
                                const void *src,
                                size_t src_len,
                                struct utflane_result *result);

/**
 * Units of the conversion of `src`: exact if it is well-formed and `to` has its characters,
 * otherwise some number up to `utflane_max_len`. It is faster than `utflane_measure`, which
 * validates. UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_transcoded_len(utflane_encoding from,
                              utflane_encoding to,
                              const void *src,
                              size_t src_len);

/**
 * Units of the conversion of `src` with UTFLANE_LOSSY, exact for any text. UTFLANE_INVALID if an
 * argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_lossy_len(utflane_encoding from,
                         utflane_encoding to,
                         const void *src,
                         size_t src_len);

/**
 * The greatest number of units to which `units` units can convert, in either mode.
 * UTFLANE_INVALID if that is not in the range of a `size_t`, or an argument is invalid.
 */
UTFLANE_MUST_USE size_t utflane_max_len(utflane_encoding from, utflane_encoding to, size_t units);

/**
 * Number of characters of `src`: exact if it is well-formed, otherwise some number up to
 * `src_len`. UTFLANE_INVALID if an argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_char_count(utflane_encoding encoding,
                          const void *src,
                          size_t src_len);

/**
 * Units of the incomplete character at the end of `src`, 0 if there is none. UTFLANE_INVALID if an
 * argument is invalid.
 */
UTFLANE_MUST_USE
size_t utflane_incomplete_tail(utflane_encoding encoding,
                               const void *src,
                               size_t src_len);

/**
 * Creates a stream that converts a text in chunks. It keeps the instruction set that is in use
 * now. Release it with `utflane_stream_free`. NULL if an argument is invalid or there is no memory.
 */
UTFLANE_MUST_USE
struct utflane_stream *utflane_stream_new(utflane_encoding from,
                                          utflane_encoding to,
                                          utflane_mode mode);

/**
 * Creates a stream that validates a text in chunks: it is fed as others are, and its output is
 * ignored. Release it with `utflane_stream_free`. NULL if the argument is invalid or there is no
 * memory.
 */
UTFLANE_MUST_USE struct utflane_stream *utflane_stream_new_validator(utflane_encoding encoding);

/**
 * Converts as much of the next chunk as fits into `dst`. A chunk may end anywhere: the beginning
 * of a character is kept for the next call. `result` may be NULL, and has what is read and written.
 *
 * Returns UTFLANE_OK if all of the chunk is read, UTFLANE_OUTPUT_FULL if the next character does
 * not fit (8 units are always enough), UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE after what
 * cannot be converted: the next call resumes after it. Or that an argument is invalid.
 */
utflane_status utflane_stream_feed(struct utflane_stream *stream,
                                   const void *src,
                                   size_t src_len,
                                   void *dst,
                                   size_t dst_cap,
                                   struct utflane_result *result);

/**
 * Ends the text, and writes what is pending: the replacement of an incomplete character, or a lone
 * high surrogate. `result` may be NULL. The stream can be used for another text then, whose
 * positions go on.
 *
 * Returns UTFLANE_OK, UTFLANE_MALFORMED for an incomplete character, UTFLANE_OUTPUT_FULL if what
 * is pending does not fit (8 units are always enough): then call it again. Or that an argument is
 * invalid.
 */
utflane_status utflane_stream_finish(struct utflane_stream *stream,
                                     void *dst,
                                     size_t dst_cap,
                                     struct utflane_result *result);

/**
 * Units of the stream that are converted or skipped; those of a character that is not complete
 * yet do not count. 0 for NULL.
 */
uint64_t utflane_stream_position(const struct utflane_stream *stream);

/**
 * Number of replacements that UTFLANE_LOSSY has written so far. 0 for NULL.
 */
uint64_t utflane_stream_replacements(const struct utflane_stream *stream);

/**
 * Releases a stream. NULL is allowed. After that the handle is that of no stream: whatever is done
 * with it is undefined, as with memory after `free`.
 */
void utflane_stream_free(struct utflane_stream *stream);

/**
 * The encoding called `name`, a string: a name or alias of the IANA registry, or one of the WHATWG
 * Encoding Standard that means the same. Case, white space and `-`, `_`, `:`, `.` are ignored.
 * What `utflane_encoding_name` answers, names that encoding. UTFLANE_NONE for others, for NULL, and
 * for `utf-16` and `utf-32`, which leave the byte order to a mark.
 */
UTFLANE_MUST_USE utflane_encoding utflane_encoding_by_name(const char *name);

/**
 * The encoding that browsers take for a label, a string, by the WHATWG Encoding Standard: `latin1`
 * and `ascii` are windows-1252. UTFLANE_NONE for others and for NULL.
 */
UTFLANE_MUST_USE utflane_encoding utflane_encoding_by_label(const char *label);

/**
 * The name of an encoding, a constant string; NULL if it is none.
 */
UTFLANE_MUST_USE const char *utflane_encoding_name(utflane_encoding encoding);

/**
 * Bytes of a unit of an encoding: 1, 2 or 4; 0 if it is none.
 */
size_t utflane_encoding_unit(utflane_encoding encoding);

/**
 * The encodings one by one: that of an index from 0 on, UTFLANE_NONE after the last.
 */
utflane_encoding utflane_encoding_at(size_t index);

/**
 * The byte order mark of an encoding, constant bytes, whose number goes to `len`: 0 if it has none
 * or the argument is none. `len` may be NULL.
 */
const uint8_t *utflane_encoding_bom(utflane_encoding encoding, size_t *len);

/**
 * The encoding whose byte order mark `src`, of `src_len` bytes, begins with; `bom_len`, which may
 * be NULL, is set to the bytes of the mark, 0 for none. UTFLANE_NONE for none, and if an argument
 * is invalid.
 */
utflane_encoding utflane_sniff_bom(const void *src, size_t src_len, size_t *bom_len);

/**
 * Detects which of ASCII, UTF-8, UTF-16 and UTF-32 a text of `src_len` bytes is in, by its byte
 * order mark or its content, and writes that to `detection`.
 *
 * Returns UTFLANE_OK, or that an argument is invalid.
 */
utflane_status utflane_detect(const void *src, size_t src_len, struct utflane_detection *detection);

/**
 * The instruction sets that this CPU has, best first: the name of that of an index from 0 on, a
 * constant string, NULL after the last.
 */
const char *utflane_isa_at(size_t index);

/**
 * The name of the instruction set in use, a constant string.
 */
const char *utflane_isa_current(void);

/**
 * Makes all functions use the instruction set called `name`, a string, or with NULL the best one
 * again. Results do not depend on it. Calls and streams that have begun keep theirs.
 *
 * Returns UTFLANE_OK, or UTFLANE_UNKNOWN_NAME if this CPU has none of that name: then nothing
 * changes.
 */
utflane_status utflane_isa_pin(const char *name);

/**
 * The version of the library, a constant string.
 */
const char *utflane_version(void);

/**
 * What a status means, a constant string in English.
 */
const char *utflane_status_message(utflane_status status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UTFLANE_H */
