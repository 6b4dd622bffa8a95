//! Validation of UTF-8 by the errors of neighbouring bytes, [`utf8_errors`](super::utf8_errors).
//!
//! ```text
//! vectors   chunks of 256 bytes, each of one kind       blocks of 64    vectors
//! │ │ │ │   ASCII │ two-byte │ two-byte │ any │ ASCII   │ │ │           │ │ │ end, 0 …
//! ```
//!
//! Three things differ from the published algorithm:
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across
//!   registers.
//! - Long text goes in chunks of 256 bytes, each of one [kind](scan::Kind), and each kind has a
//!   loop of its own. Within a chunk there is no branch to predict. Branches for single blocks or
//!   characters are fast in text that the CPU reads again and again, and cost up to half of the
//!   speed in text that it has not seen.
//! - A chunk without sequences of three or four bytes needs no lookups: each continuation byte
//!   follows a lead byte, and no other byte does.
//!
//! A [visitor] takes well-formed text as soon as it is validated: it copies or counts.
//!
//! Chunks of other lengths, aligned chunks, more kinds and a single loop for all kinds lost:
//! `docs/experiments.md`.

mod scan;
mod visitor;

use crate::generic::count::Count;
use crate::generic::decode_utf8::DecodeUtf8;
pub(crate) use visitor::{MEASURED_AFTER, copy, measure};

use super::short;
use super::utf8_errors::{errors, incomplete_at_end, last_boundary};
use scan::{CHUNK, scan_chunks};
use visitor::Visitor;

/// Bytes of a block: it is ASCII as a whole, or all of it is checked.
const BLOCK: usize = 64;

/// The bytes of the block at `at`, combined by "or": ASCII if all of them are.
#[inline(always)]
fn any_of_block<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let mut any = simd.load(src, at);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | simd.load(src, at + vector);
        vector += S::LANES;
    }
    any
}

/// The errors of the block at `at`, combined by "or", where at least three bytes stand before it.
#[inline(always)]
fn errors_of_block<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    // `get` branches for each vector, so that the loop is not unrolled: less code.
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
fn errors_at<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let (prev3, prev2) = (simd.load(src, at - 3), simd.load(src, at - 2));
    let (prev1, current) = (simd.load(src, at - 1), simd.load(src, at));
    errors(simd, prev3, prev2, prev1, current)
}

/// The errors of `bytes`, which follow the vector `before`.
#[inline(always)]
fn errors_after<S: DecodeUtf8 + Count>(simd: S, before: S::Bytes, bytes: S::Bytes) -> S::Bytes {
    let prev3 = simd.shift_in::<3>(before, bytes);
    let prev2 = simd.shift_in::<2>(before, bytes);
    let prev1 = simd.shift_in::<1>(before, bytes);
    errors(simd, prev3, prev2, prev1, bytes)
}

/// Nonzero if the vector before `at` ends within a character: an error if ASCII follows.
#[inline(always)]
fn incomplete_before<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    incomplete_at_end(simd, simd.load(src, at - S::LANES))
}

/// The errors of the block at `at`, combined by "or", with a branch for ASCII. A character that the
/// block leaves incomplete is found when the next block is checked.
#[inline(always)]
fn errors_of_sparse_block<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if simd.is_ascii(any_of_block(simd, src, at)) {
        incomplete_before(simd, src, at)
    } else {
        errors_of_block(simd, src, at)
    }
}

/// Bytes of well-formed text at the start of `src`: all, or up to a character boundary near the
/// first error and before it.
#[inline(always)]
pub(crate) fn validate<S: DecodeUtf8 + Count>(simd: S, src: &[u8]) -> usize {
    if short::is_ascii(simd, src) {
        return src.len();
    }
    scan(simd, src, &mut ())
}

/// [`validate`], with a visitor for the well-formed text.
#[inline(always)]
fn scan<S: DecodeUtf8 + Count>(simd: S, src: &[u8], visitor: &mut impl Visitor<S>) -> usize {
    let lanes = S::LANES;
    let mut at = 0;
    if src.len() >= lanes {
        let first = simd.load(src, 0);
        if !simd.is_ascii(first) && !simd.is_zero(errors_after(simd, simd.splat(0), first)) {
            return 0;
        }
        visitor.visit(simd, src, 0, lanes);
        at = lanes;
    }
    while at < BLOCK && src.len() - at >= lanes {
        if !simd.is_zero(errors_at(simd, src, at)) {
            return last_boundary(src, at);
        }
        visitor.visit(simd, src, at, lanes);
        at += lanes;
    }
    if at == BLOCK {
        if src.len() >= 2 * BLOCK + CHUNK {
            // Chunks begin at a multiple of 64 bytes in memory: one of the loads of each byte is
            // aligned. The block before is checked whole, and partly once more in the first chunk.
            let errors = errors_of_sparse_block(simd, src, BLOCK);
            if !simd.is_zero(errors) {
                return last_boundary(src, BLOCK);
            }
            visitor.visit(simd, src, BLOCK, BLOCK);
            at += src.as_ptr().addr().wrapping_neg() % BLOCK;
        }
        at = match scan_chunks(simd, src, visitor, at) {
            Ok(end) => end,
            Err(chunk) => return last_boundary(src, chunk),
        };
        while src.len() - at >= BLOCK {
            let errors = errors_of_sparse_block(simd, src, at);
            if !simd.is_zero(errors) {
                return last_boundary(src, at);
            }
            visitor.visit(simd, src, at, BLOCK);
            at += BLOCK;
        }
        while src.len() - at >= lanes {
            if !simd.is_zero(errors_at(simd, src, at)) {
                return last_boundary(src, at);
            }
            visitor.visit(simd, src, at, lanes);
            at += lanes;
        }
    }
    // At least one zero follows the end: after an incomplete character it is an error.
    let end = simd.load_partial(&src[at..]);
    let errors = match (simd.is_ascii(end), at < lanes) {
        (true, true) => simd.splat(0),
        (true, false) => incomplete_before(simd, src, at),
        (false, true) => errors_after(simd, simd.splat(0), end),
        (false, false) => errors_after(simd, simd.load(src, at - lanes), end),
    };
    if !simd.is_zero(errors) {
        return last_boundary(src, at);
    }
    visitor.visit_end(simd, src, at, end);
    src.len()
}
