//! AVX2: vectors of 32 bytes. What crosses the middle of a register is done on its halves, as [`Sse41`] does it.

pub(crate) mod entry;
mod units;

use super::sse41::{self, Sse41};
use super::{intrinsic, operators};
use crate::endian::Endian;
use crate::generic::utf8_to_units::{self, Utf16, Utf32};
use crate::generic::validate_utf8;
use crate::kernels::{Kernels, Mode};
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{SLACK, Simd, Task, Units};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::Not;
pub(super) use entry::Avx2;
use entry::{cold, outlined};

/// Bytes that half of a vector holds, and takes less time to fill with.
const HALF: usize = 16;

impl Kernels for Avx2 {
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() < Self::LANES {
            return validate_utf8::validate(self.half(), src);
        }
        validate_utf8::validate(self, src)
    }

    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            return self.half().utf8_to_utf16(src, dst, to, mode);
        }
        utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            return self.half().utf8_to_utf32(src, dst, to, mode);
        }
        utf8_to_units::convert(self, src, dst, (Utf32(to), mode))
    }
}

/// 32 bytes, or 32 truth values as bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(__m256i);

operators!(Vector: BitAnd bitand _mm256_and_si256, BitOr bitor _mm256_or_si256, BitXor bitxor _mm256_xor_si256);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Vector(intrinsic!(_mm256_set1_epi8(-1)))
    }
}

impl Avx2 {
    /// The instruction set of the halves.
    #[inline(always)]
    fn half(self) -> Sse41 {
        // SAFETY: AVX2 includes SSE4.1.
        unsafe { Sse41::new() }
    }

    /// The two halves, first half first.
    #[inline(always)]
    fn halves(self, bytes: Vector) -> [sse41::Vector; 2] {
        [
            sse41::Vector(intrinsic!(_mm256_castsi256_si128(bytes.0))),
            sse41::Vector(intrinsic!(_mm256_extracti128_si256::<1>(bytes.0))),
        ]
    }

    /// The vector with these halves.
    #[inline(always)]
    fn join(self, [first, second]: [sse41::Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm256_set_m128i(second.0, first.0)))
    }

    /// The bytes of two vectors by turns, in four groups of 8 pairs. (Interleaving stays within the halves.)
    #[inline(always)]
    fn interleave(self, even: Vector, odd: Vector) -> [sse41::Vector; 4] {
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi8(even.0, odd.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi8(even.0, odd.0))));
        [a, b, c, d]
    }

    /// The same 16 bytes in both halves.
    #[inline(always)]
    fn twice(self, bytes: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm256_broadcastsi128_si256(
            self.half().vector(bytes).0
        )))
    }
}

/// Strategy many of the first `n` bits are set. (Sums of the numbers in each byte would be more instructions.)
#[inline(always)]
fn before(bits: u64, n: usize) -> usize {
    (bits & ((1 << n) - 1)).count_ones() as usize
}

