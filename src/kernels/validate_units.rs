//! Validation of ASCII, UTF-16 and UTF-32: several vectors are combined, and one test finds out
//! whether any unit is malformed.
//!
//! | encoding | combination | suspect units |
//! |---|---|---|
//! | ASCII | "or" | 80 or more |
//! | UTF-16 | minimum of (upper byte xor D8), without the lower byte | below 8: surrogates |
//! | UTF-32 | maximum of the units, [`with_surrogates_last`] | 10F800 or more: malformed |
//!
//! Surrogates are rare. A chunk of UTF-16 with a surrogate is checked again: a unit must be a low
//! surrogate exactly if the unit before it is a high surrogate.
//!
//! ```text
//! units            0041  D83D  DE00  0042
//! before           ____  0041  D83D  DE00
//! unit is low       -     -     x     -      equal: well-formed
//! before is high    -     -     x     -
//! ```
//!
//! The last vector of a text may overlap the one before it.
#![forbid(unsafe_code)]

use super::utf32::{self, is_malformed, with_surrogates_last};
use crate::encoding::endian::Endian;
use crate::simd::surrogates::{SurrogateTest, ends_with_high};
use crate::simd::{Simd, UnitOps, before_aligned};

/// Returns the number of ASCII bytes at the start of `src`. This is exact.
#[inline(always)]
pub(crate) fn ascii<S: UnitOps>(simd: S, src: &[u8]) -> usize {
    let lanes = S::LANES;
    let mut at = before_aligned::<S>(src, 1);
    if at > 0 && !simd.is_ascii(simd.load(src, 0)) {
        return first_non_ascii(simd, [simd.load(src, 0); 4]);
    }
    while let Some(block) = src.get(at..at + 4 * lanes) {
        let [a, b, c, d] = simd.load_four(block, 0);
        if !simd.is_ascii((a | b) | (c | d)) {
            return at + first_non_ascii(simd, [a, b, c, d]);
        }
        at += 4 * lanes;
    }
    while src.len() - at >= lanes {
        let bytes = simd.load(src, at);
        if !simd.is_ascii(bytes) {
            return at + first_non_ascii(simd, [bytes; 4]);
        }
        at += lanes;
    }
    let rest = simd.load_partial(&src[at..]);
    if simd.is_ascii(rest) {
        src.len()
    } else {
        at + first_non_ascii(simd, [rest; 4])
    }
}

/// Returns the offset of the first non-ASCII byte in four vectors. At least one must exist.
#[inline(always)]
fn first_non_ascii<S: UnitOps>(simd: S, [a, b, c, d]: [S::Bytes; 4]) -> usize {
    simd.first_of_four([
        simd.non_ascii(a),
        simd.non_ascii(b),
        simd.non_ascii(c),
        simd.non_ascii(d),
    ])
}

/// Returns the last character boundary in `src[..at]`, which is well-formed except that it may end
/// with a high surrogate.
#[inline(always)]
fn last_boundary(endian: Endian, src: &[u8], at: usize) -> usize {
    if ends_with_high(endian, &src[..at]) {
        at - 2
    } else {
        at
    }
}

/// Validates less than 32 bytes of UTF-16. Returns the whole length, possibly without a high
/// surrogate at the end, or 0.
#[inline(always)]
fn short_utf16<S: UnitOps>(simd: S, endian: Endian, src: &[u8]) -> usize {
    let test = SurrogateTest::new(simd, Some(simd.to_native_16(endian)));
    let least = match src.len() {
        16.. => {
            let first = test.distance(simd.load(src, 0));
            simd.min(first, test.distance(simd.load(src, src.len() - S::LANES)))
        }
        8.. => test.distance(simd.load_ends::<8>(src)),
        4.. => test.distance(simd.load_ends::<4>(src)),
        2.. => test.distance(simd.load_ends::<2>(src)),
        _ => return 0,
    };
    if simd.is_zero(test.found(simd, least)) {
        return src.len();
    }
    let first = simd.load_end(src, 0);
    let mut malformed = test.mispaired(simd, simd.shift_in_zeros::<2>(first), first);
    if src.len() > S::LANES {
        let last = src.len() - S::LANES;
        malformed =
            malformed | test.mispaired(simd, simd.load(src, last - 2), simd.load(src, last));
    }
    let end = if simd.any_16(malformed) { 0 } else { src.len() };
    last_boundary(endian, src, end)
}

/// Returns the number of bytes of a chunk of UTF-16, which one test checks for surrogates.
pub(super) const fn chunk_of<S: UnitOps>() -> usize {
    if S::LANES < 64 { 8 * S::LANES } else { 256 }
}

/// Returns the number of well-formed bytes at the start of `src`: all complete units, or up to a
/// character boundary near the first error.
#[inline(always)]
pub(crate) fn utf16<S: UnitOps>(simd: S, endian: Endian, src: &[u8]) -> usize {
    let src = &src[..src.len() & !1];
    if !S::CHEAP_MASKED_ACCESS && src.len() < S::LANES {
        return short_utf16(simd.narrow(), endian, src);
    }
    valid_utf16(simd, endian, src)
}

