//! Operations on code units of 16 and 32 bits: the vectors of [`Simd`], interpreted as units in
//! native byte order.
//!
//! The names end in the width of the units: `_16` or `_32`.
#![forbid(unsafe_code)]

use super::bytes::{SLACK, Simd, clip};
use crate::encoding::endian::Endian;
use crate::memory::output::{Buffer, Output};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES / 2` units of 16 bits or `LANES / 4`
/// units of 32 bits.
pub(crate) trait UnitOps: Simd {
    /// A boolean for each unit of 16 bits.
    type Mask16: Copy
        + BitAnd<Output = Self::Mask16>
        + BitOr<Output = Self::Mask16>
        + BitXor<Output = Self::Mask16>
        + Not<Output = Self::Mask16>;

    /// A boolean for each unit of 32 bits.
    type Mask32: Copy
        + BitAnd<Output = Self::Mask32>
        + BitOr<Output = Self::Mask32>
        + Not<Output = Self::Mask32>;

    /// The instruction set for text shorter than a vector of this one: the one with vectors of 16
    /// bytes, or this one if it has cheap masked access.
    type Narrow: UnitOps + From<Self>;

    /// Returns the token of [`Narrow`](UnitOps::Narrow), which every CPU with this instruction set
    /// has.
    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self.into()
    }

    /// Calls [`shuffle_bytes`](Simd::shuffle_bytes) if there is an order. Otherwise returns the
    /// units unchanged.
    #[inline(always)]
    fn shuffle_by(self, units: Self::Bytes, order: Option<Self::Bytes>) -> Self::Bytes {
        match order {
            Some(order) => self.shuffle_bytes(units, order),
            None => units,
        }
    }

    /// Calls [`shuffle_by`](UnitOps::shuffle_by) for four vectors.
    #[inline(always)]
    fn shuffle_four(
        self,
        [a, b, c, d]: [Self::Bytes; 4],
        order: Option<Self::Bytes>,
    ) -> [Self::Bytes; 4] {
        [
            self.shuffle_by(a, order),
            self.shuffle_by(b, order),
            self.shuffle_by(c, order),
            self.shuffle_by(d, order),
        ]
    }

    /// Returns the shuffle that converts units of 16 bits from `endian` to native byte order and
    /// back.
    #[inline(always)]
    fn to_native_16(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_16
        };
        self.load(&order.0, 0)
    }

    /// Returns the shuffle that converts units of 32 bits from `endian` to native byte order and
    /// back.
    #[inline(always)]
    fn to_native_32(self, endian: Endian) -> Self::Bytes {
        let order = if endian == Endian::NATIVE {
            &KEPT
        } else {
            &SWAPPED_32
        };
        self.load(&order.0, 0)
    }

    /// Returns a vector with `unit` in every lane.
    fn splat_16(self, unit: u16) -> Self::Bytes;

    /// Returns a vector with `unit` in every lane.
    fn splat_32(self, unit: u32) -> Self::Bytes;

    /// Shifts each unit right by `N` bits.
    fn shift_right_16<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Shifts each unit left by `N` bits.
    fn shift_left_16<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Shifts each unit right by `N` bits.
    fn shift_right_32<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Shifts each unit left by `N` bits.
    fn shift_left_32<const N: u32>(self, units: Self::Bytes) -> Self::Bytes;

    /// Adds units, modulo 2^16.
    fn add_16(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Adds units, modulo 2^32.
    fn add_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Returns the greater unit of each pair.
    fn max_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Returns the mask of equal units.
    fn equal_16(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask16;

    /// Returns the mask of equal units.
    fn equal_32(self, left: Self::Bytes, right: Self::Bytes) -> Self::Mask32;

    /// Returns the mask of units that are `limit` or more.
    fn at_least_16(self, limit: u16, units: Self::Bytes) -> Self::Mask16;

    /// Like [`at_least_16`](UnitOps::at_least_16), for units below 0x8000 and a limit from 1 to
    /// 0x7FFF. This is cheaper on instruction sets with signed comparisons.
    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Self::Bytes) -> Self::Mask16 {
        self.at_least_16(limit, units)
    }

    /// Returns the mask of units that are `limit` or more.
    fn at_least_32(self, limit: u32, units: Self::Bytes) -> Self::Mask32;

    /// Returns whether the mask is set for any unit.
    fn any_16(self, mask: Self::Mask16) -> bool;

    /// Returns whether the mask is set for any unit.
    fn any_32(self, mask: Self::Mask32) -> bool;

    /// Returns the masks of two vectors as bits. The lowest bit is for the first unit.
    #[inline(always)]
    fn bits_16(self, [first, second]: [Self::Mask16; 2]) -> u64 {
        let (yes, no) = (self.splat_16(0x80), self.splat(0));
        let bytes = [
            self.select_16(first, yes, no),
            self.select_16(second, yes, no),
        ];
        self.bits(self.non_ascii(self.narrow_16(bytes)))
    }

    /// Returns whether any unit of two vectors is below `limit`.
    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Self::Bytes; 2]) -> bool {
        self.any_16(!(self.at_least_16(limit, first) & self.at_least_16(limit, second)))
    }

    /// Returns the units of `yes` where the mask is set, and those of `no` elsewhere.
    fn select_16(self, mask: Self::Mask16, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// Returns the units of `yes` where the mask is set, and those of `no` elsewhere.
    fn select_32(self, mask: Self::Mask32, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// Widens bytes to units of 16 bits, in order.
    fn widen_8(self, bytes: Self::Bytes) -> [Self::Bytes; 2];

    /// Widens units of 16 bits to units of 32 bits, in order.
    fn widen_16(self, units: Self::Bytes) -> [Self::Bytes; 2];

    /// Loads `LANES` bytes of `src` from `at` on and widens them to units of 16 bits.
    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_8(self.load(src, at))
    }

    /// Loads `LANES` bytes of `src` from `at` on and widens them to units of 32 bits.
    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Self::Bytes; 4] {
        let [first, second] = self.load_widened_8(src, at);
        let [a, b] = self.widen_16(first);
        let [c, d] = self.widen_16(second);
        [a, b, c, d]
    }

    /// Loads `LANES` bytes of `src` from `at` on, as units of 16 bits, and widens them to units of
    /// 32 bits.
    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Self::Bytes; 2] {
        self.widen_16(self.load(src, at))
    }

    /// Narrows units of 16 bits, all below 0x100, to bytes.
    fn narrow_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Narrows units of 32 bits, all below 0x1_0000, to units of 16 bits.
    fn narrow_32(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Prepares a byte order from [`to_native_32`](UnitOps::to_native_32) for
    /// [`narrow_32_from`](UnitOps::narrow_32_from), which may change the order and narrow in one
    /// step.
    #[inline(always)]
    fn narrowing(self, order: Self::Bytes) -> Self::Bytes {
        order
    }

    /// Narrows units of 32 bits, all below 0x1_0000 and in the byte order of `narrowing`, to units
    /// of 16 bits in native byte order.
    #[inline(always)]
    fn narrow_32_from(
        self,
        [first, second]: [Self::Bytes; 2],
        narrowing: Self::Bytes,
    ) -> Self::Bytes {
        self.narrow_32([
            self.shuffle_bytes(first, narrowing),
            self.shuffle_bytes(second, narrowing),
        ])
    }

    /// Returns an upper bound of the units of 32 bits. For each of the limits 0x80, 0x800 and
    /// 0x1_0000, the result is below the limit if and only if all units are.
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

    /// Narrows units of 32 bits, all below 0x100, to bytes.
    #[inline(always)]
    fn narrow_32_to_8(self, units: [Self::Bytes; 4]) -> Self::Bytes {
        let [a, b, c, d] = units;
        self.narrow_16([self.narrow_32([a, b]), self.narrow_32([c, d])])
    }

    /// Narrows units of 32 bits, all below 0x100 and in the byte order of `narrowing`, to bytes.
    #[inline(always)]
    fn narrow_32_to_8_from(self, units: [Self::Bytes; 4], narrowing: Self::Bytes) -> Self::Bytes {
        self.narrow_32_to_8(self.shuffle_four(units, Some(narrowing)))
    }

    /// Writes to `dst`, without gaps, the bytes whose bit in `mask` is set. Returns their number.
    /// `dst` has at least `LANES + SLACK` bytes. The first `LANES + SLACK` bytes may be
    /// overwritten: see [`SLACK`].
    fn compress(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize;

    /// Like [`compress`](UnitOps::compress), for a `dst` that may be shorter. Bytes that do not fit
    /// are not written, but are counted.
    #[inline(always)]
    fn compress_clipped(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize {
        if dst.len() >= Self::LANES + SLACK {
            return self.compress(bytes, mask, dst);
        }
        let mut all = Buffer::<{ 64 + SLACK }>::new();
        let all = all.first(Self::LANES + SLACK);
        let len = self.compress(bytes, mask, Output::from_init(all));
        clip(dst, len).fill_from(all);
        len
    }

    /// Writes to `dst` from `at` on, without gaps, the units where `mask` is set. Returns the
    /// number of bytes of these units.
    ///
    /// A whole vector and up to [`SLACK`] bytes after it may be overwritten. With
    /// `CLIPPED`, `dst` may be shorter, and units that do not fit are not written.
    ///
    /// # Panics
    ///
    /// Panics without `CLIPPED` if `dst` is too short for the bytes that may be overwritten.
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        mask: Self::Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// Like [`compress_16`](UnitOps::compress_16), for units of 32 bits.
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

/// Returns the shuffle, within groups of 16 bytes, that reverses the bytes of each unit of `width`
/// bytes.
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
