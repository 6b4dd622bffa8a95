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
use super::to_utf8::{self, CONTINUATION, LEAD_OF_2, LEAD_OF_4, room_16};
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

/// Whether a high half stands before `at` and no low half at `at`. So that text can be cut there, whoever looks at the units
/// behind need not look back.
#[inline(always)]
fn is_cut<const ORDER: bool>(src: &[u8], at: usize) -> bool {
    let at = at.min(src.len());
    let (before, behind) = src.split_at(at);
    let low = behind
        .first_chunk()
        .is_some_and(|&unit| unit16::<ORDER>(unit) & HALF_BITS == LOW);
    is_high::<ORDER>(before) && !low
}

/// Which units are halves of surrogate pairs.
#[inline(always)]
fn surrogates<S: Units>(simd: S, units: S::Bytes) -> S::Mask16 {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.equal_16(bits, simd.splat_16(SURROGATE))
}

/// Whether any unit is half of a surrogate pair.
#[inline(always)]
pub(super) fn has_surrogates<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    simd.any_16(surrogates(simd, first) | surrogates(simd, second))
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
fn until<const ORDER: bool>(src: &[u8], at: Progress, half: usize) -> Progress {
    if is_high::<ORDER>(&src[..at.read]) {
        Progress {
            read: at.read - 2,
            written: at.written - half,
        }
    } else {
        at
    }
}

struct ToUtf8<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Block<S> for ToUtf8<ORDER> {
    const LEN: usize = 2 * S::LANES;
    const ROOM: usize = room_16(S::LANES);
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
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize> {
        let first = simd.ordered_16::<ORDER>(load::<S, END>(simd, src, 0));
        let second = simd.ordered_16::<ORDER>(load::<S, END>(simd, src, S::LANES));
        let before_first = simd.shift_in::<2>(*before, first);
        *before = second;
        if to_utf8::are_below_800(simd, [first, second]) {
            return Some(to_utf8::below_800(simd, [first, second], dst));
        }
        if !has_surrogates(simd, [first, second]) {
            let written = to_utf8::units(simd, first, dst);
            return Some(written + to_utf8::units(simd, second, &mut dst[written..]));
        }
        let before_second = simd.shift_in::<2>(first, second);
        let first = Characters::of(simd, first, before_first);
        let second = Characters::of(simd, second, before_second);
        if simd.any_16(first.wrong | second.wrong) || is_cut::<ORDER>(src, 2 * S::LANES) {
            return None;
        }
        if !simd.any_16(first.three | second.three) {
            let (bits, two) = ([first.bits, second.bits], [first.two, second.two]);
            return Some(simd.put_pairs(bits, [first.tags, second.tags], two, dst));
        }
        let written = first.put(simd, dst);
        Some(written + second.put(simd, &mut dst[written..]))
    }

    #[inline(always)]
    fn until(src: &[u8], at: Progress) -> Progress {
        until::<ORDER>(src, at, 2)
    }
}

/// Units of which some are surrogates, as what is put for them: their bits, and in how many bytes.
struct Characters<S: Units> {
    bits: S::Bytes,
    tags: S::Bytes,
    two: S::Mask16,
    three: S::Mask16,
    /// Low halves without high ones, and what comes instead of a low half.
    wrong: S::Mask16,
}

impl<S: Units> Characters<S> {
    #[inline(always)]
    fn of(simd: S, units: S::Bytes, previous: S::Bytes) -> Self {
        let halves = Halves::of(simd, units, previous);
        // Six bits in the last byte, those before in the other one.
        let of_high = simd.add_16(units, simd.splat_16(0x40u16.wrapping_sub(HIGH)));
        let of_high = simd.shift_right_16::<2>(of_high);
        let carried = simd.shift_left_16::<10>(previous) & simd.splat_16(0x0C00);
        let of_low = (units & simd.splat_16(0x03FF)) | carried;
        let bits = simd.select_16(halves.low, of_low, units);
        let three = simd.at_least_16(0x800, units) & !(halves.high | halves.low);
        let continued = halves.low | three;
        let tags = simd.select_16(continued, simd.tags(CONTINUATION), simd.tags(LEAD_OF_2));
        Characters {
            bits: simd.select_16(halves.high, of_high, bits),
            tags: simd.select_16(halves.high, simd.tags(LEAD_OF_4), tags),
            two: simd.at_least_16(0x80, units),
            three,
            wrong: halves.wrong,
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
    const UNIT: usize = 2;
    const ZERO: usize = 2;
    const PLAIN: usize = usize::MAX;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let mut at = 0;
        while src.len() - at >= 4 * lanes && dst.len() - at >= 4 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            let vectors = [a, b, c, d];
            if any_surrogates::<S, FROM>(simd, vectors)
                && !well_formed::<S, FROM>(simd, src, at, vectors)
            {
                break;
            }
            let room = &mut dst[at..];
            simd.store(reordered::<S, FROM, TO>(simd, a), room, 0);
            simd.store(reordered::<S, FROM, TO>(simd, b), room, lanes);
            simd.store(reordered::<S, FROM, TO>(simd, c), room, 2 * lanes);
            simd.store(reordered::<S, FROM, TO>(simd, d), room, 3 * lanes);
            at += 4 * lanes;
        }
        Progress {
            read: at,
            written: at,
        }
    }

    #[inline(always)]
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize> {
        let raw = load::<S, END>(simd, src, 0);
        let units = simd.ordered_16::<FROM>(raw);
        let previous = simd.shift_in::<2>(*before, units);
        *before = units;
        let wrong = Halves::of(simd, units, previous).wrong;
        if simd.any_16(wrong) || is_cut::<FROM>(src, S::LANES) {
            return None;
        }
        simd.store(reordered::<S, FROM, TO>(simd, raw), dst, 0);
        Some(S::LANES)
    }

    #[inline(always)]
    fn until(src: &[u8], at: Progress) -> Progress {
        until::<FROM>(src, at, 2)
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

/// Whether the pairs in four vectors of units from `at` on are complete.
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
    !simd.any_16(wrong) && !is_cut::<ORDER>(src, at + 4 * lanes)
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
    const UNIT: usize = 2;
    const ZERO: usize = 4;
    const PLAIN: usize = 2 * S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
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
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize> {
        let raw = load::<S, END>(simd, src, 0);
        let units = simd.ordered_16::<FROM>(raw);
        let previous = simd.shift_in::<2>(*before, units);
        *before = units;
        if !simd.any_16(surrogates(simd, units)) {
            store_widened::<S, FROM, TO>(simd, raw, dst, 0);
            return Some(2 * S::LANES);
        }
        let wrong = Halves::of(simd, units, previous).wrong;
        if simd.any_16(wrong) || is_cut::<FROM>(src, S::LANES) {
            return None;
        }
        let [first, second] = simd.widen_16(units);
        let [before_first, before_second] = simd.widen_16(previous);
        let written = pairs_to_utf32::<S, TO>(simd, first, before_first, dst);
        Some(written + pairs_to_utf32::<S, TO>(simd, second, before_second, &mut dst[written..]))
    }

    #[inline(always)]
    fn until(src: &[u8], at: Progress) -> Progress {
        until::<FROM>(src, at, 0)
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
pub(crate) fn to_utf32<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf32<FROM, TO>>(simd, src, dst)
}
