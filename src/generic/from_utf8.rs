//! From UTF-8, decoded at every byte position in parallel, as if a character ended there.
//!
//! Transcoders usually walk: look up how long the next characters are, shuffle, advance by what was consumed, and wait
//! for that before the next load. Here blocks of 64 bytes follow each other at fixed distances. For each position `i`
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
//!
//! What was tried and lost (Zen 4, one library beside the other in one run):
//!
//! - one vector as the block of the narrow instruction sets: 15 % slower on SSE4.1 than 64 bytes, which share one look at
//!   what is ASCII, wrong, or of four bytes;
//! - a fixed shuffle for vectors whose characters end exactly three places apart: Chinese and Japanese 15 % faster with
//!   AVX2, all else 18 % slower; nothing gained with SSE4.1;
//! - an end of the input in the same loop as the blocks: its call of `memcpy` makes every constant of the loop a load,
//!   40 % slower.

#[allow(dead_code, reason = "an instruction set may have no use for it")]
mod together;

use super::utf8::{errors, last_boundary};
use crate::kernels::Progress;
use crate::scheme::{Output, bytes16, bytes32, is_continuation, put_bytes};
use crate::simd::{SLACK, Simd, Together};
use core::mem::MaybeUninit;

/// A block and its neighbourhood: the bytes at each position, at the next one and at the three before.
#[derive(Clone, Copy)]
pub(crate) struct Window<'s, S: Simd> {
    next: S::Bytes,
    last: S::Bytes,
    first: S::Bytes,
    second: S::Bytes,
    third: Third<'s, S>,
}

/// The bytes three places back, which only characters of four bytes need: loaded when they do.
#[derive(Clone, Copy)]
enum Third<'s, S: Simd> {
    At(&'s [u8], usize),
    Known(S::Bytes),
}

impl<'s, S: Simd> Window<'s, S> {
    /// The vector at `at` of `part`, with three bytes before it and one behind it.
    #[inline(always)]
    fn inside(simd: S, part: &'s [u8], at: usize) -> Self {
        Window {
            next: simd.load(part, at + 1),
            last: simd.load(part, at),
            first: simd.load(part, at - 1),
            second: simd.load(part, at - 2),
            third: Third::At(part, at - 3),
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
        }
    }

    /// The bytes three places back.
    #[inline(always)]
    fn third(&self, simd: S) -> S::Bytes {
        match self.third {
            Third::At(part, at) => simd.load(part, at),
            Third::Known(third) => third,
        }
    }

    /// Nonzero where the byte behind a position is wrong after those at and before it.
    #[inline(always)]
    fn errors(&self, simd: S) -> S::Bytes {
        errors(simd, self.second, self.first, self.last, self.next)
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

    /// Nonzero, in bit 7, where the third byte of a character of four is.
    #[inline(always)]
    fn thirds_of_four(&self, simd: S) -> S::Bytes {
        // The same difference as in `errors`.
        simd.saturating_sub(self.second, simd.splat(0xF0 - 0x80))
    }
}

/// What a conversion from UTF-8 makes of blocks: an encoding scheme.
pub(crate) trait Target<S: Simd> {
    /// Bytes of a unit.
    const UNIT: usize;
    /// Whether characters of four bytes are decoded in another way than the others.
    const TELLS_FOUR: bool;
    /// What a block becomes before it is squeezed.
    type Decoded: Copy;

    /// The highest byte of a character that is representable.
    const HIGHEST: u8 = 0xFF;

    /// The positions where units end. Without `FOUR` no character of the window has four bytes.
    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Mask {
        window.ends(simd)
    }

    /// The units that end at each position, if there are any.
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> Self::Decoded;

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

/// Nonzero where a character cannot be converted: it is malformed, or not representable.
#[inline(always)]
fn faults<S: Simd, T: Target<S>, const CHECKED: bool>(simd: S, window: &Window<'_, S>) -> S::Bytes {
    let mut faults = simd.splat(0);
    if CHECKED {
        faults = faults | window.errors(simd);
    }
    if T::HIGHEST < 0xFF {
        let highest = simd.splat(T::HIGHEST);
        faults = faults
            | simd.saturating_sub(window.last, highest)
            | simd.saturating_sub(window.next, highest);
    }
    faults
}

/// Converts UTF-8 to the scheme `T`.
#[inline(always)]
pub(crate) fn convert<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert_by::<S, T, Apart, CHECKED>(simd, src, dst)
}

/// The same with blocks of four vectors [`together`].
#[allow(dead_code, reason = "an instruction set may have no use for it")]
#[inline(always)]
pub(crate) fn convert_together<S: Together, T: together::InParts<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert_by::<S, T, together::Blocks, CHECKED>(simd, src, dst)
}

