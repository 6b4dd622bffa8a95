//! Operations on units of 16 and of 32 bits: the vectors of [`Simd`] seen as such units in the order of the machine.
//!
//! Names end in the width of the units, `_8`, `_16` or `_32`.

use super::Simd;
use crate::endian::Endian;
use crate::output::Output;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES / 2` units of 16 bits or `LANES / 4` of 32 bits.
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

    /// The instruction set for what is too short for a vector of this one: that of vectors of 16 bytes, or the same where
    /// vectors can be loaded and stored in part at no cost.
    type Narrow: Units;

    /// That instruction set, which this one includes.
    fn narrow(self) -> Self::Narrow;

    /// Byte `order[i]` for each byte `i`, within each 16 bytes; what [`to_native_16`](Units::to_native_16) and
    /// [`to_native_32`](Units::to_native_32) are for.
    fn shuffle_16s(self, units: Self::Bytes, order: Self::Bytes) -> Self::Bytes;

    /// The same, or nothing where there is nothing to be done.
    #[inline(always)]
    fn shuffle_by(self, units: Self::Bytes, order: Option<Self::Bytes>) -> Self::Bytes {
        match order {
            Some(order) => self.shuffle_16s(units, order),
            None => units,
        }
    }

    /// What turns units of 16 bits of the byte order `order` into those of vectors, and back.
    #[inline(always)]
    fn to_native_16(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_16
        };
        self.load(&order.0, 0)
    }

    /// The same for units of 32 bits.
    #[inline(always)]
    fn to_native_32(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_32
        };
        self.load(&order.0, 0)
    }

    /// The same unit everywhere.
    fn splat_16(self, unit: u16) -> Self::Bytes;

    /// The same unit everywhere.
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

    /// The greater of each two units.
    fn max_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Where units are equal.
    fn equal_16(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask16;

    /// Where units are equal.
    fn equal_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask32;

    /// Where units are `limit` or more.
    fn at_least_16(self, limit: u16, units: Self::Bytes) -> Self::Mask16;

    /// The same for units and a limit below 0x8000, and a limit above 0.
    fn at_least_15(self, limit: u16, units: Self::Bytes) -> Self::Mask16;

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

    /// Bytes as units of 16 bits, in order.
    fn widen_8(self, bytes: Self::Bytes) -> [Self::Bytes; 2];

    /// Units of 16 bits as units of 32 bits, in order.
    fn widen_16(self, units: Self::Bytes) -> [Self::Bytes; 2];

    /// `LANES` bytes of `src` from `at` on as units of 16 bits.
    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_8(self.load(src, at))
    }

    /// `LANES` bytes of `src` from `at` on as units of 32 bits.
    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Self::Bytes; 4] {
        let [first, second] = self.load_widened_8(src, at);
        let [a, b] = self.widen_16(first);
        let [c, d] = self.widen_16(second);
        [a, b, c, d]
    }

    /// Units of 16 bits of `src` from byte `at` on as units of 32 bits.
    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_16(self.load(src, at))
    }

    /// Units of 16 bits, all below 0x100, as bytes.
    fn narrow_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Units of 32 bits, all below 0x10000, as units of 16 bits.
    fn narrow_32(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// What [`narrow_32_from`](Units::narrow_32_from) is for, from [`to_native_32`](Units::to_native_32).
    #[inline(always)]
    fn narrowing(self, order: Self::Bytes) -> Self::Bytes {
        order
    }

    /// The lower halves of units of 32 bits, all below 0x10000, in the order that `narrowing` is for.
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

    /// A number that is below 0x80, 0x800 and 0x1_0000 if all units of 32 bits are.
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

    /// Units of 32 bits, all below 0x100, as bytes.
    #[inline(always)]
    fn narrow_32_to_8(self, units: [Self::Bytes; 4]) -> Self::Bytes {
        let [a, b, c, d] = units;
        self.narrow_16([self.narrow_32([a, b]), self.narrow_32([c, d])])
    }

    /// The same in the order that `narrowing` is for.
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

    /// Writes the units where `mask` is set, one after the other, to `dst` from `at` on. Returns the number of bytes that
    /// count; more may be overwritten, up to `SLACK` after a vector. Nothing is written after the end of `dst`:
    /// unless `CLIPPED`, it panics if there may be something to write.
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        mask: Self::Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// The same for units of 32 bits.
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

/// The places within 16 bytes where the bytes of units of `width` bytes come from in reverse.
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
