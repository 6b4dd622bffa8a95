//! From UTF-32, two vectors of characters at a time.
//!
//! What the Basic Multilingual Plane has is narrowed to units of 16 bits first.

use super::blocks::{self, Block, load};
use super::from_utf16::has_surrogates;
use super::to_utf8;
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};

/// What no character is, once [`flipped`] is applied.
pub(super) const TOO_LARGE: u32 = 0x11_0000 - 0x800;

/// Characters numbered anew, without a gap: surrogates come last, so that all from `TOO_LARGE` on are malformed.
#[inline(always)]
pub(super) fn flipped<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let flipped = characters ^ simd.splat_32(0xD800);
    simd.add_32(flipped, simd.splat_32(0x800u32.wrapping_neg()))
}

/// Whether any unit of two vectors is no character.
#[inline(always)]
fn malformed<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    let greatest = simd.max_32(flipped(simd, first), flipped(simd, second));
    simd.any_32(simd.at_least_32(TOO_LARGE, greatest))
}

struct ToUtf8<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Block<S> for ToUtf8<ORDER> {
    const LEN: usize = 4 * S::LANES;
    const ROOM: usize = 4 * S::LANES + 2 * SLACK;
    const UNIT: usize = 4;
    const ZERO: usize = 1;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let not_ascii = simd.ordered_32::<ORDER>(simd.splat_32(!0x7F));
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(written..written + lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if !simd.is_zero(((a | b) | (c | d)) & not_ascii) {
                break;
            }
            let [a, b] = [simd.ordered_32::<ORDER>(a), simd.ordered_32::<ORDER>(b)];
            let [c, d] = [simd.ordered_32::<ORDER>(c), simd.ordered_32::<ORDER>(d)];
            let units = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            simd.store(simd.narrow_16(units), room, 0);
            at += 4 * lanes;
            written += lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        _before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize> {
        let lanes = S::LANES;
        let a = simd.ordered_32::<ORDER>(load::<S, END>(simd, src, 0));
        let b = simd.ordered_32::<ORDER>(load::<S, END>(simd, src, lanes));
        let c = simd.ordered_32::<ORDER>(load::<S, END>(simd, src, 2 * lanes));
        let d = simd.ordered_32::<ORDER>(load::<S, END>(simd, src, 3 * lanes));
        if simd.is_zero(((a | b) | (c | d)) & simd.splat_32(0xFFFF_0000)) {
            let units = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            if to_utf8::are_below_800(simd, units) {
                return Some(to_utf8::below_800(simd, units, dst));
            }
            if has_surrogates(simd, units) {
                return None;
            }
            let written = to_utf8::units(simd, units[0], dst);
            return Some(written + to_utf8::units(simd, units[1], &mut dst[written..]));
        }
        if malformed(simd, [a, b]) || malformed(simd, [c, d]) {
            return None;
        }
        let mut written = simd.put_quads(a, dst);
        written += simd.put_quads(b, &mut dst[written..]);
        written += simd.put_quads(c, &mut dst[written..]);
        Some(written + simd.put_quads(d, &mut dst[written..]))
    }
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units, const ORDER: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf8<ORDER>>(simd, src, dst)
}

struct ToUtf16<const FROM: bool, const TO: bool>;

impl<S: Units, const FROM: bool, const TO: bool> Block<S> for ToUtf16<FROM, TO> {
    const LEN: usize = 2 * S::LANES;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO: usize = 2;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let above = simd.ordered_32::<FROM>(simd.splat_32(0xFFFF_0000));
        let (mut at, mut written) = (0, 0);
        while src.len() - at >= 4 * lanes && dst.len() - written >= 2 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            if !simd.is_zero(((a | b) | (c | d)) & above) {
                break;
            }
            let [a, b] = [simd.ordered_32::<FROM>(a), simd.ordered_32::<FROM>(b)];
            let [c, d] = [simd.ordered_32::<FROM>(c), simd.ordered_32::<FROM>(d)];
            let [first, second] = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            if has_surrogates(simd, [first, second]) {
                break;
            }
            simd.store(simd.ordered_16::<TO>(first), dst, written);
            simd.store(simd.ordered_16::<TO>(second), dst, written + lanes);
            at += 4 * lanes;
            written += 2 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        _before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize> {
        let first = simd.ordered_32::<FROM>(load::<S, END>(simd, src, 0));
        let second = simd.ordered_32::<FROM>(load::<S, END>(simd, src, S::LANES));
        if malformed(simd, [first, second]) {
            return None;
        }
        if simd.is_zero((first | second) & simd.splat_32(0xFFFF_0000)) {
            let units = simd.narrow_32([first, second]);
            simd.store(simd.ordered_16::<TO>(units), dst, 0);
            return Some(S::LANES);
        }
        let written = to_pairs::<S, TO>(simd, first, dst);
        Some(written + to_pairs::<S, TO>(simd, second, &mut dst[written..]))
    }
}

/// Writes characters as one or two units of 16 bits.
#[inline(always)]
fn to_pairs<S: Units, const TO: bool>(simd: S, characters: S::Bytes, dst: &mut Output) -> usize {
    // The low half of each unit of 32 bits comes first.
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    let pairs = high | low | simd.splat_32(0xDC00_D800);
    let above = simd.at_least_32(0x1_0000, characters);
    let units = simd.select_32(above, pairs, characters);
    let kept = simd.at_least_16(1, units | simd.splat_32(0x0000_FFFF));
    simd.squeeze_16(simd.ordered_16::<TO>(units), kept, dst)
}

/// Converts to UTF-16.
#[inline(always)]
pub(crate) fn to_utf16<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf16<FROM, TO>>(simd, src, dst)
}