/// The main loop.
trait Blocks<S: Simd, T: Target<S>> {
    /// Converts blocks as long as there is input on all sides and room for all that they can become.
    fn convert<const CHECKED: bool>(
        simd: S,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
    ) -> Option<Stop>;
}

/// Vectors are converted one by one, once a block was checked.
struct Apart;

impl<S: Simd, T: Target<S>> Blocks<S, T> for Apart {
    #[inline(always)]
    fn convert<const CHECKED: bool>(
        simd: S,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
    ) -> Option<Stop> {
        convert_blocks::<S, T, CHECKED>(simd, src, dst, to)
    }
}

#[inline(always)]
fn convert_by<S: Simd, T: Target<S>, B: Blocks<S, T>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let mut src = src;
    let mut to = Progress::START;
    if src.first().is_none_or(|&byte| is_continuation(byte)) {
        return to;
    }
    // A short text is done before the constants of the main loop are loaded, of which wide vectors have many.
    if S::LANES == BLOCK
        && src.len() <= S::LANES
        && convert_edge::<S, T, CHECKED>(simd, src, dst, &mut to).is_none()
    {
        return to;
    }
    loop {
        let mut stopped = convert_edge::<S, T, CHECKED>(simd, src, dst, &mut to);
        if stopped.is_none() {
            stopped = B::convert::<CHECKED>(simd, src, dst, &mut to);
        }
        match stopped {
            None if to.read < src.len() => {}
            None => return to,
            // What stands before the fault is converted as if the text ended there.
            Some(Stop::Fault(near)) if (to.read + 1..src.len()).contains(&near) => {
                src = &src[..near]
            }
            Some(_) => return until::<S, T>(src, to),
        }
    }
}

/// Why a conversion stops.
enum Stop {
    /// Something is malformed or not representable; what stands before this boundary is not.
    Fault(usize),
    /// There is no room.
    Full,
}

/// Where the first of `faults` in the vector at `at` is, or a little before.
#[cold]
#[inline(always)]
fn fault<S: Simd>(simd: S, src: &[u8], at: usize, faults: S::Bytes) -> Option<Stop> {
    let first = simd.bits(simd.at_least(1, faults)).trailing_zeros() as usize;
    Some(Stop::Fault(last_boundary(src, at + first)))
}

/// Converts the vector at `to.read` where the input may begin or end, or the output end.
#[inline(always)]
fn convert_edge<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> Option<Stop> {
    let len = S::LANES.min(src.len() - to.read);
    let bytes = simd.load_partial(&src[to.read..]);
    if simd.is_ascii(bytes) && dst.len() - to.written >= T::UNIT * S::LANES {
        T::write_ascii(simd, bytes, dst, to.written);
        *to += Progress {
            read: len,
            written: T::UNIT * len,
        };
        let goes_on = src.get(to.read).is_some_and(|&byte| is_continuation(byte));
        return goes_on.then_some(Stop::Fault(to.read));
    }
    let window = Window::edge(simd, src, to.read);
    let faults = faults::<S, T, CHECKED>(simd, &window);
    if !simd.is_zero(faults) {
        return fault(simd, src, to.read, faults);
    }
    let decoded = T::decode::<true>(simd, &window);
    let ends = simd.bits(T::ends::<true>(simd, &window)) & (u64::MAX >> (64 - len));
    let room = &mut dst[to.written..];
    let written = if room.len() >= T::UNIT * S::LANES + SLACK {
        T::write(simd, decoded, ends, room)
    } else {
        let mut units = [MaybeUninit::uninit(); 4 * 64 + SLACK];
        let needed = T::write(simd, decoded, ends, &mut units);
        let Some(room) = room.get_mut(..needed) else {
            return Some(Stop::Full);
        };
        room.copy_from_slice(&units[..needed]);
        needed
    };
    *to += Progress { read: len, written };
    None
}

