//! Validation of UTF-8: the lookups of [`utf8`](super::utf8), with two changes to the published algorithm.
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across registers.
//! - ASCII has a loop of its own, which is entered again after every stretch of four vectors of ASCII.

use super::utf8::{errors, last_boundary};
use crate::simd::Simd;

/// The errors of the vector at `at`, where at least three bytes stand before it.
#[inline(always)]
fn errors_at<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let [third, second, first] = [3, 2, 1].map(|back| simd.load(src, at - back));
    errors(simd, third, second, first, simd.load(src, at))
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
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| simd.load(src, at + i * lanes));
        if simd.is_ascii((a | b) | (c | d)) {
            // The ASCII must not cut off what stands before it.
            if last_boundary(src, at) != at {
                return last_boundary(src, at);
            }
            at += 4 * lanes;
            while let Some(stretch) = src[at..].get(..4 * lanes)
                && let [a, b, c, d] = [0, 1, 2, 3].map(|i| simd.load(stretch, i * lanes))
                && simd.is_ascii((a | b) | (c | d))
            {
                at += 4 * lanes;
            }
        } else {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| errors_at(simd, src, at + i * lanes));
            if !simd.is_zero((a | b) | (c | d)) {
                return last_boundary(src, at);
            }
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
