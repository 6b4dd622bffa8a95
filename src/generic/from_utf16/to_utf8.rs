//! To UTF-8. Each half of a surrogate pair is converted on its own, so that it is a unit like others: it makes two of the four
//! bytes, of which the low half's first one takes two bits from the unit before.
//!
//! ```text
//! high  110110cc ccccccbb  + 0x40 =  11011ddd ccccccbb      11110ddd 10cccccc
//! low   110111bb bbaaaaaa  with the bb of the high half     10bbbbbb 10aaaaaa
//! ```

use super::{block_end, without_last};
use crate::endian::Endian;
use crate::generic::blocks::{self, Blocks, Vectors};
use crate::generic::stretches::{self, Stretches};
use crate::generic::surrogates::{
    HALF_BITS, HIGH, LOW, SURROGATE, SURROGATE_BITS, Signs, are_pairs, characters_of_pairs,
};
use crate::generic::to_utf8::{self, CONTINUATION, LEAD_OF_2, Parts};
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{SLACK, Units};

#[derive(Clone, Copy)]
struct ToUtf8<S: Units> {
    endian: Endian,
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
        let unit = self.endian.unit_16(*src.first_chunk()?);
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
            is_cut = super::is_cut(self.endian, src, read);
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
pub(in crate::generic) fn mixed<S: Units>(
    simd: S,
    units: S::Bytes,
    before: S::Bytes,
) -> (Parts<S>, S::Mask16) {
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
pub(crate) fn to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output, endian: Endian) -> Progress {
    let reorder = simd.order_16(endian);
    blocks::convert(simd, ToUtf8 { endian, reorder }, src, dst)
}
