//! Files of CSV and of lines, in any charset, as record batches.
//!
//! A decoder takes chunks of the file, of any length and cut anywhere, also within a character:
//! [`decode`](Decode::decode) until it returns 0, then [`flush`](Decode::flush), as with the
//! decoder of `arrow_csv`, which parses the rows here, too. A [`Reader`] does that over a
//! [`Read`](std::io::Read). [`BadInput`] says what becomes of rows that are malformed, or that do
//! not parse.
#![forbid(unsafe_code)]

mod blocks;
mod csv;
mod lines;
mod options;
mod parse;
mod reader;
mod reject;
mod replay;
mod source;

pub use blocks::{Block, RowCutter};
pub use csv::CsvDecoder;
pub use lines::LineDecoder;
pub use options::{CsvOptions, LineOptions};
pub use reader::{CsvReader, LineReader, Reader};

use crate::Error;
use arrow_array::RecordBatch;
use std::fmt;
use std::ops::Range;
use utflane::stream::StreamError;

/// What becomes of malformed text, and of rows that do not parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadInput {
    /// The file fails, at the byte where it is malformed, or with the row that does not parse, but
    /// only once all rows before are delivered.
    Fail,
    /// Malformed text is replaced by U+FFFD; a row that does not parse fails.
    Replace,
    /// Rows that are malformed or do not parse are [set aside](Decode::take_bad_rows), with their
    /// bytes and the reason. All others are in the batches.
    SetAside,
}

/// A row that was set aside.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRow {
    /// Number of the line on which it begins, from 1.
    pub line: u64,
    /// Where it is in the file, in bytes; its line feed is a part of it.
    pub range: Range<u64>,
    /// Its bytes, as they are in the file.
    pub bytes: Vec<u8>,
    /// The reason why it was set aside.
    pub reason: BadRowReason,
}

/// The reason why a row was set aside.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BadRowReason {
    /// Its text is malformed, the first time at this [position](StreamError::position) of the file.
    Malformed(StreamError),
    /// It has too many or too few fields, or a field that is not of the type of its column: the
    /// words of `arrow_csv`.
    Unparsed(String),
}

impl fmt::Display for BadRowReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRowReason::Malformed(error) => error.fmt(f),
            BadRowReason::Unparsed(error) => error.fmt(f),
        }
    }
}

/// A decoder of a file that arrives in chunks.
pub trait Decode {
    /// Takes as much of `chunk` as completes a batch; returns the number of bytes taken. It is less
    /// than all only if a batch is complete: then [`flush`](Self::flush) it, and call again with
    /// the rest. An empty chunk is the end of the file.
    ///
    /// # Errors
    ///
    /// Malformed text or a row that does not parse, but for [`BadInput::SetAside`]. All rows before
    /// it were delivered, the last of them in a batch with fewer rows; every other call returns an
    /// error, too.
    fn decode(&mut self, chunk: &[u8]) -> Result<usize, Error>;

    /// The rows of a complete batch; of all rows that there are, if there was an empty chunk.
    ///
    /// # Errors
    ///
    /// As for [`decode`](Self::decode).
    fn flush(&mut self) -> Result<Option<RecordBatch>, Error>;

    /// Whether a batch is complete.
    fn is_full(&self) -> bool;

    /// The rows that were set aside since the last call, in order. Those of a batch are there when
    /// it is.
    fn take_bad_rows(&mut self) -> Vec<BadRow>;

    /// Number of replacements so far, with [`BadInput::Replace`].
    fn replacements(&self) -> u64;
}
