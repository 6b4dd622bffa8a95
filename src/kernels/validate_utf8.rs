//! Validation of UTF-8 by the errors of neighbouring bytes: see
//! [`utf8_errors`](crate::simd::utf8_errors).
//!
//! ```text
//! vectors   chunks of 256 bytes, each of one kind      vectors, the last one overlaps
//! │ │ │ │   ASCII │ two-byte │ two-byte │ any │ ASCII   │ │ │ ││ │
//! ```
//!
//! Three things differ from the algorithm of Keiser and Lemire (see `utf8_errors`):
//!
//! - The bytes one, two and three positions back come from unaligned loads, not from shifts
//!   across registers, except in short text and at the start of the text.
//! - Long text is checked in chunks of 256 bytes, each of one [kind](scan::ChunkKind), and each
//!   kind has its own loop. Within a chunk there is no branch to predict. Branches for single
//!   blocks or characters are fast when a benchmark repeats a text, but cost up to half of the
//!   speed for text not seen before by the branch predictor.
//! - A chunk without sequences of three or four bytes needs no lookups: a byte must be a
//!   continuation byte if and only if the byte before it is a lead byte.
//!
//! A [visitor] receives well-formed text as soon as it is validated, to copy or count it.
//!
//! Shorter text has no chunks, and one branch for ASCII. Text of at most four vectors is
//! checked by code for up to two or up to four vectors, without a branch for each vector.
//!
//! Other chunk lengths, more kinds and a single loop for all kinds were slower:
//! `docs/experiments.md`.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod copier;
#[cfg(feature = "convert")]
mod counter;
mod scan;
mod visitor;

use crate::simd::validate_utf8::ValidateUtf8;

use crate::kernels::scalar::last_boundary;
use crate::simd::utf8_errors::incomplete_at_end;
use scan::scan_chunks;
pub(crate) use visitor::Visitor;
#[cfg(feature = "convert")]
pub(crate) use {
    copier::{Copier, copy},
    counter::{MEASURE_START, measure},
};

/// Bytes of a block. A block that is not pure ASCII is checked completely.
const BLOCK: usize = 64;

/// Returns the "or" of the vectors of the block at `at`. It is ASCII if the whole block is.
#[inline(always)]
fn any_of_block<S: ValidateUtf8>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let mut any = simd.load(src, at);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | simd.load(src, at + vector);
        vector += S::LANES;
    }
    any
}

/// Returns the errors of the vector at `at`. At least three bytes precede it.
#[inline(always)]
fn errors_at<S: ValidateUtf8>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let (prev3, prev2) = (simd.load(src, at - 3), simd.load(src, at - 2));
    let (prev1, current) = (simd.load(src, at - 1), simd.load(src, at));
    simd.errors([prev3, prev2, prev1, current])
}

/// Returns the errors of the first vector of a text.
#[inline(always)]
fn errors_of_first<S: ValidateUtf8>(simd: S, bytes: S::Bytes) -> S::Bytes {
    let prev3 = simd.shift_in_zeros::<3>(bytes);
    let prev2 = simd.shift_in_zeros::<2>(bytes);
    let prev1 = simd.shift_in_zeros::<1>(bytes);
    simd.errors([prev3, prev2, prev1, bytes])
}

/// Returns the errors of `bytes`, which follow the vector `before`.
#[inline(always)]
fn errors_after<S: ValidateUtf8>(simd: S, before: S::Bytes, bytes: S::Bytes) -> S::Bytes {
    let prev3 = simd.shift_in::<3>(before, bytes);
    let prev2 = simd.shift_in::<2>(before, bytes);
    let prev1 = simd.shift_in::<1>(before, bytes);
    simd.errors([prev3, prev2, prev1, bytes])
}

/// Returns nonzero if the vector before `at` ends within a character. This is an error if ASCII
/// follows.
#[inline(always)]
fn incomplete_before<S: ValidateUtf8>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    incomplete_at_end(simd, simd.load(src, at - S::LANES))
}

/// Returns the position of the first error of `src`, or its length if it has none. Its first
/// `valid` bytes are well-formed and end at a character boundary.
#[inline(always)]
pub(crate) fn first_error<S: ValidateUtf8>(simd: S, src: &[u8], valid: usize) -> usize {
    let (mut at, mut before) = (valid, simd.splat(0));
    loop {
        let rest = &src[at..];
        // Zeros follow the text. They cause an error after an incomplete character.
        let vector = if rest.len() < S::LANES {
            simd.load_partial(rest)
        } else {
            simd.load(rest, 0)
        };
        let errors = errors_after(simd, before, vector);
        if !simd.is_zero(errors) {
            let lane = simd.bits(simd.at_least(1, errors)).trailing_zeros();
            return last_boundary(src, src.len().min(at + lane as usize));
        }
        if rest.len() <= S::LANES {
            return last_boundary(src, src.len());
        }
        (at, before) = (at + S::LANES, vector);
    }
}

