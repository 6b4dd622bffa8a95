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
//! out. A character of 4 bytes has 5 bits more, eeedd, which UTF-32 takes from the two bytes before; in UTF-16 it
//! makes two units, and its third byte counts as an end too:
//!
//! ```text
//!   third     second    first     last
//!             11110eee  10ddcccc  10bbbbbb      high surrogate 0xD7C0 + (eee ddccccbb)
//!   11110eee  10ddcccc  10bbbbbb  10aaaaaa      low surrogate  110111bb bbaaaaaa
//! ```
//!
//! Validation looks one byte ahead of decoding: a position counts only when the byte behind it is known to be
//! right, so nothing that was written has to be taken back.

use super::utf8::{errors, last_boundary};
use crate::kernels::Progress;
use crate::scheme::{Output, bytes16, bytes32, copy, is_continuation, put_bytes};
use crate::simd::{SLACK, Simd};
use core::mem::MaybeUninit;

/// A block and its neighbourhood: the bytes at each position, at the next one and at the three before.
#[derive(Clone, Copy)]
pub(crate) struct Window<'s, S: Simd> {
    next: S::Bytes,
    last: S::Bytes,
    first: S::Bytes,
    second: S::Bytes,
    third: Third<'s, S>,
    /// Whether the first byte of the block is the fourth of its character, if any is.
    begins_with_fourth: bool,
}

/// The bytes three places back, which only characters of four bytes need: loaded when they do.
#[derive(Clone, Copy)]
enum Third<'s, S: Simd> {
    At(&'s [u8]),
    Known(S::Bytes),
}

impl<'s, S: Simd> Window<'s, S> {
    /// The block at `at`, which has three bytes before it and one behind it.
    #[inline(always)]
    fn inside(simd: S, src: &'s [u8], at: usize) -> Self {
        let part = &src[at - 3..at + S::LANES + 1];
        Window {
            next: simd.load(part, 4),
            last: simd.load(part, 3),
            first: simd.load(part, 2),
            second: simd.load(part, 1),
            third: Third::At(part),
            begins_with_fourth: part[0] >= 0xF0,
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
            third: Third::Known(simd.shift_in::<3>(before, last)),
            begins_with_fourth: at != 0 && src[at - 3] >= 0xF0,
        }
    }

    /// The bytes three places back.
    #[inline(always)]
    fn third(&self, simd: S) -> S::Bytes {
        match self.third {
            Third::At(part) => simd.load(part, 0),
            Third::Known(third) => third,
        }
    }

    /// Whether the bytes behind all positions are right after those at and before them.
    #[inline(always)]
    fn is_valid(&self, simd: S) -> bool {
        simd.is_zero(errors(simd, self.second, self.first, self.last, self.next))
    }

    /// The positions where a character ends.
    #[inline(always)]
    fn ends(&self, simd: S) -> S::Mask {
        !simd.continuation(self.next)
    }

    /// Bits 0 to 7 of the character that ends at each position.
    #[inline(always)]
    fn low(&self, simd: S) -> S::Bytes {
        simd.low_bits(self.first, self.last)
    }

    /// Bits 8 to 15 of the character that ends at each position, if it has no more than three bytes.
    #[inline(always)]
    fn high(&self, simd: S) -> S::Bytes {
        simd.high_bits(self.second, self.first, self.last)
    }

    /// Whether the third or fourth byte of a character of four is in the block.
    #[inline(always)]
    fn has_four_bytes(&self, simd: S) -> bool {
        // The same difference as in `errors`: bit 7 where the byte two back is F0 or more.
        self.begins_with_fourth
            || !simd.is_ascii(simd.saturating_sub(self.second, simd.splat(0xF0 - 0x80)))
    }
}

/// What a conversion from UTF-8 makes of blocks: an encoding scheme.
pub(crate) trait Target<S: Simd> {
    /// Bytes of a unit.
    const UNIT: usize;
    /// What a block becomes before it is squeezed.
    type Decoded: Copy;

