//! Splits text into lines, in batches of rows.

use bytes::{Buf, Bytes};
use datafusion::arrow::array::{ArrayRef, BinaryBuilder, RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use futures::TryStreamExt;
use futures::stream::{self, BoxStream, StreamExt};
use std::sync::Arc;
use utflane_arrow::{Policy, decode_utf8};

/// Returns the schema of a table of lines.
pub(super) fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("line", DataType::Utf8, false)]))
}

/// The lines of a text that arrives in chunks. A chunk can end anywhere.
pub(super) struct Lines {
    text: BoxStream<'static, Result<Bytes>>,
    chunk: Bytes,
    /// The start of a line whose end is in a later chunk.
    begun: Vec<u8>,
    batch_rows: usize,
    /// The schema of the batches: one column, or none if the query only needs the number of lines.
    schema: SchemaRef,
}

impl Lines {
    pub(super) fn new(
        text: BoxStream<'static, Result<Bytes>>,
        schema: SchemaRef,
        batch_rows: usize,
    ) -> Lines {
        Lines {
            text,
            chunk: Bytes::new(),
            begun: Vec::new(),
            batch_rows,
            schema,
        }
    }

    /// Returns batches of lines, without their line ends (`\n` or `\r\n`).
    pub(super) fn batches(self) -> BoxStream<'static, Result<RecordBatch>> {
        stream::try_unfold(self, Lines::next).boxed()
    }

    async fn next(mut self) -> Result<Option<(RecordBatch, Lines)>> {
        let mut lines = BinaryBuilder::new();
        let mut rows = 0;
        while rows < self.batch_rows {
            if self.chunk.is_empty() {
                match self.text.try_next().await? {
                    Some(chunk) => self.chunk = chunk,
                    None if self.begun.is_empty() => break,
                    None => self.chunk = Bytes::from_static(b"\n"),
                }
            }
            let mut start = 0;
            for end in memchr::memchr_iter(b'\n', &self.chunk).take(self.batch_rows - rows) {
                let line = &self.chunk[start..end];
                if self.begun.is_empty() {
                    append(&mut lines, line)?;
                } else {
                    self.begun.extend_from_slice(line);
                    append(&mut lines, &self.begun)?;
                    self.begun.clear();
                }
                start = end + 1;
                rows += 1;
            }
            self.chunk.advance(start);
            if rows < self.batch_rows {
                self.begun
                    .extend_from_slice(&std::mem::take(&mut self.chunk));
            }
        }
        if rows == 0 {
            return Ok(None);
        }
        let lines = decode_utf8(&lines.finish(), Policy::Fail);
        let column = Arc::new(lines.map_err(|error| exec_datafusion_err!("{error}"))?) as ArrayRef;
        let columns = vec![column; self.schema.fields().len()];
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)?;
        Ok(Some((batch, self)))
    }
}

/// Appends a line, without its trailing carriage return.
fn append(lines: &mut BinaryBuilder, line: &[u8]) -> Result<()> {
    if i32::try_from(lines.values_slice().len() + line.len()).is_err() {
        return exec_err!("a batch of lines has more than 2 GiB: set a smaller batch_size");
    }
    lines.append_value(line.strip_suffix(b"\r").unwrap_or(line));
    Ok(())
}
