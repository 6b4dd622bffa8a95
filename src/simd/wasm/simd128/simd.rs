//! simd128: operations on bytes.

use super::vector::shuffle;
use super::{Simd128, Vector};
use super::{cold, outlined};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::Simd;
use crate::simd::Task;
use crate::simd::intrinsics::{intrinsic, operations, separate_functions, store};
use crate::simd::partial;
use core::arch::wasm32::*;

impl Simd for Simd128 {
    separate_functions!();

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 16;
    const CHEAP_MASKED_ACCESS: bool = false;
    const SAMPLE: usize = 16;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        self.vector(window(src, at))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        if let Some(bytes) = src.first_chunk() {
            return self.vector(bytes);
        }
        let [low, high] = partial::words(src);
        Vector(intrinsic!(u64x2(low, high)))
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store!(v128_store, 16, bytes.0, dst, at);
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(u8x16_splat(byte)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(u8x16_shr(bytes.0, N)))
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(u8x16_shl(bytes.0, N)))
    }

    #[inline(always)]
    fn repeat(self, bytes: [u8; 16]) -> Vector {
        self.vector(&bytes)
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        match N {
            1 => shuffle!([15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30] of before, bytes),
            2 => shuffle!([14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29] of before, bytes),
            _ => shuffle!([13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28] of before, bytes),
        }
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        let zero = self.splat(0);
        let halves = intrinsic!(i64x2_shuffle::<1, 2>(bytes.0, zero.0));
        let bytes = self.max(bytes, Vector(halves));
        let words = intrinsic!(u64x2_extract_lane::<0>(bytes.0));
        let mut greatest = 0;
        for byte in words.to_le_bytes() {
            greatest = byte.max(greatest);
        }
        greatest
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        self.bits(bytes) == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        !intrinsic!(v128_any_true(bytes.0))
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(i8x16_lt(bytes.0, self.splat(0).0)))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(i8x16_lt(bytes.0, self.splat(0xC0).0)))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        Vector(intrinsic!(u8x16_ge(bytes.0, self.splat(limit).0)))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Vector {
        let bits = Vector(intrinsic!(u16x8_splat(bits as u16)));
        let bytes = shuffle!([0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1] of bits, bits);
        let each = Vector(intrinsic!(u64x2_splat(0x8040_2010_0804_0201)));
        Vector(intrinsic!(u8x16_eq((bytes & each).0, each.0)))
    }

    #[inline(always)]
    fn bits(self, mask: Vector) -> u64 {
        u64::from(intrinsic!(u8x16_bitmask(mask.0)))
    }

    operations! {
        shuffle_bytes(bytes: Vector, order: Vector) -> Vector = i8x16_swizzle(bytes, order);
        add(left: Vector, right: Vector) -> Vector = u8x16_add(left, right);
        saturating_sub(left: Vector, right: Vector) -> Vector = u8x16_sub_sat(left, right);
        max(left: Vector, right: Vector) -> Vector = u8x16_max(left, right);
        keep(mask: Vector, bytes: Vector) -> Vector = v128_and(mask, bytes);
        select(mask: Vector, yes: Vector, no: Vector) -> Vector = v128_bitselect(yes, no, mask);
        min(left: Vector, right: Vector) -> Vector = u8x16_min(left, right);
    }
}
