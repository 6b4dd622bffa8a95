//! Validation of UTF-8: the lookups of [`utf8`](super::utf8), with two changes to the published algorithm.
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across registers.
//! - ASCII has a loop of its own, which is entered again after every stretch of 256 bytes of ASCII; in text that is mostly
//!   ASCII there is one look at each block, whether it is, and no more: each further one is another branch to guess.
//!
//! What was tried and lost (Zen 4, whole corpora): leads as bits of mask registers with one unaligned load in the place of
//! three, on AVX-512 24 GB/s for 31; a look at whether each block of 64 bytes is ASCII in text that has none, 10 % slower than
//! dense stretches; a scalar look at the last bytes before each ASCII block for a saturating subtraction, no gain; the first
//! byte's lookups before the shift by a place, in the place of a third unaligned load, -14 % on AVX2, -23 % on AVX-512.
//!
//! German depends on what the CPU has learnt of the text. A way of its own for blocks with one letter of two bytes is 12 to
//! 20 % faster where it knows all of it by heart (200 KB, again and again), and takes 1.3 to 1.9 times as long where it cannot
//! (4 MB). No look at all within 256 bytes is about the same at any length: 30 to 40 % slower by heart, and 0.95 to 1.5 times as
//! fast where not.

use super::short_ascii;
use super::utf8::{errors, last_boundary};
use crate::kernels::Progress;
use crate::scheme::{self, Output};
use crate::simd::Simd;

/// Bytes that are checked, or found to be ASCII, together.
const BLOCK: usize = 64;
/// Blocks between two looks at whether anything was wrong.
const BLOCKS: usize = 4;
/// Bytes in them.
const STRETCH: usize = BLOCK * BLOCKS;

/// The block at `at`, joined: for a look at what no byte has.
#[inline(always)]
fn any_of_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let mut any = simd.load(src, at);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | simd.load(src, at + vector);
        vector += S::LANES;
    }
    any
}

/// The stretch, joined.
#[inline(always)]
fn any_of_stretch<S: Simd>(simd: S, stretch: &[u8; STRETCH]) -> S::Bytes {
    (any_of_block(simd, stretch, 0) | any_of_block(simd, stretch, BLOCK))
        | (any_of_block(simd, stretch, 2 * BLOCK) | any_of_block(simd, stretch, 3 * BLOCK))
}

/// The errors of the block at `at`, joined, where at least three bytes stand before it.
#[inline(always)]
fn errors_of_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let mut any = errors_at(simd, src, at);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | errors_at(simd, src, at + vector);
        vector += S::LANES;
    }
    any
}

/// The errors of the vector at `at`, where at least three bytes stand before it.
#[inline(always)]
fn errors_at<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let (third, second) = (simd.load(src, at - 3), simd.load(src, at - 2));
    errors(
        simd,
        third,
        second,
        simd.load(src, at - 1),
        simd.load(src, at),
    )
}

/// The errors of `bytes`, which follow the vector `before`.
#[inline(always)]
fn errors_after<S: Simd>(simd: S, before: S::Bytes, bytes: S::Bytes) -> S::Bytes {
    let third = simd.shift_in::<3>(before, bytes);
    let second = simd.shift_in::<2>(before, bytes);
    errors(
        simd,
        third,
        second,
        simd.shift_in::<1>(before, bytes),
        bytes,
    )
}

/// Nonzero where the vector before `at` ends in the middle of a character: what is wrong with ASCII at `at`.
#[inline(always)]
fn cut_off<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    const COMPLETE: [u8; 64] = {
        let mut limits = [0xFF; 64];
        limits[61] = 0xEF;
        limits[62] = 0xDF;
        limits[63] = 0xBF;
        limits
    };
    let limits = simd.load(&COMPLETE, 64 - S::LANES);
    simd.saturating_sub(simd.load(src, at - S::LANES), limits)
}

/// The errors of the block at `at`, joined, in text that may be mostly ASCII; and whether the block is ASCII. Between
/// this block and the next no error is overlooked if that one is checked too.
#[inline(always)]
fn errors_of_sparse_block<S: Simd>(simd: S, src: &[u8], at: usize) -> (S::Bytes, bool) {
    if simd.is_ascii(any_of_block(simd, src, at)) {
        (cut_off(simd, src, at), true)
    } else {
        (errors_of_block(simd, src, at), false)
    }
}

/// Bytes of well-formed text at the start of `src`: all, or up to a character boundary near the first error.
#[inline(always)]
pub(crate) fn validate<S: Simd>(simd: S, src: &[u8]) -> usize {
    if short_ascii::is(simd, src) {
        return src.len();
    }
    scan::<S, false>(simd, src, &mut [])
}

