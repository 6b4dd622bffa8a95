/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * iconv on top of libutflane, for C11 and C++17: iconv_open, iconv and iconv_close with the
 * encoding names, results and errno values of glibc.
 *
 * To switch a program, include this file instead of iconv.h and link libutflane. The three names
 * are macros then, unless UTFLANE_ICONV_NO_NAMES is defined. The folder `iconv` next to this file
 * provides it as iconv.h. The handles differ from those of the C library, so compile all code that
 * shares a handle with this header.
 *
 * Transliteration is not supported: a target with `//TRANSLIT` is refused. With `//IGNORE`,
 * malformed sequences and unrepresentable characters are left out, and iconv returns (size_t)-1
 * with EILSEQ after the rest is converted. A library built with the feature `multibyte` also has
 * ISO-2022-JP, which is stateful and converted with a stream.
 */
#ifndef UTFLANE_ICONV_H
#define UTFLANE_ICONV_H

#include "utflane.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#if defined(__has_include)
#if __has_include(<langinfo.h>)
#include <langinfo.h>
#define UTFLANE_ICONV_LOCALE
#endif
#endif

typedef void *iconv_t;

/** The source or target encoding. */
typedef struct utflane_iconv_side {
  /** The encoding, with the byte order in use. */
  utflane_encoding encoding;
  /** The encoding of a text without a byte order mark, in native byte order. UTFLANE_NONE if the
   * mark has no special meaning. */
  utflane_encoding unmarked;
  /** Whether the encoding has no characters above U+FFFF. */
  bool is_ucs2;
  /** Whether the mark has been read or written. */
  bool is_begun;
} utflane_iconv_side;

typedef struct utflane_iconv_state {
  utflane_iconv_side from;
  utflane_iconv_side to;
  bool is_ignoring;
  /** The stream that converts if one of the encodings is stateful. NULL before the first call. */
  utflane_stream *stream;
  /** Bytes of an incomplete character that the stream has read but iconv has not counted. */
  size_t held;
} utflane_iconv_state;

/** Finds the encoding with the name `name`, of `len` bytes. */
static inline bool utflane_iconv_find(const char *name, size_t len, utflane_iconv_side *side) {
  /* Names in glibc that IANA does not have, or with another meaning: the name in libutflane, and
   * flags: '+' if there is a byte order mark, '2' for UCS-2, 'N' for native byte order. */
  static const char *const names[][3] = {
      {"UTF16", "UTF-16", "+N"},      {"UTF32", "UTF-32", "+N"},   {"UNICODE", "UTF-16", "+N2"},
      {"CSUNICODE", "UTF-16", "+N2"}, {"UCS2", "UTF-16", "N2"},    {"UCS2LE", "UTF-16LE", "2"},
      {"UCS2BE", "UTF-16BE", "2"},    {"UNICODELITTLE", "UTF-16LE", "2"},
      {"UNICODEBIG", "UTF-16BE", "2"}, {"ISO10646UCS2", "UTF-16", "N2"},
      {"UCS4", "UTF-32BE", ""},       {"UCS4LE", "UTF-32LE", ""},  {"UCS4BE", "UTF-32BE", ""},
      {"ISO10646UCS4", "UTF-32BE", ""}, {"CSUCS4", "UTF-32BE", ""}, {"WCHART", "UTF-32", "N"},
      {"INTERNAL", "UTF-32", "N"},    {"MSANSI", "CP1252", ""},    {"MSEE", "CP1250", ""},
      {"MSCYRL", "CP1251", ""},       {"MSGREEK", "CP1253", ""},   {"MSTURK", "CP1254", ""},
      {"MSHEBR", "CP1255", ""},       {"MSARAB", "CP1256", ""},    {"WINBALTRIM", "CP1257", ""},
      {"TIS6200", "TIS-620", ""},     {"SJISWIN", "SHIFT_JIS", ""}, {"UJIS", "EUC-JP", ""},
      {"MSCP949", "EUC-KR", ""},      {"WINDOWS936", "GBK", ""},   {"BIGFIVE", "BIG5", ""},
  };
  char key[64];
  size_t used = 0;
  for (size_t i = 0; i < len; ++i) {
    const char letter = name[i];
    if (letter == '-' || letter == '_') {
      continue;
    }
    if (used + 6 >= sizeof key || letter == '\0') {
      return false;
    }
    key[used++] = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
  }
  key[used] = '\0';
  const char *found = key;
  const char *kind = "";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strcmp(names[i][0], key) == 0) {
      found = names[i][1];
      kind = names[i][2];
    }
  }
  char number[80] = "ISO-";
  if (strncmp(key, "8859", 4) == 0) {
    strcat(number, key);
    found = number;
    /* glibc names such as 8859_1. */
    memmove(number + 9, number + 8, strlen(number + 8) + 1);
    number[8] = '-';
  }
  if (strchr(kind, 'N') != NULL) {
    const bool is_utf32 = strcmp(found, "UTF-32") == 0;
    const uint16_t one = 1;
    const bool is_little = *(const unsigned char *)&one == 1;
    side->encoding = is_utf32 ? (is_little ? UTFLANE_UTF32LE : UTFLANE_UTF32BE)
                              : (is_little ? UTFLANE_UTF16LE : UTFLANE_UTF16BE);
  } else {
    side->encoding = utflane_encoding_by_name(found);
  }
  side->unmarked = strchr(kind, '+') != NULL ? side->encoding : (utflane_encoding)UTFLANE_NONE;
  side->is_ucs2 = strchr(kind, '2') != NULL;
  side->is_begun = false;
  /* iconv counts lengths in bytes. */
  return side->encoding != UTFLANE_NONE && utflane_encoding_unit(side->encoding) == 1 &&
         utflane_max_len(side->encoding, UTFLANE_UTF8, 1) != UTFLANE_INVALID;
}

