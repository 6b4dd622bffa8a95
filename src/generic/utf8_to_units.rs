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
//! A position ends a character if the next byte does not continue it. The units at all other positions are compressed
//! out. A character of 4 bytes has 5 bits more, eeedd, which UTF-32 takes from the two bytes before; in UTF-16 it
//! makes two units, and its third byte counts as an end too:
//!
//! ```text
//!   third     second    first     last
//!             11110eee  10ddcccc  10bbbbbb      high surrogate 0xD7C0 + (eee ddccccbb)
//!   11110eee  10ddcccc  10bbbbbb  10aaaaaa      low surrogate  110111bb bbaaaaaa
//! ```
//!
//! Validation looks one byte ahead of decoding: a position counts only when the byte after it is known to be
//! right, so nothing that counts as written has to be taken back.
//!
//! What was tried and lost (Zen 4, one library beside the other in one run):
//!
//! - looks at each block of 64 bytes, whether it is ASCII, wrong, has letters or characters of four bytes, and two walks
//!   through it, to check and to write: in text that the CPU has not seen, AVX-512 took up to twice as long as with
//!   chunks of 256 bytes (`chunks.rs`), AVX2 and SSE4.1 10 to 50 % longer in all text;
//! - a loop for each kind of chunks, or chunks of any length: no faster, and the latter half as fast on AVX-512, where
//!   constants no longer stayed in registers;
//! - an aligned start for chunks: 2 %, within what can be told;
//! - for Latin-1 on AVX-512 two loads instead of three, a permutation or masks for the byte before, stores of 32 bytes: 9.2
//!   to 10.5 cycles for 64 bytes, all of them, where ASCII takes 6.7;
//! - all the room of UTF-16 written without asking how many units there are: emoji 5 % slower, Chinese 8 to 12 %; so AVX-512
//!   does it where the chunk before had many;
//! - a fixed shuffle for vectors whose characters end exactly three places apart: Chinese and Japanese 15 % faster with
//!   AVX2, all else 18 % slower; nothing gained with SSE4.1;
//! - an end of the input in the same loop as the blocks: its call of `memcpy` makes every constant of the loop a load,
//!   40 % slower;
//! - for the first vector of a text, masked loads that begin before it: 3 ns more than permutations, of 12.

mod chunks;
mod four_byte_runs;
mod lossy;
pub(crate) mod main_loop;
mod targets;

pub(crate) use targets::{Latin1, Utf16, Utf32};

use super::short;
use super::utf8_errors::{errors, last_boundary};
use crate::endian::Endian;
use crate::kernels::Mode;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::{Simd, Units};
pub(crate) use chunks::Chunks;
use core::ops::ControlFlow;
pub(crate) use four_byte_runs::FourByteRuns;
use main_loop::{Blocks, convert_blocks};

/// A block and its neighbourhood: the bytes at each position, at the next one and at the three before.
#[derive(Clone, Copy)]
pub(crate) struct Window<'s, S: Simd> {
    pub(crate) next: S::Bytes,
    pub(crate) last: S::Bytes,
    pub(crate) first: S::Bytes,
    pub(crate) second: S::Bytes,
    pub(crate) third: Third<'s, S>,
}

/// The bytes three places back, which only characters of four bytes need: loaded when they do.
#[derive(Clone, Copy)]
pub(crate) enum Third<'s, S: Simd> {
    At(&'s [u8], usize),
    Known(S::Bytes),
}

impl<'s, S: Simd> Window<'s, S> {
    /// The vector at `at` of `part`, with three bytes before it and one after it.
    #[inline(always)]
    pub(crate) fn inside(simd: S, part: &'s [u8], at: usize) -> Self {
        Window {
            next: simd.load(part, at + 1),
            last: simd.load(part, at),
            first: simd.load(part, at - 1),
            second: simd.load(part, at - 2),
            third: Third::At(part, at - 3),
        }
    }

