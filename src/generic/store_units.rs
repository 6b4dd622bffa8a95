//! Bytes stored as units of 16 or 32 bits, in either byte order: what decoding writes.
//!
//! Characters come as planes: one vector has the low byte of each, another the high byte, a third one
//! what is above. A plane that is zero throughout is left out.
//!
//! ```text
//! low      l0 l1 l2 l3 ...
//! high     h0 h1 h2 h3 ...        16 bits, little-endian: l0 h0 l1 h1 l2 h2 ...
//! top      t0 t1 t2 t3 ...        32 bits, little-endian: l0 h0 t0 0 l1 h1 t1 0 ...
//! ```

use crate::endian::Endian;
use crate::output::Output;
use crate::simd::{SLACK, Units, clip};
use core::mem::MaybeUninit;

/// Stores that interleave planes of bytes.
pub(crate) trait StoreUnits: Units {
    /// The same for units of 16 bits, given as their low and high bytes and written in the byte order
    /// [`order`](Simd::order), to `dst` with room for `SLACK` bytes more than two vectors.
    fn compress_units(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// The same where about `likely` of the units will be kept.
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

    /// The same where there may be less room: nothing is written after the end of `dst`.
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
        let mut all = [MaybeUninit::uninit(); 2 * 64 + SLACK];
        let len = self.compress_units(endian, low, high, mask, &mut all);
        clip(&all, len, dst);
        len
    }

    /// Writes units of 16 bits, given like that, to `dst` from `at` on, with room for `SLACK` bytes more than two vectors.
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

    /// The same for units of 16 bits below 0x100.
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

    /// The same for units of 32 bits, whose third byte is that of `top` or zero and whose fourth is zero, to `dst` with
    /// room for `SLACK` bytes more than four vectors.
    fn compress_wide(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// The same for units of 32 bits below 0x100.
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

    /// The same where there may be less room: nothing is written after the end of `dst`.
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
        let mut all = [MaybeUninit::uninit(); 4 * 64 + SLACK];
        let len = self.compress_wide(endian, low, high, top, mask, &mut all);
        clip(&all, len, dst);
        len
    }

    /// Writes each byte as a unit of 16 bits. The compiler should know the byte order.
    fn store_widened_16(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// The beginning of that, as much as there is room for.
    #[inline(always)]
    fn store_widened_16_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [MaybeUninit::uninit(); 2 * 64];
        self.store_widened_16(endian, bytes, &mut all, 0);
        clip(&all, 2 * Self::LANES, dst);
    }

    /// Writes each byte as a unit of 32 bits. The compiler should know the byte order.
    fn store_widened_32(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// The beginning of that, as much as there is room for.
    #[inline(always)]
    fn store_widened_32_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [MaybeUninit::uninit(); 4 * 64];
        self.store_widened_32(endian, bytes, &mut all, 0);
        clip(&all, 4 * Self::LANES, dst);
    }
}

#[cfg(test)]
pub(crate) mod tests;
