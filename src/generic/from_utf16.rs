//! From UTF-16, a vector of units at a time.
//!
//! Each half of a surrogate pair is converted on its own, so that blocks have a fixed length whatever they hold: in UTF-8
//! a half makes two of the four bytes, of which the low half's first one takes two bits from the unit before.
//!
//! ```text
//! high  110110cc ccccccbb  + 0x40 =  11011ddd ccccccbb      11110ddd 10cccccc
//! low   110111bb bbaaaaaa  with the bb of the high half     10bbbbbb 10aaaaaa
//! ```
//!
//! Text is well-formed if low halves stand exactly behind high halves. Where a conversion stops behind a high half, that
//! half is taken back.

use super::blocks::{self, Block, load};
use super::to_utf8::{self, CONTINUATIONS, LEAD_OF_2, LEAD_OF_4, room_16};
use crate::kernels::Progress;
use crate::scheme::{Output, unit16};
use crate::simd::{NATIVE, SLACK, Units};

/// The bits that tell surrogates, halves of pairs, from other units.
pub(super) const SURROGATE_BITS: u16 = 0xF800;
pub(super) const SURROGATE: u16 = 0xD800;
/// The bits that tell high halves from low ones too.
pub(super) const HALF_BITS: u16 = 0xFC00;
const HIGH: u16 = 0xD800;
pub(super) const LOW: u16 = 0xDC00;

/// Whether the last unit of `src` is a high half.
#[inline(always)]
pub(super) fn is_high<const ORDER: bool>(src: &[u8]) -> bool {
    src.last_chunk()
        .is_some_and(|&unit| unit16::<ORDER>(unit) & HALF_BITS == HIGH)
}

/// Whether any unit is half of a surrogate pair.
#[inline(always)]
pub(super) fn has_surrogates<S: Units>(simd: S, units: S::Bytes) -> bool {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.any_16(simd.equal_16(bits, simd.splat_16(SURROGATE)))
}

/// The units one place before those of the vector at `at`, which are `units`.
#[inline(always)]
fn previous<S: Units, const ORDER: bool, const END: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    units: S::Bytes,
) -> S::Bytes {
    if at == 0 {
        simd.shift_in::<2>(simd.splat(0), units)
    } else if END {
        let before = simd.load(src, at - S::LANES);
        simd.shift_in::<2>(simd.ordered_16::<ORDER>(before), units)
    } else {
        simd.ordered_16::<ORDER>(simd.load(src, at - 2))
    }
}

/// Which units are halves of pairs.
struct Halves<S: Units> {
    high: S::Mask16,
    low: S::Mask16,
    /// Low halves without high ones, and what comes instead of a low half.
    wrong: S::Mask16,
}

impl<S: Units> Halves<S> {
    #[inline(always)]
    fn of(simd: S, units: S::Bytes, previous: S::Bytes) -> Self {
        let bits = units & simd.splat_16(HALF_BITS);
        let bits_before = previous & simd.splat_16(HALF_BITS);
        let low = simd.equal_16(bits, simd.splat_16(LOW));
        Halves {
            high: simd.equal_16(bits, simd.splat_16(HIGH)),
            low,
            wrong: low ^ simd.equal_16(bits_before, simd.splat_16(HIGH)),
        }
    }
}

/// The progress of a conversion that stops at `at`: a high half before it, which is written as `half` bytes, is taken
/// back.
#[inline(always)]
fn until<const ORDER: bool>(src: &[u8], at: usize, written: usize, half: usize) -> Progress {
    if is_high::<ORDER>(&src[..at]) {
        Progress {
            read: at - 2,
            written: written - half,
        }
    } else {
        Progress { read: at, written }
    }
}

struct ToUtf8<const ORDER: bool, const CHECKED: bool>;

