//! Validation of UTF-8: the lookups of [`utf8`](super::utf8), with two changes to the published algorithm.
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across registers.
//! - ASCII has a loop of its own, which is entered again after every stretch of four vectors of ASCII.

use super::utf8::{errors, last_boundary};
use crate::simd::Simd;

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

/// The four vectors from `at` on, joined: for a look at what no vector has.
#[inline(always)]
fn any_of_four<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let lanes = S::LANES;
    (simd.load(src, at) | simd.load(src, at + lanes))
        | (simd.load(src, at + 2 * lanes) | simd.load(src, at + 3 * lanes))
}

/// The errors of the four vectors from `at` on, joined.
#[inline(always)]
fn errors_of_four<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let lanes = S::LANES;
    (errors_at(simd, src, at) | errors_at(simd, src, at + lanes))
        | (errors_at(simd, src, at + 2 * lanes) | errors_at(simd, src, at + 3 * lanes))
}

/// Bytes of well-formed text at the start of `src`: all, or up to a character boundary near the first error.
#[inline(always)]
pub(crate) fn validate<S: Simd>(simd: S, src: &[u8]) -> usize {
    let lanes = S::LANES;
    let mut before = simd.splat(0);
    let mut at = 0;
    if src.len() >= lanes {
        before = simd.load(src, 0);
        if !simd.is_ascii(before) && !simd.is_zero(errors_after(simd, simd.splat(0), before)) {
            return 0;
        }
        at = lanes;
    }
    while src.len() - at >= 4 * lanes {
        if !simd.is_ascii(any_of_four(simd, src, at)) {
            if !simd.is_zero(errors_of_four(simd, src, at)) {
                return last_boundary(src, at);
            }
            at += 4 * lanes;
            continue;
        }
        // The ASCII must not cut off what stands before it.
        let boundary = last_boundary(src, at);
        if boundary != at {
            return boundary;
        }
        at += 4 * lanes;
        while src.len() - at >= 4 * lanes && simd.is_ascii(any_of_four(simd, src, at)) {
            at += 4 * lanes;
        }
    }
    while src.len() - at >= lanes {
        if !simd.is_zero(errors_at(simd, src, at)) {
            return last_boundary(src, at);
        }
        at += lanes;
    }
    if at >= lanes {
        before = simd.load(src, at - lanes);
    }
    // The end, followed by at least one zero: what it cuts off is an error there too.
    if !simd.is_zero(errors_after(simd, before, simd.load_partial(&src[at..]))) {
        return last_boundary(src, at);
    }
    src.len()
}
