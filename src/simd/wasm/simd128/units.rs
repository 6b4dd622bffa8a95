//! simd128: operations on units of 16 and 32 bits.

use super::vector::ones;
use super::{Simd128, Vector};
use crate::memory::output::Output;
use crate::simd::intrinsics::{intrinsic, load, operations, vector_masks};
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::tables::{COMPRESS_8X8, COMPRESS_8X16};
use crate::simd::{Simd, UnitOps};
use core::arch::wasm32::*;

impl Simd128 {
    /// Moves to the front those of 8 units of 16 bits whose bit in `mask` is set. Zeros fill the
    /// rest.
    #[inline(always)]
    pub(super) fn compress_8x16(self, units: Vector, mask: u8) -> Vector {
        self.shuffle(units, &COMPRESS_8X16[usize::from(mask)])
    }
}

impl UnitOps for Simd128 {
    vector_masks!(self, mask => !self.is_zero(mask));

    type Narrow = Self;

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(u16x8_splat(unit)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(u32x4_splat(unit)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(u16x8_shr(units.0, N)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(u16x8_shl(units.0, N)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(u32x4_shr(units.0, N)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(u32x4_shl(units.0, N)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        Vector(intrinsic!(u16x8_ge(units.0, self.splat_16(limit).0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        let below = self.splat_16(limit - 1);
        Vector(intrinsic!(i16x8_gt(units.0, below.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        Vector(intrinsic!(u32x4_ge(units.0, self.splat_32(limit).0)))
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Vector; 2]) -> u64 {
        self.bits(Vector(intrinsic!(i8x16_narrow_i16x8(first.0, second.0))))
    }

    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Vector; 2]) -> bool {
        let least = intrinsic!(u16x8_min(first.0, second.0));
        let missing = intrinsic!(u16x8_sub_sat(self.splat_16(limit).0, least));
        !self.is_zero(Vector(missing))
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(u16x8_extend_low_u8x16(bytes.0))),
            Vector(intrinsic!(u16x8_extend_high_u8x16(bytes.0))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(u32x4_extend_low_u16x8(units.0))),
            Vector(intrinsic!(u32x4_extend_high_u16x8(units.0))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(u8x16_narrow_i16x8(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(u16x8_narrow_i32x4(first.0, second.0)))
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = mask.to_le_bytes();
        let dst = dst.first::<16>();
        let mut written = 0;
        let high = Vector(intrinsic!(u64x2_shuffle::<1, 1>(bytes.0, bytes.0)));
        let (bytes, mask) = ([bytes, high], [first, second]);
        for i in 0..2 {
            let (bytes, mask) = (bytes[i], mask[i]);
            let order = &COMPRESS_8X8[usize::from(mask)];
            let order = Vector(load!(v128_load64_zero, [u8; 8], order));
            let compressed = self.shuffle_bytes(bytes, order);
            let to = dst.pointer::<8>(written).cast();
            // SAFETY: the caller has a token. `pointer` has checked that 8 bytes fit.
            unsafe { v128_store64_lane::<0>(compressed.0, to) };
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
        2 * ones(mask)
    }

    operations! {
        add_16(left: Vector, right: Vector) -> Vector = u16x8_add(left, right);
        add_32(left: Vector, right: Vector) -> Vector = u32x4_add(left, right);
        max_32(left: Vector, right: Vector) -> Vector = u32x4_max(left, right);
        equal_16(left: Vector, right: Vector) -> Vector = u16x8_eq(left, right);
        equal_32(left: Vector, right: Vector) -> Vector = u32x4_eq(left, right);
    }
}

impl DecodeUtf16 for Simd128 {}
