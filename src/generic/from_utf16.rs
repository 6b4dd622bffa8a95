//! From UTF-16.
//!
//! To UTF-8, each half of a surrogate pair is converted on its own, so that it is a unit like others: it makes two of the
//! four bytes, of which the low half's first one takes two bits from the unit before.
//!
//! ```text
//! high  110110cc ccccccbb  + 0x40 =  11011ddd ccccccbb      11110ddd 10cccccc
//! low   110111bb bbaaaaaa  with the bb of the high half     10bbbbbb 10aaaaaa
//! ```
//!
//! To UTF-32, characters are made where they end, and the high halves are squeezed out. Blocks of nothing but pairs need
//! neither. A block that ends in a high half leaves that to the next one, which so begins with the pair.

use super::blocks::{self, Block};
use super::surrogates::{
    HALF_BITS, HIGH, LOW, any_surrogates, are_pairs, characters_of_pairs, is_high, surrogates,
    well_formed, wrong,
};
use super::to_utf8::{self, CONTINUATION, LEAD_OF_2, LEAD_OF_4, room_16};
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{NATIVE, SLACK, Units};

/// A vector of units, the last of which becomes zero if it `is_cut` off.
#[inline(always)]
fn without_last<S: Units>(simd: S, units: S::Bytes, is_cut: bool) -> S::Bytes {
    const KEPT: [u8; 64] = {
        let mut kept = [0xFF; 64];
        kept[62] = 0;
        kept[63] = 0;
        kept
    };
    if is_cut {
        units & simd.load(&KEPT, KEPT.len() - S::LANES)
    } else {
        units
    }
}

/// The progress of a block, where a last unit that `is_cut` off was taken for a zero and has made `zero` bytes.
#[inline(always)]
fn block_end(at: Progress, is_cut: bool, zero: usize) -> Progress {
    if is_cut {
        Progress {
            read: at.read - 2,
            written: at.written - zero,
        }
    } else {
        at
    }
}

/// Whether a high half is the last unit of the first `len` bytes, if there are so many.
#[inline(always)]
fn is_cut<const ORDER: bool>(src: &[u8], len: usize) -> bool {
    src.get(..len).is_some_and(is_high::<ORDER>)
}

struct ToUtf8<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Block<S> for ToUtf8<ORDER> {
    const LEN: usize = 2 * S::LANES;
    const ROOM: usize = 3 * S::LANES + SLACK;
    const ROOM_OF_ONE: usize = room_16(S::LANES);
    const UNIT: usize = 2;
    const ZERO: usize = 1;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let not_ascii = simd.ordered_16::<ORDER>(simd.splat_16(0xFF80));
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(written..written + 2 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if !simd.is_zero(((a | b) | (c | d)) & not_ascii) {
                break;
            }
            let [a, b] = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
            let [c, d] = [simd.ordered_16::<ORDER>(c), simd.ordered_16::<ORDER>(d)];
            simd.store(simd.narrow_16([a, b]), room, 0);
            simd.store(simd.narrow_16([c, d]), room, lanes);
            at += 4 * lanes;
            written += 2 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let read = 2 * S::LANES;
        let first = simd.ordered_16::<ORDER>(simd.load(src, 0));
        let second = simd.ordered_16::<ORDER>(simd.load(src, S::LANES));
        if to_utf8::are_below_800(simd, [first, second]) {
            let written = to_utf8::below_800(simd, [first, second], dst);
            return Some(Progress { read, written });
        }
        if !simd.any_16(surrogates(simd, first) | surrogates(simd, second)) {
            let mut written = to_utf8::units(simd, first, dst);
            written += to_utf8::units(simd, second, &mut dst[written..]);
            return Some(Progress { read, written });
        }
        if !simd.any_32(!(are_pairs(simd, first) & are_pairs(simd, second))) {
            simd.store(simd.fours(characters_of_pairs(simd, first)), dst, 0);
            simd.store(simd.fours(characters_of_pairs(simd, second)), dst, S::LANES);
            let written = read;
            return Some(Progress { read, written });
        }
        let is_cut = is_cut::<ORDER>(src, read);
        let second = without_last(simd, second, is_cut);
        let before_first = simd.shift_in::<2>(simd.splat(0), first);
        let before_second = simd.shift_in::<2>(first, second);
        let first = Mixed::of(simd, first, before_first);
        let second = Mixed::of(simd, second, before_second);
        if simd.any_16(first.wrong | second.wrong) {
            return None;
        }
        let written = if simd.any_16(first.three | second.three) {
            let written = first.put(simd, dst);
            written + second.put(simd, &mut dst[written..])
        } else {
            let (bits, two) = ([first.bits, second.bits], [first.two, second.two]);
            simd.put_pairs(bits, [first.tags, second.tags], two, dst)
        };
        Some(block_end(Progress { read, written }, is_cut, 1))
    }

