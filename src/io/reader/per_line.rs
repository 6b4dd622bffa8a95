//! The constructor of a [`Reader`] that chooses a charset for each line, and its result.

use super::Reader;
use crate::Charset;
use crate::io::per_line::{CharsetLines, PerLine, PerLineError};
use std::io::Read;

impl<R: Read> Reader<R> {
    /// Creates a reader of a text in several encodings, and converts it to UTF-8. Each line is read
    /// in the first of `charsets` in which it is well-formed.
    ///
    /// Lines end at the byte LF. A line that is malformed in each charset is read in the first one,
    /// with the same errors or replacements as by [`new`](Self::new). A byte order mark is a
    /// character. See [`PerLine`].
    ///
    /// [`charset_lines`](Self::charset_lines) returns the number of lines in each charset. Memory
    /// grows with the longest line. [`Lines::max_line_len`](crate::io::Lines::max_line_len) limits it.
    ///
    /// # Errors
    ///
    /// Returns an error if the list is empty, a charset is [unsuitable](PerLine::new), or a charset
    /// would never be chosen.
    ///
    /// ```
    /// use std::io::Read;
    /// use utflane::{Charset, io::Reader};
    ///
    /// let file = b"caf\xC3\xA9\ncaf\xE9\n";
    /// let mut reader = Reader::per_line(&file[..], &[Charset::Utf8, Charset::Windows1252])?;
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text)?;
    /// assert_eq!(text, "café\ncafé\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn per_line(inner: R, charsets: &[Charset]) -> Result<Reader<R>, PerLineError> {
        let per_line = PerLine::new(charsets)?;
        let mut reader = Reader::new(inner, per_line.first());
        reader.source.per_line = Some(per_line);
        Ok(reader)
    }

    /// Returns the lines in each charset, of a reader that chooses it [per line](Self::per_line).
    /// Otherwise it is empty. It includes lines that are read but not delivered yet.
    ///
    /// ```
    /// use utflane::{Charset, io::Reader};
    ///
    /// let charsets = [Charset::Utf8, Charset::Latin1];
    /// let mut reader = Reader::per_line(&b"a\ncaf\xE9\nb\n"[..], &charsets)?;
    /// std::io::copy(&mut reader, &mut std::io::sink())?;
    /// let lines = reader.charset_lines().iter().map(|of| (of.charset, of.lines));
    /// assert_eq!(lines.collect::<Vec<_>>(), [(Charset::Utf8, 2), (Charset::Latin1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn charset_lines(&self) -> &[CharsetLines] {
        self.source.charset_lines()
    }
}
