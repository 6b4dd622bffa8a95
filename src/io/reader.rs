//! A reader that converts text.

use super::Buffer;
use super::source::Source;
use crate::Charset;
use crate::encoding::scheme::{Scheme, Utf8};
use crate::stream::{AnyTranscoder, StreamError};
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
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    output: Buffer,
    /// The part of `output` that is not delivered yet.
    ready: Range<usize>,
    /// Number of bytes that were delivered, or left out of a string as malformed.
    delivered: u64,
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
        Reader {
            source: Source::new(inner, AnyTranscoder::new(source, target)),
            output: Buffer::default(),
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
        Reader::deciding(inner, default, 0)
    }

    /// Reads text, as UTF-8, that is UTF-8 or else in the encoding `fallback`, and decides on the
    /// first `look_ahead` bytes: if there is no malformed sequence among them, the text is taken
    /// for UTF-8, and one that comes later is an error. With [`usize::MAX`] the whole text is read
    /// before the first byte is delivered. A byte order mark decides as for
    /// [`sniff`](Self::sniff), and is left out.
    ///
    /// This function reads until it has decided, or the inner reader fails: then the first read
    /// from this reader returns the error, and the next one goes on. Until then
    /// [`source`](Self::source) is `fallback`.
    ///
    /// # Errors
    ///
    /// The error of the inner reader, if the first byte cannot be read.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// for file in [&b"caf\xC3\xA9"[..], b"caf\xE9"] {
    ///     let mut text = String::new();
    ///     let mut reader = Reader::utf8_or(file, Charset::Windows1252, 1 << 20)?;
    ///     reader.read_to_string(&mut text)?;
    ///     assert_eq!(text, "café");
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn utf8_or(inner: R, fallback: Charset, look_ahead: usize) -> io::Result<Reader<R>> {
        Reader::deciding(inner, fallback, look_ahead)
    }

    fn deciding(inner: R, default: Charset, look_ahead: usize) -> io::Result<Reader<R>> {
        let mut reader = Reader::undecided(inner, default, look_ahead);
        reader.source.decide_now()?;
        Ok(reader)
    }

    /// A reader that decides on its encoding with its first read.
    pub(super) fn undecided(inner: R, default: Charset, look_ahead: usize) -> Reader<R> {
        let mut reader = Reader::new(inner, default);
        reader.source.decide_later(look_ahead);
        reader
    }

    /// The text that is converted and not delivered yet.
    #[cfg(any(feature = "tokio", feature = "futures"))]
    pub(super) fn ready(&self) -> &[u8] {
        &self.output[self.ready.clone()]
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

    /// Number of replacements made so far, also in text that is converted but not delivered yet.
    pub fn replacements(&self) -> u64 {
        self.source.converter.transcoder.replacements()
    }

    /// The inner reader. Its position may be ahead of the text that was delivered.
    pub fn get_ref(&self) -> &R {
        &self.source.inner
    }

    /// The inner reader, mutably. Bytes that are read from it directly are missing in the text.
    #[cfg(any(feature = "tokio", feature = "futures"))]
    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.source.inner
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    pub fn into_inner(self) -> R {
        self.source.inner
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
        let rest = &self.output[self.ready.clone()];
        let Err(malformed) = Utf8::NEW.decode(rest) else {
            return Ok(());
        };
        let error = StreamError::malformed_at::<crate::Utf8>(self.delivered, rest, malformed);
        if malformed.len.is_none() && self.extend_ready()? {
            return Ok(());
        }
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
            // Who only reads to slices that are not short needs none.
            if self.output.is_empty() {
                self.output = Buffer::new();
            }
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
