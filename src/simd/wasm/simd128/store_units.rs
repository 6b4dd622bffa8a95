//! simd128: stores of code units that are given as vectors of their bytes.

use super::vector::ones;
use super::{Simd128, Vector};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::store_units::StoreUnits;
use crate::simd::{SLACK, Simd, UnitOps};

impl Simd128 {
    /// Interleaves the low and high bytes of units of 16 bits in a byte order.
    #[inline(always)]
    fn units_in(self, endian: Endian, low: Vector, high: Vector) -> [Vector; 2] {
        if endian == Endian::Big {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        }
    }

    /// Writes 8 units of 32 bits, given as their lower and upper halves in a byte order.
    #[inline(always)]
    fn store_pairs(self, endian: Endian, lower: Vector, upper: Vector, dst: &mut Output) {
        let out = dst.first::<32>();
        let pairs = if endian == Endian::Big {
            self.interleave_16(upper, lower)
        } else {
            self.interleave_16(lower, upper)
        };
        self.store(pairs[0], out, 0);
        self.store(pairs[1], out, 16);
    }
}

impl StoreUnits for Simd128 {
    #[inline(always)]
    fn compress_units(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        let units = self.units_in(endian, low, high);
        let dst = dst.first::<{ 2 * 16 + SLACK }>();
        let mut written = 0;
        let mask = mask.to_le_bytes();
        for i in 0..2 {
            self.store(self.compress_8x16(units[i], mask[i]), dst, written);
            written += 2 * ones(mask[i]);
        }
        written
    }

    #[inline(always)]
    fn store_units(self, endian: Endian, low: Vector, high: Vector, dst: &mut Output, at: usize) {
        let units = self.units_in(endian, low, high);
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
        let zero = self.splat(0);
        let units = self.units_in(endian, low, high);
        let uppers = self.units_in(endian, top.unwrap_or(zero), zero);
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
        let units = self.units_in(endian, bytes, self.splat(0));
        self.store(units[0], out, 0);
        self.store(units[1], out, 16);
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out = dst[at..].first::<64>();
        let zero = self.splat(0);
        let halves = self.units_in(endian, bytes, zero);
        for i in 0..2 {
            self.store_pairs(endian, halves[i], zero, &mut out[32 * i..]);
        }
    }
}
