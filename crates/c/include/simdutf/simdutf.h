/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * utflane_simdutf.hpp for projects that include <simdutf.h>: with this file's folder in the path
 * for headers they need no change, also where they declare things in the namespace `simdutf`.
 */
#ifndef UTFLANE_SIMDUTF_IS_NAMESPACE
#define UTFLANE_SIMDUTF_IS_NAMESPACE
#endif
#include "../utflane_simdutf.hpp"

#ifndef simdutf_maybe_unused
#define simdutf_maybe_unused [[maybe_unused]]
#endif
#ifndef simdutf_warn_unused
#define simdutf_warn_unused [[nodiscard]]
#endif