impl<S: Units, const ORDER: bool, const CHECKED: bool> Block<S> for ToUtf8<ORDER, CHECKED> {
    const LEN: usize = S::LANES;
    const ROOM: usize = room_16(S::LANES);
    const UNIT: usize = 2;
    const ZERO: usize = 1;
    const PLAIN: usize = S::LANES / 2;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Progress {
        if is_high::<ORDER>(&src[..at]) {
            return Progress::START;
        }
        let src = &src[at..];
        let lanes = S::LANES;
        let not_ascii = simd.ordered_16::<ORDER>(simd.splat_16(0xFF80));
        let (mut at, mut written) = (0, 0);
        while src.len() - at >= 4 * lanes && dst.len() - written >= 2 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            if !simd.is_zero(((a | b) | (c | d)) & not_ascii) {
                break;
            }
            let [a, b] = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
            let [c, d] = [simd.ordered_16::<ORDER>(c), simd.ordered_16::<ORDER>(d)];
            simd.store(simd.narrow_16([a, b]), dst, written);
            simd.store(simd.narrow_16([c, d]), dst, written + lanes);
            at += 4 * lanes;
            written += 2 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert<const END: bool>(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Option<usize> {
        let units = simd.ordered_16::<ORDER>(load::<S, END>(simd, src, at));
        let ascii = simd.is_zero(units & simd.splat_16(0xFF80));
        if ascii || !has_surrogates(simd, units) {
            // A high half before the block has no low half.
            if CHECKED && is_high::<ORDER>(&src[..at]) {
                return None;
            }
            if ascii {
                simd.store(simd.narrow_16([units, units]), dst, 0);
                return Some(S::LANES / 2);
            }
            return Some(to_utf8::units(simd, units, dst));
        }
        let previous = previous::<S, ORDER, END>(simd, src, at, units);
        let halves = Halves::of(simd, units, previous);
        if CHECKED && simd.any_16(halves.wrong) {
            return None;
        }
        Some(surrogates_to_utf8(simd, units, previous, &halves, dst))
    }

    #[inline(always)]
    fn until(src: &[u8], at: usize, written: usize) -> Progress {
        until::<ORDER>(src, at, written, 2)
    }
}

/// Writes units of which some are surrogates.
#[inline(always)]
fn surrogates_to_utf8<S: Units>(
    simd: S,
    units: S::Bytes,
    previous: S::Bytes,
    halves: &Halves<S>,
    dst: &mut Output,
) -> usize {
    // The bits of both bytes, six in the second.
    let of_high = simd.add_16(units, simd.splat_16(0x40u16.wrapping_sub(HIGH)));
    let of_high = simd.shift_right_16::<2>(of_high);
    let carried = simd.shift_left_16::<10>(previous) & simd.splat_16(0x0C00);
    let of_low = (units & simd.splat_16(0x03FF)) | carried;
    let bits = simd.select_16(halves.low, of_low, units);
    let bits = simd.select_16(halves.high, of_high, bits);
    let two = simd.at_least_16(0x80, units);
    let three = simd.at_least_16(0x800, units) & !(halves.high | halves.low);
    let continued = halves.low | three;
    let tags = simd.select_16(
        continued,
        simd.splat_16(CONTINUATIONS),
        simd.splat_16(LEAD_OF_2),
    );
    let tags = simd.select_16(halves.high, simd.splat_16(LEAD_OF_4), tags);
    let pairs = simd.select_16(two, simd.sextets(bits) | tags, units);
    if !simd.any_16(three) {
        return simd.squeeze_pairs(pairs, two, dst);
    }
    let leads = simd.shift_right_16::<12>(units) | simd.splat_16(0xE0);
    simd.squeeze_triples(leads, pairs, two, three, dst)
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units, const ORDER: bool, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf8<ORDER, CHECKED>>(simd, src, dst)
}

struct ToUtf16<const FROM: bool, const TO: bool, const CHECKED: bool>;

/// `units` in the order `FROM`, put into the order `TO`.
#[inline(always)]
fn reordered<S: Units, const FROM: bool, const TO: bool>(simd: S, units: S::Bytes) -> S::Bytes {
    if FROM == TO {
        units
    } else {
        simd.swap_16(units)
    }
}

impl<S: Units, const FROM: bool, const TO: bool, const CHECKED: bool> Block<S>
    for ToUtf16<FROM, TO, CHECKED>
{
    const LEN: usize = S::LANES;
    const ROOM: usize = S::LANES;
    const UNIT: usize = 2;
    const ZERO: usize = 2;
    const PLAIN: usize = usize::MAX;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let start = at;
        let mut at = start;
        while src.len() - at >= 4 * lanes && dst.len() - (at - start) >= 4 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            if CHECKED {
                let pairs = any_surrogates::<S, FROM>(simd, [a, b, c, d]);
                if pairs && !well_formed::<S, FROM>(simd, src, at, [a, b, c, d]) {
                    break;
                }
                if !pairs && is_high::<FROM>(&src[..at]) {
                    break;
                }
            }
            let room = &mut dst[at - start..];
            simd.store(reordered::<S, FROM, TO>(simd, a), room, 0);
            simd.store(reordered::<S, FROM, TO>(simd, b), room, lanes);
            simd.store(reordered::<S, FROM, TO>(simd, c), room, 2 * lanes);
            simd.store(reordered::<S, FROM, TO>(simd, d), room, 3 * lanes);
            at += 4 * lanes;
        }
        Progress {
            read: at - start,
            written: at - start,
        }
    }

