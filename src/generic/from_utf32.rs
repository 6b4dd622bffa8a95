//! From UTF-32, two vectors of characters at a time.
//!
//! What the Basic Multilingual Plane has is narrowed to units of 16 bits first.

use super::blocks::{self, Block};
use super::surrogates::{HIGH, LOW, surrogates};
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
    const ROOM: usize = 4 * S::LANES + SLACK;
    const ROOM_OF_ONE: usize = S::LANES + SLACK;
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
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let lanes = S::LANES;
        let read = 4 * lanes;
        let a = simd.ordered_32::<ORDER>(simd.load(src, 0));
        let b = simd.ordered_32::<ORDER>(simd.load(src, lanes));
        let c = simd.ordered_32::<ORDER>(simd.load(src, 2 * lanes));
        let d = simd.ordered_32::<ORDER>(simd.load(src, 3 * lanes));
        if simd.is_zero(((a | b) | (c | d)) & simd.splat_32(0xFFFF_0000)) {
            let [first, second] = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            if to_utf8::are_below_800(simd, [first, second]) {
                let written = to_utf8::below_800(simd, [first, second], dst);
                return Some(Progress { read, written });
            }
            if simd.any_16(surrogates(simd, first) | surrogates(simd, second)) {
                return None;
            }
            let mut written = to_utf8::units(simd, first, dst);
            written += to_utf8::units(simd, second, &mut dst[written..]);
            return Some(Progress { read, written });
        }
        if malformed(simd, [a, b]) || malformed(simd, [c, d]) {
            return None;
        }
        let above = are_above(simd, a) & are_above(simd, b) & are_above(simd, c);
        if !simd.any_32(!(above & are_above(simd, d))) {
            simd.store(simd.fours(a), dst, 0);
            simd.store(simd.fours(b), dst, lanes);
            simd.store(simd.fours(c), dst, 2 * lanes);
            simd.store(simd.fours(d), dst, 3 * lanes);
            let written = read;
            return Some(Progress { read, written });
        }
        let mut written = simd.put_quads(a, dst);
        written += simd.put_quads(b, &mut dst[written..]);
        written += simd.put_quads(c, &mut dst[written..]);
        written += simd.put_quads(d, &mut dst[written..]);
        Some(Progress { read, written })
    }

    #[inline(always)]
    fn convert_one(simd: S, raw: S::Bytes, _src: &[u8], dst: &mut Output) -> Option<Progress> {
        let characters = simd.ordered_32::<ORDER>(raw);
        if malformed(simd, [characters, characters]) {
            return None;
        }
        let read = S::LANES;
        let written = simd.put_quads(characters, dst);
        Some(Progress { read, written })
    }
}

/// Which characters are not in the Basic Multilingual Plane.
#[inline(always)]
fn are_above<S: Units>(simd: S, characters: S::Bytes) -> S::Mask32 {
    simd.at_least_32(0x1_0000, characters)
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
    const ROOM_OF_ONE: usize = S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO: usize = 2;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let above = simd.ordered_32::<FROM>(simd.splat_32(0xFFFF_0000));
        let flip = simd.splat_16(HIGH);
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 8 * lanes)
            && let Some(room) = dst.get_mut(written..written + 4 * lanes)
        {
            let (a, of_a) = narrowed::<S, FROM>(simd, block, 0);
            let (b, of_b) = narrowed::<S, FROM>(simd, block, 2 * lanes);
            let (c, of_c) = narrowed::<S, FROM>(simd, block, 4 * lanes);
            let (d, of_d) = narrowed::<S, FROM>(simd, block, 6 * lanes);
            if !simd.is_zero(((of_a | of_b) | (of_c | of_d)) & above) {
                break;
            }
            let least = simd.min_16(
                simd.min_16(a ^ flip, b ^ flip),
                simd.min_16(c ^ flip, d ^ flip),
            );
            if simd.any_16(!simd.at_least_16(0x800, least)) {
                break;
            }
            simd.store(simd.ordered_16::<TO>(a), room, 0);
            simd.store(simd.ordered_16::<TO>(b), room, lanes);
            simd.store(simd.ordered_16::<TO>(c), room, 2 * lanes);
            simd.store(simd.ordered_16::<TO>(d), room, 3 * lanes);
            at += 8 * lanes;
            written += 4 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let read = 2 * S::LANES;
        let first = simd.ordered_32::<FROM>(simd.load(src, 0));
        let second = simd.ordered_32::<FROM>(simd.load(src, S::LANES));
        if !simd.any_32(!(are_above(simd, first) & are_above(simd, second))) {
            let too_large = simd.at_least_32(0x11_0000, simd.max_32(first, second));
            if simd.any_32(too_large) {
                return None;
            }
            simd.store(simd.ordered_16::<TO>(pairs(simd, first)), dst, 0);
            simd.store(simd.ordered_16::<TO>(pairs(simd, second)), dst, S::LANES);
            let written = read;
            return Some(Progress { read, written });
        }
        if malformed(simd, [first, second]) {
            return None;
        }
        if simd.is_zero((first | second) & simd.splat_32(0xFFFF_0000)) {
            let units = simd.narrow_32([first, second]);
            simd.store(simd.ordered_16::<TO>(units), dst, 0);
            let written = S::LANES;
            return Some(Progress { read, written });
        }
        let mut written = put_mixed::<S, TO>(simd, first, dst);
        written += put_mixed::<S, TO>(simd, second, &mut dst[written..]);
        Some(Progress { read, written })
    }

    #[inline(always)]
    fn convert_one(simd: S, raw: S::Bytes, _src: &[u8], dst: &mut Output) -> Option<Progress> {
        let characters = simd.ordered_32::<FROM>(raw);
        if malformed(simd, [characters, characters]) {
            return None;
        }
        let read = S::LANES;
        let written = put_mixed::<S, TO>(simd, characters, dst);
        Some(Progress { read, written })
    }
}

/// Two vectors of characters at `at` as units of 16 bits, if they are not above those, which the second vector shows.
#[inline(always)]
fn narrowed<S: Units, const ORDER: bool>(simd: S, src: &[u8], at: usize) -> (S::Bytes, S::Bytes) {
    let first = simd.load(src, at);
    let second = simd.load(src, at + S::LANES);
    let shown = first | second;
    let first = simd.ordered_32::<ORDER>(first);
    let second = simd.ordered_32::<ORDER>(second);
    (simd.narrow_32([first, second]), shown)
}

/// Surrogate pairs for characters that need them, the high half in the lower 16 bits.
#[inline(always)]
fn pairs<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    (high | low) | simd.splat_32((LOW as u32) << 16 | HIGH as u32)
}

/// Writes characters as one or two units of 16 bits.
#[inline(always)]
fn put_mixed<S: Units, const TO: bool>(simd: S, characters: S::Bytes, dst: &mut Output) -> usize {
    let above = are_above(simd, characters);
    let units = simd.select_32(above, pairs(simd, characters), characters);
    // A second unit, if there is one, is not zero.
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
