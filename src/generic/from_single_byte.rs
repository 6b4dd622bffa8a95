//! From Latin-1 and ASCII to UTF-8.

use super::blocks::{self, Block, load};
use super::to_utf8;
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};

struct ToUtf8<const LIMIT: u8>;

impl<S: Units, const LIMIT: u8> Block<S> for ToUtf8<LIMIT> {
    const LEN: usize = S::LANES;
    const ROOM: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 1;
    const ZERO: usize = 1;
    const PLAIN: usize = S::LANES;

    #[inline(always)]
    fn plain(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Progress {
        let src = &src[at..];
        let lanes = S::LANES;
        let mut at = 0;
        while src.len() - at >= 4 * lanes && dst.len() - at >= 4 * lanes {
            let a = simd.load(src, at);
            let b = simd.load(src, at + lanes);
            let c = simd.load(src, at + 2 * lanes);
            let d = simd.load(src, at + 3 * lanes);
            if !simd.is_ascii((a | b) | (c | d)) {
                break;
            }
            simd.store(a, dst, at);
            simd.store(b, dst, at + lanes);
            simd.store(c, dst, at + 2 * lanes);
            simd.store(d, dst, at + 3 * lanes);
            at += 4 * lanes;
        }
        Progress {
            read: at,
            written: at,
        }
    }

    #[inline(always)]
    fn convert<const END: bool>(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Option<usize> {
        let bytes = load::<S, END>(simd, src, at);
        if simd.is_ascii(bytes) {
            simd.store(bytes, dst, 0);
            return Some(S::LANES);
        }
        if LIMIT < 0x80 {
            return None;
        }
        let [first, second] = simd.widen_8(bytes);
        let written = to_utf8::below_800(simd, first, dst);
        Some(written + to_utf8::below_800(simd, second, &mut dst[written..]))
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
