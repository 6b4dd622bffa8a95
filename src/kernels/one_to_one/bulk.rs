//! Converts text of any length, up to a block that cannot be converted. Four blocks share one
//! branch. The rest is converted block by block, and the last block overlaps the one before it.
//! Nothing is written after the output that counts.

use super::{Map, convert_part, store, vectors};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;

/// Number of output blocks from which on aligned stores pay off, although one block is stored
/// twice.
const ALIGNED_BLOCKS: usize = 16;

/// Converts all units that fit, or all before a block that cannot be converted.
#[inline(always)]
pub(crate) fn convert<S: UnitOps, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let count = (src.len() / M::FROM).min(dst.len() / M::TO);
    let (src, dst) = (&src[..count * M::FROM], &mut dst[..count * M::TO]);
    let mut at = Progress::START;
    let mut first_block_end = Progress::START;
    if dst.len() >= ALIGNED_BLOCKS * to {
        // Most unaligned stores cross a cache line. So one block is stored at the start, and the
        // loop begins within it, where `dst` is aligned.
        let (units, digest) = map.load(simd, &src[..from]);
        if map.is_unconvertible(simd, digest) {
            return Progress::START;
        }
        store::<S, M>(simd, units, &mut dst[..to]);
        first_block_end = Progress {
            read: from,
            written: to,
        };
        let skipped = dst.align_offset(S::LANES);
        if skipped % M::TO == 0 && skipped <= to {
            at = Progress {
                read: skipped / M::TO * M::FROM,
                written: skipped,
            };
        }
    }
    at = convert_in_fours(simd, map, src, dst, at);
    if src.len() < from {
        // Without cheap masked access, the caller has already tried `convert_below_block` for
        // conversions that change the width.
        let is_untried = S::CHEAP_MASKED_ACCESS || M::FROM == M::TO;
        if is_untried && convert_part(simd, map, src, dst) {
            at = Progress {
                read: src.len(),
                written: dst.len(),
            };
        }
        return at;
    }
    // The first block is already converted, even if the aligned loop has stopped before its end.
    let mut end = Progress {
        read: at.read.max(first_block_end.read),
        written: at.written.max(first_block_end.written),
    };
    // The last block overlaps the one before it if less than a block remains.
    while end.read < src.len() {
        let read = end.read.min(src.len() - from);
        let written = end.written.min(dst.len() - to);
        let (units, digest) = map.load(simd, &src[read..read + from]);
        if map.is_unconvertible(simd, digest) {
            break;
        }
        store::<S, M>(simd, units, &mut dst[written..written + to]);
        end = Progress {
            read: read + from,
            written: written + to,
        };
    }
    end
}

/// Converts from `at` on, four blocks at a time. A single branch tests all four. Stops before four
/// blocks if they contain a unit that cannot be converted.
#[inline(always)]
pub(crate) fn convert_in_fours<S: UnitOps, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    while let Some(four) = src.get(at.read..at.read + 4 * from) {
        let Some(out) = dst.get_mut(at.written..at.written + 4 * to) else {
            break;
        };
        let (a, of_a) = map.load(simd, &four[..from]);
        let (b, of_b) = map.load(simd, &four[from..2 * from]);
        let (c, of_c) = map.load(simd, &four[2 * from..3 * from]);
        let (d, of_d) = map.load(simd, &four[3 * from..]);
        let digest = M::merge(simd, M::merge(simd, of_a, of_b), M::merge(simd, of_c, of_d));
        if map.is_unconvertible(simd, digest) {
            break;
        }
        store::<S, M>(simd, a, &mut out[..to]);
        store::<S, M>(simd, b, &mut out[to..2 * to]);
        store::<S, M>(simd, c, &mut out[2 * to..3 * to]);
        store::<S, M>(simd, d, &mut out[3 * to..]);
        at.read += 4 * from;
        at.written += 4 * to;
    }
    at
}
