//! [`Lines`], an iterator over the lines of a text. Lines with malformed text are returned as
//! bytes.
//!
//! Text is converted in steps, and lines are searched for in the converted text:
//!
//! ```text
//! input   ....|a step's bytes..............|unread....
//!             ^ origin        ^ start of a line: computed only when its bytes are asked for
//! text    ....|a step's text...............|
//!                       ^ line
//! ```
//!
//! To map a position in the text to a position in the input, the conversion is repeated from the
//! origin. This happens only when the bytes of a line are needed. The origin moves along, so no
//! text is converted more than twice.

mod advance;

use super::bad_line::LineError;
use super::per_line::CharsetLines;
use super::source::Source;
use crate::Charset;
use crate::stream::{AnyTranscoder, StreamError};
use std::io::{BufRead, Read};
use std::ops::Range;
use std::string::String;
use std::vec::Vec;

/// An iterator over the lines of a text. It returns each line as a `String` without its line end
/// (LF or CR LF), or as an error with its bytes. [`Reader::text_lines`](super::Reader::text_lines)
/// creates it.
///
/// In EBCDIC, NEL (U+0085, in most code pages byte 15) also ends a line.
///
/// Every line is one item, even if several sequences in it are malformed. Lines are the lines of
/// the decoded text, as a lossy conversion writes it. So an LF byte that is part of a character or
/// of a malformed sequence does not end a line.
///
/// The bytes of all lines, [good](Self::raw) and bad, together are the input, with two exceptions.
/// A byte order mark that [`Reader::sniff`](super::Reader::sniff) removes, and an escape sequence
/// of ISO-2022-JP after the last line end, are not in any line.
///
/// ```
/// use utflane::{Charset, Reason, io::{LineError, LineReason, Reader}};
///
/// let file = b"o\0n\0e\0\n\0\x00\xDCt\0w\0o\0\n\0\n";
/// let mut lines = Reader::new(&file[..], Charset::Utf16Le).text_lines();
/// assert_eq!(lines.next().unwrap()?, "one");
/// for (number, position, length, skip) in [(2, 8, 10, 2), (3, 18, 1, 1)] {
///     let Some(Err(LineError::Bad(line))) = lines.next() else { panic!() };
///     assert_eq!((line.number(), line.position(), line.raw().len()), (number, position, length));
///     let LineReason::Malformed(error) = line.reason() else { panic!() };
///     assert_eq!((error.position(), error.skip()), (position, skip));
/// }
/// assert!(lines.next().is_none());
/// # Ok::<(), utflane::io::LineError>(())
/// ```
///
/// Memory grows with the longest line. [`max_line_len`](Self::max_line_len) limits it. Around a
/// [lossy](super::Reader::lossy) reader no line is malformed.
#[derive(Debug)]
pub struct Lines<R> {
    source: Source<R>,
    /// Converted text, from the position `dropped` on.
    text: String,
    /// Number of bytes of UTF-8 that were removed from the start of `text`. Positions in the text
    /// count from the first byte of the whole text.
    dropped: u64,
    /// The line returned last. The next line starts at its end.
    line: Range<u64>,
    /// The position in the text up to which the search for an LF after `line` has found none.
    searched: u64,
    /// The position in the text of the origin of the source. It is at most the start of `line`.
    origin: u64,
    /// The transcoder before the last step, and its position in the text.
    step: (AnyTranscoder, u64),
    /// The error at which the conversion stopped, at the end of `text`.
    stopped: Option<StreamError>,
    /// The first error of the line that is being read.
    error: Option<StreamError>,
    /// The positions of the bytes of `line` in the input, once they are known.
    raw: Option<Range<u64>>,
    number: u64,
    limit: u64,
    /// The rest of a line that is too long and is returned in parts.
    long: Option<Long>,
}

