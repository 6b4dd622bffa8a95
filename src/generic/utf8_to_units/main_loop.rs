//! The main loop: blocks of 64 bytes.

use super::lossy;
use super::{BLOCK, Target, until};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::Simd;
use core::ops::ControlFlow;

/// The main loop.
pub(crate) trait Blocks<S: Simd, T: Target<S>> {
    /// Converts one or more of the blocks from `to.read` on, as long as there is input on all sides and room for all
    /// that they can become; what is malformed ends that, if it is `checked`. If it is to `replace` it, it need not find out
    /// where it is.
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Block;
}

/// Converts blocks as long as there is input on all sides, and room for all that they can become, up to a fault; or, where
/// it is to `replace` faults, to the end of the text or of the room. The first block is read `afresh` if what stands
/// before it says nothing. Breaks if it ends between characters and the rest cannot be converted.
#[inline(always)]
pub(super) fn convert_blocks<S: Simd, T: Target<S>, B: Blocks<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    [checked, replace]: [bool; 2],
    mut afresh: bool,
) -> ControlFlow<()> {
    while src.len() - to.read > BLOCK || afresh {
        if afresh {
            let replacing = lossy::Replacing::<T> {
                src,
                dst,
                to: *to,
                target,
            };
            match simd.cold(replacing) {
                ControlFlow::Continue(until) => *to = until,
                ControlFlow::Break(until) => {
                    *to = until;
                    return ControlFlow::Break(());
                }
            }
            afresh = false;
            continue;
        }
        match B::convert(simd, target, src, dst, to, checked, replace) {
            Block::Converted => {}
            // What the next block's first byte must not be has not been looked at.
            Block::Complete => afresh = src.get(to.read).is_some_and(|&byte| is_continuation(byte)),
            Block::Faulty => {
                if !replace {
                    return ControlFlow::Continue(());
                }
                *to = until::<S, T>(src, *to);
                afresh = true;
            }
            Block::Full => return ControlFlow::Continue(()),
        }
        if afresh && !replace {
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// What became of a block, or the last of several.
pub(crate) enum Block {
    /// It was converted.
    Converted,
    /// It was converted, and ends with a character.
    #[allow(dead_code, reason = "a main loop may not look for it")]
    Complete,
    /// A fault is in it, or right after it.
    Faulty,
    /// It was not: there may not be enough room, or there is not a whole block.
    Full,
}

/// Writes the first `len` bytes of `src`, which are ASCII.
#[inline(always)]
pub(crate) fn write_ascii<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
    // Bytes are widened with fewer instructions where the byte order is known.
    if T::UNIT > 1 && target.endian() == Endian::Big {
        write_vectors::<S, T>(simd, target.in_order(Endian::Big), src, dst, len);
    } else {
        write_vectors::<S, T>(simd, target.in_order(Endian::Little), src, dst, len);
    }
}

#[inline(always)]
fn write_vectors<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
    let (src, dst) = (&src[..len], &mut dst[..T::UNIT * len]);
    let mut at = 0;
    while at < len {
        target.write_ascii(simd, simd.load(src, at), dst, T::UNIT * at);
        at += S::LANES;
    }
}
