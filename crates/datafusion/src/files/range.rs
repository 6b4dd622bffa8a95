//! Which lines a range of bytes stands for.
//!
//! A range stands for the lines that begin in it. Where a line begins is found in the encoding of
//! the file: after a line end that lies at a multiple of the bytes of a unit. So neighbouring
//! ranges share no line and leave none out, wherever they are cut.

use bytes::Bytes;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
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
    /// That of the ASCII character `terminator` in `charset`; `None` if its bytes can be part of
    /// other characters there, so that line ends are only found from the start of a file on.
    pub(super) fn of(terminator: u8, charset: Charset) -> Option<LineEnd> {
        // The second bytes of characters are 30 and more; ISO-2022-JP has states.
        let is_unclear = charset.is_legacy() && (terminator >= 0x30 || has_states(charset));
        if is_unclear || !terminator.is_ascii() {
            return None;
        }
        let mut bytes = [0; 4];
        let mut encoder = AnyTranscoder::new(Charset::Utf8, charset);
        let len = encoder.transcode(&[terminator], &mut bytes).written;
        (len == charset.unit_len()).then_some(LineEnd { bytes, len })
    }

    /// Where the first line end of `text` ends, which starts at a multiple of the unit in its file.
    fn end_in(&self, text: &[u8]) -> Option<usize> {
        let end = &self.bytes[..self.len];
        let at = match self.len {
            1 => text.iter().position(|&byte| byte == end[0])?,
            len => text.chunks_exact(len).position(|unit| unit == end)? * len,
        };
        Some(at + self.len)
    }
}

/// Whether what bytes mean depends on those before them without end.
fn has_states(charset: Charset) -> bool {
    charset.name() == "ISO-2022-JP"
}

/// A file in an object store.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) location: Path,
    pub(super) size: u64,
}

impl StoredFile {
    /// Those of the bytes `range` that are there.
    pub(super) async fn bytes(&self, range: Range<u64>) -> object_store::Result<Bytes> {
        if range.start >= range.end.min(self.size) {
            return Ok(Bytes::new());
        }
        let end = range.end.min(self.size);
        self.store.get_range(&self.location, range.start..end).await
    }

    /// Where the lines that begin in `range` are.
    pub(super) async fn lines_of(
        &self,
        range: Range<u64>,
        line_end: LineEnd,
    ) -> object_store::Result<Range<u64>> {
        let start = self.line_start(range.start, line_end).await?;
        let end = match range.end >= self.size {
            true => self.size,
            false => self.line_start(range.end, line_end).await?,
        };
        Ok(start..end)
    }

    /// Where the first line begins that begins at byte `at` or later.
    async fn line_start(&self, at: u64, line_end: LineEnd) -> object_store::Result<u64> {
        if at == 0 {
            return Ok(0);
        }
        let unit = line_end.len as u64;
        // The first line end that ends at `at` or later, at a multiple of the unit.
        let mut from = at.div_ceil(unit) * unit - unit;
        let mut len = FIRST_LOOK;
        while from < self.size {
            let text = self.bytes(from..from + len).await?;
            if let Some(end) = line_end.end_in(&text) {
                return Ok(from + end as u64);
            }
            from += len;
            len = (len * 2).min(LONGEST_LOOK);
        }
        Ok(self.size)
    }
}

/// Bytes that are read at first in search of a line end, and at most at once: multiples of a unit.
const FIRST_LOOK: u64 = 4 << 10;
const LONGEST_LOOK: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use object_store::memory::InMemory;

    /// Text in a charset that has it.
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
        let store = Arc::new(store);
        StoredFile {
            store,
            location,
            size,
        }
    }

    /// Wherever a file is cut, each line is in the part in which it begins.
    #[test]
    fn every_cut_of_every_charset() {
        // In UTF-16 the first characters have the bytes of line ends, at both alignments.
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
                let file = stored(encoded(text, charset));
                for at in 0..=file.size {
                    let found = block_on(file.line_start(at, line_end)).unwrap();
                    let first = starts.iter().find(|&&start| start >= at);
                    let name = charset.name();
                    assert_eq!(Some(&found), first, "{text:?} in {name} from {at}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 1000);
    }

    /// A line end that is looked for in many pieces, and one that is cut by them.
    #[test]
    fn long_lines() {
        let charset = Charset::Utf16Le;
        let line_end = LineEnd::of(b'\n', charset).unwrap();
        for len in [2047, 2048, 2049, 10_000, 3_000_000] {
            let text = "\u{0A0A}".repeat(len) + "\nx";
            let file = stored(encoded(&text, charset));
            let end = block_on(file.line_start(1, line_end)).unwrap();
            assert_eq!(end, 2 * (len as u64 + 1));
        }
    }
}
