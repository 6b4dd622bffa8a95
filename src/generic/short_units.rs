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

use super::from_utf16::mixed;
use super::from_utf32::{malformed, pairs};
use super::one_to_one::{self, Few, Short};
use super::surrogates::{HIGH, LOW, are_pairs, characters_of_pairs, is_high, surrogates};
use super::to_utf8::{LEAD_OF_2, Parts};
use crate::kernels::{Form, Progress};
use crate::scalar;
use crate::scheme::{Length, Output, Scheme, Utf8};
use crate::simd::{NATIVE, SLACK, Units};

/// Units in a short text.
const SHORT: usize = 256;

/// Units in a text of which each vector is worth a look of its own.
const LOOKED_AT: usize = 192;

/// Units in a text that is looked at for ASCII before anything else, where that cannot be done vector by vector.
const MAYBE_ASCII: usize = 128;

/// Whether there is anything here for the pair.
pub(crate) const fn has<U: Units, S: Scheme, D: Scheme>() -> bool {
    let differ = S::WIDTH != D::WIDTH || U::CLIPS && matches!(D::LENGTH, Length::Utf8);
    S::INDEX != Utf8::INDEX && differ
}

/// Whether `src` is short, and neither empty nor cut off.
#[inline(always)]
pub(crate) fn is_short<S: Scheme>(src: &[u8]) -> bool {
    src.len().wrapping_sub(1) < SHORT * S::WIDTH && src.len().is_multiple_of(S::WIDTH)
}

/// Whether there is anything in [`convert_other`] for the pair.
pub(crate) const fn has_other<S: Scheme, D: Scheme>() -> bool {
    let with_pairs = matches!((S::WIDTH, D::WIDTH), (2, 4) | (4, 2));
    let to_utf8 = matches!(D::LENGTH, Length::Utf8) && S::WIDTH == 2;
    S::INDEX != Utf8::INDEX && (to_utf8 || with_pairs)
}

/// Converts all of `src` or nothing: it may be long, of a kind that this is not for, or too much for the room.
#[inline(always)]
pub(crate) fn convert_plain<U: Units, S: Scheme, D: Scheme>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Form,
    to: Form,
) -> Option<Progress> {
    if !is_short::<S>(src) {
        return None;
    }
    if !U::CLIPS {
        let narrower = if S::WIDTH < D::WIDTH {
            S::WIDTH
        } else {
            D::WIDTH
        };
        if S::WIDTH > 1 && src.len() / S::WIDTH * narrower < U::LANES {
            return convert_few::<_, S, D>(simd.narrow(), src, dst, from, to);
        }
        if matches!(D::LENGTH, Length::Utf8) && src.len() > MAYBE_ASCII * S::WIDTH {
            return None;
        }
    }
    if S::WIDTH > 1 && from.order() != NATIVE || D::WIDTH > 1 && to.order() != NATIVE {
        return None;
    }
    match (S::WIDTH, D::WIDTH, D::LENGTH) {
        (1, 1, Length::Utf8) if U::CLIPS => latin1_to_utf8(simd, src, dst),
        (2, 1, Length::Utf8) => short_utf16_to_utf8(simd, src, dst),
        (4, 1, Length::Utf8) => short_utf32_to_utf8(simd, src, dst),
        (1, 2, _) => {
            one_to_one::single_byte_to_utf16::<_, Short>(simd, from.limit(), NATIVE, src, dst)
        }
        (1, 4, _) => {
            one_to_one::single_byte_to_utf32::<_, Short>(simd, from.limit(), NATIVE, src, dst)
        }
        (2, 1, _) => {
            one_to_one::utf16_to_single_byte::<_, Short>(simd, NATIVE, to.limit(), src, dst)
        }
        (4, 1, _) => {
            one_to_one::utf32_to_single_byte::<_, Short>(simd, NATIVE, to.limit(), src, dst)
        }
        (2, 4, _) => one_to_one::utf16_to_utf32::<_, Short>(simd, NATIVE, NATIVE, src, dst),
        (4, 2, _) => one_to_one::utf32_to_utf16::<_, Short>(simd, NATIVE, NATIVE, src, dst),
        _ => None,
    }
}

