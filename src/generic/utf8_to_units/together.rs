//! The main loop for instruction sets of 16 bytes that have no cheap way from masks to bits: four vectors together.
//!
//! The ends of a whole block become bits first. Then each vector is loaded once, checked, decoded and written: what is
//! written of a block that turns out to be wrong is not counted. Two walks through the block, the first to check and the
//! second to write, take half as many instructions again on NEON, since vectors are kept in memory in between.

use super::blocks::{Block, write_ascii};
use super::{BLOCK, Latin1, Target, Utf16, Utf32, Window, faults};
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::{SLACK, Simd, Together};
use core::mem;

/// A target, of which a block is written in parts.
pub(crate) trait InParts<S: Together>: Target<S> {
    /// Writes the units at the positions `kept` of the vector `part` of a block. (See [`Together`].)
    fn write_part(
        self,
        simd: S,
        decoded: Self::Decoded,
        kept: S::Kept,
        part: usize,
        dst: &mut Output,
    );
}

impl<S: Together> InParts<S> for Utf16 {
    #[inline(always)]
    fn write_part(
        self,
        simd: S,
        [low, high]: Self::Decoded,
        kept: S::Kept,
        part: usize,
        dst: &mut Output,
    ) {
        simd.squeeze_units_part(self.0, low, high, kept, part, dst);
    }
}

impl<S: Together> InParts<S> for Utf32 {
    #[inline(always)]
    fn write_part(
        self,
        simd: S,
        ([low, high], top): Self::Decoded,
        kept: S::Kept,
        part: usize,
        dst: &mut Output,
    ) {
        simd.squeeze_wide_part(self.0, low, high, top, kept, part, dst);
    }
}

impl<S: Together> InParts<S> for Latin1 {
    #[inline(always)]
    fn write_part(self, simd: S, bytes: S::Bytes, kept: S::Kept, part: usize, dst: &mut Output) {
        simd.squeeze_part(bytes, kept, part, dst);
    }
}

/// The four vectors of a block together.
pub(super) struct Blocks;

impl<S: Together, T: InParts<S>> super::blocks::Blocks<S, T> for Blocks {
    #[inline(always)]
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
        checked: bool,
        _: bool,
    ) -> Block {
        if checked {
            convert::<S, T, true>(simd, target, src, dst, to)
        } else {
            convert::<S, T, false>(simd, target, src, dst, to)
        }
    }
}

/// Converts blocks as long as there is input on all sides, and room for all that they can become.
#[inline(always)]
fn convert<S: Together, T: InParts<S>, const CHECKED: bool>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> Block {
    // Whether a character of four bytes may begin before the block.
    let mut four_before = true;
    let mut end = Block::Full;
    let all = dst.len();
    let mut rest = &src[to.read - 3..];
    let mut room = &mut dst[to.written..];
    while let Some(window) = rest.first_chunk::<{ BLOCK + 4 }>()
        && room.len() >= T::UNIT * BLOCK + SLACK
    {
        let greatest = simd.greatest(simd.max(
            simd.max(simd.load(window, 3), simd.load(window, 3 + 16)),
            simd.max(simd.load(window, 3 + 32), simd.load(window, 3 + 48)),
        ));
        let mut read = BLOCK;
        let mut written = T::UNIT * (BLOCK - 1);
        if greatest < 0x80 {
            write_ascii::<S, T>(simd, target, &window[3..], room, BLOCK);
            let dst = &mut room[T::UNIT * BLOCK..];
            read += convert_ascii::<S, T>(simd, target, &rest[3 + BLOCK..], dst);
            written = T::UNIT * read;
        } else if T::TELLS_FOUR && (greatest >= 0xF0 || four_before) {
            let ends = ends::<S, T, true>(simd, window);
            let wrong = convert_block::<S, T, CHECKED, true>(simd, target, window, ends, room);
            if !simd.is_zero(wrong) {
                end = Block::Faulty;
                break;
            }
            four_before = greatest >= 0xF0;
            rest = &rest[BLOCK..];
            room = &mut mem::take(&mut room)[T::UNIT * simd.number(ends)..];
            continue;
        } else {
            let ends = ends::<S, T, false>(simd, window);
            // The letter's second byte is the one that no character ends before.
            if simd.number(ends) != BLOCK - 1
                || !write_one_letter::<S, T>(simd, target, &rest[3..], room, BLOCK)
            {
                let wrong = convert_block::<S, T, CHECKED, false>(simd, target, window, ends, room);
                if !simd.is_zero(wrong) {
                    end = Block::Faulty;
                    break;
                }
                rest = &rest[BLOCK..];
                room = &mut mem::take(&mut room)[T::UNIT * simd.number(ends)..];
                continue;
            }
        }
        four_before = false;
        rest = &rest[read..];
        room = &mut mem::take(&mut room)[written..];
        // What the next block's first byte must not be has not been looked at.
        if is_continuation(rest[3]) {
            end = Block::Plain;
            break;
        }
    }
    to.read = src.len() - (rest.len() - 3);
    to.written = all - room.len();
    end
}