impl Simd for Avx2 {
    #[inline(always)]
    fn outlined<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(outlined(task))
    }

    #[inline(always)]
    fn cold<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(cold(task))
    }

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 32;
    const CLIPS: bool = false;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes: &[u8; 32] = src[at..].first_chunk().expect("32 bytes");
        Vector(intrinsic!(_mm256_loadu_si256(bytes.as_ptr().cast())))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        let src = &src[..src.len().min(32)];
        if src.len() < 16 {
            return self.join([self.half().load_partial(src), self.half().splat(0)]);
        }
        self.join([self.half().load(src, 0), self.half().load_end(src, 16)])
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let (_, out) = dst.split_at_mut(at.min(dst.len()));
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
        let out: &mut [_; 32] = dst[at..].first_chunk_mut().expect("out for 32 bytes");
        intrinsic!(_mm256_storeu_si256(out.as_mut_ptr().cast(), bytes.0));
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
    fn add(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_add_epi8(left.0, right.0)))
    }

    #[inline(always)]
    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_subs_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_max_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        Vector(intrinsic!(_mm256_shuffle_epi8(
            self.twice(&table).0,
            indices.0
        )))
    }

    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Vector {
        self.twice(&table)
    }

    #[inline(always)]
    fn lookup_high(self, table: Vector, bytes: Vector) -> Vector {
        let indices = self.shift_right::<4>(bytes);
        Vector(intrinsic!(_mm256_shuffle_epi8(table.0, indices.0)))
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        // The second half of `before` and the first of `bytes`: what comes before each half.
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
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu8(bytes.0, self.splat(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi8(greater, bytes.0)))
    }

    #[inline(always)]
    fn select(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm256_blendv_epi8(no.0, yes.0, mask.0)))
    }

    #[inline(always)]
    fn keep(self, mask: Vector, bytes: Vector) -> Vector {
        mask & bytes
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
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second] = self.halves(bytes);
        let written = self.half().compress(first, mask, dst);
        written
            + self
                .half()
                .compress(second, mask >> 16, &mut dst[written..])
    }

    #[inline(always)]
    fn compress_units(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        let half = self.half();
        let units = self.interleave(low, high);
        let dst: &mut [_; 2 * 32 + SLACK] = dst.first_chunk_mut().expect("out for all");
        for i in 0..4 {
            let compressed = half.compress_8_in(endian, units[i], (mask >> (8 * i)) as u8);
            half.store(compressed, dst, 2 * before(mask, 8 * i));
        }
        2 * before(mask, 32)
    }

    #[inline(always)]
    fn store_units(self, endian: Endian, low: Vector, high: Vector, dst: &mut Output, at: usize) {
        let (even, odd) = if endian == Endian::Big {
            (high, low)
        } else {
            (low, high)
        };
        let units = self.interleave(even, odd);
        for i in 0..4 {
            self.half().store(units[i], dst, at + 16 * i);
        }
    }

    #[inline(always)]
    fn compress_wide(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        let zero = Vector(intrinsic!(_mm256_setzero_si256()));
        let units = self.interleave(low, high);
        let uppers = self.interleave(top.unwrap_or(zero), zero);
        let half = self.half().ordered_32(endian);
        let order = self.join([half, half]);
        let dst: &mut [_; 4 * 32 + SLACK] = dst.first_chunk_mut().expect("out for all");
        for i in 0..4 {
            let kept_8 = (mask >> (8 * i)) as u8;
            let unit = self.half().compress_8(units[i], kept_8);
            let mut wide = intrinsic!(_mm256_cvtepu16_epi32(unit.0));
            if top.is_some() {
                let upper = self.half().compress_8(uppers[i], kept_8);
                let upper = intrinsic!(_mm256_cvtepu16_epi32(upper.0));
                let upper = intrinsic!(_mm256_slli_epi32::<16>(upper));
                wide = intrinsic!(_mm256_or_si256(wide, upper));
            }
            let wide = intrinsic!(_mm256_shuffle_epi8(wide, order.0));
            self.store(Vector(wide), dst, 4 * before(mask, 8 * i));
        }
        4 * before(mask, 32)
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 64] = dst[at..].first_chunk_mut().expect("out for 64 bytes");
        let halves = self.halves(bytes);
        for i in 0..2 {
            let wide = intrinsic!(_mm256_cvtepu8_epi16(halves[i].0));
            let wide = if endian == Endian::Big {
                intrinsic!(_mm256_slli_epi16::<8>(wide))
            } else {
                wide
            };
            self.store(Vector(wide), out, 32 * i);
        }
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 128] = dst[at..].first_chunk_mut().expect("out for 128 bytes");
        let halves = self.halves(bytes);
        for i in 0..2 {
            let half = halves[i];
            let upper = intrinsic!(_mm_unpackhi_epi64(half.0, half.0));
            let eights = [half.0, upper];
            for j in 0..2 {
                let wide = intrinsic!(_mm256_cvtepu8_epi32(eights[j]));
                let wide = if endian == Endian::Big {
                    intrinsic!(_mm256_slli_epi32::<24>(wide))
                } else {
                    wide
                };
                self.store(Vector(wide), out, 64 * i + 32 * j);
            }
        }
    }
}
