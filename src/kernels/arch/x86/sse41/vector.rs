//! SSE4.1: a vector, and the moves that the operations share.

use super::Sse41;
use crate::kernels::arch::x86::vendor::*;
use crate::kernels::arch::x86::{intrinsic, load, operators};
use crate::kernels::tables::COMPRESS_8X16;
use core::ops::Not;

/// 16 bytes, or 16 truth values as bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(in crate::kernels::arch::x86) __m128i);

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
    /// The vector with these bytes.
    #[inline(always)]
    pub(in crate::kernels::arch::x86) fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(load!(_mm_loadu_si128, [u8; 16], bytes))
    }

    /// `bytes[i]` for each `i` of `order`; zero for 0x80.
    #[inline(always)]
    pub(in crate::kernels::arch::x86) fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm_shuffle_epi8(bytes.0, self.vector(order).0)))
    }

    /// Interleaves the bytes of two vectors: the first 8 of each, and the others.
    #[inline(always)]
    pub(in crate::kernels::arch::x86) fn interleave(
        self,
        even: Vector,
        odd: Vector,
    ) -> [Vector; 2] {
        [
            Vector(intrinsic!(_mm_unpacklo_epi8(even.0, odd.0))),
            Vector(intrinsic!(_mm_unpackhi_epi8(even.0, odd.0))),
        ]
    }

    /// Those of 8 units of 16 bits whose bit in `mask` is set, at the front.
    #[inline(always)]
    pub(in crate::kernels::arch::x86) fn compress_8(self, units: Vector, mask: u8) -> Vector {
        self.shuffle(units, &COMPRESS_8X16[usize::from(mask)])
    }

    /// A byte with one bit for each of 8 truth values of 16 bits.
    #[inline(always)]
    pub(in crate::kernels::arch::x86) fn bits_of_8(self, mask: Vector) -> u8 {
        let bytes = intrinsic!(_mm_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm_movemask_epi8(bytes)) as u8
    }
}

/// The number of bits of a byte, from a table: SSE4.1 does not include `popcnt`. (The mask tells
/// the compiler that it is below 16.)
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

/// `value`, which is at most `MOST`: the mask tells the compiler.
#[inline(always)]
pub(in crate::kernels::arch::x86) fn at_most<const MOST: usize>(value: usize) -> usize {
    value & ((MOST + 1).next_power_of_two() - 1)
}
