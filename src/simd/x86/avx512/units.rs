//! AVX-512: operations on units of 16 and 32 bits.

use super::Avx512;
use super::vector::{Mask16, Mask32, Vector, order};
use super::vendor::*;
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::x86::{intrinsic, load, operations};
use crate::simd::{Simd, UnitOps};

impl Avx512 {
    /// Narrows at most one vector of UTF-16 to Latin-1, without a branch on the length. Returns
    /// `false` and writes nothing if a unit is too large.
    ///
    /// # Panics
    ///
    /// Panics if `src` is longer, or if `dst` is too short.
    #[inline(always)]
    pub(crate) fn narrow_part_16(self, src: &[u8], dst: &mut Output) -> bool {
        let units = src.len() / 2;
        assert!(units <= 32 && units <= dst.len());
        let mask = intrinsic!(_bzhi_u32(u32::MAX, units as u32));
        self.prefetch(src);
        // SAFETY: the mask has bits only for the units of `src`.
        let wide = unsafe { _mm512_maskz_loadu_epi16(mask, src.as_ptr().cast()) };
        if intrinsic!(_mm512_test_epi16_mask(wide, self.splat_16(0xFF00).0)) != 0 {
            return false;
        }
        // In contrast to a permutation of two vectors, this is one operation on Intel.
        let order = self.vector(&order!(|i| i % 32 * 2));
        let bytes = intrinsic!(_mm512_permutexvar_epi8(order.0, wide));
        let bytes = intrinsic!(_mm512_castsi512_si256(bytes));
        // SAFETY: a masked store writes only the units of its mask, and `dst` has as many bytes.
        unsafe { _mm256_mask_storeu_epi8(dst.as_mut_ptr().cast(), mask, bytes) };
        true
    }

    /// Loads at most one vector of UTF-32, followed by zeros.
    ///
    /// # Panics
    ///
    /// Panics if `src` is longer.
    #[inline(always)]
    pub(crate) fn load_part_32(self, src: &[u8]) -> Vector {
        let units = src.len() / 4;
        assert!(units <= 16);
        let mask = intrinsic!(_bzhi_u32(u32::MAX, units as u32)) as u16;
        self.prefetch(src);
        // SAFETY: the mask has bits only for the units of `src`.
        Vector(unsafe { _mm512_maskz_loadu_epi32(mask, src.as_ptr().cast()) })
    }

    /// Narrows the first `units` units of 32 bits, at most 16.
    ///
    /// # Panics
    ///
    /// Panics if there are more, or if `dst` is too short.
    #[inline(always)]
    pub(crate) fn narrow_part_32(self, wide: Vector, units: usize, dst: &mut Output) {
        assert!(units <= 16 && units <= dst.len() / 2);
        let mask = intrinsic!(_bzhi_u32(u32::MAX, units as u32)) as u16;
        let order = self.vector(&order!(|i| i % 32 / 2 * 4 + i % 2));
        let narrow = intrinsic!(_mm512_permutexvar_epi8(order.0, wide.0));
        let narrow = intrinsic!(_mm512_castsi512_si256(narrow));
        // SAFETY: a masked store writes only the units of its mask, and `dst` has enough bytes.
        unsafe { _mm256_mask_storeu_epi16(dst.as_mut_ptr().cast(), mask, narrow) };
    }

    /// Loads 32 bytes of `src` from `at` on.
    #[inline(always)]
    fn half(self, src: &[u8], at: usize) -> __m256i {
        load!(_mm256_loadu_si256, [u8; 32], window(src, at))
    }
}

impl UnitOps for Avx512 {
    type Mask16 = Mask16;
    type Mask32 = Mask32;
    type Narrow = Self;

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi16::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi16::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi32::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi32::<N>(units.0)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Mask16 {
        let limit = self.splat_16(limit);
        Mask16(intrinsic!(_mm512_cmpge_epu16_mask(units.0, limit.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Mask32 {
        let limit = self.splat_32(limit);
        Mask32(intrinsic!(_mm512_cmpge_epu32_mask(units.0, limit.0)))
    }

    #[inline(always)]
    fn any_16(self, mask: Mask16) -> bool {
        mask.0 != 0
    }

    #[inline(always)]
    fn any_32(self, mask: Mask32) -> bool {
        mask.0 != 0
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Mask16; 2]) -> u64 {
        u64::from(second.0) << 32 | u64::from(first.0)
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(bytes);
        [
            Vector(intrinsic!(_mm512_cvtepu8_epi16(first))),
            Vector(intrinsic!(_mm512_cvtepu8_epi16(second))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(units);
        [
            Vector(intrinsic!(_mm512_cvtepu16_epi32(first))),
            Vector(intrinsic!(_mm512_cvtepu16_epi32(second))),
        ]
    }

    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half(src, at), self.half(src, at + 32));
        [
            Vector(intrinsic!(_mm512_cvtepu8_epi16(first))),
            Vector(intrinsic!(_mm512_cvtepu8_epi16(second))),
        ]
    }

    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Vector; 4] {
        let mut units = [self.splat(0); 4];
        let mut i = 0;
        while i < 4 {
            let bytes = load!(_mm_loadu_si128, [u8; 16], window(src, at + 16 * i));
            units[i] = Vector(intrinsic!(_mm512_cvtepu8_epi32(bytes)));
            i += 1;
        }
        units
    }

    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half(src, at), self.half(src, at + 32));
        [
            Vector(intrinsic!(_mm512_cvtepu16_epi32(first))),
            Vector(intrinsic!(_mm512_cvtepu16_epi32(second))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        self.permute_two(first, &order!(|i| 2 * i), second)
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        self.permute_two(first, &order!(|i| i / 2 * 4 + i % 2), second)
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        self.store(self.compressed(bytes, mask), dst, 0);
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress_clipped(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        self.store_clipped(self.compressed(bytes, mask), dst, 0);
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let compressed = intrinsic!(_mm512_maskz_compress_epi16(mask.0, units.0));
        self.store_or_clip::<CLIPPED>(Vector(compressed), dst, at);
        2 * mask.0.count_ones() as usize
    }

    #[inline(always)]
    fn compress_32<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask32,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let compressed = intrinsic!(_mm512_maskz_compress_epi32(mask.0, units.0));
        self.store_or_clip::<CLIPPED>(Vector(compressed), dst, at);
        4 * mask.0.count_ones() as usize
    }

    operations! {
        add_16(left: Vector, right: Vector) -> Vector = _mm512_add_epi16(left, right);
        add_32(left: Vector, right: Vector) -> Vector = _mm512_add_epi32(left, right);
        max_32(left: Vector, right: Vector) -> Vector = _mm512_max_epu32(left, right);
        equal_16(left: Vector, right: Vector) -> Mask16 = _mm512_cmpeq_epi16_mask(left, right);
        equal_32(left: Vector, right: Vector) -> Mask32 = _mm512_cmpeq_epi32_mask(left, right);
        select_16(mask: Mask16, yes: Vector, no: Vector) -> Vector
            = _mm512_mask_blend_epi16(mask, no, yes);
        select_32(mask: Mask32, yes: Vector, no: Vector) -> Vector
            = _mm512_mask_blend_epi32(mask, no, yes);
    }
}
