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

use super::replace_utf8;
use super::utf8::{errors, last_boundary};
use crate::kernels::Progress;
use crate::scheme::{Output, bytes16, bytes32, is_continuation, put_bytes};
use crate::simd::{SLACK, Simd, Together};
use core::ops::ControlFlow;

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

    /// A vector that follows the vector `before`. It does not know where its last character ends.
    #[inline(always)]
    pub(crate) fn after(simd: S, before: S::Bytes, last: S::Bytes) -> Self {
        Window {
            next: last,
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

    /// Bit 7 is set where the third byte of a character of four is.
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

    /// Writes the units at the positions `ends`, with room for all and `SLACK`; returns the bytes that count. If
    /// `CLIPPED`, any room will do, and what is behind its end is not written.
    fn write<const CLIPPED: bool>(
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize;

    /// Writes a vector of ASCII.
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize);

    /// Writes the beginning of a vector of ASCII for which there is room.
    fn write_ascii_clipped(simd: S, bytes: S::Bytes, dst: &mut Output);

    /// Whether [`replaced`](Target::replaced) can be used.
    const REPLACES: bool = true;

    /// The units with replacement characters where the mask is set.
    fn replaced(simd: S, decoded: Self::Decoded, mask: S::Mask) -> Self::Decoded;

    /// The positions of `thirds`, third bytes of characters of four, where there is a unit too.
    #[inline(always)]
    fn also(_thirds: u64) -> u64 {
        0
    }

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

/// Converts UTF-8 to the scheme `T`. What is malformed ends the conversion, but for what it can `replace` on the way.
#[inline(always)]
pub(crate) fn convert<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    replace: bool,
) -> Progress {
    convert_by::<S, T, Apart, CHECKED>(simd, src, dst, replace)
}

/// The same with blocks of four vectors [`together`].
#[allow(dead_code, reason = "an instruction set may have no use for it")]
#[inline(always)]
pub(crate) fn convert_together<S: Together, T: together::InParts<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    replace: bool,
) -> Progress {
    convert_by::<S, T, together::Blocks, CHECKED>(simd, src, dst, replace)
}

/// The main loop.
trait Blocks<S: Simd, T: Target<S>> {
    /// Converts one or more of the blocks from `to.read` on, as long as there is input on all sides and room for all
    /// that they can become.
    fn convert<const CHECKED: bool>(
        simd: S,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
    ) -> Block;
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
    ) -> Block {
        convert_block::<S, T, CHECKED>(simd, src, dst, to)
    }
}

#[inline(always)]
fn convert_by<S: Simd, T: Target<S>, B: Blocks<S, T>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    replace: bool,
) -> Progress {
    let mut to = Progress::START;
    if src.len() <= SHORT && convert_ascii::<S, T>(simd, src, dst, &mut to) {
        return to;
    }
    if src.len() < TINY && !S::CLIPS {
        return to;
    }
    // What is behind ASCII may as well be the beginning.
    let step =
        convert_from::<S, T, B, CHECKED>(simd, &src[to.read..], &mut dst[to.written..], replace);
    to += step;
    to
}

/// Texts of so many bytes are done, if they are ASCII, before the constants of the main loop are loaded, of which wide
/// vectors have many.
const SHORT: usize = 512;

/// Other texts of fewer bytes are left to plain code where the end of a vector takes long.
const TINY: usize = 8;

