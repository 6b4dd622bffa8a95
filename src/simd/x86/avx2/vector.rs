//! AVX2: the vector type, and helpers that the operations share.

use super::Avx2;
use super::sse41::{self, Sse41};
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, operators};
use core::ops::Not;

/// 32 bytes, or a mask of 32 bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) __m256i);

operators!(Vector:
    BitAnd bitand _mm256_and_si256,
    BitOr bitor _mm256_or_si256,
    BitXor bitxor _mm256_xor_si256
);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Vector(intrinsic!(_mm256_set1_epi8(-1)))
    }
}

impl From<Avx2> for Sse41 {
    #[inline(always)]
    fn from(_: Avx2) -> Sse41 {
        // SAFETY: AVX2 includes SSE4.1.
        unsafe { Sse41::new() }
    }
}

impl Avx2 {
    /// Returns the token of the instruction set for the halves of vectors.
    #[inline(always)]
    pub(super) fn half(self) -> Sse41 {
        self.into()
    }

    /// Returns the two halves.
    #[inline(always)]
    pub(super) fn halves(self, bytes: Vector) -> [sse41::Vector; 2] {
        [
            sse41::Vector(intrinsic!(_mm256_castsi256_si128(bytes.0))),
            sse41::Vector(intrinsic!(_mm256_extracti128_si256::<1>(bytes.0))),
        ]
    }

    /// Returns the vector with these halves.
    #[inline(always)]
    pub(super) fn join(self, [first, second]: [sse41::Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm256_set_m128i(second.0, first.0)))
    }

    /// Interleaves the bytes of two vectors: four groups of 8 pairs. The instructions work within
    /// halves.
    #[inline(always)]
    pub(super) fn interleave(self, even: Vector, odd: Vector) -> [sse41::Vector; 4] {
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi8(even.0, odd.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi8(even.0, odd.0))));
        [a, b, c, d]
    }

    /// Returns a bit for each of the 16 lanes of a 16-bit mask. Bytes 0 and 1 both have the bits of
    /// the first half, and bytes 2 and 3 both have those of the second half.
    #[inline(always)]
    pub(super) fn bits_of_halves(self, mask: Vector) -> u32 {
        let bytes = intrinsic!(_mm256_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm256_movemask_epi8(bytes)) as u32
    }
}

/// Returns the number of set bits in the lowest byte.
#[inline(always)]
pub(super) fn ones_of_byte(bits: u32) -> usize {
    (bits & 0xFF).count_ones() as usize
}