    /// The vector at `at`, a multiple of the vector's length, where `src` may begin or end; zeros stand outside.
    #[inline(always)]
    fn edge(simd: S, src: &[u8], at: usize) -> Self {
        let [third, second, first, last, next] = simd.load_edge(src, at);
        Window {
            next,
            last,
            first,
            second,
            third: Third::Known(third),
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

    /// Nonzero where the byte after a position is wrong after those at and before it. Without `FOUR` no character has four
    /// bytes.
    #[inline(always)]
    fn errors<const FOUR: bool>(&self, simd: S) -> S::Bytes {
        let third = if FOUR { self.second } else { simd.splat(0) };
        errors(simd, third, self.first, self.last, self.next)
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

    /// Bit 7 is set where the third byte of a character of four is.
    #[inline(always)]
    fn thirds_of_four(&self, simd: S) -> S::Bytes {
        // The same difference as in `errors`.
        simd.saturating_sub(self.second, simd.splat(0xF0 - 0x80))
    }
}

/// What a conversion from UTF-8 makes of blocks: an encoding scheme.
pub(crate) trait Target<S: Simd>: Copy {
    /// The byte order of units; any, if they are bytes.
    fn endian(self) -> Endian;

    /// The same scheme in another byte order.
    fn in_order(self, endian: Endian) -> Self;

    /// Bytes of a unit.
    const UNIT: usize;
    /// Whether characters of four bytes are decoded in another way than the others.
    const TELLS_FOUR: bool;
    /// What a block becomes before it is compressed.
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

    /// The same where `thirds` and `fourths` are the third and fourth bytes of the characters of four.
    #[inline(always)]
    fn decode_four(
        simd: S,
        window: &Window<'_, S>,
        _thirds: S::Mask,
        _fourths: S::Mask,
    ) -> Self::Decoded {
        Self::decode::<true>(simd, window)
    }

    /// The units with these low and high bytes.
    fn of_halves(halves: [S::Bytes; 2]) -> Self::Decoded;

    /// Writes the units at the positions `ends`, with room for all and `SLACK`; returns the bytes that count. If
    /// `CLIPPED`, any room will do, and what is after its end is not written.
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize;

    /// The same where there is room, and about `likely` positions of a vector are ends.
    #[inline(always)]
    fn write_hinted(
        self,
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        _likely: usize,
        dst: &mut Output,
    ) -> usize {
        self.write::<false>(simd, decoded, ends, dst)
    }

    /// Writes the units at all positions to `dst` from `at` on, with room for `SLACK` bytes more.
    #[inline(always)]
    fn write_all(self, simd: S, decoded: Self::Decoded, dst: &mut Output, at: usize) {
        self.write::<false>(simd, decoded, u64::MAX >> (64 - S::LANES), &mut dst[at..]);
    }

    /// Writes the characters below U+0100 at the positions `ends`, with room for all and `SLACK`; returns the bytes that count.
    fn write_low(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize;

    /// Writes a vector of ASCII.
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize);

    /// Writes the beginning of a vector of ASCII for which there is room.
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output);

    /// Whether [`replaced`](Target::replaced) can be used.
    const REPLACES: bool = true;

    /// The units with replacement characters where the mask is set.
    fn replaced(simd: S, decoded: Self::Decoded, mask: S::Mask) -> Self::Decoded;

    /// The positions of `thirds`, third bytes of characters of four, where there is a unit too.
    #[inline(always)]
    fn also(_thirds: u64) -> u64 {
        0
    }

    /// Writes a character of the Basic Multilingual Plane that can be had, for which there is room.
    fn encode_basic(self, simd: S, character: u16, dst: &mut Output);

    /// Bytes already written of the character that begins `back` bytes before the current block.
    #[inline(always)]
    fn written_of_unfinished(_back: usize) -> usize {
        0
    }
}

/// Nonzero where a character cannot be converted: it is malformed, if that is `checked`, or not representable.
#[inline(always)]
pub(crate) fn faults<S: Simd, T: Target<S>, const FOUR: bool>(
    simd: S,
    window: &Window<'_, S>,
    checked: bool,
) -> S::Bytes {
    let mut faults = simd.splat(0);
    if checked {
        faults = faults | window.errors::<FOUR>(simd);
    }
    if T::HIGHEST < 0xFF {
        let highest = simd.splat(T::HIGHEST);
        faults = faults
            | simd.saturating_sub(window.last, highest)
            | simd.saturating_sub(window.next, highest);
    }
    faults
}

/// Converts UTF-8 to the scheme `T`. What is malformed ends the conversion, but for what it can replace on the way.
#[inline(always)]
pub(crate) fn convert<S: Units, T: FourByteRuns<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (target, mode): (T, Mode),
) -> Progress {
    convert_by::<S, T, Chunks>(simd, target, src, dst, mode)
}

/// The same with another main loop.
#[inline(always)]
pub(crate) fn convert_by<S: Simd, T: Target<S>, B: Blocks<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut to = Progress::START;
    if src.len() < TINY
        || src.len() <= short::threshold::ASCII_BYTES
            && convert_short_ascii::<S, T>(simd, target, src, dst, &mut to)
    {
        return to;
    }
    // A character begins there, as at the beginning of a text.
    let step = convert_from::<S, T, B>(simd, target, &src[to.read..], &mut dst[to.written..], mode);
    to += step;
    to
}

/// Texts of fewer bytes are left to plain code where the end of a vector takes long.
const TINY: usize = 8;

