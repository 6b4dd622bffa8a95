//! Lines of text as batches of rows.

use bytes::Bytes;
use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::{Result, exec_datafusion_err};
use futures::TryStreamExt;
use futures::stream::{self, BoxStream, StreamExt};
use std::sync::Arc;

/// The columns of a table of lines.
pub(super) fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("line", DataType::Utf8, false)]))
}

/// The lines of a text that arrives in chunks of whole characters.
pub(super) struct Lines {
    text: BoxStream<'static, Result<Bytes>>,
    chunk: Bytes,
    /// The beginning of a line whose end has not arrived.
    begun: Vec<u8>,
    batch_rows: usize,
    /// The columns of the batches: one, or none where only the number of lines is asked for.
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

    /// Batches of lines, without their ends (`\n` or `\r\n`).
    pub(super) fn batches(self) -> BoxStream<'static, Result<RecordBatch>> {
        stream::try_unfold(self, Lines::next).boxed()
    }

    async fn next(mut self) -> Result<Option<(RecordBatch, Lines)>> {
        let mut lines = StringBuilder::new();
        let mut rows = 0;
        while rows < self.batch_rows {
            if self.chunk.is_empty() {
                match self.text.try_next().await? {
                    Some(chunk) => self.chunk = chunk,
                    None if self.begun.is_empty() => break,
                    None => self.chunk = Bytes::from_static(b"\n"),
                }
            }
            let Some(end) = self.chunk.iter().position(|&byte| byte == b'\n') else {
                self.begun
                    .extend_from_slice(&std::mem::take(&mut self.chunk));
                continue;
            };
            let rest = self.chunk.split_off(end + 1);
            let line = std::mem::replace(&mut self.chunk, rest);
            match self.begun.is_empty() {
                true => append(&mut lines, &line[..end])?,
                false => {
                    self.begun.extend_from_slice(&line[..end]);
                    append(&mut lines, &self.begun)?;
                    self.begun.clear();
                }
            }
            rows += 1;
        }
        if rows == 0 {
            return Ok(None);
        }
        let column = Arc::new(lines.finish()) as ArrayRef;
        let columns = vec![column; self.schema.fields().len()];
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)?;
        Ok(Some((batch, self)))
    }
}

/// Appends a line, without a carriage return at its end.
fn append(lines: &mut StringBuilder, line: &[u8]) -> Result<()> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = utflane::from_utf8(line).map_err(|error| exec_datafusion_err!("{error}"))?;
    lines.append_value(line);
    Ok(())
}
