/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* utflane_iconv.h for programs that include <iconv.h>. */
#include "../utflane_iconv.h"
