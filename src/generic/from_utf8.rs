//! From UTF-8, decoded at every byte position in parallel, as if a character ended there.
//!
//! Transcoders usually walk: look up how long the next characters are, shuffle, advance by what was consumed, and wait
//! for that before the next load. Here blocks of one vector follow each other at fixed distances. For each position `i`
//! the bytes `last`, `first`, `second` and `third` are those at `i`, `i - 1`, `i - 2` and `i - 3`:
//!
//! ```text
//!             second    first     last
//! 1 byte                          0aaaaaaa      low 0aaaaaaa  high 00000000
//! 2 bytes               110bbbbb  10aaaaaa      low bbaaaaaa  high 00000bbb
//! 3 bytes     1110cccc  10bbbbbb  10aaaaaa      low bbaaaaaa  high ccccbbbb
//! ```
//!
//! A position ends a character if the next byte does not continue it. The units at all other positions are squeezed
//! out. A character of 4 bytes makes two units of UTF-16, so its third byte counts as an end too:
//!
//! ```text
//!   third     second    first     last          cp = 000ddddd ccccbbbb bbaaaaaa, with d = eeedd in what follows
//!             11110eee  10ddcccc  10bbbbbb      high surrogate 0xD7C0 + (eee ddccccbb)
//!   11110eee  10ddcccc  10bbbbbb  10aaaaaa      low surrogate  110111bb bbaaaaaa
//! ```
//!
//! Validation looks one byte ahead of decoding: a position counts only when the byte behind it is known to be
//! right, so nothing that was written has to be taken back.

use super::utf8::{errors, last_boundary};
use crate::kernels::Progress;
use crate::scheme::{Output, is_continuation};
use crate::simd::{SLACK, Simd};
use core::mem::MaybeUninit;

/// A block and its neighbourhood: the bytes at each position, at the next and at the three before.
struct Window<S: Simd> {
    next: S::Bytes,
    last: S::Bytes,
    first: S::Bytes,
    second: S::Bytes,
    third: S::Bytes,
}

impl<S: Simd> Window<S> {
    /// The block at `at`, which has three bytes before it and one behind it.
    #[inline(always)]
    fn inside(simd: S, src: &[u8], at: usize) -> Self {
        Window {
            next: simd.load(src, at + 1),
            last: simd.load(src, at),
            first: simd.load(src, at - 1),
            second: simd.load(src, at - 2),
            third: simd.load(src, at - 3),
        }
    }

    /// The block at `at`, a multiple of the vector's length, where `src` may begin or end; zeros stand outside.
    #[inline(always)]
    fn edge(simd: S, src: &[u8], at: usize) -> Self {
        let before = if at == 0 {
            simd.splat(0)
        } else {
            simd.load(src, at - S::LANES)
        };
        let last = simd.load_partial(&src[at..]);
        Window {
            next: simd.load_partial(&src[at + 1..]),
            last,
            first: simd.shift_in::<1>(before, last),
            second: simd.shift_in::<2>(before, last),
            third: simd.shift_in::<3>(before, last),
        }
    }

    /// Whether the bytes behind all positions are right after those at and before them.
    #[inline(always)]
    fn is_valid(&self, simd: S) -> bool {
        simd.is_zero(errors(simd, self.second, self.first, self.last, self.next))
    }

