//! AVX2: a vector, and the moves that the operations share.

use super::Avx2;
use super::sse41::{self, Sse41};
use crate::kernels::arch::x86::vendor::*;
use crate::kernels::arch::x86::{intrinsic, operators};
use core::ops::Not;

/// 32 bytes, or 32 truth values as bytes 00 and FF.
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

impl Avx2 {
    /// The token of the instruction set for halves.
    #[inline(always)]
    pub(super) fn half(self) -> Sse41 {
        // SAFETY: AVX2 includes SSE4.1.
        unsafe { Sse41::new() }
    }

    /// The two halves, first half first.
    #[inline(always)]
    pub(super) fn halves(self, bytes: Vector) -> [sse41::Vector; 2] {
        [
            sse41::Vector(intrinsic!(_mm256_castsi256_si128(bytes.0))),
            sse41::Vector(intrinsic!(_mm256_extracti128_si256::<1>(bytes.0))),
        ]
    }

    /// The vector with these halves.
    #[inline(always)]
    pub(super) fn join(self, [first, second]: [sse41::Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm256_set_m128i(second.0, first.0)))
    }

    /// Interleaves the bytes of two vectors: four groups of 8 pairs. (The instructions work on
    /// halves.)
    #[inline(always)]
    pub(super) fn interleave(self, even: Vector, odd: Vector) -> [sse41::Vector; 4] {
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi8(even.0, odd.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi8(even.0, odd.0))));
        [a, b, c, d]
    }

    /// These 16 bytes in both halves.
    #[inline(always)]
    pub(super) fn twice(self, bytes: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm256_broadcastsi128_si256(
            self.half().vector(bytes).0
        )))
    }

    /// A bit for each of 16 truth values of 16 bits: those of the first half in the lowest byte and
    /// in the next, those of the second half in the third byte and in the last.
    #[inline(always)]
    pub(super) fn bits_of_halves(self, mask: Vector) -> u32 {
        let bytes = intrinsic!(_mm256_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm256_movemask_epi8(bytes)) as u32
    }
}

/// The number of bits in the lowest byte.
#[inline(always)]
pub(super) fn ones_of_byte(bits: u32) -> usize {
    (bits & 0xFF).count_ones() as usize
}
