//! A writer that converts text.

use super::{Buffer, Converter};
use crate::Charset;
use crate::stream::{AnyTranscoder, Status, StreamError};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;

/// Converts the text written to it from UTF-8 to an encoding chosen at run time, and writes the
/// result to another writer.
///
/// Text may be cut anywhere between calls. The writer buffers its output, so there is no need for a
/// [`BufWriter`](std::io::BufWriter) inside it. Call [`finish`](Writer::finish) after the last
/// write: without it, a text that ends within a character is not noticed. (A writer that is dropped
/// writes out its buffer, but cannot report errors.)
///
/// ```
/// use std::io::Write;
/// use utflane::{Charset, io::Writer};
///
/// let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
/// write!(writer, "{} Größe", 2)?;
/// writer.finish()?;
/// assert_eq!(utflane::from_utf16le(&writer.into_inner()).unwrap(), "2 Größe");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Those of the inner writer, unchanged. Then no text of that call is taken and no text taken
/// before is lost, so the call may be repeated.
///
/// One of kind [`InvalidData`](std::io::ErrorKind::InvalidData) at a malformed sequence or an
/// unrepresentable character. It contains a [`StreamError`], whose position counts the bytes
/// written to this writer. All text before it is written out. It is final: all further calls return
/// it, too. A [lossy](Writer::lossy) writer has no such errors.
///
/// ```
/// use std::io::{ErrorKind, Write};
/// use utflane::{Charset, io::Writer};
///
/// let mut writer = Writer::new(Vec::new(), Charset::Latin1);
/// let error = writer.write_all("10 €".as_bytes()).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidData);
/// assert_eq!(writer.into_inner(), b"10 ");
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    /// `None` once [`Writer::into_inner`] has taken it.
    inner: Option<W>,
    converter: Converter,
    output: Buffer,
    /// The part of `output` that is not written out yet.
    waiting: Range<usize>,
    /// The final error, which comes after all the text that was taken.
    failed: Option<StreamError>,
    /// Whether the inner writer is being called: if it panics, `drop` does not call it again.
    inside: bool,
}

impl<W: Write> Writer<W> {
    /// Converts UTF-8 to the encoding `target`. No byte order mark is added.
    pub fn new(inner: W, target: Charset) -> Writer<W> {
        Writer::with_source(inner, Charset::Utf8, target)
    }

    /// Converts text from the encoding `source` to the encoding `target`. No byte order mark is
    /// added.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::with_source(Vec::new(), Charset::Latin1, Charset::Utf8);
    /// writer.write_all(b"caf\xE9")?;
    /// writer.finish()?;
    /// assert_eq!(writer.get_ref(), "café".as_bytes());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_source(inner: W, source: Charset, target: Charset) -> Writer<W> {
        Writer {
            inner: Some(inner),
            converter: Converter {
                transcoder: AnyTranscoder::new(source, target),
                lossy: false,
            },
            output: Buffer::new(),
            waiting: 0..0,
            failed: None,
            inside: false,
        }
    }

    /// Replaces malformed sequences and unrepresentable characters, as
    /// [`transcode_lossy`](crate::transcode_lossy) does, instead of returning an error.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Ascii).lossy();
    /// writer.write_all("Grüße".as_bytes())?;
    /// writer.finish()?;
    /// assert_eq!(writer.replacements(), 2);
    /// assert_eq!(writer.into_inner(), b"Gr??e");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn lossy(mut self) -> Writer<W> {
        self.converter.lossy = true;
        self
    }

    /// Declares that the text ends here, writes all of it out, and flushes the inner writer.
    ///
    /// After an error of the inner writer it may be called again: no text is lost or written twice.
    ///
    /// # Errors
    ///
    /// Those of every call, and the incomplete character at the end of the text, if there is one.
    ///
    /// ```
    /// use std::io::{ErrorKind, Write};
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Utf16Be);
    /// writer.write_all(&"one €".as_bytes()[..5])?;
    /// assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::InvalidData);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(&mut self) -> io::Result<()> {
        loop {
            let dst = &mut self.output[self.waiting.end..];
            let transcoder = &mut self.converter.transcoder;
            let step = match self.converter.lossy {
                true => transcoder.finish_lossy(dst),
                false => transcoder.finish_into(dst),
            };
            self.waiting.end += step.written;
            match step.status {
                Status::InputEmpty => return self.flush(),
                Status::OutputFull => self.write_out()?,
                Status::Stopped(error) => {
                    self.failed.get_or_insert(error);
                }
            }
        }
    }

    /// Number of replacements written so far.
    pub fn replacements(&self) -> u64 {
        self.converter.transcoder.replacements()
    }

    /// The inner writer. Some converted text may not be written to it yet.
    pub fn get_ref(&self) -> &W {
        self.inner.as_ref().expect(PRESENT)
    }

    /// Returns the inner writer. Call [`finish`](Self::finish) first, which reports errors: this
    /// function writes out the rest of the converted text, but ignores an error.
    pub fn into_inner(mut self) -> W {
        let _ = self.write_out();
        self.inner.take().expect(PRESENT)
    }

    /// Writes the converted text to the inner writer.
    fn write_out(&mut self) -> io::Result<()> {
        let Some(inner) = &mut self.inner else {
            return Ok(());
        };
        while !self.waiting.is_empty() {
            self.inside = true;
            let result = inner.write(&self.output[self.waiting.clone()]);
            self.inside = false;
            match result {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.waiting.start += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.waiting = 0..0;
        Ok(())
    }

    /// If there is a final error, writes out the text before it, and returns it.
    fn check(&mut self) -> io::Result<()> {
        match self.failed {
            Some(error) => {
                self.write_out()?;
                Err(error.into())
            }
            None => Ok(()),
        }
    }
}

const PRESENT: &str = "only into_inner takes the inner writer";

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.check()?;
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            let transcoder = &self.converter.transcoder;
            let start = transcoder.position() + transcoder.pending() as u64;
            let dst = &mut self.output[self.waiting.end..];
            let step = self.converter.step(buf, dst);
            self.waiting.end += step.written;
            if let Status::Stopped(error) = step.status {
                self.failed = Some(error);
                // The bytes of `buf` before the error are taken.
                return match error.position().saturating_sub(start) {
                    0 => self.check().map(|()| 0),
                    taken => Ok(taken as usize),
                };
            }
            if step.read > 0 {
                return Ok(step.read);
            }
            self.write_out()?;
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_out()?;
        self.inner.as_mut().expect(PRESENT).flush()?;
        self.check()
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        if !self.inside {
            // `drop` cannot report an error.
            let _ = self.write_out();
        }
    }
}
