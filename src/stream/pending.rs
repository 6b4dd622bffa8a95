//! The character that a chunk breaks off: the one thing that a stream has to keep.

/// Bytes of the longest character of any encoding. So many always decide what they start with.
const LONGEST: usize = 4;

/// The beginning of a character, or nothing.
///
/// One byte of another character may follow it: UTF-16 needs all of the unit behind a high surrogate to know that it is
/// not the low one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending {
    bytes: [u8; LONGEST - 1],
    len: u8,
}

impl Pending {
    pub(super) const NONE: Pending = Pending {
        bytes: [0; LONGEST - 1],
        len: 0,
    };

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its bytes, and behind them those of `src`, as many as the longest character has.
    pub(super) fn joined(&self, src: &[u8]) -> Joined {
        let mut bytes = [0; LONGEST];
        let (own, room) = bytes.split_at_mut(self.len());
        own.copy_from_slice(&self.bytes[..own.len()]);
        let taken = src.len().min(room.len());
        room[..taken].copy_from_slice(&src[..taken]);
        Joined {
            bytes,
            len: self.len() + taken,
        }
    }

    /// Keeps `bytes`, an unfinished character, in the place of what was kept.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len() as u8;
    }

    /// Forgets the first `done` of the joined bytes; returns how many of these were in `src`.
    pub(super) fn advance(&mut self, done: usize) -> usize {
        let own = done.min(self.len());
        self.bytes.copy_within(own.., 0);
        self.len -= own as u8;
        done - own
    }
}

/// What [`Pending::joined`] makes.
pub(super) struct Joined {
    bytes: [u8; LONGEST],
    len: usize,
}

impl core::ops::Deref for Joined {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
