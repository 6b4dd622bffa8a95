//! A reader that converts text.

use super::{Converter, buffer};
use crate::scheme::{Scheme, Utf8};
use crate::stream::{AnyTranscoder, Status, StreamError};
use crate::{Bom, Charset};
use std::boxed::Box;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::ops::Range;
use std::string::String;

/// Converts the text of another reader to UTF-8, from an encoding chosen at run time.
///
/// It is a [`Read`] and a [`BufRead`], with a buffer of its own, so there is no need for a
/// [`BufReader`](std::io::BufReader) around or inside it.
///
/// ```
/// use std::io::Read;
/// use utflane::{Charset, io::Reader};
///
/// let file = b"c\0a\0f\0\xE9\0";
/// let mut text = String::new();
/// Reader::new(&file[..], Charset::Utf16Le).read_to_string(&mut text)?;
/// assert_eq!(text, "café");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Those of the inner reader, unchanged, and one of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData) for each malformed sequence and each
/// unrepresentable character, when all text before it has been delivered. It contains a
/// [`StreamError`], whose position counts bytes of the inner reader. The next read after such an
/// error resumes after the sequence. A [lossy](Reader::lossy) reader has no such errors.
///
/// ```
/// use std::io::BufRead;
/// use utflane::{Charset, io::Reader};
///
/// let file = b"fine\nb\xFFd\nfine again\n";
/// let lines = Reader::new(&file[..], Charset::Utf8).lines();
/// let lines: Vec<_> = lines.map(|line| line.ok()).collect();
/// assert_eq!(lines, [Some("fine".into()), None, Some("d".into()), Some("fine again".into())]);
/// ```
pub struct Reader<R> {
    source: Source<R>,
    output: Box<[u8]>,
    /// The part of `output` that is not delivered yet.
    ready: Range<usize>,
    /// Number of bytes that were delivered, or left out of a string as malformed.
    delivered: u64,
}

/// The parts of a [`Reader`] that produce output.
struct Source<R> {
    inner: R,
    converter: Converter,
    input: Box<[u8]>,
    /// The part of `input` that is not converted yet.
    unread: Range<usize>,
    /// The error to return after the text that was delivered last.
    error: Option<StreamError>,
    /// Whether the first bytes are still to be checked for a byte order mark.
    sniffing: bool,
    /// The error of the inner reader during that check, to be returned by the next read.
    failure: Option<io::Error>,
}

/// Bytes of a caller's buffer from which on text is converted directly into it, without the buffer
/// of the reader.
const DIRECT: usize = 4096;

impl<R: Read> Reader<R> {
    /// Reads text in the encoding `source`, as UTF-8. A byte order mark is converted as any other
    /// character.
    pub fn new(inner: R, source: Charset) -> Reader<R> {
        Reader::with_target(inner, source, Charset::Utf8)
    }

    /// Reads text in the encoding `source`, as text in the encoding `target`.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut latin1 = Vec::new();
    /// let mut reader = Reader::with_target("naïve".as_bytes(), Charset::Utf8, Charset::Latin1);
    /// reader.read_to_end(&mut latin1)?;
    /// assert_eq!(latin1, b"na\xEFve");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_target(inner: R, source: Charset, target: Charset) -> Reader<R> {
        let source = Source {
            inner,
            converter: Converter {
                transcoder: AnyTranscoder::new(source, target),
                lossy: false,
            },
            input: buffer(),
            unread: 0..0,
            error: None,
            sniffing: false,
            failure: None,
        };
        Reader {
            source,
            output: buffer(),
            ready: 0..0,
            delivered: 0,
        }
    }

    /// Reads text, as UTF-8, in the encoding that its byte order mark indicates, or in the encoding
    /// `default` if it has none. The mark is left out; positions count it.
    ///
    /// This function reads the first bytes. If the inner reader fails after some of them, as a
    /// non-blocking one may, they are kept: the first read from this reader returns the error, and
    /// the next one looks for the mark again. Until then [`source`](Self::source) is `default`.
    ///
    /// # Errors
    ///
    /// The error of the inner reader, if the first byte cannot be read.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// for file in [&b"\xFE\xFF\0h\0i"[..], b"\xEF\xBB\xBFhi", b"hi"] {
    ///     let mut text = String::new();
    ///     Reader::sniff(file, Charset::Latin1)?.read_to_string(&mut text)?;
    ///     assert_eq!(text, "hi");
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sniff(inner: R, default: Charset) -> io::Result<Reader<R>> {
        let mut reader = Reader::new(inner, default);
        let source = &mut reader.source;
        source.sniffing = true;
        if let Err(error) = source.sniff() {
            if source.unread.is_empty() {
                return Err(error);
            }
            source.failure = Some(error);
        }
        Ok(reader)
    }

    /// Replaces malformed sequences and unrepresentable characters, as
    /// [`transcode_lossy`](crate::transcode_lossy) does, instead of returning an error.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut reader = Reader::new(&b"a\xC0\x80b"[..], Charset::Utf8).lossy();
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text)?;
    /// assert_eq!(text, "a\u{FFFD}\u{FFFD}b");
    /// assert_eq!(reader.replacements(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn lossy(mut self) -> Reader<R> {
        self.source.converter.lossy = true;
        self
    }

    /// The encoding of the input: the one chosen, or the one that the byte order mark indicates,
    /// once it is read.
    pub fn source(&self) -> Charset {
        self.source.converter.transcoder.source()
    }

    /// The encoding of the text that is delivered.
    pub fn target(&self) -> Charset {
        self.source.converter.transcoder.target()
    }

    /// Number of replacements made so far, also in text that is converted but not delivered yet.
    pub fn replacements(&self) -> u64 {
        self.source.converter.transcoder.replacements()
    }

    /// The inner reader. Its position may be ahead of the text that was delivered.
    pub fn get_ref(&self) -> &R {
        &self.source.inner
    }

    /// The inner reader, mutably. Bytes that are read from it directly are missing in the text.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.source.inner
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    pub fn into_inner(self) -> R {
        self.source.inner
    }
}

