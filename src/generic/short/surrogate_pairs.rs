//! WholeNative texts that are nothing but surrogate pairs, such as a few emoji.

use super::{SCALAR_PAIRS, end};
use crate::endian::Native;
use crate::generic::surrogates::{
    HIGH, LOW, are_surrogate_pairs, characters_of_surrogate_pairs, surrogate_pairs,
};
use crate::output::Output;
use crate::progress::Progress;
use crate::scalar;
use crate::scheme::{Utf16, Utf32};
use crate::simd::Units;

/// Converts so few units that it is quicker with scalar code, whatever they are.
#[inline(always)]
pub(crate) fn scalar_utf16_to_utf32(src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() >= SCALAR_PAIRS * 2 {
        return None;
    }
    let convert = scalar::convert::<Utf16<Native>, Utf32<Native>>;
    Some(convert(src, dst, Progress::START))
}

/// The same from UTF-32.
#[inline(always)]
pub(crate) fn scalar_utf32_to_utf16(src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() >= SCALAR_PAIRS * 4 {
        return None;
    }
    let convert = scalar::convert::<Utf32<Native>, Utf16<Native>>;
    Some(convert(src, dst, Progress::START))
}

/// What goes after the pairs of a vector that is not full: pairs, after as many zeros.
static FILLING: [u8; 128] = {
    let mut filling = [0; 128];
    let mut at = 64;
    while at < 128 {
        [filling[at], filling[at + 1]] = HIGH.to_ne_bytes();
        [filling[at + 2], filling[at + 3]] = LOW.to_ne_bytes();
        at += 4;
    }
    filling
};

/// Pairs after `len` bytes of zeros.
#[inline(always)]
pub(crate) fn filling<S: Units>(simd: S, len: usize) -> S::Bytes {
    simd.load(&FILLING, FILLING.len() / 2 - len)
}

/// UTF-16 that is nothing but surrogate pairs to UTF-32, or back: two vectors that are loaded whole, or
/// the halves of one.
#[inline(always)]
pub(super) fn two_vectors_of_surrogate_pairs<U: Units, const WIDTH: usize>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let len = src.len();
    if len < U::LANES / 2 || len > 2 * U::LANES || !len.is_multiple_of(4) {
        return None;
    }
    let out = dst.get_mut(..len)?;
    if len < U::LANES {
        let all = simd.load_ends::<8>(src);
        simd.store_ends::<8>(exchange_surrogate_pairs::<_, WIDTH>(simd, all)?, out);
    } else {
        let last = len - U::LANES;
        let (first, second) = (simd.load(src, 0), simd.load(src, last));
        let first = exchange_surrogate_pairs::<_, WIDTH>(simd, first)?;
        let second = exchange_surrogate_pairs::<_, WIDTH>(simd, second)?;
        simd.store(first, out, 0);
        simd.store(second, out, last);
    }
    end::<1>(len, len, src, out)
}

/// A vector of surrogate pairs as characters, or of such characters as pairs; `None` if any is something else.
#[inline(always)]
pub(crate) fn exchange_surrogate_pairs<U: Units, const WIDTH: usize>(
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
