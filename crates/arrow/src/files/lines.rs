//! Decodes files of lines that arrive in chunks.

use super::replay::Replay;
use super::source::Source;
use super::{BadInput, BadRow, BadRowReason, Decode, FileCharset, FoundCharset, LineOptions};
use crate::{Error, Policy, decode_utf8};
use arrow_array::{BinaryArray, RecordBatch};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::ops::Range;
use std::sync::Arc;
use utflane::io::CharsetLines;

/// Decodes a file of lines that arrives in chunks. See [`Decode`], and [`LineOptions::decoder`].
#[derive(Debug)]
pub struct LineDecoder {
    schema: SchemaRef,
    batch_size: usize,
    source: Source,
    /// Number of bytes at the start of the text that were searched for line feeds.
    searched: usize,
    /// The ends of lines in the text, after their line feeds.
    ends: Vec<usize>,
    ready: Option<RecordBatch>,
    bad_rows: Vec<BadRow>,
    /// Number of lines before the text.
    line: u64,
    /// The error of the file. It is returned after the lines before it.
    error: Option<Error>,
    is_failed: bool,
}

impl LineDecoder {
    pub(super) fn new(options: LineOptions, charset: FileCharset, bad: BadInput) -> LineDecoder {
        let field = Field::new(options.column, DataType::Utf8, false);
        let (position, line) = options.start;
        let source = || Source::new(charset, bad, options.sniff).starting_at(position);
        let with_fallbacks =
            source().with_line_fallbacks(&options.line_fallbacks, usize::MAX, line);
        let (source, error) = match with_fallbacks {
            Ok(source) => (source, None),
            Err(unsuitable) => (source(), Some(unsuitable)),
        };
        LineDecoder {
            schema: Arc::new(Schema::new(vec![field])),
            batch_size: options.batch_size,
            source,
            searched: 0,
            ends: Vec::new(),
            ready: None,
            bad_rows: Vec::new(),
            line,
            error,
            is_failed: false,
        }
    }

    /// Returns the charset that was detected, with
    /// [`AutoCharset`](super::AutoCharset), once enough of the file was read. After ASCII at the
    /// start of the file, it may change.
    pub fn found_charset(&self) -> Option<FoundCharset> {
        self.source.found()
    }

    /// Returns the lines in each charset so far, with
    /// [`with_line_fallbacks`](LineOptions::with_line_fallbacks). Otherwise it is empty.
    pub fn charset_lines(&self) -> &[CharsetLines] {
        self.source.charset_lines()
    }

    fn advance(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        let mut read = 0;
        loop {
            self.search();
            let is_last = self.error.is_some() && !self.ends.is_empty();
            if self.ends.len() == self.batch_size || is_last {
                self.complete()?;
            }
            if self.ready.is_some() {
                return Ok(read);
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if read == chunk.len() && read > 0 {
                return Ok(read);
            }
            if !chunk.is_empty() {
                match self.source.push(&chunk[read..]) {
                    Ok(taken) => read += taken,
                    Err(error) => self.error = Some(error),
                }
            } else if !self.source.is_ended() {
                self.error = self.source.finish().err();
            } else if self.ends.is_empty() && self.source.text().is_empty() {
                return Ok(0);
            } else {
                let len = self.source.text().len();
                if self.ends.last().is_none_or(|end| *end < len) {
                    self.ends.push(len);
                }
                self.complete()?;
            }
        }
    }

    /// Finds the ends of lines, up to a complete batch.
    fn search(&mut self) {
        if self.ready.is_some() {
            return;
        }
        let text = &self.source.text()[self.searched..];
        let mut rest = memchr::memchr_iter(b'\n', text);
        while self.ends.len() < self.batch_size {
            match rest.next() {
                Some(at) => self.ends.push(self.searched + at + 1),
                None => {
                    self.searched += text.len();
                    return;
                }
            }
        }
        self.searched = self.ends.last().copied().unwrap_or_default();
    }

    /// Makes a batch of the lines found so far, and sets malformed lines aside.
    fn complete(&mut self) -> Result<(), Error> {
        let text = self.source.text();
        let released = self.source.released();
        let mut marks = self.source.marks.iter().peekable();
        let mut malformed: Vec<(u64, Range<u64>)> = Vec::new();
        let mut values = Vec::<u8>::with_capacity(self.ends.last().copied().unwrap_or_default());
        let mut offsets = vec![0];
        let mut start = 0;
        for (line, end) in self.ends.iter().enumerate() {
            let place = released + start as u64..released + *end as u64;
            let is_marked = marks.next_if(|mark| mark.text < place.end).is_some();
            if is_marked {
                while marks.next_if(|mark| mark.text < place.end).is_some() {}
                malformed.push((self.line + line as u64 + 1, place));
            } else {
                values.extend(without_line_feed(&text[start..*end]));
                let end = i32::try_from(values.len());
                let overflow = |_| ArrowError::OffsetOverflowError(values.len());
                offsets.push(end.map_err(overflow)?);
            }
            start = *end;
        }
        self.line += self.ends.len() as u64;
        self.ends.clear();
        if let Some(mut replay) = Replay::new(&self.source) {
            for (line, place) in malformed {
                let first = self
                    .source
                    .marks
                    .partition_point(|mark| mark.text < place.start);
                let reason = BadRowReason::Malformed(self.source.marks[first].error);
                let (range, bytes) = replay.bytes(place);
                self.bad_rows.push(BadRow {
                    line,
                    range,
                    bytes,
                    reason,
                });
            }
        }
        self.source.release(start);
        self.searched = self.searched.saturating_sub(start);
        if offsets.len() > 1 {
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            let lines = BinaryArray::new(offsets, Buffer::from_vec(values), None);
            let lines = decode_utf8(&lines, Policy::Fail)?;
            self.ready = Some(RecordBatch::try_new(
                self.schema.clone(),
                vec![Arc::new(lines)],
            )?);
        }
        Ok(())
    }
}

fn without_line_feed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

impl Decode for LineDecoder {
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
