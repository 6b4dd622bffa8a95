//! [`PerLine`], which chooses a charset for each line of a text in several encodings.
//!
//! Lines end at the byte LF, so they are found before anything is decoded. In each suitable charset
//! this byte is U+000A and never a part of another character. A run is a sequence of lines in one
//! charset:
//!
//! ```text
//! bytes   |line|line|line that is malformed in UTF-8|line|line
//!         |run in UTF-8 |run in windows-1252            |run in UTF-8
//!                          ^ validation as UTF-8 stops here, and the run ends at its line start
//! ```

use super::lines::line_len;
use crate::{Charset, CodePoint, Isa};
use std::error::Error;
use std::fmt;
use std::vec::Vec;

/// Chooses a charset for each line of a text in several encodings: the first one in which the line
/// is well-formed.
///
/// [`Reader::per_line`](super::Reader::per_line) uses it. Use it directly if you have the lines in
/// memory, or convert them to another encoding than UTF-8.
///
/// A line ends at the byte LF. The line feeds in a quoted field of a CSV file also end lines, so
/// such a field can be in several charsets.
///
/// ```
/// use utflane::{Charset, io::PerLine};
///
/// let mut policy = PerLine::new(&[Charset::Utf8, Charset::Windows1252])?;
/// let mut rest = &b"a\nb\xC3\xA9\nc\xE9\nd\n"[..];
/// let mut runs = Vec::new();
/// while !rest.is_empty() {
///     let (len, charset) = policy.next_run(rest);
///     runs.push((len, charset));
///     rest = &rest[len..];
/// }
/// let [utf8, windows] = [Some(Charset::Utf8), Some(Charset::Windows1252)];
/// assert_eq!(runs, [(6, utf8), (3, windows), (2, utf8)]);
///
/// let windows = &policy.lines()[1];
/// assert_eq!((windows.charset, windows.lines), (Charset::Windows1252, 1));
/// assert_eq!(windows.first.map(|line| (line.number, line.position)), Some((3, 6)));
/// # Ok::<(), utflane::io::PerLineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerLine {
    lines: Vec<CharsetLines>,
    /// Number of lines and bytes before the next run.
    number: u64,
    position: u64,
}

/// The lines of a text that are in one charset. See [`PerLine::lines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CharsetLines {
    /// The charset.
    pub charset: Charset,
    /// The number of lines in it. An ASCII line is in the first charset.
    pub lines: u64,
    /// The first line in it, if there is one.
    pub first: Option<FirstLine>,
}

/// The number and the position of a line in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstLine {
    /// The number of the line. The first line has number 1.
    pub number: u64,
    /// The number of bytes before the line.
    pub position: u64,
}

/// The error for a list of charsets that cannot be chosen per line.
///
/// ```
/// use utflane::{Charset, io::PerLine};
///
/// let error = |charsets| PerLine::new(charsets).unwrap_err().to_string();
/// assert_eq!(
///     error(&[Charset::Utf8, Charset::Utf16Le]),
///     "UTF-16LE cannot be chosen per line: its line feed is longer than a byte",
/// );
/// assert_eq!(
///     error(&[Charset::Windows1252, Charset::Utf8]),
///     "UTF-8 would never be chosen, because every line is well-formed in windows-1252: \
///      name UTF-8 before it",
/// );
/// assert_eq!(error(&[]), "no charset to choose");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerLineError {
    /// The list is empty.
    Empty,
    /// The lines of this charset do not end at the byte LF, or depend on the lines before them.
    Unsuitable(Charset),
    /// This charset would never be chosen, because every line is well-formed in the one before it.
    Unreachable {
        /// The charset that would never be chosen.
        charset: Charset,
        /// The charset in which every line is well-formed.
        after: Charset,
    },
}

impl PerLine {
    /// Creates a policy that tries `charsets` in this order.
    ///
    /// Suitable are UTF-8 and its variants, Latin-1, ASCII, the code pages except EBCDIC, and the
    /// legacy multi-byte encodings except those with shift sequences, such as ISO-2022-JP. Only the
    /// last charset may be one in which every line is well-formed, such as windows-1252.
    ///
    /// # Errors
    ///
    /// Returns an error if the list is empty, a charset is unsuitable, or a charset would never be
    /// chosen.
    ///
    /// ```
    /// use utflane::{Charset, io::PerLine};
    ///
    /// assert!(PerLine::new(&[Charset::Utf8, Charset::Windows1252]).is_ok());
    /// assert!(PerLine::new(&[Charset::Windows1252, Charset::Utf8]).is_err());
    /// ```
    pub fn new(charsets: &[Charset]) -> Result<PerLine, PerLineError> {
        if charsets.is_empty() {
            return Err(PerLineError::Empty);
        }
        for (index, &charset) in charsets.iter().enumerate() {
            if unsuitable(charset).is_some() {
                return Err(PerLineError::Unsuitable(charset));
            }
            if let Some(&after) = charsets[..index].iter().find(|before| fits_all(**before)) {
                return Err(PerLineError::Unreachable { charset, after });
            }
        }
        let lines = charsets.iter().map(|charset| CharsetLines {
            charset: *charset,
            lines: 0,
            first: None,
        });
        Ok(PerLine {
            lines: lines.collect(),
            number: 0,
            position: 0,
        })
    }

