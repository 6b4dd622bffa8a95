//! Validation of UTF-8: the lookups of [`utf8_errors`](super::utf8_errors), with three changes to the published algorithm.
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across registers.
//! - Text is taken in chunks of 256 bytes, each of one kind, and each kind has a loop of its own. Within a chunk there is
//!   nothing to guess: branches for single blocks or letters are fast where a short text is read again and again, so that the
//!   CPU knows it by heart, and cost up to half of the speed where it is new.
//! - Where a chunk has no character of more than two bytes, it needs no lookups: each continuation follows a lead, and no
//!   other byte does.
//!
//! What was tried and lost (Zen 4, whole corpora): leads as bits of mask registers with one unaligned load in the place of
//! three, on AVX-512 24 GB/s for 31; a look at whether each block of 64 bytes is ASCII in text that has none, 10 % slower than
//! chunks; a scalar look at the last bytes before each ASCII block for a saturating subtraction, no gain; the first byte's
//! lookups before the shift by a place, in the place of a third unaligned load, -14 % on AVX2, -23 % on AVX-512; a further
//! kind for characters of up to three bytes, which saves a load, 6 % on SSE4.1, nothing elsewhere, -2 to -5 % for emoji; one
//! loop for all kinds, whose constants do not fit the registers, -30 % on AVX2; chunks of 128 bytes, 4 to 30 % faster where
//! letters are rare, 5 to 12 % slower where they are not, 23 to 39 % in new German text.

mod scan;
mod visitor;

pub(crate) use visitor::{MEASURED_AFTER, copy, measure};

use super::short;
use super::utf8_errors::{errors, last_boundary};
use crate::simd::{Simd, Units};
use scan::{CHUNK, scan_chunks};
use visitor::Visitor;

/// Bytes that are checked, or found to be ASCII, together.
const BLOCK: usize = 64;

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

/// The errors of the block at `at`, joined, where at least three bytes stand before it.
#[inline(always)]
fn errors_of_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    // With a branch between vectors: it is much code without.
    let block = &src[at - 3..src.len().min(at + BLOCK)];
    let mut errors = simd.splat(0);
    let mut vector = 0;
    while let Some(bytes) = block.get(vector..vector + 3 + S::LANES) {
        errors = errors | errors_at(simd, bytes, 3);
        vector += S::LANES;
    }
    errors
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

/// The errors of the block at `at`, joined, in text that may be mostly ASCII. Between this block and the next no error is
/// overlooked if that one is checked too.
#[inline(always)]
fn errors_of_sparse_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if simd.is_ascii(any_of_block(simd, src, at)) {
        cut_off(simd, src, at)
    } else {
        errors_of_block(simd, src, at)
    }
}

/// Bytes of well-formed text at the start of `src`: all, or up to a character boundary near the first error.
#[inline(always)]
pub(crate) fn validate<S: Units>(simd: S, src: &[u8]) -> usize {
    if short::is_ascii(simd, src) {
        return src.len();
    }
    scan(simd, src, &mut ())
}

/// Bytes of well-formed text at the start of `src`.
#[inline(always)]
fn scan<S: Units>(simd: S, src: &[u8], visitor: &mut impl Visitor<S>) -> usize {
    let lanes = S::LANES;
    let mut at = 0;
    if src.len() >= lanes {
        let first = simd.load(src, 0);
        if !simd.is_ascii(first) && !simd.is_zero(errors_after(simd, simd.splat(0), first)) {
            return 0;
        }
        visitor.part(simd, src, 0, lanes);
        at = lanes;
    }
    while at < BLOCK && src.len() - at >= lanes {
        if !simd.is_zero(errors_at(simd, src, at)) {
            return last_boundary(src, at);
        }
        visitor.part(simd, src, at, lanes);
        at += lanes;
    }
    if at == BLOCK {
        if src.len() >= 2 * BLOCK + CHUNK {
            // From here on, one load of each byte is aligned.
            let errors = errors_of_sparse_block(simd, src, BLOCK);
            if !simd.is_zero(errors) {
                return last_boundary(src, BLOCK);
            }
            visitor.part(simd, src, BLOCK, BLOCK);
            at += src.as_ptr().addr().wrapping_neg() % BLOCK;
        }
        at = match scan_chunks(simd, src, visitor, at) {
            Ok(end) => end,
            Err(near) => return last_boundary(src, near),
        };
        while src.len() - at >= BLOCK {
            let errors = errors_of_sparse_block(simd, src, at);
            if !simd.is_zero(errors) {
                return last_boundary(src, at);
            }
            visitor.part(simd, src, at, BLOCK);
            at += BLOCK;
        }
        while src.len() - at >= lanes {
            if !simd.is_zero(errors_at(simd, src, at)) {
                return last_boundary(src, at);
            }
            visitor.part(simd, src, at, lanes);
            at += lanes;
        }
    }
    // The end, followed by at least one zero: what it cuts off is an error there too.
    let end = simd.load_partial(&src[at..]);
    let errors = match (simd.is_ascii(end), at < lanes) {
        (true, true) => simd.splat(0),
        (true, false) => cut_off(simd, src, at),
        (false, true) => errors_after(simd, simd.splat(0), end),
        (false, false) => errors_after(simd, simd.load(src, at - lanes), end),
    };
    if !simd.is_zero(errors) {
        return last_boundary(src, at);
    }
    visitor.end(simd, src, at, end);
    src.len()
}
