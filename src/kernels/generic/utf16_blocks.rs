//! Blocks of UTF-16 that may end inside a surrogate pair.
//!
//! A block that ends with a high surrogate leaves this to the next one, which so begins with the
//! pair: the unit is replaced by zero, and what zero becomes is not counted.

use super::surrogates::ends_with_high;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::simd::Units;
use core::hint::black_box;

/// A vector of units, the last of which becomes zero if the pair that it begins `is_cut`.
#[inline(always)]
pub(super) fn without_last<S: Units>(simd: S, units: S::Bytes, is_cut: bool) -> S::Bytes {
    const ALL_BUT_LAST: [u8; 64] = {
        let mut mask = [0xFF; 64];
        mask[62] = 0;
        mask[63] = 0;
        mask
    };
    if is_cut {
        units & simd.load(&ALL_BUT_LAST, ALL_BUT_LAST.len() - S::LANES)
    } else {
        units
    }
}

/// The progress of a block: `at`, or without its last unit and the `zero` bytes that this became,
/// if a pair `is_cut`. That is to be a branch, which is rarely taken: a number computed from the
/// text would make each block wait for the one before.
#[inline(always)]
pub(super) fn block_end(at: Progress, is_cut: bool, zero: usize) -> Progress {
    if is_cut {
        Progress {
            read: black_box(at.read - 2),
            written: at.written - zero,
        }
    } else {
        at
    }
}

/// Whether the first `len` bytes of `src`, if there are so many, end with a high surrogate.
#[inline(always)]
pub(super) fn is_cut(endian: Endian, src: &[u8], len: usize) -> bool {
    src.get(..len)
        .is_some_and(|src| ends_with_high(endian, src))
}