    #[inline(always)]
    fn convert_one(simd: S, raw: S::Bytes, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let read = S::LANES;
        let units = simd.ordered_16::<ORDER>(raw);
        if simd.is_zero(units & simd.splat_16(0xFF80)) {
            simd.store(simd.narrow_16([units, units]), dst, 0);
            let written = S::LANES / 2;
            return Some(Progress { read, written });
        }
        if !simd.any_16(surrogates(simd, units)) {
            let written = to_utf8::units(simd, units, dst);
            return Some(Progress { read, written });
        }
        let is_cut = is_cut::<ORDER>(src, read);
        let units = without_last(simd, units, is_cut);
        let units = Mixed::of(simd, units, simd.shift_in::<2>(simd.splat(0), units));
        if simd.any_16(units.wrong) {
            return None;
        }
        let written = units.put(simd, dst);
        Some(block_end(Progress { read, written }, is_cut, 1))
    }
}

/// Units of which some are surrogates, as what is put for them: their bits, and in how many bytes.
struct Mixed<S: Units> {
    bits: S::Bytes,
    tags: S::Bytes,
    two: S::Mask16,
    three: S::Mask16,
    /// Low halves without high ones, and what comes instead of a low half.
    wrong: S::Mask16,
}

impl<S: Units> Mixed<S> {
    #[inline(always)]
    fn of(simd: S, units: S::Bytes, before: S::Bytes) -> Self {
        let bits = units & simd.splat_16(HALF_BITS);
        let low = simd.equal_16(bits, simd.splat_16(LOW));
        let high = simd.equal_16(bits, simd.splat_16(HIGH));
        // Six bits in the last byte, those before in the other one.
        let of_high = simd.add_16(units, simd.splat_16(0x40u16.wrapping_sub(HIGH)));
        let of_high = simd.shift_right_16::<2>(of_high);
        let carried = simd.shift_left_16::<10>(before) & simd.splat_16(0x0C00);
        let of_low = (units & simd.splat_16(0x03FF)) | carried;
        let bits = simd.select_16(low, of_low, units);
        let three = simd.at_least_16(0x800, units) & !(high | low);
        let continued = low | three;
        let tags = simd.select_16(continued, simd.tags(CONTINUATION), simd.tags(LEAD_OF_2));
        Mixed {
            bits: simd.select_16(high, of_high, bits),
            tags: simd.select_16(high, simd.tags(LEAD_OF_4), tags),
            two: simd.at_least_16(0x80, units),
            three,
            wrong: wrong::<S, NATIVE>(simd, before, units),
        }
    }

    #[inline(always)]
    fn put(&self, simd: S, dst: &mut Output) -> usize {
        simd.put_triples(self.bits, self.tags, self.two, self.three, dst)
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

/// `units` in the order `FROM`, put into the order `TO`.
#[inline(always)]
fn reordered<S: Units, const FROM: bool, const TO: bool>(simd: S, units: S::Bytes) -> S::Bytes {
    if FROM == TO {
        units
    } else {
        simd.swap_16(units)
    }
}

impl<S: Units, const FROM: bool, const TO: bool> Block<S> for ToUtf16<FROM, TO> {
    const LEN: usize = S::LANES;
    const ROOM: usize = S::LANES;
    const ROOM_OF_ONE: usize = S::LANES;
    const UNIT: usize = 2;
    const ZERO: usize = 2;
    const PLAIN: usize = usize::MAX;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let mut at = 0;
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(at..at + 4 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            let vectors = [a, b, c, d];
            if any_surrogates::<S, FROM>(simd, vectors) {
                if !well_formed::<S, FROM>(simd, src, at, vectors) {
                    break;
                }
            } else if is_high::<FROM>(&src[..at]) {
                break;
            }
            simd.store(reordered::<S, FROM, TO>(simd, a), room, 0);
            simd.store(reordered::<S, FROM, TO>(simd, b), room, lanes);
            simd.store(reordered::<S, FROM, TO>(simd, c), room, 2 * lanes);
            simd.store(reordered::<S, FROM, TO>(simd, d), room, 3 * lanes);
            at += 4 * lanes;
        }
        let all = Progress {
            read: at,
            written: at,
        };
        block_end(all, is_cut::<FROM>(src, at), 2)
    }

    #[inline(always)]
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        Self::convert_one(simd, simd.load(src, 0), src, dst)
    }