    #[inline(always)]
    fn convert<const END: bool>(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Option<usize> {
        let raw = load::<S, END>(simd, src, at);
        if CHECKED {
            let units = simd.ordered_16::<FROM>(raw);
            let previous = previous::<S, FROM, END>(simd, src, at, units);
            if simd.any_16(Halves::of(simd, units, previous).wrong) {
                return None;
            }
        }
        simd.store(reordered::<S, FROM, TO>(simd, raw), dst, 0);
        Some(S::LANES)
    }

    #[inline(always)]
    fn until(src: &[u8], at: usize, written: usize) -> Progress {
        until::<FROM>(src, at, written, 2)
    }
}

/// Whether any of four vectors of units in the order `ORDER` has surrogates.
#[inline(always)]
pub(super) fn any_surrogates<S: Units, const ORDER: bool>(simd: S, raw: [S::Bytes; 4]) -> bool {
    // Surrogates become the units below 0x800.
    let flip = simd.ordered_16::<ORDER>(simd.splat_16(SURROGATE));
    let [mut a, mut b, mut c, mut d] = raw;
    a = a ^ flip;
    b = b ^ flip;
    c = c ^ flip;
    d = d ^ flip;
    if ORDER != NATIVE {
        // Without these bits, nothing but zero is below, whatever the order.
        let bits = simd.ordered_16::<ORDER>(simd.splat_16(SURROGATE_BITS));
        a = a & bits;
        b = b & bits;
        c = c & bits;
        d = d & bits;
    }
    let least = simd.min_16(simd.min_16(a, b), simd.min_16(c, d));
    let limit = if ORDER == NATIVE { 0x800 } else { 1 };
    simd.any_16(!simd.at_least_16(limit, least))
}

/// Whether the pairs that end in four vectors of units from `at` on are complete.
#[inline(always)]
pub(super) fn well_formed<S: Units, const ORDER: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    [a, b, c, d]: [S::Bytes; 4],
) -> bool {
    let lanes = S::LANES;
    let mut wrong = wrong_at::<S, ORDER>(simd, src, at, a);
    wrong = wrong | wrong_at::<S, ORDER>(simd, src, at + lanes, b);
    wrong = wrong | wrong_at::<S, ORDER>(simd, src, at + 2 * lanes, c);
    wrong = wrong | wrong_at::<S, ORDER>(simd, src, at + 3 * lanes, d);
    !simd.any_16(wrong)
}