/// The same for what is less than a block.
#[inline(always)]
fn convert_few<U: Units, S: Scheme, D: Scheme>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Form,
    to: Form,
) -> Option<Progress> {
    let is_utf8 = matches!(D::LENGTH, Length::Utf8);
    let order = from.order();
    let limit = if is_utf8 { 0x7F } else { to.limit() };
    let all = match (S::WIDTH, D::WIDTH) {
        (2, 1) => one_to_one::utf16_to_single_byte::<_, Few>(simd, order, limit, src, dst),
        (4, 1) => one_to_one::utf32_to_single_byte::<_, Few>(simd, order, limit, src, dst),
        (2, 4) => one_to_one::utf16_to_utf32::<_, Few>(simd, order, to.order(), src, dst),
        (4, 2) => one_to_one::utf32_to_utf16::<_, Few>(simd, order, to.order(), src, dst),
        _ => None,
    };
    match (all, S::WIDTH) {
        (None, 2) if is_utf8 => few_utf16_to_utf8(simd, order, src, dst),
        (None, 4) if is_utf8 => few_utf32_to_utf8(simd, order, src, dst),
        (None, 2 | 4) if D::WIDTH > 1 => {
            if order == NATIVE
                && to.order() == NATIVE
                && let Some(all) = few_pairs::<_, S>(simd, src, dst)
            {
                return Some(all);
            }
            with_pairs::<S, D>(src, dst, from, to)
        }
        _ => all,
    }
}

/// Converts so few units, of which some are halves of pairs or become such, that it is quicker with plain code.
#[inline(always)]
fn with_pairs<S: Scheme, D: Scheme>(
    src: &[u8],
    dst: &mut Output,
    from: Form,
    to: Form,
) -> Option<Progress> {
    let known = from.order() == S::FORM.order() && to.order() == D::FORM.order();
    if src.len() >= 8 * S::WIDTH || !known {
        return None;
    }
    Some(scalar::convert::<S, D>(src, dst, Progress::START))
}

