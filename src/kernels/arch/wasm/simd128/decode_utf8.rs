//! simd128: decoding UTF-8.
//!
//! Engines shift bytes in five instructions, and the mask of bytes from 80 on takes as many. A
//! shift of units of 16 bits is one: what it moves into the other byte, the selections here leave
//! out. The last byte of a character is ASCII or a continuation byte, and what is asked is which.

use super::{Simd128, Vector};
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, must_continue};
use crate::kernels::simd::{Simd, Units};

impl Simd128 {
    /// The errors that bytes with these high nibbles allow as the first of a pair.
    #[inline(always)]
    fn allowed_after(self, bytes: Vector, high: Vector) -> Vector {
        let low = bytes & self.splat(0x0F);
        self.lookup(FIRST_HIGH, high) & self.lookup(FIRST_LOW, low)
    }
}

impl DecodeUtf8 for Simd128 {
    const THREE_BYTE_RUNS: bool = true;

    #[inline(always)]
    fn pair_errors(self, first: Vector, second: Vector) -> Vector {
        let nibble = self.splat(0x0F);
        let first_high = self.shift_right_16::<4>(first) & nibble;
        let second_high = self.shift_right_16::<4>(second) & nibble;
        self.allowed_after(first, first_high) & self.lookup(SECOND_HIGH, second_high)
    }

    #[inline(always)]
    fn before_turn(self, src: &[u8], at: usize) -> Vector {
        let before = self.load(src, at - Self::LANES);
        self.allowed_after(before, self.shift_right::<4>(before))
    }

    /// Looks up each byte once, with one shift for both of its pairs.
    #[inline(always)]
    fn errors_in_turn(self, src: &[u8], at: usize, before: &mut Vector) -> Vector {
        // Of places counted from the first one, offsets stay those of the loads.
        let src = &src[at - 3..];
        let current = self.load(src, 3);
        let high = self.shift_right::<4>(current);
        let after = self.allowed_after(current, high);
        let pairs = self.shift_in::<1>(*before, after) & self.lookup(SECOND_HIGH, high);
        *before = after;
        pairs ^ must_continue(self, self.load(src, 0), self.load(src, 1))
    }

    /// Of a sum, which has a limit, the compiler would make new sums for all places after it, where
    /// loads have offsets for nothing.
    #[inline(always)]
    fn after<'text>(self, text: &'text [u8], rest: &'text [u8], bytes: usize) -> &'text [u8] {
        let at = text.len() - rest.len() + bytes;
        &text[at.min(text.len())..]
    }

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

    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