/// Returns [`utf16()`] of complete units. Without cheap masked access, `src` has at least one
/// vector.
#[inline(always)]
fn valid_utf16<S: UnitOps>(simd: S, endian: Endian, src: &[u8]) -> usize {
    let lanes = S::LANES;
    let test = SurrogateTest::new(simd, Some(simd.to_native_16(endian)));
    let chunk = const { chunk_of::<S>() };
    let mut at = before_aligned::<S>(src, 2);
    if at > 0 && !simd.is_zero(test.found(simd, test.distance(simd.load(src, 0)))) {
        at = 0;
    }
    // Each chunk begins at a character boundary.
    while let Some(part) = src.get(at..at + chunk) {
        if test.any_in(simd, part) {
            let mut from = 0;
            while from < chunk {
                if !test.are_paired(simd, src, at + from) {
                    return at;
                }
                from += 4 * lanes;
            }
            at += chunk - 2 * usize::from(ends_with_high(endian, part));
        } else {
            at += chunk;
        }
    }
    if src.len() < lanes {
        let units = simd.load_partial(src);
        let before = simd.shift_in_zeros::<2>(units);
        let end = if simd.any_16(test.mispaired(simd, before, units)) {
            0
        } else {
            src.len()
        };
        return last_boundary(endian, src, end);
    }
    // The tail, less than a chunk: one test for all of it, then vector by vector.
    let mut from = at;
    let mut least = simd.splat(0xFF);
    while from < src.len() {
        from = from.min(src.len() - lanes);
        least = simd.min(least, test.distance(simd.load(src, from)));
        from += lanes;
    }
    if simd.is_zero(test.found(simd, least)) {
        return last_boundary(endian, src, src.len());
    }
    while at < src.len() {
        let from = at.min(src.len() - lanes);
        let units = simd.load(src, from);
        let before = if from == 0 {
            simd.shift_in_zeros::<2>(units)
        } else {
            simd.load(src, from - 2)
        };
        if simd.any_16(test.mispaired(simd, before, units)) {
            return last_boundary(endian, src, at);
        }
        at = from + lanes;
    }
    last_boundary(endian, src, at)
}

/// Returns the number of well-formed bytes at the start of `src`: all complete units, or up to a
/// unit at or before the first error.
#[inline(always)]
pub(crate) fn utf32<S: UnitOps>(simd: S, endian: Endian, src: &[u8]) -> usize {
    let src = &src[..src.len() & !3];
    if src.len() < S::LANES {
        return short_utf32(simd, endian, src);
    }
    // Native byte order needs no shuffle, which would be a quarter of the work.
    if endian == Endian::NATIVE {
        return utf32_for_endian(simd, None, src);
    }
    utf32_for_endian(simd, Some(simd.to_native_32(endian)), src)
}

/// Returns [`utf32()`] of at least one vector. `order` is the shuffle to the native byte order, if
/// needed.
#[inline(always)]
fn utf32_for_endian<S: UnitOps>(simd: S, order: Option<S::Bytes>, src: &[u8]) -> usize {
    let lanes = S::LANES;
    let mut at = before_aligned::<S>(src, 4);
    if at > 0 && is_malformed(simd, renumbered(simd, order, src, 0)) {
        return 0;
    }
    while let Some(block) = src.get(at..at + 4 * lanes) {
        let a = renumbered(simd, order, block, 0);
        let b = renumbered(simd, order, block, lanes);
        let c = renumbered(simd, order, block, 2 * lanes);
        let d = renumbered(simd, order, block, 3 * lanes);
        if is_malformed(simd, simd.max_32(simd.max_32(a, b), simd.max_32(c, d))) {
            return at;
        }
        at += 4 * lanes;
    }
    while at < src.len() {
        let from = at.min(src.len() - lanes);
        if is_malformed(simd, renumbered(simd, order, src, from)) {
            return at;
        }
        at = from + lanes;
    }
    at
}

/// Loads the units at `at` and renumbers them: see [`with_surrogates_last`].
#[inline(always)]
fn renumbered<S: UnitOps>(simd: S, order: Option<S::Bytes>, src: &[u8], at: usize) -> S::Bytes {
    with_surrogates_last(simd, simd.shuffle_by(simd.load(src, at), order))
}

/// Validates less than a vector of UTF-32. Returns the whole length, or 0.
#[inline(always)]
fn short_utf32<S: UnitOps>(simd: S, endian: Endian, src: &[u8]) -> usize {
    let malformed = if S::CHEAP_MASKED_ACCESS {
        let units = simd.load_partial(src);
        match endian {
            Endian::NATIVE => is_malformed(simd, with_surrogates_last(simd, units)),
            _ => any_malformed(simd, endian, [units; 2]),
        }
    } else {
        let simd = simd.narrow();
        let units = match src.len() {
            16.. => [simd.load(src, 0), simd.load(src, src.len() - 16)],
            8.. => [simd.load_ends::<8>(src); 2],
            4.. => [simd.load_ends::<4>(src); 2],
            _ => return 0,
        };
        any_malformed(simd, endian, units)
    };
    if malformed { 0 } else { src.len() }
}

/// Returns whether any unit of two vectors is malformed.
#[inline(always)]
fn any_malformed<S: UnitOps>(simd: S, endian: Endian, [first, second]: [S::Bytes; 2]) -> bool {
    let order = simd.to_native_32(endian);
    let (first, second) = (
        simd.shuffle_bytes(first, order),
        simd.shuffle_bytes(second, order),
    );
    utf32::any_malformed(simd, [first, second])
}