/// UTF-16 that is no more than two vectors.
#[inline(always)]
fn few_utf16_to_utf8<S: Units>(
    simd: S,
    order: bool,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 2 * S::LANES || is_high(order, src) {
        return None;
    }
    let reorder = simd.order_16(order);
    let (mut at, mut written) = (0, 0);
    let mut before = simd.splat(0);
    while at < src.len() {
        let units = simd.reorder(simd.load_end(src, at), reorder);
        // A high half may be the last unit of the vector before.
        let previous = simd.shift_in::<2>(before, units);
        if simd.is_zero((units | previous) & simd.splat_16(0xF800)) {
            written += put_short(simd, units, dst, written);
        } else {
            let mut parts = Parts::of(simd, units);
            if simd.any_16(surrogates(simd, units) | surrogates(simd, previous)) {
                let wrong;
                (parts, wrong) = mixed(simd, units, previous);
                if simd.any_16(wrong) {
                    return None;
                }
            }
            written += parts.put::<true>(simd, dst, written);
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
    order: bool,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 4 * S::LANES {
        return None;
    }
    let reorder = simd.order_32(order);
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let next = at + S::LANES;
        let first = simd.reorder(simd.load_end(src, at), reorder);
        let mut second = simd.splat(0);
        if next < src.len() {
            second = simd.reorder(simd.load_end(src, next), reorder);
        }
        if malformed(simd, [first, second]) {
            return None;
        }
        if simd.is_zero((first | second) & simd.splat_32(0xFFFF_0000)) {
            let units = simd.narrow_32([first, second]);
            written += if simd.is_zero(units & simd.splat_16(0xF800)) {
                put_short(simd, units, dst, written)
            } else {
                Parts::of(simd, units).put::<true>(simd, dst, written)
            };
        } else {
            written += simd.put_quads::<true>(first, dst, written);
            written += simd.put_quads::<true>(second, dst, written);
        }
        at += 2 * S::LANES;
    }
    end::<4>(at, written, src, dst)
}

/// Writes a vector of units below 0x800.
#[inline(always)]
fn put_short<S: Units>(simd: S, units: S::Bytes, dst: &mut Output, at: usize) -> usize {
    let two = simd.at_least_15(0x80, units);
    simd.put_pair::<true>(units, simd.tags(LEAD_OF_2), two, dst, at)
}

/// Latin-1, vector by vector.
#[inline(always)]
fn latin1_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() <= S::LANES {
        let bytes = simd.load_partial(src);
        if simd.is_ascii(bytes) {
            simd.store_clipped(bytes, dst, 0);
            return end::<1>(src.len(), src.len(), src, dst);
        }
        if src.len() > S::LANES / 2 {
            let written = simd.put_latin1::<true>(bytes, dst, 0);
            return end::<1>(S::LANES, written, src, dst);
        }
        let [units, _] = simd.widen_8(bytes);
        let written = put_short(simd, units, dst, 0);
        return end::<1>(S::LANES / 2, written, src, dst);
    }
    let (mut at, mut written) = (0, 0);
    while at < src.len() - S::LANES {
        let bytes = simd.load(src, at);
        let Some(room) = dst.get_mut(written..written + 2 * S::LANES + SLACK) else {
            break;
        };
        written += if simd.is_ascii(bytes) {
            simd.store(bytes, room, 0);
            S::LANES
        } else {
            simd.put_latin1::<false>(bytes, room, 0)
        };
        at += S::LANES;
    }
    // The last vector, and those for which there is not ample room.
    while at < src.len() {
        let bytes = simd.load_partial(&src[at..]);
        written += if simd.is_ascii(bytes) {
            simd.store_clipped(bytes, dst, written);
            S::LANES
        } else {
            simd.put_latin1::<true>(bytes, dst, written)
        };
        at += S::LANES;
    }
    end::<1>(at, written, src, dst)
}

/// What goes behind the pairs of a vector that is not full: pairs, behind as many zeros.
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

/// Pairs behind `len` bytes of zeros.
#[inline(always)]
fn filling<S: Units>(simd: S, len: usize) -> S::Bytes {
    simd.load(&FILLING, FILLING.len() / 2 - len)
}

/// UTF-16 that is nothing but surrogate pairs to UTF-32, or back: as much as a vector that is loaded in part.
#[inline(always)]
fn part_of_pairs<U: Units, S: Scheme>(simd: U, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() > U::LANES {
        return None;
    }
    let (units, filling) = (simd.load_partial(src), filling(simd, src.len()));
    let filled = if S::WIDTH == 2 {
        units | filling
    } else {
        let behind = simd.at_least_32(1, filling);
        simd.select_32(behind, simd.splat_32(0x1_0000), units)
    };
    simd.put::<true>(pairs_exchanged::<_, S>(simd, filled)?, dst, 0);
    end::<1>(src.len(), src.len(), src, dst)
}

/// The same for two vectors that are loaded whole, or the halves of one.
#[inline(always)]
fn few_pairs<U: Units, S: Scheme>(simd: U, src: &[u8], dst: &mut Output) -> Option<Progress> {
    let len = src.len();
    if len < U::LANES / 2 || len > 2 * U::LANES || !len.is_multiple_of(4) {
        return None;
    }
    let room = dst.get_mut(..len)?;
    if len < U::LANES {
        let all = simd.load_ends::<8>(src);
        simd.store_ends::<8>(pairs_exchanged::<_, S>(simd, all)?, room);
    } else {
        let last = len - U::LANES;
        let (first, second) = (simd.load(src, 0), simd.load(src, last));
        let first = pairs_exchanged::<_, S>(simd, first)?;
        let second = pairs_exchanged::<_, S>(simd, second)?;
        simd.store(first, room, 0);
        simd.store(second, room, last);
    }
    end::<1>(len, len, src, room)
}

