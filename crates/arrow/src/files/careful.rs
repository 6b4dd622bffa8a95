//! A batch of CSV with bad rows, taken apart: the ends of rows are found by the splitter that the
//! parser has, and rows that do not parse by halving.

use super::replay::Replay;
use super::{BadRow, BadRowReason, CsvDecoder};
use crate::Error;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use csv_core::ReadRecordResult;
use std::ops::Range;

/// A row to be set aside, by its place in the text, and why it does not parse, if it is not
/// malformed.
pub(super) type Rejected = (Range<usize>, Option<String>);

impl CsvDecoder {
    /// Takes the rows at the start of the text apart, up to as many as are in a batch. Those that
    /// are good become a batch, if there are any.
    pub(super) fn take_apart(&mut self) -> Result<(), Error> {
        self.parser = self.options.parser(self.options.batch_size);
        self.parsed = 0;
        let rows = self.split();
        let Some(last) = rows.last().cloned() else {
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
        let is_malformed = |row: &Range<usize>| {
            let (start, end) = (released + row.start as u64, released + row.end as u64);
            let first = self.source.marks.partition_point(|mark| mark.text < start);
            self.source
                .marks
                .get(first)
                .is_some_and(|mark| mark.text < end)
        };
        let (malformed, mut good): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_malformed);
        let mut rejected: Vec<Rejected> = malformed.into_iter().map(|row| (row, None)).collect();
        let batch = match self.parse_rows(&good) {
            Ok(batch) => batch,
            Err(_) => {
                let mut unparsed = Vec::new();
                self.sift(&good, &mut unparsed);
                let mut bad = unparsed.iter().peekable();
                good.retain(|row| bad.next_if(|(bad, _)| bad == row).is_none());
                rejected.extend(unparsed);
                rejected.sort_by_key(|(row, _)| row.start);
                self.parse_rows(&good)?
            }
        };
        self.set_aside(&rejected);
        self.ready = batch;
        self.release_text(last.end);
        Ok(())
    }

    /// Where the rows at the start of the text are, as many as are in a batch. A row that does not
    /// end is none, unless the file ends there.
    fn split(&self) -> Vec<Range<usize>> {
        let text = self.source.text();
        let mut splitter = self.options.splitter();
        let (mut fields, mut ends) = ([0; 1024], [0; 64]);
        let (mut rows, mut start, mut read) = (Vec::new(), 0, 0);
        while rows.len() < self.options.batch_size && (read < text.len() || self.source.is_ended())
        {
            let (result, len, _, _) = splitter.read_record(&text[read..], &mut fields, &mut ends);
            read += len;
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
                    rows.push(start..read);
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
        let text = self.source.text();
        let text: Vec<u8> = rows
            .iter()
            .flat_map(|row| &text[row.clone()])
            .copied()
            .collect();
        let mut parser = self.options.parser(rows.len());
        let mut parsed = 0;
        while parsed < text.len() && parser.capacity() > 0 {
            parsed += parser.decode(&text[parsed..])?;
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

    /// Adds to `unparsed` the rows that do not parse, in order.
    fn sift(&self, rows: &[Range<usize>], unparsed: &mut Vec<Rejected>) {
        let Err(error) = self.parse_rows(rows) else {
            return;
        };
        if let [row] = rows {
            // The line is that of a file with this row alone.
            let reason = error.to_string();
            let reason = reason
                .replace(" for line 1,", ",")
                .replace(" at line 0.", ".");
            unparsed.push((row.clone(), Some(reason)));
            return;
        }
        let (first, second) = rows.split_at(rows.len() / 2);
        self.sift(first, unparsed);
        self.sift(second, unparsed);
    }

    /// Sets rows aside, with their bytes.
    pub(super) fn set_aside(&mut self, rejected: &[Rejected]) {
        let Some(mut replay) = Replay::new(&self.source) else {
            return;
        };
        let released = self.source.released();
        let line_feed = self.options.line_feed();
        let (mut line, mut counted) = (self.line + 1, 0);
        for (row, reason) in rejected {
            let before = &self.source.text()[counted..row.start];
            line += before.iter().filter(|byte| **byte == line_feed).count() as u64;
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
