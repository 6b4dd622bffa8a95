//! What becomes of a row that cannot be converted, and what is wrong with it.
#![forbid(unsafe_code)]

use arrow_schema::{ArrowError, DataType};
use std::fmt;
use utflane::Reason;
use utflane::stream::StreamError;

/// What becomes of a row that is malformed, or has a character that the target cannot represent.
///
/// Rows that are null stay null, whatever bytes they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The conversion fails, with the first such row.
    Fail,
    /// The row is converted with replacement: U+FFFD for each maximal part of a malformed sequence,
    /// as in the WHATWG Encoding Standard and the standard library, or `?` where the target does
    /// not have it.
    Replace,
    /// As [`Replace`](Self::Replace), but malformed UTF-8 has as many U+FFFD as Java's
    /// `new String(bytes, UTF_8)` writes, and Spark with it.
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
    /// Index of the row in the array, from 0.
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Index in the row, in units of its encoding (bytes, but for UTF-16 and UTF-32 in the byte
    /// order of the machine), of the malformed sequence or the character.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The reason: [`Reason::Malformed`] or [`Reason::Unrepresentable`].
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
        /// The type that was asked for.
        to: DataType,
    },
    /// The text of a file is malformed at this byte.
    File(StreamError),
    /// A file cannot be read.
    Io(std::io::Error),
    /// A decoder of a file has failed before.
    Failed,
    /// The result is too long for the type that was asked for, or another error of `arrow`.
    Arrow(ArrowError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Row(error) => error.fmt(f),
            Error::Column { name, error } => write!(f, "column {name}, {error}"),
            Error::Unsupported { from, to } => {
                write!(f, "text cannot be converted from {from} to {to}")
            }
            Error::File(error) => error.fmt(f),
            Error::Io(error) => error.fmt(f),
            Error::Failed => f.write_str("the file could not be read up to here"),
            Error::Arrow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Row(error) | Error::Column { error, .. } => Some(error),
            Error::File(error) => Some(error),
            Error::Io(error) => Some(error),
            Error::Unsupported { .. } | Error::Failed => None,
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

/// The inner error of [`Error::Arrow`], else an
/// [`ExternalError`](ArrowError::ExternalError) that contains it.
impl From<Error> for ArrowError {
    fn from(error: Error) -> ArrowError {
        match error {
            Error::Arrow(error) => error,
            error => ArrowError::ExternalError(Box::new(error)),
        }
    }
}
