/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Provides utflane_simdutf.hpp to projects that include <simdutf.h>: add the folder of this file to
 * the include path. The projects need no change, even if they declare things in the namespace
 * `simdutf`. The macros that simdutf's header leaves defined are defined here as well.
 */
#ifndef UTFLANE_SIMDUTF_IS_NAMESPACE
#define UTFLANE_SIMDUTF_IS_NAMESPACE
#endif
#include "../utflane_simdutf.hpp"

#ifndef SIMDUTF_CPLUSPLUS
#define SIMDUTF_CPLUSPLUS __cplusplus
#endif
#define SIMDUTF_CPLUSPLUS11 1
#define SIMDUTF_CPLUSPLUS14 1
#define SIMDUTF_CPLUSPLUS17 1
#if __cplusplus >= 202002L && !defined(SIMDUTF_CPLUSPLUS20)
#define SIMDUTF_CPLUSPLUS20 1
#endif
#if __cplusplus >= 202302L && !defined(SIMDUTF_CPLUSPLUS23)
#define SIMDUTF_CPLUSPLUS23 1
#endif
#ifndef simdutf_maybe_unused
#define simdutf_maybe_unused [[maybe_unused]]
#endif
#ifndef simdutf_warn_unused
#define simdutf_warn_unused [[nodiscard]]
#endif
#ifndef simdutf_really_inline
#define simdutf_really_inline inline
#endif
#ifndef simdutf_constexpr23
#ifdef __cpp_if_consteval
#define simdutf_constexpr23 constexpr
#else
#define simdutf_constexpr23
#endif
#endif
