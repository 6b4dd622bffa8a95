//! [`Reader`], which converts text that it reads.

mod per_line;
mod read;

use super::lines::Lines;
use super::source::Source;
use super::{Buffer, Converter};
use crate::Charset;
use crate::stream::StreamError;
use std::io::{self, Read};
use std::ops::Range;
use std::vec::Vec;

/// Converts the text of another reader from an encoding that is chosen at run time to UTF-8.
///
/// It implements [`Read`] and [`BufRead`](std::io::BufRead) and has its own buffer, so you do not
/// need a [`BufReader`](std::io::BufReader) around or inside it.
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
/// Errors of the inner reader are returned unchanged.
///
/// Each malformed sequence and each unrepresentable character is an error of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData), which is returned after all text before it. It
/// contains a [`StreamError`], whose position counts bytes of the inner reader. The next read
/// resumes after the sequence. A [lossy](Reader::lossy) reader has no such errors.
///
/// # Lines
///
/// [`text_lines`](Self::text_lines) iterates over lines, and returns a line with malformed text as
/// an error with its number and its bytes. Use it for records.
///
/// The methods of the standard library's traits lose information:
///
/// - [`BufRead::lines`](std::io::BufRead::lines) returns an error for a line with malformed text,
///   and then the next line, as around a [`BufReader`](std::io::BufReader). The text of the line is
///   lost.
/// - [`BufRead::read_line`](std::io::BufRead::read_line) appends the line without its malformed
///   sequences, and returns the first error.
/// - [`BufRead::read_until`](std::io::BufRead::read_until), and the `lines` methods of asynchronous
///   traits, stop at each malformed sequence. The rest of the line follows as if it were a separate
///   line.
///
/// ```
/// use std::io::BufRead;
/// use utflane::{Charset, io::Reader};
///
/// let file = b"fine\nb\xFFd\nfine again\n";
/// let lines = Reader::new(&file[..], Charset::Utf8).lines();
/// let lines: Vec<_> = lines.map(|line| line.ok()).collect();
/// assert_eq!(lines, [Some("fine".into()), None, Some("fine again".into())]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    output: Buffer,
    /// The part of `output` that is not delivered yet.
    ready: Range<usize>,
    /// Number of bytes that were delivered, or skipped as malformed when appending to a string.
    delivered: u64,
    /// The value of `delivered` at the origin of the source.
    origin: u64,
    /// The first error of the line that is being read, to be returned at its end.
    line_error: Option<StreamError>,
}

