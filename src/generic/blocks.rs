//! Conversion block by block, where the length of the output depends on the text.
//!
//! Blocks of input have a fixed length. What a block converts to is written with whole vectors, so that more may be
//! overwritten than counts. Towards the end of the input, or of the output, the blocks are single vectors: the last one
//! may be a part of one, followed by zeros, whose conversion is not counted, and where there is not enough room
//! the output goes through a buffer.

use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{SLACK, Units};
use core::mem::{self, MaybeUninit};

/// The conversion of a block.
pub(crate) trait Block<S: Units> {
    /// Bytes of input of a block.
    const LEN: usize;
    /// Bytes of output that the conversion of a block may overwrite.
    const ROOM: usize;
    /// The same for one vector.
    const ROOM_OF_ONE: usize;
    /// Bytes of a unit of input.
    const UNIT: usize;
    /// Bytes to which a unit of zero converts.
    const ZERO: usize;
    /// Bytes that show, when a block converts to so many, that it is plain.
    const PLAIN: usize;

    /// Converts as much plain text as is worth a loop of its own.
    fn plain(simd: S, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts the block that `src` begins with to the beginning of `dst`, which has room for `ROOM` bytes. Both begin at
    /// the boundary of a character, and so does what comes after the result. `None` if the block is malformed.
    fn convert(simd: S, src: &[u8], dst: &mut Output) -> Option<Progress>;

    /// The same for `vector`: what `src` begins with, followed by zeros if that is less than a vector.
    fn convert_one(simd: S, vector: S::Bytes, src: &[u8], dst: &mut Output) -> Option<Progress>;
}

/// The most room that the conversion of a vector may need.
const BUFFER: usize = 2 * 64 + 2 * SLACK;

/// Converts whole units of `src`.
#[inline(always)]
pub(crate) fn convert<S: Units, B: Block<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    const { assert!(B::ROOM_OF_ONE <= BUFFER) };
    let src = &src[..src.len() - src.len() % B::UNIT];
    let all = dst.len();
    let (mut rest, mut room) = (src, dst);
    let mut plain = true;
    while rest.len() >= B::LEN && room.len() >= B::ROOM {
        let step = if plain {
            B::plain(simd, rest, room)
        } else {
            Progress::START
        };
        let step = if step.read > 0 {
            plain = false;
            step
        } else if let Some(step) = B::convert(simd, rest, &mut room[..B::ROOM]) {
            plain = step.written == B::PLAIN;
            step
        } else {
            break;
        };
        rest = &rest[step.read..];
        room = &mut mem::take(&mut room)[step.written..];
    }
    while !rest.is_empty() {
        let vector = simd.load_end(src, src.len() - rest.len());
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let tight = room.len() < B::ROOM_OF_ONE;
        let block = if tight { &mut buffer } else { &mut *room };
        let block = &mut block[..B::ROOM_OF_ONE];
        let Some(mut step) = B::convert_one(simd, vector, rest, block) else {
            break;
        };
        if step.read > rest.len() {
            step.written -= (step.read - rest.len()) / B::UNIT * B::ZERO;
            step.read = rest.len();
        }
        if tight {
            if room.len() < step.written {
                break;
            }
            room[..step.written].copy_from_slice(&buffer[..step.written]);
        }
        rest = &rest[step.read..];
        room = &mut mem::take(&mut room)[step.written..];
    }
    Progress {
        read: src.len() - rest.len(),
        written: all - room.len(),
    }
}
