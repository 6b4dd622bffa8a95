//! From Latin-1 and ASCII to UTF-8.

use super::blocks::{self, Blocks, Vectors};
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};

#[derive(Clone, Copy)]
struct ToUtf8 {
    limit: u8,
}

impl<S: Units> Blocks<S> for ToUtf8 {
    const VECTORS: usize = 1;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 1;
    const ZERO: usize = 1;
    // A long block of ASCII is seldom followed by as many as the loop for that wants.
    const PLAIN: usize = if S::LANES < 32 { S::LANES } else { usize::MAX };

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
            if !simd.is_ascii((a | b) | (c | d)) {
                break;
            }
            simd.store(a, room, 0);
            simd.store(b, room, lanes);
            simd.store(c, room, 2 * lanes);
            simd.store(d, room, 3 * lanes);
            at += 4 * lanes;
        }
        Progress {
            read: at,
            written: at,
        }
    }

    #[inline(always)]
    fn plain_block<const CLIPPED: bool>(
        self,
        simd: S,
        [bytes, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if !simd.is_ascii(bytes) {
            return None;
        }
        simd.put::<CLIPPED>(bytes, dst, 0);
        Some(Progress {
            read: S::LANES,
            written: S::LANES,
        })
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if let Some(plain) = self.plain_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(plain);
        }
        if self.limit < 0x80 {
            return None;
        }
        let written = simd.put_latin1::<CLIPPED>(vectors[0], dst, 0);
        Some(Progress {
            read: S::LANES,
            written,
        })
    }
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units>(simd: S, limit: u8, src: &[u8], dst: &mut Output) -> Progress {
    blocks::convert(simd, ToUtf8 { limit }, src, dst)
}