/// Converts ASCII at the start of `src`, and returns whether that was all.
#[inline(always)]
fn convert_ascii<S: Simd, T: Target<S>>(
    simd: S,
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
        T::write_ascii_clipped(simd, bytes, &mut dst[..T::UNIT * src.len()]);
    } else {
        // The last vector may have to begin inside the one before.
        let last = src.len() - S::LANES;
        let mut at = 0;
        loop {
            let bytes = simd.load(src, at);
            if !simd.is_ascii(bytes) {
                return false;
            }
            T::write_ascii(simd, bytes, dst, T::UNIT * at);
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
fn convert_from<S: Simd, T: Target<S>, B: Blocks<S, T>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    replace: bool,
) -> Progress {
    let mut to = Progress::START;
    let replace = T::REPLACES && replace && src.len() > BLOCK;
    let begins = src.first().is_some_and(|&byte| !is_continuation(byte))
        && convert_edge::<S, T, CHECKED>(simd, src, dst, &mut to).is_continue();
    if !(begins || replace) || to.read == src.len() {
        return to;
    }
    if convert_blocks::<S, T, B, CHECKED>(simd, src, dst, &mut to, replace, !begins).is_break() {
        return to;
    }
    while to.read < src.len() {
        let flow = convert_edge::<S, T, CHECKED>(simd, src, dst, &mut to);
        // Not a loop where it can do without: what a loop needs is made ready before it.
        if flow.is_break() || S::CLIPS {
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
fn convert_edge<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> ControlFlow<()> {
    let mut end = src.len().min(to.read + S::LANES);
    let mut also = 0;
    let window = Window::edge(simd, src, to.read);
    let faults = faults::<S, T, CHECKED>(simd, &window);
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
    let room = &mut dst[to.written..];
    let written = T::write::<true>(simd, decoded, ends, room);
    if written > room.len() {
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
const BLOCK: usize = 64;

/// Converts blocks as long as there is input on all sides, and room for all that they can become, up to a fault; or, where
/// it is to `replace` faults, to the end of the text or of the room. The first block is read `afresh` if what stands
/// before it says nothing. Breaks if it ends between characters and the rest cannot be converted.
#[inline(always)]
fn convert_blocks<S: Simd, T: Target<S>, B: Blocks<S, T>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    replace: bool,
    mut afresh: bool,
) -> ControlFlow<()> {
    // Where the last replacement ends: what stands before it need not be well-formed.
    let mut replaced = usize::MAX;
    while src.len() - to.read > BLOCK || afresh {
        if afresh {
            let step = replace_utf8::convert::<S, T>(simd, &src[to.read..], &mut dst[to.written..]);
            *to += step;
            if step.read == 0 || to.read == src.len() {
                return ControlFlow::Break(());
            }
            replaced = to.read;
            afresh = src.len() - to.read <= BLOCK
                || is_continuation(src[to.read])
                || src[to.read - 3] >= 0xF0;
            continue;
        }
        match B::convert::<CHECKED>(simd, src, dst, to) {
            Block::Converted => {}
            // What the next block's first byte must not be has not been looked at.
            Block::Plain => afresh = is_continuation(src[to.read]),
            Block::Faulty => {
                afresh = true;
                if !replace {
                    return ControlFlow::Continue(());
                }
                if to.read != replaced {
                    *to = until::<S, T>(src, *to);
                }
            }
            Block::Full if to.read == replaced => return ControlFlow::Break(()),
            Block::Full => return ControlFlow::Continue(()),
        }
        if afresh && !replace {
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// What became of a block, or the last of several.
enum Block {
    /// It was converted.
    Converted,
    /// It was converted, and ends with a character.
    Plain,
    /// A fault is in it, or right behind it.
    Faulty,
    /// It was not: there may not be enough room, or there is not a whole block.
    Full,
}

/// Converts the block at `to.read`, and more if it is ASCII.
#[inline(always)]
fn convert_block<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> Block {
    let roomy = dst.len() - to.written >= T::UNIT * BLOCK + SLACK;
    if !roomy && !S::CLIPS {
        return Block::Full;
    }
    let part = &src[to.read - 3..to.read + BLOCK + 1];
    let mut any = simd.load(part, 3);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | simd.load(part, 3 + vector);
        vector += S::LANES;
    }
    if simd.is_ascii(any) && (roomy || !S::CLIPS) {
        write_ascii::<S, T>(simd, &part[3..], &mut dst[to.written..], BLOCK);
        *to += Progress {
            read: BLOCK,
            written: T::UNIT * BLOCK,
        };
        write_stretches::<S, T>(simd, src, dst, to);
        return Block::Plain;
    }
    if write_one_letter::<S, T>(simd, &src[to.read..], &mut dst[to.written..], BLOCK) {
        *to += Progress {
            read: BLOCK,
            written: T::UNIT * (BLOCK - 1),
        };
        return Block::Plain;
    }
    let mut wrong = simd.splat(0);
    let mut fours = simd.splat(0);
    let mut vector = 0;
    while vector < BLOCK {
        let window = Window::inside(simd, part, 3 + vector);
        wrong = wrong | faults::<S, T, CHECKED>(simd, &window);
        fours = fours | window.thirds_of_four(simd);
        vector += S::LANES;
    }
    if !simd.is_zero(wrong) {
        return Block::Faulty;
    }
    let room = &mut dst[to.written..];
    let written = if T::TELLS_FOUR && (part[0] >= 0xF0 || !simd.is_ascii(fours)) {
        write_block::<S, T, true>(simd, part, room, BLOCK)
    } else {
        write_block::<S, T, false>(simd, part, room, BLOCK)
    };
    if S::CLIPS && written > room.len() {
        return Block::Full;
    }
    *to += Progress {
        read: BLOCK,
        written,
    };
    Block::Converted
}

/// Bytes of ASCII that are looked at together, once there has been a block.
const STRETCH: usize = 256;

/// Converts the stretches of ASCII at `to.read`, as long as there is room.
#[inline(always)]
fn write_stretches<S: Simd, T: Target<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) {
    while src.len() - to.read > STRETCH && dst.len() - to.written >= T::UNIT * STRETCH {
        let stretch = &src[to.read..to.read + STRETCH];
        let mut any = simd.load(stretch, 0);
        let mut vector = S::LANES;
        while vector < STRETCH {
            any = any | simd.load(stretch, vector);
            vector += S::LANES;
        }
        if !simd.is_ascii(any) {
            return;
        }
        write_ascii::<S, T>(simd, stretch, &mut dst[to.written..], STRETCH);
        *to += Progress {
            read: STRETCH,
            written: T::UNIT * STRETCH,
        };
    }
}

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

/// Writes the block behind the first three bytes of `part`, as far as there is room; returns the bytes that it takes.
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
        let (decoded, ends) = decode::<S, T, FOUR>(simd, &window);
        written += if S::CLIPS && dst.len() < T::UNIT * S::LANES {
            T::write::<true>(simd, decoded, ends, dst)
        } else {
            T::write::<false>(simd, decoded, ends, &mut dst[written..])
        };
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

/// Low and high bytes with those of U+FFFD where the mask is set.
#[inline(always)]
fn replaced<S: Simd>(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
    [
        simd.select(mask, simd.splat(0xFD), low),
        simd.select(mask, simd.splat(0xFF), high),
    ]
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
    fn write<const CLIPPED: bool>(
        simd: S,
        [low, high]: [S::Bytes; 2],
        ends: u64,
        dst: &mut Output,
    ) -> usize {
        if CLIPPED {
            simd.squeeze_units_clipped::<ORDER>(low, high, ends, dst)
        } else {
            simd.squeeze_units::<ORDER>(low, high, ends, dst)
        }
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_16::<ORDER>(bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_widened_16_clipped::<ORDER>(bytes, dst);
    }

    #[inline(always)]
    fn replaced(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
        replaced(simd, [low, high], mask)
    }

    #[inline(always)]
    fn also(thirds: u64) -> u64 {
        thirds
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
    fn write<const CLIPPED: bool>(
        simd: S,
        ([low, high], top): Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize {
        if CLIPPED {
            simd.squeeze_wide_clipped::<ORDER>(low, high, top, ends, dst)
        } else {
            simd.squeeze_wide::<ORDER>(low, high, top, ends, dst)
        }
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_32::<ORDER>(bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_widened_32_clipped::<ORDER>(bytes, dst);
    }

    #[inline(always)]
    fn replaced(simd: S, (low_high, top): Self::Decoded, mask: S::Mask) -> Self::Decoded {
        (replaced(simd, low_high, mask), top)
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

    /// Here what cannot be had is replaced too.
    const REPLACES: bool = false;

    #[inline(always)]
    fn replaced(_simd: S, decoded: S::Bytes, _mask: S::Mask) -> S::Bytes {
        decoded
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Bytes {
        window.low(simd)
    }

    #[inline(always)]
    fn write<const CLIPPED: bool>(simd: S, bytes: S::Bytes, ends: u64, dst: &mut Output) -> usize {
        if CLIPPED {
            simd.squeeze_clipped(bytes, ends, dst)
        } else {
            simd.squeeze(bytes, ends, dst)
        }
    }

    #[inline(always)]
    fn write_ascii(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store(bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_clipped(bytes, dst, 0);
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
