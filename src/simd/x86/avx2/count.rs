//! AVX2: counting the lanes of masks and the sizes of characters.

use super::{Avx2, Vector};
use crate::simd::count::{Count, SAVED_BYTES};
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, operations};
use crate::simd::{Simd, UnitOps};

impl Count for Avx2 {
    const FEW_MASKS: usize = 4;

    #[inline(always)]
    fn number_8(self, mask: Vector) -> usize {
        self.bits(mask).count_ones() as usize
    }

    #[inline(always)]
    fn number_16(self, mask: Vector) -> usize {
        self.number_8(mask) / 2
    }

    #[inline(always)]
    fn number_32(self, mask: Vector) -> usize {
        self.number_8(mask) / 4
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(_mm256_cmpeq_epi8(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(_mm256_srai_epi16::<7>(first.0));
        let second = intrinsic!(_mm256_srai_epi16::<7>(second.0));
        Vector(intrinsic!(_mm256_packs_epi16(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Limits each 16-bit half to the smallest values that distinguish the sizes in UTF-8.
        // Packing saturates, so characters from 0x1_0000 on become all ones.
        let most = self.splat_32(0x0001_0800);
        let a = intrinsic!(_mm256_min_epu16(a.0, most.0));
        let b = intrinsic!(_mm256_min_epu16(b.0, most.0));
        let c = intrinsic!(_mm256_min_epu16(c.0, most.0));
        let d = intrinsic!(_mm256_min_epu16(d.0, most.0));
        let first = intrinsic!(_mm256_packus_epi32(a, b));
        let second = intrinsic!(_mm256_packus_epi32(c, d));
        self.sizes_16([Vector(first), Vector(second)])
    }

    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        // For a size of 16 or more, this sets the bit that makes the shuffle write zero.
        let indices = intrinsic!(_mm256_adds_epu8(sizes.0, self.splat(0x70).0));
        self.lookup(SAVED_BYTES, Vector(indices))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let zero = intrinsic!(_mm256_setzero_si256());
        let mut sums = zero;
        for i in 0..N {
            let sum = intrinsic!(_mm256_sad_epu8(bytes[i].0, zero));
            sums = intrinsic!(_mm256_add_epi32(sums, sum));
        }
        let [first, second] = self.halves(Vector(sums));
        let sums: __m128i = intrinsic!(_mm_add_epi32(first.0, second.0));
        let upper = intrinsic!(_mm_extract_epi16::<4>(sums));
        (intrinsic!(_mm_cvtsi128_si32(sums)) + upper) as usize
    }

    operations! {
        count_8(counter: Vector, mask: Vector) -> Vector = _mm256_sub_epi8(counter, mask);
        count_16(counter: Vector, mask: Vector) -> Vector = _mm256_sub_epi16(counter, mask);
        count_32(counter: Vector, mask: Vector) -> Vector = _mm256_sub_epi32(counter, mask);
    }
}
