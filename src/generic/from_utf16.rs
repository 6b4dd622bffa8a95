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

use super::blocks::{self, Blocks, Vectors};
use super::one_to_one::{self, Long, Native};
use super::stretches::{self, Stretches};
use super::surrogates::{
    HALF_BITS, HIGH, LOW, SURROGATE, SURROGATE_BITS, Signs, are_pairs, characters_of_pairs, is_high,
};
use super::to_utf8::{self, CONTINUATION, LEAD_OF_2, Parts};
use crate::kernels::Progress;
use crate::scheme::{BIG, Output};
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
fn is_cut(order: bool, src: &[u8], len: usize) -> bool {
    src.get(..len).is_some_and(|src| is_high(order, src))
}

#[derive(Clone, Copy)]
struct ToUtf8<S: Units> {
    order: bool,
    reorder: S::Bytes,
}

impl<S: Units> Stretches<S> for ToUtf8<S> {
    const UNITS: usize = if S::LANES < 64 { 64 } else { 128 };

    #[inline(always)]
    fn kind(self, simd: S, any: S::Bytes) -> u32 {
        let any = simd.reorder(any, self.reorder);
        u32::from(!simd.is_zero(any & simd.splat_16(0xFF80)))
            + u32::from(!simd.is_zero(any & simd.splat_16(0xF800)))
    }

    #[inline(always)]
    fn are_ascii(self, simd: S, any: S::Bytes) -> bool {
        simd.is_zero(any & simd.reorder(simd.splat_16(0xFF80), self.reorder))
    }

    #[inline(always)]
    fn letters(self, simd: S, [first, second, ..]: Vectors<S>) -> u64 {
        let not_ascii = simd.reorder(simd.splat_16(0xFF80), self.reorder);
        let zero = simd.splat(0);
        simd.bits_16([
            !simd.equal_16(first & not_ascii, zero),
            !simd.equal_16(second & not_ascii, zero),
        ])
    }

    #[inline(always)]
    fn narrowed(self, simd: S, [first, second, ..]: Vectors<S>) -> S::Bytes {
        let first = simd.reorder(first, self.reorder);
        let second = simd.reorder(second, self.reorder);
        simd.narrow_16([first, second])
    }

    #[inline(always)]
    fn put_short(self, simd: S, [first, second, ..]: Vectors<S>, dst: &mut Output) -> usize {
        let first = Parts::below_800(simd, simd.reorder(first, self.reorder));
        let second = Parts::below_800(simd, simd.reorder(second, self.reorder));
        to_utf8::put::<S, false>(simd, [first, second], true, dst)
    }

    #[inline(always)]
    fn has_surrogates(self, simd: S, part: &[u8]) -> bool {
        Signs::new(simd, Some(self.reorder)).any_of(simd, part)
    }

    #[inline(always)]
    fn put_any(
        self,
        simd: S,
        [first, second, ..]: Vectors<S>,
        threes: bool,
        dst: &mut Output,
    ) -> usize {
        let first = simd.reorder(first, self.reorder);
        let second = simd.reorder(second, self.reorder);
        if threes && to_utf8::are_from_800(simd, [first, second]) {
            return simd.put_threes::<false>([first, second], dst, 0);
        }
        simd.put_units::<false>([first, second], dst, 0)
    }

    #[inline(always)]
    fn character(self, src: &[u8]) -> Option<u32> {
        let unit = *src.first_chunk()?;
        let unit = if self.order == BIG {
            u16::from_be_bytes(unit)
        } else {
            u16::from_le_bytes(unit)
        };
        (unit & SURROGATE_BITS != SURROGATE).then_some(unit.into())
    }
}

impl<S: Units> Blocks<S> for ToUtf8<S> {
    const VECTORS: usize = 2;
    const ROOM: usize = 3 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO: usize = 1;
    const PLAIN: usize = if S::STRETCHES { usize::MAX } else { S::LANES };
    const CALM: usize = if S::STRETCHES {
        1024 / S::LANES
    } else {
        usize::MAX
    };

