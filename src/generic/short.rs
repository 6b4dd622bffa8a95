//! Short texts in UTF-16, UTF-32 and single bytes.
//!
//! A kernel for long texts saves registers and loads the constants of its main loop before it does anything. Here each
//! kind of text has a loop of its own, for which constants are loaded where it begins. What none of them can convert is
//! left to the kernel, all of it: then there is nothing to be kept across its call. So is the other byte order.
//!
//! Where vectors cannot be loaded and stored in part at no cost, less than a vector is its first units and its last ones,
//! which may be some of the same: in one vector, if it is so little, and each of both stored where it belongs.
//!
//! A load of no byte at all has to be at an address that is there: elsewhere it takes fifty times as long.

mod ascii;

pub(crate) use ascii::{SHORT_ASCII, ascii, is_ascii};

use super::encode_utf8::{LEAD_OF_2, Parts};
use super::from_utf32::{malformed, surrogate_pairs};
use super::one_to_one::{self, Ends, Short};
use super::surrogates::{
    HIGH, LOW, are_surrogate_pairs, characters_of_surrogate_pairs, is_high, surrogates,
};
use super::utf16_to_utf8::mixed;
use crate::endian::{Endian, Native};
use crate::output::Output;
use crate::progress::Progress;
use crate::scalar;
use crate::scheme::{ASCII, Utf16, Utf32};
use crate::simd::Units;

/// Units in a short text.
const SHORT: usize = 256;

/// Units in a text that is looked at for ASCII before anything else, where that cannot be done vector by vector.
const MAYBE_ASCII: usize = 128;

/// Units for which scalar code converts surrogate pairs quicker than a kernel.
const SCALAR_PAIRS: usize = 8;

/// Whether `src` is short, and neither empty nor cut off, in units of `width` bytes.
#[inline(always)]
pub(crate) fn is_short(src: &[u8], width: usize) -> bool {
    src.len().wrapping_sub(1) < SHORT * width && src.len().is_multiple_of(width)
}

/// Whether `src` is less than a block of [`one_to_one`] conversion, which is for the narrow vectors.
#[inline(always)]
fn is_below_block<U: Units>(src: &[u8], from: usize, to: usize) -> bool {
    !U::CLIPS && src.len() / from * from.min(to) < U::LANES
}

/// Converts all of a short text or nothing, as all functions here do: it may be long, of a kind that
/// this is not for, or too much for the output.
#[inline(always)]
pub(crate) fn utf16_to_utf8<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    if is_below_block::<U>(src, 2, 1) {
        let simd = simd.narrow();
        return match one_to_one::utf16_to_bytes::<_, Ends>(simd, src, dst, (from, ASCII)) {
            None => few_utf16_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::CLIPS && src.len() > 2 * MAYBE_ASCII || from != Endian::NATIVE {
        return None;
    }
    short_utf16_to_utf8(simd, src, dst)
}

/// The same from UTF-32.
#[inline(always)]
pub(crate) fn utf32_to_utf8<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    if is_below_block::<U>(src, 4, 1) {
        let simd = simd.narrow();
        return match one_to_one::utf32_to_bytes::<_, Ends>(simd, src, dst, (from, ASCII)) {
            None => few_utf32_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::CLIPS && src.len() > 4 * MAYBE_ASCII || from != Endian::NATIVE {
        return None;
    }
    short_utf32_to_utf8(simd, src, dst)
}

/// The same from UTF-16 to UTF-32.
#[inline(always)]
pub(crate) fn utf16_to_utf32<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    let is_native = endians == [Endian::NATIVE; 2];
    if is_below_block::<U>(src, 2, 4) {
        let simd = simd.narrow();
        let all = one_to_one::basic_utf16_to_utf32::<_, Ends>(simd, src, dst, endians);
        if all.is_some() || !is_native {
            return all;
        }
        return match two_vectors_of_surrogate_pairs::<_, 2>(simd, src, dst) {
            None => scalar_utf16_to_utf32(src, dst),
            all => all,
        };
    }
    if !is_native {
        return None;
    }
    one_to_one::basic_utf16_to_utf32::<_, Short>(simd, src, dst, endians)
}

/// The same from UTF-32 to UTF-16.
#[inline(always)]
pub(crate) fn utf32_to_utf16<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    let is_native = endians == [Endian::NATIVE; 2];
    if is_below_block::<U>(src, 4, 2) {
        let simd = simd.narrow();
        let all = one_to_one::basic_utf32_to_utf16::<_, Ends>(simd, src, dst, endians);
        if all.is_some() || !is_native {
            return all;
        }
        return match two_vectors_of_surrogate_pairs::<_, 4>(simd, src, dst) {
            None => scalar_utf32_to_utf16(src, dst),
            all => all,
        };
    }
    if !is_native {
        return None;
    }
    one_to_one::basic_utf32_to_utf16::<_, Short>(simd, src, dst, endians)
}

/// The same from UTF-16 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf16_to_single_byte<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    if is_below_block::<U>(src, 2, 1) {
        return one_to_one::utf16_to_bytes::<_, Ends>(simd.narrow(), src, dst, (from, last));
    }
    if from != Endian::NATIVE {
        return None;
    }
    one_to_one::utf16_to_bytes::<_, Short>(simd, src, dst, (from, last))
}

/// The same from UTF-32.
#[inline(always)]
pub(crate) fn utf32_to_single_byte<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    if is_below_block::<U>(src, 4, 1) {
        return one_to_one::utf32_to_bytes::<_, Ends>(simd.narrow(), src, dst, (from, last));
    }
    if from != Endian::NATIVE {
        return None;
    }
    one_to_one::utf32_to_bytes::<_, Short>(simd, src, dst, (from, last))
}

