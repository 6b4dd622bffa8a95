//! The error for malformed text in a file.

use datafusion::common::DataFusionError;
use std::error::Error;
use std::fmt;
use utflane::stream::StreamError;

/// Malformed text in a file, with the file, the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) error: StreamError,
}

impl TextError {
    /// Returns the path of the file in its object store.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the line number, starting at 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Returns the reason. Its position is a byte offset in the decompressed file.
    pub const fn error(&self) -> StreamError {
        self.error
    }

    /// Returns the `TextError` in the causes of an error of DataFusion, if there is one.
    pub fn of(error: &DataFusionError) -> Option<&TextError> {
        let mut cause: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = cause {
            if let Some(error) = error.downcast_ref() {
                return Some(error);
            }
            cause = error.source();
        }
        None
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: ", self.file, self.line)?;
        self.error.fmt(f)
    }
}

impl Error for TextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// Removes the errors that wrap a [`TextError`]. Returns other errors unchanged.
pub(super) fn of_query(error: DataFusionError) -> DataFusionError {
    match TextError::of(&error).cloned() {
        Some(text) => DataFusionError::External(Box::new(text)),
        None => error,
    }
}
