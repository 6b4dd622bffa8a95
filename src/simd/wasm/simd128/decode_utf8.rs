//! simd128: decoding UTF-8.
//!
//! Engines compile a shift of bytes to five instructions, and the mask of bytes from 80 on as well.
//! A shift of units of 16 bits is one instruction, and the selections here drop the bits that it
//! moves into the other byte. The last byte of a character is ASCII or a continuation byte, so the
//! cheaper mask of continuation bytes is sufficient.

use super::{Simd128, Vector};
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, must_continue};
use crate::simd::{Simd, UnitOps};

impl Simd128 {
    /// Returns the errors that bytes with these high nibbles allow as the first byte of a pair.
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
    fn carry(self, src: &[u8], at: usize) -> Vector {
        let before = self.load(src, at - Self::LANES);
        self.allowed_after(before, self.shift_right::<4>(before))
    }

    /// Looks up each byte once, and uses one shift for both of its pairs.
    #[inline(always)]
    fn errors_next(self, src: &[u8], at: usize, before: &mut Vector) -> Vector {
        // Indices relative to the first load, so that they become constant offsets of the loads.
        let src = &src[at - 3..];
        let current = self.load(src, 3);
        let high = self.shift_right::<4>(current);
        let after = self.allowed_after(current, high);
        let pairs = self.shift_in::<1>(*before, after) & self.lookup(SECOND_HIGH, high);
        *before = after;
        pairs ^ must_continue(self, self.load(src, 0), self.load(src, 1))
    }

    /// Slices `text` again with a clamped index. With an unclamped sum, the compiler would compute
    /// a separate sum for each later load, although loads have free constant offsets.
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
