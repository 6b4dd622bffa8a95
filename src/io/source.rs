//! The core of a reader: it reads input, decides on the encoding, and converts.

mod run;

use super::per_line::PerLine;
use super::{CAPACITY, Converter};
use crate::stream::{AnyTranscoder, Status, Step, StreamError};
use crate::{Bom, Charset, Utf8, validate};
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Length of the longest byte order mark, in bytes.
const LONGEST_MARK: usize = 4;

/// The parts of a [`Reader`](super::Reader) that read and convert.
pub(super) struct Source<R> {
    pub(super) inner: R,
    pub(super) converter: Converter,
    input: Vec<u8>,
    /// The part of `input` that is not converted yet. Before it, `input` keeps the bytes from
    /// [`origin`](Self::origin) or `keep_from` on, whichever is earlier.
    pub(super) unread: Range<usize>,
    /// The transcoder as it was at an earlier byte, from which conversion can be repeated.
    pub(super) origin: AnyTranscoder,
    /// The position from which bytes are kept, if it is before `origin`.
    pub(super) keep_from: Option<u64>,
    /// The error to return after the text that was delivered last.
    pub(super) error: Option<StreamError>,
    /// The number of bytes to examine to decide on the encoding, or `None` after the decision.
    undecided: Option<usize>,
    /// An error of the inner reader before the decision. The next read returns it.
    failure: Option<io::Error>,
    /// The choice of a charset for each line, if the text has several charsets.
    pub(super) per_line: Option<PerLine>,
    /// Number of unread bytes in the charset of the transcoder, if a charset is chosen per line.
    run: usize,
    /// Whether the run is well-formed UTF-8.
    is_utf8: bool,
    /// Number of replacements in the charsets before.
    replaced: u64,
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
    pub(super) fn new(inner: R, converter: Converter) -> Source<R> {
        Source {
            inner,
            origin: converter.transcoder.clone(),
            keep_from: None,
            converter,
            input: vec![0; CAPACITY],
            unread: 0..0,
            error: None,
            undecided: None,
            failure: None,
            per_line: None,
            run: 0,
            is_utf8: false,
            replaced: 0,
        }
    }

    /// Returns the number of replacements made so far.
    pub(super) fn replacements(&self) -> u64 {
        self.replaced + self.converter.transcoder.replacements()
    }

    /// Advances over converted bytes.
    fn advance(&mut self, len: usize) {
        self.unread.start += len;
        self.run = self.run.saturating_sub(len);
    }

    /// Moves the kept and unread bytes to the front of the buffer, which grows if they fill it, and
    /// reads once after them. Returns the number of bytes read.
    pub(super) fn fill(&mut self) -> io::Result<usize> {
        let from = self
            .keep_from
            .unwrap_or(u64::MAX)
            .min(self.origin.position());
        let start = self.index(from);
        if start > 0 {
            self.input.copy_within(start..self.unread.end, 0);
            self.unread = self.unread.start - start..self.unread.end - start;
        }
        if self.unread.end == self.input.len() {
            self.input.resize(2 * self.unread.end, 0);
        }
        let count = self.inner.read(&mut self.input[self.unread.end..])?;
        self.unread.end += count;
        Ok(count)
    }

