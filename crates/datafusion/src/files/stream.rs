//! Converts a file, or the lines that begin in a range of it, to a stream of UTF-8.

use super::compressed::decompressed;
use super::counts::Counts;
use super::error::TextError;
use super::options::TextOptions;
use super::range::{FileBytes, StoredFile};
use super::sample::Samples;
use crate::functions::Policy;
use bytes::{Buf, Bytes};
use datafusion::common::instant::Instant;
use datafusion::common::{DataFusionError, Result};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use object_store::GetResult;
use std::ops::Range;
use utflane::Charset;
use utflane::stream::{Status, StreamError, TextDecoder};
use utflane_arrow::files::LineRuns;

/// The length of a piece of text, in bytes.
const PIECE: usize = 16 << 10;

/// A file to convert.
#[derive(Clone, Debug)]
pub(super) struct TextFile {
    pub(super) file: StoredFile,
    pub(super) options: TextOptions,
    pub(super) compression: FileCompressionType,
    /// The byte that ends a line of the text.
    pub(super) terminator: u8,
    /// The detected charsets.
    pub(super) samples: Samples,
    pub(super) counts: Counts,
}

impl TextFile {
    /// Converts a whole file, from the response of the store.
    pub(super) async fn whole(
        self,
        result: GetResult,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let raw = self.raw_whole(result).await?;
        self.converted(raw.charset, raw.start, raw.bytes)
    }

