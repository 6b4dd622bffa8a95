//! The incomplete character at the end of a chunk, which a stream keeps until the next one.

/// Bytes of the longest character of any encoding. This many bytes never begin with an incomplete
/// character.
pub(super) const LONGEST: usize = 4;

/// The beginning of a character, 0 to 3 bytes.
///
/// It may include one byte of the next character: in UTF-16 both bytes of the unit after a high
/// surrogate decide whether that is a low surrogate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// The first byte in the lowest bits; zero above the last one.
    bytes: u32,
    /// At most 3.
    len: u8,
}

impl Pending {
    pub(super) const NONE: Pending = Pending { bytes: 0, len: 0 };

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pending bytes followed by those of `src`, [`LONGEST`] bytes at most.
    #[inline]
    pub(super) fn joined(&self, src: &[u8]) -> Joined {
        let head = match *src {
            [a, b, c, d, ..] => [a, b, c, d],
            [a, b, c] => [a, b, c, 0],
            [a, b] => [a, b, 0, 0],
            [a] => [a, 0, 0, 0],
            [] => [0; 4],
        };
        let bytes = self.bytes | u32::from_le_bytes(head) << (8 * self.len);
        Joined {
            bytes: bytes.to_le_bytes(),
            len: LONGEST.min(self.len() + src.len()),
        }
    }

    /// Replaces the pending bytes by an incomplete character.
    #[inline]
    pub(super) fn keep(&mut self, joined: Joined) {
        debug_assert!(joined.len < LONGEST);
        self.bytes = u32::from_le_bytes(joined.bytes);
        self.len = joined.len as u8;
    }

    /// Removes the first `done` of the joined bytes; returns how many of them were in `src`.
    #[inline]
    pub(super) fn advance(&mut self, done: usize) -> usize {
        let own = done.min(self.len());
        self.bytes >>= 8 * own;
        self.len -= own as u8;
        done - own
    }
}

/// The bytes that [`Pending::joined`] returns.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    bytes: [u8; LONGEST],
    len: usize,
}

impl core::ops::Deref for Joined {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