/// The rest of a line that is too long, as positions in the input.
#[derive(Debug)]
struct Long {
    next: u64,
    /// `None` until the end of the line is read.
    end: Option<u64>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(mut source: Source<R>) -> Lines<R> {
        source.converter.transcoder.set_target(Charset::Utf8);
        source.origin = source.converter.transcoder.clone();
        Lines {
            step: (source.origin.clone(), 0),
            source,
            text: String::new(),
            dropped: 0,
            line: 0..0,
            searched: 0,
            origin: 0,
            stopped: None,
            error: None,
            raw: None,
            number: 0,
            limit: u64::MAX,
            long: None,
        }
    }

    /// Limits the length of a line in the input, including its line end, to `len` bytes, and so
    /// limits the memory for a line. Default: no limit.
    ///
    /// A longer line is returned in parts of `len` bytes. Each part is an error with the number of
    /// the line and the reason [`LineReason::TooLong`](super::LineReason::TooLong). The
    /// [last](super::BadLine::is_last) part contains the rest.
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let file = b"short\nmuch too long\nshort\n";
    /// let lines = Reader::new(&file[..], Charset::Utf8).text_lines().max_line_len(8);
    /// let items: Vec<_> = lines.map(|line| match line {
    ///     Ok(text) => text,
    ///     Err(LineError::Bad(bad)) => format!("{}: {}", bad.number(), bad.raw().escape_ascii()),
    ///     Err(LineError::Io(error)) => panic!("{error}"),
    /// }).collect();
    /// assert_eq!(items, ["short", "2: much too", r"2:  long\n", "short"]);
    /// ```
    #[must_use]
    pub fn max_line_len(mut self, len: usize) -> Lines<R> {
        self.limit = len.max(1) as u64;
        self
    }

    /// Appends the next line to `line`, including its line end (LF or CR LF, in EBCDIC also NEL),
    /// which the last line may not have. Returns the number of bytes appended, which is 0 after the
    /// last line.
    ///
    /// # Errors
    ///
    /// Returns the errors of the iterator. Nothing is appended then, and the next call reads the
    /// next line.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut lines = Reader::new(&b"one\r\ntwo"[..], Charset::Utf8).text_lines();
    /// let mut line = String::new();
    /// assert_eq!(lines.read_line(&mut line)?, 5);
    /// assert_eq!(lines.read_line(&mut line)?, 3);
    /// assert_eq!(lines.read_line(&mut line)?, 0);
    /// assert_eq!(line, "one\r\ntwo");
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn read_line(&mut self, line: &mut String) -> Result<usize, LineError> {
        self.advance()?;
        let text = self.line();
        line.push_str(text);
        Ok(text.len())
    }

