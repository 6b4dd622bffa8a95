//! Reads rows one after another. Each row is appended to the columns of a batch, or the reason why
//! it cannot be appended is returned.

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
    /// Whether the next row is the header.
    is_header: bool,
}

/// The result of reading a row.
#[derive(Debug)]
pub(super) enum Found {
    /// No complete row.
    Nothing,
    /// The batch is complete, or the next row does not fit.
    Full,
    /// A row of this length that was appended or skipped.
    Row(usize),
    /// A row of this length that was not appended.
    Bad(usize, Rejection),
}

/// The reason why a row was not appended.
#[derive(Debug)]
pub(super) enum Rejection {
    Malformed,
    Unparsed(String),
    /// A quote at this offset in the row is not closed.
    Unclosed(usize),
    /// The end of the row was not found within the limit. Its length is 0.
    TooLong,
}

impl RowReader {
    pub(super) fn new(options: &CsvOptions, bad: BadInput) -> Result<RowReader, Error> {
        Ok(RowReader {
            scanner: Scanner::new(options.dialect()),
            columns: Columns::new(options)?,
            batch_size: options.batch_size,
            sets_aside: bad == BadInput::SetAside,
            is_header: options.header,
        })
    }

    /// Reads the complete lines at offset `at` of the text, before the first malformed sequence and
    /// before `border`. Returns their length in bytes. This is faster than [`next`](Self::next) for
    /// each line.
    pub(super) fn plain_lines(
        &mut self,
        source: &Source,
        at: usize,
        border: Option<usize>,
    ) -> usize {
        if self.scanner.is_within_row() {
            return 0;
        }
        let mark = source.first_mark(at);
        let mark = mark.map(|mark| (mark.text - source.released()) as usize);
        let end = border.into_iter().chain(mark).min();
        let text = &source.text()[at..end.unwrap_or(source.text().len())];
        self.columns.push_lines(text, self.batch_size)
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
            Step::TooLong => return Found::Bad(0, Rejection::TooLong),
            Step::More | Step::End => return Found::Nothing,
        };
        if !self.columns.has_room(len) {
            return Found::Full;
        }
        let is_header = std::mem::take(&mut self.is_header);
        let is_malformed = source.is_marked(at..at + len);
        if is_malformed && self.sets_aside {
            return Found::Bad(len, Rejection::Malformed);
        }
        match unclosed {
            Some(quote) if !self.columns.options.bad_values_null => {
                return Found::Bad(len, Rejection::Unclosed(quote));
            }
            _ if is_header => return Found::Row(len),
            _ => {}
        }
        let row = &rest[..len];
        let pushed = self.columns.push(row, &self.scanner.fields, |field| {
            is_malformed && source.is_marked(at + field.start..at + field.end)
        });
        match pushed {
            Ok(()) => Found::Row(len),
            Err(mismatch) => {
                let reason = self.columns.explain(mismatch, row);
                Found::Bad(len, Rejection::Unparsed(reason))
            }
        }
    }
}
