//! The main loop: blocks of 64 bytes.

use super::super::replace_utf8;
use super::{BLOCK, Target, Window, decode, faults, two_bytes, until};
use crate::kernels::Progress;
use crate::scheme::{Output, is_continuation};
use crate::simd::{SLACK, Simd};
use core::ops::ControlFlow;

/// The main loop.
pub(super) trait Blocks<S: Simd, T: Target<S>> {
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
pub(super) struct Apart;

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

/// Converts blocks as long as there is input on all sides, and room for all that they can become, up to a fault; or, where
/// it is to `replace` faults, to the end of the text or of the room. The first block is read `afresh` if what stands
/// before it says nothing. Breaks if it ends between characters and the rest cannot be converted.
#[inline(always)]
pub(super) fn convert_blocks<S: Simd, T: Target<S>, B: Blocks<S, T>, const CHECKED: bool>(
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
            Block::Plain => afresh = src.get(to.read).is_some_and(|&byte| is_continuation(byte)),
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
pub(super) enum Block {
    /// It was converted.
    Converted,
    /// It was converted, and ends with a character.
    Plain,
    /// A fault is in it, or right behind it.
    Faulty,
    /// It was not: there may not be enough room, or there is not a whole block.
    Full,
}

/// Converts the block at `to.read`, and more if that is easy.
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
    if convert_easy::<S, T, CHECKED>(simd, src, dst, to, any, roomy) {
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

/// Converts the block at `to.read` and those that follow, if it can be done without lookups. `any` is the block, joined.
#[inline(always)]
fn convert_easy<S: Simd, T: Target<S>, const CHECKED: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    any: S::Bytes,
    roomy: bool,
) -> bool {
    if S::CLIPS && CHECKED && simd.bits(simd.at_least(0xE0, any)) != 0 {
        return false;
    }
    let block = &src[to.read..];
    if roomy && simd.is_ascii(any) {
        write_ascii::<S, T>(simd, block, &mut dst[to.written..], BLOCK);
        *to += Progress {
            read: BLOCK,
            written: T::UNIT * BLOCK,
        };
        write_stretches::<S, T>(simd, src, dst, to);
        return true;
    }
    if S::CLIPS {
        let before = to.read;
        // What is not checked has no lookups to save.
        if CHECKED {
            two_bytes::convert_blocks::<S, T>(simd, src, dst, to);
        }
        return to.read > before;
    }
    let is_letter = write_one_letter::<S, T>(simd, block, &mut dst[to.written..], BLOCK);
    if is_letter {
        *to += Progress {
            read: BLOCK,
            written: T::UNIT * (BLOCK - 1),
        };
    }
    is_letter
}

/// Bytes of ASCII that are looked at together, once there has been a block.
pub(super) const STRETCH: usize = 256;

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
pub(super) fn write_ascii<S: Simd, T: Target<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
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
pub(super) fn write_one_letter<S: Simd, T: Target<S>>(
    simd: S,
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
    write_ascii::<S, T>(simd, src, dst, block);
    let dst = &mut dst[T::UNIT * letter..];
    write_ascii::<S, T>(simd, &src[letter + 1..], dst, block);
    T::write_two(character, dst);
    true
}
