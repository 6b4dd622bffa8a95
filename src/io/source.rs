//! The part of a reader that produces output: it reads, decides on the encoding, and converts.

use super::{CAPACITY, Converter};
use crate::stream::{AnyTranscoder, Status, StreamError};
use crate::{Bom, Charset, Utf8, validate};
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::vec;
use std::vec::Vec;

/// Bytes of the longest byte order mark.
const LONGEST_MARK: usize = 4;

/// The parts of a [`Reader`](super::Reader) that produce output.
pub(super) struct Source<R> {
    pub(super) inner: R,
    pub(super) converter: Converter,
    input: Vec<u8>,
    /// The part of `input` that is not converted yet.
    pub(super) unread: Range<usize>,
    /// The error to return after the text that was delivered last.
    pub(super) error: Option<StreamError>,
    /// The bytes that are to be looked at before the encoding is known; `None` once it is.
    undecided: Option<usize>,
    /// The error of the inner reader during that look, to be returned by the next read.
    failure: Option<io::Error>,
}

impl<R: fmt::Debug> fmt::Debug for Source<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("inner", &self.inner)
            .field("converter", &self.converter)
            .field("unread", &self.unread)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Source<R> {
    pub(super) fn new(inner: R, transcoder: AnyTranscoder) -> Source<R> {
        Source {
            inner,
            converter: Converter {
                transcoder,
                lossy: false,
            },
            input: vec![0; CAPACITY],
            unread: 0..0,
            error: None,
            undecided: None,
            failure: None,
        }
    }

    /// Moves the unread bytes to the front of the buffer, which grows if they fill it, and reads
    /// once after them. Returns the number of bytes read.
    fn fill(&mut self) -> io::Result<usize> {
        self.input.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        if self.unread.end == self.input.len() {
            self.input.resize(2 * self.unread.end, 0);
        }
        let count = self.inner.read(&mut self.input[self.unread.end..])?;
        self.unread.end += count;
        Ok(count)
    }

    /// Makes the first bytes decide on the encoding when they are read: a byte order mark, or else
    /// whether there is a malformed sequence of UTF-8 among the first `look_ahead`. With a
    /// `look_ahead` of 0 only a mark decides.
    pub(super) fn decide_later(&mut self, look_ahead: usize) {
        self.undecided = Some(look_ahead);
    }

    /// Reads the first bytes and decides. An error after some of them comes with the next read.
    pub(super) fn decide_now(&mut self) -> io::Result<()> {
        if let Err(error) = self.decide() {
            if self.unread.is_empty() {
                return Err(error);
            }
            self.failure = Some(error);
        }
        Ok(())
    }

    /// Decides on the encoding. After an error it can be called again.
    fn decide(&mut self) -> io::Result<()> {
        let Some(look_ahead) = self.undecided else {
            return Ok(());
        };
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        self.look_ahead(LONGEST_MARK)?;
        if let Some(bom) = Bom::sniff(&self.input[self.unread.clone()]) {
            self.unread.start += bom.len();
            self.converter.transcoder =
                AnyTranscoder::new(bom.into(), Charset::Utf8).starting_at(bom.len() as u64);
        } else if look_ahead > 0 && self.begins_with_utf8(look_ahead)? {
            self.converter.transcoder = AnyTranscoder::new(Charset::Utf8, Charset::Utf8);
        }
        self.undecided = None;
        Ok(())
    }

    /// Reads until `count` bytes are unread, or all that there are.
    fn look_ahead(&mut self, count: usize) -> io::Result<()> {
        while self.unread.len() < count {
            match self.fill() {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// Whether the next `look_ahead` bytes are UTF-8, of which the last character may be cut off
    /// if the text goes on.
    fn begins_with_utf8(&mut self, look_ahead: usize) -> io::Result<bool> {
        let mut valid = 0usize;
        loop {
            let wanted = look_ahead.min(valid.saturating_add(CAPACITY));
            self.look_ahead(wanted)?;
            let ahead = &self.input[self.unread.clone()];
            let ahead = &ahead[..ahead.len().min(look_ahead)];
            let is_all = ahead.len() < wanted;
            match validate::<Utf8>(&ahead[valid..]) {
                Err(error) if is_all || error.error_len().is_some() => return Ok(false),
                Err(error) => valid += error.valid_up_to(),
                Ok(()) => valid = ahead.len(),
            }
            if is_all || ahead.len() == look_ahead {
                return Ok(true);
            }
        }
    }

    /// Converts into `dst`, which any character fits. Returns the number of bytes written: 0 only
    /// at the end of the text.
    pub(super) fn produce(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        self.decide()?;
        loop {
            if let Some(error) = self.error.take() {
                return Err(error.into());
            }
            let step = self.converter.step(&self.input[self.unread.clone()], dst);
            self.unread.start += step.read;
            if let Status::Stopped(error) = step.status {
                self.error = Some(error);
            }
            if step.written > 0 {
                return Ok(step.written);
            }
            if step.status == Status::InputEmpty && self.fill()? == 0 {
                return self.end(dst);
            }
        }
    }

    /// Ends the text: an incomplete character at the end is an error, or is replaced.
    fn end(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        if self.converter.lossy {
            return Ok(self.converter.transcoder.finish_lossy(dst).written);
        }
        let step = self.converter.transcoder.finish_into(dst);
        match step.status {
            Status::Stopped(error) if step.written == 0 => Err(error.into()),
            Status::Stopped(error) => {
                self.error = Some(error);
                Ok(step.written)
            }
            _ => Ok(step.written),
        }
    }
}