    /// Sets the number of bytes and of lines before the text. Positions and line numbers count from
    /// there.
    ///
    /// ```
    /// use utflane::{Charset, io::PerLine};
    ///
    /// let mut policy = PerLine::new(&[Charset::Utf8])?.starting_at(3, 1);
    /// policy.next_run(b"text\n");
    /// let first = policy.lines()[0].first.unwrap();
    /// assert_eq!((first.number, first.position), (2, 3));
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    #[must_use]
    pub fn starting_at(mut self, position: u64, lines: u64) -> PerLine {
        self.position = position;
        self.number = lines;
        self
    }

    /// Returns the length in bytes of the next run, and its charset. `text` begins at the end of
    /// the run before, and ends with a line or with the whole text.
    ///
    /// If the charset is `None`, the run is one line that is malformed in each charset.
    ///
    /// ```
    /// use utflane::{Charset, io::PerLine};
    ///
    /// let mut policy = PerLine::new(&[Charset::Utf8, Charset::ShiftJis])?;
    /// assert_eq!(policy.next_run(b"\xFF\n\x83e\n"), (2, None));
    /// assert_eq!(policy.next_run(b"\x83e\n"), (3, Some(Charset::ShiftJis)));
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn next_run(&mut self, text: &[u8]) -> (usize, Option<Charset>) {
        let valid = self.first().valid_up_to(Isa::best(), text);
        let (len, index) = if valid == text.len() {
            (valid, Some(0))
        } else {
            let before = text[..valid].iter().rposition(|byte| *byte == b'\n');
            match before {
                Some(line_feed) => (line_feed + 1, Some(0)),
                None => {
                    let (len, _) = line_len(text);
                    let line = &text[..len];
                    let fits = |of: &CharsetLines| of.charset.validate(line).is_ok();
                    (len, self.lines.iter().position(fits))
                }
            }
        };
        self.add(&text[..len], index);
        (len, index.map(|index| self.lines[index].charset))
    }

    /// Returns the lines of the text so far, for each charset in the order of the list. Lines that
    /// are malformed in each charset are in none.
    ///
    /// ```
    /// use utflane::{Charset, io::PerLine};
    ///
    /// let mut policy = PerLine::new(&[Charset::Utf8, Charset::Latin1])?;
    /// policy.next_run(b"one\ntwo");
    /// assert_eq!(policy.lines()[0].lines, 2);
    /// assert_eq!(policy.lines()[1].first, None);
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn lines(&self) -> &[CharsetLines] {
        &self.lines
    }

    /// Counts lines, or the rest of a line, whose charset is not to be chosen. Use it for a line
    /// that is too long to be kept in memory.
    ///
    /// ```
    /// use utflane::{Charset, io::PerLine};
    ///
    /// let mut policy = PerLine::new(&[Charset::Utf8])?;
    /// policy.skip(b"long ");
    /// policy.skip(b"line\n");
    /// policy.next_run(b"text\n");
    /// assert_eq!(policy.lines()[0].first.unwrap().number, 2);
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn skip(&mut self, text: &[u8]) {
        self.add(text, None);
    }

    /// Adds the lines of a run to those of a charset, or to none.
    fn add(&mut self, run: &[u8], index: Option<usize>) {
        let line_feeds = count_line_feeds(run);
        if let Some(index) = index {
            let of = &mut self.lines[index];
            of.lines += line_feeds + u64::from(!run.is_empty() && !run.ends_with(b"\n"));
            if !run.is_empty() && of.first.is_none() {
                of.first = Some(FirstLine {
                    number: self.number + 1,
                    position: self.position,
                });
            }
        }
        self.number += line_feeds;
        self.position += run.len() as u64;
    }

    /// Returns the charset that is tried first.
    pub(super) fn first(&self) -> Charset {
        self.lines[0].charset
    }
}

