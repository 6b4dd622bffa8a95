//! Conversions that make one unit of each unit: to and from single bytes, UTF-32 to itself, unchecked UTF-16 to the other
//! byte order; and between UTF-16 and UTF-32 up to a block that is not all Basic Multilingual Plane.
//!
//! A block is one vector of the narrower units and 1, 2 or 4 of the wider ones. The last block overlaps the one before
//! it; shorter text is loaded and stored in part.

mod maps;

use super::surrogates::Signs;
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{Simd, Units};
use core::mem;
use maps::{
    ByteTo16, ByteTo32, ByteToByte, From16To32, From16ToByte, From32To16, From32To32, From32ToByte,
    Swap16,
};

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

/// Blocks of output from which on it pays to begin with what makes its stores aligned.
const FAR: usize = 16;

/// Vectors of input in a block, and of output.
const fn vectors(from: usize, to: usize) -> (usize, usize) {
    let narrower = if from < to { from } else { to };
    (from / narrower, to / narrower)
}

/// Converts all units for which there is room, or those before a block that cannot be converted.
#[inline(always)]
fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let count = (src.len() / M::FROM).min(dst.len() / M::TO);
    let (src, dst) = (&src[..count * M::FROM], &mut dst[..count * M::TO]);
    let (mut read, mut written) = (0, 0);
    if dst.len() >= FAR * to {
        // Most stores would lie across two lines of the cache. The first block may overlap the next.
        let (units, check) = map.load(simd, &src[..from]);
        if map.is_wrong(simd, check) {
            return Progress::START;
        }
        store::<S, M>(simd, units, &mut dst[..to]);
        let skipped = dst.as_ptr().align_offset(S::LANES);
        if skipped % M::TO == 0 && skipped <= to {
            read = skipped / M::TO * M::FROM;
            written = skipped;
        }
    }
    while let Some(four) = src.get(read..read + 4 * from)
        && let Some(out) = dst.get_mut(written..written + 4 * to)
    {
        let (a, of_a) = map.load(simd, &four[..from]);
        let (b, of_b) = map.load(simd, &four[from..2 * from]);
        let (c, of_c) = map.load(simd, &four[2 * from..3 * from]);
        let (d, of_d) = map.load(simd, &four[3 * from..]);
        let check = M::join(simd, M::join(simd, of_a, of_b), M::join(simd, of_c, of_d));
        if map.is_wrong(simd, check) {
            break;
        }
        store::<S, M>(simd, a, &mut out[..to]);
        store::<S, M>(simd, b, &mut out[to..2 * to]);
        store::<S, M>(simd, c, &mut out[2 * to..3 * to]);
        store::<S, M>(simd, d, &mut out[3 * to..]);
        read += 4 * from;
        written += 4 * to;
    }
    if src.len() < from {
        // Where there is a way for few units it was tried before.
        let is_left = S::CLIPS || M::FROM == M::TO;
        if is_left && part(simd, map, src, dst) {
            (read, written) = (src.len(), dst.len());
        }
        return Progress { read, written };
    }
    // The last block may overlap the one before.
    while read < src.len() {
        read = read.min(src.len() - from);
        written = written.min(dst.len() - to);
        let (units, check) = map.load(simd, &src[read..read + from]);
        if map.is_wrong(simd, check) {
            break;
        }
        store::<S, M>(simd, units, &mut dst[written..written + to]);
        read += from;
        written += to;
    }
    Progress { read, written }
}

/// Converts a short text, all or nothing.
#[inline(always)]
fn convert_short<S: Units, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let all = Progress {
        read: src.len(),
        written: src.len() / M::FROM * M::TO,
    };
    let dst = dst.get_mut(..all.written)?;
    if src.len() < from {
        let converts = if S::CLIPS {
            part(simd, map, src, dst)
        } else {
            false
        };
        return converts.then_some(all);
    }
    // The last block may overlap the one before. Most text that is wrong shows it here; the others are looked at together.
    let (units, mut check) = map.load(simd, &src[src.len() - from..]);
    if map.is_wrong(simd, check) {
        return None;
    }
    store::<S, M>(simd, units, &mut dst[all.written - to..]);
    let (mut rest, mut out) = (src, dst);
    while S::LANES == 16 && M::FROM == 1 && rest.len() > 2 * from {
        let (first, of_first) = map.load(simd, &rest[..from]);
        let (second, of_second) = map.load(simd, &rest[from..2 * from]);
        let two = out.get_mut(..2 * to)?;
        store::<S, M>(simd, first, &mut two[..to]);
        store::<S, M>(simd, second, &mut two[to..]);
        check = M::join(simd, check, M::join(simd, of_first, of_second));
        rest = &rest[2 * from..];
        out = &mut mem::take(&mut out)[2 * to..];
    }
    while rest.len() > from {
        let (units, of_block) = map.load(simd, &rest[..from]);
        store::<S, M>(simd, units, out.get_mut(..to)?);
        check = M::join(simd, check, of_block);
        rest = &rest[from..];
        out = &mut mem::take(&mut out)[to..];
    }
    if map.is_wrong(simd, check) {
        return None;
    }
    Some(all)
}

