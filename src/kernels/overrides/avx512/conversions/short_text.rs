//! AVX-512: algorithms for short text that are only fast because access to part of a vector is
//! cheap.
#![forbid(unsafe_code)]

use super::one_vector;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::LATIN1;
use crate::kernels::short::{
    complete, convert_surrogate_pairs, encode_below_800, is_short, pair_padding,
    scalar_units_to_units, threshold,
};
use crate::kernels::utf16_to_utf8::tagged_with_surrogates;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::encode_utf8::{EncodeUtf8, LEAD_OF_2, TaggedUnits};
use crate::simd::surrogates::{DecodeUtf16, SurrogateTest, are_surrogates, ends_with_high};
use crate::simd::x86::avx512::Avx512;
use crate::simd::{SLACK, Simd, UnitOps};
use core::mem;

/// Converts Latin-1 to UTF-8 vector by vector. Returns `None` if it cannot convert all of `src`.
#[inline(always)]
pub(crate) fn latin1_to_utf8(simd: Avx512, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if !is_short(src, 1) {
        return None;
    }
    let (mut at, mut written) = (0, 0);
    while src.len() - at >= 2 * Avx512::LANES {
        let bytes = simd.load(src, at);
        let Some(out) = dst.get_mut(written..written + 2 * Avx512::LANES + SLACK) else {
            break;
        };
        written += if simd.is_ascii(bytes) {
            simd.store(bytes, out, 0);
            Avx512::LANES
        } else {
            simd.encode_latin1::<false>(bytes, out, 0)
        };
        at += Avx512::LANES;
    }
    // The last vectors, and vectors whose output may not fit.
    while at < src.len() {
        let part = &src[at..];
        let len = part.len().min(Avx512::LANES);
        written += one_vector::latin1_to_utf8(simd, &part[..len], &mut dst[written..])?;
        at += len;
    }
    Some(Progress { read: at, written })
}

/// Returns whether `src` is short native-endian UTF-16 without surrogates.
#[inline(always)]
pub(crate) fn is_utf16_without_surrogates(simd: Avx512, src: &[u8], from: Endian) -> bool {
    let lanes = Avx512::LANES;
    let is_short = src.len().wrapping_sub(1) < threshold::TESTED_UTF16_BYTES;
    if !is_short || !src.len().is_multiple_of(2) || from != Endian::NATIVE {
        return false;
    }
    let test = SurrogateTest::new(simd, None);
    if src.len() <= lanes {
        let least = test.distance(simd.load_partial(src));
        return simd.is_zero(test.found(simd, least));
    }
    let mut rest = src;
    if src.len() > 4 * lanes {
        // Most text with surrogates has one near its start.
        let (four, after) = src.split_at(4 * lanes);
        if test.any_in(simd, four) {
            return false;
        }
        rest = after;
    }
    let mut least = test.distance(simd.load(src, src.len() - lanes));
    while rest.len() > lanes {
        least = simd.min(least, test.distance(simd.load(rest, 0)));
        rest = &rest[lanes..];
    }
    simd.is_zero(test.found(simd, least))
}

/// Converts at most 64 bytes of Latin-1 to native-endian UTF-16 (`WIDTH` 2) or UTF-32 (`WIDTH` 4).
/// Returns `None` if `src` is empty or longer, the encodings are others, or `dst` is too short.
#[inline(always)]
pub(crate) fn latin1_to_units<const WIDTH: usize>(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    let is_short = src.len().wrapping_sub(1) < 64;
    if !is_short || (last, to) != (LATIN1, Endian::NATIVE) || dst.len() / WIDTH < src.len() {
        return None;
    }
    simd.widen::<WIDTH>(src, dst);
    Some(Progress {
        read: src.len(),
        written: WIDTH * src.len(),
    })
}

/// Converts UTF-16 to UTF-32 (`WIDTH` 2) or back (`WIDTH` 4): at most one vector of characters that
/// are, or become, surrogate pairs, or a few units. Returns `None` if it cannot convert all of
/// `src`.
#[inline(always)]
pub(crate) fn surrogate_pairs<const WIDTH: usize>(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    match one_vector_of_surrogate_pairs::<WIDTH>(simd, src, dst) {
        None => scalar_units_to_units::<WIDTH>(src, dst),
        all => all,
    }
}

