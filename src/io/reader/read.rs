//! The `Read` and `BufRead` implementations of [`Reader`], which return text and errors in order.

use super::Reader;
use crate::encoding::scheme::{Scheme, Utf8};
use crate::io::Buffer;
use crate::io::lines::line_len;
use crate::io::source::Failure;
use crate::stream::StreamError;
use crate::text::valid_prefix;
use std::io::{self, BufRead, ErrorKind, Read};
use std::string::String;

/// Length of a caller's buffer from which on text is converted directly into it, without the
/// reader's buffer.
const DIRECT: usize = 4096;

impl<R: Read> Reader<R> {
    /// Appends the ready bytes to `text`, up to the first sequence that is not UTF-8. Skips that
    /// sequence and returns its error. The next call resumes after it.
    #[cold]
    fn append_checked(&mut self, text: &mut String) -> io::Result<()> {
        let (valid, _) = valid_prefix(&self.output[self.ready.clone()]);
        text.push_str(valid);
        let len = valid.len();
        self.consume(len);
        match self.skip_malformed()? {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// If the ready bytes begin with a sequence that is not UTF-8, skips it and returns its error.
    /// If the sequence may be incomplete, converts more text instead.
    #[cold]
    fn skip_malformed(&mut self) -> io::Result<Option<StreamError>> {
        let rest = &self.output[self.ready.clone()];
        let Err(malformed) = Utf8::NEW.decode(rest) else {
            return Ok(None);
        };
        let error = StreamError::malformed_at::<crate::Utf8>(self.delivered, rest, malformed);
        if malformed.len.is_none() && self.extend_ready()? {
            return Ok(None);
        }
        self.consume(malformed.len.map_or(self.ready.len(), usize::from));
        Ok(Some(error))
    }

    /// Converts more output after the ready bytes, which are part of a character. Returns `false`
    /// at the end of the text, and at an error in the text, which it keeps for the next read.
    fn extend_ready(&mut self) -> io::Result<bool> {
        self.output.copy_within(self.ready.clone(), 0);
        self.ready = 0..self.ready.len();
        match self.source.produce_more(&mut self.output[self.ready.end..]) {
            Ok(more) => {
                self.ready.end += more;
                Ok(more > 0)
            }
            Err(Failure::Text(error)) => {
                self.source.error = Some(error);
                Ok(false)
            }
            Err(Failure::Io(error)) => Err(error),
        }
    }

    /// Converts more text if none is ready.
    fn fill(&mut self) -> Result<(), Failure> {
        if self.ready.is_empty() {
            // Allocate lazily, because reads into long slices need no buffer.
            if self.output.is_empty() {
                self.output = Buffer::new();
            }
            self.ready = 0..0;
            self.origin = self.delivered;
            self.ready = 0..self.source.produce(&mut self.output)?;
        }
        Ok(())
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill()?;
        Ok(&self.output[self.ready.clone()])
    }

    fn consume(&mut self, amount: usize) {
        let amount = amount.min(self.ready.len());
        self.ready.start += amount;
        self.delivered += amount as u64;
    }

    /// Appends text up to and including the next LF. Malformed sequences are left out. The first
    /// one is returned as the error at the end of the line. The next call reads the next line.
    ///
    /// The default implementation stops at the malformed sequence, so that
    /// [`lines`](BufRead::lines) would return the rest of the line as another line.
    fn read_line(&mut self, line: &mut String) -> io::Result<usize> {
        let before = line.len();
        loop {
            match self.fill() {
                Ok(()) => {}
                Err(Failure::Text(error)) => {
                    self.line_error.get_or_insert(error);
                    continue;
                }
                Err(Failure::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                Err(Failure::Io(error)) => return Err(error),
            }
            let ready = &self.output[self.ready.clone()];
            let (len, is_whole) = line_len(ready);
            let is_last = is_whole || len == 0;
            let (text, malformed) = valid_prefix(&ready[..len]);
            line.push_str(text);
            let (len, is_malformed) = (text.len(), malformed.is_some());
            self.consume(len);
            if is_malformed {
                if let Some(error) = self.skip_malformed()? {
                    self.line_error.get_or_insert(error);
                }
            } else if is_last {
                return match self.line_error.take() {
                    Some(error) => Err(error.into()),
                    None => Ok(line.len() - before),
                };
            }
        }
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.ready.is_empty() && buf.len() >= DIRECT {
            self.origin = self.delivered;
            let amount = self.source.produce(buf)?;
            self.delivered += amount as u64;
            return Ok(amount);
        }
        if buf.is_empty() {
            return Ok(0);
        }
        let ready = self.fill_buf()?;
        let amount = ready.len().min(buf.len());
        buf[..amount].copy_from_slice(&ready[..amount]);
        self.consume(amount);
        Ok(amount)
    }

    /// Appends the rest of the text to `text`, up to the first error, and returns the number of
    /// bytes appended. This is faster than the default implementation.
    ///
    /// The text of this reader is not UTF-8 if the target is another encoding, or if a read into a
    /// short buffer has returned the beginning of a character. Each sequence that is not UTF-8 is an
    /// error of the same kind, but its position counts the bytes delivered by this reader. All text
    /// before it is appended, and the next call resumes after the sequence.
    fn read_to_string(&mut self, text: &mut String) -> io::Result<usize> {
        let before = text.len();
        loop {
            let result = match self.fill_buf() {
                Ok([]) => return Ok(text.len() - before),
                Ok(piece) => match crate::from_utf8(piece) {
                    Ok(piece) => {
                        text.push_str(piece);
                        self.consume(usize::MAX);
                        continue;
                    }
                    Err(_) => self.append_checked(text),
                },
                Err(error) => Err(error),
            };
            match result {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
    }
}