    /// Whether the units of the block can be had at all: not if a character is not representable.
    #[inline(always)]
    fn represents(_simd: S, _window: &Window<'_, S>) -> bool {
        true
    }

    /// The units that end at each position of a block, and where there are any.
    fn decode(simd: S, window: &Window<'_, S>) -> (Self::Decoded, u64);

    /// Writes the units at the positions `ends`, with room for all and `SLACK`; returns the bytes that count.
    fn write(simd: S, decoded: Self::Decoded, ends: u64, dst: &mut Output) -> usize;

    /// Writes a vector of ASCII.
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize);

    /// Whether a character below U+0800 can be had.
    #[inline(always)]
    fn represents_two(_character: u16) -> bool {
        true
    }

    /// Writes a character below U+0800 that can be had.
    fn write_two(character: u16, dst: &mut Output);

    /// Bytes already written of the character that begins `back` bytes before the current block.
    #[inline(always)]
    fn written_of_unfinished(_back: usize) -> usize {
        0
    }
}

/// Converts UTF-8 to the scheme `T`.
#[inline(always)]
pub(crate) fn convert<S: Simd, T: Target<S>, const CHECKED: bool>(
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
        // The first block, the last one, and those for which there may be no room.
        let window = Window::edge(simd, src, at);
        if (CHECKED && !window.is_valid(simd)) || !T::represents(simd, &window) {
            return until::<S, T>(src, at, written);
        }
        let len = lanes.min(src.len() - at);
        let (decoded, ends) = T::decode(simd, &window);
        let ends = ends & (u64::MAX >> (64 - len));
        let room = &mut dst[written..];
        if room.len() >= T::UNIT * lanes + SLACK {
            written += T::write(simd, decoded, ends, room);
        } else {
            let mut units = [MaybeUninit::uninit(); 4 * 64 + SLACK];
            let needed = T::write(simd, decoded, ends, &mut units);
            let Some(room) = room.get_mut(..needed) else {
                return until::<S, T>(src, at, written);
            };
            room.copy_from_slice(&units[..needed]);
            written += needed;
        }
        at += len;
        match convert_blocks::<S, T, CHECKED>(simd, src, dst, &mut at, &mut written) {
            Stop::Edge if at < src.len() => {}
            Stop::Edge => return Progress { read: at, written },
            Stop::Error => return until::<S, T>(src, at, written),
        }
    }
}

/// Why the main loop ended.
enum Stop {
    /// Close to the end of the input or the output.
    Edge,
    /// Something is wrong in the block at hand, or not representable.
    Error,
}

/// The progress of a conversion that stops before the block at `at`: a character that goes on there is not read yet.
#[inline(always)]
fn until<S: Simd, T: Target<S>>(src: &[u8], at: usize, written: usize) -> Progress {
    let read = last_boundary(src, at);
    Progress {
        read,
        written: written - T::written_of_unfinished(at - read),
    }
}

/// The main loop: blocks with input on all sides and room for all that they can become.
#[inline(always)]
fn convert_blocks<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut usize,
    written: &mut usize,
) -> Stop {
    let lanes = S::LANES;
    while src.len() - *at > lanes && dst.len() - *written >= T::UNIT * lanes + SLACK {
        let bytes = simd.load(src, *at);
        if simd.is_ascii(bytes) {
            T::write_ascii(simd, bytes, dst, *written);
            *at += lanes;
            *written += T::UNIT * lanes;
            while src.len() - *at > 4 * lanes && dst.len() - *written >= 4 * T::UNIT * lanes {
                let stretch = &src[*at..*at + 4 * lanes];
                let (a, b) = (simd.load(stretch, 0), simd.load(stretch, lanes));
                let (c, d) = (simd.load(stretch, 2 * lanes), simd.load(stretch, 3 * lanes));
                if !simd.is_ascii((a | b) | (c | d)) {
                    break;
                }
                let room = &mut dst[*written..*written + 4 * T::UNIT * lanes];
                T::write_ascii(simd, a, room, 0);
                T::write_ascii(simd, b, room, T::UNIT * lanes);
                T::write_ascii(simd, c, room, 2 * T::UNIT * lanes);
                T::write_ascii(simd, d, room, 3 * T::UNIT * lanes);
                *at += 4 * lanes;
                *written += 4 * T::UNIT * lanes;
            }
            if is_continuation(src[*at]) {
                return Stop::Error;
            }
            continue;
        }
        if write_one_letter::<S, T>(simd, bytes, &src[*at..], &mut dst[*written..]) {
            *at += lanes;
            *written += T::UNIT * (lanes - 1);
            if is_continuation(src[*at]) {
                return Stop::Error;
            }
            continue;
        }
        let window = Window::inside(simd, src, *at);
        if (CHECKED && !window.is_valid(simd)) || !T::represents(simd, &window) {
            return Stop::Error;
        }
        let (decoded, ends) = T::decode(simd, &window);
        *written += T::write(simd, decoded, ends, &mut dst[*written..]);
        *at += lanes;
    }
    Stop::Edge
}