    /// Low and high bytes of the units of UTF-16 that end at each position, and the positions where any does.
    #[inline(always)]
    fn utf16(&self, simd: S) -> (S::Bytes, S::Bytes, S::Mask) {
        let &Window {
            next,
            last,
            first,
            second,
            third,
        } = self;
        let continued = simd.non_ascii(last);
        let ends = !simd.continuation(next);
        let low = simd.select(
            continued,
            (last & simd.splat(0x3F)) | simd.shift_left::<6>(first),
            last,
        );
        let bits = simd.shift_right::<2>(first) & simd.splat(0x0F);
        let high = simd.keep(
            continued,
            bits | simd.keep(simd.continuation(first), simd.shift_left::<4>(second)),
        );
        let four = simd.saturating_sub(second, simd.splat(0xEF))
            | simd.saturating_sub(third, simd.splat(0xEF));
        if simd.is_zero(four) {
            return (low, high, ends);
        }
        let of_high = simd.at_least(0xF0, second);
        let of_low = simd.at_least(0xF0, third);
        // eee, and ddccccbb
        let upper = second & simd.splat(0x07);
        let middle = simd.shift_left::<2>(first) | (simd.shift_right::<4>(last) & simd.splat(0x03));
        let carry = simd.at_least(0x40, middle);
        let upper = simd.add(upper, simd.splat(0xD7));
        let surrogate_high = simd.select(carry, simd.add(upper, simd.splat(1)), upper);
        let surrogate_low = simd.add(middle, simd.splat(0xC0));
        let high = simd.select(of_low, (bits & simd.splat(0x03)) | simd.splat(0xDC), high);
        (
            simd.select(of_high, surrogate_low, low),
            simd.select(of_high, surrogate_high, high),
            ends | of_high,
        )
    }
}

/// The progress of a conversion to UTF-16 that stops before the block at `at`: a character that goes on there is taken
/// back, of which the high surrogate is already written if three of its bytes are.
#[inline(always)]
fn utf16_until(src: &[u8], at: usize, written: usize) -> Progress {
    let read = last_boundary(src, at);
    Progress {
        read,
        written: if at - read == 3 { written - 2 } else { written },
    }
}

/// Converts to UTF-16 in the byte order `ORDER`.
#[inline(always)]
pub(crate) fn to_utf16<S: Simd, const ORDER: bool, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let lanes = S::LANES;
    let (mut at, mut written) = (0, 0);
    if src.first().is_none_or(|&byte| is_continuation(byte)) {
        return Progress::START;
    }
    loop {
        // ASCII, as long as the input and the room for it last.
        while src.len() - at >= 4 * lanes
            && dst.len() - written >= 8 * lanes
            && let (a, b) = (simd.load(src, at), simd.load(src, at + lanes))
            && let (c, d) = (
                simd.load(src, at + 2 * lanes),
                simd.load(src, at + 3 * lanes),
            )
            && simd.is_ascii((a | b) | (c | d))
        {
            simd.store_widened_16::<ORDER>(a, dst, written);
            simd.store_widened_16::<ORDER>(b, dst, written + 2 * lanes);
            simd.store_widened_16::<ORDER>(c, dst, written + 4 * lanes);
            simd.store_widened_16::<ORDER>(d, dst, written + 6 * lanes);
            at += 4 * lanes;
            written += 8 * lanes;
            if src.get(at).is_some_and(|&byte| is_continuation(byte)) {
                return Progress { read: at, written };
            }
        }
        let mut blocks = 0;
        while blocks < 4
            && at >= lanes
            && src.len() - at > lanes
            && dst.len() - written >= 2 * lanes + SLACK
        {
            let window = Window::inside(simd, src, at);
            if CHECKED && !window.is_valid(simd) {
                return utf16_until(src, at, written);
            }
            let (low, high, ends) = window.utf16(simd);
            written += simd.squeeze_units::<ORDER>(low, high, simd.bits(ends), &mut dst[written..]);
            at += lanes;
            blocks += 1;
        }
        if blocks == 4 {
            continue;
        }
        // The first block, the last one, and those for which there may be no room.
        if at == src.len() {
            return Progress { read: at, written };
        }
        let window = Window::edge(simd, src, at);
        if CHECKED && !window.is_valid(simd) {
            return utf16_until(src, at, written);
        }
        let len = lanes.min(src.len() - at);
        let (low, high, ends) = window.utf16(simd);
        let ends = simd.bits(ends) & (u64::MAX >> (64 - len));
        let needed = 2 * ends.count_ones() as usize;
        let mut units = [MaybeUninit::uninit(); 2 * 64 + SLACK];
        simd.squeeze_units::<ORDER>(low, high, ends, &mut units);
        let Some(room) = dst[written..].get_mut(..needed) else {
            return utf16_until(src, at, written);
        };
        room.copy_from_slice(&units[..needed]);
        written += needed;
        at += len;
    }
}
