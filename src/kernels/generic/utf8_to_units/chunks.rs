//! The main loop of x86: chunks of four blocks, each of one kind, that of its greatest byte. There
//! is one branch to predict for a chunk, for its kind, and next to none within it.
//!
//! ```text
//! window of a chunk    3 before │ block │ block │ block │ block │ block after
//! window of a block    3 before │ block │ byte after
//! ```
//!
//! Branches for single blocks are fast where a short text is read again and again, so that the CPU
//! learns them. In text that it has not seen, a mispredicted one takes as long as converting a
//! block. So the kind of the next chunk is computed before the current one is converted: a
//! misprediction shows while there is still work to do.
//!
//! On AVX-512 the loop is a function of its own for each byte order
//! ([`Simd::by_endian`](crate::kernels::simd::Simd)), so that next to all its constants stay in
//! registers. With those of both orders, or of the code around it, most were loaded for each block,
//! and Russian, Chinese and German took 10 to 40 % longer (Zen 5). Narrow vectors have too few
//! registers for it to matter.

mod kinds;

use super::four_byte_runs::{self, FourByteRuns};
use super::main_loop::{MainLoop, Outcome, convert_ascii_rest};
use super::{BLOCK, Target, skip_ascii, three_byte_runs};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::utf8_errors::Ranks;
use crate::kernels::simd::{SLACK, Task};
use kinds::{
    convert_ascii, convert_general, convert_latin1, convert_sparse_latin1, convert_two_byte,
};

/// Bytes of a chunk.
const CHUNK: usize = 4 * BLOCK;

/// Bytes before a chunk or a block in its window.
const BEFORE: usize = 3;

/// Bytes of a chunk's window: with a block after it.
const CHUNK_WINDOW: usize = BEFORE + CHUNK + BLOCK;

/// Bytes of a block's window: with a byte after it.
const BLOCK_WINDOW: usize = BEFORE + BLOCK + 1;

/// Bytes of the block or chunk that has a window of `window` bytes.
const fn len(window: usize) -> usize {
    if window == BLOCK_WINDOW { BLOCK } else { CHUNK }
}

/// The window of the block or chunk at `at`, if the text has all of it.
#[inline(always)]
fn window<const N: usize>(src: &[u8], at: usize) -> Option<&[u8; N]> {
    src[at - BEFORE..].first_chunk()
}

/// The block in a window, or the first of the chunk in it.
#[inline(always)]
fn first_block<const N: usize>(window: &[u8; N]) -> &[u8; BLOCK] {
    window[BEFORE..].first_chunk().expect("a block")
}

/// The greatest ranks, lane by lane, of the bytes of a block or chunk and of the three before it.
/// Those of text that Latin-1 can represent are below C2.
#[inline(always)]
fn greatest_ranks<S: DecodeUtf8, const N: usize>(simd: S, window: &[u8; N]) -> S::Bytes {
    Ranks::Latin1First.greatest(simd, window, 0, BEFORE..BEFORE + len(N))
}

/// The main loop of chunks.
pub(crate) struct Chunks;

impl<S: DecodeUtf8, T: FourByteRuns<S>> MainLoop<S, T> for Chunks {
    #[inline(always)]
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Outcome {
        let faulty = convert_chunks_and_runs::<S, T>(simd, target, src, dst, to, checked);
        if faulty && replace {
            return Outcome::Faulty;
        }
        if src.len() - to.read < CHUNK_WINDOW {
            convert_ascii_rest::<S, T>(simd, target, src, dst, to);
        }
        // The end of the text or of the capacity, a fault, or the end of a run: one block by
        // itself.
        let Some(window) = window::<BLOCK_WINDOW>(src, to.read) else {
            return Outcome::Converted;
        };
        let out = &mut dst[to.written..];
        if out.len() < T::UNIT * BLOCK + SLACK {
            return Outcome::Full;
        }
        let greatest = greatest_ranks(simd, window);
        let written = if simd.is_ascii(greatest) {
            convert_ascii::<S, T, BLOCK_WINDOW>(simd, target, window, out)
        } else if simd.is_zero(simd.saturating_sub(greatest, simd.splat(0xEF))) {
            convert_general::<S, T, false, BLOCK_WINDOW>(simd, target, window, out, checked, 0)
        } else {
            convert_general::<S, T, true, BLOCK_WINDOW>(simd, target, window, out, checked, 0)
        };
        let Some(written) = written else {
            return Outcome::Faulty;
        };
        *to += Progress {
            read: BLOCK,
            written,
        };
        Outcome::Converted
    }
}

