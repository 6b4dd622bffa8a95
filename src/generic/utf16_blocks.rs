//! Blocks of UTF-16 that may end within a surrogate pair.
//!
//! A block that ends in a high half leaves that to the next one, which so begins with the pair.

use super::surrogates::is_high;
use crate::endian::Endian;
use crate::progress::Progress;
use crate::simd::Units;

/// A vector of units, the last of which becomes zero if it `is_cut` off.
#[inline(always)]
pub(super) fn without_last<S: Units>(simd: S, units: S::Bytes, is_cut: bool) -> S::Bytes {
    const KEPT: [u8; 64] = {
        let mut mask = [0xFF; 64];
        mask[62] = 0;
        mask[63] = 0;
        mask
    };
    if is_cut {
        units & simd.load(&KEPT, KEPT.len() - S::LANES)
    } else {
        units
    }
}

/// The progress of a block, where a last unit that `is_cut` off was taken for a zero and has made `zero` bytes.
#[inline(always)]
pub(super) fn block_end(at: Progress, is_cut: bool, zero: usize) -> Progress {
    if is_cut {
        Progress {
            read: at.read - 2,
            written: at.written - zero,
        }
    } else {
        at
    }
}

/// Whether a high half is the last unit of the first `len` bytes, if there are so many.
#[inline(always)]
pub(super) fn is_cut(endian: Endian, src: &[u8], len: usize) -> bool {
    src.get(..len).is_some_and(|src| is_high(endian, src))
}
