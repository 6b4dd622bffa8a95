//! Conversion block by block, where the length of the output depends on the text.
//!
//! Each conversion knows a common kind of text, such as ASCII, that it converts in a loop of its
//! own. The loop here goes from one to the other:
//!
//! ```text
//!   ┌──► common text, as far as it goes ──► other blocks, one by one ──┐
//!   └──── after some common blocks in a row, or enough other ones ◄────┘
//! ```
//!
//! Blocks of input have a fixed length. Output is stored as whole vectors, so that more
//! bytes may be overwritten than count. The last block, or the first one for whose stores the
//! destination is too short, is converted outside the loop: a short text is nothing but this block,
//! and has no use for the constants of the loop.

use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::kernels::simd::{SLACK, Simd, Units};
use core::mem;

/// The vectors of a block, at most four.
pub(crate) type Vectors<S> = [<S as Simd>::Bytes; 4];

/// A conversion of blocks.
pub(crate) trait BlockConversion<S: Units>: Copy {
    /// Vectors of input in a block.
    const VECTORS: usize;
    /// Bytes of output that the conversion of a block may overwrite.
    const MAX_OUTPUT: usize;
    /// Bytes of a unit of input.
    const UNIT: usize;
    /// Bytes that a unit of zero becomes.
    const ZERO_OUTPUT: usize;
    /// Bytes of output by which a common block is recognised; `usize::MAX` if common blocks are not
    /// to end the conversion one by one.
    const COMMON_OUTPUT: usize;
    /// Blocks in a row that are converted one by one before common text is looked for again.
    const OTHER_BLOCKS: usize = usize::MAX;

    /// Common blocks in a row after which the loop looks for common text. In text that is common
    /// but for single characters, each look is a branch that the CPU cannot predict, so after one
    /// block it comes too early; narrow vectors lose nothing by it.
    const COMMON_RUN: usize = if S::LANES < 32 { 1 } else { 4 };

    /// Whether text of less than 16 bytes is left to scalar code where parts of vectors are
    /// expensive to load: [`short`](super::short) has converted most of it before.
    const SKIPS_SHORT: bool = true;

    /// Converts common text at the beginning of `src`, as far as it goes.
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts a block as [`convert_block`](BlockConversion::convert_block) does if it is a common
    /// one; `None` if it is not.
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;

    /// Converts the block that `src` begins with, loaded as `vectors`, to the beginning of `dst`,
    /// up to the boundary of a character. `None` if the block is malformed.
    ///
    /// If `src` is shorter than the block, zeros follow it. `dst` has `MAX_OUTPUT` bytes; if
    /// `CLIPPED`, it may have fewer, even fewer than the result, which is then cut off.
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;
}

/// Converts the whole units of `src`, up to a malformed block or to one whose stores exceed `dst`.
#[inline(always)]
pub(crate) fn convert<S: Units, B: BlockConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let block = B::VECTORS * S::LANES;
    let src = &src[..src.len() - src.len() % B::UNIT];
    let all = dst.len();
    let (mut rest, mut out) = (src, dst);
    while rest.len() > block && out.len() >= B::MAX_OUTPUT {
        let step = blocks.convert_common(simd, rest, out);
        rest = &rest[step.read..];
        out = &mut mem::take(&mut out)[step.written..];
        let mut run = 0;
        let mut left = B::OTHER_BLOCKS;
        while rest.len() > block && out.len() >= B::MAX_OUTPUT {
            let vectors = load::<S, B>(simd, rest);
            let step =
                blocks.convert_block::<false>(simd, vectors, rest, &mut out[..B::MAX_OUTPUT]);
            let Some(step) = step else {
                return Progress {
                    read: src.len() - rest.len(),
                    written: all - out.len(),
                };
            };
            rest = &rest[step.read..];
            out = &mut mem::take(&mut out)[step.written..];
            run = if step.written == B::COMMON_OUTPUT {
                run + 1
            } else {
                0
            };
            left -= 1;
            if left == 0 || run == const { B::COMMON_RUN } {
                break;
            }
        }
    }
    let at = Progress {
        read: src.len() - rest.len(),
        written: all - out.len(),
    };
    match convert_end(simd, blocks, src, rest, out) {
        Some(step) if step.written <= out.len() => Progress {
            read: at.read + step.read,
            written: at.written + step.written,
        },
        _ => at,
    }
}

/// Bytes of a buffer for the output of any block: the greatest
/// [`MAX_OUTPUT`](BlockConversion::MAX_OUTPUT).
pub(super) const BUFFER: usize = 4 * 64 + SLACK;

/// Converts the block that `rest`, the end of `src`, begins with, or what there is of it. A result
/// that is longer than `out` may not be written.
#[inline(always)]
fn convert_end<S: Units, B: BlockConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    rest: &[u8],
    out: &mut Output,
) -> Option<Progress> {
    const { assert!(B::MAX_OUTPUT <= BUFFER) };
    if B::SKIPS_SHORT && !S::PARTIAL_ACCESS && src.len() < 16 {
        return None;
    }
    let vectors = load_end::<S, B>(simd, src, rest);
    if S::PARTIAL_ACCESS {
        let step = blocks.convert_block::<true>(simd, vectors, rest, out)?;
        return Some(without_zeros::<S, B>(step, rest));
    }
    if !B::SKIPS_SHORT {
        if let Some(step) = blocks.convert_common_block::<true>(simd, vectors, rest, out) {
            return Some(without_zeros::<S, B>(step, rest));
        }
    }
    let mut buffer = Buffer::<BUFFER>::new();
    let fits = out.len() >= B::MAX_OUTPUT;
    let target = if fits {
        &mut out[..B::MAX_OUTPUT]
    } else {
        Output::from_init(buffer.first(B::MAX_OUTPUT))
    };
    let step = blocks.convert_block::<false>(simd, vectors, rest, target)?;
    let step = without_zeros::<S, B>(step, rest);
    if !fits {
        if let Some(out) = out.get_mut(..step.written) {
            out.fill_from(buffer.first(B::MAX_OUTPUT));
        }
    }
    Some(step)
}

/// The vectors of the block that `src` begins with.
#[inline(always)]
pub(super) fn load<S: Units, B: BlockConversion<S>>(simd: S, src: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    let mut i = 0;
    while i < B::VECTORS {
        vectors[i] = simd.load(src, i * S::LANES);
        i += 1;
    }
    vectors
}

/// The vectors of the block that `rest`, the end of `src`, begins with; zeros follow what there is.
#[inline(always)]
fn load_end<S: Units, B: BlockConversion<S>>(simd: S, src: &[u8], rest: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    if !S::PARTIAL_ACCESS && src.len() < 16 {
        // One vector has it all, and no load can begin before it.
        vectors[0] = simd.load_partial(src);
        return vectors;
    }
    let at = src.len() - rest.len();
    let mut i = 0;
    while i < B::VECTORS {
        vectors[i] = simd.load_end(src, src.len().min(at + i * S::LANES));
        i += 1;
    }
    vectors
}

/// The progress of a block, `step`, without the zeros that followed `rest` in it.
#[inline(always)]
fn without_zeros<S: Units, B: BlockConversion<S>>(step: Progress, rest: &[u8]) -> Progress {
    let zeros = step.read.saturating_sub(rest.len());
    Progress {
        read: step.read - zeros,
        written: step.written - zeros / B::UNIT * B::ZERO_OUTPUT,
    }
}