/// Converts a text of less than a block, or less than two where vectors have 16 bytes, all or nothing: the first units and
/// the last ones, which may be some of the same.
#[inline(always)]
fn convert_up_to_8<S: Units, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let narrower = if M::FROM < M::TO { M::FROM } else { M::TO };
    let units = src.len() / M::FROM;
    let all = Progress {
        read: src.len(),
        written: units * M::TO,
    };
    let dst = dst.get_mut(..all.written)?;
    let converts = match units * narrower {
        16.. => ends::<S, M, 16>(simd, map, src, dst),
        8.. => ends::<S, M, 8>(simd, map, src, dst),
        4.. => ends::<S, M, 4>(simd, map, src, dst),
        2.. => ends::<S, M, 2>(simd, map, src, dst),
        1.. if narrower == 1 => ends::<S, M, 1>(simd, map, src, dst),
        _ => false,
    };
    converts.then_some(all)
}

/// Converts what is `N` of the narrower bytes at both ends.
#[inline(always)]
fn ends<S: Units, M: Map<S>, const N: usize>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> bool {
    let narrower = if M::FROM < M::TO { M::FROM } else { M::TO };
    let (from, to) = (N / narrower * M::FROM, N / narrower * M::TO);
    let (last, out) = (src.len() - from, dst.len() - to);
    if N == 16 {
        let (first, of_first) = map.load(simd, &src[..from]);
        let (second, of_second) = map.load(simd, &src[last..]);
        if map.is_wrong(simd, M::join(simd, of_first, of_second)) {
            return false;
        }
        store::<S, M>(simd, first, &mut dst[..to]);
        store::<S, M>(simd, second, &mut dst[out..]);
        return true;
    }
    let mut units = [simd.splat(0); 4];
    match from {
        1 => units[0] = simd.load_ends::<1>(src),
        2 => units[0] = simd.load_ends::<2>(src),
        4 => units[0] = simd.load_ends::<4>(src),
        8 => units[0] = simd.load_ends::<8>(src),
        16 => {
            units[0] = simd.load(src, 0);
            units[1] = simd.load(src, last);
        }
        _ => {
            units[0] = simd.load(src, 0);
            units[1] = simd.load(src, 16);
            units[2] = simd.load(src, last);
            units[3] = simd.load(src, last + 16);
        }
    }
    let (units, check) = map.map(simd, units);
    if map.is_wrong(simd, check) {
        return false;
    }
    match to {
        1 => simd.store_ends::<1>(units[0], dst),
        2 => simd.store_ends::<2>(units[0], dst),
        4 => simd.store_ends::<4>(units[0], dst),
        8 => simd.store_ends::<8>(units[0], dst),
        16 => {
            simd.store(units[0], dst, 0);
            simd.store(units[1], dst, out);
        }
        _ => {
            simd.store(units[0], dst, 0);
            simd.store(units[1], dst, 16);
            simd.store(units[2], dst, out);
            simd.store(units[3], dst, out + 16);
        }
    }
    true
}

/// Strategy a text is converted, which is for the caller to choose.
pub(crate) trait Strategy {
    /// Whether byte orders may be others than that of vectors.
    const ORDERED: bool = true;
    type Outcome;
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output)
    -> Self::Outcome;
    /// What turns units of the byte order `order` into those of vectors, if that is needed.
    #[inline(always)]
    fn to_native_16<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ORDERED {
            Some(simd.to_native_16(endian))
        } else {
            None
        }
    }
    #[inline(always)]
    fn to_native_32<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ORDERED {
            Some(simd.to_native_32(endian))
        } else {
            None
        }
    }
}

/// As many units as can be.
pub(crate) struct Long;

impl Strategy for Long {
    type Outcome = Progress;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// The same in the order of vectors.
pub(crate) struct Native;

impl Strategy for Native {
    const ORDERED: bool = false;
    type Outcome = Progress;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// A short text in the order of vectors, all or nothing.
pub(crate) struct Short;

impl Strategy for Short {
    const ORDERED: bool = false;
    type Outcome = Option<Progress>;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_short(simd, map, src, dst)
    }
}

/// A text of less than a block, all or nothing, with vectors of 16 bytes.
pub(crate) struct Ends;

impl Strategy for Ends {
    type Outcome = Option<Progress>;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_up_to_8(simd, map, src, dst)
    }
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
