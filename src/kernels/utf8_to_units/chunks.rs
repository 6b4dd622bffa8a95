//! The default main loop, over chunks of four blocks. The maximum byte of a chunk determines its
//! kind. There is one branch to predict for each chunk, on its kind, and almost none within a
//! chunk.
//!
//! ```text
//! window of a chunk    3 before │ block │ block │ block │ block │ block after
//! window of a block    3 before │ block │ byte after
//! ```
//!
//! Branches for single blocks are fast only if a benchmark repeats a short text, so that the branch
//! predictor learns it. In text not seen before, a misprediction takes as long as converting a
//! block. So the kind of the next chunk is computed before the current chunk is converted: the CPU
//! detects a misprediction while it still has work to do.
//!
//! On AVX-512 the loop is a separate function for each byte order
//! ([`Simd::run_by_endian`](crate::simd::Simd)), so that almost all of its constants stay in
//! registers. In a function with the constants of both orders, or of the surrounding code, most
//! constants were loaded again for each block. Russian, Chinese and German took 10 to 40 % longer
//! (Zen 5). Narrow vectors have so few registers that it makes no difference.

mod kinds;

use super::four_byte_runs::{self, FourByteRuns};
use super::main_loop::{MainLoop, Outcome, convert_ascii_rest};
use super::{BEFORE, BLOCK, BLOCK_WINDOW, Target, skip_ascii, three_byte_runs};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::utf8_errors::Ranks;
use crate::simd::{SLACK, Task};
use kinds::{
    convert_ascii_chunk, convert_general, convert_latin1, convert_sparse_latin1, convert_two_byte,
};

/// Bytes of a chunk.
const CHUNK: usize = 4 * BLOCK;

/// Bytes of a chunk's window, which includes the block after the chunk.
const CHUNK_WINDOW: usize = BEFORE + CHUNK + BLOCK;

/// Returns the bytes of the block or chunk in a window of `window` bytes.
const fn len(window: usize) -> usize {
    if window == BLOCK_WINDOW { BLOCK } else { CHUNK }
}

/// Returns the window of the block or chunk at `at`, if the text contains all of it.
#[inline(always)]
fn window<const N: usize>(src: &[u8], at: usize) -> Option<&[u8; N]> {
    src[at - BEFORE..].first_chunk()
}

/// Returns the block in a window, or the first block of the chunk in it.
#[inline(always)]
fn first_block<const N: usize>(window: &[u8; N]) -> &[u8; BLOCK] {
    window[BEFORE..].first_chunk().expect("a block")
}

/// Returns the maximum ranks, lane by lane, of the bytes of a block or chunk and of the three bytes
/// before it. The ranks of text that Latin-1 can represent are below C2.
#[inline(always)]
fn greatest_ranks<S: DecodeUtf8, const N: usize>(simd: S, window: &[u8; N]) -> S::Bytes {
    Ranks::Latin1First.greatest(simd, window, 0, BEFORE..BEFORE + len(N))
}

/// The main loop over chunks.
pub(crate) struct Chunks;

impl<S: DecodeUtf8, T: FourByteRuns<S>> MainLoop<S, T> for Chunks {
    #[inline(always)]
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        progress: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Outcome {
        // Builds for small code convert single blocks.
        if !cfg!(utflane_small) {
            let has_error =
                convert_chunks_and_runs::<S, T>(simd, target, src, dst, progress, checked);
            if has_error && replace {
                return Outcome::Error;
            }
            if src.len() - progress.read < CHUNK_WINDOW {
                convert_ascii_rest::<S, T>(simd, target, src, dst, progress);
            }
        }
        // The chunks have stopped at the end of the text or of the capacity, at an error, or at the
        // end of a run. Convert a single block.
        let Some(window) = window::<BLOCK_WINDOW>(src, progress.read) else {
            return Outcome::Converted;
        };
        let out = &mut dst[progress.written..];
        if out.len() < T::UNIT * BLOCK + SLACK {
            return Outcome::Full;
        }
        let greatest = greatest_ranks(simd, window);
        let written = if simd.is_ascii(greatest) {
            convert_ascii_chunk::<S, T, BLOCK_WINDOW>(simd, target, window, out)
        } else if !cfg!(utflane_small)
            && simd.is_zero(simd.saturating_sub(greatest, simd.splat(0xEF)))
        {
            convert_general::<S, T, false, BLOCK_WINDOW>(simd, target, window, out, checked, 0)
        } else {
            convert_general::<S, T, true, BLOCK_WINDOW>(simd, target, window, out, checked, 0)
        };
        let Some(written) = written else {
            return Outcome::Error;
        };
        *progress += Progress {
            read: BLOCK,
            written,
        };
        Outcome::Converted
    }
}

/// Converts chunks and runs of four-byte sequences as long as possible. Returns whether they end at
/// a chunk with an error.
#[inline(always)]
fn convert_chunks_and_runs<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
    checked: bool,
) -> bool {
    while window::<CHUNK_WINDOW>(src, progress.read).is_some() {
        let (end, has_error) = simd.run_by_endian(ChunkRun {
            src,
            dst,
            progress: *progress,
            checked,
            target,
        });
        *progress = end;
        if has_error || !T::REPRESENTS_ALL {
            return has_error;
        }
        let next = window::<BLOCK_WINDOW>(src, progress.read);
        if !next.is_some_and(|window| four_byte_runs::is_likely(first_block(window))) {
            return false;
        }
        let run = simd.run_by_endian(four_byte_runs::FourByteRun {
            src,
            dst,
            progress: *progress,
            target,
        });
        let Some(end) = run else {
            return false;
        };
        *progress = end;
    }
    false
}

