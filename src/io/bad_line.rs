//! The errors of [`Lines`](super::Lines).

use crate::stream::StreamError;
use std::boxed::Box;
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::vec::Vec;

/// The error of reading a line.
#[derive(Debug)]
pub enum LineError {
    /// An error of the inner reader. The next call continues where it occurred, and no text is
    /// lost.
    Io(io::Error),
    /// A line that has malformed text or is too long. The next call returns the next line, or the
    /// next part of a line that is too long.
    Bad(Box<BadLine>),
}

/// A line that cannot be returned as text, with its bytes and the reason. The format `{:#}` also
/// prints the rule that the malformed sequence breaks, and its bytes.
///
/// ```
/// use utflane::{Charset, io::{LineError, Reader}};
///
/// let mut lines = Reader::new(&b"1;ok\n2;b\xFFd\n3;ok\n"[..], Charset::Utf8).text_lines();
/// assert_eq!(lines.next().unwrap()?, "1;ok");
/// let Some(Err(LineError::Bad(line))) = lines.next() else { panic!() };
/// assert_eq!((line.number(), line.position(), line.raw()), (2, 5, &b"2;b\xFFd\n"[..]));
/// assert_eq!(
///     line.to_string(),
///     "line 2: invalid utf-8 sequence of 1 bytes from index 8 of the input",
/// );
/// assert_eq!(
///     format!("{line:#}"),
///     "line 2: invalid utf-8 sequence of 1 bytes from index 8 of the input: invalid byte (FF)",
/// );
/// assert_eq!(lines.next().unwrap()?, "3;ok");
/// # Ok::<(), LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    pub(super) number: u64,
    pub(super) position: u64,
    pub(super) raw: Vec<u8>,
    pub(super) reason: LineReason,
    pub(super) is_last: bool,
}

/// The reason why a line is not returned as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineReason {
    /// The line contains a malformed sequence, or a character that UTF-8 cannot represent. This is
    /// the first one. Its position counts from the start of the input.
    Malformed(StreamError),
    /// The line is longer than `limit` bytes. See
    /// [`Lines::max_line_len`](super::Lines::max_line_len).
    TooLong {
        /// The maximum length of a line, in bytes.
        limit: usize,
    },
}

impl BadLine {
    /// Returns the number of the line. The first line has number 1.
    ///
    /// ```
    /// use utflane::Charset;
    /// use utflane::io::{LineError, Reader};
    ///
    /// let mut lines = Reader::new(&b"a\nM\xFCller\nb\n"[..], Charset::Utf8).text_lines();
    /// assert_eq!(lines.next().unwrap()?, "a");
    /// let Some(Err(LineError::Bad(line))) = lines.next() else { panic!() };
    /// assert_eq!((line.number(), line.position()), (2, 2));
    /// assert_eq!(line.raw(), b"M\xFCller\n");
    /// assert_eq!(lines.next().unwrap()?, "b");
    /// # Ok::<(), LineError>(())
    /// ```
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of bytes of the input before [`raw`](Self::raw).
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let mut lines = Reader::new(&b"a\nM\xFCller\n"[..], Charset::Utf8).text_lines();
    /// let Some(Err(LineError::Bad(line))) = lines.nth(1) else { panic!() };
    /// assert_eq!(line.position(), 2);
    /// ```
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns the bytes of the line in the input, including its line end.
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let mut lines = Reader::new(&b"a\nM\xFCller\n"[..], Charset::Utf8).text_lines();
    /// let Some(Err(LineError::Bad(line))) = lines.nth(1) else { panic!() };
    /// assert_eq!(line.raw(), b"M\xFCller\n");
    /// ```
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Converts to the bytes of the line in the input, including its line end.
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let mut lines = Reader::new(&b"a\nM\xFCller\n"[..], Charset::Utf8).text_lines();
    /// let Some(Err(LineError::Bad(line))) = lines.nth(1) else { panic!() };
    /// assert_eq!(line.into_raw(), b"M\xFCller\n");
    /// ```
    pub fn into_raw(self) -> Vec<u8> {
        self.raw
    }

    /// Returns the reason why the line is not returned as text.
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, LineReason, Reader}};
    ///
    /// let mut lines = Reader::new(&b"a\nM\xFCller\n"[..], Charset::Utf8).text_lines();
    /// let Some(Err(LineError::Bad(line))) = lines.nth(1) else { panic!() };
    /// let LineReason::Malformed(error) = line.reason() else { panic!() };
    /// assert_eq!((error.position(), error.skip()), (3, 1));
    /// ```
    pub fn reason(&self) -> LineReason {
        self.reason
    }

    /// Returns whether the line ends here. It is `false` for all parts of a line that is too long,
    /// except the last one.
    ///
    /// ```
    /// use utflane::{Charset, io::{LineError, Reader}};
    ///
    /// let mut lines = Reader::new(&b"too long\n"[..], Charset::Utf8).text_lines().max_line_len(6);
    /// for (raw, is_last) in [(&b"too lo"[..], false), (b"ng\n", true)] {
    ///     let Some(Err(LineError::Bad(part))) = lines.next() else { panic!() };
    ///     assert_eq!((part.raw(), part.is_last()), (raw, is_last));
    /// }
    /// ```
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match self.reason {
            LineReason::Malformed(error) => {
                write!(f, "line {number}: ")?;
                error.fmt_in(f, " of the input")
            }
            LineReason::TooLong { limit } => {
                write!(f, "line {number} is longer than {limit} bytes")
            }
        }
    }
}

impl Error for BadLine {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.reason {
            LineReason::Malformed(error) => Some(error),
            LineReason::TooLong { .. } => None,
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Io(error) => error.fmt(f),
            LineError::Bad(line) => line.fmt(f),
        }
    }
}

impl Error for LineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LineError::Io(error) => error.source(),
            LineError::Bad(line) => line.source(),
        }
    }
}

/// Returns the error of the inner reader unchanged, and wraps a line in an error of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData).
impl From<LineError> for io::Error {
    fn from(error: LineError) -> io::Error {
        match error {
            LineError::Io(error) => error,
            LineError::Bad(line) => io::Error::new(ErrorKind::InvalidData, line),
        }
    }
}
