//! simd128: validation of UTF-8.

use super::{Simd128, Vector};
use crate::simd::Simd;
use crate::simd::intrinsics::intrinsic;
use crate::simd::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, must_continue};
use crate::simd::validate_utf8::ValidateUtf8;
use core::arch::wasm32::*;

impl Simd128 {
    /// Returns the errors that bytes with these high nibbles allow as the first byte of a pair.
    #[inline(always)]
    fn allowed_after(self, bytes: Vector, high: Vector) -> Vector {
        let low = bytes & self.splat(0x0F);
        self.lookup(FIRST_HIGH, high) & self.lookup(FIRST_LOW, low)
    }
}

impl ValidateUtf8 for Simd128 {
    #[inline(always)]
    fn pair_errors(self, first: Vector, second: Vector) -> Vector {
        let nibble = self.splat(0x0F);
        let first_high = Vector(intrinsic!(u16x8_shr(first.0, 4))) & nibble;
        let second_high = Vector(intrinsic!(u16x8_shr(second.0, 4))) & nibble;
        self.allowed_after(first, first_high) & self.lookup(SECOND_HIGH, second_high)
    }

    #[inline(always)]
    fn state_before(self, src: &[u8], at: usize) -> Vector {
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
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
