//! AVX2: operations on bytes.

use super::{Avx2, Vector};
use super::{cold, outlined};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::Simd;
use crate::simd::Task;
use crate::simd::x86::vendor::*;
use crate::simd::x86::{intrinsic, load, operations, separate_functions, store};

impl Simd for Avx2 {
    separate_functions!();

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 32;
    const CHEAP_MASKED_ACCESS: bool = false;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes = window(src, at);
        Vector(load!(_mm256_loadu_si256, [u8; 32], bytes))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        let src = &src[..src.len().min(32)];
        let Some(last) = src.last_chunk() else {
            return self.join([self.half().load_partial(src), self.half().splat(0)]);
        };
        // Complete lanes of 32 bits by a masked load, and then the other bytes from the last four.
        // Unlike branches on the length, this is never mispredicted.
        let other = u64::from(u32::from_le_bytes(*last)) >> (32 - 8 * (src.len() % 4));
        let lanes = intrinsic!(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        let count = intrinsic!(_mm256_set1_epi32((src.len() / 4) as i32));
        let whole = intrinsic!(_mm256_cmpgt_epi32(count, lanes));
        // SAFETY: the mask is set only for lanes whose 4 bytes are in `src`.
        let whole = Vector(unsafe { _mm256_maskload_epi32(src.as_ptr().cast(), whole) });
        let other = Vector(intrinsic!(_mm256_set1_epi32(other as i32)));
        whole | other & Vector(intrinsic!(_mm256_cmpeq_epi32(count, lanes)))
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let at = at.min(dst.len());
        let out = &mut dst[at..];
        if out.len() >= 32 {
            self.store(bytes, out, 0);
        } else {
            let [first, second] = self.halves(bytes);
            self.half().store_clipped(first, out, 0);
            if out.len() > 16 {
                self.half().store_clipped(second, out, 16);
            }
        }
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store!(_mm256_storeu_si256, 32, bytes.0, dst, at);
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_srl_epi16(bytes.0, count))) & self.splat(0xFF >> N)
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_sll_epi16(bytes.0, count))) & self.splat(0xFF << N)
    }

    #[inline(always)]
    fn repeat(self, bytes: [u8; 16]) -> Vector {
        let bytes = self.half().vector(&bytes);
        Vector(intrinsic!(_mm256_broadcastsi128_si256(bytes.0)))
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        // The 16 bytes before each half: the second half of `before`, and the first half of
        // `bytes`.
        let before = intrinsic!(_mm256_permute2x128_si256::<0x21>(before.0, bytes.0));
        Vector(match N {
            1 => intrinsic!(_mm256_alignr_epi8::<15>(bytes.0, before)),
            2 => intrinsic!(_mm256_alignr_epi8::<14>(bytes.0, before)),
            _ => intrinsic!(_mm256_alignr_epi8::<13>(bytes.0, before)),
        })
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        let [first, second] = self.halves(bytes);
        self.half().greatest(self.half().max(first, second))
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        self.bits(bytes) == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        intrinsic!(_mm256_testz_si256(bytes.0, bytes.0)) == 1
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Vector {
        let zero = intrinsic!(_mm256_setzero_si256());
        Vector(intrinsic!(_mm256_cmpgt_epi8(zero, bytes.0)))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm256_cmpgt_epi8(self.splat(0xC0).0, bytes.0)))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu8(bytes.0, self.splat(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi8(greater, bytes.0)))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Vector {
        self.join([self.half().mask(bits), self.half().mask(bits >> 16)])
    }

    #[inline(always)]
    fn bits(self, mask: Vector) -> u64 {
        u64::from(intrinsic!(_mm256_movemask_epi8(mask.0)) as u32)
    }

    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Vector {
        let rest = &src[at..];
        if rest.len() >= 32 {
            return self.load(rest, 0);
        }
        let half = self.half();
        self.join(if rest.len() > 16 {
            [half.load(rest, 0), half.load_end(src, at + 16)]
        } else {
            [half.load_end(src, at), half.splat(0)]
        })
    }

    operations! {
        shuffle_bytes(bytes: Vector, order: Vector) -> Vector = _mm256_shuffle_epi8(bytes, order);
        add(left: Vector, right: Vector) -> Vector = _mm256_add_epi8(left, right);
        saturating_sub(left: Vector, right: Vector) -> Vector = _mm256_subs_epu8(left, right);
        max(left: Vector, right: Vector) -> Vector = _mm256_max_epu8(left, right);
        keep(mask: Vector, bytes: Vector) -> Vector = _mm256_and_si256(mask, bytes);
        select(mask: Vector, yes: Vector, no: Vector) -> Vector = _mm256_blendv_epi8(no, yes, mask);
        min(left: Vector, right: Vector) -> Vector = _mm256_min_epu8(left, right);
    }
}
