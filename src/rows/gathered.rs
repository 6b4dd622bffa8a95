//! Rows that lie apart, copied end to end.
#![forbid(unsafe_code)]

use super::sealed::{Ends, GROUP_BYTES, Group, LONG_ROW};

/// Bytes that are copied at a time, so that most rows take one copy of a fixed length.
const PIECE: usize = 64;

/// Space for the rows of a group.
#[allow(missing_debug_implementations, reason = "it is seen by nobody")]
pub struct Gathered([u8; SPACE]);

/// Bytes of the rows of a group, of the row that is the last one in it, and a piece.
const SPACE: usize = GROUP_BYTES + LONG_ROW + PIECE;

impl Gathered {
    /// Space without rows.
    pub(super) fn new() -> Self {
        Gathered([0; SPACE])
    }

    /// The space.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Gathers up to `most` rows: of row `index`, `row(index)` is bytes that begin with it, and how
    /// many of them are the row, or `None` if it has to be looked at by itself.
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

/// Copies the first `len` bytes of `from`, and perhaps some after them: `to` has a piece more.
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