/// Bytes of the blocks of the main loop.
const BLOCK: usize = 64;

/// The progress of a conversion that stops before the block at `to.read`: a character that goes on there is not read
/// yet.
#[inline(always)]
fn until<S: Simd, T: Target<S>>(src: &[u8], to: Progress) -> Progress {
    let read = last_boundary(src, to.read);
    Progress {
        read,
        written: to.written - T::written_of_unfinished(to.read - read),
    }
}

/// Converts blocks as long as there is input on all sides and room for all that they can become.
#[inline(always)]
fn convert_blocks<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> Option<Stop> {
    let (lanes, block) = (S::LANES, BLOCK);
    while src.len() - to.read > block && dst.len() - to.written >= T::UNIT * block + SLACK {
        let part = &src[to.read - 3..to.read + block + 1];
        let mut any = simd.load(part, 3);
        let mut vector = lanes;
        while vector < block {
            any = any | simd.load(part, 3 + vector);
            vector += lanes;
        }
        if simd.is_ascii(any) {
            write_ascii::<S, T>(simd, &part[3..], &mut dst[to.written..], block);
            *to += Progress {
                read: block,
                written: T::UNIT * block,
            };
            while src.len() - to.read > STRETCH && dst.len() - to.written >= T::UNIT * STRETCH {
                let stretch = &src[to.read..to.read + STRETCH];
                let mut any = simd.load(stretch, 0);
                let mut vector = lanes;
                while vector < STRETCH {
                    any = any | simd.load(stretch, vector);
                    vector += lanes;
                }
                if !simd.is_ascii(any) {
                    break;
                }
                write_ascii::<S, T>(simd, stretch, &mut dst[to.written..], STRETCH);
                *to += Progress {
                    read: STRETCH,
                    written: T::UNIT * STRETCH,
                };
            }
        } else if write_one_letter::<S, T>(simd, &src[to.read..], &mut dst[to.written..], block) {
            *to += Progress {
                read: block,
                written: T::UNIT * (block - 1),
            };
        } else {
            let mut wrong = simd.splat(0);
            let mut fours = simd.splat(0);
            let mut vector = 0;
            while vector < block {
                let window = Window::inside(simd, part, 3 + vector);
                wrong = wrong | faults::<S, T, CHECKED>(simd, &window);
                fours = fours | window.thirds_of_four(simd);
                vector += lanes;
            }
            if !simd.is_zero(wrong) {
                return first_fault::<S, T, CHECKED>(simd, src, to.read, block);
            }
            let room = &mut dst[to.written..];
            to.written += if T::TELLS_FOUR && (part[0] >= 0xF0 || !simd.is_ascii(fours)) {
                write_block::<S, T, true>(simd, part, room, block)
            } else {
                write_block::<S, T, false>(simd, part, room, block)
            };
            to.read += block;
            continue;
        }
        // What the next block's first byte must not be has not been looked at.
        if is_continuation(src[to.read]) {
            return Some(Stop::Fault(to.read));
        }
    }
    None
}

/// Where the first fault of the block at `at` is.
#[cold]
#[inline(always)]
fn first_fault<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    block: usize,
) -> Option<Stop> {
    let mut vector = at;
    loop {
        let window = Window::inside(simd, src, vector);
        let faults = faults::<S, T, CHECKED>(simd, &window);
        if !simd.is_zero(faults) || vector + S::LANES >= at + block {
            return fault(simd, src, vector, faults);
        }
        vector += S::LANES;
    }
}

/// Bytes of ASCII that are looked at together, once there has been a block.
const STRETCH: usize = 256;

/// Writes the first `len` bytes of `src`, which are ASCII.
#[inline(always)]
fn write_ascii<S: Simd, T: Target<S>>(simd: S, src: &[u8], dst: &mut Output, len: usize) {
    let (src, dst) = (&src[..len], &mut dst[..T::UNIT * len]);
    let mut at = 0;
    while at < len {
        T::write_ascii(simd, simd.load(src, at), dst, T::UNIT * at);
        at += S::LANES;
    }
}