/// Bytes of ASCII that are looked at together, once there has been a block.
const STRETCH: usize = 4 * BLOCK;

/// Converts stretches of ASCII, and leaves at least a byte. Returns their length.
#[inline(always)]
fn convert_ascii<S: Together, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> usize {
    // What takes many registers to write is loaded in smaller parts.
    if T::UNIT == 4 {
        convert_stretches::<S, T, { STRETCH / 2 }>(simd, target, src, dst)
    } else {
        convert_stretches::<S, T, STRETCH>(simd, target, src, dst)
    }
}

#[inline(always)]
fn convert_stretches<S: Together, T: Target<S>, const LEN: usize>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> usize {
    let mut rest = src;
    let mut room = dst;
    while rest.len() > LEN
        && let Some(stretch) = rest.first_chunk::<LEN>()
        && room.len() >= T::UNIT * LEN
    {
        let mut any = simd.load(stretch, 0);
        let mut vector = S::LANES;
        while vector < LEN {
            any = any | simd.load(stretch, vector);
            vector += S::LANES;
        }
        if !simd.is_ascii(any) {
            break;
        }
        write_ascii::<S, T>(simd, target, stretch, room, LEN);
        rest = &rest[LEN..];
        room = &mut mem::take(&mut room)[T::UNIT * LEN..];
    }
    src.len() - rest.len()
}

/// The vector `part` of a block, which begins behind the first three bytes of `window`.
#[inline(always)]
fn part<S: Together>(simd: S, window: &[u8; BLOCK + 4], part: usize) -> Window<'_, S> {
    Window::inside(simd, window, 3 + S::LANES * part)
}

/// The positions of a block where units end.
#[inline(always)]
fn ends<S: Together, T: InParts<S>, const FOUR: bool>(
    simd: S,
    window: &[u8; BLOCK + 4],
) -> S::Kept {
    simd.kept([
        T::ends::<FOUR>(simd, &part(simd, window, 0)),
        T::ends::<FOUR>(simd, &part(simd, window, 1)),
        T::ends::<FOUR>(simd, &part(simd, window, 2)),
        T::ends::<FOUR>(simd, &part(simd, window, 3)),
    ])
}

/// Converts a block; returns what is wrong.
#[inline(always)]
fn convert_block<S: Together, T: InParts<S>, const CHECKED: bool, const FOUR: bool>(
    simd: S,
    target: T,
    window: &[u8; BLOCK + 4],
    ends: S::Kept,
    dst: &mut Output,
) -> S::Bytes {
    let mut wrong = simd.splat(0);
    let mut part = 0;
    while part < 4 {
        let window = self::part(simd, window, part);
        wrong = wrong | faults_in_part::<S, T, CHECKED, FOUR>(simd, &window);
        wrong = simd.in_turn(wrong);
        let decoded = T::decode::<FOUR>(simd, &window);
        target.write_part(simd, decoded, ends, part, dst);
        part += 1;
    }
    wrong
}

/// The same as [`faults`]. Without `FOUR` no character of four bytes is near, or one is a fault anyhow.
#[inline(always)]
fn faults_in_part<S: Together, T: InParts<S>, const CHECKED: bool, const FOUR: bool>(
    simd: S,
    window: &Window<'_, S>,
) -> S::Bytes {
    if FOUR || !CHECKED {
        return faults::<S, T, true>(simd, window, CHECKED);
    }
    let errors = simd.errors_below_four(window.first, window.last, window.next);
    errors | faults::<S, T, true>(simd, window, false)
}

/// Converts the block at the start of `src`, if it is ASCII but for one character of 2 bytes: the commonest block of
/// Western European text that is not ASCII. What stands behind the character is written once more, a place
/// further to the front. Returns whether that was so, and there was room.
#[inline(always)]
fn write_one_letter<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    block: usize,
) -> bool {
    if src.len() < 2 * block || dst.len() < 2 * T::UNIT * block {
        return false;
    }
    let mut mask = simd.bits(simd.non_ascii(simd.load(src, 0)));
    let mut vector = S::LANES;
    while vector < block {
        mask |= simd.bits(simd.non_ascii(simd.load(src, vector))) << vector;
        vector += S::LANES;
    }
    let letter = mask.trailing_zeros() as usize;
    if mask >> letter != 0b11 {
        return false;
    }
    let (lead, trail) = (src[letter], src[letter + 1]);
    let character = u16::from(lead & 0x1F) << 6 | u16::from(trail & 0x3F);
    let is_right = matches!((lead, trail), (0xC2..0xE0, 0x80..0xC0));
    if !is_right || !T::represents_two(character) {
        return false;
    }
    write_ascii::<S, T>(simd, target, src, dst, block);
    let dst = &mut dst[T::UNIT * letter..];
    write_ascii::<S, T>(simd, target, &src[letter + 1..], dst, block);
    target.write_basic(simd, character, dst);
    true
}
