//! Malformed text in a file.

use datafusion::common::DataFusionError;
use std::error::Error;
use std::fmt;
use utflane::stream::StreamError;

/// Malformed text in a file: which file, which line, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) error: StreamError,
}

impl TextError {
    /// The path of the file in its object store.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The number of the line, from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// What is malformed; its position is the byte in the file, decompressed.
    pub const fn error(&self) -> StreamError {
        self.error
    }

    /// The malformed text that an error of DataFusion tells of, if it does.
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
        write!(f, "{}, line {}: {}", self.file, self.line, self.error)
    }
}

impl Error for TextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// The error of a query: malformed text by itself, without the layers that have passed it on.
pub(super) fn of_query(error: DataFusionError) -> DataFusionError {
    match TextError::of(&error).cloned() {
        Some(text) => DataFusionError::External(Box::new(text)),
        None => error,
    }
}
