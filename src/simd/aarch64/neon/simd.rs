//! NEON: operations on bytes.

use super::{Neon, Vector, WEIGHTS, by_constant};
use super::{cold, outlined};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::Simd;
use crate::simd::Task;
use crate::simd::intrinsics::{intrinsic, operations, separate_functions, store};
use crate::simd::partial;
use core::arch::aarch64::*;

impl Simd for Neon {
    separate_functions!();

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 16;
    const CHEAP_MASKED_ACCESS: bool = false;
    const SAMPLE: usize = 96;

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
        let (low, high) = (intrinsic!(vcreate_u8(low)), intrinsic!(vcreate_u8(high)));
        Vector(intrinsic!(vcombine_u8(low, high)))
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store!(vst1q_u8, 16, bytes.0, dst, at);
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(by_constant!(N in [1 2 3 4 5 6 7], vshrq_n_u8(bytes.0)))
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(by_constant!(N in [1 2 3 4 5 6 7], vshlq_n_u8(bytes.0)))
    }

    #[inline(always)]
    fn repeat(self, bytes: [u8; 16]) -> Vector {
        self.vector(&bytes)
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        Vector(match N {
            1 => intrinsic!(vextq_u8::<15>(before.0, bytes.0)),
            2 => intrinsic!(vextq_u8::<14>(before.0, bytes.0)),
            _ => intrinsic!(vextq_u8::<13>(before.0, bytes.0)),
        })
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        intrinsic!(vmaxvq_u8(bytes.0))
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        let greatest = Vector(intrinsic!(vpmaxq_u8(bytes.0, bytes.0)));
        greatest.word() & 0x8080_8080_8080_8080 == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        let units = bytes.in_32();
        Vector::of_32(intrinsic!(vpmaxq_u32(units, units))).word() == 0
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(vcltzq_s8(bytes.signed())))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Vector {
        let limit = self.splat(0xC0).signed();
        Vector(intrinsic!(vcgtq_s8(limit, bytes.signed())))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        Vector(intrinsic!(vcgeq_u8(bytes.0, self.splat(limit).0)))
    }

    #[inline(always)]
    fn bits(self, mask: Vector) -> u64 {
        self.sums_of_8(mask & self.vector(&WEIGHTS)).word() & 0xFFFF
    }

    operations! {
        shuffle_bytes(bytes: Vector, order: Vector) -> Vector = vqtbl1q_u8(bytes, order);
        add(left: Vector, right: Vector) -> Vector = vaddq_u8(left, right);
        saturating_sub(left: Vector, right: Vector) -> Vector = vqsubq_u8(left, right);
        max(left: Vector, right: Vector) -> Vector = vmaxq_u8(left, right);
        keep(mask: Vector, bytes: Vector) -> Vector = vandq_u8(mask, bytes);
        select(mask: Vector, yes: Vector, no: Vector) -> Vector = vbslq_u8(mask, yes, no);
        min(left: Vector, right: Vector) -> Vector = vminq_u8(left, right);
    }
}