/// A vector of surrogate pairs as characters, or of such characters as pairs; `None` if any is something else.
#[inline(always)]
fn pairs_exchanged<U: Units, S: Scheme>(simd: U, units: U::Bytes) -> Option<U::Bytes> {
    if S::WIDTH == 2 {
        if simd.any_32(!are_pairs(simd, units)) {
            return None;
        }
        return Some(characters_of_pairs(simd, units));
    }
    let bits = simd.add_32(units, simd.splat_32(0x1_0000u32.wrapping_neg()));
    if simd.any_32(simd.at_least_32(0x10_0000, bits)) {
        return None;
    }
    Some(pairs(simd, units))
}

/// UTF-16 that is ASCII, or no more than a vector.
#[inline(always)]
fn short_utf16_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if let Some(all) = one_to_one::utf16_to_single_byte::<_, Short>(simd, NATIVE, 0x7F, src, dst) {
        return Some(all);
    }
    if !S::CLIPS || src.len() > S::LANES {
        return None;
    }
    let units = simd.load_partial(src);
    let written = if simd.is_zero(units & simd.splat_16(0xF800)) {
        put_short(simd, units, dst, 0)
    } else if !simd.any_16(surrogates(simd, units)) {
        Parts::of(simd, units).put::<true>(simd, dst, 0)
    } else {
        let filled = units | filling(simd, src.len());
        if !simd.any_32(!are_pairs(simd, filled)) {
            simd.put::<true>(simd.fours(characters_of_pairs(simd, filled)), dst, 0);
            return end::<2>(src.len(), src.len(), src, dst);
        }
        let previous = simd.shift_in::<2>(simd.splat(0), units);
        let (parts, wrong) = mixed(simd, units, previous);
        if simd.any_16(wrong) || is_high(NATIVE, src) {
            return None;
        }
        parts.put::<true>(simd, dst, 0)
    };
    end::<2>(S::LANES, written, src, dst)
}

/// UTF-32 that is ASCII, or one vector.
#[inline(always)]
fn short_utf32_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if let Some(all) = one_to_one::utf32_to_single_byte::<_, Short>(simd, NATIVE, 0x7F, src, dst) {
        return Some(all);
    }
    if !S::CLIPS || src.len() > S::LANES {
        return None;
    }
    let characters = simd.load_partial(src);
    if malformed(simd, [characters; 2]) {
        return None;
    }
    let written = simd.put_quads::<true>(characters, dst, 0);
    end::<4>(S::LANES, written, src, dst)
}

/// The same for text that needs a look at each unit.
#[inline(always)]
pub(crate) fn convert_other<U: Units, S: Scheme, D: Scheme>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Form,
    to: Form,
) -> Option<Progress> {
    if !is_short::<S>(src) || from.order() != NATIVE || D::WIDTH > 1 && to.order() != NATIVE {
        return None;
    }
    if D::WIDTH == 1 {
        return utf16_to_utf8(simd, src, dst);
    }
    let all = part_of_pairs::<_, S>(simd, src, dst);
    if all.is_some() {
        return all;
    }
    with_pairs::<S, D>(src, dst, from, to)
}

#[inline(always)]
fn utf16_to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if src.len() > 2 * LOOKED_AT {
        return None;
    }
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let units = simd.load_partial(&src[at..]);
        if !simd.is_zero(units & simd.splat_16(0xF800)) {
            break;
        }
        written += put_short(simd, units, dst, written);
        at += S::LANES;
    }
    while at < src.len() {
        let units = simd.load_partial(&src[at..]);
        if simd.any_16(surrogates(simd, units)) {
            return None;
        }
        written += Parts::of(simd, units).put::<true>(simd, dst, written);
        at += S::LANES;
    }
    end::<2>(at, written, src, dst)
}

/// The progress at the end of a text, with the zeros behind it up to `at`, of which each unit made one byte.
#[inline(always)]
fn end<const UNIT: usize>(at: usize, written: usize, src: &[u8], dst: &Output) -> Option<Progress> {
    let written = written - (at - src.len()) / UNIT;
    if written > dst.len() {
        return None;
    }
    Some(Progress {
        read: src.len(),
        written,
    })
}