    #[inline(always)]
    fn plain(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        stretches::convert(simd, self, src, dst)
    }

    #[inline(always)]
    fn plain_block<const CLIPPED: bool>(
        self,
        simd: S,
        [first, second, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let first = simd.reorder(first, self.reorder);
        let second = simd.reorder(second, self.reorder);
        if !simd.is_zero((first | second) & simd.splat_16(0xFF80)) {
            return None;
        }
        simd.put::<CLIPPED>(simd.narrow_16([first, second]), dst, 0);
        Some(Progress {
            read: 2 * S::LANES,
            written: S::LANES,
        })
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let mut read = 2 * S::LANES;
        let first = simd.reorder(vectors[0], self.reorder);
        let mut second = simd.reorder(vectors[1], self.reorder);
        let mut is_cut = false;
        let mut below_800 = to_utf8::are_below_800(simd, [first, second]);
        if below_800 && let Some(plain) = self.plain_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(plain);
        }
        let parts = if below_800 {
            let parts = [
                Parts::below_800(simd, first),
                Parts::below_800(simd, second),
            ];
            if !S::JOINS && !CLIPPED {
                let written = to_utf8::put::<S, CLIPPED>(simd, parts, true, dst);
                return Some(Progress { read, written });
            }
            parts
        } else if !simd.any_surrogate([first, second]) {
            if !S::JOINS && !CLIPPED {
                let written = simd.put_units::<CLIPPED>([first, second], dst, 0);
                return Some(Progress { read, written });
            }
            [Parts::of(simd, first), Parts::of(simd, second)]
        } else {
            if !simd.any_32(!(are_pairs(simd, first) & are_pairs(simd, second))) {
                simd.put::<CLIPPED>(simd.fours(characters_of_pairs(simd, first)), dst, 0);
                let second = simd.fours(characters_of_pairs(simd, second));
                simd.put::<CLIPPED>(second, dst, S::LANES);
                let written = read;
                return Some(Progress { read, written });
            }
            is_cut = self::is_cut(self.order, src, read);
            second = without_last(simd, second, is_cut);
            let before_first = simd.shift_in::<2>(simd.splat(0), first);
            let before_second = simd.shift_in::<2>(first, second);
            let (first, wrong_first) = mixed(simd, first, before_first);
            let (second, wrong_second) = mixed(simd, second, before_second);
            if simd.any_16(wrong_first | wrong_second) {
                return None;
            }
            below_800 = !S::APART && to_utf8::are_below_800(simd, [first.size, second.size]);
            [first, second]
        };
        if CLIPPED && src.len() <= S::LANES && !below_800 {
            // Half a block.
            read = S::LANES;
            let [first, _] = parts;
            let written = first.put::<CLIPPED>(simd, dst, 0);
            return Some(Progress { read, written });
        }
        let written = to_utf8::put::<S, CLIPPED>(simd, parts, below_800, dst);
        Some(block_end(Progress { read, written }, is_cut, 1))
    }
}

