//! Scalar steps of the kernels for encodings of several bytes: what becomes of the characters at
//! the places that vectors have found. They are functions of their own, so that all they need is in
//! registers, once for all instruction sets.

use crate::buffer::memory::window;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::multibyte::{Decoder, Encoder};
use crate::kernels::simd::SLACK;

/// Bytes of a chunk of text: a place in it is a byte.
pub(crate) const CHUNK: usize = 256;

/// Bytes of a chunk, and those after it that a look-up may read.
pub(crate) const WINDOW: usize = CHUNK + 2;

/// Bytes of output that a chunk may overwrite.
pub(crate) const ROOM: usize = 2 * CHUNK + SLACK;

/// Looks up the units of the two-byte characters at the places of `list`, up to one that has none,
/// whose index in the list it returns. As many units of `window` as `before` are not in `target`.
#[inline(never)]
pub(crate) fn look_up(
    from: &Decoder,
    window: &[u8; WINDOW],
    list: &[u8],
    before: usize,
    target: &mut Output,
) -> Option<usize> {
    let target = target.first::<ROOM>();
    let mut index = 0;
    while index < list.len() {
        let place = usize::from(list[index]);
        let unit = from.unit(window[place], window[place + 1]);
        if unit == 0 {
            return Some(index);
        }
        // A byte, so that it is inside.
        let at = usize::from(place.wrapping_sub(before + index) as u8);
        target.write(2 * at, unit.to_ne_bytes());
        index += 1;
    }
    None
}

/// Converts the units from `read` on one by one, up to one without bytes. The progress is in units.
#[inline(never)]
pub(crate) fn one_by_one(
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