/// Returns the number of well-formed bytes at the start of `src`: all, or to a character boundary
/// close before the first error. The visitor receives the well-formed text.
#[inline(always)]
pub(crate) fn scan<S: ValidateUtf8>(simd: S, src: &[u8], visitor: &mut impl Visitor<S>) -> usize {
    if src.len() < S::LANES + 3 {
        return scan_vector(simd, src, visitor);
    }
    if src.len() <= 2 * S::LANES {
        return scan_few::<S, 2>(simd, src, visitor);
    }
    if src.len() <= 4 * S::LANES {
        return scan_few::<S, 4>(simd, src, visitor);
    }
    scan_long(simd, src, visitor)
}

/// [`scan()`] of more than four vectors.
#[inline(always)]
pub(crate) fn scan_long<S: ValidateUtf8, V: Visitor<S>>(
    simd: S,
    src: &[u8],
    visitor: &mut V,
) -> usize {
    let mut at = 0;
    if V::SKIPS_ASCII && src.len() > 8 * S::LANES && src.len() <= const { long::<S>() } {
        return scan_after_ascii(simd, src, visitor);
    }
    if src.len() > const { long::<S>() } {
        // Align chunks to 64 bytes in memory, so that one of the loads of each byte is aligned.
        at = BLOCK + src.as_ptr().addr().wrapping_neg() % BLOCK;
        if at < S::LANES + 3 {
            at += BLOCK;
        }
        if !is_ascii_between(simd, src, visitor, 0, at) {
            let of_first = errors_of_first(simd, simd.load(src, 0));
            if !simd.is_zero(of_first | errors_between(simd, src, S::LANES, at)) {
                return 0;
            }
        }
        if !visitor.visit_rest(simd, &src[..at], 0) {
            return 0;
        }
        at = match scan_chunks(simd, src, visitor, at) {
            Ok(end) => end,
            Err(chunk) => return last_boundary(src, chunk),
        };
    }
    let is_ascii = is_ascii_between(simd, src, visitor, at, src.len());
    if at > 0 || !is_ascii {
        let errors = if is_ascii {
            incomplete_before(simd, src, at)
        } else {
            let mut errors = incomplete_at_end(simd, simd.load(src, src.len() - S::LANES));
            let mut from = at;
            if at == 0 {
                let of_first = errors_of_first(simd, simd.load(src, 0));
                if V::STOPS_EARLY && !simd.is_zero(of_first) {
                    return 0;
                }
                errors = errors | of_first;
                from = S::LANES;
            }
            while V::STOPS_EARLY && src.len() - from > const { 6 * S::LANES } {
                let four = &src[from - 3..][..4 * S::LANES + 3];
                let of_two = errors_at(simd, four, 3) | errors_at(simd, four, 3 + S::LANES);
                let of_four = of_two
                    | (errors_at(simd, four, 3 + 2 * S::LANES)
                        | errors_at(simd, four, 3 + 3 * S::LANES));
                if !simd.is_zero(of_four) {
                    return last_boundary(src, from);
                }
                from += 4 * S::LANES;
            }
            errors | errors_between(simd, src, from, src.len())
        };
        if !simd.is_zero(errors) {
            return last_boundary(src, at);
        }
    }
    if !visitor.visit_rest(simd, src, at) {
        return last_boundary(src, at);
    }
    src.len()
}

/// Scans text of more than eight vectors: leading ASCII with one branch for each four vectors, then
/// the rest as a whole.
#[inline(always)]
fn scan_after_ascii<S: ValidateUtf8>(simd: S, src: &[u8], visitor: &mut impl Visitor<S>) -> usize {
    // The last vector overlaps the one before it.
    let last = src.len() - S::LANES;
    let end = visitor.load(simd, src, last);
    let mut at = 0;
    'ascii: {
        while last - at >= 4 * S::LANES {
            if !simd.is_ascii(visitor.load_four(simd, src, at)) {
                break 'ascii;
            }
            at += 4 * S::LANES;
        }
        let (mut any, mut vector) = (end, at);
        while vector < last {
            any = any | visitor.load(simd, src, vector);
            vector += S::LANES;
        }
        if simd.is_ascii(any) {
            return src.len();
        }
    }
    let mut errors = errors_at(simd, src, last) | incomplete_at_end(simd, end);
    if at == 0 {
        let first = visitor.load(simd, src, 0);
        errors = errors | errors_of_first(simd, first);
        at = S::LANES;
    }
    while at < last {
        visitor.load(simd, src, at);
        errors = errors | errors_at(simd, src, at);
        at += S::LANES;
    }
    if !simd.is_zero(errors) || !visitor.visit_rest(simd, src, 0) {
        return 0;
    }
    src.len()
}