/// Writes the block behind the first three bytes of `part`; returns the bytes written.
#[inline(always)]
fn write_block<S: Simd, T: Target<S>, const FOUR: bool>(
    simd: S,
    part: &[u8],
    dst: &mut Output,
    block: usize,
) -> usize {
    let mut written = 0;
    let mut vector = 0;
    while vector < block {
        let window = Window::inside(simd, part, 3 + vector);
        let decoded = T::decode::<FOUR>(simd, &window);
        let ends = simd.bits(T::ends::<FOUR>(simd, &window));
        written += T::write(simd, decoded, ends, &mut dst[written..]);
        vector += S::LANES;
    }
    written
}

/// Converts the block at the start of `src`, if it is ASCII but for one character of 2 bytes: the commonest block of
/// Western European text that is not ASCII. What stands behind the character is written once more, a place
/// further to the front. Returns whether that was so, and there was room.
#[inline(always)]
fn write_one_letter<S: Simd, T: Target<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    block: usize,
) -> bool {
    let mut mask = simd.bits(simd.non_ascii(simd.load(src, 0)));
    let mut vector = S::LANES;
    while vector < block {
        mask |= simd.bits(simd.non_ascii(simd.load(src, vector))) << vector;
        vector += S::LANES;
    }
    let letter = mask.trailing_zeros() as usize;
    if mask >> letter != 0b11 || src.len() < 2 * block || dst.len() < 2 * T::UNIT * block {
        return false;
    }
    let (lead, trail) = (src[letter], src[letter + 1]);
    let character = u16::from(lead & 0x1F) << 6 | u16::from(trail & 0x3F);
    let is_right = matches!((lead, trail), (0xC2..0xE0, 0x80..0xC0));
    if !is_right || !T::represents_two(character) {
        return false;
    }
    write_ascii::<S, T>(simd, src, dst, block);
    let dst = &mut dst[T::UNIT * letter..];
    write_ascii::<S, T>(simd, &src[letter + 1..], dst, block);
    T::write_two(character, dst);
    true
}

/// UTF-16 in the byte order `ORDER`.
pub(crate) struct Utf16<const ORDER: bool>;

impl<S: Simd, const ORDER: bool> Target<S> for Utf16<ORDER> {
    const UNIT: usize = 2;
    const TELLS_FOUR: bool = true;
    type Decoded = [S::Bytes; 2];

    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Mask {
        if FOUR {
            window.ends(simd) | simd.non_ascii(window.thirds_of_four(simd))
        } else {
            window.ends(simd)
        }
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> [S::Bytes; 2] {
        let (low, high) = (window.low(simd), window.high(simd));
        if !FOUR {
            return [low, high];
        }
        let &Window {
            last,
            first,
            second,
            ..
        } = window;
        let thirds = simd.non_ascii(window.thirds_of_four(simd));
        let fourths = simd.at_least(0xF0, window.third(simd));
        let [surrogate_low, surrogate_high] = simd.high_surrogate(second, first, last);
        let high = simd.select(fourths, simd.low_surrogate(first), high);
        [
            simd.select(thirds, surrogate_low, low),
            simd.select(thirds, surrogate_high, high),
        ]
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
    const TELLS_FOUR: bool = true;
    type Decoded = ([S::Bytes; 2], Option<S::Bytes>);

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> Self::Decoded {
        let (low, high) = (window.low(simd), window.high(simd));
        if !FOUR {
            return ([low, high], None);
        }
        let top = simd.top_bits(window.third(simd), window.second);
        ([low, high], Some(top))
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

/// Latin-1.
pub(crate) struct Latin1;

impl<S: Simd> Target<S> for Latin1 {
    const UNIT: usize = 1;
    const TELLS_FOUR: bool = false;
    type Decoded = S::Bytes;

    /// Latin-1 has the characters with the leads C2 and C3.
    const HIGHEST: u8 = 0xC3;

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Bytes {
        window.low(simd)
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
        character <= 0xFF
    }

    #[inline(always)]
    fn write_two(character: u16, dst: &mut Output) {
        put_bytes([character as u8], dst);
    }
}
