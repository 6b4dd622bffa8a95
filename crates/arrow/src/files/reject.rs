//! A batch of CSV with bad rows, taken apart: the ends of rows and the number of their fields are
//! found by the splitter that the parser has, values that are not of their column's type by parsing
//! all of them, and other rows that do not parse by halving.

use super::parse::values_of;
use super::replay::Replay;
use super::{BadRow, BadRowReason, CsvDecoder};
use crate::Error;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_csv::reader::Decoder;
use arrow_schema::ArrowError;
use csv_core::ReadRecordResult;
use std::ops::Range;

/// A row to be set aside, by its place in the text, and why it does not parse, if it is not
/// malformed.
pub(super) type Rejected = (Range<usize>, Option<String>);

/// A row of CSV.
struct Row {
    /// Its place in the text.
    place: Range<usize>,
    fields: usize,
}

/// How `arrow_csv` tells the line, if the row is the only one of its file.
const FIELDS_OF_LINE: &str = " for line 1,";
const VALUE_AT_LINE: &str = " at line 0.";

/// The error of a row that was parsed alone, with its line in the file.
fn at_line(error: ArrowError, line: u64) -> ArrowError {
    let told = |text: String| {
        text.replace(FIELDS_OF_LINE, &format!(" for line {line},"))
            .replace(VALUE_AT_LINE, &format!(" at line {line}."))
    };
    match error {
        ArrowError::CsvError(text) => ArrowError::CsvError(told(text)),
        ArrowError::ParseError(text) => ArrowError::ParseError(told(text)),
        other => other,
    }
}

impl CsvDecoder {
    /// Takes the rows at the start of the text apart, up to as many as are in a batch. Those that
    /// are good become a batch, if there are any.
    pub(super) fn take_apart(&mut self) -> Result<(), Error> {
        self.parser = self.options.parser(self.options.batch_size);
        self.parsed = 0;
        let rows = self.split();
        let Some(end) = rows.last().map(|row| row.place.end) else {
            if self.source.is_ended() {
                self.release_text(self.source.text().len());
                self.endless = 0;
            } else {
                self.endless = self.source.text().len().max(1);
            }
            return Ok(());
        };
        self.endless = 0;
        let released = self.source.released();
        let (mut good, mut rejected) = (Vec::with_capacity(rows.len()), Vec::new());
        for Row { place, fields } in rows {
            let (start, end) = (released + place.start as u64, released + place.end as u64);
            let first = self.source.marks.partition_point(|mark| mark.text < start);
            let mark = self.source.marks.get(first);
            let reason = if mark.is_some_and(|mark| mark.text < end) {
                Some(None)
            } else if self.options.fit_columns(fields) {
                None
            } else {
                self.why_unparsed(&place).map(Some)
            };
            match reason {
                Some(reason) => rejected.push((place, reason)),
                None => good.push(place),
            }
        }
        let mut batch = self.parse_rows(&good);
        for search in [CsvDecoder::mistyped, CsvDecoder::sift] {
            if batch.is_ok() {
                break;
            }
            let unparsed = search(self, &good);
            let mut bad = unparsed.iter().peekable();
            good.retain(|row| bad.next_if(|(bad, _)| bad == row).is_none());
            rejected.extend(unparsed);
            batch = self.parse_rows(&good);
        }
        self.ready = batch?;
        rejected.sort_by_key(|(row, _)| row.start);
        self.set_aside(&rejected);
        self.release_text(end);
        Ok(())
    }

    /// Makes a batch of the rows before the error, if there are any, and drops all text. Of rows
    /// that do not parse, the first is the error: `is_unparsed` if the parser has come upon one,
    /// whose end need not be there.
    pub(super) fn deliver_before_error(&mut self, is_unparsed: bool) {
        self.parser = self.options.parser(self.options.batch_size);
        self.parsed = 0;
        let mut rows: Vec<_> = self.split().into_iter().map(|row| row.place).collect();
        let complete = rows.len();
        let rest = rows.last().map_or(0, |row| row.end)..self.source.text().len();
        if is_unparsed && complete < self.options.batch_size && !rest.is_empty() {
            rows.push(rest);
        }
        let mut good = complete;
        if let Some((row, error)) = self.first_unparsed(&rows) {
            let line = self.line + self.line_feeds(0..rows[row].start) + 1;
            self.error = Some(Error::Arrow(at_line(error, line)));
            good = row;
        }
        match self.parse_rows(&rows[..good]) {
            Ok(batch) => self.ready = batch,
            Err(error) => self.error = Some(Error::Arrow(error)),
        }
        self.release_text(self.source.text().len());
    }

    /// The first of the rows that does not parse, and why.
    fn first_unparsed(&self, rows: &[Range<usize>]) -> Option<(usize, ArrowError)> {
        let mut error = self.parse_rows(rows).err()?;
        let mut found = 0..rows.len();
        while found.len() > 1 {
            let middle = found.start + found.len() / 2;
            match self.parse_rows(&rows[found.start..middle]) {
                Ok(_) => found.start = middle,
                Err(first) => (found.end, error) = (middle, first),
            }
        }
        // The error of the row alone.
        Some((
            found.start,
            self.parse_rows(&rows[found.clone()]).err().unwrap_or(error),
        ))
    }