    /// Reads like [`fill`](Self::fill), and repeats an interrupted read.
    pub(super) fn fill_uninterrupted(&mut self) -> io::Result<usize> {
        loop {
            match self.fill() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Returns the index in `input` of the byte at `position` of the text, if it is kept.
    fn index(&self, position: u64) -> usize {
        let read = self.converter.transcoder.bytes_read();
        let back = read.saturating_sub(position);
        self.unread.start.saturating_sub(back as usize)
    }

    /// Returns kept bytes by their positions.
    pub(super) fn kept(&self, positions: Range<u64>) -> &[u8] {
        &self.input[self.index(positions.start)..self.index(positions.end)]
    }

    /// Converts unread bytes to the end of `text`. Also returns the transcoder as it was before.
    pub(super) fn decode(&mut self, text: &mut String) -> (Step, AnyTranscoder) {
        let bytes = &self.input[self.unread.start..self.end_of_run()];
        let (step, before) = self.converter.decode(bytes, text);
        self.advance(step.read);
        (step, before)
    }

    /// Advances the origin over the input of the next `len` bytes of output. If these end within a
    /// character, the origin stops at the start of that character.
    ///
    /// The origin does not move over malformed sequences and escape sequences after the last
    /// character, which produced no output.
    pub(super) fn advance_origin(&mut self, len: usize) {
        let start = self.index(self.origin.bytes_read());
        let mut src = &self.input[start..self.unread.start];
        let mut dst = [0; 4096];
        let mut left = len;
        // Convert all characters except the last one. The loop stops before that one because it
        // does not fit.
        while left > 0 {
            let len = dst.len().min(left - 1);
            let step = convert(&mut self.origin, self.converter.lossy, src, &mut dst[..len]);
            src = &src[step.read..];
            left -= step.written;
            let is_last = len < dst.len() || step.written == 0;
            match step.status {
                Status::OutputFull if is_last => break,
                Status::InputEmpty => return,
                Status::OutputFull | Status::Stopped(_) => {}
            }
        }
        // Convert the last character byte by byte, so that nothing after it is converted.
        for byte in src.chunks(1) {
            if left == 0 {
                return;
            }
            let len = dst.len().min(left);
            let step = convert(
                &mut self.origin,
                self.converter.lossy,
                byte,
                &mut dst[..len],
            );
            left -= step.written;
            if step.status != Status::InputEmpty {
                return;
            }
        }
    }

    /// Resets the conversion to the origin.
    pub(super) fn rewind(&mut self) {
        let start = self.index(self.origin.bytes_read());
        self.run += self.unread.start - start;
        self.unread.start = start;
        self.converter.transcoder = self.origin.clone();
        self.error = None;
        let unit = self.origin.source().unit_size() as u64;
        let start = self.origin.position();
        if let Some(recorded) = &mut self.converter.recorded {
            recorded.retain(|error| error.position() * unit < start);
        }
    }

    /// Defers the decision on the encoding to the first read. A byte order mark decides, or else
    /// whether the first `look_ahead` bytes contain a malformed sequence of UTF-8. If `look_ahead`
    /// is 0, only a mark decides.
    pub(super) fn decide_later(&mut self, look_ahead: usize) {
        self.undecided = Some(look_ahead);
    }

    /// Reads the first bytes and decides. If an error occurs after some of them, the next read
    /// returns it.
    pub(super) fn decide_now(&mut self) -> io::Result<()> {
        if let Err(error) = self.decide() {
            if self.unread.is_empty() {
                return Err(error);
            }
            self.failure = Some(error);
        }
        Ok(())
    }

    /// Decides on the encoding, if that is still open. It can be called again after an error.
    pub(super) fn decide(&mut self) -> io::Result<()> {
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
        self.origin = self.converter.transcoder.clone();
        self.undecided = None;
        Ok(())
    }

    /// Reads until `count` bytes are unread or the input ends.
    fn look_ahead(&mut self, count: usize) -> io::Result<()> {
        while self.unread.len() < count && self.fill_uninterrupted()? > 0 {}
        Ok(())
    }

    /// Returns whether the next `look_ahead` bytes are UTF-8. The last character may be incomplete
    /// if the text continues.
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

    /// Converts into `dst`, which must have space for any character. Returns the number of bytes
    /// written, which is 0 only at the end of the text. Sets the origin to the first of these
    /// bytes.
    pub(super) fn produce(&mut self, dst: &mut [u8]) -> Result<usize, Failure> {
        self.decide()?;
        self.origin = self.converter.transcoder.clone();
        self.produce_more(dst)
    }

    /// Produces text like [`produce`](Self::produce), but without moving the origin.
    pub(super) fn produce_more(&mut self, dst: &mut [u8]) -> Result<usize, Failure> {
        loop {
            if let Some(error) = self.error.take() {
                return Err(error.into());
            }
            if self.is_between_runs() && self.choose(u64::MAX, false)? {
                return self.end(dst);
            }
            let copied = self.copy_run(dst);
            if copied > 0 {
                return Ok(copied);
            }
            let bytes = &self.input[self.unread.start..self.end_of_run()];
            let step = self.converter.step(bytes, dst);
            self.advance(step.read);
            if let Status::Stopped(error) = step.status {
                self.error = Some(error);
            }
            if step.written > 0 {
                return Ok(step.written);
            }
            let is_empty = step.status == Status::InputEmpty && self.unread.is_empty();
            if is_empty && self.fill()? == 0 {
                return self.end(dst);
            }
        }
    }

    /// Ends the text. An incomplete character at the end is an error, or is replaced.
    fn end(&mut self, dst: &mut [u8]) -> Result<usize, Failure> {
        let step = self.converter.finish(dst);
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

/// The reason why no text was produced.
pub(super) enum Failure {
    /// An error of the inner reader.
    Io(io::Error),
    /// A sequence that cannot be converted. The next call resumes after it.
    Text(StreamError),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<StreamError> for Failure {
    fn from(error: StreamError) -> Failure {
        Failure::Text(error)
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> io::Error {
        match failure {
            Failure::Io(error) => error,
            Failure::Text(error) => error.into(),
        }
    }
}

/// Converts, with replacement if `lossy`.
fn convert(transcoder: &mut AnyTranscoder, lossy: bool, src: &[u8], dst: &mut [u8]) -> Step {
    if lossy {
        transcoder.transcode_lossy(src, dst)
    } else {
        transcoder.transcode(src, dst)
    }
}
