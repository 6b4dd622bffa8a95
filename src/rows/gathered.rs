//! A buffer into which rows that are not contiguous are copied, so that they are one text.
#![forbid(unsafe_code)]

use super::sealed::{Ends, GROUP_BYTES, Group, LONG_ROW};

/// Bytes that are copied at a time. Most rows need one copy of this fixed length.
const PIECE: usize = 64;

/// A buffer for the rows of a group.
#[allow(missing_debug_implementations, reason = "it is private")]
pub struct Gathered([u8; BUFFER_LEN]);

/// Size of the buffer: the bytes of a group, the last row, which may exceed them, and the bytes
/// that the last copy may write after it.
const BUFFER_LEN: usize = GROUP_BYTES + LONG_ROW + PIECE;

impl Gathered {
    /// Creates a buffer without rows.
    pub(super) fn new() -> Self {
        Gathered([0; BUFFER_LEN])
    }

    /// Returns the buffer.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Copies up to `most` rows into the buffer. `row(index)` returns a slice that begins with row
    /// `index`, and the length of that row, or `None` if the row must be processed by itself.
    #[inline(always)]
    pub(super) fn gather<'r>(
        &mut self,
        most: usize,
        ends: &mut Ends,
        row: impl Fn(usize) -> Option<(&'r [u8], usize)>,
    ) -> Group<'_> {
        let (mut rows, mut len) = (0, 0);
        ends[0] = 0;
        while rows < most && len < GROUP_BYTES {
            let Some((from, size)) = row(rows) else { break };
            if size > LONG_ROW {
                break;
            }
            copy(from, size, &mut self.0[len..]);
            len += size;
            rows += 1;
            ends[rows] = len as u32;
        }
        if rows < 2 {
            return Group {
                text: None,
                rows: 1,
            };
        }
        Group {
            text: Some(&self.0[..len]),
            rows,
        }
    }
}

/// Copies the first `len` bytes of `from`, and possibly some bytes after them. `to` has [`PIECE`]
/// spare bytes for this.
#[inline(always)]
fn copy(from: &[u8], len: usize, to: &mut [u8]) {
    let mut at = 0;
    while at < len {
        match from[at..].first_chunk::<PIECE>() {
            Some(piece) => to[at..][..PIECE].copy_from_slice(piece),
            None => {
                to[at..len].copy_from_slice(&from[at..len]);
                return;
            }
        }
        at += PIECE;
    }
}
