//! NEON: stores of code units that are given as vectors of their bytes.

use super::{Neon, Vector, ones, opaque};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::store_units::StoreUnits;
use crate::simd::{Simd, UnitOps};

impl Neon {
    /// Writes 8 units of 32 bits, given as their first and second halves in memory.
    #[inline(always)]
    pub(super) fn store_pairs(self, first: Vector, second: Vector, dst: &mut Output) {
        let out = dst.first::<32>();
        let pairs = self.interleave_16(first, second);
        // Otherwise the compiler combines the stores into a slower instruction.
        self.store(opaque(pairs[0]), out, 0);
        self.store(opaque(pairs[1]), out, 16);
    }
}

impl StoreUnits for Neon {
    #[inline(always)]
    fn compress_units(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        let units = if endian == Endian::Big {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        };
        let mask = mask.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            self.store(self.compress_8x16(units[i], mask[i]), dst, written);
            written += 2 * ones(mask[i]);
        }
        written
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
        let upper = top.unwrap_or(zero);
        let (units, uppers) = if endian == Endian::Big {
            (self.interleave(high, low), self.interleave(zero, upper))
        } else {
            (self.interleave(low, high), self.interleave(upper, zero))
        };
        let mask = mask.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            let unit = self.compress_8x16(units[i], mask[i]);
            let upper = if top.is_some() {
                self.compress_8x16(uppers[i], mask[i])
            } else {
                zero
            };
            let out = &mut dst[written..];
            if endian == Endian::Big {
                self.store_pairs(upper, unit, out);
            } else {
                self.store_pairs(unit, upper, out);
            }
            written += 4 * ones(mask[i]);
        }
        written
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out = dst[at..].first::<32>();
        let units = if endian == Endian::Big {
            self.interleave(self.splat(0), bytes)
        } else {
            self.widen_8(bytes)
        };
        self.store(units[0], out, 0);
        self.store(units[1], out, 16);
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out = dst[at..].first::<64>();
        let order = if endian == Endian::Big {
            const { widening::<4>(Endian::Big) }
        } else {
            const { widening::<4>(Endian::Little) }
        };
        for i in 0..4 {
            self.store(self.shuffle(bytes, &order[i]), out, 16 * i);
        }
    }
}

/// Returns the shuffles that widen 16 bytes to units of `UNIT` bytes in a byte order.
const fn widening<const UNIT: usize>(endian: Endian) -> [[u8; 16]; UNIT] {
    let mut shuffles = [[0x80; 16]; UNIT];
    let mut byte = 0;
    while byte < 16 {
        let index = UNIT * byte + if endian.is_big() { UNIT - 1 } else { 0 };
        shuffles[index / 16][index % 16] = byte as u8;
        byte += 1;
    }
    shuffles
}
