//! The text of a file, or of the lines of a range, as a stream of UTF-8.

use super::error::TextError;
use super::options::{FileCharset, SAMPLE, TextOptions};
use super::range::{LineEnd, StoredFile};
use crate::functions::Policy;
use bytes::{Buf, Bytes};
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use object_store::{GetOptions, GetResultPayload};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use utflane::Charset;
use utflane::stream::{Status, Step, StreamError, TextDecoder};

/// Bytes of a local file that are read and converted at once: they stay in the caches.
const BLOCK: usize = 256 << 10;

/// Bytes of text that are handed over at once. DataFusion's reader of CSV asks for more text before
/// each batch, and keeps it: if each piece had more rows than a batch, it would come to keep the
/// whole file.
const PIECE: usize = 16 << 10;

/// A file whose text is to be read.
#[derive(Clone, Debug)]
pub(super) struct TextFile {
    pub(super) file: StoredFile,
    pub(super) options: TextOptions,
    pub(super) compression: FileCompressionType,
    /// The byte that ends a line of the text.
    pub(super) terminator: u8,
}

impl TextFile {
    /// The text of the lines that begin in `range`, of all lines without one.
    pub(super) async fn text(
        self,
        range: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let charset = self.charset().await?;
        let range = match (range, LineEnd::of(self.terminator, charset)) {
            (None, _) => 0..self.file.size,
            (Some(range), Some(line_end)) => self.file.lines_of(range, line_end).await?,
            (Some(_), None) => {
                return Err(exec_datafusion_err!(
                    "{} is in {}, which cannot be read in parts",
                    self.file.location,
                    charset.name()
                ));
            }
        };
        if range.start >= range.end {
            return Ok(stream::empty().boxed());
        }
        let bytes = self.bytes(range.clone()).await?;
        let conversion = Conversion {
            bytes,
            decoder: TextDecoder::new(charset).starting_at(range.start),
            is_lossy: self.options.malformed == Policy::Replace,
            // At the start of a file, a byte order mark is no part of the text.
            may_have_mark: range.start == 0 && !charset.bom().is_empty(),
            is_at_end: false,
            text: Bytes::new(),
            file: self,
        };
        Ok(stream::try_unfold(conversion, Conversion::next).boxed())
    }

    /// The charset of the file.
    async fn charset(&self) -> Result<Charset> {
        let FileCharset::Detected(_) = self.options.charset else {
            return Ok(self.options.charset.of(&[]));
        };
        let mut sample = Vec::new();
        let mut bytes = self.bytes(0..self.file.size).await?;
        while let Some(chunk) = bytes.try_next().await? {
            sample.extend_from_slice(&chunk);
            if sample.len() as u64 >= SAMPLE {
                sample.truncate(SAMPLE as usize);
                break;
            }
        }
        Ok(self.options.charset.of(&sample))
    }

    /// The bytes `range` of the file, decompressed.
    async fn bytes(&self, range: Range<u64>) -> Result<BoxStream<'static, Result<Bytes>>> {
        if range.is_empty() {
            return Ok(stream::empty().boxed());
        }
        let options = GetOptions::new().with_range(Some(range.clone()));
        let result = self
            .file
            .store
            .get_opts(&self.file.location, options)
            .await?;
        let bytes = match result.payload {
            GetResultPayload::File(file, _) => {
                stream::try_unfold((file, range, true), next_block).boxed()
            }
            GetResultPayload::Stream(bytes) => bytes.map_err(DataFusionError::from).boxed(),
        };
        self.compression.convert_stream(bytes)
    }

    /// The error of malformed text, with the line. It is counted only now, from the start.
    async fn error(&self, error: StreamError) -> Result<DataFusionError> {
        let mut decoder = TextDecoder::new(self.charset().await?);
        let mut bytes = self.bytes(0..self.file.size).await?;
        let (mut line, mut text) = (1, String::new());
        while decoder.position() < error.position()
            && let Some(chunk) = bytes.try_next().await?
        {
            let left = error.position() - decoder.position();
            let chunk = &chunk[..chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            let _ = decoder.decode_lossy(chunk, &mut text);
            let is_end = |byte: &&u8| **byte == self.terminator;
            line += text.as_bytes().iter().filter(is_end).count() as u64;
            text.clear();
        }
        let file = self.file.location.to_string();
        Ok(DataFusionError::External(Box::new(TextError {
            file,
            line,
            error,
        })))
    }
}

/// A block of a local file, read on the spot, as DataFusion reads local files.
async fn next_block(
    (mut file, range, is_first): (std::fs::File, Range<u64>, bool),
) -> Result<Option<(Bytes, (std::fs::File, Range<u64>, bool))>> {
    if is_first {
        file.seek(SeekFrom::Start(range.start))?;
    }
    let len = usize::try_from(range.end - range.start).unwrap_or(BLOCK);
    let mut block = Vec::with_capacity(len.min(BLOCK));
    let read = (&mut file)
        .take(len.min(BLOCK) as u64)
        .read_to_end(&mut block)?;
    let rest = range.start + read as u64..range.end;
    Ok((read > 0).then(|| (Bytes::from(block), (file, rest, false))))
}

/// A file that is being converted.
struct Conversion {
    file: TextFile,
    bytes: BoxStream<'static, Result<Bytes>>,
    decoder: TextDecoder,
    is_lossy: bool,
    may_have_mark: bool,
    is_at_end: bool,
    /// What is converted, and not handed over yet.
    text: Bytes,
}

impl Conversion {
    /// The next piece of text.
    async fn next(mut self) -> Result<Option<(Bytes, Conversion)>> {
        while self.text.is_empty() && !self.is_at_end {
            let mut text = String::new();
            let step = match self.bytes.try_next().await? {
                Some(chunk) if self.is_lossy => self.decoder.decode_lossy(&chunk, &mut text),
                Some(chunk) => self.decoder.decode(&chunk, &mut text),
                None => {
                    self.is_at_end = true;
                    self.end(&mut text)
                }
            };
            if let Status::Stopped(error) = step.status {
                return Err(self.file.error(error).await?);
            }
            if text.is_empty() {
                continue;
            }
            self.text = Bytes::from(text);
            let mark = "\u{FEFF}".as_bytes();
            if std::mem::take(&mut self.may_have_mark) && self.text.starts_with(mark) {
                self.text.advance(mark.len());
            }
        }
        let piece = self.text.split_to(self.text.len().min(PIECE));
        Ok((!piece.is_empty()).then_some((piece, self)))
    }

    fn end(&mut self, text: &mut String) -> Step {
        match self.is_lossy {
            true => self.decoder.finish_text_lossy(text),
            false => self.decoder.finish_text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use object_store::local::LocalFileSystem;
    use object_store::path::Path;
    use std::sync::Arc;

    /// Short rows: no piece of the text has more of them than a batch.
    #[test]
    fn pieces_are_short() {
        let text = "é\n".repeat(300_000);
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(folder.path().join("text"), &bytes).unwrap();
        let file = TextFile {
            file: StoredFile {
                store: Arc::new(LocalFileSystem::new_with_prefix(folder.path()).unwrap()),
                location: Path::from("text"),
                size: bytes.len() as u64,
            },
            options: TextOptions::lines(Charset::Utf16Le),
            compression: FileCompressionType::UNCOMPRESSED,
            terminator: b'\n',
        };
        let pieces = block_on(async { file.text(None).await?.try_collect::<Vec<_>>().await });
        let pieces = pieces.unwrap();
        assert!(pieces.iter().all(|piece| piece.len() <= 2 * 8192));
        assert_eq!(pieces.concat(), text.as_bytes());
    }
}