/// Returns the reason why the lines of a charset cannot be separated as bytes, if there is one.
fn unsuitable(charset: Charset) -> Option<&'static str> {
    if charset.width() > 1 {
        return Some("its line feed is longer than a byte");
    }
    if charset.has_shifts() {
        return Some("the meaning of a line depends on the lines before it");
    }
    let is_ascii = |byte: u8| charset.decode(&[byte]).ok() == Some((CodePoint(byte.into()), 1));
    (!is_ascii(b'\n') || !is_ascii(b'\r')).then_some("its line feed is not the byte 0A")
}

/// Returns whether every text is well-formed in a charset.
fn fits_all(charset: Charset) -> bool {
    (0..=u8::MAX).all(|byte| charset.validate(&[byte]).is_ok())
}

/// Counts the LF bytes.
fn count_line_feeds(bytes: &[u8]) -> u64 {
    // The inner counter is a byte, so the compiler vectorises with lanes of bytes. With an array of
    // counters, it does not.
    let count = |block: &[u8]| {
        let is_line_feed = block.iter().map(|byte| u8::from(*byte == b'\n'));
        is_line_feed.sum::<u8>()
    };
    bytes.chunks(192).map(|block| u64::from(count(block))).sum()
}

impl fmt::Display for PerLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PerLineError::Empty => f.write_str("no charset to choose"),
            PerLineError::Unsuitable(charset) => {
                let reason = unsuitable(charset).unwrap_or_default();
                write!(f, "{charset} cannot be chosen per line: {reason}")
            }
            PerLineError::Unreachable { charset, after } => write!(
                f,
                "{charset} would never be chosen, because every line is well-formed in {after}: \
                 name {charset} before it"
            ),
        }
    }
}

impl Error for PerLineError {}

#[cfg(test)]
mod tests {
    use super::{count_line_feeds, fits_all, unsuitable};
    use crate::Charset;

    /// In a suitable charset, the bytes LF and CR must be no part of any other character.
    #[test]
    fn line_ends_are_never_in_a_longer_character() {
        let suitable = |charset: &Charset| unsuitable(*charset).is_none();
        for charset in Charset::ALL.into_iter().filter(suitable) {
            let mut leads = std::vec![std::vec::Vec::new()];
            // All prefixes of characters: those that are incomplete.
            while let Some(lead) = leads.pop() {
                for byte in 0..=u8::MAX {
                    let mut bytes = lead.clone();
                    bytes.push(byte);
                    let decoded = charset.decode(&bytes);
                    match byte {
                        b'\n' | b'\r' if !lead.is_empty() => assert!(
                            decoded.is_err_and(|error| error
                                .len
                                .is_some_and(|len| usize::from(len) <= lead.len())),
                            "{charset} {bytes:02X?}"
                        ),
                        _ => {
                            let is_incomplete = decoded.is_err_and(|error| error.len.is_none());
                            // Four levels of UTF-8 would take too long, and show nothing new.
                            if is_incomplete && bytes.len() < 3 {
                                leads.push(bytes);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn line_feeds_are_counted_in_texts_of_all_lengths() {
        for len in (0..200).chain([32 * 255, 32 * 255 + 1, 70_000]) {
            let all = std::vec![b'\n'; len];
            assert_eq!(count_line_feeds(&all), len as u64);
            let some: std::vec::Vec<u8> = (0..len).map(|at| (at % 14) as u8).collect();
            let expected = some.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(count_line_feeds(&some), expected as u64);
        }
    }

    #[test]
    fn suitable_charsets() {
        for charset in [
            Charset::Utf8,
            Charset::Latin1,
            Charset::Ascii,
            #[cfg(feature = "code-pages")]
            Charset::Windows1252,
            #[cfg(feature = "multibyte")]
            Charset::Gb18030,
            #[cfg(feature = "variants")]
            Charset::Cesu8,
            #[cfg(feature = "more-charsets")]
            Charset::XMsCp932,
            #[cfg(feature = "more-charsets")]
            Charset::Utf8Cesu8,
        ] {
            assert_eq!(unsuitable(charset), None, "{charset}");
        }
        for charset in [
            Charset::Utf16Le,
            Charset::Utf32,
            #[cfg(feature = "code-pages")]
            Charset::Cp037,
            #[cfg(feature = "multibyte")]
            Charset::Iso2022Jp,
            #[cfg(feature = "more-charsets")]
            Charset::Utf7,
            #[cfg(feature = "more-charsets")]
            Charset::Ucs2Le,
        ] {
            assert!(unsuitable(charset).is_some(), "{charset}");
        }
        assert!(fits_all(Charset::Latin1));
        assert!(!fits_all(Charset::Utf8));
        #[cfg(feature = "code-pages")]
        assert!(!fits_all(Charset::Windows1253));
    }
}