    #[inline(always)]
    fn convert_one(simd: S, raw: S::Bytes, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let is_cut = is_cut::<FROM>(src, S::LANES);
        let raw = without_last(simd, raw, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), raw);
        if simd.any_16(wrong::<S, FROM>(simd, before, raw)) {
            return None;
        }
        simd.store(reordered::<S, FROM, TO>(simd, raw), dst, 0);
        let all = Progress {
            read: S::LANES,
            written: S::LANES,
        };
        Some(block_end(all, is_cut, 2))
    }
}

/// Converts to UTF-16, of the same byte order or the other.
#[inline(always)]
pub(crate) fn to_utf16<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf16<FROM, TO>>(simd, src, dst)
}

struct ToUtf32<const FROM: bool, const TO: bool>;

impl<S: Units, const FROM: bool, const TO: bool> Block<S> for ToUtf32<FROM, TO> {
    const LEN: usize = S::LANES;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const ROOM_OF_ONE: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO: usize = 4;
    const PLAIN: usize = 2 * S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(written..written + 8 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if any_surrogates::<S, FROM>(simd, [a, b, c, d]) {
                break;
            }
            store_widened::<S, FROM, TO>(simd, a, room, 0);
            store_widened::<S, FROM, TO>(simd, b, room, 2 * lanes);
            store_widened::<S, FROM, TO>(simd, c, room, 4 * lanes);
            store_widened::<S, FROM, TO>(simd, d, room, 6 * lanes);
            at += 4 * lanes;
            written += 8 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        Self::convert_one(simd, simd.load(src, 0), src, dst)
    }

    #[inline(always)]
    fn convert_one(simd: S, raw: S::Bytes, src: &[u8], dst: &mut Output) -> Option<Progress> {
        let read = S::LANES;
        let units = simd.ordered_16::<FROM>(raw);
        if !simd.any_16(surrogates(simd, units)) {
            store_widened::<S, FROM, TO>(simd, raw, dst, 0);
            let written = 2 * S::LANES;
            return Some(Progress { read, written });
        }
        if !simd.any_32(!are_pairs(simd, units)) {
            let characters = characters_of_pairs(simd, units);
            simd.store(simd.ordered_32::<TO>(characters), dst, 0);
            let written = S::LANES;
            return Some(Progress { read, written });
        }
        let is_cut = is_cut::<FROM>(src, read);
        let units = without_last(simd, units, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), units);
        if simd.any_16(wrong::<S, NATIVE>(simd, before, units)) {
            return None;
        }
        let [first, second] = simd.widen_16(units);
        let [before_first, before_second] = simd.widen_16(before);
        let mut written = mixed_to_utf32::<S, TO>(simd, first, before_first, dst);
        let room = &mut dst[written..];
        written += mixed_to_utf32::<S, TO>(simd, second, before_second, room);
        Some(block_end(Progress { read, written }, is_cut, 4))
    }
}

/// Writes units in the order `FROM`, none of them a surrogate, as units of 32 bits.
#[inline(always)]
fn store_widened<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    raw: S::Bytes,
    dst: &mut Output,
    at: usize,
) {
    let [first, second] = simd.widen_16(simd.ordered_16::<FROM>(raw));
    simd.store(simd.ordered_32::<TO>(first), dst, at);
    simd.store(simd.ordered_32::<TO>(second), dst, at + S::LANES);
}

/// Writes the characters that end in each unit, given as 32 bits like the units before them.
#[inline(always)]
fn mixed_to_utf32<S: Units, const TO: bool>(
    simd: S,
    units: S::Bytes,
    before: S::Bytes,
    dst: &mut Output,
) -> usize {
    const BASE: u32 = 0x1_0000u32.wrapping_sub(((HIGH as u32) << 10) + LOW as u32);
    let pairs = simd.add_32(
        simd.add_32(simd.shift_left_32::<10>(before), units),
        simd.splat_32(BASE),
    );
    let from_high = simd.at_least_32(HIGH.into(), units);
    let from_low = simd.at_least_32(LOW.into(), units);
    let above = simd.at_least_32(0xE000, units);
    let characters = simd.select_32(from_low & !above, pairs, units);
    let ends = !from_high | from_low;
    simd.squeeze_32(simd.ordered_32::<TO>(characters), ends, dst)
}

/// Converts to UTF-32.
#[inline(always)]
pub(crate) fn to_utf32<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf32<FROM, TO>>(simd, src, dst)
}
