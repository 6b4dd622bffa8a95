//! Lengths of text in other encodings, without converting it.
//!
//! The length of each unit depends only on the unit itself. A base length is assumed for all units.
//! Each unit adds its weight, which is the difference between its length and the base, to the
//! counter of its lane:
//!
//! ```text
//! UTF-8 to UTF-16     base 0: a lead byte adds the units of its character
//!   c3 a9  f0 9f 98 80  78        é 😀 x
//!    1  0   2  0  0  0   1        4 units
//! ```
//!
//! A lane is one byte, so the counters are summed before any of them can overflow. The base is the
//! one with which computing the weights takes the fewest instructions.
#![forbid(unsafe_code)]

mod lossy;
mod weights;

pub(crate) use lossy::lossy_of_utf16;
pub(crate) use weights::*;

use crate::encoding::endian::Endian;
use crate::memory::progress::Progress;
use crate::simd::before_aligned;
use crate::simd::count::Count;

/// The number that each unit of an encoding adds to the counter of its lane: the difference between
/// the length of the unit and [`BASE`](Weight::BASE).
pub(crate) trait Weight<S: Count>: Copy {
    /// Bytes of a unit.
    const UNIT: usize;
    /// Units of output that are assumed for every unit of input.
    const BASE: usize;
    /// Whether counters hold the units above the base (`true`) or below it (`false`).
    const ADDS: bool;
    /// The most that one call of [`add`](Weight::add) or [`add_four`](Weight::add_four) adds to a
    /// lane.
    const MAX_WEIGHT: usize;
    /// Number of vectors up to which each vector is counted by itself, by the set bits of masks:
    /// see [`of_vector`](Weight::of_vector).
    const MAX_MASKED_VECTORS: usize = S::FEW_MASKS;

    /// Creates the weights of units in the byte order `endian`. `None` is the native order.
    fn new(simd: S, endian: Option<Endian>) -> Self;

    /// Returns the sum of the weights of one vector.
    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.sum_8([self.add(simd, simd.splat(0), units)])
    }

    /// Returns the counter plus the weights of one vector.
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes;

    /// Adds the weights of four vectors. Four counters keep the additions independent of each
    /// other.
    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], units: [S::Bytes; 4]) {
        let mut i = 0;
        while i < 4 {
            counters[i] = self.add(simd, counters[i], units[i]);
            i += 1;
        }
    }
}

/// Returns the number of bytes that one iteration of the loop counts.
const fn block_of<S: Count>() -> usize {
    if S::LANES < 64 { 8 * S::LANES } else { 256 }
}

/// Returns the number of bytes that can be counted before a counter can overflow.
const fn capacity_of<S: Count, C: Weight<S>>() -> usize {
    let block = block_of::<S>();
    255 / C::MAX_WEIGHT / (block / (4 * S::LANES)) * block
}

/// Counts all complete units of `src`.
#[inline(always)]
pub(crate) fn count<S: Count, C: Weight<S>>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    let all = Progress::all(src.len(), C::UNIT);
    let src = &src[..all.read];
    // A short text needs no aligned start, and in the native byte order no constants of the other
    // one. Where mask bits are not counted, this gains nothing for UTF-8, which has one byte order.
    let few = const {
        if C::MAX_MASKED_VECTORS == 0 && C::UNIT > 1 && !S::CHEAP_MASKED_ACCESS {
            block_of::<S>() - 1
        } else {
            C::MAX_MASKED_VECTORS * S::LANES
        }
    };
    let (counted, zeros) = if src.len() <= few && endian == Endian::NATIVE {
        count_few(simd, C::new(simd, None), src)
    } else {
        count_many(simd, C::new(simd, Some(endian)), src)
    };
    // The length of a zero unit is 1. So each unit of padding has added the difference between 1
    // and the base.
    let counted = counted - zeros / C::UNIT * C::BASE.abs_diff(1);
    let base = all.written * C::BASE;
    let written = if C::ADDS {
        base + counted
    } else {
        base - counted
    };
    Progress { written, ..all }
}

