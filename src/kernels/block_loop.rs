//! Conversion block by block, for output whose length depends on the text.
//!
//! Each conversion defines a common kind of text, such as ASCII, and a fast loop for it. This
//! module alternates between that fast loop and single blocks:
//!
//! ```text
//!   ┌──► common text, as long as possible ──► other blocks, one by one ──┐
//!   └──── after some common blocks in a row, or enough other blocks ◄─────┘
//! ```
//!
//! Blocks of input have a fixed length. Stores write whole vectors, so they may overwrite some
//! bytes after the output that counts. The last block, or the first block whose stores may exceed
//! the destination, is converted outside the loop. A short text consists of only this block and
//! does not need the constants of the loop.
#![forbid(unsafe_code)]

use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::simd::{SLACK, Simd, UnitOps};
use core::mem;

/// The vectors of a block, at most four.
pub(crate) type Vectors<S> = [<S as Simd>::Bytes; 4];

/// A conversion of blocks.
pub(crate) trait BlockConversion<S: UnitOps>: Copy {
    /// Vectors of input in a block.
    const VECTORS: usize;
    /// Bytes of output that the conversion of a block may overwrite.
    const MAX_OUTPUT: usize;
    /// Bytes of a unit of input.
    const UNIT: usize;
    /// Bytes of output for a zero unit.
    const ZERO_OUTPUT: usize;
    /// Bytes of output of a common block. The loop over single blocks recognises common blocks by
    /// this length. `usize::MAX` means that it does not look for them.
    const COMMON_OUTPUT: usize;
    /// Number of single blocks after which the fast loop is tried again.
    const OTHER_BLOCKS: usize = usize::MAX;

    /// Number of common blocks in a row after which the fast loop is tried again. The CPU cannot
    /// predict the end of that loop if the text is common except for single characters. So one
    /// common block is not enough. With narrow vectors it is, because the try costs nothing.
    const COMMON_RUN: usize = if S::LANES < 32 { 1 } else { 4 };

    /// Whether instruction sets without cheap masked access leave text of less than 16 bytes to
    /// scalar code. [`short`](super::short) has already converted most of this text.
    const SKIPS_SHORT: bool = true;

    /// Converts the common text at the start of `src`.
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts a block like [`convert_block`](BlockConversion::convert_block). Returns `None` if
    /// the block is not common.
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;

    /// Converts the block at the start of `src`, loaded as `vectors`, to the start of `dst`, up to
    /// a character boundary. Returns `None` if the block is malformed.
    ///
    /// If `src` is shorter than the block, `vectors` ends with zeros. `dst` has `MAX_OUTPUT` bytes.
    /// If `CLIPPED`, it may have fewer, even fewer than the result, which is then truncated.
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;
}

/// Converts the complete units of `src`, up to a malformed block or to a block whose stores exceed
/// `dst`.
#[inline(always)]
pub(crate) fn convert<S: UnitOps, B: BlockConversion<S>>(
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

/// Bytes of a buffer for the output of any block, the maximum of
/// [`MAX_OUTPUT`](BlockConversion::MAX_OUTPUT).
pub(super) const TAIL_BUFFER: usize = 4 * 64 + SLACK;

/// Converts the block at the start of `rest`, the end of `src`. The block may be incomplete. If the
/// result is longer than `out`, it may be left unwritten.
#[inline(always)]
fn convert_end<S: UnitOps, B: BlockConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    rest: &[u8],
    out: &mut Output,
) -> Option<Progress> {
    const { assert!(B::MAX_OUTPUT <= TAIL_BUFFER) };
    if B::SKIPS_SHORT && !S::CHEAP_MASKED_ACCESS && src.len() < 16 {
        return None;
    }
    let vectors = load_end::<S, B>(simd, src, rest);
    if S::CHEAP_MASKED_ACCESS {
        let step = blocks.convert_block::<true>(simd, vectors, rest, out)?;
        return Some(without_zeros::<S, B>(step, rest));
    }
    if !B::SKIPS_SHORT {
        if let Some(step) = blocks.convert_common_block::<true>(simd, vectors, rest, out) {
            return Some(without_zeros::<S, B>(step, rest));
        }
    }
    let mut buffer = Buffer::<TAIL_BUFFER>::new();
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

/// Loads the vectors of the block at the start of `src`.
#[inline(always)]
pub(super) fn load<S: UnitOps, B: BlockConversion<S>>(simd: S, src: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    let mut i = 0;
    while i < B::VECTORS {
        vectors[i] = simd.load(src, i * S::LANES);
        i += 1;
    }
    vectors
}

/// Loads the vectors of the block at the start of `rest`, the end of `src`, with zeros after the
/// end.
#[inline(always)]
fn load_end<S: UnitOps, B: BlockConversion<S>>(simd: S, src: &[u8], rest: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    if !S::CHEAP_MASKED_ACCESS && src.len() < 16 {
        // One vector contains the whole text, and no load can begin before it.
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

/// Returns the progress `step` of a block without the zeros after `rest`.
#[inline(always)]
fn without_zeros<S: UnitOps, B: BlockConversion<S>>(step: Progress, rest: &[u8]) -> Progress {
    let zeros = step.read.saturating_sub(rest.len());
    Progress {
        read: step.read - zeros,
        written: step.written - zeros / B::UNIT * B::ZERO_OUTPUT,
    }
}
