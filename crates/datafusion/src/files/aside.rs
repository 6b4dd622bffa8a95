//! Reads files and sets bad rows aside. Returns the other rows, or only the bad rows.
//!
//! Which rows of a file are bad depends only on its bytes and on the options of the table, not on
//! how the file is split. So each row is in the table or among the bad rows, even if a task runs
//! twice.

use super::header::FirstRow;
use super::options::Layout;
use super::range::FileBytes;
use super::store::TextStore;
use super::stream::TextFile;
use bytes::{Buf, Bytes};
use datafusion::arrow::array::{
    ArrayRef, BinaryArray, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::common::{DataFusionError, Result};
use futures::TryStreamExt;
use futures::stream::{self, BoxStream, StreamExt};
use object_store::{ObjectMeta, ObjectStoreExt};
use std::sync::Arc;
use utflane_arrow::Error;
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode, FileDecoder, LineOptions};

/// Returns the schema of a table of bad rows.
pub(super) fn schema() -> SchemaRef {
    let fields = [
        ("file", DataType::Utf8),
        ("line", DataType::Int64),
        ("start", DataType::Int64),
        ("end", DataType::Int64),
        ("reason", DataType::Utf8),
        ("bytes", DataType::Binary),
    ];
    let field = |(name, data_type)| Field::new(name, data_type, false);
    Arc::new(Schema::new(fields.map(field).to_vec()))
}

/// The index of the column `line` in [`schema`].
const LINE: usize = 1;

/// The start of the reason of a row with an unclosed quote, before its line.
const QUOTE: &str = "the quote on line ";

/// Adds the number of lines before a part to the line of an unclosed quote, which counts from the
/// start of the part.
fn add_lines(reason: &mut String, before: u64) {
    let rest = reason
        .strip_prefix(QUOTE)
        .and_then(|rest| rest.split_once(' '));
    let line = rest.and_then(|(line, rest)| Some((line.parse::<u64>().ok()?, rest)));
    if let Some((line, rest)) = line {
        *reason = format!("{QUOTE}{} {rest}", line + before);
    }
}

/// The number of bytes that are requested after a part whose last row is not complete. Each further
/// request is twice as long.
const MORE: u64 = 64 << 10;

/// The rows to return, with the indices of their columns.
#[derive(Clone, Debug)]
pub(super) enum Output {
    Rows(Vec<usize>),
    BadRows(Vec<usize>),
}

/// The options for parsing rows.
#[derive(Clone, Debug)]
pub(super) enum Parser {
    Csv(CsvOptions),
    Lines(LineOptions),
}

/// A file, or a part of it, whose bad rows are set aside.
pub(super) struct Aside {
    store: TextStore,
    meta: ObjectMeta,
    file: TextFile,
    decoder: FileDecoder,
    output: Output,
    bytes: FileBytes,
    chunk: Bytes,
    /// The start of the text in the file, and the position after the bytes that arrived.
    start: u64,
    at: u64,
    /// The number of bytes of the next request after the part.
    more: u64,
    /// Whether the text ends with the file.
    is_last: bool,
    is_begun: bool,
    /// Whether the bytes of the part have arrived.
    is_after: bool,
    is_done: bool,
    fallback_lines: usize,
    /// The number of lines before the text, once they are counted.
    lines_before: Option<u64>,
}

