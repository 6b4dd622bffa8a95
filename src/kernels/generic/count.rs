//! Lengths of text in other encodings, without converting it.
//!
//! Each unit has a weight that depends on nothing else, and adds it to the counter in its lane:
//!
//! ```text
//! UTF-8 to UTF-16     units of output that a byte begins
//!   c3 a9  f0 9f 98 80  78        é 😀 x
//!    1  0   2  0  0  0   1        4 units
//! ```
//!
//! A lane is a byte, so the counters are summed up before any of them can overflow. Weights are
//! those beyond (or short of) a base that every unit has, so that most units add nothing.

mod counters;
mod lossy;
mod weights;

pub(crate) use counters::{Count, SAVED_BYTES};
pub(crate) use lossy::lossy_of_utf16;
pub(crate) use weights::*;

use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::simd::before_aligned;

/// What each unit of an encoding adds to the length of a text.
trait Weight<S: Count>: Copy {
    /// Bytes of a unit.
    const UNIT: usize;
    /// Units of output that every unit of input is taken for to begin with.
    const BASE: usize;
    /// Whether counters hold the units of output beyond the base, or else those short of it.
    const ADDS: bool;
    /// The most that one call of [`add`](Weight::add) or [`add_four`](Weight::add_four) adds to a
    /// lane.
    const MAX_WEIGHT: usize;
    /// Vectors up to which their weights are counted one by one, as masks, by
    /// [`of_vector`](Weight::of_vector).
    const FEW: usize = S::FEW_MASKS;

    /// The weights of units in a byte order: the native one without it.
    fn new(simd: S, endian: Option<Endian>) -> Self;

    /// The sum of the weights of a vector.
    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.sum_8([self.add(simd, simd.splat(0), units)])
    }

    /// The counter with the weights of a vector.
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes;

    /// Adds the weights of four vectors. There are four counters, so that additions need not wait
    /// for each other.
    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], units: [S::Bytes; 4]) {
        let mut i = 0;
        while i < 4 {
            counters[i] = self.add(simd, counters[i], units[i]);
            i += 1;
        }
    }
}

/// The first four vectors of `src`.
#[inline(always)]
fn load_four<S: Count>(simd: S, src: &[u8]) -> [S::Bytes; 4] {
    let four = &src[..4 * S::LANES];
    [
        simd.load(four, 0),
        simd.load(four, S::LANES),
        simd.load(four, 2 * S::LANES),
        simd.load(four, 3 * S::LANES),
    ]
}

/// The last `count` bytes of `src`, less than a vector, after zeros. `src` is at least a vector,
/// and the bytes before the last ones are masked off.
#[inline(always)]
fn load_last<S: Count>(simd: S, src: &[u8], count: usize) -> S::Bytes {
    static LAST_BYTES: [u8; 128] = {
        let mut mask = [0; 128];
        let mut i = 64;
        while i < 128 {
            mask[i] = 0xFF;
            i += 1;
        }
        mask
    };
    let mask = simd.load(&LAST_BYTES, 64 - S::LANES + count);
    simd.load(src, src.len() - S::LANES) & mask
}

/// Bytes that are counted for each branch of the loop.
const fn block_of<S: Count>() -> usize {
    if S::LANES < 64 { 8 * S::LANES } else { 256 }
}

/// Bytes that can be counted before a counter may overflow.
const fn capacity_of<S: Count, C: Weight<S>>() -> usize {
    let block = block_of::<S>();
    255 / C::MAX_WEIGHT / (block / (4 * S::LANES)) * block
}

/// Counts all whole units of `src`.
#[inline(always)]
fn count<S: Count, C: Weight<S>>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    let all = Progress::all(src.len(), C::UNIT);
    let src = &src[..all.read];
    let is_few = C::FEW > 0 && src.len() <= C::FEW * S::LANES;
    let (counted, zeros) = if is_few && endian == Endian::NATIVE {
        count_few(simd, C::new(simd, None), src)
    } else {
        count_many(simd, C::new(simd, Some(endian)), src)
    };
    // A zero that fills a vector has counted as one unit of output.
    let counted = counted - zeros / C::UNIT * C::BASE.abs_diff(1);
    let base = all.written * C::BASE;
    let written = if C::ADDS {
        base + counted
    } else {
        base - counted
    };
    Progress { written, ..all }
}

/// The sum of the weights of a few vectors, one by one, and how many bytes of zeros were counted.
#[inline(always)]
fn count_few<S: Count, C: Weight<S>>(simd: S, weight: C, src: &[u8]) -> (usize, usize) {
    let (mut counted, mut rest) = (0, src);
    while rest.len() >= S::LANES {
        counted += weight.of_vector(simd, simd.load(rest, 0));
        rest = &rest[S::LANES..];
    }
    if rest.is_empty() {
        return (counted, 0);
    }
    counted += weight.of_vector(simd, load_rest(simd, src, rest));
    (counted, S::LANES - rest.len())
}

/// The last bytes of `src`, `rest`, less than a vector, with zeros before or after them.
#[inline(always)]
fn load_rest<S: Count>(simd: S, src: &[u8], rest: &[u8]) -> S::Bytes {
    if S::PARTIAL_ACCESS || src.len() < S::LANES {
        simd.load_partial(rest)
    } else {
        load_last(simd, src, rest.len())
    }
}

/// The sum of the weights, and how many bytes of zeros were counted.
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
    let by_masks = const { C::FEW * S::LANES >= block_of::<S>() };
    while rest.len() >= block {
        let (mut part, after) = rest.split_at(rest.len().min(capacity) / block * block);
        let mut counters = [simd.splat(0); 4];
        while part.len() >= block {
            let (this, next) = part.split_at(block);
            let mut at = 0;
            while at < block {
                weight.add_four(simd, &mut counters, load_four(simd, &this[at..]));
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

#[cfg(test)]
pub(crate) mod tests;
