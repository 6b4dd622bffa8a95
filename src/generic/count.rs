//! Lengths of text in other encodings, without converting it.
//!
//! Each unit adds its share on its own (as in plain code), to the counters of its lane. A lane holds a byte's worth, so
//! the counters are summed up before any can overflow.

mod lossy;
mod weights;

pub(crate) use lossy::lossy_of_utf16;
pub(crate) use weights::*;

use crate::progress::Progress;
use crate::simd::Units;

/// What vectors of units add to counters.
trait Weight<S: Units>: Copy {
    /// Bytes of a unit.
    const UNIT: usize;
    /// Units of output for each unit, to begin with.
    const BASE: usize;
    /// Whether counters tell how many units of output there are beyond those, or else how many there are not.
    const ADDS: bool;
    /// The most that a vector or four add to a byte of a counter.
    const MAX_WEIGHT: usize;

    /// The counter with what a vector adds.
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes;

    /// Adds four vectors. There are several counters, so that additions need not wait for each other.
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
fn load_four<S: Units>(simd: S, src: &[u8]) -> [S::Bytes; 4] {
    let four = &src[..4 * S::LANES];
    [
        simd.load(four, 0),
        simd.load(four, S::LANES),
        simd.load(four, 2 * S::LANES),
        simd.load(four, 3 * S::LANES),
    ]
}

/// The last `count` bytes of `src`, less than a vector, after zeros in the place of what is before them, at least as much
/// as makes a vector.
#[inline(always)]
fn load_last<S: Units>(simd: S, src: &[u8], count: usize) -> S::Bytes {
    static KEPT: [u8; 128] = {
        let mut mask = [0; 128];
        let mut i = 64;
        while i < 128 {
            mask[i] = 0xFF;
            i += 1;
        }
        mask
    };
    let mask = simd.load(&KEPT, 64 - S::LANES + count);
    simd.load(src, src.len() - S::LANES) & mask
}

/// Bytes that are counted between two branches.
const fn block_of<S: Units>() -> usize {
    if S::LANES < 64 { 8 * S::LANES } else { 256 }
}

/// Bytes that counters have room for.
const fn capacity_of<S: Units, C: Weight<S>>() -> usize {
    let block = block_of::<S>();
    255 / C::MAX_WEIGHT / (block / (4 * S::LANES)) * block
}

/// Counts all whole units of `src`.
#[inline(always)]
fn count<S: Units, C: Weight<S>>(simd: S, weight: C, src: &[u8]) -> Progress {
    let lanes = S::LANES;
    let all = Progress::all(src.len(), C::UNIT);
    let src = &src[..all.read];
    let mut rest = src;
    let mut counted = 0;
    let (block, out) = const { (block_of::<S>(), capacity_of::<S, C>()) };
    while rest.len() >= block {
        let (mut part, after) = rest.split_at(rest.len().min(out) / block * block);
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
        let mut counter = simd.splat(0);
        while rest.len() >= lanes {
            counter = weight.add(simd, counter, simd.load(rest, 0));
            rest = &rest[lanes..];
        }
        if !rest.is_empty() {
            let end = if S::CLIPS || src.len() < lanes {
                simd.load_partial(rest)
            } else {
                load_last(simd, src, rest.len())
            };
            counter = weight.add(simd, counter, end);
        }
        // Without the zeros beside the end, each of which is one unit of output.
        let zeros = src.len().wrapping_neg() % lanes / C::UNIT;
        counted += simd.sum_8([counter]) - zeros * C::BASE.abs_diff(1);
    }
    let every = all.written * C::BASE;
    let written = if C::ADDS {
        every + counted
    } else {
        every - counted
    };
    Progress { written, ..all }
}
