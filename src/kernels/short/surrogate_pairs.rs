//! Short texts that consist of surrogate pairs only, such as a few emoji.

use super::{complete, threshold};
use crate::encoding::endian::Native;
use crate::encoding::scheme::{Utf16, Utf32};
use crate::kernels::scalar;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use crate::simd::surrogates::{
    HIGH, LOW, are_surrogate_pairs, characters_of_surrogate_pairs, surrogate_pairs,
};

/// Converts very short UTF-16 (`FROM` 2) to UTF-32, or UTF-32 (`FROM` 4) to UTF-16, by scalar code,
/// which is the fastest for any content of this length. Returns `None` for longer text.
#[inline(always)]
pub(crate) fn scalar_units_to_units<const FROM: usize>(
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() >= threshold::SCALAR_PAIRS_UNITS * FROM {
        return None;
    }
    let (utf16, utf32) = (Utf16::<Native>::NEW, Utf32::<Native>::NEW);
    Some(match FROM {
        2 => scalar::convert(utf16, utf32, src, dst, Progress::START),
        _ => scalar::convert(utf32, utf16, src, dst, Progress::START),
    })
}

/// Zeros in the first half, surrogate pairs in the second.
static ZEROS_AND_PAIRS: [u8; 128] = {
    let mut bytes = [0; 128];
    let mut at = 64;
    while at < 128 {
        [bytes[at], bytes[at + 1]] = HIGH.to_ne_bytes();
        [bytes[at + 2], bytes[at + 3]] = LOW.to_ne_bytes();
        at += 4;
    }
    bytes
};

/// Returns a vector with `len` bytes of zeros followed by surrogate pairs. The bitwise or with a
/// vector of `len` bytes of text pads the text with surrogate pairs, so that one test covers the
/// whole vector.
#[inline(always)]
pub(crate) fn pair_padding<S: UnitOps>(simd: S, len: usize) -> S::Bytes {
    simd.load(&ZEROS_AND_PAIRS, ZEROS_AND_PAIRS.len() / 2 - len)
}

/// Converts surrogate pairs to UTF-32 (`WIDTH` 2), or supplementary characters to UTF-16 (`WIDTH`
/// 4). Returns `None` if the text contains anything else, is shorter than half a vector, or is
/// longer than two vectors.
///
/// The function converts the first and the last vector, which may overlap. If the text is shorter
/// than a vector, it converts the first and the last 8 bytes instead.
#[inline(always)]
pub(super) fn two_vectors_of_surrogate_pairs<U: UnitOps, const WIDTH: usize>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let len = src.len();
    if len < U::LANES / 2 || len > 2 * U::LANES || len % 4 != 0 {
        return None;
    }
    let out = dst.get_mut(..len)?;
    if len < U::LANES {
        let all = simd.load_ends::<8>(src);
        simd.store_ends::<8>(convert_surrogate_pairs::<_, WIDTH>(simd, all)?, out);
    } else {
        let last = len - U::LANES;
        let (first, second) = (simd.load(src, 0), simd.load(src, last));
        let first = convert_surrogate_pairs::<_, WIDTH>(simd, first)?;
        let second = convert_surrogate_pairs::<_, WIDTH>(simd, second)?;
        simd.store(first, out, 0);
        simd.store(second, out, last);
    }
    complete::<1>(len, len, src, out)
}

/// Converts a vector of surrogate pairs to characters (`WIDTH` 2), or of supplementary characters
/// to surrogate pairs (`WIDTH` 4). Returns `None` if the vector contains anything else.
#[inline(always)]
pub(crate) fn convert_surrogate_pairs<U: UnitOps, const WIDTH: usize>(
    simd: U,
    units: U::Bytes,
) -> Option<U::Bytes> {
    if WIDTH == 2 {
        if simd.any_32(!are_surrogate_pairs(simd, units)) {
            return None;
        }
        return Some(characters_of_surrogate_pairs(simd, units));
    }
    let bits = simd.add_32(units, simd.splat_32(0x1_0000u32.wrapping_neg()));
    if simd.any_32(simd.at_least_32(0x10_0000, bits)) {
        return None;
    }
    Some(surrogate_pairs(simd, units))
}
