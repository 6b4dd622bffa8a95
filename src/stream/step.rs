//! The result of one call of a transcoder.
#![forbid(unsafe_code)]

use super::StreamError;

/// The progress of one call of a transcoder, and the reason why it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the call may have stopped before the end of its input"]
#[non_exhaustive]
pub struct Step {
    /// Number of units of the chunk that were read. Pass `&chunk[read..]` to the next call.
    pub read: usize,
    /// Number of units written to the output. They are complete characters, except in UTF-7: a
    /// later call may write the last bits of the last character.
    pub written: usize,
    /// The reason why the call returned.
    pub status: Status,
}

/// The reason why a call of a transcoder returned.
///
/// Handle every status except [`InputEmpty`](Self::InputEmpty) and [`Stopped`](Self::Stopped) like
/// [`OutputFull`](Self::OutputFull): call again, with the rest of the chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The whole chunk was read, or the text has ended. If it ends within a character, the
    /// transcoder keeps the beginning of that character.
    InputEmpty,
    /// The next character does not fit into the rest of the output. Every character fits into 8
    /// units.
    OutputFull,
    /// Strict conversion only: the input is malformed, or the output encoding cannot represent a
    /// character. [`read`](Step::read) includes the sequence, and everything before it was written.
    /// The next call resumes after it.
    Stopped(StreamError),
}

impl Step {
    /// Creates the step of a call that ends a text.
    pub(super) const fn end(written: usize, status: Status) -> Step {
        Step {
            read: 0,
            written,
            status,
        }
    }
}
