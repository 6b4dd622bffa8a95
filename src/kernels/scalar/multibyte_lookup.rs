//! Scalar table lookups of the vector kernels for legacy multi-byte encodings. Vector code finds
//! the positions of the characters. The lookups are separate functions so that all their operands
//! stay in registers, and are compiled once for all instruction sets.

use crate::encoding::multibyte::{Decoder, Encoder};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::memory::window;
use crate::simd::SLACK;

/// Bytes of a chunk of text. An offset in a chunk fits into a byte.
pub(crate) const CHUNK: usize = 256;

/// Bytes of a chunk and of the bytes after it that a lookup may read.
pub(crate) const WINDOW: usize = CHUNK + 2;

/// Bytes of output that one chunk may overwrite.
pub(crate) const MAX_OUTPUT: usize = 2 * CHUNK + SLACK;

/// Looks up the units of the two-byte characters at the offsets in `list`. Stops at the first
/// character without a unit and returns its index in `list`.
///
/// `target` begins at unit `before` of the output of `window`.
#[inline(never)]
pub(crate) fn look_up(
    from: &Decoder,
    window: &[u8; WINDOW],
    list: &[u8],
    before: usize,
    target: &mut Output,
) -> Option<usize> {
    let target = target.first::<MAX_OUTPUT>();
    let mut index = 0;
    while index < list.len() {
        let offset = usize::from(list[index]);
        let unit = from.unit(window[offset], window[offset + 1]);
        if unit == 0 {
            return Some(index);
        }
        // The cast to a byte keeps the index within bounds.
        let at = usize::from(offset.wrapping_sub(before + index) as u8);
        target.write(2 * at, unit.to_ne_bytes());
        index += 1;
    }
    None
}

/// Converts units from `read` on one by one, until a unit without an encoding. The progress is in
/// units of input and bytes of output.
#[inline(never)]
pub(crate) fn encode_one_by_one(
    to: &Encoder,
    chunk: &[u8],
    target: &mut Output,
    mut read: usize,
    mut written: usize,
) -> Progress {
    while 2 * read < chunk.len() {
        let unit = u16::from_ne_bytes(*window(chunk, 2 * read));
        let bytes = to.bytes(unit);
        if bytes == 0 && unit != 0 {
            break;
        }
        let is_two = bytes > 0xFF;
        let in_order = if is_two { bytes.swap_bytes() } else { bytes };
        target.write(written, in_order.to_le_bytes());
        read += 1;
        written += 1 + usize::from(is_two);
    }
    Progress { read, written }
}