/// Converts ASCII at the start of `src`, and returns whether that was all.
#[inline(always)]
fn convert_short_ascii<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> bool {
    if T::UNIT > 1 && target.endian() == Endian::Big {
        convert_ascii::<S, T>(simd, target.in_order(Endian::Big), src, dst, to)
    } else {
        convert_ascii::<S, T>(simd, target.in_order(Endian::Little), src, dst, to)
    }
}

/// The same in a byte order that the compiler knows.
#[inline(always)]
fn convert_ascii<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> bool {
    if T::UNIT * src.len() > dst.len() {
        return false;
    }
    if src.len() < S::LANES {
        let bytes = simd.load_partial(src);
        if !simd.is_ascii(bytes) {
            return false;
        }
        target.write_ascii_clipped(simd, bytes, &mut dst[..T::UNIT * src.len()]);
    } else {
        // The last vector may have to begin inside the one before.
        let last = src.len() - S::LANES;
        let mut at = 0;
        loop {
            let bytes = simd.load(src, at);
            if !simd.is_ascii(bytes) {
                return false;
            }
            target.write_ascii(simd, bytes, dst, T::UNIT * at);
            if at == last {
                break;
            }
            at += S::LANES;
            *to = Progress {
                read: at,
                written: T::UNIT * at,
            };
            at = at.min(last);
        }
    }
    *to = Progress {
        read: src.len(),
        written: T::UNIT * src.len(),
    };
    true
}

/// Converts text that is not just a little ASCII: the vectors in which it begins and ends by themselves, the others in
/// blocks.
#[inline(always)]
pub(crate) fn convert_from<S: Simd, T: Target<S>, B: Blocks<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut to = Progress::START;
    let checked = mode != Mode::Unchecked;
    let replace = T::REPLACES && mode == Mode::Lossy && src.len() > BLOCK;
    let begins = src.first().is_some_and(|&byte| !is_continuation(byte))
        && convert_edge::<S, T>(simd, target, src, dst, &mut to, checked).is_continue();
    if !(begins || replace) || to.read == src.len() {
        return to;
    }
    if convert_blocks::<S, T, B>(simd, target, src, dst, &mut to, [checked, replace], !begins)
        .is_break()
    {
        return to;
    }
    while to.read < src.len() {
        if convert_edge::<S, T>(simd, target, src, dst, &mut to, checked).is_break() {
            break;
        }
    }
    until::<S, T>(src, to)
}

/// The progress of a conversion that has to stop at `to.read`: a character that goes on there is not read yet.
#[inline(always)]
fn until<S: Simd, T: Target<S>>(src: &[u8], to: Progress) -> Progress {
    let read = last_boundary(src, to.read);
    Progress {
        read,
        written: to.written - T::written_of_unfinished(to.read - read),
    }
}

/// Converts the vector at `to.read` where the input may begin or end, or the output end, or a fault be: what stands
/// before a fault is converted, and that is the end.
#[inline(always)]
fn convert_edge<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> ControlFlow<()> {
    let mut end = src.len().min(to.read + S::LANES);
    let mut also = 0;
    let window = Window::edge(simd, src, to.read);
    let faults = faults::<S, T, true>(simd, &window, checked);
    let faulty = !simd.is_zero(faults);
    if faulty {
        let first = simd.bits(simd.at_least(1, faults)).trailing_zeros() as usize;
        end = last_boundary(src, end.min(to.read + first + 1));
        if end <= to.read {
            return ControlFlow::Break(());
        }
        // A character ends there, whatever the fault begins with.
        also = 1 << (end - to.read - 1);
    }
    // Where vectors are many, one instance is enough here.
    let goes_on = !S::CLIPS || to.read > 0 && src[to.read - 3] >= 0xF0;
    let four = T::TELLS_FOUR && (goes_on || !simd.is_ascii(window.thirds_of_four(simd)));
    let (decoded, ends) = if four {
        decode::<S, T, true>(simd, &window)
    } else {
        decode::<S, T, false>(simd, &window)
    };
    let len = end - to.read;
    let ends = (ends | also) & (u64::MAX >> (64 - len));
    let out = &mut dst[to.written..];
    let written = target.write::<true>(simd, decoded, ends, out);
    if written > out.len() {
        return ControlFlow::Break(());
    }
    *to += Progress { read: len, written };
    if faulty {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// The units that end at each position, and where there are any.
#[inline(always)]
fn decode<S: Simd, T: Target<S>, const FOUR: bool>(
    simd: S,
    window: &Window<'_, S>,
) -> (T::Decoded, u64) {
    (
        T::decode::<FOUR>(simd, window),
        simd.bits(T::ends::<FOUR>(simd, window)),
    )
}

/// Bytes of the blocks of the main loop.
pub(crate) const BLOCK: usize = 64;
