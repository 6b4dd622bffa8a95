//! The policy for rows that cannot be converted, and the errors of all conversions.
#![forbid(unsafe_code)]

use crate::files::UnknownCharset;
use arrow_schema::{ArrowError, DataType};
use std::fmt;
use utflane::Reason;
use utflane::io::PerLineError;
use utflane::stream::StreamError;

/// Selects the result for rows that are malformed, or that have a character that the target cannot
/// represent.
///
/// Null rows stay null, whatever bytes they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The conversion fails with the first such row.
    Fail,
    /// The row is converted with replacement: U+FFFD for each maximal part of a malformed sequence,
    /// as in the WHATWG Encoding Standard and the standard library. If the target does not have
    /// U+FFFD, `?` replaces it.
    Replace,
    /// Like [`Replace`](Self::Replace), except that malformed UTF-8 becomes as many U+FFFD as in
    /// Java's `new String(bytes, UTF_8)`, which Spark uses.
    ReplaceAsJdk,
    /// The row becomes null.
    Null,
}

/// The first row that cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    pub(crate) row: usize,
    pub(crate) position: usize,
    pub(crate) reason: Reason,
    pub(crate) target: &'static str,
}

impl RowError {
    /// Returns the index of the row in the array, from 0.
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Returns the index of the malformed sequence or the character in its row, in code units of
    /// the encoding. A code unit is a byte, except in UTF-16 and UTF-32 in native byte order.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the reason: [`Reason::Malformed`] or [`Reason::Unrepresentable`].
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: ", self.row)?;
        match self.reason {
            Reason::Malformed(error) => error.fmt(f),
            Reason::Unrepresentable(character) => write!(
                f,
                "character {character} at index {} cannot be represented in {}",
                self.position, self.target
            ),
            reason => write!(f, "{reason:?} at index {}", self.position),
        }
    }
}

impl std::error::Error for RowError {}

/// The reason why an array or a file cannot be converted.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A row cannot be converted, and the policy is [`Policy::Fail`].
    Row(RowError),
    /// A row of a column in a batch cannot be converted, and the policy is [`Policy::Fail`].
    Column {
        /// The name of the column.
        name: String,
        /// The row.
        error: RowError,
    },
    /// There is no conversion between arrays of these types.
    Unsupported {
        /// The type of the array.
        from: DataType,
        /// The requested type.
        to: DataType,
    },
    /// The charset of a file was not detected.
    Charset(UnknownCharset),
    /// The charsets of the lines of a file cannot be chosen per line.
    PerLine(PerLineError),
    /// The charsets of lines were set for a file whose charset is detected.
    DetectedPerLine,
    /// The text of a file is malformed. The error has the position in bytes.
    File(StreamError),
    /// A row of a CSV file does not parse, or a line of a file is longer than 2 GiB.
    Csv {
        /// The line on which the row begins, counted from 1.
        line: u64,
        /// The reason why the row does not parse.
        reason: String,
    },
    /// A file cannot be read.
    Io(std::io::Error),
    /// The decoder of a file returned an error earlier.
    Failed,
    /// The result is too long for the requested type, or `arrow` returned another error.
    Arrow(ArrowError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Row(error) => error.fmt(f),
            Error::Column { name, error } => {
                write!(f, "column {name}, ")?;
                error.fmt(f)
            }
            Error::Unsupported { from, to } => {
                write!(f, "text cannot be converted from {from} to {to}")
            }
            Error::Charset(error) => error.fmt(f),
            Error::PerLine(error) => error.fmt(f),
            Error::DetectedPerLine => {
                f.write_str("the charset of a file cannot be detected with line fallbacks: name it")
            }
            Error::File(error) => error.fmt(f),
            Error::Csv { line, reason } => write!(f, "line {line}: {reason}"),
            Error::Io(error) => error.fmt(f),
            Error::Failed => {
                f.write_str("the decoder failed earlier: create another one to read the file again")
            }
            Error::Arrow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Row(error) | Error::Column { error, .. } => Some(error),
            Error::Charset(error) => Some(error),
            Error::PerLine(error) => Some(error),
            Error::File(error) => Some(error),
            Error::Io(error) => Some(error),
            Error::Unsupported { .. }
            | Error::DetectedPerLine
            | Error::Csv { .. }
            | Error::Failed => None,
            Error::Arrow(error) => Some(error),
        }
    }
}

impl From<RowError> for Error {
    fn from(error: RowError) -> Error {
        Error::Row(error)
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Error {
        Error::Arrow(error)
    }
}

/// Unwraps [`Error::Arrow`], and converts a row that does not parse to a
/// [`CsvError`](ArrowError::CsvError). Any other error is wrapped in an
/// [`ExternalError`](ArrowError::ExternalError).
impl From<Error> for ArrowError {
    fn from(error: Error) -> ArrowError {
        match error {
            Error::Arrow(error) => error,
            Error::Csv { .. } => ArrowError::CsvError(error.to_string()),
            error => ArrowError::ExternalError(Box::new(error)),
        }
    }
}