/// The same from Latin-1 or ASCII to UTF-16.
#[inline(always)]
pub(crate) fn single_byte_to_utf16<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    if !is_short(src, 1) || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_utf16::<_, Short>(simd, src, dst, (last, to))
}

/// The same to UTF-32.
#[inline(always)]
pub(crate) fn single_byte_to_utf32<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    if !is_short(src, 1) || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_utf32::<_, Short>(simd, src, dst, (last, to))
}

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

/// UTF-16 that is no more than two vectors.
#[inline(always)]
fn few_utf16_to_utf8<S: Units>(
    simd: S,
    endian: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 2 * S::LANES || is_high(endian, src) {
        return None;
    }
    let shuffle_16s = simd.to_native_16(endian);
    let (mut at, mut written) = (0, 0);
    let mut before = simd.splat(0);
    while at < src.len() {
        let units = simd.shuffle_16s(simd.load_end(src, at), shuffle_16s);
        // A high half may be the last unit of the vector before.
        let previous = simd.shift_in::<2>(before, units);
        if simd.is_zero((units | previous) & simd.splat_16(0xF800)) {
            written += encode_below_800(simd, units, dst, written);
        } else {
            let mut parts = Parts::of(simd, units);
            if simd.any_16(surrogates(simd, units) | surrogates(simd, previous)) {
                let wrong;
                (parts, wrong) = mixed(simd, units, previous);
                if simd.any_16(wrong) {
                    return None;
                }
            }
            written += parts.encode::<true>(simd, dst, written);
        }
        before = units;
        at += S::LANES;
    }
    end::<2>(at, written, src, dst)
}

/// UTF-32 that is no more than four vectors.
#[inline(always)]
fn few_utf32_to_utf8<S: Units>(
    simd: S,
    endian: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 4 * S::LANES {
        return None;
    }
    let shuffle_16s = simd.to_native_32(endian);
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let next = at + S::LANES;
        let first = simd.shuffle_16s(simd.load_end(src, at), shuffle_16s);
        let mut second = simd.splat(0);
        if next < src.len() {
            second = simd.shuffle_16s(simd.load_end(src, next), shuffle_16s);
        }
        if malformed(simd, [first, second]) {
            return None;
        }
        if simd.is_zero((first | second) & simd.splat_32(0xFFFF_0000)) {
            let units = simd.narrow_32([first, second]);
            written += if simd.is_zero(units & simd.splat_16(0xF800)) {
                encode_below_800(simd, units, dst, written)
            } else {
                Parts::of(simd, units).encode::<true>(simd, dst, written)
            };
        } else {
            written += simd.encode_1_4::<true>(first, dst, written);
            written += simd.encode_1_4::<true>(second, dst, written);
        }
        at += 2 * S::LANES;
    }
    end::<4>(at, written, src, dst)
}

/// Writes a vector of units below 0x800.
#[inline(always)]
pub(crate) fn encode_below_800<S: Units>(
    simd: S,
    units: S::Bytes,
    dst: &mut Output,
    at: usize,
) -> usize {
    let two = simd.at_least_15(0x80, units);
    simd.encode_1_2::<true>(units, simd.tags(LEAD_OF_2), two, dst, at)
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
fn two_vectors_of_surrogate_pairs<U: Units, const WIDTH: usize>(
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

/// UTF-16 that is ASCII, or no more than a vector.
#[inline(always)]
fn short_utf16_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if let Some(all) =
        one_to_one::utf16_to_bytes::<_, Short>(simd, src, dst, (Endian::NATIVE, ASCII))
    {
        return Some(all);
    }
    if !S::CLIPS || src.len() > S::LANES {
        return None;
    }
    let units = simd.load_partial(src);
    let written = if simd.is_zero(units & simd.splat_16(0xF800)) {
        encode_below_800(simd, units, dst, 0)
    } else if !simd.any_16(surrogates(simd, units)) {
        Parts::of(simd, units).encode::<true>(simd, dst, 0)
    } else {
        let filled = units | filling(simd, src.len());
        if !simd.any_32(!are_surrogate_pairs(simd, filled)) {
            simd.store_or_clip::<true>(
                simd.bytes_of_4(characters_of_surrogate_pairs(simd, filled)),
                dst,
                0,
            );
            return end::<2>(src.len(), src.len(), src, dst);
        }
        let previous = simd.shift_in::<2>(simd.splat(0), units);
        let (parts, wrong) = mixed(simd, units, previous);
        if simd.any_16(wrong) || is_high(Endian::NATIVE, src) {
            return None;
        }
        parts.encode::<true>(simd, dst, 0)
    };
    end::<2>(S::LANES, written, src, dst)
}

/// UTF-32 that is ASCII, or one vector.
#[inline(always)]
fn short_utf32_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if let Some(all) =
        one_to_one::utf32_to_bytes::<_, Short>(simd, src, dst, (Endian::NATIVE, ASCII))
    {
        return Some(all);
    }
    if !S::CLIPS || src.len() > S::LANES {
        return None;
    }
    let characters = simd.load_partial(src);
    if malformed(simd, [characters; 2]) {
        return None;
    }
    let written = simd.encode_1_4::<true>(characters, dst, 0);
    end::<4>(S::LANES, written, src, dst)
}

/// The progress at the end of a text, with the zeros after it up to `at`, of which each unit made one byte.
#[inline(always)]
pub(crate) fn end<const UNIT: usize>(
    at: usize,
    written: usize,
    src: &[u8],
    dst: &Output,
) -> Option<Progress> {
    let written = written - (at - src.len()) / UNIT;
    if written > dst.len() {
        return None;
    }
    Some(Progress {
        read: src.len(),
        written,
    })
}