/// Converts UTF-16 to UTF-32 or back, if `src` is at most one vector of characters that are, or
/// become, surrogate pairs.
#[inline(always)]
fn one_vector_of_surrogate_pairs<const WIDTH: usize>(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > Avx512::LANES {
        return None;
    }
    let (units, padding) = (simd.load_partial(src), pair_padding(simd, src.len()));
    let filled = if WIDTH == 2 {
        units | padding
    } else {
        let after = simd.at_least_32(1, padding);
        simd.select_32(after, simd.splat_32(0x1_0000), units)
    };
    simd.store_or_clip::<true>(
        convert_surrogate_pairs::<Avx512, WIDTH>(simd, filled)?,
        dst,
        0,
    );
    complete::<1>(src.len(), src.len(), src, dst)
}

/// Returns whether [`widen`] can convert UTF-16 to UTF-32. The text must consist of complete
/// units in native byte order and must be so short that aligned stores do not pay off. `dst` must
/// have space for one character per unit.
#[inline(always)]
pub(crate) fn is_widened(src: &[u8], dst: &Output, endians: [Endian; 2]) -> bool {
    let bytes = 2 * threshold::WIDENED_UNITS;
    src.len().wrapping_sub(1) < bytes
        && src.len().is_multiple_of(2)
        && endians == [Endian::NATIVE; 2]
        && dst.len() / 2 >= src.len()
}

/// Converts UTF-16 for which [`is_widened`] is true to UTF-32. If the text has surrogates, returns
/// as an error the progress before the first vector with surrogates, or [`Progress::START`] if the
/// last vector has some. The branches on surrogates are predictable.
#[inline(always)]
pub(crate) fn widen(simd: Avx512, src: &[u8], dst: &mut Output) -> Result<Progress, Progress> {
    let lanes = Avx512::LANES;
    let all = Progress {
        read: src.len(),
        written: 2 * src.len(),
    };
    let dst = &mut dst[..all.written];
    if src.len() < lanes {
        let units = simd.load_partial(src);
        if simd.any_16(are_surrogates(simd, units)) {
            return Err(Progress::START);
        }
        let [first, second] = simd.widen_16(units);
        simd.store_clipped(first, dst, 0);
        if src.len() > lanes / 2 {
            simd.store_clipped(second, dst, lanes);
        }
        return Ok(all);
    }
    // The last vector overlaps the previous one.
    let last = &mut dst[all.written - 2 * lanes..];
    if !widen_vector(simd, &src[src.len() - lanes..], last) {
        return Err(Progress::START);
    }
    let (mut rest, mut out) = (src, dst);
    while rest.len() > lanes {
        if !widen_vector(simd, rest, out) {
            let read = src.len() - rest.len();
            let written = 2 * read;
            return Err(Progress { read, written });
        }
        rest = &rest[lanes..];
        out = &mut mem::take(&mut out)[2 * lanes..];
    }
    Ok(all)
}

/// Widens the vector of units at the start of `src`. Returns `false` if it has surrogates.
#[inline(always)]
fn widen_vector(simd: Avx512, src: &[u8], dst: &mut Output) -> bool {
    let lanes = Avx512::LANES;
    let (src, dst) = (&src[..lanes], &mut dst[..2 * lanes]);
    if simd.any_16(are_surrogates(simd, simd.load(src, 0))) {
        return false;
    }
    let [first, second] = simd.load_widened_16(src, 0);
    simd.store(first, dst, 0);
    simd.store(second, dst, lanes);
    true
}

