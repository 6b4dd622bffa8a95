//! SSE4.1: operations on bytes.

use super::{Sse41, Vector};
use super::{cold, outlined};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::Simd;
use crate::simd::Task;
use crate::simd::partial;
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, operations, separate_functions, store};

impl Simd for Sse41 {
    separate_functions!();

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 16;
    const CHEAP_MASKED_ACCESS: bool = false;

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
        Vector(intrinsic!(_mm_set_epi64x(high as i64, low as i64)))
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store!(_mm_storeu_si128, 16, bytes.0, dst, at);
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(_mm_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_srl_epi16(bytes.0, count))) & self.splat(0xFF >> N)
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_sll_epi16(bytes.0, count))) & self.splat(0xFF << N)
    }

    #[inline(always)]
    fn repeat(self, bytes: [u8; 16]) -> Vector {
        self.vector(&bytes)
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        Vector(match N {
            1 => intrinsic!(_mm_alignr_epi8::<15>(bytes.0, before.0)),
            2 => intrinsic!(_mm_alignr_epi8::<14>(bytes.0, before.0)),
            _ => intrinsic!(_mm_alignr_epi8::<13>(bytes.0, before.0)),
        })
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        // PHMINPOSUW finds the least word, so it is applied to the complement.
        let ones = intrinsic!(_mm_set1_epi8(-1));
        let inverse = intrinsic!(_mm_xor_si128(bytes.0, ones));
        let upper = intrinsic!(_mm_srli_epi16::<8>(inverse));
        let least = intrinsic!(_mm_min_epu8(inverse, upper));
        let least = intrinsic!(_mm_minpos_epu16(least));
        !(intrinsic!(_mm_cvtsi128_si32(least)) as u8)
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        self.bits(bytes) == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        intrinsic!(_mm_testz_si128(bytes.0, bytes.0)) == 1
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Vector {
        let zero = intrinsic!(_mm_setzero_si128());
        Vector(intrinsic!(_mm_cmpgt_epi8(zero, bytes.0)))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm_cmpgt_epi8(self.splat(0xC0).0, bytes.0)))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu8(bytes.0, self.splat(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi8(greater, bytes.0)))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Vector {
        let bytes = Vector(intrinsic!(_mm_cvtsi32_si128(bits as i32)));
        let bytes = self.shuffle(bytes, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
        let each = Vector(intrinsic!(_mm_set1_epi64x(
            0x8040_2010_0804_0201_u64 as i64
        )));
        Vector(intrinsic!(_mm_cmpeq_epi8((bytes & each).0, each.0)))
    }

    #[inline(always)]
    fn bits(self, mask: Vector) -> u64 {
        u64::from(intrinsic!(_mm_movemask_epi8(mask.0)) as u16)
    }

    operations! {
        shuffle_bytes(bytes: Vector, order: Vector) -> Vector = _mm_shuffle_epi8(bytes, order);
        add(left: Vector, right: Vector) -> Vector = _mm_add_epi8(left, right);
        saturating_sub(left: Vector, right: Vector) -> Vector = _mm_subs_epu8(left, right);
        max(left: Vector, right: Vector) -> Vector = _mm_max_epu8(left, right);
        keep(mask: Vector, bytes: Vector) -> Vector = _mm_and_si128(mask, bytes);
        select(mask: Vector, yes: Vector, no: Vector) -> Vector = _mm_blendv_epi8(no, yes, mask);
        min(left: Vector, right: Vector) -> Vector = _mm_min_epu8(left, right);
    }
}