impl Aside {
    /// Returns batches of rows. `header` is the search for the header, if this part may have one.
    pub(super) async fn open(
        store: TextStore,
        meta: ObjectMeta,
        parser: Parser,
        header: Option<FirstRow>,
        output: Output,
    ) -> Result<BoxStream<'static, Result<RecordBatch>>> {
        let (meta, raw) = match &store.part {
            Some((meta, range)) => {
                if let Some(header) = header {
                    let text = store.lossy().file(meta).part(range.clone()).await?;
                    header.check_part(text, range, meta).await?;
                }
                let raw = store.file(meta).raw_part(range.clone()).await?;
                (meta.clone(), raw)
            }
            None => {
                let result = store.store.get(&meta.location).await?;
                let meta = result.meta.clone();
                let raw = store.file(&meta).raw_whole(result).await?;
                (meta, Some(raw))
            }
        };
        let Some(raw) = raw else {
            return Ok(stream::empty().boxed());
        };
        let fallbacks = store.options.line_fallback;
        let fallbacks = fallbacks.as_slice();
        let decoder = match parser {
            Parser::Csv(options) => options
                .with_line_fallbacks(fallbacks)
                .starting_at(raw.start, 0)
                .decoder(raw.charset, BadInput::SetAside),
            Parser::Lines(options) => options
                .with_line_fallbacks(fallbacks)
                .starting_at(raw.start, 0)
                .decoder(raw.charset, BadInput::SetAside),
        };
        let aside = Aside {
            file: store.file(&meta),
            store,
            meta,
            decoder,
            output,
            bytes: raw.bytes,
            chunk: Bytes::new(),
            start: raw.start,
            at: raw.start,
            more: MORE,
            is_last: raw.is_last,
            is_begun: false,
            is_after: false,
            is_done: false,
            fallback_lines: 0,
            lines_before: None,
        };
        Ok(stream::try_unfold(aside, Aside::next).boxed())
    }

    async fn next(mut self) -> Result<Option<(RecordBatch, Aside)>> {
        while !self.is_done {
            let is_end = self.chunk.is_empty() && !self.fill().await?;
            // For an empty file without columns, the decoder would fail.
            if is_end && !self.is_begun {
                break;
            }
            self.is_begun = true;
            let decoded = self.decoder.decode(&self.chunk);
            let decoded = decoded.and_then(|read| Ok((read, self.decoder.flush()?)));
            let bad_rows = self.decoder.take_bad_rows();
            let (read, batch) = match decoded {
                Ok(decoded) => decoded,
                Err(error) => return Err(self.explain(error).await),
            };
            self.chunk.advance(read);
            self.is_done = is_end && batch.is_none();
            self.count(if self.is_after { 0 } else { read }, bad_rows.len());
            let batch = match &self.output {
                Output::Rows(columns) => batch.map(|batch| batch.project(columns)).transpose()?,
                Output::BadRows(_) if bad_rows.is_empty() => None,
                Output::BadRows(columns) => {
                    let columns = columns.clone();
                    Some(self.batch_of(&bad_rows, &columns).await?)
                }
            };
            if let Some(batch) = batch.filter(|batch| batch.num_rows() > 0) {
                return Ok(Some((batch, self)));
            }
        }
        Ok(None)
    }

    /// Gets the next chunk. Returns false at the end of the text.
    async fn fill(&mut self) -> Result<bool> {
        loop {
            match self.bytes.try_next().await? {
                Some(chunk) if chunk.is_empty() => {}
                Some(chunk) => {
                    self.at += chunk.len() as u64;
                    self.chunk = chunk;
                    return Ok(true);
                }
                None if self.is_last => return Ok(false),
                None => {
                    // Rows of CSV can overlap the end of a part. Lines cannot.
                    if !std::mem::replace(&mut self.is_after, true)
                        && self.store.options.layout == Layout::Csv
                        && let Err(error) = self.decoder.end_rows()
                    {
                        return Err(self.explain(error).await);
                    }
                    let size = self.file.file.size;
                    if !self.decoder.needs_more() || self.at >= size {
                        return Ok(false);
                    }
                    let end = size.min(self.at.saturating_add(self.more));
                    self.more = self.more.saturating_mul(2);
                    self.bytes = self.file.file.bytes(self.at..end).await?;
                }
            }
        }
    }

    fn count(&mut self, bytes: usize, bad_rows: usize) {
        let counts = &self.store.counts;
        counts.bytes.add(bytes);
        counts.set_aside.add(bad_rows);
        if !self.is_after {
            let lines = self.decoder.charset_lines().get(1);
            let lines = lines.map_or(0, |lines| lines.lines as usize);
            counts.fallback_lines.add(lines - self.fallback_lines);
            self.fallback_lines = lines;
        }
    }

    /// Returns the number of lines before the text.
    async fn lines_before(&mut self) -> Result<u64> {
        if let Some(lines) = self.lines_before {
            return Ok(lines);
        }
        let terminator = match self.store.options.layout {
            Layout::Csv => self.store.row_end,
            Layout::Lines => Some(b'\n'),
        };
        let lossy = self.store.lossy();
        let lines = lossy.lines_before(&self.meta, self.start, terminator);
        Ok(*self.lines_before.insert(lines.await?))
    }

    /// Returns bad rows as a batch with the columns at these indices in [`schema`].
    async fn batch_of(&mut self, bad_rows: &[BadRow], columns: &[usize]) -> Result<RecordBatch> {
        let mut reasons: Vec<_> = bad_rows.iter().map(|row| row.reason.to_string()).collect();
        let has_line = |reason: &String| reason.starts_with(QUOTE);
        let before = match columns.contains(&LINE) || reasons.iter().any(has_line) {
            true => self.lines_before().await?,
            false => 0,
        };
        for reason in &mut reasons {
            add_lines(reason, before);
        }
        let integers = |value: fn(&BadRow) -> u64, more: u64| -> ArrayRef {
            let value = |row| (value(row) + more) as i64;
            Arc::new(bad_rows.iter().map(value).collect::<Int64Array>())
        };
        let file = self.meta.location.as_ref();
        let column = |column: &usize| -> ArrayRef {
            match column {
                0 => Arc::new(StringArray::from(vec![file; bad_rows.len()])),
                1 => integers(|row| row.line, before),
                2 => integers(|row| row.range.start, 0),
                3 => integers(|row| row.range.end, 0),
                4 => Arc::new(StringArray::from_iter_values(&reasons)),
                _ => {
                    let bytes = bad_rows.iter().map(|row| &row.bytes);
                    Arc::new(BinaryArray::from_iter_values(bytes))
                }
            }
        };
        let schema = Arc::new(schema().project(columns)?);
        let arrays = columns.iter().map(column).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(bad_rows.len()));
        Ok(RecordBatch::try_new_with_options(schema, arrays, &options)?)
    }

    /// Returns the error of a query, with the name of the file and the line.
    async fn explain(&mut self, error: Error) -> DataFusionError {
        match error {
            Error::Csv { line, reason } => match self.lines_before().await {
                Ok(before) => {
                    let (file, line) = (&self.meta.location, before + line);
                    let advice = match self.is_after {
                        true => super::csv::ADVICE,
                        false => "",
                    };
                    let message = format!("{file}, line {line}: {reason}{advice}");
                    ArrowError::CsvError(message).into()
                }
                Err(error) => error,
            },
            Error::Arrow(error) => error.into(),
            error => DataFusionError::External(Box::new(error)),
        }
    }
}
