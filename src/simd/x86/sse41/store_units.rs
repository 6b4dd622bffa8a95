//! SSE4.1: stores of code units that are given as vectors of their bytes.

use super::vector::ones;
use super::{Sse41, Vector};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::store_units::StoreUnits;
use crate::simd::tables::{COMPRESS_8X16, COMPRESS_8X16_SWAPPED};
use crate::simd::x86::intrinsic;
use crate::simd::x86::vendor::*;
use crate::simd::{SLACK, Simd};

impl Sse41 {
    /// Writes 8 units of 32 bits, given as their lower and upper halves.
    #[inline(always)]
    fn store_pairs(self, endian: Endian, lower: Vector, upper: Vector, dst: &mut Output) {
        let out = dst.first::<32>();
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

    /// Compresses like [`compress_8x16`](Self::compress_8x16), and also converts the units to a byte
    /// order.
    #[inline(always)]
    pub(in crate::simd::x86) fn compress_8x16_in(
        self,
        endian: Endian,
        units: Vector,
        mask: u8,
    ) -> Vector {
        let rows = if endian == Endian::Big {
            &COMPRESS_8X16_SWAPPED
        } else {
            &COMPRESS_8X16
        };
        self.shuffle(units, &rows[usize::from(mask)])
    }

    /// Returns the shuffle that converts units of 32 bits to a byte order.
    #[inline(always)]
    pub(in crate::simd::x86) fn ordered_32(self, endian: Endian) -> Vector {
        const KEPT: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        self.vector(&KEPT) ^ self.splat(if endian == Endian::Big { 3 } else { 0 })
    }
}

impl StoreUnits for Sse41 {
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
        let dst = dst.first::<{ 2 * 16 + SLACK }>();
        let mut written = 0;
        let mask = mask.to_le_bytes();
        for i in 0..2 {
            self.store(
                self.compress_8x16_in(endian, units[i], mask[i]),
                dst,
                written,
            );
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
        let dst = dst.first::<{ 4 * 16 + SLACK }>();
        let mut written = 0;
        for i in 0..2 {
            let unit = self.compress_8x16(units[i], mask[i]);
            let upper = if top.is_some() {
                self.compress_8x16(uppers[i], mask[i])
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
        let out = dst[at..].first::<32>();
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
        let out = dst[at..].first::<64>();
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

impl DecodeUtf8 for Sse41 {}
