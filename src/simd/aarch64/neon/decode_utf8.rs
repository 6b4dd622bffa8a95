//! NEON: decoding UTF-8.

use super::{Neon, Vector, opaque};
use crate::simd::Simd;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::intrinsics::intrinsic;
use core::arch::aarch64::*;

impl Neon {
    /// Returns the byte before the last byte of a character. For ASCII, returns instead a byte
    /// whose lowest bit is bit 6 of the character.
    #[inline(always)]
    fn before_or_bits(self, prev1: Vector, current: Vector) -> Vector {
        let bits = opaque(self.shift_right::<6>(current));
        opaque(self.select(self.non_ascii(current), prev1, bits))
    }
}

impl DecodeUtf8 for Neon {
    #[inline(always)]
    fn low_bits(self, prev1: Vector, current: Vector) -> Vector {
        let before = self.before_or_bits(prev1, current);
        Vector(intrinsic!(vsliq_n_u8::<6>(current.0, before.0)))
    }

    #[inline(always)]
    fn high_bits(self, prev2: Vector, prev1: Vector, current: Vector) -> Vector {
        let before = self.before_or_bits(prev1, current);
        let prev2 = self.keep(self.continuation(before), prev2);
        let bits = self.shift_right::<2>(before);
        Vector(intrinsic!(vsliq_n_u8::<4>(bits.0, prev2.0)))
    }

    #[inline(always)]
    fn high_surrogate(self, prev2: Vector, prev1: Vector, current: Vector) -> [Vector; 2] {
        let middle = self.shift_right::<4>(current);
        let middle = Vector(intrinsic!(vsliq_n_u8::<2>(middle.0, prev1.0)));
        let lower = opaque(self.add(middle, self.splat(0xC0)));
        let upper = self.add(prev2, self.splat(0xD8u8.wrapping_sub(0xF0)));
        // If there is no carry, the mask is set and adds -1.
        [lower, self.add(upper, self.at_least(0xC0, lower))]
    }

    #[inline(always)]
    fn low_surrogate(self, prev1: Vector) -> Vector {
        let bits = self.shift_right::<2>(prev1);
        let upper = self.splat(0xDC >> 2);
        Vector(intrinsic!(vsliq_n_u8::<2>(bits.0, upper.0)))
    }

    #[inline(always)]
    fn top_bits(self, prev3: Vector, prev2: Vector) -> Vector {
        let bits = self.saturating_sub(prev3, self.splat(0xF0));
        let top = self.shift_right::<4>(prev2);
        let top = Vector(intrinsic!(vsliq_n_u8::<2>(top.0, bits.0)));
        self.keep(self.at_least(0xF0, prev3), top)
    }
}
