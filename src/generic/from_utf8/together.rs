//! The main loop for instruction sets of 16 bytes that have no cheap way from masks to bits: four vectors together.
//!
//! The ends of a whole block become bits first. Then each vector is loaded once, checked, decoded and written: what is
//! written of a block that turns out to be wrong is not counted. Two walks through the block, the first to check and the
//! second to write, take half as many instructions again on NEON, since vectors are kept in memory in between.

use super::blocks::{Block, STRETCH, write_ascii, write_one_letter};
use super::{BLOCK, Latin1, Target, Utf16, Utf32, Window, faults};
use crate::kernels::Progress;
use crate::scheme::{Output, is_continuation};
use crate::simd::{SLACK, Together};
use core::mem;

/// A target, of which a block is written in parts.
pub(crate) trait InParts<S: Together>: Target<S> {
    /// Writes the units at the positions `kept` of the vector `part` of a block. (See [`Together`].)
    fn write_part(simd: S, decoded: Self::Decoded, kept: S::Kept, part: usize, dst: &mut Output);
}

impl<S: Together, const ORDER: bool> InParts<S> for Utf16<ORDER> {
    #[inline(always)]
    fn write_part(
        simd: S,
        [low, high]: Self::Decoded,
        kept: S::Kept,
        part: usize,
        dst: &mut Output,
    ) {
        simd.squeeze_units_part::<ORDER>(low, high, kept, part, dst);
    }
}

impl<S: Together, const ORDER: bool> InParts<S> for Utf32<ORDER> {
    #[inline(always)]
    fn write_part(
        simd: S,
        ([low, high], top): Self::Decoded,
        kept: S::Kept,
        part: usize,
        dst: &mut Output,
    ) {
        simd.squeeze_wide_part::<ORDER>(low, high, top, kept, part, dst);
    }
}

impl<S: Together> InParts<S> for Latin1 {
    #[inline(always)]
    fn write_part(simd: S, bytes: S::Bytes, kept: S::Kept, part: usize, dst: &mut Output) {
        simd.squeeze_part(bytes, kept, part, dst);
    }
}

/// The four vectors of a block together.
pub(super) struct Blocks;

impl<S: Together, T: InParts<S>> super::blocks::Blocks<S, T> for Blocks {
    #[inline(always)]
    fn convert<const CHECKED: bool>(
        simd: S,
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
            let block = [
                simd.load(window, 3),
                simd.load(window, 3 + 16),
                simd.load(window, 3 + 32),
                simd.load(window, 3 + 48),
            ];
            let greatest = simd.greatest(block);
            let mut read = BLOCK;
            let mut written = T::UNIT * (BLOCK - 1);
            if greatest < 0x80 {
                write_ascii::<S, T>(simd, &window[3..], room, BLOCK);
                let dst = &mut room[T::UNIT * BLOCK..];
                read += convert_ascii::<S, T>(simd, &rest[3 + BLOCK..], dst);
                written = T::UNIT * read;
            } else if T::TELLS_FOUR && (greatest >= 0xF0 || four_before) {
                let ends = ends::<S, T, true>(simd, window);
                let wrong = convert_block::<S, T, CHECKED, true>(simd, window, ends, room);
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
                    || !write_one_letter::<S, T>(simd, &rest[3..], room, BLOCK)
                {
                    let wrong = convert_block::<S, T, CHECKED, false>(simd, window, ends, room);
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
}

/// Converts stretches of ASCII, and leaves at least a byte. Returns their length.
#[inline(always)]
fn convert_ascii<S: Together, T: Target<S>>(simd: S, src: &[u8], dst: &mut Output) -> usize {
    // What takes many registers to write is loaded in smaller parts.
    if T::UNIT == 4 {
        convert_stretches::<S, T, { STRETCH / 2 }>(simd, src, dst)
    } else {
        convert_stretches::<S, T, STRETCH>(simd, src, dst)
    }
}

#[inline(always)]
fn convert_stretches<S: Together, T: Target<S>, const LEN: usize>(
    simd: S,
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
        write_ascii::<S, T>(simd, stretch, room, LEN);
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
        T::write_part(simd, decoded, ends, part, dst);
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
        return faults::<S, T, CHECKED>(simd, window);
    }
    let errors = simd.errors_below_four(window.first, window.last, window.next);
    errors | faults::<S, T, false>(simd, window)
}
