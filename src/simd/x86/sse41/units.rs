//! SSE4.1: operations on units of 16 and 32 bits.

use super::vector::{at_most, ones};
use super::{Sse41, Vector};
use crate::memory::output::Output;
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::tables::{COMPRESS_8X8, COMPRESS_8X16};
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, load, operations, shifts, store, vector_masks};
use crate::simd::{Simd, UnitOps};

impl Sse41 {
    /// Moves to the front those of 8 units of 16 bits whose bit in `mask` is set. Zeros fill the
    /// rest.
    #[inline(always)]
    pub(in crate::simd::x86) fn compress_8x16(self, units: Vector, mask: u8) -> Vector {
        self.shuffle(units, &COMPRESS_8X16[usize::from(mask)])
    }
}

impl UnitOps for Sse41 {
    vector_masks!(self, mask => self.bits(mask) != 0);

    type Narrow = Self;

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi16(greater, units.0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        let below = self.splat_16(limit - 1);
        Vector(intrinsic!(_mm_cmpgt_epi16(units.0, below.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu32(units.0, self.splat_32(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi32(greater, units.0)))
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Vector; 2]) -> u64 {
        self.bits(Vector(intrinsic!(_mm_packs_epi16(first.0, second.0))))
    }

    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Vector; 2]) -> bool {
        let least = intrinsic!(_mm_min_epu16(first.0, second.0));
        let missing = intrinsic!(_mm_subs_epu16(self.splat_16(limit).0, least));
        !self.is_zero(Vector(missing))
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let zero = intrinsic!(_mm_setzero_si128());
        [
            Vector(intrinsic!(_mm_unpacklo_epi8(bytes.0, zero))),
            Vector(intrinsic!(_mm_unpackhi_epi8(bytes.0, zero))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let zero = intrinsic!(_mm_setzero_si128());
        [
            Vector(intrinsic!(_mm_unpacklo_epi16(units.0, zero))),
            Vector(intrinsic!(_mm_unpackhi_epi16(units.0, zero))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm_packus_epi16(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm_packus_epi32(first.0, second.0)))
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = mask.to_le_bytes();
        let dst = dst.first::<16>();
        let mut written = 0;
        let high = Vector(intrinsic!(_mm_unpackhi_epi64(bytes.0, bytes.0)));
        let (bytes, mask) = ([bytes, high], [first, second]);
        for i in 0..2 {
            let (bytes, mask) = (bytes[i], mask[i]);
            let order = &COMPRESS_8X8[usize::from(mask)];
            let order = load!(_mm_loadl_epi64, [u8; 8], order);
            let compressed = intrinsic!(_mm_shuffle_epi8(bytes.0, order));
            store!(_mm_storel_epi64, 8, compressed, dst, written);
            written += ones(mask);
        }
        written
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mask = self.bits_of_8(mask);
        self.store_or_clip::<CLIPPED>(self.compress_8x16(units, mask), dst, at);
        2 * at_most::<8>(ones(mask))
    }

    operations! {
        add_16(left: Vector, right: Vector) -> Vector = _mm_add_epi16(left, right);
        add_32(left: Vector, right: Vector) -> Vector = _mm_add_epi32(left, right);
        max_32(left: Vector, right: Vector) -> Vector = _mm_max_epu32(left, right);
        equal_16(left: Vector, right: Vector) -> Vector = _mm_cmpeq_epi16(left, right);
        equal_32(left: Vector, right: Vector) -> Vector = _mm_cmpeq_epi32(left, right);
    }

    shifts! {
        shift_right_16 = _mm_srl_epi16;
        shift_left_16 = _mm_sll_epi16;
        shift_right_32 = _mm_srl_epi32;
        shift_left_32 = _mm_sll_epi32;
    }
}

impl DecodeUtf16 for Sse41 {}
