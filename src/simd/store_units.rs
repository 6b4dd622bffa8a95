//! Stores of decoded characters as units of 16 or 32 bits, in either byte order.
//!
//! Characters are given as planes: one vector contains the low byte of each character, another the
//! high byte, a third the bits above. A plane that is all zero is omitted.
//!
//! ```text
//! low      l0 l1 l2 l3 ...
//! high     h0 h1 h2 h3 ...        16 bits, little-endian: l0 h0 l1 h1 l2 h2 ...
//! top      t0 t1 t2 t3 ...        32 bits, little-endian: l0 h0 t0 0 l1 h1 t1 0 ...
//! ```
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::output::{Buffer, Output};
use crate::simd::{SLACK, UnitOps, clip};

/// Stores that interleave planes of bytes into units.
pub(crate) trait StoreUnits: UnitOps {
    /// Writes the units of 16 bits with these low and high bytes for which `mask` has a bit. `dst`
    /// has [`SLACK`] bytes more than two vectors. Returns the number of bytes that count. The bytes
    /// after them may be overwritten.
    fn compress_units(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// Stores like [`compress_units`](StoreUnits::compress_units), with the hint that about
    /// `likely` units are kept, which can save a branch.
    #[inline(always)]
    fn compress_units_hinted(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        _likely: usize,
        dst: &mut Output,
    ) -> usize {
        self.compress_units(endian, low, high, mask, dst)
    }

    /// Stores like [`compress_units`](StoreUnits::compress_units), to a `dst` that may be shorter.
    /// Units that do not fit are not written.
    #[inline(always)]
    fn compress_units_clipped(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        if dst.len() >= 2 * Self::LANES + SLACK {
            return self.compress_units(endian, low, high, mask, dst);
        }
        let mut all = Buffer::<{ 2 * 64 + SLACK }>::new();
        let all = all.first(2 * Self::LANES + SLACK);
        let len = self.compress_units(endian, low, high, mask, Output::from_init(all));
        clip(dst, len).fill_from(all);
        len
    }

    /// Writes all units of 16 bits with these low and high bytes to `dst` from `at` on. There,
    /// `dst` has [`SLACK`] bytes more than two vectors.
    #[inline(always)]
    fn store_units(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) {
        self.compress_units(
            endian,
            low,
            high,
            u64::MAX >> (64 - Self::LANES),
            &mut dst[at..],
        );
    }

    /// Stores like [`compress_units`](StoreUnits::compress_units), for units below 0x100.
    #[inline(always)]
    fn compress_widened_16(
        self,
        endian: Endian,
        bytes: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_units(endian, bytes, self.splat(0), mask, dst)
    }

    /// Stores like [`compress_units`](StoreUnits::compress_units), for units of 32 bits with these
    /// three lower bytes. The third is zero without `top`. `dst` has [`SLACK`] bytes more than four
    /// vectors.
    fn compress_wide(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// Stores like [`compress_wide`](StoreUnits::compress_wide), for units below 0x100.
    #[inline(always)]
    fn compress_widened_32(
        self,
        endian: Endian,
        bytes: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_wide(endian, bytes, self.splat(0), None, mask, dst)
    }

    /// Stores like [`compress_wide`](StoreUnits::compress_wide), to a `dst` that may be shorter.
    /// Units that do not fit are not written.
    #[inline(always)]
    fn compress_wide_clipped(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        if dst.len() >= 4 * Self::LANES + SLACK {
            return self.compress_wide(endian, low, high, top, mask, dst);
        }
        let mut all = Buffer::<{ 4 * 64 + SLACK }>::new();
        let all = all.first(4 * Self::LANES + SLACK);
        let len = self.compress_wide(endian, low, high, top, mask, Output::from_init(all));
        clip(dst, len).fill_from(all);
        len
    }

    /// Writes each byte as a unit of 16 bits. This is only fast if the byte order is a constant.
    fn store_widened_16(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// Stores like [`store_widened_16`](StoreUnits::store_widened_16), to the start of `dst`, as
    /// far as it fits.
    #[inline(always)]
    fn store_widened_16_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = Buffer::<{ 2 * 64 }>::new();
        let all = all.first(2 * Self::LANES);
        self.store_widened_16(endian, bytes, Output::from_init(all), 0);
        clip(dst, all.len()).fill_from(all);
    }

    /// Writes each byte as a unit of 32 bits. This is only fast if the byte order is a constant.
    fn store_widened_32(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// Stores like [`store_widened_32`](StoreUnits::store_widened_32), to the start of `dst`, as
    /// far as it fits.
    #[inline(always)]
    fn store_widened_32_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = Buffer::<{ 4 * 64 }>::new();
        let all = all.first(4 * Self::LANES);
        self.store_widened_32(endian, bytes, Output::from_init(all), 0);
        clip(dst, all.len()).fill_from(all);
    }
}