/// Converts the vector `bytes` at the start of `src`, if it is ASCII but for one character of 2 bytes: the commonest
/// block of Western European text that is not ASCII. What stands behind the character is written once more, a place
/// further to the front. Returns whether that was so, and there was room.
#[inline(always)]
fn write_one_letter<S: Simd, T: Target<S>>(
    simd: S,
    bytes: S::Bytes,
    src: &[u8],
    dst: &mut Output,
) -> bool {
    let mask = simd.bits(simd.non_ascii(bytes));
    let letter = mask.trailing_zeros() as usize;
    if mask >> letter != 0b11 || src.len() < 2 * S::LANES || dst.len() < 2 * T::UNIT * S::LANES {
        return false;
    }
    let (lead, trail) = (src[letter], src[letter + 1]);
    if !matches!((lead, trail), (0xC2..0xE0, 0x80..0xC0)) {
        return false;
    }
    let character = u16::from(lead & 0x1F) << 6 | u16::from(trail & 0x3F);
    if !T::represents_two(character) {
        return false;
    }
    T::write_ascii(simd, bytes, dst, 0);
    T::write_ascii(simd, simd.load(src, letter + 1), dst, T::UNIT * letter);
    T::write_two(character, &mut dst[T::UNIT * letter..]);
    true
}

/// UTF-16 in the byte order `ORDER`.
pub(crate) struct Utf16<const ORDER: bool>;

impl<S: Simd, const ORDER: bool> Target<S> for Utf16<ORDER> {
    const UNIT: usize = 2;
    type Decoded = [S::Bytes; 2];

    #[inline(always)]
    fn decode(simd: S, window: &Window<'_, S>) -> ([S::Bytes; 2], u64) {
        let (low, high, ends) = (
            window.low(simd),
            window.high(simd),
            simd.bits(window.ends(simd)),
        );
        if !window.has_four_bytes(simd) {
            return ([low, high], ends);
        }
        let &Window {
            last,
            first,
            second,
            ..
        } = window;
        let thirds = simd.at_least(0xF0, second);
        let fourths = simd.at_least(0xF0, window.third(simd));
        // eee, and ddccccbb
        let upper = simd.add(second & simd.splat(0x07), simd.splat(0xD7));
        let middle = simd.shift_left::<2>(first) | (simd.shift_right::<4>(last) & simd.splat(0x03));
        let carried = simd.add(upper, simd.splat(1));
        let surrogate = simd.select(simd.at_least(0x40, middle), carried, upper);
        let of_low = (simd.shift_right::<2>(first) & simd.splat(0x03)) | simd.splat(0xDC);
        let high = simd.select(fourths, of_low, high);
        (
            [
                simd.select(thirds, simd.add(middle, simd.splat(0xC0)), low),
                simd.select(thirds, surrogate, high),
            ],
            ends | simd.bits(thirds),
        )
    }

