//! A sink of text to be converted.

use super::{Converter, buffer};
use crate::Charset;
use crate::stream::{AnyTranscoder, Status, StreamError};
use std::boxed::Box;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;

/// Converts what is written to it, and writes that to another writer: UTF-8, to an encoding chosen
/// at run time.
///
/// Text may be cut anywhere between calls. The writer collects what it has converted, so there is
/// no need for a [`BufWriter`](std::io::BufWriter) inside it. When all is written,
/// [`finish`](Writer::finish) has to be called: only that tells a text that ends within a character
/// from one that goes on. (A writer that is dropped writes out what it has converted, but cannot
/// report errors.)
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
/// Those of the inner writer: then nothing of the text of that call is taken, and nothing taken
/// before is lost, so a call may be repeated.
///
/// And one of kind [`InvalidData`](std::io::ErrorKind::InvalidData) at a malformed sequence, or a
/// character that the target encoding lacks. It carries a [`StreamError`], whose position counts
/// the bytes written to this writer. All text before it has been taken and is written out. It is
/// final: all further calls return it too. A [lossy](Writer::lossy) writer has no such errors.
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
pub struct Writer<W: Write> {
    /// There until [`Writer::into_inner`] takes it.
    inner: Option<W>,
    converter: Converter,
    output: Box<[u8]>,
    /// The part of the output that is yet to be written out.
    waiting: Range<usize>,
    /// What stands behind all the text that was taken.
    failed: Option<StreamError>,
    /// Whether the inner writer is at work: if it panics, it is not called again.
    inside: bool,
}

impl<W: Write> Writer<W> {
    /// Takes UTF-8 and writes the encoding `target`. No byte order mark is added.
    pub fn new(inner: W, target: Charset) -> Writer<W> {
        Writer::with_source(inner, Charset::Utf8, target)
    }

    /// Takes text in the encoding `source` and writes it in the encoding `target`.
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
            output: buffer(),
            waiting: 0..0,
            failed: None,
            inside: false,
        }
    }

    /// Replaces what cannot be converted, as [`transcode_lossy`](crate::transcode_lossy) does,
    /// instead of stopping at it.
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
    /// After an error of the inner writer it may be called again: nothing is lost, and nothing is
    /// written twice.
    ///
    /// # Errors
    ///
    /// Those of every call, and the incomplete character at the end, if there is one.
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
        if !self.converter.lossy {
            if let Err(error) = self.converter.transcoder.finish() {
                self.failed.get_or_insert(error);
            }
            return self.flush();
        }
        loop {
            let room = &mut self.output[self.waiting.end..];
            let step = self.converter.transcoder.finish_lossy(room);
            self.waiting.end += step.written;
            if step.status == Status::InputEmpty {
                return self.flush();
            }
            self.write_out()?;
        }
    }

    /// The encoding that it takes.
    pub fn source(&self) -> Charset {
        self.converter.transcoder.source()
    }

    /// The encoding that it writes.
    pub fn target(&self) -> Charset {
        self.converter.transcoder.target()
    }

    /// Number of replacements written so far.
    pub fn replacements(&self) -> u64 {
        self.converter.transcoder.replacements()
    }

    /// The inner writer. What is converted may be waiting to be written to it.
    pub fn get_ref(&self) -> &W {
        self.inner.as_ref().expect(PRESENT)
    }

    /// The inner writer, to be changed. What is converted may be waiting to be written to it.
    pub fn get_mut(&mut self) -> &mut W {
        self.inner.as_mut().expect(PRESENT)
    }

    /// The inner writer. To be called after [`finish`](Self::finish), which reports what is wrong;
    /// what is still waiting is written out here as far as that goes without an error.
    pub fn into_inner(mut self) -> W {
        let _ = self.write_out();
        self.inner.take().expect(PRESENT)
    }

    /// Writes out what is converted.
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

    /// The error that is final, if there is one, when what comes before it is written out.
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
            let room = &mut self.output[self.waiting.end..];
            let step = self.converter.step(buf, room);
            self.waiting.end += step.written;
            if let Status::Stopped(error) = step.status {
                self.failed = Some(error);
                // Of `buf`, what comes before the error is taken.
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
        self.get_mut().flush()?;
        self.check()
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        if !self.inside {
            // Nobody is there to hear of an error.
            let _ = self.write_out();
        }
    }
}

impl<W: Write + fmt::Debug> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("inner", &self.inner)
            .field("converter", &self.converter)
            .field("waiting", &self.waiting.len())
            .field("failed", &self.failed)
            .finish()
    }
}
