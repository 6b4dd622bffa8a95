/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Provides utflane_iconv.h to programs that include <iconv.h>. */
#include "../utflane_iconv.h"