/// What is put for units of which some are surrogates, and where low halves have no high ones or something else comes
/// instead of a low half.
#[inline(always)]
pub(super) fn mixed<S: Units>(simd: S, units: S::Bytes, before: S::Bytes) -> (Parts<S>, S::Mask16) {
    let bits = units & simd.splat_16(HALF_BITS);
    let low = simd.equal_16(bits, simd.splat_16(LOW));
    let high = simd.equal_16(bits, simd.splat_16(HIGH));
    let bits_before = before & simd.splat_16(HALF_BITS);
    let after_high = simd.equal_16(bits_before, simd.splat_16(HIGH));
    // Six bits in the last byte, those before in the other one, and 11 before those.
    let of_high = simd.add_16(units, simd.splat_16(0x3040u16.wrapping_sub(HIGH)));
    let of_high = simd.shift_right_16::<2>(of_high);
    let carried = simd.shift_left_16::<10>(before) & simd.splat_16(0x0C00);
    let of_low = (units & simd.splat_16(0x03FF)) | carried;
    let bits = simd.select_16(low, of_low, units);
    let surrogate = high | low;
    // Two bytes each.
    let size = simd.select_16(surrogate, simd.splat_16(0x80), units);
    let continued = if S::APART {
        low
    } else {
        low | simd.at_least_16(0x800, size)
    };
    let tags = simd.select_16(continued, simd.tags(CONTINUATION), simd.tags(LEAD_OF_2));
    let parts = Parts {
        bits: simd.select_16(high, of_high, bits),
        tags,
        size,
    };
    (parts, low ^ after_high)
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units>(simd: S, order: bool, src: &[u8], dst: &mut Output) -> Progress {
    let reorder = simd.order_16(order);
    blocks::convert(simd, ToUtf8 { order, reorder }, src, dst)
}

#[derive(Clone, Copy)]
struct ToUtf16<S: Units> {
    order: bool,
    signs: Signs<S>,
    /// From one order to the other.
    reorder: S::Bytes,
}

impl<S: Units> Blocks<S> for ToUtf16<S> {
    const VECTORS: usize = 1;
    const ROOM: usize = S::LANES;
    const UNIT: usize = 2;
    const ZERO: usize = 2;
    const LEAVES_FEW: bool = false;
    const PLAIN: usize = usize::MAX;

    #[inline(always)]
    fn plain(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
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
            if self.signs.any_of_four(simd, vectors) {
                if !self.signs.are_well_formed(simd, src, at) {
                    break;
                }
            } else if is_high(self.order, &src[..at]) {
                break;
            }
            simd.store(simd.reorder(a, self.reorder), room, 0);
            simd.store(simd.reorder(b, self.reorder), room, lanes);
            simd.store(simd.reorder(c, self.reorder), room, 2 * lanes);
            simd.store(simd.reorder(d, self.reorder), room, 3 * lanes);
            at += 4 * lanes;
        }
        let all = Progress {
            read: at,
            written: at,
        };
        block_end(all, is_cut(self.order, src, at), 2)
    }

    #[inline(always)]
    fn plain_block<const CLIPPED: bool>(
        self,
        simd: S,
        [units, ..]: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let is_cut = is_cut(self.order, src, S::LANES);
        let units = without_last(simd, units, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), units);
        if simd.any_16(self.signs.wrong(simd, before, units)) {
            return None;
        }
        simd.put::<CLIPPED>(simd.reorder(units, self.reorder), dst, 0);
        let all = Progress {
            read: S::LANES,
            written: S::LANES,
        };
        Some(block_end(all, is_cut, 2))
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        self.plain_block::<CLIPPED>(simd, vectors, src, dst)
    }
}

/// Converts to UTF-16, of the same byte order or the other.
#[inline(always)]
pub(crate) fn to_utf16<S: Units>(
    simd: S,
    from: bool,
    to: bool,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let blocks = ToUtf16 {
        order: from,
        signs: Signs::new(simd, Some(simd.order_16(from))),
        reorder: simd.order_16(if from == to { NATIVE } else { !NATIVE }),
    };
    blocks::convert(simd, blocks, src, dst)
}

#[derive(Clone, Copy)]
struct ToUtf32<S: Units> {
    order: bool,
    signs: Signs<S>,
    /// To the order of vectors.
    reorder: S::Bytes,
    /// From units of the one order, as units of 32 bits, to the other.
    widened: S::Bytes,
    /// From the order of vectors to that of the output.
    to: S::Bytes,
}

impl<S: Units> Blocks<S> for ToUtf32<S> {
    const VECTORS: usize = 1;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO: usize = 4;
    const PLAIN: usize = 2 * S::LANES;

