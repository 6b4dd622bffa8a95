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
    /// Largest number of bytes of text in a batch.
    max_text: usize,
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
            max_text: i32::MAX as usize,
            schema,
        }
    }

    /// Returns batches of lines, without their line ends (`\n` or `\r\n`). A batch ends early if
    /// its text would be longer than 2 GiB.
    pub(super) fn batches(self) -> BoxStream<'static, Result<RecordBatch>> {
        stream::try_unfold(self, Lines::next).boxed()
    }

    /// Returns whether a line that begins with `begun` and ends with `rest` fits into a batch.
    fn has_room(&self, lines: &BinaryBuilder, rest: &[u8]) -> bool {
        lines.values_slice().len() + self.begun.len() + rest.len() <= self.max_text
    }

    async fn next(mut self) -> Result<Option<(RecordBatch, Lines)>> {
        let mut lines = BinaryBuilder::new();
        let mut rows = 0;
        let mut is_full = false;
        while rows < self.batch_rows && !is_full {
            if self.chunk.is_empty() {
                match self.text.try_next().await? {
                    Some(chunk) => self.chunk = chunk,
                    None if self.begun.is_empty() => break,
                    None => {
                        // The file has no line end here, so a carriage return is part of the line.
                        if rows == 0 || self.has_room(&lines, &[]) {
                            append(&mut lines, &std::mem::take(&mut self.begun))?;
                            rows += 1;
                        }
                        break;
                    }
                }
            }
            let mut start = 0;
            for end in memchr::memchr_iter(b'\n', &self.chunk).take(self.batch_rows - rows) {
                let line = &self.chunk[start..end];
                is_full = rows > 0 && !self.has_room(&lines, line);
                if is_full {
                    break;
                }
                if self.begun.is_empty() {
                    append(&mut lines, without_carriage_return(line))?;
                } else {
                    self.begun.extend_from_slice(line);
                    append(&mut lines, without_carriage_return(&self.begun))?;
                    self.begun.clear();
                }
                start = end + 1;
                rows += 1;
            }
            self.chunk.advance(start);
            if rows < self.batch_rows && !is_full {
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

fn without_carriage_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn append(lines: &mut BinaryBuilder, line: &[u8]) -> Result<()> {
    if i32::try_from(lines.values_slice().len() + line.len()).is_err() {
        return exec_err!("a line is longer than 2 GiB");
    }
    lines.append_value(line);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::AsArray;
    use futures::executor::block_on;

    /// Returns the batches of a text that arrives in chunks.
    fn batches(text: &str, chunk: usize, max_text: usize) -> Result<Vec<Vec<String>>> {
        let chunks = text.as_bytes().chunks(chunk).map(Bytes::copy_from_slice);
        let chunks: Vec<_> = chunks.map(Ok).collect();
        let mut lines = Lines::new(stream::iter(chunks).boxed(), schema(), 3);
        lines.max_text = max_text;
        let rows = |batch: RecordBatch| {
            let rows = batch.column(0).as_string::<i32>().iter().flatten();
            rows.map(str::to_owned).collect()
        };
        let batches: Vec<_> = block_on(lines.batches().try_collect())?;
        Ok(batches.into_iter().map(rows).collect())
    }

    #[test]
    fn only_lf_and_crlf_end_lines() -> Result<()> {
        for end in ["", "\n", "\r\n", "\r", "\r\r\n"] {
            let text = format!("first\r\n\nthird\n\r\nfi\rfth{end}");
            for chunk in 1..=text.len() {
                let lines = batches(&text, chunk, 1000)?.concat();
                assert_eq!(
                    lines,
                    text.lines().collect::<Vec<_>>(),
                    "{text:?} in {chunk}"
                );
            }
        }
        Ok(())
    }

    /// A batch ends early if another line would make its text too long.
    #[test]
    fn long_batches_are_split() -> Result<()> {
        for end in ["", "\n"] {
            let text = format!("12345\n12345\n\n1234567\n123456789012\n1\n\n\n4{end}");
            for chunk in 1..=text.len() {
                let expected: [&[&str]; 4] = [
                    &["12345", "12345", ""],
                    &["1234567"],
                    &["123456789012"],
                    &["1", "", ""],
                ];
                let mut expected = expected.map(<[_]>::to_vec).to_vec();
                expected.push(vec!["4"]);
                assert_eq!(batches(&text, chunk, 10)?, expected, "in {chunk}");
            }
        }
        Ok(())
    }
}
