//! Reads the lines that begin in a range of bytes of a file.
//!
//! Line ends are found in the encoding of the file, at multiples of the length of a code unit. So
//! each line belongs to exactly one of the ranges of a file, for all boundaries of ranges.
//!
//! One request fetches the range, the code unit before it, and [`LOOKAHEAD`] bytes after it, which
//! usually contain the end of the last line. The bytes are searched as they arrive.
//!
//! DataFusion's `AlignedBoundaryStream` does this for a line end of one byte. It does not support
//! code units of several bytes, and does not return the start of the first line, which error
//! messages need.

use bytes::{Buf, Bytes};
use datafusion::common::{DataFusionError, Result};
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{GetOptions, GetResult, GetResultPayload, ObjectStore};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;
use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// The bytes of a line end in a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineEnd {
    bytes: [u8; 4],
    len: usize,
}

impl LineEnd {
    /// Returns the ASCII character `terminator` in `charset`. Returns `None` if its bytes can be
    /// part of other characters. Then line ends can only be found from the start of a file.
    pub(super) fn of(terminator: u8, charset: Charset) -> Option<LineEnd> {
        // The trail bytes of legacy multi-byte encodings are 0x30 and above.
        let is_unclear = charset.is_multibyte() && terminator >= 0x30;
        if is_unclear || charset.is_stateful() || !terminator.is_ascii() {
            return None;
        }
        let mut bytes = [0; 4];
        let mut encoder = AnyTranscoder::new(Charset::Utf8, charset);
        let len = encoder.transcode(&[terminator], &mut bytes).written;
        (len == charset.width()).then_some(LineEnd { bytes, len })
    }

    /// Returns the end of the last line end in `bytes`, which begin at a multiple of the unit
    /// length.
    pub(super) fn last_in(&self, bytes: &[u8]) -> Option<usize> {
        let end = &self.bytes[..self.len];
        let last = bytes.chunks_exact(self.len).rposition(|unit| unit == end);
        last.map(|last| (last + 1) * self.len)
    }
}

/// A file in an object store.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) location: Path,
    pub(super) size: u64,
}

impl StoredFile {
    /// Fetches the bytes `range`, with one request.
    pub(super) async fn bytes(&self, range: Range<u64>) -> Result<FileBytes> {
        if range.is_empty() {
            return Ok(stream::empty().boxed());
        }
        let options = GetOptions::new().with_range(Some(range));
        Ok(bytes_of(
            self.store.get_opts(&self.location, options).await?,
        ))
    }

    /// Returns the bytes of the lines that begin in `range`, and the position of the first line.
    /// Returns `None` if no line begins there.
    pub(super) async fn lines_of(
        &self,
        range: Range<u64>,
        line_end: LineEnd,
    ) -> Result<Option<(u64, LineBytes)>> {
        if range.is_empty() {
            return Ok(None);
        }
        let unit = line_end.len as u64;
        // The first possible start of a line end that ends at `at` or later.
        let search_from = |at: u64| (at.div_ceil(unit) * unit).saturating_sub(unit);
        let at = search_from(range.start);
        let is_last = range.end >= self.size;
        let requested = match is_last {
            true => self.size,
            false => self.size.min(range.end + LOOKAHEAD),
        };
        let mut lines = LineBytes {
            file: self.clone(),
            search: Search::new(line_end),
            bytes: self.bytes(at..requested).await?,
            next: Bytes::new(),
            at,
            requested,
            last_from: if is_last {
                None
            } else {
                Some(search_from(range.end))
            },
            is_done: false,
        };
        if range.start == 0 {
            return Ok(Some((0, lines)));
        }
        while lines.at < range.end
            && let Some(chunk) = lines.bytes.try_next().await?
        {
            if let Some(start) = lines.search.find(lines.at, &chunk, at) {
                let is_there = start < range.end.min(self.size);
                lines.next = chunk.slice((start - lines.at) as usize..);
                lines.at = start;
                return Ok(is_there.then_some((start, lines)));
            }
            lines.at += chunk.len() as u64;
        }
        Ok(None)
    }
}

/// The bytes of a file, or of a part of it, as they arrive.
pub(super) type FileBytes = BoxStream<'static, Result<Bytes>>;