    /// Returns the bytes in the input of the line, or the part of a line, that was returned last.
    ///
    /// In ISO-2022-JP they may not be a text by themselves: they begin in the state after the
    /// previous line.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut lines = Reader::new(&b"a;b\n\xE9\n"[..], Charset::Latin1).text_lines();
    /// let row = lines.next().unwrap()?;
    /// if row.split(';').count() != 3 {
    ///     assert_eq!(lines.raw(), b"a;b\n");
    /// }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn raw(&mut self) -> &[u8] {
        let raw = self.raw_positions();
        self.source.kept(raw)
    }

    /// Returns the number of the line returned last. The first line has number 1.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut lines = Reader::new(&b"one\ntwo\n"[..], Charset::Utf8).text_lines();
    /// assert_eq!(lines.next().unwrap()?, "one");
    /// assert_eq!(lines.number(), 1);
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the encoding of the input, like [`Reader::source`](super::Reader::source). If it is
    /// chosen [per line](super::Reader::per_line), it is that of the line returned last.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let lines = Reader::sniff(&b"\xFF\xFEh\0i\0"[..], Charset::Latin1)?.text_lines();
    /// assert_eq!(lines.source(), Charset::Utf16Le);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn source(&self) -> Charset {
        self.source.converter.transcoder.source()
    }

    /// Returns the lines in each charset, of a reader that chooses it
    /// [per line](super::Reader::per_line). Otherwise it is empty. It includes lines that are read
    /// but not returned yet.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let charsets = [Charset::Utf8, Charset::Windows1252];
    /// let mut lines = Reader::per_line(&b"a\ncaf\xE9\nb\n"[..], &charsets)?.text_lines();
    /// assert_eq!(lines.by_ref().count(), 3);
    /// let windows = &lines.charset_lines()[1];
    /// assert_eq!((windows.charset, windows.lines), (Charset::Windows1252, 1));
    /// assert_eq!(windows.first.unwrap().number, 2);
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn charset_lines(&self) -> &[CharsetLines] {
        self.source.charset_lines()
    }

    /// Returns the number of replacements made so far, including those in text that is converted
    /// but not returned yet.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let mut lines = Reader::new(&b"b\xFFd\n"[..], Charset::Utf8).lossy().text_lines();
    /// assert_eq!(lines.next().unwrap()?, "b\u{FFFD}d");
    /// assert_eq!(lines.replacements(), 1);
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn replacements(&self) -> u64 {
        self.source.replacements()
    }

    /// Returns the [recorded](super::Reader::record_replacements) replacements since the last call,
    /// in order. They include replacements in text that is converted but not returned yet.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let reader = Reader::new(&b"b\xFFd\n"[..], Charset::Utf8).lossy().record_replacements();
    /// let mut lines = reader.text_lines();
    /// assert_eq!(lines.next().unwrap()?, "b\u{FFFD}d");
    /// assert_eq!(lines.take_replacements()[0].position(), 1);
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn take_replacements(&mut self) -> Vec<StreamError> {
        self.source.converter.take_replacements()
    }

    /// Returns a mutable reference to the inner reader.
    #[cfg(any(feature = "tokio", feature = "futures"))]
    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.source.inner
    }

    /// Returns the length of the line at the start of `text`, including its line end, and whether it
    /// has a line end.
    fn line_len(&self, text: &[u8]) -> (usize, bool) {
        if !self.source().is_ebcdic() {
            return line_len(text);
        }
        // NEL is C2 85. Other characters also contain the byte 85.
        let mut before = 0;
        let is_end = |&byte: &u8| {
            let is_end = byte == b'\n' || (before, byte) == (0xC2, 0x85);
            before = byte;
            is_end
        };
        match text.iter().position(is_end) {
            Some(at) => (at + 1, true),
            None => (text.len(), false),
        }
    }

    /// Returns the text of the line returned last, with its line end.
    fn line(&self) -> &str {
        let [start, end] = [self.line.start, self.line.end].map(|at| self.index(at));
        &self.text[start..end]
    }

    /// Converts a position in the text to an index in `text`.
    fn index(&self, position: u64) -> usize {
        (position - self.dropped) as usize
    }

    /// Returns the position of the end of `text`.
    fn text_end(&self) -> u64 {
        self.dropped + self.text.len() as u64
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.advance() {
            return Some(Err(error));
        }
        let line = self.line();
        if line.is_empty() {
            return None;
        }
        let is_ebcdic = self.source().is_ebcdic();
        let is_end = |end: char| end == '\n' || end == '\u{85}' && is_ebcdic;
        let text = match line.strip_suffix(is_end) {
            Some(text) => text.strip_suffix('\r').unwrap_or(text),
            None => line,
        };
        Some(Ok(text.into()))
    }
}

/// Returns the length of the line at the start of `bytes`, including its LF, and whether it has an
/// LF.
#[inline]
pub(super) fn line_len(bytes: &[u8]) -> (usize, bool) {
    let mut rest = bytes;
    // This is the fast search of the standard library. Reading from a slice cannot fail.
    let len = rest.skip_until(b'\n').unwrap_or_default();
    (len, bytes[..len].ends_with(b"\n"))
}
