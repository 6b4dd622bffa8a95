//! Reads the bytes of a file, or of the lines that begin in a range of it, and finds their charset.

use super::compressed::decompressed;
use super::header::FirstRow;
use super::options::{FileCharset, SAMPLE};
use super::range::{FileBytes, LineEnd, bytes_of};
use super::stream::TextFile;
use bytes::Bytes;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::Result;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::GetResult;
use std::ops::Range;
use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::files::{BadInput, CsvOptions};

/// The bytes of a text, before conversion.
pub(super) struct Raw {
    pub(super) charset: Charset,
    /// The position of the first byte in the file.
    pub(super) start: u64,
    pub(super) bytes: FileBytes,
    /// Whether the text ends with the file.
    pub(super) is_last: bool,
}

/// The number of bytes of a file that are used to infer a schema if bad rows are set aside.
const INFERRED: usize = 1 << 20;

impl TextFile {
    /// Returns the text at the start of a file, without rows that are malformed or have another
    /// number of fields than the first row. The first row is always in the text.
    pub(super) async fn good_rows(
        self,
        result: GetResult,
        options: &CsvOptions,
        mut first_row: FirstRow,
    ) -> Result<FileBytes> {
        let mut raw = self.raw_whole(result).await?;
        let mut sample = Vec::new();
        let mut is_whole = false;
        while sample.len() < INFERRED && !is_whole {
            match raw.bytes.try_next().await? {
                Some(chunk) => sample.extend_from_slice(&chunk),
                None => is_whole = true,
            }
        }
        let line_end = LineEnd::of(self.terminator, raw.charset);
        if let Some(end) = line_end.and_then(|line_end| line_end.last_in(&sample))
            && !is_whole
        {
            sample.truncate(end);
        }
        let text = |file: TextFile, bytes: Vec<u8>| {
            let bytes = stream::iter([Ok(Bytes::from(bytes))]).boxed();
            file.converted(raw.charset, 0, bytes)
        };
        let converted = text(self.clone(), sample.clone())?;
        let converted: Vec<_> = converted.try_collect().await?;
        let converted = converted.concat();
        let Some(start) = first_row.start_in(&converted) else {
            return text(self, sample);
        };
        let (before, rows) = converted.split_at(start);
        let first_line = 1 + memchr::memchr_iter(b'\n', before).count() as u64;
        let columns = options.infer_schema(&String::from_utf8_lossy(rows), 0);
        let names = 0..columns.fields().len();
        let field = |name: usize| Field::new(name.to_string(), DataType::Utf8, true);
        let schema = Schema::new(names.map(field).collect::<Vec<_>>());
        let options = options.clone().with_schema(Arc::new(schema));
        let block = options.read_block(&sample, raw.charset, BadInput::SetAside);
        let (mut good, mut at) = (Vec::new(), 0);
        for bad in block.bad_rows.iter().filter(|bad| bad.line != first_line) {
            good.extend_from_slice(&sample[at..bad.range.start as usize]);
            at = bad.range.end as usize;
        }
        good.extend_from_slice(&sample[at..]);
        text(self, good)
    }

    /// Returns the decompressed bytes of a whole file, from the response of the store.
    pub(super) async fn raw_whole(&self, result: GetResult) -> Result<Raw> {
        let mut bytes = decompressed(bytes_of(result), self.compression)?;
        let mut sample = Vec::new();
        if let FileCharset::Detected(_) = self.options.charset {
            while (sample.len() as u64) < SAMPLE
                && let Some(chunk) = bytes.try_next().await?
            {
                sample.extend_from_slice(&chunk);
            }
        }
        let head = &sample[..sample.len().min(SAMPLE as usize)];
        let charset = self.options.charset.of(&self.file.location, head)?;
        let sample = stream::iter((!sample.is_empty()).then(|| Ok(Bytes::from(sample))));
        Ok(Raw {
            charset,
            start: 0,
            bytes: sample.chain(bytes).boxed(),
            is_last: true,
        })
    }

    /// Returns the bytes of the lines that begin in `range`, or `None` if there are none. If line
    /// ends cannot be found in the charset, all lines belong to the first part of the file.
    pub(super) async fn raw_part(&self, range: Range<u64>) -> Result<Option<Raw>> {
        let charset = match self.options.charset {
            FileCharset::Fixed(charset) => charset,
            FileCharset::Detected(_) => {
                let samples = &self.samples;
                samples.charset(&self.file, self.options.charset).await?
            }
        };
        let Some(line_end) = LineEnd::of(self.terminator, charset) else {
            if range.start > 0 {
                return Ok(None);
            }
            return Ok(Some(Raw {
                charset,
                start: 0,
                bytes: self.file.bytes(0..self.file.size).await?,
                is_last: true,
            }));
        };
        let is_last = range.end >= self.file.size;
        let lines = self.file.lines_of(range, line_end).await?;
        Ok(lines.map(|(start, lines)| Raw {
            charset,
            start,
            bytes: lines.into_stream(),
            is_last,
        }))
    }
}
