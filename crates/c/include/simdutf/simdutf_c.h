/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Provides utflane_simdutf_c.h to projects that include <simdutf_c.h>. */
#include "../utflane_simdutf_c.h"
