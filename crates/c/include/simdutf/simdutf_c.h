/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* utflane_simdutf_c.h for projects that include <simdutf_c.h>. */
#include "../utflane_simdutf_c.h"
