//! Conversions in which each unit of input becomes one unit of output: to and from single bytes,
//! UTF-32 to UTF-32, unchecked UTF-16 to the other byte order, and between UTF-16 and UTF-32 as
//! long as the text stays in the Basic Multilingual Plane.
//!
//! A [`Map`] says what becomes of a block of units and boils down what was in it to a digest:
//! enough to tell whether all of it can be converted. The digests of several blocks merge, so that
//! one branch judges them all. A [`Strategy`] says which text a map is applied to: as much as
//! converts ([`bulk`]), or a short text, all or nothing ([`short`]).
//!
//! A block is one vector of the narrower units and 1, 2 or 4 vectors of the wider ones:
//!
//! ```text
//! UTF-32 to bytes     aaaabbbbccccdddd eeeeffffgggghhhh iiii.. mmmm..  →  abcdefghijklmnop
//! bytes to UTF-16     abcdefghijklmnop  →  a_b_c_d_e_f_g_h_ i_j_k_l_m_n_o_p_
//! ```
//!
//! The last block of a text overlaps the one before it. Text that is shorter than a block is loaded
//! and stored in part.

mod bulk;
mod maps;
mod short;
mod strategy;

use super::surrogates::SurrogateTest;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::LATIN1;
use crate::kernels::simd::{Simd, Units};
pub(crate) use bulk::convert as convert_bulk;
use bulk::convert;
use maps::{
    ByteTo16, ByteTo32, ByteToByte, From16To32, From16ToByte, From32To16, From32To32, From32ToByte,
    Swap16,
};
pub(crate) use strategy::{Bulk, BulkNative, Strategy, WholeBelowBlock, WholeNative};

/// The vectors of a block, at most four.
pub(super) type Vectors<S> = [<S as Simd>::Bytes; 4];

/// What becomes of the units of a block.
pub(crate) trait Map<S: Units>: Copy {
    /// Bytes of a unit of input.
    const FROM: usize;
    /// Bytes of a unit of output.
    const TO: usize;
    /// What tells of one or more blocks whether all their units can be converted.
    type Digest: Copy;

    /// The converted units of a block, and its digest. What units that cannot be converted become
    /// is unspecified.
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, Self::Digest);

    /// Loads the block that `src` begins with and converts it.
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

    /// Whether a digest is that of blocks with a malformed or unrepresentable unit.
    fn is_unconvertible(self, simd: S, digest: Self::Digest) -> bool;

    /// The digest of two parts of a text together, from the digests of both.
    fn merge(simd: S, one: Self::Digest, other: Self::Digest) -> Self::Digest;
}

/// The vectors of input in a block, and those of output, for units of `from` and `to` bytes.
const fn vectors(from: usize, to: usize) -> (usize, usize) {
    let narrower = if from < to { from } else { to };
    (from / narrower, to / narrower)
}

/// Stores the converted units of a block at the beginning of `dst`.
#[inline(always)]
fn store<S: Units, M: Map<S>>(simd: S, units: Vectors<S>, dst: &mut Output) {
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 {
        simd.store(units[i], dst, i * S::LANES);
        i += 1;
    }
}

/// Converts all of `src`, less than a block, or nothing, with loads and stores of parts of vectors.
#[inline(always)]
fn convert_part<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> bool {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).0 && i * S::LANES < src.len() {
        units[i] = simd.load_end(src, i * S::LANES);
        i += 1;
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

/// The shuffle that does what first `one` and then `other` does.
#[inline(always)]
fn compose<S: Units>(simd: S, one: Option<S::Bytes>, other: Option<S::Bytes>) -> Option<S::Bytes> {
    match one {
        Some(one) => Some(simd.shuffle_by(one, other)),
        None => other,
    }
}

/// From Latin-1 or ASCII to Latin-1 or ASCII: a copy of the bytes, as long as these are at most
/// `last`.
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

/// From Latin-1 or ASCII, whose last character is `last`, to UTF-16.
#[inline(always)]
pub(crate) fn bytes_to_utf16<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> T::Outcome {
    let too_large = simd.splat(!last);
    if to != Endian::NATIVE {
        T::convert(simd, ByteTo16::<S, true, true> { too_large }, src, dst)
    } else if !T::ANY_ENDIAN && last == LATIN1 {
        // Short text, of which a test of all bytes is a good part.
        T::convert(simd, ByteTo16::<S, false, false> { too_large }, src, dst)
    } else {
        T::convert(simd, ByteTo16::<S, false, true> { too_large }, src, dst)
    }
}

/// From Latin-1 or ASCII, whose last character is `last`, to UTF-32.
#[inline(always)]
pub(crate) fn bytes_to_utf32<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> T::Outcome {
    let too_large = simd.splat(!last);
    if to == Endian::NATIVE {
        T::convert(simd, ByteTo32::<S, false> { too_large }, src, dst)
    } else {
        T::convert(simd, ByteTo32::<S, true> { too_large }, src, dst)
    }
}

/// From UTF-16 to Latin-1 or ASCII, whose last character is `last`.
#[inline(always)]
pub(crate) fn utf16_to_bytes<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> T::Outcome {
    let shuffle_16s = T::to_native_16(simd, from);
    let too_large = simd.shuffle_by(simd.splat_16(!u16::from(last)), shuffle_16s);
    T::convert(
        simd,
        From16ToByte {
            shuffle_16s,
            too_large,
        },
        src,
        dst,
    )
}

/// From UTF-32 to Latin-1 or ASCII, whose last character is `last`.
#[inline(always)]
pub(crate) fn utf32_to_bytes<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> T::Outcome {
    let shuffle_16s = T::to_native_32(simd, from);
    let too_large = simd.shuffle_by(simd.splat_32(!u32::from(last)), shuffle_16s);
    T::convert(
        simd,
        From32ToByte {
            shuffle_16s,
            too_large,
        },
        src,
        dst,
    )
}

/// From UTF-32 to UTF-32 in either byte order.
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

/// From UTF-16 to the other byte order, unchecked.
#[inline(always)]
pub(crate) fn utf16_swapped<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let shuffle_16s = simd.to_native_16(Endian::NATIVE.swapped());
    convert(simd, Swap16 { shuffle_16s }, src, dst)
}

/// From UTF-16 to UTF-32, up to a block with surrogates.
#[inline(always)]
pub(crate) fn basic_utf16_to_utf32<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> T::Outcome {
    let shuffle_16s = T::to_native_16(simd, from);
    let test = SurrogateTest::new(simd, shuffle_16s);
    let widened = compose(simd, shuffle_16s, T::to_native_32(simd, to));
    T::convert(simd, From16To32 { test, widened }, src, dst)
}

/// From UTF-32 to UTF-16, up to a block that is malformed or leaves the Basic Multilingual Plane.
#[inline(always)]
pub(crate) fn basic_utf32_to_utf16<S: Units, T: Strategy>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> T::Outcome {
    let (from, to) = (T::to_native_32(simd, from), T::to_native_16(simd, to));
    let map = From32To16 {
        narrowed: compose(simd, from, to),
        not_bmp: simd.shuffle_by(simd.splat_32(0xFFFF_0000), from),
        test: SurrogateTest::new(simd, to),
    };
    T::convert(simd, map, src, dst)
}