    /// Where the rows at the start of the text are, as many as are in a batch. A row that does not
    /// end is none, unless the file ends there.
    fn split(&self) -> Vec<Row> {
        let text = self.source.text();
        let mut splitter = self.options.splitter();
        let (mut fields, mut ends) = ([0; 1024], [0; 64]);
        let (mut rows, mut start, mut read, mut ended) = (Vec::new(), 0, 0, 0);
        while rows.len() < self.options.batch_size && (read < text.len() || self.source.is_ended())
        {
            let (result, len, _, more) =
                splitter.read_record(&text[read..], &mut fields, &mut ends);
            read += len;
            ended += more;
            match result {
                ReadRecordResult::Record => {
                    // What is before it: the rest of a line end, and empty lines.
                    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
                    start += text[start..read]
                        .iter()
                        .take_while(|byte| is_end(byte))
                        .count();
                    // The whole of a line end is a part of it.
                    if text[..read].ends_with(b"\r") && text[read..].starts_with(b"\n") {
                        read += 1;
                    }
                    rows.push(Row {
                        place: start..read,
                        fields: std::mem::take(&mut ended),
                    });
                    start = read;
                }
                ReadRecordResult::End => break,
                ReadRecordResult::InputEmpty if !self.source.is_ended() => break,
                _ => {}
            }
        }
        rows
    }

    /// Parses rows, all or none.
    fn parse_rows(&self, rows: &[Range<usize>]) -> Result<Option<RecordBatch>, ArrowError> {
        if rows.is_empty() {
            return Ok(None);
        }
        self.parse_rows_by(rows, self.options.parser(rows.len()))
    }

    /// [`parse_rows`](Self::parse_rows) by a new parser, with room for them.
    fn parse_rows_by(
        &self,
        rows: &[Range<usize>],
        mut parser: Decoder,
    ) -> Result<Option<RecordBatch>, ArrowError> {
        let text = self.source.text();
        for run in rows.chunk_by(|row, next| row.end == next.start) {
            let mut rest = &text[run[0].start..run[run.len() - 1].end];
            while !rest.is_empty() && parser.capacity() > 0 {
                rest = &rest[parser.decode(rest)?..];
            }
        }
        parser.decode(&[])?;
        let batch = parser.flush()?;
        let found = batch.as_ref().map_or(0, RecordBatch::num_rows);
        if found == rows.len() {
            Ok(batch)
        } else {
            let error = format!("{found} rows where {} are expected", rows.len());
            Err(ArrowError::CsvError(error))
        }
    }

    /// Why a row does not parse, if it does not.
    fn why_unparsed(&self, row: &Range<usize>) -> Option<String> {
        let error = self.parse_rows(std::slice::from_ref(row)).err()?;
        let reason = error.to_string().replace(FIELDS_OF_LINE, ",");
        Some(reason.replace(VALUE_AT_LINE, "."))
    }

    /// A row with the reason, if it does not parse alone.
    fn unparsed(&self, row: &Range<usize>) -> Option<Rejected> {
        Some((row.clone(), Some(self.why_unparsed(row)?)))
    }

    /// The rows that do not parse and have a value that is not of the type of its column, or none
    /// where there must be one. Not every type is known here: rows found are parsed alone, and
    /// others may be left.
    fn mistyped(&self, rows: &[Range<usize>]) -> Vec<Rejected> {
        let parser = self.options.parser_to_text(rows.len());
        let Ok(Some(text)) = self.parse_rows_by(rows, parser) else {
            return Vec::new();
        };
        let mut is_suspect = vec![false; rows.len()];
        for (values, column) in text.columns().iter().zip(self.options.columns()) {
            let Some(mut parsed) = values_of(column.data_type(), rows.len()) else {
                continue;
            };
            for (value, is_suspect) in values.as_string::<i32>().iter().zip(&mut is_suspect) {
                *is_suspect |= match value {
                    Some(value) => !parsed.push(value),
                    None => !column.is_nullable(),
                };
            }
        }
        let suspects = rows
            .iter()
            .zip(is_suspect)
            .filter(|(_, is_suspect)| *is_suspect);
        suspects.filter_map(|(row, _)| self.unparsed(row)).collect()
    }

    /// The rows that do not parse, in order.
    fn sift(&self, rows: &[Range<usize>]) -> Vec<Rejected> {
        if let [row] = rows {
            return self.unparsed(row).into_iter().collect();
        }
        if self.parse_rows(rows).is_ok() {
            return Vec::new();
        }
        let (first, second) = rows.split_at(rows.len() / 2);
        [self.sift(first), self.sift(second)].concat()
    }

    /// Sets rows aside, with their bytes.
    pub(super) fn set_aside(&mut self, rejected: &[Rejected]) {
        let Some(mut replay) = Replay::new(&self.source) else {
            return;
        };
        let released = self.source.released();
        let (mut line, mut counted) = (self.line + 1, 0);
        for (row, reason) in rejected {
            line += self.line_feeds(counted..row.start);
            counted = row.start;
            let start = released + row.start as u64;
            let (range, bytes) = replay.bytes(start..released + row.end as u64);
            let first = self.source.marks.partition_point(|mark| mark.text < start);
            let reason = match (reason, self.source.marks.get(first)) {
                (Some(reason), _) => BadRowReason::Unparsed(reason.clone()),
                (None, Some(mark)) => BadRowReason::Malformed(mark.error),
                (None, None) => continue,
            };
            self.bad_rows.push(BadRow {
                line,
                range,
                bytes,
                reason,
            });
        }
    }
}
