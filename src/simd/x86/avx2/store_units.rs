//! AVX2: stores of code units that are given as vectors of their bytes.

use super::{Avx2, Vector};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::store_units::StoreUnits;
use crate::simd::x86::intrinsic;
use crate::simd::x86::vendor::*;
use crate::simd::{SLACK, Simd};

/// Returns the number of set bits among the first `n` bits. Prefix sums of the counts of all bytes
/// would take more instructions.
#[inline(always)]
fn ones_below(bits: u64, n: usize) -> usize {
    (bits & ((1 << n) - 1)).count_ones() as usize
}

impl StoreUnits for Avx2 {
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
        let dst = dst.first::<{ 2 * 32 + SLACK }>();
        for i in 0..4 {
            let compressed = half.compress_8x16_in(endian, units[i], (mask >> (8 * i)) as u8);
            half.store(compressed, dst, 2 * ones_below(mask, 8 * i));
        }
        2 * ones_below(mask, 32)
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
        let dst = dst.first::<{ 4 * 32 + SLACK }>();
        for i in 0..4 {
            let kept_8 = (mask >> (8 * i)) as u8;
            let unit = self.half().compress_8x16(units[i], kept_8);
            let mut wide = intrinsic!(_mm256_cvtepu16_epi32(unit.0));
            if top.is_some() {
                let upper = self.half().compress_8x16(uppers[i], kept_8);
                let upper = intrinsic!(_mm256_cvtepu16_epi32(upper.0));
                let upper = intrinsic!(_mm256_slli_epi32::<16>(upper));
                wide = intrinsic!(_mm256_or_si256(wide, upper));
            }
            let wide = intrinsic!(_mm256_shuffle_epi8(wide, order.0));
            self.store(Vector(wide), dst, 4 * ones_below(mask, 8 * i));
        }
        4 * ones_below(mask, 32)
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out = dst[at..].first::<64>();
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
        let out = dst[at..].first::<128>();
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

impl DecodeUtf8 for Avx2 {}
