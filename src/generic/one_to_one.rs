//! Conversions that make one unit of each unit: to and from single bytes, UTF-32 to itself, unchecked UTF-16 to the other
//! byte order; and between UTF-16 and UTF-32 up to a block that is not all Basic Multilingual Plane.
//!
//! A block is one vector of the narrower units and 1, 2 or 4 of the wider ones. The last block overlaps the one before
//! it; shorter text is loaded and stored in part.

mod bulk;
mod maps;
mod short;
mod strategy;

use super::surrogates::Signs;
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{Simd, Units};
use bulk::convert;
use maps::{
    ByteTo16, ByteTo32, ByteToByte, From16To32, From16ToByte, From32To16, From32To32, From32ToByte,
    Swap16,
};
pub(crate) use strategy::{Ends, Long, Native, Short, Strategy};

/// Up to four vectors.
type Vectors<S> = [<S as Simd>::Bytes; 4];

/// The conversion of blocks.
pub(crate) trait Map<S: Units>: Copy {
    /// Bytes of a unit of input.
    const FROM: usize;
    /// Bytes of a unit of output.
    const TO: usize;
    /// What shows whether units are right.
    type Check: Copy;

    /// The converted units, and what shows whether they are right.
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, Self::Check);

    /// The same for the block that `src` begins with.
    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, Self::Check) {
        let mut units = [simd.splat(0); 4];
        let mut i = 0;
        while i < vectors(Self::FROM, Self::TO).0 {
            units[i] = simd.load(src, i * S::LANES);
            i += 1;
        }
        self.map(simd, units)
    }

    /// Whether a unit is malformed or unrepresentable, by what blocks show.
    fn is_wrong(self, simd: S, check: Self::Check) -> bool;

    /// What two blocks show together.
    fn join(simd: S, one: Self::Check, other: Self::Check) -> Self::Check;
}

/// Vectors of input in a block, and of output.
const fn vectors(from: usize, to: usize) -> (usize, usize) {
    let narrower = if from < to { from } else { to };
    (from / narrower, to / narrower)
}

/// Writes the converted units of a block.
#[inline(always)]
fn store<S: Units, M: Map<S>>(simd: S, units: Vectors<S>, dst: &mut Output) {
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 {
        simd.store(units[i], dst, i * S::LANES);
        i += 1;
    }
}

/// Converts less than a block, all or nothing.
#[inline(always)]
fn part<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> bool {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).0 && i * S::LANES < src.len() {
        units[i] = simd.load_end(src, i * S::LANES);
        i += 1;
    }
    let (units, check) = map.map(simd, units);
    if map.is_wrong(simd, check) {
        return false;
    }
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 && i * S::LANES < dst.len() {
        simd.store_clipped(units[i], dst, i * S::LANES);
        i += 1;
    }
    true
}

/// First the one order, then the other.
#[inline(always)]
fn both<S: Units>(simd: S, one: Option<S::Bytes>, other: Option<S::Bytes>) -> Option<S::Bytes> {
    match one {
        Some(one) => Some(simd.shuffle_by(one, other)),
        None => other,
    }
}

/// Between Latin-1 and ASCII, as long as bytes are up to `last`.
#[inline(always)]
pub(crate) fn single_byte_to_single_byte<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    last: u8,
) -> Progress {
    let too_large = simd.splat(!last);
    convert(simd, ByteToByte { too_large }, src, dst)
}

/// From Latin-1 or ASCII, characters up to and including `last`, to UTF-16.
#[inline(always)]
pub(crate) fn bytes_to_utf16<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> H::Outcome {
    let too_large = simd.splat(!last);
    if to == Endian::NATIVE {
        H::convert(simd, ByteTo16::<S, false> { too_large }, src, dst)
    } else {
        H::convert(simd, ByteTo16::<S, true> { too_large }, src, dst)
    }
}

/// From Latin-1 or ASCII to UTF-32.
#[inline(always)]
pub(crate) fn bytes_to_utf32<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> H::Outcome {
    let too_large = simd.splat(!last);
    if to == Endian::NATIVE {
        H::convert(simd, ByteTo32::<S, false> { too_large }, src, dst)
    } else {
        H::convert(simd, ByteTo32::<S, true> { too_large }, src, dst)
    }
}

/// From UTF-16 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf16_to_bytes<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> H::Outcome {
    let order = H::to_native_16(simd, from);
    let too_large = simd.shuffle_by(simd.splat_16(!u16::from(last)), order);
    H::convert(simd, From16ToByte { order, too_large }, src, dst)
}

/// From UTF-32 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf32_to_bytes<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> H::Outcome {
    let order = H::to_native_32(simd, from);
    let too_large = simd.shuffle_by(simd.splat_32(!u32::from(last)), order);
    H::convert(simd, From32ToByte { order, too_large }, src, dst)
}

/// From UTF-32 to UTF-32, of the same byte order or the other.
#[inline(always)]
pub(crate) fn utf32_to_utf32<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let (from, to) = (simd.to_native_32(from), simd.to_native_32(to));
    convert(simd, From32To32 { from, to }, src, dst)
}

/// From UTF-16 to UTF-16 of the other byte order, unchecked.
#[inline(always)]
pub(crate) fn utf16_swapped<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let order = simd.to_native_16(Endian::NATIVE.swapped());
    convert(simd, Swap16 { order }, src, dst)
}

/// From UTF-16 to UTF-32, up to a block with surrogates.
#[inline(always)]
pub(crate) fn basic_utf16_to_utf32<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> H::Outcome {
    let order = H::to_native_16(simd, from);
    let signs = Signs::new(simd, order);
    let widened = both(simd, order, H::to_native_32(simd, to));
    H::convert(simd, From16To32 { signs, widened }, src, dst)
}

/// From UTF-32 to UTF-16, up to a block with what is not in the Basic Multilingual Plane.
#[inline(always)]
pub(crate) fn basic_utf32_to_utf16<S: Units, H: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> H::Outcome {
    let (from, to) = (H::to_native_32(simd, from), H::to_native_16(simd, to));
    let map = From32To16 {
        narrowed: both(simd, from, to),
        not_bmp: simd.shuffle_by(simd.splat_32(0xFFFF_0000), from),
        signs: Signs::new(simd, to),
    };
    H::convert(simd, map, src, dst)
}
