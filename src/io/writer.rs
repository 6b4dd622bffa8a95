//! [`Writer`], which converts text that is written to it.

use super::{Buffer, Converter};
use crate::Charset;
use crate::stream::{Status, StreamError};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::vec::Vec;

/// Converts text that is written to it, from UTF-8 or [another encoding](Writer::with_source), to
/// an encoding that is chosen at run time, and writes the result to another writer.
///
/// Text may be split anywhere between calls. The writer buffers its output, so you do not need a
/// [`BufWriter`](std::io::BufWriter) inside it.
///
/// Call [`finish`](Writer::finish) after the last write. Otherwise an incomplete character at the
/// end of the text is not detected, and the last bytes of a stateful encoding, such as the escape
/// sequence of ISO-2022-JP, are not written. When a writer is dropped, it writes out its buffer but
/// cannot report errors.
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
/// Errors of the inner writer are returned unchanged, except that an interrupted write is repeated.
/// The writer has accepted no text of the failed call and has lost no text of earlier calls, so you
/// can repeat the call.
///
/// A malformed sequence or an unrepresentable character is an error of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData). It contains a [`StreamError`], whose position
/// counts the [units](Charset::unit_size) written to this writer, which are bytes except in native
/// UTF-16 and UTF-32. All text before it is written out. The error is final: all further calls
/// return it. A [lossy](Writer::lossy) writer has no such errors.
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
    /// `None` after [`Writer::into_inner`] has taken it.
    inner: Option<W>,
    converter: Converter,
    output: Buffer,
    /// The part of `output` that is not written out yet.
    waiting: Range<usize>,
    /// The final error, which is returned after all accepted text is written out.
    failed: Option<StreamError>,
    /// Whether `write` of the inner writer is being called. If it panics, `drop` must not call it
    /// again.
    in_inner_call: bool,
}

impl<W: Write> Writer<W> {
    /// Creates a writer that converts UTF-8 to the encoding `target`. It does not add a byte order
    /// mark.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Latin1);
    /// writer.write_all("café".as_bytes())?;
    /// writer.finish()?;
    /// assert_eq!(writer.into_inner(), b"caf\xE9");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: W, target: Charset) -> Writer<W> {
        Writer::with_source(inner, Charset::Utf8, target)
    }

    /// Creates a writer that converts text from the encoding `source` to the encoding `target`. It
    /// does not add a byte order mark.
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
            converter: Converter::new(source, target),
            output: Buffer::new(),
            waiting: 0..0,
            failed: None,
            in_inner_call: false,
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

    /// Records the position, the length and the reason of each replacement of a
    /// [lossy](Self::lossy) writer, for [`take_replacements`](Self::take_replacements).
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Ascii).lossy().record_replacements();
    /// writer.write_all("10 €".as_bytes())?;
    /// writer.finish()?;
    /// let replaced = writer.take_replacements();
    /// assert_eq!((replaced[0].position(), replaced[0].skip()), (3, 3));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn record_replacements(mut self) -> Writer<W> {
        self.converter.recorded = Some(Vec::new());
        self
    }

    /// Ends the text, writes the rest of it out, and flushes the inner writer.
    ///
    /// After an error of the inner writer you can call it again. No text is lost or written twice.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Writer`], and the incomplete character at the end of the text, if
    /// there is one.
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
            let step = self.converter.finish(dst);
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

    /// Returns the number of replacements written so far.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Latin1).lossy();
    /// writer.write_all("10 €".as_bytes())?;
    /// assert_eq!(writer.replacements(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn replacements(&self) -> u64 {
        self.converter.transcoder.replacements()
    }

    /// Returns the [recorded](Self::record_replacements) replacements since the last call, in
    /// order.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Latin1).lossy().record_replacements();
    /// writer.write_all("10 €".as_bytes())?;
    /// assert_eq!(writer.take_replacements()[0].position(), 3);
    /// assert!(writer.take_replacements().is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_replacements(&mut self) -> Vec<StreamError> {
        self.converter.take_replacements()
    }

    /// Returns a reference to the inner writer. Some converted text may not be written to it yet.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Latin1);
    /// writer.write_all("café".as_bytes())?;
    /// writer.flush()?;
    /// assert_eq!(writer.get_ref(), b"caf\xE9");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn get_ref(&self) -> &W {
        self.inner.as_ref().expect(PRESENT)
    }

    /// Returns the inner writer. Call [`finish`](Self::finish) first, which reports errors. This
    /// function writes out the rest of the converted text, but ignores errors.
    ///
    /// ```
    /// use std::io::Write;
    /// use utflane::{Charset, io::Writer};
    ///
    /// let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
    /// writer.write_all(b"hi")?;
    /// writer.finish()?;
    /// assert_eq!(writer.into_inner(), b"h\0i\0");
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
            self.in_inner_call = true;
            let result = inner.write(&self.output[self.waiting.clone()]);
            self.in_inner_call = false;
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

    /// If there is a final error, writes out the text before it and returns the error.
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
            let start = self.converter.transcoder.bytes_read();
            let dst = &mut self.output[self.waiting.end..];
            let step = self.converter.step(buf, dst);
            self.waiting.end += step.written;
            if let Status::Stopped(error) = step.status {
                self.failed = Some(error);
                // The bytes of `buf` before the error are accepted.
                let unit = self.converter.transcoder.source().unit_size() as u64;
                return match (error.position() * unit).saturating_sub(start) {
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
        if !self.in_inner_call {
            // `drop` cannot report an error.
            let _ = self.write_out();
        }
    }
}
