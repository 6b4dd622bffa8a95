//! SSE4.1: vectors of 16 bytes.

pub(crate) mod entry;
pub(super) mod units;

use super::{intrinsic, operators};
use crate::arch::partial;
use crate::endian::Endian;
use crate::kernels::Kernels;
use crate::output::Output;
use crate::simd::{SLACK, Simd, Task};
use crate::tables::{COMPRESS_8X8, COMPRESS_8X16, COMPRESS_8X16_SWAPPED};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::MaybeUninit;
use core::ops::Not;
pub(super) use entry::Sse41;
use entry::{cold, outlined};

impl Kernels for Sse41 {}

/// 16 bytes, or 16 truth values as bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) __m128i);

operators!(Vector: BitAnd bitand _mm_and_si128, BitOr bitor _mm_or_si128, BitXor bitxor _mm_xor_si128);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Vector(intrinsic!(_mm_set1_epi8(-1)))
    }
}

impl Sse41 {
    /// The vector with these bytes.
    #[inline(always)]
    pub(super) fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm_loadu_si128(bytes.as_ptr().cast())))
    }

    /// `bytes[i]` for each `i` of `order`; zero for 0x80.
    #[inline(always)]
    pub(super) fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Vector(intrinsic!(_mm_shuffle_epi8(bytes.0, self.vector(order).0)))
    }

    /// The bytes of two vectors by turns: the first 8 of each, and the others.
    #[inline(always)]
    pub(super) fn interleave(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(_mm_unpacklo_epi8(even.0, odd.0))),
            Vector(intrinsic!(_mm_unpackhi_epi8(even.0, odd.0))),
        ]
    }

    /// Writes 8 units of 32 bits, given as their lower and upper halves.
    #[inline(always)]
    fn store_pairs(self, endian: Endian, lower: Vector, upper: Vector, dst: &mut Output) {
        let out: &mut [_; 32] = dst.first_chunk_mut().expect("out for 32 bytes");
        let pairs = [
            intrinsic!(_mm_unpacklo_epi16(lower.0, upper.0)),
            intrinsic!(_mm_unpackhi_epi16(lower.0, upper.0)),
        ];
        let order = self.ordered_32(endian);
        for i in 0..2 {
            let pair = intrinsic!(_mm_shuffle_epi8(pairs[i], order.0));
            self.store(Vector(pair), out, 16 * i);
        }
    }

    /// Those of 8 units of 16 bits whose bit in `mask` is set, at the front.
    #[inline(always)]
    pub(super) fn compress_8(self, units: Vector, mask: u8) -> Vector {
        self.shuffle(units, &COMPRESS_8X16[usize::from(mask)])
    }

    /// The same in the byte order [`order`](Simd::order).
    #[inline(always)]
    pub(super) fn compress_8_in(self, endian: Endian, units: Vector, mask: u8) -> Vector {
        let rows = if endian == Endian::Big {
            &COMPRESS_8X16_SWAPPED
        } else {
            &COMPRESS_8X16
        };
        self.shuffle(units, &rows[usize::from(mask)])
    }

    /// The shuffle that takes units of 32 bits to the byte order [`order`](Simd::order).
    #[inline(always)]
    pub(super) fn ordered_32(self, endian: Endian) -> Vector {
        const KEPT: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        self.vector(&KEPT) ^ self.splat(if endian == Endian::Big { 3 } else { 0 })
    }
}

/// The number of bits of a byte, from a table: SSE4.1 does not imply `popcnt`. (That it is below 16 is for the compiler to see.)
#[inline(always)]
pub(super) fn ones(byte: u8) -> usize {
    const ONES: [u8; 256] = {
        let mut ones = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            ones[byte] = byte.count_ones() as u8;
            byte += 1;
        }
        ones
    };
    usize::from(ONES[usize::from(byte)] & 0x0F)
}

