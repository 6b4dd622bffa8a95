//! Reads the bytes of a file, or of the lines that begin in a range of it, and finds their charset.

use super::options::{FileCharset, SAMPLE};
use super::range::{FileBytes, LineEnd, bytes_of};
use super::stream::TextFile;
use bytes::Bytes;
use datafusion::common::Result;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::GetResult;
use std::ops::Range;
use utflane::Charset;

/// The bytes of a text, before conversion.
pub(super) struct Raw {
    pub(super) charset: Charset,
    /// The position of the first byte in the file.
    pub(super) start: u64,
    pub(super) bytes: FileBytes,
    /// Whether the text ends with the file.
    pub(super) is_last: bool,
}

impl TextFile {
    /// Returns the decompressed bytes of a whole file, from the response of the store.
    pub(super) async fn raw_whole(&self, result: GetResult) -> Result<Raw> {
        let mut bytes = self.compression.convert_stream(bytes_of(result))?;
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

    /// Returns the bytes of the lines that begin in `range`. Returns `None` if there are none, or
    /// if line ends cannot be found in the charset. Then the first part is the whole file.
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
