//! Positions in a text: byte, line and column.

use std::fmt;

use utflane::Charset;

/// A position in a text. Lines end after U+000A, and in EBCDIC also after U+0085; columns count
/// characters, and a malformed sequence as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Position {
    /// The number of bytes before the position.
    pub(crate) offset: u64,
    /// Starts at 1.
    pub(crate) line: u64,
    /// Starts at 1.
    pub(crate) column: u64,
}

impl Position {
    pub(crate) const START: Position = Position {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// Advances past well-formed text.
    pub(crate) fn advance(&mut self, charset: Charset, text: &[u8]) {
        let (newlines, last_line) = last_line(charset, text);
        if newlines > 0 {
            self.line += newlines;
            self.column = 1;
        }
        self.column += charset.char_count(last_line) as u64;
        self.offset += text.len() as u64;
    }

    /// Advances past `bytes` bytes of the input, which are `utf8` in UTF-8.
    pub(crate) fn advance_converted(&mut self, bytes: usize, utf8: &[u8]) {
        let before = self.offset;
        self.advance(Charset::Utf8, utf8);
        self.offset = before + bytes as u64;
    }

    /// Advances past a malformed sequence.
    pub(crate) fn skip(&mut self, bytes: u64) {
        self.column += 1;
        self.offset += bytes;
    }
}

/// Returns the number of newlines in well-formed text, and the text after the last one.
pub(crate) fn last_line(charset: Charset, text: &[u8]) -> (u64, &[u8]) {
    // A newline is a whole unit: the byte 0A with the zero bytes of its unit before and after it.
    match charset {
        Charset::Utf16Le => split_last_line(text, *b"\n\0"),
        Charset::Utf16Be => split_last_line(text, *b"\0\n"),
        Charset::Utf32Le => split_last_line(text, *b"\n\0\0\0"),
        Charset::Utf32Be => split_last_line(text, *b"\0\0\0\n"),
        _ => match charset.ebcdic_line_ends() {
            Some(ends) => {
                let counts = ends.map(|end| split_last_line(text, [end]));
                let [(lf, after_lf), (nel, after_nel)] = counts;
                let last = if after_lf.len() < after_nel.len() {
                    after_lf
                } else {
                    after_nel
                };
                (lf + nel, last)
            }
            None => split_last_line(text, *b"\n"),
        },
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: byte {}", self.line, self.column, self.offset)
    }
}

/// Number of units that a counter of one byte counts without overflow, and a multiple of the lanes
/// of a vector.
const BLOCK: usize = 192;

/// Counts the occurrences of `unit` in `text`, which consists of whole units of `N` bytes.
pub(crate) fn count_units<const N: usize>(text: &[u8], unit: [u8; N]) -> u64 {
    let (units, _) = text.as_chunks::<N>();
    // The inner counter is a byte, so the compiler vectorises with lanes of bytes.
    units
        .chunks(BLOCK)
        .map(|block| block.iter().map(|other| u8::from(*other == unit)).sum())
        .map(|count: u8| u64::from(count))
        .sum()
}

/// Returns the number of newlines in `text`, which consists of whole units of `N` bytes, and the
/// text after the last one.
fn split_last_line<const N: usize>(text: &[u8], newline: [u8; N]) -> (u64, &[u8]) {
    let newlines = count_units(text, newline);
    if newlines == 0 {
        return (0, text);
    }
    let (units, _) = text.as_chunks::<N>();
    let last = units.iter().rposition(|unit| *unit == newline);
    let start = last.map_or(0, |index| (index + 1) * N);
    (newlines, &text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Returns the line and column of the end of `text`, counted one character at a time.
    fn expected(text: &str) -> (u64, u64) {
        let line = text.matches('\n').count() as u64 + 1;
        let column = text.rsplit('\n').next().unwrap().chars().count() as u64 + 1;
        (line, column)
    }

    #[test]
    fn advances_like_a_count_of_characters() {
        let long = "\n".repeat(700) + &"\u{1f600}\u{20ac}".repeat(300);
        for text in [
            "",
            "a",
            "\n",
            "a\u{e9}\nb\u{20ac}\u{1f600}",
            "\u{a0a}\u{d0a}\n\u{a00}",
            &long,
        ] {
            let utf16: Vec<u16> = text.encode_utf16().collect();
            let utf32: Vec<u32> = text.chars().map(u32::from).collect();
            for (charset, bytes) in [
                (Charset::Utf8, text.as_bytes().to_vec()),
                (
                    Charset::Utf16Le,
                    utf16.iter().flat_map(|u| u.to_le_bytes()).collect(),
                ),
                (
                    Charset::Utf16Be,
                    utf16.iter().flat_map(|u| u.to_be_bytes()).collect(),
                ),
                (
                    Charset::Utf32Le,
                    utf32.iter().flat_map(|u| u.to_le_bytes()).collect(),
                ),
                (
                    Charset::Utf32Be,
                    utf32.iter().flat_map(|u| u.to_be_bytes()).collect(),
                ),
            ] {
                let mut position = Position::START;
                position.advance(charset, &bytes);
                assert_eq!(
                    (position.line, position.column),
                    expected(text),
                    "{charset} {text:?}"
                );
                assert_eq!(position.offset, bytes.len() as u64);
            }
        }
    }
}