/// Length in bytes up to which a text is not split into chunks: a mispredicted branch would cost
/// more than checking everything.
const fn long<S: ValidateUtf8>() -> usize {
    let vectors = 16 * S::LANES;
    if vectors < 6 * BLOCK {
        6 * BLOCK
    } else {
        vectors
    }
}

/// Scans text of at most a vector and two bytes.
#[inline(always)]
fn scan_vector<S: ValidateUtf8>(simd: S, src: &[u8], visitor: &mut impl Visitor<S>) -> usize {
    let mut errors = simd.splat(0);
    if src.len() < S::LANES {
        // At least one zero follows the text. It causes an error after an incomplete character.
        let text = simd.load_partial(src);
        if !simd.is_ascii(text) {
            errors = errors_of_first(simd, text);
            if !simd.is_zero(errors) {
                return 0;
            }
        }
        let all = visitor.visit_vector(simd, text, src.len());
        return if all { src.len() } else { 0 };
    }
    let first = visitor.load(simd, src, 0);
    if src.len() > S::LANES {
        visitor.load(simd, src, src.len() - S::LANES);
        let end = simd.load_partial(&src[S::LANES..]);
        errors = errors_of_first(simd, first) | errors_after(simd, first, end);
    } else if !simd.is_ascii(first) {
        errors = errors_of_first(simd, first) | incomplete_at_end(simd, first);
    }
    if !simd.is_zero(errors) {
        return 0;
    }
    if visitor.visit_rest(simd, src, 0) {
        src.len()
    } else {
        0
    }
}

/// Scans text of more than a vector and two bytes and of at most `N` vectors, without a branch on
/// the number of vectors: the last ones overlap.
#[inline(always)]
fn scan_few<S: ValidateUtf8, const N: usize>(
    simd: S,
    src: &[u8],
    visitor: &mut impl Visitor<S>,
) -> usize {
    let last = src.len() - S::LANES;
    let position = |vector: usize| last.min(vector * S::LANES);
    let first = visitor.load(simd, src, 0);
    let end = visitor.load(simd, src, last);
    let mut any = first | end;
    let mut vector = 1;
    while vector < N - 1 {
        any = any | visitor.load(simd, src, position(vector));
        vector += 1;
    }
    if !simd.is_ascii(any) {
        let mut errors = errors_of_first(simd, first) | incomplete_at_end(simd, end);
        let mut vector = 1;
        while vector < N {
            errors = errors | errors_at(simd, src, position(vector));
            vector += 1;
        }
        if !simd.is_zero(errors) {
            return 0;
        }
    }
    if visitor.visit_rest(simd, src, 0) {
        src.len()
    } else {
        0
    }
}

/// Returns whether the bytes from `from` to `to` are ASCII. `to` is at least one vector, and the
/// whole vector before `to` is included in the test.
#[inline(always)]
fn is_ascii_between<S: ValidateUtf8>(
    simd: S,
    src: &[u8],
    visitor: &mut impl Visitor<S>,
    from: usize,
    to: usize,
) -> bool {
    // The last vector overlaps the one before it.
    let last = to - S::LANES;
    let mut any = visitor.load(simd, src, last);
    let mut at = from;
    // Four vectors for each branch.
    while last.saturating_sub(at) >= 4 * S::LANES {
        any = any | visitor.load_four(simd, src, at);
        at += 4 * S::LANES;
    }
    while at < last {
        any = any | visitor.load(simd, src, at);
        at += S::LANES;
    }
    simd.is_ascii(any)
}

/// Returns the "or" of the errors from `from` to `to`. At least three bytes precede `from`, and at
/// least a vector and three bytes precede `to`. Bytes before `from` may be checked again.
#[inline(always)]
fn errors_between<S: ValidateUtf8>(simd: S, src: &[u8], from: usize, to: usize) -> S::Bytes {
    let mut errors = errors_at(simd, src, to - S::LANES);
    // Slices of constant length need no bounds checks.
    let mut rest = &src[from - 3..to];
    while rest.len() > const { S::LANES + 3 } {
        errors = errors | errors_at(simd, &rest[..const { S::LANES + 3 }], 3);
        rest = &rest[S::LANES..];
    }
    errors
}
