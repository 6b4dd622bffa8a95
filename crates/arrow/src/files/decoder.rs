//! Decodes files of CSV and of lines that arrive in chunks.
//!
//! Rows are appended to columns as they arrive. The text of a row is dropped once the row is in the
//! columns or is set aside.

use super::replay::Replay;
use super::rows::{Found, Rejection, RowReader};
use super::scan::Dialect;
use super::source::Source;
use super::{BadInput, BadRow, BadRowReason, CsvOptions, Decode, FileCharset, FoundCharset};
use crate::Error;
use arrow_array::RecordBatch;
use std::ops::Range;
use utflane::io::CharsetLines;

/// A batch ends early when this number of bytes of text was set aside.
const MAX_REJECTED: usize = 16 << 20;

/// The reason for the error of a row that ends after [`FileDecoder::end_rows`].
const SPLIT: &str = "a quoted value contains a line end, and the part of the file ends within it";

/// Decodes a file of CSV or of lines that arrives in chunks. See [`Decode`],
/// [`CsvOptions::decoder`], and [`LineOptions::decoder`](super::LineOptions::decoder).
#[derive(Debug)]
pub struct FileDecoder {
    dialect: Dialect,
    batch_size: usize,
    source: Source,
    bad: BadInput,
    /// `None` if the options are invalid.
    rows: Option<RowReader>,
    ready: Option<RecordBatch>,
    bad_rows: Vec<BadRow>,
    /// Number of rows set aside since the last batch, and their length in bytes of text.
    rejected: (usize, usize),
    /// Number of lines before the text.
    line: u64,
    /// The position in the text where no more rows begin.
    border: Option<u64>,
    /// The error of the file. It is returned after the rows before it.
    error: Option<Error>,
    /// Whether the error is a row. The text after it is not read.
    is_stopped: bool,
    is_failed: bool,
}

/// A row to be set aside.
struct Rejected {
    /// Its range in the text.
    range: Range<usize>,
    line: u64,
    /// The reason why it does not parse, or `None` if it is malformed.
    reason: Option<String>,
}

/// Counts lines in a text, at ascending offsets.
struct Lines<'a> {
    dialect: Dialect,
    text: &'a [u8],
    counted: usize,
    line: u64,
}

impl Lines<'_> {
    /// Returns the number of lines before an offset.
    fn before(&mut self, at: usize) -> u64 {
        self.line += self.dialect.line_ends(&self.text[self.counted..at]);
        self.counted = at;
        self.line
    }
}

impl FileDecoder {
    pub(super) fn new(options: &CsvOptions, charset: FileCharset, bad: BadInput) -> FileDecoder {
        let bad = match options.bad_values_null {
            true => BadInput::Replace,
            false => bad,
        };
        let dialect = options.dialect();
        let (rows, invalid) = match RowReader::new(options, bad) {
            Ok(rows) => (Some(rows), None),
            Err(error) => (None, Some(error)),
        };
        let (position, line) = options.start;
        let mut source = Source::new(charset, bad, options.sniff).starting_at(position);
        let limit = dialect.max_row_len.saturating_mul(2);
        let unsuitable = source.choose_per_line(&options.line_fallbacks, limit, line);
        if options.bad_values_null {
            source = source.with_marks();
        }
        if options.terminator.is_some() {
            source = source.keeping_nel();
        }
        FileDecoder {
            dialect,
            batch_size: options.batch_size,
            source,
            bad,
            rows,
            ready: None,
            bad_rows: Vec::new(),
            rejected: (0, 0),
            line,
            border: None,
            error: invalid.or(unsuitable.err()),
            is_stopped: false,
            is_failed: false,
        }
    }

    /// Declares that only rows before this point of the file are read. It must be the end of a
    /// line. Use this to read a file in parts: a part ends here, and the next part begins here.
    ///
    /// A quote may be open at this point. Then [`needs_more`](Self::needs_more) returns true, and
    /// you pass the bytes that follow, until it returns false. If the row ends after this point,
    /// decoding fails, because the next part begins within this row.
    ///
    /// # Errors
    ///
    /// Returns the error of malformed text at this point.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane::Charset;
    /// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
    /// use utflane_arrow::files::{BadInput, CsvOptions, Decode};
    ///
    /// let field = Field::new("name", DataType::Utf8, false);
    /// let options = CsvOptions::new(Arc::new(Schema::new(vec![field])));
    /// let mut decoder = options.decoder(Charset::Utf8, BadInput::SetAside);
    /// decoder.decode(b"a\n\"b\n")?;
    /// decoder.end_rows()?;
    /// assert!(decoder.needs_more());
    /// // The quote on line 2 is not closed: `c"d` is another row.
    /// decoder.decode(b"\"c\n")?;
    /// assert!(!decoder.needs_more());
    /// decoder.decode(b"")?;
    /// assert_eq!(decoder.flush()?.unwrap().num_rows(), 1);
    /// assert_eq!(decoder.take_bad_rows()[0].line, 2);
    /// # Ok::<(), utflane_arrow::Error>(())
    /// ```
    pub fn end_rows(&mut self) -> Result<(), Error> {
        self.source.decide(false)?;
        self.border = Some(self.source.end());
        Ok(())
    }

    /// Returns whether a row that begins before the point of [`end_rows`](Self::end_rows) is not
    /// complete.
    pub fn needs_more(&self) -> bool {
        let is_before = |border| self.source.released() < border;
        self.border.is_some_and(is_before) && self.error.is_none() && !self.source.is_ended()
    }

    /// Returns the charset that [`AutoCharset`](super::AutoCharset) has detected, or `None` until
    /// enough of the file is read. If the file starts with ASCII, the result may change later.
    pub fn found_charset(&self) -> Option<FoundCharset> {
        self.source.found()
    }

