//! A source of converted text.

use super::{Converter, buffer};
use crate::scheme::{Scheme, Utf8};
use crate::stream::{AnyTranscoder, Status, StreamError};
use crate::{Bom, Charset};
use std::boxed::Box;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::ops::Range;
use std::string::String;

/// Converts what another reader reads: UTF-8, from an encoding chosen at run time.
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
/// Those of the inner reader as they are, and one of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData) for each malformed sequence, and for each
/// character that the target encoding lacks, when all text before it has been delivered. It carries
/// a [`StreamError`], whose position counts bytes of the inner reader. Reading on after such an
/// error goes on behind the sequence. A [lossy](Reader::lossy) reader has none of them.
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
    /// The part of the output that is yet to be delivered.
    ready: Range<usize>,
    /// Bytes that were delivered, or left out of a string.
    delivered: u64,
}

/// All but the output, which it writes to.
struct Source<R> {
    inner: R,
    converter: Converter,
    input: Box<[u8]>,
    /// The part of the input that is yet to be converted.
    unread: Range<usize>,
    /// What comes after the text that was delivered last.
    error: Option<StreamError>,
    /// Whether there is still a byte order mark to be looked for.
    sniffing: bool,
    /// What kept that from being found out, and is yet to be reported.
    failure: Option<io::Error>,
}

/// Room for output that is worth converting to without the buffer between.
const DIRECT: usize = 4096;

impl<R: Read> Reader<R> {
    /// Reads text in the encoding `source`, as UTF-8. A byte order mark is text like any other.
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

    /// Reads text that begins with a byte order mark, or else is in the encoding `default`, as
    /// UTF-8. The mark is left out; positions count it.
    ///
    /// The first bytes are read here. If the inner reader fails after some of them, as one that
    /// does not block may, these are kept: the first read from this reader returns the error, and
    /// the next goes on to look for the mark. Until then [`source`](Self::source) is `default`.
    ///
    /// # Errors
    ///
    /// That of the inner reader, if the first byte cannot be read.
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

    /// Replaces what cannot be converted, as [`transcode_lossy`](crate::transcode_lossy) does,
    /// instead of stopping at it.
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

    /// The encoding that it reads: what was chosen, or what the byte order mark says once that is
    /// read.
    pub fn source(&self) -> Charset {
        self.source.converter.transcoder.source()
    }

    /// The encoding that it delivers.
    pub fn target(&self) -> Charset {
        self.source.converter.transcoder.target()
    }

    /// Number of replacements made so far. The text may have been converted ahead of what was
    /// delivered.
    pub fn replacements(&self) -> u64 {
        self.source.converter.transcoder.replacements()
    }

    /// The inner reader. It has been read ahead of what was delivered.
    pub fn get_ref(&self) -> &R {
        &self.source.inner
    }

    /// The inner reader, to be changed. What is read from it directly is missing in the text.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.source.inner
    }

    /// The inner reader, without what was read ahead.
    pub fn into_inner(self) -> R {
        self.source.inner
    }
}

impl<R: Read> Source<R> {
    /// Reads once, behind what is yet to be converted, which is less than the buffer and is moved
    /// to its front.
    fn fill(&mut self) -> io::Result<usize> {
        self.input.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        let count = self.inner.read(&mut self.input[self.unread.end..])?;
        self.unread.end += count;
        Ok(count)
    }

    /// Looks for a byte order mark; after an error it goes on.
    fn sniff(&mut self) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        // So many bytes tell all marks apart.
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

    /// Converts to `dst`, which has room for any character; 0 only at the end.
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

    /// Converts the end: what is missing there is an error or has a replacement.
    fn end(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        if self.converter.lossy {
            return Ok(self.converter.transcoder.finish_lossy(dst).written);
        }
        self.converter.transcoder.finish()?;
        Ok(0)
    }
}

impl<R: Read> Reader<R> {
    /// Appends what is ready to `text`. What is not UTF-8 there is an error, and left out: the next
    /// call goes on behind it.
    #[cold]
    fn append_checked(&mut self, text: &mut String) -> io::Result<()> {
        let ready = &self.output[self.ready.clone()];
        let valid = match crate::from_utf8(ready) {
            Ok(_) => ready.len(),
            Err(error) => error.valid_up_to(),
        };
        text.push_str(crate::from_utf8(&ready[..valid]).unwrap_or_default());
        self.consume(valid);
        let Err(malformed) = Utf8::decode(&self.output[self.ready.clone()]) else {
            return Ok(());
        };
        if malformed.len.is_none() && self.add_ready()? {
            return Ok(());
        }
        let error = StreamError::malformed_at::<crate::Utf8>(self.delivered, malformed);
        self.consume(malformed.len.map_or(self.ready.len(), usize::from));
        Err(error.into())
    }

    /// Puts more output behind what is ready, which is part of a character; `false` if there is no
    /// more before the end, or before an error of the text, which is kept for later.
    fn add_ready(&mut self) -> io::Result<bool> {
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

    /// Appends all that is left to `text`, up to an error. Faster than what any reader has by
    /// default.
    ///
    /// What it delivers need not be UTF-8, where the target is another encoding or a read of a few
    /// bytes has taken the beginning of a character. Then there is an error of the same kind for
    /// each sequence that is not, but its position counts the bytes delivered by this reader. It
    /// stands behind all text before it, too, and the next call goes on behind the sequence.
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
