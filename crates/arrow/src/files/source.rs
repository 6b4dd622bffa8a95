//! The text of a file, from its bytes: converted piece by piece, and kept until its rows are
//! delivered.
//!
//! Where rows are set aside, the bytes are kept, too, and the state of the conversion before each
//! piece, so that the bytes of any part of the text can be found again (see `replay`).

use super::BadInput;
use crate::Error;
use std::collections::VecDeque;
use utflane::stream::{AnyTranscoder, Status, StreamError};
use utflane::{Bom, Charset};

/// Bytes that are converted at a time.
const PIECE: usize = 1 << 16;

/// Bytes of the longest byte order mark.
const LONGEST_MARK: usize = 4;

/// What stands for a malformed sequence in text.
pub(super) const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The state of a conversion before a piece.
#[derive(Debug)]
pub(super) struct Checkpoint {
    pub(super) transcoder: AnyTranscoder,
    /// Bytes of the text before it.
    pub(super) text: u64,
    /// Bytes of the file before it.
    pub(super) file: u64,
}

/// Malformed text that is replaced in the text from a place on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) text: u64,
    pub(super) error: StreamError,
}

#[derive(Debug)]
pub(super) struct Source {
    transcoder: AnyTranscoder,
    bad: BadInput,
    /// The first bytes, until it is known whether they are a mark; whether any mark decides.
    head: Option<(Vec<u8>, bool)>,
    /// The charset of a text without a mark.
    charset: Charset,
    /// Text is `buffer[start..end]`; `base` bytes of text were before the buffer.
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
    /// Bytes of the file that were taken.
    taken: u64,
}

impl Source {
    pub(super) fn new(charset: Charset, bad: BadInput, sniff: bool) -> Source {
        Source {
            transcoder: AnyTranscoder::new(charset, Charset::Utf8),
            bad,
            head: Some((Vec::new(), sniff)),
            charset,
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
        }
    }

    /// With so many bytes of the file before the text, a mark would be a character.
    pub(super) fn starting_at(mut self, position: u64) -> Source {
        if position > 0 {
            self.head = None;
            self.transcoder = self.transcoder.starting_at(position);
            self.taken = position;
            self.bytes_base = position;
        }
        self
    }

    /// The text that was not released yet.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Bytes of text that were released.
    pub(super) fn released(&self) -> u64 {
        self.base + self.start as u64
    }

    pub(super) fn replacements(&self) -> u64 {
        self.transcoder.replacements()
    }

    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether a malformed sequence was replaced in the first `len` bytes of the text.
    pub(super) fn is_marked(&self, len: usize) -> bool {
        let end = self.released() + len as u64;
        self.marks.front().is_some_and(|mark| mark.text < end)
    }

    /// Drops the first `len` bytes of the text, and what was kept for them.
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
        // A copy of what is left pays when it is little.
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

    /// Converts a piece from the start of `chunk`; returns the number of bytes taken.
    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        let Some((head, _)) = &mut self.head else {
            let piece = &chunk[..chunk.len().min(PIECE)];
            self.convert(piece)?;
            return Ok(piece.len());
        };
        let wanted = LONGEST_MARK - head.len();
        let piece = &chunk[..chunk.len().min(wanted)];
        head.extend(piece);
        if head.len() == LONGEST_MARK {
            self.decide()?;
        }
        Ok(piece.len())
    }

    /// Declares that the file ends here.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.decide()?;
        self.checkpoint();
        loop {
            self.reserve(LONGEST_MARK);
            let dst = &mut self.buffer[self.end..];
            let step = match self.bad {
                BadInput::Replace => self.transcoder.finish_lossy(dst),
                BadInput::Fail | BadInput::SetAside => self.transcoder.finish_into(dst),
            };
            self.end += step.written;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull => {}
                Status::Stopped(error) => self.mark(error)?,
            }
        }
        self.is_ended = true;
        Ok(())
    }

    /// Leaves out a byte order mark, and converts the first bytes.
    fn decide(&mut self) -> Result<(), Error> {
        let Some((head, sniff)) = self.head.take() else {
            return Ok(());
        };
        let charset = self.charset;
        let (charset, mark) = match Bom::sniff(&head) {
            Some(bom) if sniff => (bom.into(), bom.len()),
            _ if head.starts_with(charset.bom()) => (charset, charset.bom().len()),
            _ => (charset, 0),
        };
        self.transcoder = AnyTranscoder::new(charset, Charset::Utf8).starting_at(mark as u64);
        self.taken = mark as u64;
        self.bytes_base = self.taken;
        self.convert(&head[mark..])
    }

    fn convert(&mut self, mut piece: &[u8]) -> Result<(), Error> {
        self.checkpoint();
        if self.bad == BadInput::SetAside {
            self.bytes.extend(piece);
        }
        self.taken += piece.len() as u64;
        loop {
            self.reserve(piece.len());
            let dst = &mut self.buffer[self.end..];
            let step = match self.bad {
                BadInput::Replace => self.transcoder.transcode_lossy(piece, dst),
                BadInput::Fail | BadInput::SetAside => self.transcoder.transcode(piece, dst),
            };
            piece = &piece[step.read..];
            self.end += step.written;
            match step.status {
                Status::InputEmpty => return Ok(()),
                Status::OutputFull => {}
                Status::Stopped(error) => self.mark(error)?,
            }
        }
    }

    /// What is malformed is an error, or is replaced and marked.
    fn mark(&mut self, error: StreamError) -> Result<(), Error> {
        if self.bad == BadInput::Fail {
            return Err(Error::File(error));
        }
        let text = self.base + self.end as u64;
        self.marks.push_back(Mark { text, error });
        self.reserve(REPLACEMENT.len());
        self.buffer[self.end..][..REPLACEMENT.len()].copy_from_slice(REPLACEMENT);
        self.end += REPLACEMENT.len();
        Ok(())
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

    /// Makes room for the conversion of some bytes, which is of memory that is used again.
    fn reserve(&mut self, bytes: usize) {
        let len = self.end + bytes + bytes / 2 + 64;
        if self.buffer.len() < len {
            self.buffer.resize(len, 0);
        }
    }
}
