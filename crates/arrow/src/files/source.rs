//! Converts the bytes of a file to text, chunk by chunk, and keeps the text until its rows are in a
//! batch.
//!
//! With `BadInput::SetAside` it also keeps the bytes, and the state of the conversion before each
//! chunk. `replay` uses them to find the bytes of any part of the text.

mod per_line;

use super::{AutoCharset, BadInput, FileCharset, FoundCharset, LineRuns};
use crate::Error;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use utflane::stream::{AnyTranscoder, Status, StreamError};
use utflane::{Ascii, Bom, Charset, is_valid};

/// Number of bytes that are converted at a time.
const PIECE: usize = 1 << 16;

/// Length of the longest byte order mark, in bytes.
const LONGEST_MARK: usize = 4;

/// The replacement character.
pub(super) const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The state of a conversion before a chunk.
#[derive(Debug)]
pub(super) struct Checkpoint {
    pub(super) transcoder: AnyTranscoder,
    /// Bytes of the text before it.
    pub(super) text: u64,
    /// Bytes of the file before it.
    pub(super) file: u64,
}

/// A malformed sequence. Its replacement is at the position `text` of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) text: u64,
    pub(super) error: StreamError,
}

/// The text of a file, which is converted chunk by chunk.
#[derive(Debug)]
pub(super) struct Source {
    transcoder: AnyTranscoder,
    bad: BadInput,
    /// Whether replacements are marked.
    has_marks: bool,
    /// Number of replacements with a mark.
    marked: u64,
    /// The first bytes, until enough are known to determine the charset.
    head: Option<Vec<u8>>,
    /// Whether a byte order mark overrides the charset.
    sniff: bool,
    /// Whether U+0085 is not a line end in EBCDIC.
    keeps_nel: bool,
    charset: FileCharset,
    found: Option<FoundCharset>,
    /// The text is `buffer[start..end]`. The buffer begins at position `base` of the whole text.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    base: u64,
    is_ended: bool,
    pub(super) marks: VecDeque<Mark>,
    pub(super) checkpoints: VecDeque<Checkpoint>,
    /// The bytes of the file from `bytes_base` on.
    pub(super) bytes: Vec<u8>,
    pub(super) bytes_base: u64,
    /// Bytes of the file that were read.
    taken: u64,
    /// The choice of a charset for each line.
    lines: Option<LineRuns>,
    /// Number of replacements in the charsets before.
    replaced: u64,
}

impl Source {
    pub(super) fn new(charset: FileCharset, bad: BadInput, sniff: bool) -> Source {
        let first = match charset {
            FileCharset::Named(charset) => charset,
            FileCharset::Auto(_) => Charset::Utf8,
        };
        Source {
            transcoder: AnyTranscoder::new(first, Charset::Utf8),
            bad,
            has_marks: bad == BadInput::SetAside,
            marked: 0,
            head: Some(Vec::new()),
            sniff,
            keeps_nel: false,
            charset,
            found: None,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            base: 0,
            is_ended: false,
            marks: VecDeque::new(),
            checkpoints: VecDeque::new(),
            bytes: Vec::new(),
            bytes_base: 0,
            taken: 0,
            lines: None,
            replaced: 0,
        }
    }

    /// Records a [`Mark`] for each replacement.
    pub(super) fn with_marks(mut self) -> Source {
        self.has_marks = true;
        self
    }

    /// Keeps U+0085 in EBCDIC, for files with a row terminator of their own.
    pub(super) fn keeping_nel(mut self) -> Source {
        self.keeps_nel = true;
        self
    }