impl<R: Read> Reader<R> {
    /// Creates a reader that converts text from the encoding `source` to UTF-8. A byte order mark
    /// is converted like any other character.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut text = String::new();
    /// Reader::new(&b"caf\xE9"[..], Charset::Latin1).read_to_string(&mut text)?;
    /// assert_eq!(text, "café");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: R, source: Charset) -> Reader<R> {
        Reader::with_target(inner, source, Charset::Utf8)
    }

    /// Creates a reader that converts text from the encoding `source` to the encoding `target`.
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
            source: Source::new(inner, Converter::new(source, target)),
            output: Buffer::default(),
            ready: 0..0,
            delivered: 0,
            origin: 0,
            line_error: None,
        }
    }

    /// Creates a reader that converts text to UTF-8 from the encoding of its byte order mark, or
    /// from `default` if it has none. The mark is removed from the text, but positions count it.
    ///
    /// This function reads the first bytes. If the inner reader fails after some of them, as a
    /// non-blocking one may, these bytes are kept. The first read then returns the error, and the
    /// next read looks for the mark again. Until then [`source`](Self::source) is `default`.
    ///
    /// # Errors
    ///
    /// Returns the error of the inner reader, if the first byte cannot be read.
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

    /// Creates a reader of text that is UTF-8, or else in the encoding `fallback`, and converts it
    /// to UTF-8.
    ///
    /// The first `look_ahead` bytes decide. If they contain no malformed sequence, the text is read
    /// as UTF-8, and a later malformed sequence is an error. With [`usize::MAX`] the whole text is
    /// read before the first byte is delivered. A byte order mark decides as for
    /// [`sniff`](Self::sniff), and is removed.
    ///
    /// This function reads until it has decided or the inner reader fails. If that fails after the
    /// first byte, the first read from this reader returns the error, and the next read continues
    /// to decide. Until then [`source`](Self::source) is `fallback`.
    ///
    /// # Errors
    ///
    /// Returns the error of the inner reader, if the first byte cannot be read.
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

    /// Creates a reader that decides on its encoding when it is first read.
    pub(super) fn undecided(inner: R, default: Charset, look_ahead: usize) -> Reader<R> {
        let mut reader = Reader::new(inner, default);
        reader.source.decide_later(look_ahead);
        reader
    }

    /// Returns the converted text that is not delivered yet.
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

    /// Records the position, the length and the reason of each replacement of a
    /// [lossy](Self::lossy) reader, for [`take_replacements`](Self::take_replacements).
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let file = &b"a\xC0\x80b\xE2\x82"[..];
    /// let mut reader = Reader::new(file, Charset::Utf8).lossy().record_replacements();
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text)?;
    /// let replaced = reader.take_replacements();
    /// let replaced = replaced.iter().map(|error| (error.position(), error.skip()));
    /// assert_eq!(replaced.collect::<Vec<_>>(), [(1, 1), (2, 1), (4, 2)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn record_replacements(mut self) -> Reader<R> {
        self.source.converter.recorded = Some(Vec::new());
        self
    }

    /// Returns the [recorded](Self::record_replacements) replacements since the last call, in
    /// order. They include replacements in text that is converted but not delivered yet.
    ///
    /// Each replacement takes memory until this call, so call this method after each read of a
    /// large text.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let file = &b"a\xE2\x82b"[..];
    /// let mut reader = Reader::new(file, Charset::Utf8).lossy().record_replacements();
    /// reader.read_to_string(&mut String::new())?;
    /// assert_eq!(reader.take_replacements()[0].skip(), 2);
    /// assert!(reader.take_replacements().is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_replacements(&mut self) -> Vec<StreamError> {
        self.source.converter.take_replacements()
    }

    /// Iterates over the lines of the text. Each line is one item. A line with malformed text is an
    /// error with the number of the line, its bytes in the inner reader, and the first malformed
    /// sequence. The next item is the next line.
    ///
    /// Lines are UTF-8 for every [target](Self::with_target) of the reader. If text was read
    /// before, the first line begins after it. See [`Lines`].
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let file = b"id;name\n1;M\xFCller\n2;ok\n";
    /// let (mut rows, mut rejected) = (Vec::new(), Vec::new());
    /// for line in Reader::new(&file[..], Charset::Utf8).text_lines() {
    ///     match line {
    ///         Ok(row) => rows.push(row),
    ///         Err(LineError::Bad(line)) => rejected.push((line.number(), line.into_raw())),
    ///         Err(LineError::Io(error)) => return Err(error),
    ///     }
    /// }
    /// assert_eq!(rows, ["id;name", "2;ok"]);
    /// assert_eq!(rejected, [(2, b"1;M\xFCller\n".to_vec())]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn text_lines(mut self) -> Lines<R> {
        if !self.ready.is_empty() || self.source.error.is_some() {
            let delivered = self.delivered - self.origin;
            self.source.advance_origin(delivered as usize);
            self.source.rewind();
        }
        Lines::new(self.source)
    }

    /// Returns the encoding of the input: the chosen one, or the detected one after the first bytes
    /// were read. If it is chosen [per line](Reader::per_line), it is that of the text read last.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let reader = Reader::sniff(&b"\xFE\xFF\0h\0i"[..], Charset::Latin1)?;
    /// assert_eq!(reader.source(), Charset::Utf16Be);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn source(&self) -> Charset {
        self.source.converter.transcoder.source()
    }

    /// Returns the number of replacements made so far, including those in text that is converted
    /// but not delivered yet.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut reader = Reader::new(&b"a\xC0\x80b"[..], Charset::Utf8).lossy();
    /// reader.read_to_string(&mut String::new())?;
    /// assert_eq!(reader.replacements(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn replacements(&self) -> u64 {
        self.source.replacements()
    }

    /// Returns a reference to the inner reader. Its position may be ahead of the delivered text.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let reader = Reader::new(&b"hi"[..], Charset::Utf8);
    /// assert_eq!(reader.get_ref(), b"hi");
    /// ```
    pub fn get_ref(&self) -> &R {
        &self.source.inner
    }

    /// Returns a mutable reference to the inner reader. Bytes that are read from it directly are
    /// missing in the text.
    #[cfg(any(feature = "tokio", feature = "futures"))]
    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.source.inner
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let reader = Reader::new(&b"hi"[..], Charset::Utf8);
    /// assert_eq!(reader.into_inner(), b"hi");
    /// ```
    pub fn into_inner(self) -> R {
        self.source.inner
    }
}