/** Parses the name of an encoding and its suffix, `//IGNORE` or `//TRANSLIT`. */
static inline bool utflane_iconv_parse(const char *name, utflane_iconv_side *side, bool *ignores,
                                       bool *transliterates) {
  const char *end = strstr(name, "//");
  const size_t len = end == NULL ? strlen(name) : (size_t)(end - name);
  for (; end != NULL && *end != '\0'; ++end) {
    if (strncmp(end + 1, "IGNORE", 6) == 0 || strncmp(end + 1, "ignore", 6) == 0) {
      *ignores = true;
    }
    if (strncmp(end + 1, "TRANSLIT", 8) == 0 || strncmp(end + 1, "translit", 8) == 0) {
      *transliterates = true;
    }
  }
#ifdef UTFLANE_ICONV_LOCALE
  if (len == 0) {
    const char *locale = nl_langinfo(CODESET);
    /* The name of ASCII in the C library. */
    locale = strcmp(locale, "ANSI_X3.4-1968") == 0 ? "US-ASCII" : locale;
    return utflane_iconv_find(locale, strlen(locale), side);
  }
#endif
  return utflane_iconv_find(name, len, side);
}

/** Returns a handle, or (iconv_t)-1 with EINVAL for unknown encodings, or with ENOMEM if memory
 * allocation fails. Release it with utflane_iconv_close. */
static inline iconv_t utflane_iconv_open(const char *to, const char *from) {
  utflane_iconv_state made;
  bool transliterates = false;
  bool is_unused = false;
  made.is_ignoring = false;
  made.stream = NULL;
  made.held = 0;
  if (!utflane_iconv_parse(to, &made.to, &made.is_ignoring, &transliterates) ||
      !utflane_iconv_parse(from, &made.from, &is_unused, &is_unused) || transliterates) {
    errno = EINVAL;
    return (iconv_t)(intptr_t)-1;
  }
  utflane_iconv_state *state = (utflane_iconv_state *)malloc(sizeof made);
  if (state == NULL) {
    errno = ENOMEM;
    return (iconv_t)(intptr_t)-1;
  }
  *state = made;
  return state;
}

static inline int utflane_iconv_close(iconv_t handle) {
  if (handle != NULL) {
    utflane_stream_free(((utflane_iconv_state *)handle)->stream);
  }
  free(handle);
  return 0;
}

/** Returns the offset in bytes of the first surrogate in UTF-16, or `len` if there is none. */
static inline size_t utflane_iconv_surrogate(utflane_encoding encoding, const char *text,
                                             size_t len) {
  const size_t high = encoding == UTFLANE_UTF16LE ? 1 : 0;
  for (size_t at = 0; at + 1 < len; at += 2) {
    if (((unsigned char)text[at + high] & 0xF8) == 0xD8) {
      return at;
    }
  }
  return len;
}

