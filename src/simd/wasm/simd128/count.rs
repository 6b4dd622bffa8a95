//! simd128: counting the lanes of masks and the sizes of characters.

use super::{Simd128, Vector};
use crate::simd::count::{Count, SAVED_BYTES};
use crate::simd::intrinsics::{intrinsic, operations};
use crate::simd::{Simd, UnitOps};
use core::arch::wasm32::*;

impl Count for Simd128 {
    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(u8x16_eq(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(i16x8_shr(first.0, 7));
        let second = intrinsic!(i16x8_shr(second.0, 7));
        Vector(intrinsic!(i8x16_narrow_i16x8(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Limits each 16-bit half to the smallest values that distinguish the sizes in UTF-8.
        // Packing saturates, so characters from 0x1_0000 on become all ones.
        let most = self.splat_32(0x0001_0800);
        let a = intrinsic!(u16x8_min(a.0, most.0));
        let b = intrinsic!(u16x8_min(b.0, most.0));
        let c = intrinsic!(u16x8_min(c.0, most.0));
        let d = intrinsic!(u16x8_min(d.0, most.0));
        let first = self.narrow_32([Vector(a), Vector(b)]);
        let second = self.narrow_32([Vector(c), Vector(d)]);
        self.sizes_16([first, second])
    }

    /// A size of 16 or more is outside the table, so its result is zero.
    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        self.lookup(SAVED_BYTES, sizes)
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let mut sums = intrinsic!(u32x4_splat(0));
        for i in 0..N {
            let sum = intrinsic!(u16x8_extadd_pairwise_u8x16(bytes[i].0));
            let sum = intrinsic!(u32x4_extadd_pairwise_u16x8(sum));
            sums = intrinsic!(u32x4_add(sums, sum));
        }
        let first = intrinsic!(u32x4_extract_lane::<0>(sums));
        let second = intrinsic!(u32x4_extract_lane::<1>(sums));
        let third = intrinsic!(u32x4_extract_lane::<2>(sums));
        let fourth = intrinsic!(u32x4_extract_lane::<3>(sums));
        (first + second + third + fourth) as usize
    }

    operations! {
        count_8(counter: Vector, mask: Vector) -> Vector = u8x16_sub(counter, mask);
        count_16(counter: Vector, mask: Vector) -> Vector = u16x8_sub(counter, mask);
        count_32(counter: Vector, mask: Vector) -> Vector = u32x4_sub(counter, mask);
    }
}
