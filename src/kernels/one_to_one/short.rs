//! Short text, all or nothing: a kernel for long text converts the rest.
//!
//! Text of less than a block is loaded and stored at both ends, which overlap in the middle:
//!
//! ```text
//! 11 bytes      abcdefghijk
//! first 8       abcdefgh
//! last 8           defghijk
//! ```

use super::{Map, convert_part, store, vectors};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use core::mem;

/// Converts a short text, all or nothing, block by block.
#[inline(always)]
pub(super) fn convert_short<S: UnitOps, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let all = Progress {
        read: src.len(),
        written: src.len() / M::FROM * M::TO,
    };
    let dst = dst.get_mut(..all.written)?;
    if src.len() < from {
        let converts = if S::CHEAP_MASKED_ACCESS {
            convert_part(simd, map, src, dst)
        } else {
            false
        };
        return converts.then_some(all);
    }
    // The last block may overlap the one before it. It has its own branch because most text that
    // cannot be converted fails in this block. One branch covers all other blocks.
    let (units, mut digest) = map.load(simd, &src[src.len() - from..]);
    if map.is_unconvertible(simd, digest) {
        return None;
    }
    store::<S, M>(simd, units, &mut dst[all.written - to..]);
    let (mut rest, mut out) = (src, dst);
    while S::LANES < 64 && M::FROM == 1 && rest.len() > 2 * from {
        let (first, of_first) = map.load(simd, &rest[..from]);
        let (second, of_second) = map.load(simd, &rest[from..2 * from]);
        let two = out.get_mut(..2 * to)?;
        store::<S, M>(simd, first, &mut two[..to]);
        store::<S, M>(simd, second, &mut two[to..]);
        digest = M::merge(simd, digest, M::merge(simd, of_first, of_second));
        rest = &rest[2 * from..];
        out = &mut mem::take(&mut out)[2 * to..];
    }
    while rest.len() > from {
        let (units, of_block) = map.load(simd, &rest[..from]);
        store::<S, M>(simd, units, out.get_mut(..to)?);
        digest = M::merge(simd, digest, of_block);
        rest = &rest[from..];
        out = &mut mem::take(&mut out)[to..];
    }
    if map.is_unconvertible(simd, digest) {
        return None;
    }
    Some(all)
}

/// Converts text that is shorter than a block of any instruction set, all or nothing, with vectors
/// of 16 bytes: the first and the last units, which may overlap.
#[inline(always)]
pub(super) fn convert_below_block<S: UnitOps, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    let narrower = if M::FROM < M::TO { M::FROM } else { M::TO };
    let units = src.len() / M::FROM;
    let all = Progress {
        read: src.len(),
        written: units * M::TO,
    };
    let dst = dst.get_mut(..all.written)?;
    let converts = match units * narrower {
        16.. => convert_ends::<S, M, 16>(simd, map, src, dst),
        8.. => convert_ends::<S, M, 8>(simd, map, src, dst),
        4.. => convert_ends::<S, M, 4>(simd, map, src, dst),
        2.. => convert_ends::<S, M, 2>(simd, map, src, dst),
        1.. if narrower == 1 => convert_ends::<S, M, 1>(simd, map, src, dst),
        _ => false,
    };
    converts.then_some(all)
}

/// Converts the first and the last units of a text, which together are the whole text. The narrower
/// units (of input or output) have `N` bytes at each end.
#[inline(always)]
fn convert_ends<S: UnitOps, M: Map<S>, const N: usize>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> bool {
    let narrower = if M::FROM < M::TO { M::FROM } else { M::TO };
    let (from, to) = (N / narrower * M::FROM, N / narrower * M::TO);
    let (last, out) = (src.len() - from, dst.len() - to);
    if N == 16 {
        let (first, of_first) = map.load(simd, &src[..from]);
        let (second, of_second) = map.load(simd, &src[last..]);
        if map.is_unconvertible(simd, M::merge(simd, of_first, of_second)) {
            return false;
        }
        store::<S, M>(simd, first, &mut dst[..to]);
        store::<S, M>(simd, second, &mut dst[out..]);
        return true;
    }
    let mut units = [simd.splat(0); 4];
    match from {
        1 => units[0] = simd.load_ends::<1>(src),
        2 => units[0] = simd.load_ends::<2>(src),
        4 => units[0] = simd.load_ends::<4>(src),
        8 => units[0] = simd.load_ends::<8>(src),
        16 => {
            units[0] = simd.load(src, 0);
            units[1] = simd.load(src, last);
        }
        _ => {
            units[0] = simd.load(src, 0);
            units[1] = simd.load(src, 16);
            units[2] = simd.load(src, last);
            units[3] = simd.load(src, last + 16);
        }
    }
    let (units, digest) = map.map(simd, units);
    if map.is_unconvertible(simd, digest) {
        return false;
    }
    match to {
        1 => simd.store_ends::<1>(units[0], dst),
        2 => simd.store_ends::<2>(units[0], dst),
        4 => simd.store_ends::<4>(units[0], dst),
        8 => simd.store_ends::<8>(units[0], dst),
        16 => {
            simd.store(units[0], dst, 0);
            simd.store(units[1], dst, out);
        }
        _ => {
            simd.store(units[0], dst, 0);
            simd.store(units[1], dst, 16);
            simd.store(units[2], dst, out);
            simd.store(units[3], dst, out + 16);
        }
    }
    true
}