/** Converts to UCS-2 through UTF-16, up to a malformed sequence, a character above U+FFFF, the end
 * of the output, or the capacity of a buffer. */
static inline utflane_status utflane_iconv_to_ucs2(const utflane_iconv_state *state, const char *in,
                                                   size_t in_left, char *out, size_t out_left,
                                                   utflane_result *done) {
  char units[256];
  const utflane_encoding from = state->from.encoding;
  const utflane_encoding to = state->to.encoding;
  utflane_status status =
      utflane_transcode(from, to, UTFLANE_STRICT, in, in_left, units, sizeof units, done);
  const size_t plain = utflane_iconv_surrogate(to, units, done->written);
  const size_t fits = plain <= out_left ? plain : out_left - out_left % 2;
  if (fits < done->written) {
    /* Another conversion with exactly this capacity tells how much of the input that is. */
    status = utflane_transcode(from, to, UTFLANE_STRICT, in, in_left, units, fits, done);
    if (fits == plain && out_left - fits >= 2) {
      status = UTFLANE_UNREPRESENTABLE;
      done->skip = 1;
      while (utflane_validate(from, in + done->read, done->skip, NULL) != UTFLANE_OK) {
        ++done->skip;
      }
    }
  }
  memcpy(out, units, done->written);
  return status;
}

/** Whether one of the encodings is stateful. */
static inline bool utflane_iconv_has_state(const utflane_iconv_state *state) {
  return state->from.encoding == UTFLANE_ISO_2022_JP || state->to.encoding == UTFLANE_ISO_2022_JP;
}

/** Converts with a stream, up to an error or the end of the output. */
static inline utflane_status utflane_iconv_by_stream(utflane_iconv_state *state, const char *in,
                                                     size_t in_left, char *out, size_t out_left,
                                                     utflane_result *done) {
  if (state->stream == NULL) {
    state->stream = utflane_stream_new(state->from.encoding, state->to.encoding, UTFLANE_STRICT);
    if (state->stream == NULL) {
      return UTFLANE_NO_MEMORY;
    }
  }
  /* The caller passes an incomplete character again, which the stream has already read. */
  const size_t held = state->held < in_left ? state->held : in_left;
  const uint64_t before = utflane_stream_position(state->stream);
  const utflane_status status =
      utflane_stream_feed(state->stream, in + held, in_left - held, out, out_left, done);
  if (status >= UTFLANE_BAD_ENCODING) {
    return status;
  }
  const size_t passed = (size_t)(utflane_stream_position(state->stream) - before);
  state->held += done->read - passed;
  done->read = (size_t)(done->position - before);
  done->skip = (uint32_t)(passed - done->read);
  if (status == UTFLANE_OK && state->held > 0) {
    done->kind = UTFLANE_INCOMPLETE;
    return UTFLANE_MALFORMED;
  }
  return status;
}

/** Ends a text in a stateful encoding: writes the pending output, if an output is given, and resets
 * the state. */
static inline bool utflane_iconv_end(utflane_iconv_state *state, char **out, size_t *out_left) {
  const bool writes = out != NULL && *out != NULL;
  char unused[32];
  while (state->stream != NULL) {
    utflane_result done;
    const utflane_status status = utflane_stream_finish(
        state->stream, writes ? *out : unused, writes ? *out_left : sizeof unused, &done);
    if (status == UTFLANE_OUTPUT_FULL) {
      return false;
    }
    if (writes) {
      *out += done.written;
      *out_left -= done.written;
    }
    /* If the first call reports an incomplete character, the next one ends the text. */
    if (status != UTFLANE_MALFORMED) {
      utflane_stream_free(state->stream);
      state->stream = NULL;
    }
  }
  state->held = 0;
  return true;
}

/** Converts up to an error or the end of the output; perhaps less if the target is UCS-2. */
static inline utflane_status utflane_iconv_step(utflane_iconv_state *state, const char *in,
                                                size_t in_left, char *out, size_t out_left,
                                                utflane_result *done) {
  const size_t plain = state->from.is_ucs2
                           ? utflane_iconv_surrogate(state->from.encoding, in, in_left)
                           : in_left;
  const utflane_status status =
      utflane_iconv_has_state(state)
          ? utflane_iconv_by_stream(state, in, plain, out, out_left, done)
      : state->to.is_ucs2
          ? utflane_iconv_to_ucs2(state, in, plain, out, out_left, done)
          : utflane_transcode(state->from.encoding, state->to.encoding, UTFLANE_STRICT_TIDY, in,
                              plain, out, out_left, done);
  if (status != UTFLANE_OK || plain == in_left) {
    return status;
  }
  done->skip = 2;
  done->kind = UTFLANE_SURROGATE;
  return UTFLANE_MALFORMED;
}

