//! simd128: decoding UTF-8.
//!
//! Engines compile a shift of bytes to five instructions, and the mask of bytes from 80 on as well.
//! A shift of units of 16 bits is one instruction, and the selections here drop the bits that it
//! moves into the other byte. The last byte of a character is ASCII or a continuation byte, so the
//! cheaper mask of continuation bytes is sufficient.

use super::{Simd128, Vector};
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::{Simd, UnitOps};

impl DecodeUtf8 for Simd128 {
    const THREE_BYTE_RUNS: bool = true;

    #[inline(always)]
    fn low_bits(self, prev1: Vector, current: Vector) -> Vector {
        let upper = self.continuation(current) & self.splat(0xC0);
        self.select(upper, self.shift_left_16::<6>(prev1), current)
    }

    #[inline(always)]
    fn high_bits(self, prev2: Vector, prev1: Vector, current: Vector) -> Vector {
        let three = self.continuation(prev1) & self.splat(0xF0);
        let two = self.shift_right_16::<2>(prev1) & self.splat(0x0F);
        let all = self.select(three, self.shift_left_16::<4>(prev2), two);
        self.keep(self.continuation(current), all)
    }

    #[inline(always)]
    fn bits_of_two(self, continues: Vector, prev1: Vector, current: Vector) -> [Vector; 2] {
        let upper = continues & self.splat(0xC0);
        let high = self.shift_right_16::<2>(prev1) & self.splat(0x07);
        [
            self.select(upper, self.shift_left_16::<6>(prev1), current),
            self.keep(continues, high),
        ]
    }
}
