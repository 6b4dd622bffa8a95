/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * iconv of libutflane, with the encoding names, results and errno values of glibc. The library
 * must be built with the feature `iconv`, which includes the legacy multi-byte encodings.
 *
 * To switch a program, include this file instead of iconv.h and link libutflane. iconv_open, iconv
 * and iconv_close are then macros for the functions below, unless UTFLANE_ICONV_NO_NAMES is
 * defined. The folder `iconv` next to this file also provides this header as iconv.h. Handles
 * differ from those of the C library, so compile all code that shares a handle with this header.
 */
#ifndef UTFLANE_ICONV_H
#define UTFLANE_ICONV_H

#include <stddef.h>

typedef void *iconv_t;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Opens a conversion from the encoding `from_code` to the encoding `to_code`. An empty name is the
 * encoding of the locale. If `to_code` ends with `//IGNORE`, malformed sequences and
 * unrepresentable characters are left out, and `utflane_iconv` fails with EILSEQ after the rest is
 * converted. Transliteration is not supported.
 *
 * Returns a handle, or (iconv_t)-1 and sets errno: to EINVAL for an unknown encoding or the suffix
 * `//TRANSLIT`, to ENOMEM if memory allocation fails. Release the handle with
 * `utflane_iconv_close`.
 */
iconv_t utflane_iconv_open(const char *to_code, const char *from_code);

/**
 * Converts the text at `*in` as far as it is complete and fits, and advances the pointers past it.
 * The output after the written bytes is untouched. If `in` or `*in` is NULL, writes the pending
 * output of a stateful encoding, and resets the state.
 *
 * Returns 0, the number of irreversible conversions, or (size_t)-1 and sets errno: to E2BIG if the
 * output is full, to EILSEQ if the text is malformed or the target cannot represent a character, to
 * EINVAL if the text ends within a character or input and output overlap, to EBADF if the handle is
 * NULL or (iconv_t)-1.
 */
size_t utflane_iconv(iconv_t handle, char **in, size_t *in_left, char **out, size_t *out_left);

/**
 * Releases a handle. Returns 0, or -1 and sets errno to EBADF if the handle is NULL or (iconv_t)-1.
 */
int utflane_iconv_close(iconv_t handle);

#ifdef __cplusplus
}
#endif

#ifndef UTFLANE_ICONV_NO_NAMES
#define iconv_open utflane_iconv_open
#define iconv utflane_iconv
#define iconv_close utflane_iconv_close
#endif

#endif