/** As iconv: converts the text that is available and fits, and advances the pointers past it. */
static inline size_t utflane_iconv(iconv_t handle, char **in, size_t *in_left, char **out,
                                   size_t *out_left) {
  utflane_iconv_state *state = (utflane_iconv_state *)handle;
  utflane_iconv_side *from = &state->from;
  utflane_iconv_side *to = &state->to;
  if (in == NULL || *in == NULL) {
    if (!utflane_iconv_end(state, out, out_left)) {
      errno = E2BIG;
      return (size_t)-1;
    }
    from->is_begun = false;
    to->is_begun = false;
    return 0;
  }
  if (from->unmarked != UTFLANE_NONE && !from->is_begun && *in_left > 0) {
    const bool is_utf32 =
        from->unmarked == UTFLANE_UTF32LE || from->unmarked == UTFLANE_UTF32BE;
    const size_t unit = is_utf32 ? 4 : 2;
    if (*in_left < unit) {
      errno = EINVAL;
      return (size_t)-1;
    }
    size_t len;
    const utflane_encoding marked = utflane_sniff_bom(*in, unit, &len);
    const bool is_mark = len == unit && marked != UTFLANE_NONE;
    from->encoding = is_mark ? marked : from->unmarked;
    *in += is_mark ? unit : 0;
    *in_left -= is_mark ? unit : 0;
    from->is_begun = true;
  }
  bool is_skipped = false;
  for (;;) {
    utflane_result done;
    /* The mark is written before the first character, even if that does not fit or cannot be
     * represented. */
    size_t mark_len = 0;
    const uint8_t *mark = NULL;
    if (to->unmarked != UTFLANE_NONE && !to->is_begun) {
      mark = utflane_encoding_bom(to->encoding, &mark_len);
    }
    const bool has_room = *out_left >= mark_len;
    const utflane_status status =
        utflane_iconv_step(state, *in, *in_left, *out + (has_room ? mark_len : 0),
                           has_room ? *out_left - mark_len : 0, &done);
    if (status >= UTFLANE_BAD_ENCODING) {
      errno = status == UTFLANE_NO_MEMORY ? ENOMEM : EINVAL;
      return (size_t)-1;
    }
    const bool is_begun = done.written > 0 || status == UTFLANE_OUTPUT_FULL ||
                          status == UTFLANE_UNREPRESENTABLE;
    if (mark_len > 0 && has_room && is_begun) {
      memcpy(*out, mark, mark_len);
      to->is_begun = true;
      done.written += mark_len;
    }
    *in += done.read;
    *in_left -= done.read;
    *out += done.written;
    *out_left -= done.written;
    if (status == UTFLANE_OUTPUT_FULL && to->is_ucs2 && done.written > 0) {
      continue;
    }
    const bool is_cut = status == UTFLANE_MALFORMED && done.kind == UTFLANE_INCOMPLETE;
    if (status == UTFLANE_OUTPUT_FULL || is_cut) {
      errno = is_cut ? EINVAL : E2BIG;
      return (size_t)-1;
    }
    if (status != UTFLANE_OK) {
      /* With no capacity left, glibc does not check whether the target has the character. */
      if (status == UTFLANE_UNREPRESENTABLE && *out_left == 0) {
        errno = E2BIG;
        return (size_t)-1;
      }
      if (!state->is_ignoring) {
        errno = EILSEQ;
        return (size_t)-1;
      }
      is_skipped = true;
      *in += done.skip;
      *in_left -= done.skip;
    } else {
      if (is_skipped) {
        errno = EILSEQ;
      }
      return is_skipped ? (size_t)-1 : 0;
    }
  }
}

#ifndef UTFLANE_ICONV_NO_NAMES
#define iconv_open utflane_iconv_open
#define iconv utflane_iconv
#define iconv_close utflane_iconv_close
#endif

#endif
