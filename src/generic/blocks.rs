//! Conversion block by block, where the length of the output depends on the text.
//!
//! Blocks of input have a fixed length. What a block converts to is written with whole vectors, so that more may be
//! overwritten than counts: near the end of the output it is written to a buffer first. The last block of
//! the input may be a part of one, followed by zeros, whose conversion is not counted.

use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};
use core::mem::MaybeUninit;

/// The conversion of a block.
pub(crate) trait Block<S: Units> {
    /// Bytes of input.
    const LEN: usize;
    /// Bytes of output that may be overwritten, at most `BUFFER`.
    const ROOM: usize;
    /// Bytes of a unit of input.
    const UNIT: usize;
    /// Bytes to which a unit of zero converts.
    const ZERO: usize;
    /// Bytes that show, when a block converts to so many, that it is plain.
    const PLAIN: usize;

    /// Converts as much plain text from `at` on as is worth a loop of its own.
    fn plain(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Progress;

    /// Converts the block of `src` at `at` to the beginning of `dst`, which has room for `ROOM` bytes, and returns the
    /// number of bytes that count. `None` if it is malformed. With `END` it may be cut off by the end of `src`.
    fn convert<const END: bool>(simd: S, src: &[u8], at: usize, dst: &mut Output) -> Option<usize>;

    /// The progress of a conversion that stops between blocks.
    #[inline(always)]
    fn until(_src: &[u8], at: usize, written: usize) -> Progress {
        Progress { read: at, written }
    }
}

/// The most room that the conversion of a block may need.
const BUFFER: usize = 2 * 64 + SLACK;

/// Converts whole units of `src`.
#[inline(always)]
pub(crate) fn convert<S: Units, B: Block<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    const { assert!(B::ROOM <= BUFFER) };
    let src = &src[..src.len() - src.len() % B::UNIT];
    let (mut at, mut written) = (0, 0);
    'plain: loop {
        let plain = B::plain(simd, src, at, &mut dst[written..]);
        at += plain.read;
        written += plain.written;
        while src.len() - at >= B::LEN && dst.len() - written >= B::ROOM {
            let Some(step) = B::convert::<false>(simd, src, at, &mut dst[written..]) else {
                return B::until(src, at, written);
            };
            at += B::LEN;
            written += step;
            if step == B::PLAIN {
                continue 'plain;
            }
        }
        if at == src.len() {
            return B::until(src, at, written);
        }
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let Some(step) = B::convert::<true>(simd, src, at, &mut buffer) else {
            return B::until(src, at, written);
        };
        let len = B::LEN.min(src.len() - at);
        let step = step - (B::LEN - len) / B::UNIT * B::ZERO;
        let Some(room) = dst[written..].get_mut(..step) else {
            return B::until(src, at, written);
        };
        room.copy_from_slice(&buffer[..step]);
        at += len;
        written += step;
    }
}

/// The vector of `src` at `at`; with `END` followed by zeros behind the end of `src`.
#[inline(always)]
pub(crate) fn load<S: Units, const END: bool>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if END {
        simd.load_partial(&src[at.min(src.len())..])
    } else {
        simd.load(src, at)
    }
}
