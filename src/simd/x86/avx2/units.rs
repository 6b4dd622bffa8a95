//! AVX2: operations on units of 16 and 32 bits. Operations that would cross the middle of a
//! register work on its halves.

use super::vector::ones_of_byte;
use super::{Avx2, Vector, sse41};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, load, operations, shifts, vector_masks};
use crate::simd::{Simd, UnitOps};

impl Avx2 {
    /// Swaps the middle two quarters. Packing works within halves and leaves the quarters of its
    /// result in the order 0, 2, 1, 3.
    #[inline(always)]
    fn swap_middle(self, bytes: __m256i) -> Vector {
        Vector(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)))
    }
}

impl UnitOps for Avx2 {
    vector_masks!(self, mask => self.bits(mask) != 0);

    type Narrow = sse41::Sse41;

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi16(greater, units.0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        let below = self.splat_16(limit - 1);
        Vector(intrinsic!(_mm256_cmpgt_epi16(units.0, below.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu32(units.0, self.splat_32(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi32(greater, units.0)))
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Vector; 2]) -> u64 {
        self.bits(self.swap_middle(intrinsic!(_mm256_packs_epi16(first.0, second.0))))
    }

    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Vector; 2]) -> bool {
        let least = intrinsic!(_mm256_min_epu16(first.0, second.0));
        let missing = intrinsic!(_mm256_subs_epu16(self.splat_16(limit).0, least));
        !self.is_zero(Vector(missing))
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
    fn load_widened_8(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half().load(src, at), self.half().load(src, at + 16));
        [
            Vector(intrinsic!(_mm256_cvtepu8_epi16(first.0))),
            Vector(intrinsic!(_mm256_cvtepu8_epi16(second.0))),
        ]
    }

    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Vector; 4] {
        let mut units = [self.splat(0); 4];
        let mut i = 0;
        while i < 4 {
            let bytes = load!(_mm_loadl_epi64, [u8; 8], window(src, at + 8 * i));
            units[i] = Vector(intrinsic!(_mm256_cvtepu8_epi32(bytes)));
            i += 1;
        }
        units
    }

    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half().load(src, at), self.half().load(src, at + 16));
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
    fn narrow_32_to_8(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Packing works within halves. Each half has four bytes each of a, b, c and d.
        let first = intrinsic!(_mm256_packus_epi32(a.0, b.0));
        let second = intrinsic!(_mm256_packus_epi32(c.0, d.0));
        let bytes = intrinsic!(_mm256_packus_epi16(first, second));
        let order = intrinsic!(_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        Vector(intrinsic!(_mm256_permutevar8x32_epi32(bytes, order)))
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second] = self.halves(bytes);
        let half = self.half();
        let written = half.compress(first, mask, dst);
        written + half.compress(second, mask >> 16, &mut dst[written..])
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let [first, second] = self.halves(units);
        let mask = self.bits_of_halves(mask);
        let (of_first, of_second) = (mask as u8, (mask >> 16) as u8);
        let half = self.half();
        half.store_or_clip::<CLIPPED>(half.compress_8x16(first, of_first), dst, at);
        let at = at + 2 * ones_of_byte(mask);
        half.store_or_clip::<CLIPPED>(half.compress_8x16(second, of_second), dst, at);
        mask.count_ones() as usize
    }

    operations! {
        add_16(left: Vector, right: Vector) -> Vector = _mm256_add_epi16(left, right);
        add_32(left: Vector, right: Vector) -> Vector = _mm256_add_epi32(left, right);
        max_32(left: Vector, right: Vector) -> Vector = _mm256_max_epu32(left, right);
        equal_16(left: Vector, right: Vector) -> Vector = _mm256_cmpeq_epi16(left, right);
        equal_32(left: Vector, right: Vector) -> Vector = _mm256_cmpeq_epi32(left, right);
    }

    shifts! {
        shift_right_16 = _mm256_srl_epi16;
        shift_left_16 = _mm256_sll_epi16;
        shift_right_32 = _mm256_srl_epi32;
        shift_left_32 = _mm256_sll_epi32;
    }
}

impl DecodeUtf16 for Avx2 {}