/// The conversion of chunks from `progress` on: [`convert_chunks`].
struct ChunkRun<'a, T> {
    src: &'a [u8],
    dst: &'a mut Output,
    progress: Progress,
    checked: bool,
    target: T,
}

impl<S: DecodeUtf8, T: FourByteRuns<S>> Task<S> for ChunkRun<'_, T> {
    /// The progress, and whether the next chunk has an error.
    type Output = (Progress, bool);

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(mut self, simd: S, endian: Endian) -> (Progress, bool) {
        let target = self.target.with_endian(endian);
        let has_error = convert_chunks::<S, T>(
            simd,
            target,
            self.src,
            self.dst,
            &mut self.progress,
            self.checked,
        );
        (self.progress, has_error)
    }
}

/// Converts chunks until one has an error, `dst` lacks capacity, or a run of four-byte sequences
/// begins. Returns whether the next chunk has an error.
#[inline(always)]
fn convert_chunks<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
    checked: bool,
) -> bool {
    let Some(mut current) = window::<CHUNK_WINDOW>(src, progress.read) else {
        return false;
    };
    let mut greatest = simd.greatest(greatest_ranks(simd, current));
    // Units of each block of the chunk before. The next chunk probably has a similar number.
    let mut hint = 0;
    loop {
        if S::THREE_BYTE_RUNS
            && T::REPRESENTS_ALL
            && hint <= three_byte_runs::LIKELY
            && matches!(greatest, 0xE0..0xF0)
        {
            let end = three_byte_runs::convert::<S, T>(simd, target, src, dst, *progress);
            if end.read > progress.read {
                *progress = end;
                hint = 0;
                let Some(next) = window(src, progress.read) else {
                    return false;
                };
                (current, greatest) = (next, simd.greatest(greatest_ranks(simd, next)));
            }
        }
        let next = window::<CHUNK_WINDOW>(src, progress.read + CHUNK);
        let greatest_of_next = match next {
            Some(next) => simd.greatest(greatest_ranks(simd, next)),
            None => 0,
        };
        let out = &mut dst[progress.written..];
        // `write_sparse` writes a block of text after each non-ASCII character, so it may write up
        // to a block after the chunk.
        if out.len() < T::UNIT * (CHUNK + BLOCK) + SLACK {
            return false;
        }
        let written = match greatest {
            0..0x80 => convert_ascii_chunk::<S, T, CHUNK_WINDOW>(simd, target, current, out),
            0x80..0xC2 if S::CHEAP_MASKED_ACCESS => {
                convert_latin1::<S, T>(simd, target, current, out)
            }
            0x80..0xC2 => convert_sparse_latin1::<S, T>(simd, target, current, out),
            // Latin-1 has no other characters.
            _ if !T::REPRESENTS_ALL => None,
            0xC2..0xE0 => convert_two_byte::<S, T>(simd, target, current, out),
            0xE0..0xF0 => convert_general::<S, T, false, CHUNK_WINDOW>(
                simd, target, current, out, checked, hint,
            ),
            // Bytes from F8 on, which no character contains, have the ranks from F8 on.
            0xF8.. if checked => None,
            0xF0.. if four_byte_runs::is_likely(first_block(current)) => {
                return false;
            }
            0xF0.. => {
                convert_general::<S, T, true, CHUNK_WINDOW>(simd, target, current, out, checked, 0)
            }
        };
        let Some(written) = written else {
            return true;
        };
        hint = written.div_ceil(T::UNIT * CHUNK / BLOCK);
        *progress += Progress {
            read: CHUNK,
            written,
        };
        let Some(next) = next else {
            return false;
        };
        (current, greatest) = (next, greatest_of_next);
        if greatest < 0x80 {
            // Widening takes fewer instructions if the byte order is a constant.
            if T::UNIT > 1 && target.endian() == Endian::Big {
                skip_ascii_after_chunk::<S, T>(
                    simd,
                    target.with_endian(Endian::Big),
                    src,
                    dst,
                    progress,
                );
            } else {
                skip_ascii_after_chunk::<S, T>(
                    simd,
                    target.with_endian(Endian::Little),
                    src,
                    dst,
                    progress,
                );
            }
            let Some(next) = window(src, progress.read) else {
                return false;
            };
            (current, greatest) = (next, simd.greatest(greatest_ranks(simd, next)));
        }
    }
}

/// Converts the run of ASCII after a chunk.
#[inline(always)]
fn skip_ascii_after_chunk<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
) {
    let step = skip_ascii::<S, T>(
        simd,
        target,
        &src[progress.read..],
        &mut dst[progress.written..],
    );
    *progress += step;
    // The byte after the run is not checked yet. If it is a continuation byte, which is malformed
    // after ASCII, the last vector is dropped.
    if step.read > 0
        && src
            .get(progress.read)
            .is_some_and(|&byte| is_continuation(byte))
    {
        progress.read -= S::LANES;
        progress.written -= T::UNIT * S::LANES;
    }
}