/// The length of a block of a local file, in bytes. A block is small enough to stay in the caches
/// while it is converted.
const BLOCK: usize = 256 << 10;

/// Returns the bytes of a response of a store.
pub(super) fn bytes_of(result: GetResult) -> FileBytes {
    match result.payload {
        GetResultPayload::File(file, _) => {
            stream::try_unfold((file, result.range, true), next_block).boxed()
        }
        GetResultPayload::Stream(bytes) => bytes.map_err(DataFusionError::from).boxed(),
    }
}

/// Reads a block of a local file. The read is blocking, as DataFusion's reads of local files are.
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

/// The number of bytes after a range that are requested together with it, for the end of its last
/// line. DataFusion requests the same number. A longer line needs more requests, each for as many
/// bytes as were requested after the range so far.
const LOOKAHEAD: u64 = 16 << 10;

/// The bytes of the lines that begin in a range.
pub(super) struct LineBytes {
    file: StoredFile,
    search: Search,
    bytes: FileBytes,
    /// Bytes that have arrived and were not returned yet.
    next: Bytes,
    /// The position in the file of `next`, or of the next bytes to arrive.
    at: u64,
    /// The end of the requested bytes.
    requested: u64,
    /// The position where the search for the end of the last line starts. `None` if the range ends
    /// at the end of the file.
    last_from: Option<u64>,
    is_done: bool,
}

impl LineBytes {
    /// Returns the bytes as they arrive.
    pub(super) fn into_stream(self) -> FileBytes {
        stream::try_unfold(self, async |mut lines| {
            Ok(lines.advance().await?.map(|bytes| (bytes, lines)))
        })
        .boxed()
    }

    async fn advance(&mut self) -> Result<Option<Bytes>> {
        if self.is_done {
            return Ok(None);
        }
        let mut chunk = std::mem::take(&mut self.next);
        while chunk.is_empty() {
            match self.bytes.try_next().await? {
                Some(bytes) => chunk = bytes,
                None if self.at < self.requested || self.requested >= self.file.size => {
                    return Ok(None);
                }
                None => {
                    let more = (self.requested - self.last_from.unwrap_or(0)).max(LOOKAHEAD);
                    self.requested = self.file.size.min(self.at + more);
                    self.bytes = self.file.bytes(self.at..self.requested).await?;
                }
            }
        }
        if let Some(from) = self.last_from
            && let Some(end) = self.search.find(self.at, &chunk, from)
        {
            chunk.truncate((end - self.at) as usize);
            self.is_done = true;
        }
        self.at += chunk.len() as u64;
        Ok(Some(chunk))
    }
}

/// A search for a line end in bytes that arrive in chunks. A chunk can end anywhere.
struct Search {
    line_end: LineEnd,
    /// The first bytes of an incomplete code unit. Their number follows from the position of the
    /// next chunk.
    unit: [u8; 4],
}

impl Search {
    const fn new(line_end: LineEnd) -> Search {
        let unit = [0; 4];
        Search { line_end, unit }
    }

