//! Records of a fixed length, which files of mainframes have instead of lines.

use std::fmt;
use std::num::NonZeroU64;

/// The division of an input into records.
pub(crate) struct Records {
    len: u64,
    /// The end of the last record that has ended, or the start of the first record.
    end: u64,
    /// The number of records that have ended.
    count: u64,
}

/// A record that cannot become a line.
#[derive(Clone, Copy)]
pub(crate) enum BadRecord {
    /// The last record has only this number of bytes.
    Short {
        number: u64,
        len: u64,
        expected: u64,
    },
    /// The record ends within a character.
    Split { number: u64 },
}

impl Records {
    /// Creates the division of an input whose first record begins at `start`.
    pub(crate) fn new(len: NonZeroU64, start: u64) -> Records {
        Records {
            len: len.get(),
            end: start,
            count: 0,
        }
    }

    /// Returns the part of `chunk` that belongs to the record at `offset`.
    pub(crate) fn limit<'a>(&self, chunk: &'a [u8], offset: u64) -> &'a [u8] {
        let left = self.end + self.len - offset;
        &chunk[..usize::try_from(left).map_or(chunk.len(), |left| left.min(chunk.len()))]
    }

    /// Ends the record if `offset` is its end. Returns its number, which starts at 1.
    pub(crate) fn end(&mut self, offset: u64) -> Option<u64> {
        (offset == self.end + self.len).then(|| {
            self.end = offset;
            self.count += 1;
            self.count
        })
    }

    /// Returns the error for a text that ends within a record.
    pub(crate) fn short(&self, offset: u64) -> Option<BadRecord> {
        (offset > self.end).then_some(BadRecord::Short {
            number: self.count + 1,
            len: offset - self.end,
            expected: self.len,
        })
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BadRecord::Short {
                number,
                len,
                expected,
            } => write!(
                f,
                "record {number} has only {len} bytes instead of {expected}"
            ),
            BadRecord::Split { number } => write!(f, "record {number} ends within a character"),
        }
    }
}