/// Converts UTF-16 with surrogate pairs, for which [`is_widened`] is true, to UTF-32. Starts at
/// `at` and stops at the first malformed sequence. Treats each vector as if it had surrogates,
/// because a branch would be unpredictable.
#[inline(always)]
pub(crate) fn mixed_utf16_to_utf32(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let lanes = Avx512::LANES;
    let mut before = simd.splat(0);
    while at.read < src.len() {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        let (units, written);
        if rest.len() >= lanes && out.len() >= 2 * lanes + SLACK {
            units = simd.load(rest, 0);
            let previous = simd.shift_in::<2>(before, units);
            written = simd.decode_utf16::<false>(units, previous, None, out);
        } else {
            units = simd.load_partial(rest);
            let previous = simd.shift_in::<2>(before, units);
            written = simd.decode_utf16::<true>(units, previous, None, out);
        }
        let Some(written) = written else {
            break;
        };
        before = units;
        at.read += lanes;
        at.written += written;
    }
    // Remove the zeros after the end of the text.
    let zeros = at.read.saturating_sub(src.len());
    at.read -= zeros;
    at.written -= 2 * zeros;
    if ends_with_high(Endian::NATIVE, &src[..at.read]) {
        // The high surrogate at the end has not been written.
        at.read -= 2;
    }
    at
}

/// Converts short UTF-16 in native byte order to UTF-8: first vectors of units below 0x800, then
/// vectors without surrogates, then all other vectors. Returns `None` if it cannot convert all of
/// `src`.
#[inline(always)]
pub(crate) fn mixed_utf16_to_utf8(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_short(src, 2)
        || src.len() > 2 * threshold::TESTED_VECTORS_UNITS
        || from != Endian::NATIVE
    {
        return None;
    }
    let (mut at, mut written) = (0, 0);
    let lanes = Avx512::LANES;
    while src.len() - at >= lanes && dst.len() - written >= lanes + SLACK {
        let units = simd.load(src, at);
        if !simd.is_zero(units & simd.splat_16(0xF800)) {
            break;
        }
        let (tags, two) = (simd.tags(LEAD_OF_2), simd.at_least_15(0x80, units));
        written += simd.encode_1_2::<false>(units, tags, two, dst, written);
        at += lanes;
    }
    while at < src.len() {
        let units = simd.load_partial(&src[at..]);
        if !simd.is_zero(units & simd.splat_16(0xF800)) {
            break;
        }
        written += encode_below_800(simd, units, dst, written);
        at += Avx512::LANES;
    }
    while at < src.len() {
        let units = simd.load_partial(&src[at..]);
        if simd.any_16(are_surrogates(simd, units)) {
            return surrogates_utf16_to_utf8(simd, src, dst, at, written);
        }
        written += TaggedUnits::from_units(simd, units).encode::<true>(simd, dst, written);
        at += Avx512::LANES;
    }
    complete::<2>(at, written, src, dst)
}

/// Continues [`mixed_utf16_to_utf8`] at the first vector with surrogates. Treats each vector as if
/// it had surrogates, because a branch would be unpredictable.
#[inline(always)]
fn surrogates_utf16_to_utf8(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    mut at: usize,
    mut written: usize,
) -> Option<Progress> {
    if ends_with_high(Endian::NATIVE, src) {
        return None;
    }
    let mut last = match at.checked_sub(Avx512::LANES) {
        None => simd.splat(0),
        Some(at) => simd.load(src, at),
    };
    while at < src.len() {
        let units = simd.load_partial(&src[at..]);
        let previous = simd.shift_in::<2>(last, units);
        let (tagged, mispaired) = tagged_with_surrogates(simd, units, previous);
        if simd.any_16(mispaired) {
            return None;
        }
        written += tagged.encode::<true>(simd, dst, written);
        last = units;
        at += Avx512::LANES;
    }
    complete::<2>(at, written, src, dst)
}

/// Copies `src` if it is short, is ASCII, and fits.
#[inline(always)]
pub(super) fn copy_ascii(simd: Avx512, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() > threshold::ASCII_BYTES {
        return None;
    }
    let dst = dst.get_mut(..src.len())?;
    let mut at = 0;
    loop {
        let bytes = simd.load_partial(&src[at..]);
        if !simd.is_ascii(bytes) {
            return None;
        }
        simd.store_clipped(bytes, dst, at);
        at += Avx512::LANES;
        if at >= src.len() {
            return Some(Progress::all(src.len(), 1));
        }
    }
}