    /// Returns the end of the first line end that begins at or after `from`, which is a multiple of
    /// the unit length. The chunk begins at position `at` of the file.
    fn find(&mut self, at: u64, chunk: &[u8], from: u64) -> Option<u64> {
        let skipped = usize::try_from(from.saturating_sub(at))
            .map_or(chunk.len(), |skipped| skipped.min(chunk.len()));
        let (mut at, mut bytes) = (at + skipped as u64, &chunk[skipped..]);
        let len = self.line_end.len;
        let end = &self.line_end.bytes[..len];
        if len == 1 {
            return memchr::memchr(end[0], bytes).map(|place| at + place as u64 + 1);
        }
        let cut = (at % len as u64) as usize;
        if cut > 0 && at > from {
            let rest = bytes.len().min(len - cut);
            self.unit[cut..cut + rest].copy_from_slice(&bytes[..rest]);
            at += rest as u64;
            bytes.advance(rest);
            if cut + rest < len {
                return None;
            }
            if self.unit[..len] == *end {
                return Some(at);
            }
        }
        let units = bytes.chunks_exact(len);
        let rest = units.remainder();
        self.unit[..rest.len()].copy_from_slice(rest);
        let place = units.clone().position(|unit| unit == end)?;
        Some(at + ((place + 1) * len) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use object_store::ObjectStoreExt;
    use object_store::chunked::ChunkedStore;
    use object_store::memory::InMemory;

    /// Encodes a text in a charset that has all of its characters.
    fn encoded(text: &str, charset: Charset) -> Vec<u8> {
        let mut bytes = vec![0; 8 * text.len()];
        let mut encoder = AnyTranscoder::new(Charset::Utf8, charset);
        let step = encoder.transcode(text.as_bytes(), &mut bytes);
        assert_eq!(step.read, text.len());
        bytes.truncate(step.written);
        bytes
    }

    fn stored(bytes: Vec<u8>) -> StoredFile {
        let store = InMemory::new();
        let (location, size) = (Path::from("file"), bytes.len() as u64);
        block_on(store.put(&location, bytes.into())).unwrap();
        // Return chunks that split code units.
        let store = Arc::new(ChunkedStore::new(Arc::new(store), 3));
        StoredFile {
            store,
            location,
            size,
        }
    }

    /// Returns the lines that begin in a range, and the position of the first line.
    fn lines_of(file: &StoredFile, range: Range<u64>, line_end: LineEnd) -> Option<(u64, Vec<u8>)> {
        block_on(async {
            let (start, lines) = file.lines_of(range, line_end).await.unwrap()?;
            let bytes: Vec<Bytes> = lines.into_stream().try_collect().await.unwrap();
            Some((start, bytes.concat()))
        })
    }

    /// For all boundaries of ranges, each line is in the range in which it begins.
    #[test]
    fn every_cut_of_every_charset() {
        // In UTF-16, the first characters contain the bytes of line ends, at both alignments.
        let texts = [
            "\u{0A0A}\u{0A00}\n\u{0A0D}x\r\n\n\u{000B}y",
            "one\ntwo\n",
            "\n",
            "x",
        ];
        let mut tried = 0;
        for charset in Charset::ALL {
            let Some(line_end) = LineEnd::of(b'\n', charset) else {
                assert_eq!(charset.name(), "ISO-2022-JP");
                continue;
            };
            for text in texts {
                let mut encoder = AnyTranscoder::new(Charset::Utf8, charset);
                if encoder.transcode(text.as_bytes(), &mut [0; 64]).read < text.len() {
                    continue;
                }
                let lines = text
                    .split_inclusive('\n')
                    .map(|line| encoded(line, charset));
                let mut starts = vec![0];
                for line in lines {
                    starts.push(starts[starts.len() - 1] + line.len() as u64);
                }
                let bytes = encoded(text, charset);
                let file = stored(bytes.clone());
                let line_start = |at| *starts.iter().find(|&&start| start >= at).unwrap();
                for at in 0..=file.size {
                    for end in at..=file.size + 1 {
                        let lines = line_start(at)..line_start(end.min(file.size));
                        let found = lines_of(&file, at..end, line_end);
                        let name = charset.name();
                        let expected = &bytes[lines.start as usize..lines.end as usize];
                        let what = format!("{text:?} in {name}, {at}..{end}");
                        match found {
                            Some((start, _)) if at > 0 => assert_eq!(start, lines.start, "{what}"),
                            _ => {}
                        }
                        assert_eq!(found.map_or(vec![], |(_, lines)| lines), expected, "{what}");
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 1000);
    }

    /// Finds a line end that needs several requests.
    #[test]
    fn long_lines() {
        let charset = Charset::Utf16Le;
        let line_end = LineEnd::of(b'\n', charset).unwrap();
        for len in [8189, 8190, 8191, 8192, 8193, 10_000, 200_000] {
            let text = "\u{0A0A}".repeat(len) + "\nx";
            let bytes = encoded(&text, charset);
            let file = stored(bytes.clone());
            let end = 2 * (len as u64 + 1);
            for cut in [1, 2, 3, 4] {
                assert_eq!(
                    lines_of(&file, 0..cut, line_end).unwrap().1,
                    bytes[..end as usize]
                );
                assert_eq!(lines_of(&file, cut..end, line_end), None);
                let rest = lines_of(&file, cut..file.size, line_end);
                assert_eq!(rest, Some((end, bytes[end as usize..].to_vec())));
            }
        }
    }
}
