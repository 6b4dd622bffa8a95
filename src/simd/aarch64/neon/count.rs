//! NEON: counting the lanes of masks and the sizes of characters.

use super::{Neon, Vector};
use crate::simd::count::{Count, SAVED_BYTES};
use crate::simd::intrinsics::{intrinsic, operations};
use crate::simd::{Simd, UnitOps};
use core::arch::aarch64::*;

impl Count for Neon {
    #[inline(always)]
    fn count_16(self, counter: Vector, mask: Vector) -> Vector {
        Vector::of_16(intrinsic!(vsubq_u16(counter.in_16(), mask.in_16())))
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(vceqq_u8(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(vreinterpretq_s16_u8(first.0));
        let second = intrinsic!(vreinterpretq_s16_u8(second.0));
        let sizes = intrinsic!(vqshrn_n_s16::<7>(first));
        let sizes = intrinsic!(vqshrn_high_n_s16::<7>(sizes, second));
        Vector(intrinsic!(vreinterpretq_u8_s8(sizes)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Limits each 16-bit half to the smallest values that distinguish the sizes in UTF-8.
        // Packing saturates, so characters from 0x1_0000 on become all ones.
        let most = self.splat_32(0x0001_0800).in_16();
        let a = Vector::of_16(intrinsic!(vminq_u16(a.in_16(), most)));
        let b = Vector::of_16(intrinsic!(vminq_u16(b.in_16(), most)));
        let c = Vector::of_16(intrinsic!(vminq_u16(c.in_16(), most)));
        let d = Vector::of_16(intrinsic!(vminq_u16(d.in_16(), most)));
        let first = intrinsic!(vqmovn_u32(a.in_32()));
        let first = intrinsic!(vqmovn_high_u32(first, b.in_32()));
        let second = intrinsic!(vqmovn_u32(c.in_32()));
        let second = intrinsic!(vqmovn_high_u32(second, d.in_32()));
        self.sizes_16([Vector::of_16(first), Vector::of_16(second)])
    }

    /// A size of 16 or more is outside the table, so its result is zero.
    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        self.lookup(SAVED_BYTES, sizes)
    }

    #[inline(always)]
    fn count_32(self, counter: Vector, mask: Vector) -> Vector {
        Vector::of_32(intrinsic!(vsubq_u32(counter.in_32(), mask.in_32())))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let mut sum = 0;
        for i in 0..N {
            sum += usize::from(intrinsic!(vaddlvq_u8(bytes[i].0)));
        }
        sum
    }

    operations! {
        count_8(counter: Vector, mask: Vector) -> Vector = vsubq_u8(counter, mask);
    }
}