/// Copies well-formed text, as far as there is room, while it is checked.
#[inline(always)]
pub(crate) fn copy<S: Simd>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let len = src.len().min(dst.len());
    let valid = scan::<S, true>(simd, &src[..len], &mut dst[..len]);
    Progress {
        read: valid,
        written: valid,
    }
}

/// Writes the bytes from `at` on to the same place of `dst`, if this is a copy.
#[inline(always)]
fn put<S: Simd, const COPY: bool>(simd: S, src: &[u8], dst: &mut Output, at: usize, len: usize) {
    if COPY {
        let (src, dst) = (&src[at..at + len], &mut dst[at..at + len]);
        let mut vector = 0;
        while vector < len {
            simd.store(simd.load(src, vector), dst, vector);
            vector += S::LANES;
        }
    }
}

/// Bytes of well-formed text at the start of `src`. As a `COPY`, they are written to `dst`, which has the same length.
#[inline(always)]
fn scan<S: Simd, const COPY: bool>(simd: S, src: &[u8], dst: &mut Output) -> usize {
    let lanes = S::LANES;
    let mut at = 0;
    if src.len() >= lanes {
        let first = simd.load(src, 0);
        if !simd.is_ascii(first) && !simd.is_zero(errors_after(simd, simd.splat(0), first)) {
            return 0;
        }
        put::<S, COPY>(simd, src, dst, 0, lanes);
        at = lanes;
    }
    while at < BLOCK && src.len() - at >= lanes {
        if !simd.is_zero(errors_at(simd, src, at)) {
            return last_boundary(src, at);
        }
        put::<S, COPY>(simd, src, dst, at, lanes);
        at += lanes;
    }
    if at == BLOCK {
        at = match scan_stretches::<S, COPY>(simd, src, dst) {
            Ok(end) => end,
            Err(near) => return last_boundary(src, near),
        };
        while src.len() - at >= BLOCK {
            let (errors, _) = errors_of_sparse_block(simd, src, at);
            if !simd.is_zero(errors) {
                return last_boundary(src, at);
            }
            put::<S, COPY>(simd, src, dst, at, BLOCK);
            at += BLOCK;
        }
        while src.len() - at >= lanes {
            if !simd.is_zero(errors_at(simd, src, at)) {
                return last_boundary(src, at);
            }
            put::<S, COPY>(simd, src, dst, at, lanes);
            at += lanes;
        }
    }
    // The end, followed by at least one zero: what it cuts off is an error there too.
    let end = simd.load_partial(&src[at..]);
    let errors = if at < lanes {
        errors_after(simd, simd.splat(0), end)
    } else if simd.is_ascii(end) {
        cut_off(simd, src, at)
    } else {
        errors_after(simd, simd.load(src, at - lanes), end)
    };
    if !simd.is_zero(errors) {
        return last_boundary(src, at);
    }
    if COPY {
        scheme::copy(&src[at..], &mut dst[at..]);
    }
    src.len()
}

/// The main loop, which begins behind the first block: where it ended, or near which position it found an error.
///
/// Stretches are dense, with letters beyond ASCII in every block, or sparse, or ASCII, and what follows is likely to be
/// the same: dense ones are checked without a look at each block.
#[inline(always)]
fn scan_stretches<S: Simd, const COPY: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Result<usize, usize> {
    let mut at = BLOCK;
    let mut dense = false;
    while let Some(window) = src[at - BLOCK..].first_chunk::<{ BLOCK + STRETCH }>() {
        let mut ascii = 0;
        let mut errors = simd.splat(0);
        dense = dense && !simd.is_ascii(any_of_block(simd, window, BLOCK));
        if dense {
            let mut block = BLOCK;
            while block <= STRETCH {
                errors = errors | errors_of_block(simd, window, block);
                block += BLOCK;
            }
        } else {
            let mut block = BLOCK;
            while block <= STRETCH {
                let (errors_here, is_ascii) = errors_of_sparse_block(simd, window, block);
                errors = errors | errors_here;
                ascii += usize::from(is_ascii);
                block += BLOCK;
            }
            dense = ascii == 0;
        }
        if !simd.is_zero(errors) {
            return Err(at);
        }
        put::<S, COPY>(simd, src, dst, at, STRETCH);
        at += STRETCH;
        if ascii == BLOCKS {
            while let Some(stretch) = src[at..].first_chunk()
                && simd.is_ascii(any_of_stretch(simd, stretch))
            {
                put::<S, COPY>(simd, src, dst, at, STRETCH);
                at += STRETCH;
            }
        }
    }
    Ok(at)
}
