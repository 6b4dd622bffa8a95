//! Text of any length, as far as it converts.

use super::{Map, part, store, vectors};
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::Units;

/// Blocks of output from which on it pays to begin with what makes its stores aligned.
const FAR: usize = 16;

/// Converts all units for which there is room, or those before a block that cannot be converted.
#[inline(always)]
pub(super) fn convert<S: Units, M: Map<S>>(
    simd: S,
    map: M,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let count = (src.len() / M::FROM).min(dst.len() / M::TO);
    let (src, dst) = (&src[..count * M::FROM], &mut dst[..count * M::TO]);
    let (mut read, mut written) = (0, 0);
    if dst.len() >= FAR * to {
        // Most stores would lie across two lines of the cache. The first block may overlap the next.
        let (units, check) = map.load(simd, &src[..from]);
        if map.is_wrong(simd, check) {
            return Progress::START;
        }
        store::<S, M>(simd, units, &mut dst[..to]);
        let skipped = dst.as_ptr().align_offset(S::LANES);
        if skipped % M::TO == 0 && skipped <= to {
            read = skipped / M::TO * M::FROM;
            written = skipped;
        }
    }
    while let Some(four) = src.get(read..read + 4 * from)
        && let Some(out) = dst.get_mut(written..written + 4 * to)
    {
        let (a, of_a) = map.load(simd, &four[..from]);
        let (b, of_b) = map.load(simd, &four[from..2 * from]);
        let (c, of_c) = map.load(simd, &four[2 * from..3 * from]);
        let (d, of_d) = map.load(simd, &four[3 * from..]);
        let check = M::join(simd, M::join(simd, of_a, of_b), M::join(simd, of_c, of_d));
        if map.is_wrong(simd, check) {
            break;
        }
        store::<S, M>(simd, a, &mut out[..to]);
        store::<S, M>(simd, b, &mut out[to..2 * to]);
        store::<S, M>(simd, c, &mut out[2 * to..3 * to]);
        store::<S, M>(simd, d, &mut out[3 * to..]);
        read += 4 * from;
        written += 4 * to;
    }
    if src.len() < from {
        // Where there is a way for few units it was tried before.
        let is_left = S::CLIPS || M::FROM == M::TO;
        if is_left && part(simd, map, src, dst) {
            (read, written) = (src.len(), dst.len());
        }
        return Progress { read, written };
    }
    // The last block may overlap the one before.
    while read < src.len() {
        read = read.min(src.len() - from);
        written = written.min(dst.len() - to);
        let (units, check) = map.load(simd, &src[read..read + from]);
        if map.is_wrong(simd, check) {
            break;
        }
        store::<S, M>(simd, units, &mut dst[written..written + to]);
        read += from;
        written += to;
    }
    Progress { read, written }
}