/// Counts a few vectors. Returns the sum of the weights, and the number of zero bytes that were
/// counted as padding.
#[inline(always)]
fn count_few<S: Count, C: Weight<S>>(simd: S, weight: C, src: &[u8]) -> (usize, usize) {
    let (mut counted, mut counter, mut rest) = (0, simd.splat(0), src);
    while rest.len() >= S::LANES {
        let units = simd.load(rest, 0);
        if C::MAX_MASKED_VECTORS > 0 {
            counted += weight.of_vector(simd, units);
        } else {
            counter = weight.add(simd, counter, units);
        }
        rest = &rest[S::LANES..];
    }
    let mut zeros = 0;
    if !rest.is_empty() {
        zeros = S::LANES - rest.len();
        let units = load_rest(simd, src, rest);
        if C::MAX_MASKED_VECTORS > 0 {
            counted += weight.of_vector(simd, units);
        } else {
            counter = weight.add(simd, counter, units);
        }
    }
    if C::MAX_MASKED_VECTORS == 0 {
        counted += simd.sum_8([counter]);
    }
    (counted, zeros)
}

/// Loads `rest`, the last bytes of `src`, fewer than a vector, with zeros before or after them.
#[inline(always)]
fn load_rest<S: Count>(simd: S, src: &[u8], rest: &[u8]) -> S::Bytes {
    static LAST_BYTES: [u8; 128] = {
        let mut mask = [0; 128];
        let mut i = 64;
        while i < 128 {
            mask[i] = 0xFF;
            i += 1;
        }
        mask
    };
    if S::CHEAP_MASKED_ACCESS || src.len() < S::LANES {
        return simd.load_partial(rest);
    }
    // The last vector, without its bytes before `rest`.
    let mask = simd.load(&LAST_BYTES, 64 - S::LANES + rest.len());
    simd.load(src, src.len() - S::LANES) & mask
}

/// Returns the sum of the weights, and the number of zero bytes that were counted as padding.
#[inline(always)]
fn count_many<S: Count, C: Weight<S>>(simd: S, weight: C, src: &[u8]) -> (usize, usize) {
    let lanes = S::LANES;
    let (first, mut rest) = src.split_at(before_aligned::<S>(src, C::UNIT));
    let mut counted = 0;
    let mut zeros = 0;
    if !first.is_empty() {
        let units = simd.load_partial(first);
        counted += weight.of_vector(simd, units);
        zeros += lanes - first.len();
    }
    let (block, capacity) = const { (block_of::<S>(), capacity_of::<S, C>()) };
    let by_masks = const { C::MAX_MASKED_VECTORS * S::LANES >= block_of::<S>() };
    while rest.len() >= block {
        let (mut part, after) = rest.split_at(rest.len().min(capacity) / block * block);
        let mut counters = [simd.splat(0); 4];
        while part.len() >= block {
            let (this, next) = part.split_at(block);
            let mut at = 0;
            while at < block {
                weight.add_four(simd, &mut counters, simd.load_four(this, at));
                at += 4 * lanes;
            }
            part = next;
        }
        counted += simd.sum_8(counters);
        rest = after;
    }
    if !rest.is_empty() {
        let rest_len = rest.len();
        let mut counter = simd.splat(0);
        while rest.len() >= lanes {
            let units = simd.load(rest, 0);
            if by_masks {
                counted += weight.of_vector(simd, units);
            } else {
                counter = weight.add(simd, counter, units);
            }
            rest = &rest[lanes..];
        }
        if !rest.is_empty() {
            let end = load_rest(simd, src, rest);
            if by_masks {
                counted += weight.of_vector(simd, end);
            } else {
                counter = weight.add(simd, counter, end);
            }
        }
        if !by_masks {
            counted += simd.sum_8([counter]);
        }
        zeros += rest_len.wrapping_neg() % lanes;
    }
    (counted, zeros)
}
