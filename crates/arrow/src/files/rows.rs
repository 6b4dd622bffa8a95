//! Reads rows one after another. Each row is appended to the columns of a batch, or its error is
//! returned.

use super::columns::Columns;
use super::scan::{Scanner, Step};
use super::source::Source;
use super::{BadInput, CsvOptions};
use crate::Error;

/// Reads rows one after another.
#[derive(Debug)]
pub(super) struct RowReader {
    scanner: Scanner,
    pub(super) columns: Columns,
    batch_size: usize,
    sets_aside: bool,
    nulls_bad_values: bool,
    /// Whether the next row is the header.
    is_header: bool,
}

/// The result of reading a row.
#[derive(Debug)]
pub(super) enum Found {
    /// No complete row.
    Nothing,
    /// A row that does not fit into the batch.
    Full,
    /// A row of this length that was appended or skipped.
    Row(usize),
    /// A row of this length that was not appended.
    Bad(usize, Fault),
}

/// The error of a row.
#[derive(Debug)]
pub(super) enum Fault {
    Malformed,
    Unparsed(String),
    /// A quote at this offset in the row is not closed.
    Unclosed(usize),
    TooLong,
}

impl RowReader {
    pub(super) fn new(options: &CsvOptions, bad: BadInput) -> Result<RowReader, Error> {
        Ok(RowReader {
            scanner: Scanner::new(options.dialect()),
            columns: Columns::new(options)?,
            batch_size: options.batch_size,
            sets_aside: bad == BadInput::SetAside,
            nulls_bad_values: options.bad_values_null,
            is_header: options.header,
        })
    }

    /// Reads the row at offset `at` of the text.
    #[inline]
    pub(super) fn next(&mut self, source: &Source, at: usize) -> Found {
        if self.columns.len() == self.batch_size {
            return Found::Full;
        }
        let rest = &source.text()[at..];
        let step = self.scanner.next(rest, source.is_ended());
        let (len, unclosed) = match step {
            Step::Row { len } => (len, None),
            Step::Unclosed { quote, len } => (len, Some(quote)),
            Step::Blank { len } => return Found::Row(len),
            Step::TooLong => return Found::Bad(0, Fault::TooLong),
            Step::More | Step::End => return Found::Nothing,
        };
        if !self.columns.has_room(len) {
            return Found::Full;
        }
        let is_header = std::mem::take(&mut self.is_header);
        let is_malformed = source.is_marked(at..at + len);
        if is_malformed && self.sets_aside {
            return Found::Bad(len, Fault::Malformed);
        }
        match unclosed {
            Some(quote) if !self.nulls_bad_values => {
                return Found::Bad(len, Fault::Unclosed(quote));
            }
            _ if is_header => return Found::Row(len),
            _ => {}
        }
        let row = &rest[..len];
        let pushed = self.columns.push(row, &self.scanner.fields, |field| {
            is_malformed
                && self.nulls_bad_values
                && source.is_marked(at + field.start..at + field.end)
        });
        match pushed {
            Ok(()) => Found::Row(len),
            Err(mismatch) => Found::Bad(len, Fault::Unparsed(self.columns.explain(mismatch, row))),
        }
    }
}