    #[inline(always)]
    fn write(simd: S, [low, high]: [S::Bytes; 2], ends: u64, dst: &mut Output) -> usize {
        simd.squeeze_units::<ORDER>(low, high, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_16::<ORDER>(bytes, dst, at);
    }

    #[inline(always)]
    fn write_two(character: u16, dst: &mut Output) {
        put_bytes(bytes16::<ORDER>(character), dst);
    }

    /// The high surrogate, if three bytes are read.
    #[inline(always)]
    fn written_of_unfinished(back: usize) -> usize {
        if back == 3 { 2 } else { 0 }
    }
}

/// UTF-32 in the byte order `ORDER`.
pub(crate) struct Utf32<const ORDER: bool>;

impl<S: Simd, const ORDER: bool> Target<S> for Utf32<ORDER> {
    const UNIT: usize = 4;
    type Decoded = ([S::Bytes; 2], Option<S::Bytes>);

    #[inline(always)]
    fn decode(simd: S, window: &Window<'_, S>) -> (Self::Decoded, u64) {
        let (low, high, ends) = (
            window.low(simd),
            window.high(simd),
            simd.bits(window.ends(simd)),
        );
        if !window.has_four_bytes(simd) {
            return (([low, high], None), ends);
        }
        let third = window.third(simd);
        let top = simd.shift_left::<2>(third & simd.splat(0x07))
            | (simd.shift_right::<4>(window.second) & simd.splat(0x03));
        let fourths = simd.at_least(0xF0, third);
        (([low, high], Some(simd.keep(fourths, top))), ends)
    }

    #[inline(always)]
    fn write(simd: S, (low_high, top): Self::Decoded, ends: u64, dst: &mut Output) -> usize {
        let [low, high] = low_high;
        simd.squeeze_wide::<ORDER>(low, high, top, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_32::<ORDER>(bytes, dst, at);
    }

    #[inline(always)]
    fn write_two(character: u16, dst: &mut Output) {
        put_bytes(bytes32::<ORDER>(character.into()), dst);
    }
}

/// The single bytes up to `LIMIT`.
pub(crate) struct SingleByte<const LIMIT: u8>;

impl<S: Simd, const LIMIT: u8> Target<S> for SingleByte<LIMIT> {
    const UNIT: usize = 1;
    type Decoded = S::Bytes;

    /// Latin-1 has the characters with the leads C2 and C3, ASCII none.
    #[inline(always)]
    fn represents(simd: S, window: &Window<'_, S>) -> bool {
        let highest = if LIMIT == 0xFF { 0xC3 } else { 0x7F };
        let highest = simd.splat(highest);
        simd.is_zero(
            simd.saturating_sub(window.last, highest) | simd.saturating_sub(window.next, highest),
        )
    }

    #[inline(always)]
    fn decode(simd: S, window: &Window<'_, S>) -> (S::Bytes, u64) {
        (window.low(simd), simd.bits(window.ends(simd)))
    }

    #[inline(always)]
    fn write(simd: S, bytes: S::Bytes, ends: u64, dst: &mut Output) -> usize {
        simd.squeeze(bytes, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store(bytes, dst, at);
    }

    #[inline(always)]
    fn represents_two(character: u16) -> bool {
        character <= LIMIT.into()
    }

    #[inline(always)]
    fn write_two(character: u16, dst: &mut Output) {
        put_bytes([character as u8], dst);
    }
}

/// Copies well-formed UTF-8, a part at a time: each is still in the cache of the first level when it is copied.
#[inline(always)]
pub(crate) fn to_utf8(src: &[u8], dst: &mut Output, validate: impl Fn(&[u8]) -> usize) -> Progress {
    const PART: usize = 1 << 13;
    let len = src.len().min(dst.len());
    let mut at = 0;
    while at < len {
        let end = if len - at > PART {
            last_boundary(src, at + PART)
        } else {
            len
        };
        let valid = validate(&src[at..end]);
        copy(&src[at..at + valid], &mut dst[at..at + valid]);
        at += valid;
        if at < end {
            break;
        }
    }
    Progress {
        read: at,
        written: at,
    }
}