impl<R: Read> Source<R> {
    /// Moves the unread bytes, which do not fill the buffer, to its front, and reads once after
    /// them. Returns the number of bytes read.
    fn fill(&mut self) -> io::Result<usize> {
        self.input.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        let count = self.inner.read(&mut self.input[self.unread.end..])?;
        self.unread.end += count;
        Ok(count)
    }

    /// Checks the first bytes for a byte order mark. After an error it can be called again.
    fn sniff(&mut self) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        // The longest mark has four bytes.
        while self.unread.len() < 4 {
            match self.fill() {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        self.sniffing = false;
        if let Some(bom) = Bom::sniff(&self.input[self.unread.clone()]) {
            self.unread.start += bom.len();
            self.converter.transcoder =
                AnyTranscoder::new(bom.into(), Charset::Utf8).starting_at(bom.len() as u64);
        }
        Ok(())
    }

    /// Converts into `dst`, which any character fits. Returns the number of bytes written: 0 only
    /// at the end of the text.
    fn produce(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        if self.sniffing {
            self.sniff()?;
        }
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

impl<R: Read> Reader<R> {
    /// Appends the converted bytes to `text`. A sequence that is not UTF-8 is an error and is left
    /// out: the next call resumes after it.
    #[cold]
    fn append_checked(&mut self, text: &mut String) -> io::Result<()> {
        let ready = &self.output[self.ready.clone()];
        let valid = match crate::from_utf8(ready) {
            Ok(_) => ready.len(),
            Err(error) => error.valid_up_to(),
        };
        text.push_str(crate::from_utf8(&ready[..valid]).unwrap_or_default());
        self.consume(valid);
        let Err(malformed) = Utf8::NEW.decode(&self.output[self.ready.clone()]) else {
            return Ok(());
        };
        if malformed.len.is_none() && self.extend_ready()? {
            return Ok(());
        }
        let error = StreamError::malformed_at::<crate::Utf8>(self.delivered, malformed);
        self.consume(malformed.len.map_or(self.ready.len(), usize::from));
        Err(error.into())
    }

    /// Converts more output after the ready bytes, which are part of a character. Returns `false`
    /// at the end of the text, and at an error in the text, which it keeps for the next read.
    fn extend_ready(&mut self) -> io::Result<bool> {
        self.output.copy_within(self.ready.clone(), 0);
        self.ready = 0..self.ready.len();
        let error = match self.source.produce(&mut self.output[self.ready.end..]) {
            Ok(more) => {
                self.ready.end += more;
                return Ok(more > 0);
            }
            Err(error) => error,
        };
        match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(error) => {
                self.source.error = Some(*error);
                Ok(false)
            }
            None => Err(error),
        }
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ready.is_empty() {
            self.ready = 0..0;
            self.ready = 0..self.source.produce(&mut self.output)?;
        }
        Ok(&self.output[self.ready.clone()])
    }

    fn consume(&mut self, amount: usize) {
        let amount = amount.min(self.ready.len());
        self.ready.start += amount;
        self.delivered += amount as u64;
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.ready.is_empty() && buf.len() >= DIRECT {
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

    /// Appends the rest of the text to `text`, up to the first error; faster than the default
    /// implementation. Returns the number of bytes appended.
    ///
    /// The bytes to deliver are not always UTF-8: if the target is another encoding, or if a read
    /// into a short buffer has taken the beginning of a character. Each sequence that is not UTF-8
    /// is an error of the same kind, but its position counts the bytes delivered by this reader.
    /// All text before it is appended, and the next call resumes after the sequence.
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

impl<R: fmt::Debug> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("inner", &self.source.inner)
            .field("converter", &self.source.converter)
            .field("unread", &self.source.unread.len())
            .field("ready", &self.ready.len())
            .finish()
    }
}
