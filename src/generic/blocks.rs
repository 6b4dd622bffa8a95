//! Conversion block by block, where the length of the output depends on the text.
//!
//! Blocks of input have a fixed length. What a block converts to is written with whole vectors, so that more may be
//! overwritten than counts: near the end of the output it is written to a buffer first. The last block of
//! the input may be a part of one, followed by zeros, whose conversion is not counted.

use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};
use core::mem::{self, MaybeUninit};

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

    /// Converts as much plain text as is worth a loop of its own.
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts the block that `src` begins with to the beginning of `dst`, which has room for `ROOM` bytes, and returns
    /// the number of bytes that count. `None` if it is malformed. With `END` it may be cut off by the end of `src`.
    /// `before` is for what a conversion has to remember of the block before: zero if there is none, or it was plain.
    fn convert<const END: bool>(
        simd: S,
        src: &[u8],
        before: &mut S::Bytes,
        dst: &mut Output,
    ) -> Option<usize>;

    /// The progress of a conversion that stops between blocks.
    #[inline(always)]
    fn until(_src: &[u8], at: Progress) -> Progress {
        at
    }
}

/// The most room that the conversion of a block may need.
const BUFFER: usize = 4 * 64 + 2 * SLACK;

/// Converts whole units of `src`.
#[inline(always)]
pub(crate) fn convert<S: Units, B: Block<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    const { assert!(B::ROOM <= BUFFER) };
    let src = &src[..src.len() - src.len() % B::UNIT];
    let all = dst.len();
    let (mut rest, mut room) = (src, dst);
    let mut before = simd.splat(0);
    'plain: loop {
        let plain = B::plain(simd, rest, room);
        if plain.read > 0 {
            before = simd.splat(0);
            rest = &rest[plain.read..];
            room = &mut room[plain.written..];
        }
        while rest.len() >= B::LEN && room.len() >= B::ROOM {
            let block = &mut room[..B::ROOM];
            let Some(step) = B::convert::<false>(simd, rest, &mut before, block) else {
                break 'plain;
            };
            rest = &rest[B::LEN..];
            room = &mut mem::take(&mut room)[step..];
            if step == B::PLAIN {
                continue 'plain;
            }
        }
        if rest.is_empty() {
            break;
        }
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let Some(step) = B::convert::<true>(simd, rest, &mut before, &mut buffer[..B::ROOM]) else {
            break;
        };
        let len = B::LEN.min(rest.len());
        let step = step - (B::LEN - len) / B::UNIT * B::ZERO;
        if room.len() < step {
            break;
        }
        let (written, behind) = mem::take(&mut room).split_at_mut(step);
        written.copy_from_slice(&buffer[..step]);
        room = behind;
        rest = &rest[len..];
    }
    let read = src.len() - rest.len();
    let written = all - room.len();
    B::until(src, Progress { read, written })
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
