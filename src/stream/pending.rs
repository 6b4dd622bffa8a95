//! The incomplete character at the end of a chunk, which a stream keeps until the next one.

use core::fmt;

/// Length of the longest character of any encoding, in bytes. A slice of this length never begins
/// with an incomplete character.
///
/// With `more-charsets`, it is a surrogate pair in UTF-7 (6 bytes) and the byte after it, which
/// decides whether the last bits are well-formed. Otherwise, it is a surrogate pair in CESU-8.
pub(super) const MAX_CHARACTER_LEN: usize = if cfg!(feature = "more-charsets") {
    7
} else {
    6
};

/// The beginning of an incomplete character, 0 to [`MAX_CHARACTER_LEN`] - 1 bytes.
///
/// It may include bytes of the next character. After a high surrogate, up to two bytes in UTF-16
/// and up to three in variants of UTF-8 decide whether a low surrogate follows.
#[derive(Clone, Copy, Default)]
pub(super) struct Pending {
    /// The bytes in little-endian order. The bits above the last byte are zero.
    bytes: u64,
    /// Less than [`MAX_CHARACTER_LEN`].
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

    /// Returns the pending bytes followed by those of `src`, at most [`MAX_CHARACTER_LEN`] bytes.
    #[inline]
    pub(super) fn joined(&self, src: &[u8]) -> Joined {
        let head = match src.first_chunk() {
            Some(&head) => u64::from_le_bytes(head),
            None => src
                .iter()
                .rev()
                .fold(0, |head, &byte| head << 8 | u64::from(byte)),
        };
        let bytes = self.bytes | head << (8 * self.len);
        Joined {
            bytes: bytes.to_le_bytes(),
            len: MAX_CHARACTER_LEN.min(self.len() + src.len()),
        }
    }

    /// Replaces the pending bytes with an incomplete character.
    #[inline]
    pub(super) fn keep(&mut self, joined: Joined) {
        debug_assert!(joined.len < MAX_CHARACTER_LEN);
        self.bytes = u64::from_le_bytes(joined.bytes) & ((1 << (8 * joined.len)) - 1);
        self.len = joined.len as u8;
    }

    /// Removes the first `done` of the [joined](Self::joined) bytes. Returns the number of these
    /// bytes that came from the chunk, not from the pending bytes.
    #[inline]
    pub(super) fn advance(&mut self, done: usize) -> usize {
        let own = done.min(self.len());
        self.bytes >>= 8 * own;
        self.len -= own as u8;
        done - own
    }
}

/// Prints only the length, not the bytes of the text.
impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.len.fmt(f)
    }
}

/// The bytes that [`Pending::joined`] returns.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    /// Only the first `len` bytes are valid.
    bytes: [u8; 8],
    len: usize,
}

impl core::ops::Deref for Joined {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
