//! To UTF-16, of the same byte order or the other.

use super::{block_end, is_cut, without_last};
use crate::endian::Endian;
use crate::generic::blocks::{self, Blocks, Vectors};
use crate::generic::surrogates::{Signs, is_high};
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::Units;

#[derive(Clone, Copy)]
struct ToUtf16<S: Units> {
    endian: Endian,
    signs: Signs<S>,
    /// From one order to the other.
    reorder: S::Bytes,
}

impl<S: Units> Blocks<S> for ToUtf16<S> {
    const VECTORS: usize = 1;
    const ROOM: usize = S::LANES;
    const UNIT: usize = 2;
    const ZERO: usize = 2;
    const LEAVES_FEW: bool = false;
    const PLAIN: usize = usize::MAX;

    #[inline(always)]
    fn plain(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let mut at = 0;
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(room) = dst.get_mut(at..at + 4 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            let vectors = [a, b, c, d];
            if self.signs.any_of_four(simd, vectors) {
                if !self.signs.are_well_formed(simd, src, at) {
                    break;
                }
            } else if is_high(self.endian, &src[..at]) {
                break;
            }
            simd.store(simd.reorder(a, self.reorder), room, 0);
            simd.store(simd.reorder(b, self.reorder), room, lanes);
            simd.store(simd.reorder(c, self.reorder), room, 2 * lanes);
            simd.store(simd.reorder(d, self.reorder), room, 3 * lanes);
            at += 4 * lanes;
        }
        let all = Progress {
            read: at,
            written: at,
        };
        block_end(all, is_cut(self.endian, src, at), 2)
    }

    #[inline(always)]
    fn plain_block<const CLIPPED: bool>(
        self,
        simd: S,
        [units, ..]: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let is_cut = is_cut(self.endian, src, S::LANES);
        let units = without_last(simd, units, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), units);
        if simd.any_16(self.signs.wrong(simd, before, units)) {
            return None;
        }
        simd.put::<CLIPPED>(simd.reorder(units, self.reorder), dst, 0);
        let all = Progress {
            read: S::LANES,
            written: S::LANES,
        };
        Some(block_end(all, is_cut, 2))
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        self.plain_block::<CLIPPED>(simd, vectors, src, dst)
    }
}

/// Converts to UTF-16, of the same byte order or the other.
#[inline(always)]
pub(crate) fn to_utf16<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let blocks = ToUtf16 {
        endian: from,
        signs: Signs::new(simd, Some(simd.order_16(from))),
        reorder: simd.order_16(if from == to {
            Endian::NATIVE
        } else {
            Endian::NATIVE.swapped()
        }),
    };
    blocks::convert(simd, blocks, src, dst)
}
