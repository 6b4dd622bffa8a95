//! AVX2: units of 16 and 32 bits. What crosses the middle of a register is done on its halves.

use super::{Avx2, Vector};
use crate::arch::x86::intrinsic;
use crate::scheme::Output;
use crate::simd::{Simd, Units};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

impl Avx2 {
    /// Two bytes with one bit for each of 16 truth values of 16 bits.
    #[inline(always)]
    fn bits_16(self, mask: Vector) -> [u8; 2] {
        let bytes = intrinsic!(_mm256_packs_epi16(mask.0, mask.0));
        let [first, _, second, _] = intrinsic!(_mm256_movemask_epi8(bytes)).to_le_bytes();
        [first, second]
    }

    /// The quarters in the order 0, 2, 1, 3: what packing makes of two vectors, put right.
    #[inline(always)]
    fn swap_middle(self, bytes: __m256i) -> Vector {
        Vector(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)))
    }
}

impl Units for Avx2 {
    type Mask16 = Vector;
    type Mask32 = Vector;

    #[inline(always)]
    fn store_partial(self, bytes: Vector, dst: &mut Output) {
        let [first, second] = self.halves(bytes);
        let len = dst.len();
        if len >= 16 {
            Self::HALF.store(first, dst, 0);
            Self::HALF.store_partial(second, &mut dst[16..]);
        } else {
            Self::HALF.store_partial(first, dst);
        }
    }

    #[inline(always)]
    fn swap_16(self, units: Vector) -> Vector {
        let order = self.twice(&[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]);
        Vector(intrinsic!(_mm256_shuffle_epi8(units.0, order.0)))
    }

    #[inline(always)]
    fn swap_32(self, units: Vector) -> Vector {
        let order = self.twice(&[3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);
        Vector(intrinsic!(_mm256_shuffle_epi8(units.0, order.0)))
    }

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_srl_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_sll_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_srl_epi32(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_sll_epi32(units.0, count)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_add_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_add_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn min_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_min_epu16(left.0, right.0)))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_max_epu32(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_cmpeq_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi16(greater, units.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu32(units.0, self.splat_32(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi32(greater, units.0)))
    }

    #[inline(always)]
    fn any_16(self, mask: Vector) -> bool {
        self.bits(mask) != 0
    }

    #[inline(always)]
    fn any_32(self, mask: Vector) -> bool {
        self.bits(mask) != 0
    }

    #[inline(always)]
    fn select_16(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        self.select(mask, yes, no)
    }

    #[inline(always)]
    fn select_32(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        self.select(mask, yes, no)
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(bytes);
        [
            Vector(intrinsic!(_mm256_cvtepu8_epi16(first.0))),
            Vector(intrinsic!(_mm256_cvtepu8_epi16(second.0))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(units);
        [
            Vector(intrinsic!(_mm256_cvtepu16_epi32(first.0))),
            Vector(intrinsic!(_mm256_cvtepu16_epi32(second.0))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        self.swap_middle(intrinsic!(_mm256_packus_epi16(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        self.swap_middle(intrinsic!(_mm256_packus_epi32(first.0, second.0)))
    }

    #[inline(always)]
    fn squeeze_16(self, units: Vector, kept: Vector, dst: &mut Output) -> usize {
        let [first, second] = self.halves(units);
        let [kept_first, kept_second] = self.bits_16(kept);
        Self::HALF.store(Self::HALF.squeeze_8(first, kept_first), dst, 0);
        let written = 2 * kept_first.count_ones() as usize;
        Self::HALF.store(Self::HALF.squeeze_8(second, kept_second), dst, written);
        written + 2 * kept_second.count_ones() as usize
    }

    #[inline(always)]
    fn squeeze_32(self, units: Vector, kept: Vector, dst: &mut Output) -> usize {
        // Two bits for each unit of 32 bits.
        self.squeeze_16(units, kept, dst)
    }

    #[inline(always)]
    fn squeeze_pairs(self, pairs: Vector, two: Vector, dst: &mut Output) -> usize {
        let [first, second] = self.halves(pairs);
        let [two_first, two_second] = self.bits_16(two);
        let written = Self::HALF.squeeze_8_pairs(first, two_first, dst);
        written + Self::HALF.squeeze_8_pairs(second, two_second, &mut dst[written..])
    }

    #[inline(always)]
    fn squeeze_triples(
        self,
        leads: Vector,
        pairs: Vector,
        two: Vector,
        three: Vector,
        dst: &mut Output,
    ) -> usize {
        let first_byte = self.splat_16(0x00FF);
        let keys = self.bits(self.select(first_byte, two, three));
        // Interleaving stays within the halves: units 0..4 and 8..12, units 4..8 and 12..16.
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi16(leads.0, pairs.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi16(leads.0, pairs.0))));
        let [key_a, key_b, key_c, key_d, ..] = keys.to_le_bytes();
        let mut written = Self::HALF.squeeze_4_quads(a, key_a, dst);
        written += Self::HALF.squeeze_4_quads(b, key_b, &mut dst[written..]);
        written += Self::HALF.squeeze_4_quads(c, key_c, &mut dst[written..]);
        written + Self::HALF.squeeze_4_quads(d, key_d, &mut dst[written..])
    }

    #[inline(always)]
    fn squeeze_quads(
        self,
        quads: Vector,
        two: Vector,
        three: Vector,
        four: Vector,
        dst: &mut Output,
    ) -> usize {
        let keys = intrinsic!(_mm256_blend_epi16::<0b1010_1010>((two ^ four).0, three.0));
        let [key_first, key_second] = self.bits_16(Vector(keys));
        let [first, second] = self.halves(quads);
        let written = Self::HALF.squeeze_4_quads(first, key_first, dst);
        written + Self::HALF.squeeze_4_quads(second, key_second, &mut dst[written..])
    }

    #[inline(always)]
    fn tally_8(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi8(tally.0, mask.0)))
    }

    #[inline(always)]
    fn tally_16(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi16(tally.0, mask.0)))
    }

    #[inline(always)]
    fn tally_32(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi32(tally.0, mask.0)))
    }

    #[inline(always)]
    fn sum_8(self, bytes: Vector) -> usize {
        let zero = intrinsic!(_mm256_setzero_si256());
        let sums = intrinsic!(_mm256_sad_epu8(bytes.0, zero));
        let [first, second] = self.halves(Vector(sums));
        let sums: __m128i = intrinsic!(_mm_add_epi32(first.0, second.0));
        let upper = intrinsic!(_mm_extract_epi16::<4>(sums));
        (intrinsic!(_mm_cvtsi128_si32(sums)) + upper) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_mean_what_they_say() {
        if super::super::detected() {
            crate::simd::units::tests::check(Avx2(()));
        }
    }
}
