//! Conversion block by block, where the length of the output depends on the text.
//!
//! Blocks of input have a fixed length. What a block converts to is written with whole vectors, so that more may be
//! overwritten than counts. The last block, or the first one for which there is not enough room, is converted outside
//! the loop: for a short text, what a loop needs to be made ready would take longer than the block.

use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{SLACK, Simd, Units};
use core::mem::{self, MaybeUninit};

/// The vectors of a block, at most four.
pub(crate) type Vectors<S> = [<S as Simd>::Bytes; 4];

/// The conversion of blocks.
pub(crate) trait Blocks<S: Units>: Copy {
    /// Vectors of input in a block.
    const VECTORS: usize;
    /// Bytes of output that a block may overwrite.
    const MAX_OUTPUT: usize;
    /// Bytes of a unit of input.
    const UNIT: usize;
    /// Bytes to which a unit of zero converts.
    const ZERO_OUTPUT: usize;
    /// Bytes that show, when a block converts to so many, that it is plain.
    const COMMON_OUTPUT: usize;
    /// Blocks that are converted one by one before plain text is looked for again, whatever they are.
    const OTHER_BLOCKS: usize = usize::MAX;

    /// Whether what is less than a vector is left to others where vectors cannot be loaded in part: most of it was converted
    /// before, as few units are.
    const SKIPS_SHORT: bool = true;

    /// Converts as much plain text as is worth a loop of its own.
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress;

    /// The same as [`convert`](Blocks::convert) for a block that is plain; `None` if it is not.
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;

    /// Converts the block that `src` begins with, `vectors`, to the beginning of `dst`. Both begin at the boundary of a
    /// character, and so does what comes after the result. `None` if the block is malformed.
    ///
    /// Zeros may follow `src` in the block. `dst` has room for `MAX_OUTPUT` bytes; if `CLIPPED`, it need not even have room for
    /// the result.
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress>;
}

/// Plain blocks in a row after which it is worth a guess that more follow. In text that is mostly plain, each guess is a
/// branch that the CPU cannot learn, unless it has seen the text before: with one in 40 characters not ASCII in 4 MB that do
/// not repeat, to guess after each is 20 % slower from UTF-16 and 34 % from UTF-32. Short vectors have nothing from it.
const fn run_of<S: Units>() -> usize {
    if S::LANES < 32 { 1 } else { 4 }
}

/// Converts whole units of `src`, or as many as there is ample room for and a block more.
#[inline(always)]
pub(crate) fn convert<S: Units, B: Blocks<S>>(
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
            if left == 0 || run == const { run_of::<S>() } {
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

/// The most room that a block may need.
pub(super) const BUFFER: usize = 4 * 64 + SLACK;

/// Converts the block that `rest`, the end of `src`, begins with, or what there is of it. If the result is longer than
/// `out`, it is not written.
#[inline(always)]
fn convert_end<S: Units, B: Blocks<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    rest: &[u8],
    out: &mut Output,
) -> Option<Progress> {
    const { assert!(B::MAX_OUTPUT <= BUFFER) };
    if B::SKIPS_SHORT && !S::CLIPS && src.len() < 16 {
        return None;
    }
    let vectors = load_end::<S, B>(simd, src, rest);
    if S::CLIPS {
        let step = blocks.convert_block::<true>(simd, vectors, rest, out)?;
        return Some(without_zeros::<S, B>(step, rest));
    }
    if !B::SKIPS_SHORT
        && let Some(step) = blocks.convert_common_block::<true>(simd, vectors, rest, out)
    {
        return Some(without_zeros::<S, B>(step, rest));
    }
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    let fits = out.len() >= B::MAX_OUTPUT;
    let target = if fits { &mut *out } else { &mut buffer };
    let step = blocks.convert_block::<false>(simd, vectors, rest, &mut target[..B::MAX_OUTPUT])?;
    let step = without_zeros::<S, B>(step, rest);
    if !fits && let Some(out) = out.get_mut(..step.written) {
        copy(&buffer, out);
    }
    Some(step)
}

/// The vectors of the block that `src` begins with.
#[inline(always)]
pub(super) fn load<S: Units, B: Blocks<S>>(simd: S, src: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    let mut i = 0;
    while i < B::VECTORS {
        vectors[i] = simd.load(src, i * S::LANES);
        i += 1;
    }
    vectors
}

/// The vectors of the block that `rest` begins with, the end of `src`; zeros may follow.
#[inline(always)]
fn load_end<S: Units, B: Blocks<S>>(simd: S, src: &[u8], rest: &[u8]) -> Vectors<S> {
    let mut vectors = [simd.splat(0); 4];
    if !S::CLIPS && src.len() < 16 {
        // So little is but one vector, and cannot be loaded with what is before it.
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

/// The conversion of a block without that of the zeros after `rest`.
#[inline(always)]
fn without_zeros<S: Units, B: Blocks<S>>(step: Progress, rest: &[u8]) -> Progress {
    let zeros = step.read.saturating_sub(rest.len());
    Progress {
        read: step.read - zeros,
        written: step.written - zeros / B::UNIT * B::ZERO_OUTPUT,
    }
}

/// Copies the beginning of `from` to all of `dst`, which is not longer.
#[inline(always)]
pub(super) fn copy(from: &[MaybeUninit<u8>; BUFFER], dst: &mut Output) {
    // In pieces, of which the last one overlaps the one before.
    if dst.len() >= 16 {
        copy_pieces::<16>(from, dst);
    } else if dst.len() >= 4 {
        copy_pieces::<4>(from, dst);
    } else {
        copy_pieces::<1>(from, dst);
    }
}

#[inline(always)]
fn copy_pieces<const N: usize>(from: &[MaybeUninit<u8>; BUFFER], dst: &mut Output) {
    let mut at = 0;
    while at < dst.len() {
        at = at.min(dst.len() - N);
        let piece: [MaybeUninit<u8>; N] = *from[at..].first_chunk().expect("as long as `dst`");
        *dst[at..].first_chunk_mut().expect("a piece") = piece;
        at += N;
    }
}
