//! NEON: validation of UTF-8.

use super::{Neon, Vector};
use crate::simd::Simd;
use crate::simd::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use crate::simd::validate_utf8::ValidateUtf8;

impl Neon {
    /// Returns `pair_errors` with the bits of each byte rotated left by one.
    #[inline(always)]
    fn rotated_pair_errors(self, first: Vector, second: Vector) -> Vector {
        let low = first & self.splat(0x0F);
        self.lookup(const { rotated(FIRST_HIGH) }, self.shift_right::<4>(first))
            & self.lookup(const { rotated(FIRST_LOW) }, low)
            & self.lookup(
                const { rotated(SECOND_HIGH) },
                self.shift_right::<4>(second),
            )
    }

    /// Returns `errors` of text without four-byte characters.
    #[inline(always)]
    pub(crate) fn errors_below_four(self, prev2: Vector, prev1: Vector, current: Vector) -> Vector {
        // Adds -1 where a lead byte requires a second continuation byte. Two such lead bytes in a
        // row are an error at the position of the second.
        self.add(
            self.rotated_pair_errors(prev1, current),
            self.at_least(0xE0, prev2),
        )
    }
}

impl ValidateUtf8 for Neon {
    #[inline(always)]
    fn errors(self, [prev3, prev2, prev1, current]: [Vector; 4]) -> Vector {
        let errors = self.errors_below_four(prev2, prev1, current);
        // Adds -1 where a lead byte requires a third continuation byte.
        self.add(errors, self.at_least(0xF0, prev3))
    }

    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}

/// Returns a table of errors rotated left by one, so that
/// [`TWO_CONTINUATIONS`](crate::simd::utf8_errors::TWO_CONTINUATIONS) is bit 0. Adding
/// -1 gives zero for this error alone, and nonzero for other errors or no error.
const fn rotated(mut table: [u8; 16]) -> [u8; 16] {
    let mut i = 0;
    while i < 16 {
        table[i] = table[i].rotate_left(1);
        i += 1;
    }
    table
}
