/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The functions of simdutf on top of libutflane, for C++17. Names, arguments, return values and
 * error codes are those of simdutf 9.1. The functions for base64 and `find` are missing. Some text
 * functions of later releases are included.
 *
 * To switch a project, include this file instead of simdutf.h and link libutflane. The functions
 * are in the namespace utflane::simdutf. Unless UTFLANE_NO_SIMDUTF_ALIAS is defined, `simdutf` is
 * an alias of it. If your project declares names in the namespace `simdutf`, include simdutf.h from
 * the folder `simdutf` next to this file instead. It is this header with a real namespace `simdutf`.
 *
 * The conversions of simdutf do not receive a capacity. Those here write only the units that they
 * count and leave the memory after them untouched, for well-formed and malformed input.
 *
 * The folder utflane_simdutf contains the parts of this header.
 */
#ifndef UTFLANE_SIMDUTF_HPP
#define UTFLANE_SIMDUTF_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "utflane_simdutf.hpp requires C++17"
#endif

#include "utflane_simdutf/shared.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#if __cplusplus >= 202002L
#include <version>
#endif
#if defined(__cpp_concepts) && defined(__cpp_lib_span) && !defined(SIMDUTF_SPAN_DISABLED)
#define UTFLANE_SIMDUTF_SPAN 1
#include <concepts>
#include <span>
#include <type_traits>
#endif

#ifndef SIMDUTF_VERSION
/** The release of simdutf with this interface, and the features that are available. */
#define SIMDUTF_VERSION "9.1.0"
#define SIMDUTF_FEATURE_ASCII 1
#define SIMDUTF_FEATURE_DETECT_ENCODING 1
#define SIMDUTF_FEATURE_LATIN1 1
#define SIMDUTF_FEATURE_UTF8 1
#define SIMDUTF_FEATURE_UTF16 1
#define SIMDUTF_FEATURE_UTF32 1
#define SIMDUTF_FEATURE_BASE64 0
#define SIMDUTF_IS_BIG_ENDIAN UTFLANE_SIMDUTF_BIG
#ifdef UTFLANE_SIMDUTF_SPAN
#define SIMDUTF_SPAN 1
#endif
#if !defined(SIMDUTF_NO_STD_TEXT_ENCODING) && defined(__cpp_lib_text_encoding) &&                  \
    __cpp_lib_text_encoding >= 202306L
#define SIMDUTF_HAS_STD_TEXT_ENCODING 1
#include <text_encoding>
#endif
#endif

#ifdef UTFLANE_SIMDUTF_IS_NAMESPACE
namespace simdutf {
#else
namespace utflane {
namespace simdutf {
#endif

#include "utflane_simdutf/types.hpp"
#include "utflane_simdutf/functions.hpp"
#ifdef UTFLANE_SIMDUTF_SPAN
#include "utflane_simdutf/constant.hpp"
#include "utflane_simdutf/spans.hpp"
#endif
#include "utflane_simdutf/implementation.hpp"

#ifdef UTFLANE_SIMDUTF_IS_NAMESPACE
} // namespace simdutf
#else
} // namespace simdutf
} // namespace utflane
#endif

#if !defined(UTFLANE_NO_SIMDUTF_ALIAS) && !defined(UTFLANE_SIMDUTF_IS_NAMESPACE)
namespace simdutf = utflane::simdutf;
#endif

#endif // UTFLANE_SIMDUTF_HPP