    /// Converts the lines that begin in `range`.
    pub(super) async fn part(self, range: Range<u64>) -> Result<BoxStream<'static, Result<Bytes>>> {
        match self.raw_part(range).await? {
            Some(raw) => self.converted(raw.charset, raw.start, raw.bytes),
            None => Ok(stream::empty().boxed()),
        }
    }

    /// Converts the bytes of the file from `start`.
    pub(super) fn converted(
        self,
        charset: Charset,
        start: u64,
        bytes: FileBytes,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let conversion = Conversion {
            bytes,
            charset,
            lines: self.options.line_runs()?,
            decoder: TextDecoder::new(charset).starting_at(start),
            current: charset,
            is_lossy: self.options.malformed == Policy::Replace,
            // A byte order mark at the start of a file is not part of the text.
            may_have_mark: start == 0 && !charset.bom().is_empty(),
            is_at_end: false,
            is_first: true,
            is_replaced: false,
            fallback_lines: 0,
            text: Bytes::new(),
            file: self,
        };
        Ok(stream::try_unfold(conversion, Conversion::next).boxed())
    }

    /// Returns the error of malformed text, with its line. Lines are only counted after an error,
    /// from the start of the file.
    async fn error(&self, charset: Charset, error: StreamError) -> Result<DataFusionError> {
        let end = match self.compression.is_compressed() {
            true => self.file.size,
            false => error.position(),
        };
        let bytes = self.file.bytes(0..end).await?;
        let mut bytes = decompressed(bytes, self.compression)?;
        let mut decoder = TextDecoder::new(charset);
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

/// The conversion of a file.
struct Conversion {
    file: TextFile,
    bytes: FileBytes,
    charset: Charset,
    /// The choice of a charset for each line.
    lines: Option<LineRuns>,
    decoder: TextDecoder,
    /// The charset of the decoder.
    current: Charset,
    is_lossy: bool,
    may_have_mark: bool,
    is_at_end: bool,
    is_first: bool,
    /// Whether the current line is already counted as a line with replacements.
    is_replaced: bool,
    /// The number of lines so far in the fallback charset of lines.
    fallback_lines: usize,
    /// Converted text that was not returned yet.
    text: Bytes,
}

impl Conversion {
    /// Returns the next piece of text. The first piece has at least [`PIECE`] bytes if the text is
    /// that long. DataFusion infers a schema from each piece, and would infer no columns from a
    /// short piece that has only comments.
    async fn next(mut self) -> Result<Option<(Bytes, Conversion)>> {
        if !std::mem::take(&mut self.is_first) {
            let piece = self.piece().await?;
            return Ok((!piece.is_empty()).then_some((piece, self)));
        }
        let mut first = Vec::new();
        while first.len() < PIECE {
            let piece = self.piece().await?;
            if piece.is_empty() {
                break;
            }
            first.extend_from_slice(&piece);
        }
        Ok((!first.is_empty()).then(|| (Bytes::from(first), self)))
    }

    /// Returns some text, or an empty piece at the end of the file.
    async fn piece(&mut self) -> Result<Bytes> {
        while self.text.is_empty() && !self.is_at_end {
            let chunk = self.bytes.try_next().await?;
            self.is_at_end = chunk.is_none();
            let (mut text, start) = (String::new(), Instant::now());
            let converted = self.convert(chunk, &mut text);
            self.file.counts.converting.add_elapsed(start);
            if let Err(error) = converted {
                return Err(self.file.error(self.charset, error).await?);
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
        Ok(self.text.split_to(self.text.len().min(PIECE)))
    }

    /// Converts a chunk, or the rest of the text at the end of the file.
    fn convert(
        &mut self,
        chunk: Option<Bytes>,
        text: &mut String,
    ) -> std::result::Result<(), StreamError> {
        if let Some(mut lines) = self.lines.take() {
            let convert = |run: &[u8], charset| self.convert_run(run, charset, text);
            match &chunk {
                Some(chunk) => lines.push(chunk, convert)?,
                None => lines.finish(convert)?,
            }
            let in_fallback = lines.lines()[1].lines as usize;
            let counts = &self.file.counts;
            counts.fallback_lines.add(in_fallback - self.fallback_lines);
            self.fallback_lines = in_fallback;
            self.lines = Some(lines);
            if chunk.is_some() {
                return Ok(());
            }
        }
        self.convert_bytes(chunk.as_deref(), text)
    }

    /// Converts lines that are in one charset.
    fn convert_run(
        &mut self,
        mut run: &[u8],
        charset: Charset,
        text: &mut String,
    ) -> std::result::Result<(), StreamError> {
        let mut position = self.decoder.position();
        // The mark is part of the first line, which may be in the other charset.
        if std::mem::take(&mut self.may_have_mark)
            && let Some(rest) = run.strip_prefix(self.charset.bom())
        {
            position += (run.len() - rest.len()) as u64;
            run = rest;
        }
        if (self.current, self.decoder.position()) != (charset, position) {
            self.current = charset;
            self.decoder = TextDecoder::new(charset).starting_at(position);
        }
        self.convert_bytes(Some(run), text)
    }

    /// Converts bytes in the charset of the decoder. At the end of the file, converts the bytes
    /// that the decoder has buffered.
    fn convert_bytes(
        &mut self,
        mut rest: Option<&[u8]>,
        text: &mut String,
    ) -> std::result::Result<(), StreamError> {
        loop {
            let before = text.len();
            let step = match rest {
                Some(rest) => self.decoder.decode(rest, text),
                None => self.decoder.finish_text(text),
            };
            let counts = &self.file.counts;
            counts.bytes.add(step.read);
            if self.is_replaced {
                let end = self.file.terminator;
                self.is_replaced = memchr::memchr(end, &text.as_bytes()[before..]).is_none();
            }
            match step.status {
                Status::Stopped(error) if !self.is_lossy => return Err(error),
                Status::Stopped(_) => {
                    text.push('\u{FFFD}');
                    counts.replacements.add(1);
                    counts.lines.add(usize::from(!self.is_replaced));
                    self.is_replaced = true;
                }
                _ => return Ok(()),
            }
            match &mut rest {
                Some(rest) => *rest = &rest[step.read..],
                None => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use object_store::ObjectStoreExt;
    use object_store::local::LocalFileSystem;
    use object_store::path::Path;
    use std::sync::Arc;
    use tempfile::TempDir;

    /// Returns a file with these bytes. The folder exists until the `TempDir` is dropped.
    fn stored(bytes: &[u8], options: TextOptions) -> (TempDir, TextFile) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("text"), bytes).unwrap();
        let file = TextFile {
            file: StoredFile {
                store: Arc::new(LocalFileSystem::new_with_prefix(folder.path()).unwrap()),
                location: Path::from("text"),
                size: bytes.len() as u64,
            },
            options,
            compression: FileCompressionType::UNCOMPRESSED,
            terminator: b'\n',
            samples: Samples::default(),
            counts: Counts::default(),
        };
        (folder, file)
    }

    /// Text with short rows is split into pieces of limited length.
    #[test]
    fn pieces_are_short() {
        let text = "é\n".repeat(300_000);
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (_folder, file) = stored(&bytes, TextOptions::lines(Charset::Utf16Le));
        let pieces = block_on(async {
            let result = file.file.store.get(&file.file.location).await?;
            file.whole(result).await?.try_collect::<Vec<_>>().await
        });
        let pieces = pieces.unwrap();
        assert!(pieces.iter().all(|piece| piece.len() <= PIECE));
        assert_eq!(pieces.concat(), text.as_bytes());
    }

    /// The replacements are those of the library's decoder, in every charset and for chunks of
    /// several lengths. Each line with replacements is counted once.
    #[test]
    fn what_is_malformed_is_replaced_and_counted() {
        let mut random = 1_u32;
        let mut bytes = Vec::new();
        for _ in 0..3000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let byte = (random >> 24) as u8;
            // Lines of about ten bytes, and escape sequences.
            bytes.extend(match random >> 20 & 15 {
                0 => &b"\0\0\0\n\0\0\0"[..],
                1 => b"\x1B$B",
                2 => b"ab",
                _ => std::slice::from_ref(&byte),
            });
        }
        let mut replaced = 0;
        for charset in Charset::ALL {
            let options = TextOptions {
                malformed: Policy::Replace,
                ..TextOptions::lines(charset)
            };
            let (_folder, file) = stored(&bytes, options);
            for size in [1, 7, bytes.len()] {
                let (mut decoder, mut expected) = (TextDecoder::new(charset), String::new());
                let counts = Counts::default();
                let file = TextFile {
                    counts: counts.clone(),
                    ..file.clone()
                };
                let chunks: Vec<_> = bytes.chunks(size).map(Bytes::copy_from_slice).collect();
                for chunk in &chunks {
                    let _ = decoder.decode_lossy(chunk, &mut expected);
                }
                let _ = decoder.finish_text_lossy(&mut expected);
                let chunks = stream::iter(chunks.into_iter().map(Ok)).boxed();
                let text = file.converted(charset, 4, chunks).unwrap();
                let text = block_on(text.try_collect::<Vec<_>>()).unwrap().concat();
                assert_eq!(text, expected.as_bytes(), "{} {size}", charset.name());
                let found = counts.replacements.value() as u64;
                assert_eq!(found, decoder.replacements(), "{} {size}", charset.name());
                replaced += found;
                // A few lines may contain U+FFFD without a replacement.
                let lines = expected
                    .split('\n')
                    .filter(|line| line.contains('\u{FFFD}'));
                let (lines, found) = (lines.count(), counts.lines.value());
                assert!(found <= lines, "{found} {lines} {}", charset.name());
                assert!(
                    lines - found <= lines / 100,
                    "{found} {lines} {}",
                    charset.name()
                );
            }
        }
        assert!(replaced > 10_000);
    }
}
