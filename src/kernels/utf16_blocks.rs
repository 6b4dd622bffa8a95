//! Blocks of UTF-16 that may end within a surrogate pair.
//!
//! If a block ends with a high surrogate, the next block begins with this surrogate, so that the
//! pair is complete. In the block that ends with the surrogate, zero replaces it, and the output of
//! this zero is not counted.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use crate::simd::surrogates::ends_with_high;
use core::hint::black_box;

/// Returns a vector of units. The last unit becomes zero if the block `ends_within_pair`.
#[inline(always)]
pub(super) fn without_last<S: UnitOps>(
    simd: S,
    units: S::Bytes,
    ends_within_pair: bool,
) -> S::Bytes {
    const ALL_BUT_LAST: [u8; 64] = {
        let mut mask = [0xFF; 64];
        mask[62] = 0;
        mask[63] = 0;
        mask
    };
    if ends_within_pair {
        units & simd.load(&ALL_BUT_LAST, ALL_BUT_LAST.len() - S::LANES)
    } else {
        units
    }
}

/// Returns the progress of a block. If it `ends_within_pair`, the last unit and its `zero` bytes of
/// output are excluded. This must be a branch. It is rarely taken, and an offset computed from the
/// text instead would make each block wait for the one before.
#[inline(always)]
pub(super) fn block_end(at: Progress, ends_within_pair: bool, zero: usize) -> Progress {
    if ends_within_pair {
        Progress {
            read: black_box(at.read - 2),
            written: at.written - zero,
        }
    } else {
        at
    }
}

/// Returns whether `src` has at least `len` bytes and the first `len` bytes end with a high
/// surrogate.
#[inline(always)]
pub(super) fn ends_within_pair(endian: Endian, src: &[u8], len: usize) -> bool {
    src.get(..len)
        .is_some_and(|src| ends_with_high(endian, src))
}
