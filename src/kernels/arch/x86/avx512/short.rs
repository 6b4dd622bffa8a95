//! AVX-512: short text in ways that pay where access to part of a vector costs nothing.
#![forbid(unsafe_code)]

use super::Avx512;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::generic::encode_utf8::{EncodeUtf8, TaggedUnits};
use crate::kernels::generic::short::{
    complete, encode_below_800, exchange_surrogate_pairs, is_short, pair_padding,
    scalar_utf16_to_utf32, scalar_utf32_to_utf16, threshold,
};
use crate::kernels::generic::surrogates::{DecodeUtf16, are_surrogates, ends_with_high};
use crate::kernels::simd::{SLACK, Simd, Units};
use core::mem;

/// Latin-1, vector by vector; all or nothing.
#[inline(always)]
pub(crate) fn latin1_to_utf8(simd: Avx512, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if !is_short(src, 1) {
        return None;
    }
    if src.len() <= Avx512::LANES {
        let bytes = simd.load_partial(src);
        if simd.is_ascii(bytes) {
            simd.store_clipped(bytes, dst, 0);
            return complete::<1>(src.len(), src.len(), src, dst);
        }
        if src.len() > Avx512::LANES / 2 {
            let written = simd.encode_latin1::<true>(bytes, dst, 0);
            return complete::<1>(Avx512::LANES, written, src, dst);
        }
        let [units, _] = simd.widen_8(bytes);
        let written = encode_below_800(simd, units, dst, 0);
        return complete::<1>(Avx512::LANES / 2, written, src, dst);
    }
    let (mut at, mut written) = (0, 0);
    while at < src.len() - Avx512::LANES {
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
    // The last vector, and those whose output may not fit.
    while at < src.len() {
        let bytes = simd.load_partial(&src[at..]);
        written += if simd.is_ascii(bytes) {
            simd.store_clipped(bytes, dst, written);
            Avx512::LANES
        } else {
            simd.encode_latin1::<true>(bytes, dst, written)
        };
        at += Avx512::LANES;
    }
    complete::<1>(at, written, src, dst)
}

/// UTF-16 to UTF-32 (`WIDTH` 2), or back (`WIDTH` 4), all or nothing: at most one vector of nothing
/// but surrogate pairs, or a few units.
#[inline(always)]
pub(crate) fn surrogate_pairs<const WIDTH: usize>(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    match one_vector_of_surrogate_pairs::<WIDTH>(simd, src, dst) {
        None if WIDTH == 2 => scalar_utf16_to_utf32(src, dst),
        None => scalar_utf32_to_utf16(src, dst),
        all => all,
    }
}

/// UTF-16 that is surrogate pairs throughout to UTF-32, or back, if it is one vector at most.
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
        exchange_surrogate_pairs::<Avx512, WIDTH>(simd, filled)?,
        dst,
        0,
    );
    complete::<1>(src.len(), src.len(), src, dst)
}

/// Whether UTF-16 is to be [widened](widen) to UTF-32: whole units in the native byte order, of
/// which there are not so many that aligned stores pay, and `dst` has a place for a character each.
#[inline(always)]
pub(crate) fn is_widened(src: &[u8], dst: &Output, endians: [Endian; 2]) -> bool {
    let bytes = 2 * threshold::WIDENED_UNITS;
    src.len().wrapping_sub(1) < bytes
        && src.len().is_multiple_of(2)
        && endians == [Endian::NATIVE; 2]
        && dst.len() / 2 >= src.len()
}

/// UTF-16 that [`is_widened`] to UTF-32; if there are surrogates, the progress before the vector
/// with the first ones. Only the branch for the length of the text is hard to predict.
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
    // The last vector overlaps the one before.
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

/// Widens the vector of units that `src` begins with; `false` if it has surrogates.
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

/// UTF-16 that [`is_widened`] to UTF-32, with surrogate pairs, after the part `at` without any, as
/// far as it is well-formed: each vector as if it had some, since a branch could not be predicted.
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
    // Zeros that followed the text.
    let zeros = at.read.saturating_sub(src.len());
    at.read -= zeros;
    at.written -= 2 * zeros;
    if ends_with_high(Endian::NATIVE, &src[..at.read]) {
        // Nothing was written for it.
        at.read -= 2;
    }
    at
}

/// UTF-16 to UTF-8, if it has no surrogates: first vectors below 0x800, then any. All or nothing.
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
            return None;
        }
        written += TaggedUnits::of(simd, units).encode::<true>(simd, dst, written);
        at += Avx512::LANES;
    }
    complete::<2>(at, written, src, dst)
}

/// Copies `src` if it is short, nothing but ASCII, and fits.
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
