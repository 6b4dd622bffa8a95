//! SSE4.1: the vector type, and helpers that the operations share.

use super::Sse41;
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, load, operators};
use core::ops::Not;

/// 16 bytes, or a mask of 16 bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(in crate::simd::x86) __m128i);

operators!(Vector:
    BitAnd bitand _mm_and_si128,
    BitOr bitor _mm_or_si128,
    BitXor bitxor _mm_xor_si128
);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Vector(intrinsic!(_mm_set1_epi8(-1)))
    }
}

impl Sse41 {
    /// Loads a vector.
    #[inline(always)]
    pub(in crate::simd::x86) fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(load!(_mm_loadu_si128, [u8; 16], bytes))
    }

    /// Returns `bytes[i]` for each `i` of `order`, and zero for 0x80.
    #[inline(always)]
    pub(in crate::simd::x86) fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm_shuffle_epi8(bytes.0, self.vector(order).0)))
    }

    /// Interleaves the bytes of two vectors: the first 8 of each, then the last 8.
    #[inline(always)]
    pub(in crate::simd::x86) fn interleave(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(_mm_unpacklo_epi8(even.0, odd.0))),
            Vector(intrinsic!(_mm_unpackhi_epi8(even.0, odd.0))),
        ]
    }

    /// Returns a byte with one bit for each of the 8 lanes of a 16-bit mask.
    #[inline(always)]
    pub(in crate::simd::x86) fn bits_of_8(self, mask: Vector) -> u8 {
        let bytes = intrinsic!(_mm_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm_movemask_epi8(bytes)) as u8
    }
}

/// Returns the number of set bits of a byte, from a table, because SSE4.1 does not include
/// `popcnt`. The mask shows the compiler that the result is below 16.
#[inline(always)]
pub(super) fn ones(byte: u8) -> usize {
    const ONES: [u8; 256] = {
        let mut ones = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            ones[byte] = byte.count_ones() as u8;
            byte += 1;
        }
        ones
    };
    usize::from(ONES[usize::from(byte)] & 0x0F)
}

/// Returns `value`, which is at most `MOST`. The mask shows the compiler an upper bound.
#[inline(always)]
pub(in crate::simd::x86) fn at_most<const MOST: usize>(value: usize) -> usize {
    value & ((MOST + 1).next_power_of_two() - 1)
}