    /// Returns the lines in each charset so far, with
    /// [`with_line_fallbacks`](CsvOptions::with_line_fallbacks). Otherwise it is empty.
    pub fn charset_lines(&self) -> &[CharsetLines] {
        self.source.charset_lines()
    }

    /// Decodes until a batch is complete. Returns the number of bytes read.
    fn advance(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        let mut read = 0;
        loop {
            if self.ready.is_none() && !self.is_stopped && self.parse() {
                self.complete()?;
            }
            if self.ready.is_some() {
                return Ok(read);
            }
            if self.error.is_some() {
                self.complete_rows()?;
                return match self.error.take_if(|_| self.ready.is_none()) {
                    Some(error) => Err(error),
                    None => Ok(read),
                };
            }
            if read == chunk.len() && read > 0 {
                return Ok(read);
            }
            if !chunk.is_empty() {
                match self.source.push(&chunk[read..]) {
                    Ok(taken) => read += taken,
                    Err(error) => self.error = Some(error),
                }
            } else if !self.source.is_ended() && (self.border.is_none() || self.needs_more()) {
                self.error = self.source.finish().err();
            } else {
                self.complete_rows()?;
                return Ok(0);
            }
        }
    }

    /// Reads the rows in the available text. Returns whether they complete a batch.
    fn parse(&mut self) -> bool {
        let Some(rows) = &mut self.rows else {
            return false;
        };
        let mut lines = Lines {
            dialect: self.dialect,
            text: self.source.text(),
            counted: 0,
            line: self.line,
        };
        let (mut at, mut rejected) = (0, Vec::new());
        let border = self
            .border
            .map(|border| (border - self.source.released()) as usize);
        let is_full = loop {
            if border.is_some_and(|border| at >= border) {
                break false;
            }
            let (count, bytes) = self.rejected;
            if count >= self.batch_size || bytes >= MAX_REJECTED {
                break true;
            }
            if self.dialect.is_lines {
                let len = rows.plain_lines(&self.source, at, border);
                if len > 0 {
                    at += len;
                    continue;
                }
            }
            let found = rows.next(&self.source, at);
            if let (Found::Row(len) | Found::Bad(len, _), Some(border)) = (&found, border)
                && at + len > border
            {
                let (line, reason) = (lines.before(at) + 1, SPLIT.to_owned());
                self.error = Some(Error::Csv { line, reason });
                self.is_stopped = true;
                break false;
            }
            let (len, rejection) = match found {
                Found::Nothing => break false,
                Found::Full => break true,
                Found::Row(len) => {
                    at += len;
                    continue;
                }
                Found::Bad(len, rejection) => (len, rejection),
            };
            let line = lines.before(at) + 1;
            let is_fatal = matches!(rejection, Rejection::TooLong);
            let reason = match rejection {
                Rejection::Malformed => None,
                Rejection::Unparsed(reason) => Some(reason),
                Rejection::Unclosed(quote) => {
                    let more = self.dialect.line_ends(&lines.text[at..at + quote]);
                    Some(self.dialect.unclosed_quote(line + more))
                }
                Rejection::TooLong => Some(self.dialect.too_long_row()),
            };
            if self.bad != BadInput::SetAside || is_fatal {
                let reason = reason.unwrap_or_default();
                self.error = Some(Error::Csv { line, reason });
                self.is_stopped = true;
                break false;
            }
            let range = at..at + len;
            at = range.end;
            self.rejected = (count + 1, bytes + len);
            rejected.push(Rejected {
                range,
                line,
                reason,
            });
        };
        self.line = lines.before(at);
        self.set_aside(rejected);
        self.source.release(at);
        is_full
    }

    /// Makes a batch of the rows so far, if there are any.
    fn complete_rows(&mut self) -> Result<(), Error> {
        match &self.rows {
            Some(rows) if rows.columns.len() > 0 => self.complete(),
            _ => Ok(()),
        }
    }

    fn complete(&mut self) -> Result<(), Error> {
        if let Some(rows) = &mut self.rows {
            self.ready = Some(rows.columns.finish()?);
            self.rejected = (0, 0);
        }
        Ok(())
    }

    /// Sets rows aside, with their bytes.
    fn set_aside(&mut self, rejected: Vec<Rejected>) {
        if rejected.is_empty() {
            return;
        }
        let Some(mut replay) = Replay::new(&self.source) else {
            return;
        };
        let released = self.source.released();
        for Rejected {
            range,
            line,
            reason,
        } in rejected
        {
            let start = released + range.start as u64;
            let reason = match (reason, self.source.first_mark(range.start)) {
                (Some(reason), _) => BadRowReason::Unparsed(reason),
                (None, Some(mark)) => BadRowReason::Malformed(mark.error),
                (None, None) => continue,
            };
            let (range, bytes) = replay.bytes(start..released + range.end as u64);
            self.bad_rows.push(BadRow {
                line,
                range,
                bytes,
                reason,
            });
        }
    }
}

impl Decode for FileDecoder {
    fn decode(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        if self.is_failed {
            return Err(Error::Failed);
        }
        let result = self.advance(chunk);
        self.is_failed = result.is_err();
        result
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, Error> {
        if self.is_failed {
            return Err(Error::Failed);
        }
        Ok(self.ready.take())
    }

    fn is_full(&self) -> bool {
        self.ready.is_some()
    }

    fn take_bad_rows(&mut self) -> Vec<BadRow> {
        std::mem::take(&mut self.bad_rows)
    }

    fn replacements(&self) -> u64 {
        self.source.replacements()
    }
}