/// The same for one vector `raw` at `at`: where they are not.
#[inline(always)]
fn wrong_at<S: Units, const ORDER: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    raw: S::Bytes,
) -> S::Mask16 {
    let before = if at == 0 {
        simd.shift_in::<2>(simd.splat(0), raw)
    } else {
        simd.load(src, at - 2)
    };
    wrong_in::<S, ORDER>(simd, before, raw)
}

/// Low halves without high ones, and what comes instead of a low half, in units and those before them.
#[inline(always)]
pub(super) fn wrong_in<S: Units, const ORDER: bool>(
    simd: S,
    before: S::Bytes,
    units: S::Bytes,
) -> S::Mask16 {
    let bits = simd.ordered_16::<ORDER>(simd.splat_16(HALF_BITS));
    let high = simd.ordered_16::<ORDER>(simd.splat_16(HIGH));
    let low = simd.ordered_16::<ORDER>(simd.splat_16(LOW));
    simd.equal_16(units & bits, low) ^ simd.equal_16(before & bits, high)
}

/// Converts to UTF-16, of the same byte order or the other.
#[inline(always)]
pub(crate) fn to_utf16<S: Units, const FROM: bool, const TO: bool, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf16<FROM, TO, CHECKED>>(simd, src, dst)
}

struct ToUtf32<const FROM: bool, const TO: bool, const CHECKED: bool>;

impl<S: Units, const FROM: bool, const TO: bool, const CHECKED: bool> Block<S>
    for ToUtf32<FROM, TO, CHECKED>
{
    const LEN: usize = S::LANES;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO: usize = 4;
    const PLAIN: usize = 2 * S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Progress {
        if is_high::<FROM>(&src[..at]) {
            return Progress::START;
        }
        let src = &src[at..];
        let lanes = S::LANES;
        let (mut at, mut written) = (0, 0);
        while src.len() - at >= 4 * lanes && dst.len() - written >= 8 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            if any_surrogates::<S, FROM>(simd, [a, b, c, d]) {
                break;
            }
            store_widened::<S, FROM, TO>(simd, a, dst, written);
            store_widened::<S, FROM, TO>(simd, b, dst, written + 2 * lanes);
            store_widened::<S, FROM, TO>(simd, c, dst, written + 4 * lanes);
            store_widened::<S, FROM, TO>(simd, d, dst, written + 6 * lanes);
            at += 4 * lanes;
            written += 8 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert<const END: bool>(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Option<usize> {
        let raw = load::<S, END>(simd, src, at);
        let units = simd.ordered_16::<FROM>(raw);
        if !has_surrogates(simd, units) {
            if CHECKED && is_high::<FROM>(&src[..at]) {
                return None;
            }
            store_widened::<S, FROM, TO>(simd, raw, dst, 0);
            return Some(2 * S::LANES);
        }
        let previous = previous::<S, FROM, END>(simd, src, at, units);
        if CHECKED && simd.any_16(Halves::of(simd, units, previous).wrong) {
            return None;
        }
        let [first, second] = simd.widen_16(units);
        let [before_first, before_second] = simd.widen_16(previous);
        let written = pairs_to_utf32::<S, TO>(simd, first, before_first, dst);
        Some(written + pairs_to_utf32::<S, TO>(simd, second, before_second, &mut dst[written..]))
    }

    #[inline(always)]
    fn until(src: &[u8], at: usize, written: usize) -> Progress {
        until::<FROM>(src, at, written, 0)
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
fn pairs_to_utf32<S: Units, const TO: bool>(
    simd: S,
    units: S::Bytes,
    previous: S::Bytes,
    dst: &mut Output,
) -> usize {
    const BASE: u32 = 0x1_0000u32.wrapping_sub(((HIGH as u32) << 10) + LOW as u32);
    let pairs = simd.add_32(
        simd.add_32(simd.shift_left_32::<10>(previous), units),
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
pub(crate) fn to_utf32<S: Units, const FROM: bool, const TO: bool, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf32<FROM, TO, CHECKED>>(simd, src, dst)
}