impl Simd for Sse41 {
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
    const LANES: usize = 16;
    const CLIPS: bool = false;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes: &[u8; 16] = src[at..].first_chunk().expect("16 bytes");
        self.vector(bytes)
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
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let (_, out) = dst.split_at_mut(at.min(dst.len()));
        if out.len() >= 16 {
            self.store(bytes, out, 0);
        } else {
            let mut all = [MaybeUninit::uninit(); 16];
            self.store(bytes, &mut all, 0);
            partial::copy_short(&all, out);
        }
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 16] = dst[at..].first_chunk_mut().expect("out for 16 bytes");
        intrinsic!(_mm_storeu_si128(out.as_mut_ptr().cast(), bytes.0));
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
    fn add(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_add_epi8(left.0, right.0)))
    }

    #[inline(always)]
    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_subs_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_max_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        Vector(intrinsic!(_mm_shuffle_epi8(
            self.vector(&table).0,
            indices.0
        )))
    }

    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Vector {
        self.vector(&table)
    }

    #[inline(always)]
    fn lookup_high(self, table: Vector, bytes: Vector) -> Vector {
        let indices = self.shift_right::<4>(bytes);
        Vector(intrinsic!(_mm_shuffle_epi8(table.0, indices.0)))
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
        // The instruction finds the least word.
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
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu8(bytes.0, self.splat(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi8(greater, bytes.0)))
    }

    #[inline(always)]
    fn select(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm_blendv_epi8(no.0, yes.0, mask.0)))
    }

    #[inline(always)]
    fn keep(self, mask: Vector, bytes: Vector) -> Vector {
        mask & bytes
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

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = mask.to_le_bytes();
        let dst: &mut [_; 16] = dst.first_chunk_mut().expect("out for all");
        let mut written = 0;
        let high = Vector(intrinsic!(_mm_unpackhi_epi64(bytes.0, bytes.0)));
        let (bytes, mask) = ([bytes, high], [first, second]);
        for i in 0..2 {
            let (bytes, mask) = (bytes[i], mask[i]);
            let order = &COMPRESS_8X8[usize::from(mask)];
            let order = intrinsic!(_mm_loadl_epi64(order.as_ptr().cast()));
            let compressed = intrinsic!(_mm_shuffle_epi8(bytes.0, order));
            let out: &mut [_; 8] = dst[written..].first_chunk_mut().expect("out for 8 bytes");
            intrinsic!(_mm_storel_epi64(out.as_mut_ptr().cast(), compressed));
            written += ones(mask);
        }
        written
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
        let units = self.interleave(low, high);
        let dst: &mut [_; 2 * 16 + SLACK] = dst.first_chunk_mut().expect("out for all");
        let mut written = 0;
        let mask = mask.to_le_bytes();
        for i in 0..2 {
            self.store(self.compress_8_in(endian, units[i], mask[i]), dst, written);
            written += 2 * ones(mask[i]);
        }
        written
    }

    #[inline(always)]
    fn store_units(self, endian: Endian, low: Vector, high: Vector, dst: &mut Output, at: usize) {
        let (even, odd) = if endian == Endian::Big {
            (high, low)
        } else {
            (low, high)
        };
        let units = self.interleave(even, odd);
        self.store(units[0], dst, at);
        self.store(units[1], dst, at + 16);
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
        let zero = Vector(intrinsic!(_mm_setzero_si128()));
        let units = self.interleave(low, high);
        let uppers = self.interleave(top.unwrap_or(zero), zero);
        let mask = mask.to_le_bytes();
        let dst: &mut [_; 4 * 16 + SLACK] = dst.first_chunk_mut().expect("out for all");
        let mut written = 0;
        for i in 0..2 {
            let unit = self.compress_8(units[i], mask[i]);
            let upper = if top.is_some() {
                self.compress_8(uppers[i], mask[i])
            } else {
                zero
            };
            self.store_pairs(endian, unit, upper, &mut dst[written..]);
            written += 4 * ones(mask[i]);
        }
        written
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 32] = dst[at..].first_chunk_mut().expect("out for 32 bytes");
        let zero = self.splat(0);
        let units = if endian == Endian::Big {
            self.interleave(zero, bytes)
        } else {
            self.interleave(bytes, zero)
        };
        self.store(units[0], out, 0);
        self.store(units[1], out, 16);
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 64] = dst[at..].first_chunk_mut().expect("out for 64 bytes");
        let zero = self.splat(0);
        let halves = if endian == Endian::Big {
            self.interleave(zero, bytes)
        } else {
            self.interleave(bytes, zero)
        };
        for i in 0..2 {
            let half = halves[i];
            let (even, odd) = if endian == Endian::Big {
                (zero, half)
            } else {
                (half, zero)
            };
            let quarters = [
                intrinsic!(_mm_unpacklo_epi16(even.0, odd.0)),
                intrinsic!(_mm_unpackhi_epi16(even.0, odd.0)),
            ];
            self.store(Vector(quarters[0]), out, 32 * i);
            self.store(Vector(quarters[1]), out, 32 * i + 16);
        }
    }
}
