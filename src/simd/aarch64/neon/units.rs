//! NEON: operations on units of 16 and 32 bits.

use super::{Neon, Vector, by_constant, ones};
use crate::memory::output::Output;
use crate::simd::intrinsics::{intrinsic, load, store, vector_masks};
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::tables::{COMPRESS_8X8, COMPRESS_8X16};
use crate::simd::{Simd, UnitOps};
use core::arch::aarch64::*;

impl Neon {
    /// Moves to the front those of 8 units of 16 bits whose bit in `mask` is set. Zeros fill the
    /// rest.
    #[inline(always)]
    pub(super) fn compress_8x16(self, units: Vector, mask: u8) -> Vector {
        self.shuffle(units, &COMPRESS_8X16[usize::from(mask)])
    }
}

impl UnitOps for Neon {
    vector_masks!(self, mask => !self.is_zero(mask));

    type Narrow = Self;

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector::of_16(intrinsic!(vdupq_n_u16(unit)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector::of_32(intrinsic!(vdupq_n_u32(unit)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_16();
        Vector::of_16(by_constant!(N in [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], vshrq_n_u16(units)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_16();
        Vector::of_16(by_constant!(N in [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], vshlq_n_u16(units)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_32();
        Vector::of_32(by_constant!(N in [2 4 6 8 10 12 14 16 18 20 22 24], vshrq_n_u32(units)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_32();
        Vector::of_32(by_constant!(N in [2 4 6 8 10 12 14 16 18 20 22 24], vshlq_n_u32(units)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector::of_16(intrinsic!(vaddq_u16(left.in_16(), right.in_16())))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vaddq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vmaxq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Vector {
        Vector::of_16(intrinsic!(vceqq_u16(left.in_16(), right.in_16())))
    }

    #[inline(always)]
    fn equal_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vceqq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let limit = self.splat_16(limit).in_16();
        Vector::of_16(intrinsic!(vcgeq_u16(units.in_16(), limit)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let limit = self.splat_32(limit).in_32();
        Vector::of_32(intrinsic!(vcgeq_u32(units.in_32(), limit)))
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let first = intrinsic!(vget_low_u8(bytes.0));
        [
            Vector::of_16(intrinsic!(vmovl_u8(first))),
            Vector::of_16(intrinsic!(vmovl_high_u8(bytes.0))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let units = units.in_16();
        let first = intrinsic!(vget_low_u16(units));
        [
            Vector::of_32(intrinsic!(vmovl_u16(first))),
            Vector::of_32(intrinsic!(vmovl_high_u16(units))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(vuzp1q_u8(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        Vector::of_16(intrinsic!(vuzp1q_u16(first.in_16(), second.in_16())))
    }

    #[inline(always)]
    fn narrowing(self, order: Vector) -> Vector {
        // Indices into two vectors, for a lookup in both.
        self.narrow_32([order, self.add(order, self.splat(16))])
    }

    #[inline(always)]
    fn narrow_32_from(self, [first, second]: [Vector; 2], narrowing: Vector) -> Vector {
        let both = uint8x16x2_t(first.0, second.0);
        Vector(intrinsic!(vqtbl2q_u8(both, narrowing.0)))
    }

    #[inline(always)]
    fn narrow_32_to_8_from(self, [a, b, c, d]: [Vector; 4], narrowing: Vector) -> Vector {
        let first = self.narrow_32_from([a, b], narrowing);
        let second = self.narrow_32_from([c, d], narrowing);
        self.narrow_16([first, second])
    }

    #[inline(always)]
    fn magnitude_32(self, units: Vector) -> u32 {
        intrinsic!(vmaxvq_u32(units.in_32()))
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = mask.to_le_bytes();
        let halves = [
            intrinsic!(vget_low_u8(bytes.0)),
            intrinsic!(vget_high_u8(bytes.0)),
        ];
        let mask = [first, second];
        let mut written = 0;
        for i in 0..2 {
            let order = &COMPRESS_8X8[usize::from(mask[i])];
            let order = load!(vld1_u8, [u8; 8], order);
            let compressed = intrinsic!(vtbl1_u8(halves[i], order));
            store!(vst1_u8, 8, compressed, dst, written);
            written += ones(mask[i]);
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
        2 * ones(mask)
    }
}

impl DecodeUtf16 for Neon {}
