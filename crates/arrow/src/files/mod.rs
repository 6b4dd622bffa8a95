//! Reads CSV files and files of lines, in any charset, as record batches.
//!
//! A decoder accepts a file in chunks of any length, cut anywhere, even within a character. Call
//! [`decode`](Decode::decode) until it returns 0, then [`flush`](Decode::flush), as with the
//! decoder of `arrow_csv`. A [`Reader`] does that for a [`Read`](std::io::Read). [`BadInput`]
//! selects the result for rows that are malformed or do not parse. A charset is a
//! [`Charset`](utflane::Charset), or an [`AutoCharset`], which is detected in the file.
//!
//! # Values
//!
//! A value is accepted only if the type of its column can hold it exactly. A row does not parse if
//! it has, for example, a fraction of a second in a column of whole seconds, a time in a column of
//! dates, or `1.5` in a column of integers.
//!
//! - `Utf8`, `LargeUtf8`, `Utf8View`, or a dictionary of `Utf8`: any value.
//! - `Boolean`: `true` and `false`, in letters of either case.
//! - Integers, and `Duration` in its unit: an optional sign and digits.
//! - Floats: digits with a point, an exponent or both, rounded to the nearest number, or `inf`,
//!   `infinity`, `nan`. A number that is too large for the type does not parse, nor one that would
//!   become 0. An integer, without a point and an exponent, does not parse if the float neither
//!   equals it nor is displayed like it: `9007199254740993` in a column of `Float64`.
//! - Decimals: digits like those of floats, if precision and scale can hold them without rounding.
//! - `Date32`, `Date64`: `2024-02-29`, `2024-2-29`, `20240229`. Years before 0 and after 9999 have
//!   a sign, as in `-0044-03-15`.
//! - `Time32`, `Time64`: `12:34`, `12:34:56`, `12:34:56.789`. A time of a 12-hour clock may be
//!   followed by `AM` or `PM`.
//! - `Timestamp` without a time zone: a date such as `2024-02-29`, then `T` or a space, and a time.
//!   A date alone means midnight.
//! - `Timestamp` with a time zone: the same, and an offset from UTC: `Z`, `+02`, `+0200`, `+02:00`.
//! - `Null`: no value.
//!
//! [`CsvOptions::check`] returns an error for a schema with other types.
#![forbid(unsafe_code)]

mod blocks;
mod charset;
mod columns;
mod decoder;
mod infer;
mod line_runs;
mod options;
mod reader;
mod replay;
mod rows;
mod scan;
mod source;
mod values;

pub use blocks::{Block, RowCutter};
pub use charset::{AutoCharset, FileCharset, FoundCharset, UnknownCharset};
pub use decoder::FileDecoder;
pub use infer::ValueKinds;
pub use line_runs::LineRuns;
pub use options::{CsvOptions, LineOptions};
pub use reader::{CsvReader, LineReader, Reader};

use crate::Error;
use arrow_array::RecordBatch;
use std::fmt;
use std::ops::Range;
use utflane::stream::StreamError;

/// Selects the result for malformed text, and for rows that do not parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadInput {
    /// The decoder returns all rows before the malformed sequence or the row that does not parse,
    /// and then fails.
    Fail,
    /// U+FFFD replaces malformed sequences. The decoder fails at a row that does not parse.
    Replace,
    /// Rows that are malformed or do not parse are [set aside](Decode::take_bad_rows), with their
    /// bytes and the reason. All others are in the batches.
    SetAside,
}

/// A row that was set aside.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRow {
    /// The line on which it begins, counted from 1. Lines end with CR, LF or CRLF, or with the
    /// [terminator](CsvOptions::with_terminator). In a file of lines, they end only with LF or
    /// CRLF.
    pub line: u64,
    /// Its range in the file, in bytes, including its line end.
    pub range: Range<u64>,
    /// Its bytes in the file, unchanged.
    pub bytes: Vec<u8>,
    /// The reason why it was set aside.
    pub reason: BadRowReason,
}

/// The reason why a row was set aside.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BadRowReason {
    /// Its text is malformed. The [position](StreamError::position) of the first malformed sequence
    /// is an index in the file.
    Malformed(StreamError),
    /// A message: it has too many or too few fields, a value that is not of the type of its column,
    /// an unclosed quote, or more than 2 GiB of text.
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
    /// Decodes `chunk` until a batch is complete, and returns the number of bytes read. If it is
    /// less than the length of `chunk`, a batch is complete: [`flush`](Self::flush) it, and call
    /// again with the rest. Pass an empty chunk at the end of the file.
    ///
    /// # Errors
    ///
    /// Malformed text or a row that does not parse, except with [`BadInput::SetAside`]. All rows
    /// before it were returned, the last of them in a batch with fewer rows. Every later call
    /// returns an error.
    fn decode(&mut self, chunk: &[u8]) -> Result<usize, Error>;

    /// Returns a complete batch, if there is one. After an empty chunk it has all remaining rows.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decode`](Self::decode).
    fn flush(&mut self) -> Result<Option<RecordBatch>, Error>;

    /// Returns whether a batch is complete. A batch has fewer rows than the batch size if another
    /// row would make its text longer than 2 GiB, or if many rows were set aside before it. Then it
    /// may have no rows.
    fn is_full(&self) -> bool;

    /// Returns the rows that were set aside since the last call, in order. When a batch is
    /// complete, they include all rows that were set aside before its end.
    fn take_bad_rows(&mut self) -> Vec<BadRow>;

    /// Returns the number of replacements so far, with [`BadInput::Replace`].
    fn replacements(&self) -> u64;
}
