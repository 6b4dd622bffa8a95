//! Conversions in which each unit of input becomes one unit of output: to and from single bytes,
//! UTF-32 to UTF-32, unchecked UTF-16 to the other byte order, and between UTF-16 and UTF-32 within
//! the Basic Multilingual Plane.
//!
//! A [`Map`] converts a block of units and reduces the block to a digest, which shows whether all
//! of it can be converted. The digests of several blocks can be merged, so that one branch covers
//! all of them. A [`Strategy`] selects the text to which a map is applied: any text up to a
//! position where it fails ([`bulk`]), or short text, all or nothing ([`short`]).
//!
//! A block is one vector of the narrower units and 1, 2 or 4 vectors of the wider ones:
//!
//! ```text
//! UTF-32 to bytes     aaaabbbbccccdddd eeeeffffgggghhhh iiii.. mmmm..  →  abcdefghijklmnop
//! bytes to UTF-16     abcdefghijklmnop  →  a_b_c_d_e_f_g_h_ i_j_k_l_m_n_o_p_
//! ```
//!
//! The last block of a text overlaps the one before it. Text that is shorter than a block uses
//! partial loads and stores.
#![forbid(unsafe_code)]

mod bulk;
mod maps;
mod short;
mod strategy;

use crate::encoding::endian::Endian;
use crate::encoding::scheme::LATIN1;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::surrogates::SurrogateTest;
use crate::simd::{Simd, UnitOps};
use bulk::convert;
pub(crate) use bulk::{convert as convert_bulk, convert_in_fours};
pub(crate) use maps::{From16To32, From32To16};
use maps::{From32To32, FromBytes, Swap16, ToBytes};
pub(crate) use strategy::{Bulk, Strategy, WholeBelowBlock, WholeNative};

/// The vectors of a block, at most four.
pub(super) type Vectors<S> = [<S as Simd>::Bytes; 4];

/// The conversion of the units of a block.
pub(crate) trait Map<S: UnitOps>: Copy {
    /// Bytes of a unit of input.
    const FROM: usize;
    /// Bytes of a unit of output.
    const TO: usize;
    /// The data that shows whether all units of one or more blocks can be converted.
    type Digest: Copy;

    /// Returns the converted units of a block and its digest. The output of units that cannot be
    /// converted is unspecified.
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, Self::Digest);

    /// Loads and converts the block at the start of `src`.
    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, Self::Digest) {
        let mut units = [simd.splat(0); 4];
        let mut i = 0;
        while i < vectors(Self::FROM, Self::TO).0 {
            units[i] = simd.load(src, i * S::LANES);
            i += 1;
        }
        self.map(simd, units)
    }

    /// Returns whether a digest shows a malformed or unrepresentable unit.
    fn is_unconvertible(self, simd: S, digest: Self::Digest) -> bool;

    /// Returns the digest of two parts of a text from the digests of both.
    fn merge(simd: S, one: Self::Digest, other: Self::Digest) -> Self::Digest;
}

/// Returns the number of input vectors and of output vectors in a block, for units of `from` and
/// `to` bytes.
const fn vectors(from: usize, to: usize) -> (usize, usize) {
    let narrower = if from < to { from } else { to };
    (from / narrower, to / narrower)
}

/// Stores the converted units of a block to the start of `dst`.
#[inline(always)]
fn store<S: UnitOps, M: Map<S>>(simd: S, units: Vectors<S>, dst: &mut Output) {
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 {
        simd.store(units[i], dst, i * S::LANES);
        i += 1;
    }
}

/// Converts `src`, which is shorter than a block, with partial loads and stores: all of it or
/// nothing.
#[inline(always)]
fn convert_part<S: UnitOps, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> bool {
    let mut units = [simd.splat(0); 4];
    if const { vectors(M::FROM, M::TO).0 == 2 } {
        [units[0], units[1]] = simd.load_two(src);
    } else {
        let mut i = 0;
        while i < vectors(M::FROM, M::TO).0 && i * S::LANES < src.len() {
            units[i] = simd.load_end(src, i * S::LANES);
            i += 1;
        }
    }
    let (units, digest) = map.map(simd, units);
    if map.is_unconvertible(simd, digest) {
        return false;
    }
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 && i * S::LANES < dst.len() {
        simd.store_clipped(units[i], dst, i * S::LANES);
        i += 1;
    }
    true
}

