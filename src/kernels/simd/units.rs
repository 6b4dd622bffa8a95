//! Operations on units of 16 and of 32 bits: the vectors of [`Simd`] seen as units in the byte
//! order of the machine.
//!
//! Names end in the width of the units: `_16` or `_32`.

use super::Simd;
use crate::buffer::output::Output;
use crate::encoding::endian::Endian;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES / 2` units of 16 bits or `LANES / 4`
/// units of 32 bits.
pub(crate) trait Units: Simd {
    /// A truth value for each unit of 16 bits.
    type Mask16: Copy
        + BitAnd<Output = Self::Mask16>
        + BitOr<Output = Self::Mask16>
        + BitXor<Output = Self::Mask16>
        + Not<Output = Self::Mask16>;

    /// A truth value for each unit of 32 bits.
    type Mask32: Copy
        + BitAnd<Output = Self::Mask32>
        + BitOr<Output = Self::Mask32>
        + Not<Output = Self::Mask32>;

    /// The instruction set for text shorter than a vector of this one: that with vectors of 16
    /// bytes, or this one where access to part of a vector is cheap.
    type Narrow: Units;

    /// The token of that instruction set, which every CPU with this one has.
    fn narrow(self) -> Self::Narrow;

    /// Byte `order[i]` of the same 16 bytes for each byte `i`: with
    /// [`to_native_16`](Units::to_native_16) or [`to_native_32`](Units::to_native_32), units in
    /// another byte order.
    fn shuffle_16s(self, units: Self::Bytes, order: Self::Bytes) -> Self::Bytes;

    /// [`shuffle_16s`](Units::shuffle_16s), or the units as they are without an order.
    #[inline(always)]
    fn shuffle_by(self, units: Self::Bytes, order: Option<Self::Bytes>) -> Self::Bytes {
        match order {
            Some(order) => self.shuffle_16s(units, order),
            None => units,
        }
    }

    /// The order of bytes that takes units of 16 bits from `endian` to the byte order of the
    /// machine, and back.
    #[inline(always)]
    fn to_native_16(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_16
        };
        self.load(&order.0, 0)
    }

    /// The order of bytes that takes units of 32 bits from `endian` to the byte order of the
    /// machine, and back.
    #[inline(always)]
    fn to_native_32(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_32
        };
        self.load(&order.0, 0)
    }

    /// A vector with this unit in every place.
    fn splat_16(self, unit: u16) -> Self::Bytes;

    /// A vector with this unit in every place.
    fn splat_32(self, unit: u32) -> Self::Bytes;

    /// Each unit shifted right by `N` bits.
    fn shift_right_16<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Each unit shifted left by `N` bits.
    fn shift_left_16<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Each unit shifted right by `N` bits.
    fn shift_right_32<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Each unit shifted left by `N` bits.
    fn shift_left_32<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Sums of units, modulo 2^16.
    fn add_16(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Sums of units, modulo 2^32.
    fn add_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// The greater unit of each pair.
    fn max_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Where units are equal.
    fn equal_16(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask16;

    /// Where units are equal.
    fn equal_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask32;

    /// Where units are `limit` or more.
    fn at_least_16(self, limit: u16, units: Self::Bytes) -> Self::Mask16;

    /// [`at_least_16`](Units::at_least_16) for units below 0x8000 and a limit from 1 to 0x7FFF,
    /// which is cheaper where comparisons are signed.
    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Self::Bytes) -> Self::Mask16 {
        self.at_least_16(limit, units)
    }

    /// Where units are `limit` or more.
    fn at_least_32(self, limit: u32, units: Self::Bytes) -> Self::Mask32;

    /// Whether the mask is set anywhere.
    fn any_16(self, mask: Self::Mask16) -> bool;

    /// Whether the mask is set anywhere.
    fn any_32(self, mask: Self::Mask32) -> bool;

    /// A bit for each unit of two vectors, the first in the lowest.
    #[inline(always)]
    fn bits_16(self, [first, second]: [Self::Mask16; 2]) -> u64 {
        let (yes, no) = (self.splat_16(0x80), self.splat(0));
        let bytes = [
            self.select_16(first, yes, no),
            self.select_16(second, yes, no),
        ];
        self.bits(self.non_ascii(self.narrow_16(bytes)))
    }

    /// Whether any unit of two vectors is below `limit`.
    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Self::Bytes; 2]) -> bool {
        self.any_16(!(self.at_least_16(limit, first) & self.at_least_16(limit, second)))
    }

    /// The units of `yes` where the mask is set, those of `no` elsewhere.
    fn select_16(self, mask: Self::Mask16, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// The units of `yes` where the mask is set, those of `no` elsewhere.
    fn select_32(self, mask: Self::Mask32, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// Bytes widened to units of 16 bits, in order.
    fn widen_8(self, bytes: Self::Bytes) -> [Self::Bytes; 2];

    /// Units of 16 bits widened to units of 32 bits, in order.
    fn widen_16(self, units: Self::Bytes) -> [Self::Bytes; 2];

    /// `LANES` bytes of `src` from `at` on, widened to units of 16 bits.
    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_8(self.load(src, at))
    }

    /// `LANES` bytes of `src` from `at` on, widened to units of 32 bits.
    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Self::Bytes; 4] {
        let [first, second] = self.load_widened_8(src, at);
        let [a, b] = self.widen_16(first);
        let [c, d] = self.widen_16(second);
        [a, b, c, d]
    }

    /// `LANES` bytes of `src` from `at` on, units of 16 bits, widened to units of 32 bits.
    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_16(self.load(src, at))
    }

    /// Units of 16 bits, all below 0x100, narrowed to bytes.
    fn narrow_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Units of 32 bits, all below 0x1_0000, narrowed to units of 16 bits.
    fn narrow_32(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Prepares a byte order from [`to_native_32`](Units::to_native_32) for
    /// [`narrow_32_from`](Units::narrow_32_from), which may change the order and narrow in one
    /// step.
    #[inline(always)]
    fn narrowing(self, order: Self::Bytes) -> Self::Bytes {
        order
    }

    /// Units of 32 bits, all below 0x1_0000, in the byte order of `narrowing`, narrowed to units of
    /// 16 bits in the order of the machine.
    #[inline(always)]
    fn narrow_32_from(
        self,
        [first, second]: [Self::Bytes; 2],
        narrowing: Self::Bytes,
    ) -> Self::Bytes {
        self.narrow_32([
            self.shuffle_16s(first, narrowing),
            self.shuffle_16s(second, narrowing),
        ])
    }

    /// A number that is below 0x80, below 0x800 and below 0x1_0000 if and only if all units of 32
    /// bits are.
    #[inline(always)]
    fn magnitude_32(self, units: Self::Bytes) -> u32 {
        if self.is_zero(units & self.splat_32(!0x7F)) {
            0x7F
        } else if self.is_zero(units & self.splat_32(!0x7FF)) {
            0x7FF
        } else if self.is_zero(units & self.splat_32(!0xFFFF)) {
            0xFFFF
        } else {
            u32::MAX
        }
    }

    /// Units of 32 bits, all below 0x100, narrowed to bytes.
    #[inline(always)]
    fn narrow_32_to_8(self, units: [Self::Bytes; 4]) -> Self::Bytes {
        let [a, b, c, d] = units;
        self.narrow_16([self.narrow_32([a, b]), self.narrow_32([c, d])])
    }

    /// Units of 32 bits, all below 0x100, in the byte order of `narrowing`, narrowed to bytes.
    #[inline(always)]
    fn narrow_32_to_8_from(
        self,
        [a, b, c, d]: [Self::Bytes; 4],
        narrowing: Self::Bytes,
    ) -> Self::Bytes {
        let [a, b] = [
            self.shuffle_16s(a, narrowing),
            self.shuffle_16s(b, narrowing),
        ];
        let [c, d] = [
            self.shuffle_16s(c, narrowing),
            self.shuffle_16s(d, narrowing),
        ];
        self.narrow_32_to_8([a, b, c, d])
    }

    /// Writes the units where `mask` is set, one after the other, to `dst` from `at` on. Returns
    /// how many bytes count; up to [`SLACK`](super::SLACK) bytes after a vector may be overwritten.
    /// Nothing is written after the end of `dst`: unless `CLIPPED`, it panics if `dst` is too short
    /// for all that may be written.
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        mask: Self::Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// [`compress_16`](Units::compress_16) for units of 32 bits.
    fn compress_32<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        mask: Self::Mask32,
        dst: &mut Output,
        at: usize,
    ) -> usize;
}

#[repr(align(64))]
struct Order([u8; 64]);

/// For each byte within 16 bytes, where it comes from when the bytes of units of `width` bytes are
/// reversed.
const fn reversed(width: usize) -> Order {
    let mut order = [0; 64];
    let mut i = 0;
    while i < 64 {
        order[i] = (i % 16 / width * width + (width - 1 - i % width)) as u8;
        i += 1;
    }
    Order(order)
}

static KEPT: Order = reversed(1);
static SWAPPED_16: Order = reversed(2);
static SWAPPED_32: Order = reversed(4);

#[cfg(test)]
pub(crate) mod tests;