/// Converts chunks and runs of four-byte sequences as long as there are any. Returns whether a
/// chunk with a fault ends them.
#[inline(always)]
fn convert_chunks_and_runs<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> bool {
    while window::<CHUNK_WINDOW>(src, to.read).is_some() {
        let (end, faulty) = simd.by_endian(ChunkRun {
            src,
            dst,
            to: *to,
            checked,
            target,
        });
        *to = end;
        if faulty || !T::REPRESENTS_ALL {
            return faulty;
        }
        let next = window::<BLOCK_WINDOW>(src, to.read);
        if !next.is_some_and(|window| four_byte_runs::is_likely(first_block(window))) {
            return false;
        }
        let run = simd.by_endian(four_byte_runs::Run {
            src,
            dst,
            to: *to,
            target,
        });
        let Some(end) = run else {
            return false;
        };
        *to = end;
    }
    false
}

/// The conversion of chunks from `to` on: [`convert_chunks`].
struct ChunkRun<'a, T> {
    src: &'a [u8],
    dst: &'a mut Output,
    to: Progress,
    checked: bool,
    target: T,
}

impl<S: DecodeUtf8, T: FourByteRuns<S>> Task<S> for ChunkRun<'_, T> {
    /// How far it got, and whether the next chunk has a fault.
    type Output = (Progress, bool);

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(mut self, simd: S, endian: Endian) -> (Progress, bool) {
        let target = self.target.with_endian(endian);
        let faulty =
            convert_chunks::<S, T>(simd, target, self.src, self.dst, &mut self.to, self.checked);
        (self.to, faulty)
    }
}

/// Converts chunks as long as they have no fault, `dst` has capacity, and no run of four-byte
/// sequences begins. Returns whether the next chunk has a fault.
#[inline(always)]
fn convert_chunks<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> bool {
    let Some(mut current) = window::<CHUNK_WINDOW>(src, to.read) else {
        return false;
    };
    let mut greatest = simd.greatest(greatest_ranks(simd, current));
    // Units of each block of the chunk before: about as many are likely in the next one.
    let mut hint = 0;
    loop {
        if S::THREE_BYTE_RUNS
            && T::REPRESENTS_ALL
            && hint <= three_byte_runs::LIKELY
            && matches!(greatest, 0xE0..0xF0)
        {
            let end = three_byte_runs::convert::<S, T>(simd, target, src, dst, *to);
            if end.read > to.read {
                *to = end;
                hint = 0;
                let Some(next) = window(src, to.read) else {
                    return false;
                };
                (current, greatest) = (next, simd.greatest(greatest_ranks(simd, next)));
            }
        }
        let next = window::<CHUNK_WINDOW>(src, to.read + CHUNK);
        let greatest_of_next = match next {
            Some(next) => simd.greatest(greatest_ranks(simd, next)),
            None => 0,
        };
        let out = &mut dst[to.written..];
        // Each non-ASCII character is written with up to a block of the text after it.
        if out.len() < T::UNIT * (CHUNK + BLOCK) + SLACK {
            return false;
        }
        let written = match greatest {
            0..0x80 => convert_ascii::<S, T, CHUNK_WINDOW>(simd, target, current, out),
            0x80..0xC2 if S::PARTIAL_ACCESS => convert_latin1::<S, T>(simd, target, current, out),
            0x80..0xC2 => convert_sparse_latin1::<S, T>(simd, target, current, out),
            // Latin-1 has no other characters.
            _ if !T::REPRESENTS_ALL => None,
            0xC2..0xE0 => convert_two_byte::<S, T>(simd, target, current, out),
            0xE0..0xF0 => convert_general::<S, T, false, CHUNK_WINDOW>(
                simd, target, current, out, checked, hint,
            ),
            0xF0.. if T::REPRESENTS_ALL && four_byte_runs::is_likely(first_block(current)) => {
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
        *to += Progress {
            read: CHUNK,
            written,
        };
        let Some(next) = next else {
            return false;
        };
        (current, greatest) = (next, greatest_of_next);
        if greatest < 0x80 {
            // Bytes are widened with fewer instructions where the byte order is a constant.
            if T::UNIT > 1 && target.endian() == Endian::Big {
                skip_ascii_after_chunk::<S, T>(simd, target.with_endian(Endian::Big), src, dst, to);
            } else {
                skip_ascii_after_chunk::<S, T>(
                    simd,
                    target.with_endian(Endian::Little),
                    src,
                    dst,
                    to,
                );
            }
            let Some(next) = window(src, to.read) else {
                return false;
            };
            (current, greatest) = (next, simd.greatest(greatest_ranks(simd, next)));
        }
    }
}

/// Converts ASCII after a chunk.
#[inline(always)]
fn skip_ascii_after_chunk<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) {
    let step = skip_ascii::<S, T>(simd, target, &src[to.read..], &mut dst[to.written..]);
    *to += step;
    // The byte after is not checked yet. If it is a continuation byte, which is malformed after
    // ASCII, the last vector is taken back.
    if step.read > 0 && src.get(to.read).is_some_and(|&byte| is_continuation(byte)) {
        to.read -= S::LANES;
        to.written -= T::UNIT * S::LANES;
    }
}
