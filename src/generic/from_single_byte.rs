//! From Latin-1 and ASCII to UTF-8.

use super::blocks::{self, Block};
use super::to_utf8;
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};

struct ToUtf8<const LIMIT: u8>;

impl<S: Units, const LIMIT: u8> Block<S> for ToUtf8<LIMIT> {
    const LEN: usize = S::LANES;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const ROOM_OF_ONE: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 1;
    const ZERO: usize = 1;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress {
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
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress> {
        Self::convert_one(simd, simd.load(src, 0), src, dst)
    }

    #[inline(always)]
    fn convert_one(simd: S, bytes: S::Bytes, _src: &[u8], dst: &mut Output) -> Option<Progress> {
        let read = S::LANES;
        if simd.is_ascii(bytes) {
            simd.store(bytes, dst, 0);
            let written = S::LANES;
            return Some(Progress { read, written });
        }
        if LIMIT < 0x80 {
            return None;
        }
        let written = to_utf8::below_800(simd, simd.widen_8(bytes), dst);
        Some(Progress { read, written })
    }
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units, const LIMIT: u8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    blocks::convert::<S, ToUtf8<LIMIT>>(simd, src, dst)
}
