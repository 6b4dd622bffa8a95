//! What a call of a transcoder has done.
#![forbid(unsafe_code)]

use super::StreamError;

/// The progress of one call of a transcoder, and the reason why it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the call may have stopped before the end of its input"]
pub struct Step {
    /// Units of the chunk that were read, 0 to its length. The next call takes `&chunk[read..]`.
    pub read: usize,
    /// Units written to the beginning of the output, 0 to its length: whole characters.
    pub written: usize,
    /// The reason why the call returned.
    pub status: Status,
}

/// The reason why a call of a transcoder returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the chunk is read. If it ends within a character, the transcoder keeps the beginning
    /// of that character.
    InputEmpty,
    /// The next character does not fit into the rest of the output. (Each fits into 8 units.)
    OutputFull,
    /// Strict conversion only: the input is malformed, or the output encoding cannot represent a
    /// character. The sequence is [read](Step::read), and everything before it is written: the next
    /// call resumes after it.
    Stopped(StreamError),
}

impl Step {
    /// The step that ends a text.
    pub(super) const fn end(written: usize, status: Status) -> Step {
        Step {
            read: 0,
            written,
            status,
        }
    }
}