    /// Returns bytes of the file with line feeds instead of U+0085 (NEL), if the charset is EBCDIC.
    /// There, NEL ends a line, and all other code looks for line feeds.
    pub(super) fn with_line_feeds<'a>(&self, charset: Charset, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match charset.ebcdic_line_ends() {
            Some([lf, nel]) if !self.keeps_nel => {
                let replace = |byte: &u8| if *byte == nel { lf } else { *byte };
                bytes.iter().map(replace).collect()
            }
            _ => bytes.into(),
        }
    }

    /// Starts at a position of the file. If it is not 0, a byte order mark is a character, unless
    /// the charset is detected.
    pub(super) fn starting_at(mut self, position: u64) -> Source {
        if position > 0 {
            if let FileCharset::Named(_) = self.charset {
                self.head = None;
            }
            self.transcoder = self.transcoder.starting_at(position);
            self.taken = position;
            self.bytes_base = position;
        }
        self
    }

    /// Returns the text that was not released yet.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the number of bytes of text that were released.
    pub(super) fn released(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Returns the number of bytes of text so far, including those that were released.
    pub(super) fn end(&self) -> u64 {
        self.base + self.end as u64
    }

    pub(super) fn replacements(&self) -> u64 {
        match self.bad {
            BadInput::Replace => self.replaced + self.transcoder.replacements() + self.marked,
            BadInput::Fail | BadInput::SetAside => 0,
        }
    }

    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Returns the first mark at or after an offset of the text.
    pub(super) fn first_mark(&self, at: usize) -> Option<&Mark> {
        let start = self.released() + at as u64;
        let first = self.marks.partition_point(|mark| mark.text < start);
        self.marks.get(first)
    }

    /// Returns whether a malformed sequence was replaced in a part of the text.
    pub(super) fn is_marked(&self, part: Range<usize>) -> bool {
        let end = self.released() + part.end as u64;
        !self.marks.is_empty()
            && self
                .first_mark(part.start)
                .is_some_and(|mark| mark.text < end)
    }

    /// Drops the first `len` bytes of the text, with their marks, checkpoints and file bytes.
    pub(super) fn release(&mut self, len: usize) {
        self.start += len;
        let released = self.released();
        while self.marks.front().is_some_and(|mark| mark.text < released) {
            self.marks.pop_front();
        }
        while self
            .checkpoints
            .get(1)
            .is_some_and(|next| next.text <= released)
        {
            self.checkpoints.pop_front();
        }
        let needed = match self.checkpoints.front() {
            Some(first) => first.transcoder.position(),
            None => self.bytes_base,
        };
        // Move the remaining bytes only if they are less than half, so that the cost of moving is
        // amortised.
        let unneeded = (needed - self.bytes_base) as usize;
        if unneeded > self.bytes.len() / 2 {
            self.bytes.drain(..unneeded);
            self.bytes_base = needed;
        }
        if self.start > self.buffer.len() / 2 || self.start == self.end {
            self.buffer.copy_within(self.start..self.end, 0);
            self.base += self.start as u64;
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// Returns the detected charset.
    pub(super) fn found(&self) -> Option<FoundCharset> {
        self.found
    }

    /// Converts up to [`PIECE`] bytes from the start of `chunk`, or keeps them for the detection of
    /// the charset. Returns the number of bytes read.
    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        if self.head.is_none() {
            let piece = &chunk[..chunk.len().min(PIECE)];
            let is_ascii = self.found.is_some_and(|found| found.is_ascii);
            if !is_ascii || is_valid::<Ascii>(piece) {
                self.convert_lines(piece)?;
                return Ok(piece.len());
            }
        }
        let limit = match self.charset {
            FileCharset::Named(_) => LONGEST_MARK,
            FileCharset::Auto(_) => AutoCharset::SAMPLE,
        };
        let head = self.head.get_or_insert_default();
        let piece = &chunk[..chunk.len().min(limit - head.len())];
        head.extend(piece);
        if head.len() == limit {
            self.decide(false)?;
        }
        Ok(piece.len())
    }

    /// Declares that the file ends here.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.decide(true)?;
        self.finish_lines()?;
        self.checkpoint();
        loop {
            self.reserve(LONGEST_MARK);
            let is_lossy = self.is_lossy();
            let dst = &mut self.buffer[self.end..];
            let step = match is_lossy {
                true => self.transcoder.finish_lossy(dst),
                false => self.transcoder.finish_into(dst),
            };
            self.end += step.written;
            match step.status {
                Status::InputEmpty => break,
                Status::Stopped(error) => self.mark(error)?,
                _ => {}
            }
        }
        self.is_ended = true;
        Ok(())
    }

    /// Determines the charset, skips a byte order mark, and converts the other bytes of `head`.
    /// `is_whole` is whether the file ends after them.
    pub(super) fn decide(&mut self, is_whole: bool) -> Result<(), Error> {
        let Some(head) = self.head.take() else {
            return Ok(());
        };
        let (charset, mark) = match (self.charset, self.found) {
            (FileCharset::Named(charset), _) => match Bom::sniff(&head) {
                Some(bom) if self.sniff => (bom.into(), bom.len()),
                _ if head.starts_with(charset.bom()) => (charset, charset.bom().len()),
                _ => (charset, 0),
            },
            (FileCharset::Auto(auto), None) => {
                let found = auto.detect(&head, is_whole).map_err(Error::Charset)?;
                self.found = Some(found);
                (found.charset, found.bom_len)
            }
            // The text before was ASCII.
            (FileCharset::Auto(auto), Some(ascii)) => {
                let found = auto.detect_after_ascii(&head).unwrap_or(FoundCharset {
                    is_ascii: false,
                    ..ascii
                });
                self.found = Some(found);
                (found.charset, 0)
            }
        };
        self.taken += mark as u64;
        self.transcoder = AnyTranscoder::new(charset, Charset::Utf8).starting_at(self.taken);
        self.start_lines(charset, mark as u64);
        if self.bytes.is_empty() {
            self.bytes_base = self.taken;
        }
        head[mark..]
            .chunks(PIECE)
            .try_for_each(|piece| self.convert_lines(piece))
    }

    /// Converts bytes that are in the charset of the transcoder.
    fn convert(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.checkpoint();
        if self.bad == BadInput::SetAside {
            self.bytes.extend(piece);
        }
        self.taken += piece.len() as u64;
        let piece = self.with_line_feeds(self.transcoder.source(), piece);
        let mut piece = &piece[..];
        loop {
            self.reserve(piece.len());
            let is_lossy = self.is_lossy();
            let dst = &mut self.buffer[self.end..];
            let step = match is_lossy {
                true => self.transcoder.transcode_lossy(piece, dst),
                false => self.transcoder.transcode(piece, dst),
            };
            piece = &piece[step.read..];
            self.end += step.written;
            match step.status {
                Status::InputEmpty => return Ok(()),
                Status::Stopped(error) => self.mark(error)?,
                _ => {}
            }
        }
    }

    /// Returns the error, or replaces the malformed sequence and marks it.
    fn mark(&mut self, error: StreamError) -> Result<(), Error> {
        if self.bad == BadInput::Fail {
            return Err(Error::File(error));
        }
        self.marked += 1;
        let text = self.base + self.end as u64;
        self.marks.push_back(Mark { text, error });
        self.reserve(REPLACEMENT.len());
        self.buffer[self.end..][..REPLACEMENT.len()].copy_from_slice(REPLACEMENT);
        self.end += REPLACEMENT.len();
        Ok(())
    }

    /// Returns whether the transcoder itself replaces malformed sequences, without marks.
    fn is_lossy(&self) -> bool {
        self.bad == BadInput::Replace && !self.has_marks
    }

    fn checkpoint(&mut self) {
        if self.bad == BadInput::SetAside {
            self.checkpoints.push_back(Checkpoint {
                transcoder: self.transcoder.clone(),
                text: self.base + self.end as u64,
                file: self.taken,
            });
        }
    }

    /// Grows the buffer for the conversion of `bytes` bytes. The buffer never shrinks.
    fn reserve(&mut self, bytes: usize) {
        let len = self.end + bytes + bytes / 2 + 64;
        if self.buffer.len() < len {
            self.buffer.resize(len, 0);
        }
    }
}