/// Returns the shuffle that is equivalent to `one` followed by `other`.
#[inline(always)]
fn compose<S: UnitOps>(
    simd: S,
    one: Option<S::Bytes>,
    other: Option<S::Bytes>,
) -> Option<S::Bytes> {
    match one {
        Some(one) => Some(simd.shuffle_by(one, other)),
        None => other,
    }
}

/// Converts Latin-1 or ASCII to Latin-1 or ASCII: copies bytes while they are at most `last`.
#[inline(always)]
pub(crate) fn single_byte_to_single_byte<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    last: u8,
) -> Progress {
    let too_large = simd.splat(!last);
    convert(simd, FromBytes::<S, 1, false, true> { too_large }, src, dst)
}

/// Converts Latin-1 or ASCII, whose last character is `last`, to units of `TO` bytes: UTF-16 or
/// UTF-32.
#[inline(always)]
pub(crate) fn bytes_to_units<const TO: usize, S: UnitOps, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> T::Outcome {
    let too_large = simd.splat(!last);
    if to != Endian::NATIVE {
        T::convert(simd, FromBytes::<S, TO, true, true> { too_large }, src, dst)
    } else if TO == 2 && !T::ANY_ENDIAN && last == LATIN1 {
        // For short text, the time of a test of all bytes would be noticeable. Latin-1 needs none.
        let map = FromBytes::<S, TO, false, false> { too_large };
        T::convert(simd, map, src, dst)
    } else {
        let map = FromBytes::<S, TO, false, true> { too_large };
        T::convert(simd, map, src, dst)
    }
}

/// Converts units of `FROM` bytes, UTF-16 or UTF-32, to Latin-1 or ASCII, whose last character is
/// `last`.
#[inline(always)]
pub(crate) fn units_to_bytes<const FROM: usize, S: UnitOps, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> T::Outcome {
    let to_native = T::to_native::<FROM, _>(simd, from);
    let too_large = match FROM {
        2 => simd.splat_16(!u16::from(last)),
        _ => simd.splat_32(!u32::from(last)),
    };
    let map = ToBytes::<S, FROM> {
        to_native,
        too_large: simd.shuffle_by(too_large, to_native),
    };
    T::convert(simd, map, src, dst)
}

/// Converts UTF-32 to UTF-32 in either byte order.
#[inline(always)]
pub(crate) fn utf32_to_utf32<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let (from, to) = (simd.to_native_32(from), simd.to_native_32(to));
    convert(simd, From32To32 { from, to }, src, dst)
}

/// Converts UTF-16 to the other byte order, unchecked.
#[inline(always)]
pub(crate) fn utf16_swapped<S: UnitOps>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let swap = simd.to_native_16(Endian::NATIVE.swapped());
    convert(simd, Swap16 { swap }, src, dst)
}

/// Converts UTF-16 to UTF-32, up to a block with surrogates.
#[inline(always)]
pub(crate) fn basic_utf16_to_utf32<S: UnitOps, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> T::Outcome {
    let to_native = T::to_native::<2, _>(simd, from);
    let test = SurrogateTest::new(simd, to_native);
    let widened = compose(simd, to_native, T::to_native::<4, _>(simd, to));
    T::convert(simd, From16To32 { test, widened }, src, dst)
}

/// Converts UTF-32 to UTF-16, up to a block that is malformed or leaves the Basic Multilingual
/// Plane.
#[inline(always)]
pub(crate) fn basic_utf32_to_utf16<S: UnitOps, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> T::Outcome {
    let (from, to) = (
        T::to_native::<4, _>(simd, from),
        T::to_native::<2, _>(simd, to),
    );
    let map = From32To16 {
        narrowed: compose(simd, from, to),
        not_bmp: simd.shuffle_by(simd.splat_32(0xFFFF_0000), from),
        test: SurrogateTest::new(simd, to),
    };
    T::convert(simd, map, src, dst)
}