    #[inline(always)]
    fn plain(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(written..written + 8 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if self.signs.any_of_four(simd, [a, b, c, d]) {
                break;
            }
            self.put_widened::<false>(simd, a, room, 0);
            self.put_widened::<false>(simd, b, room, 2 * lanes);
            self.put_widened::<false>(simd, c, room, 4 * lanes);
            self.put_widened::<false>(simd, d, room, 6 * lanes);
            at += 4 * lanes;
            written += 8 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn plain_block<const CLIPPED: bool>(
        self,
        simd: S,
        [units, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if simd.any_16(self.signs.any(simd, units)) {
            return None;
        }
        self.put_widened::<CLIPPED>(simd, units, dst, 0);
        Some(Progress {
            read: S::LANES,
            written: 2 * S::LANES,
        })
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if let Some(plain) = self.plain_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(plain);
        }
        let read = S::LANES;
        let units = simd.reorder(vectors[0], self.reorder);
        if !simd.any_32(!are_pairs(simd, units)) {
            let characters = characters_of_pairs(simd, units);
            simd.put::<CLIPPED>(simd.reorder(characters, self.to), dst, 0);
            let written = S::LANES;
            return Some(Progress { read, written });
        }
        let is_cut = is_cut(self.order, src, read);
        let units = without_last(simd, units, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), units);
        let bits = simd.splat_16(HALF_BITS);
        let low = simd.equal_16(units & bits, simd.splat_16(LOW));
        let after_high = simd.equal_16(before & bits, simd.splat_16(HIGH));
        if simd.any_16(low ^ after_high) {
            return None;
        }
        let units = simd.widen_16(units);
        let before = simd.widen_16(before);
        let mut written = self.put_mixed::<CLIPPED>(simd, units[0], before[0], dst, 0);
        written += self.put_mixed::<CLIPPED>(simd, units[1], before[1], dst, written);
        Some(block_end(Progress { read, written }, is_cut, 4))
    }
}

impl<S: Units> ToUtf32<S> {
    /// Writes units as they come, none of them a surrogate, as units of 32 bits.
    #[inline(always)]
    fn put_widened<const CLIPPED: bool>(
        self,
        simd: S,
        units: S::Bytes,
        dst: &mut Output,
        at: usize,
    ) {
        let [first, second] = simd.widen_16(units);
        simd.put::<CLIPPED>(simd.reorder(first, self.widened), dst, at);
        simd.put::<CLIPPED>(simd.reorder(second, self.widened), dst, at + S::LANES);
    }

    /// Writes the characters that end in each unit, given as 32 bits like the units before them.
    #[inline(always)]
    fn put_mixed<const CLIPPED: bool>(
        self,
        simd: S,
        units: S::Bytes,
        before: S::Bytes,
        dst: &mut Output,
        at: usize,
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
        simd.squeeze_32::<CLIPPED>(simd.reorder(characters, self.to), ends, dst, at)
    }
}

/// Converts to UTF-32.
#[inline(always)]
pub(crate) fn to_utf32<S: Units>(
    simd: S,
    from: bool,
    to: bool,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    // To put units in order takes as many shuffles as to widen them.
    let mut at = if [from, to] == [NATIVE; 2] {
        one_to_one::utf16_to_utf32::<_, Native>(simd, from, to, src, dst)
    } else {
        one_to_one::utf16_to_utf32::<_, Long>(simd, from, to, src, dst)
    };
    if src.len() - at.read < 2 {
        return at;
    }
    let reorder = simd.order_16(from);
    let to = simd.order_32(to);
    let blocks = ToUtf32 {
        order: from,
        signs: Signs::new(simd, Some(reorder)),
        reorder,
        widened: simd.reorder(reorder, to),
        to,
    };
    at += blocks::convert(simd, blocks, &src[at.read..], &mut dst[at.written..]);
    at
}
