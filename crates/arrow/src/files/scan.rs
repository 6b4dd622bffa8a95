//! Finds rows and their fields in CSV text that arrives in chunks.
//!
//! A vector search finds the byte that ends a field. The scanner keeps its state between chunks, so
//! it reads each byte once, even if the text is cut within a long quoted field.
//!
//! The grammar is that of the crate `csv-core`, with exceptions for quotes that are not closed. A
//! quote opens a field only at its start. Inside, a doubled quote or an escaped character stands
//! for itself. Text between the closing quote and the next delimiter is appended to the field.
//!
//! A quote is not closed if no quote follows. It is also not closed if the field contains a line
//! end, and text follows the next quote: that quote opens another field, as in `1,"x` LF `2,"y"`.
//!
//! A file of lines is CSV with one field per row and without quotes.

use std::borrow::Cow;

/// The bytes with a meaning, all ASCII, and the largest length of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    pub(super) quote: u8,
    /// Not the quote.
    pub(super) escape: Option<u8>,
    pub(super) comment: Option<u8>,
    /// The only byte that ends rows. If `None`, rows end with CR, LF or CRLF.
    pub(super) terminator: Option<u8>,
    /// Largest length of a row without its line end.
    pub(super) max_row_len: usize,
    /// Whether empty lines are no rows.
    pub(super) skips_blank_lines: bool,
    /// Whether each line is one field. The terminator is then LF, and a CR before it is not part of
    /// the field.
    pub(super) is_lines: bool,
}

/// A field of a row. Offsets count from the start of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it has quotes or escapes that are not part of its value.
    is_escaped: bool,
}

/// The next part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The text ends within a row, and more may follow.
    More,
    /// The end of the file.
    End,
    /// A row of this length, including its line end.
    Row { len: usize },
    /// An empty line or a comment of this length.
    Blank { len: usize },
    /// A row with a quote that is not closed, or not within the largest length of a row. The line
    /// with the quote ends at `len`.
    Unclosed { quote: usize, len: usize },
    /// A row that does not end within the largest length.
    TooLong,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Row,
    Comment,
    Field,
    Plain,
    Quoted,
}

/// Finds rows one after another.
#[derive(Clone, Debug)]
pub(super) struct Scanner {
    dialect: Dialect,
    state: State,
    /// The fields of the last row. For an unclosed row, the fields before the quote.
    pub(super) fields: Vec<Field>,
    /// Number of bytes of the row that were read.
    at: usize,
    /// Start of the current field, its opening quote, and whether it is escaped so far.
    start: usize,
    quote: usize,
    is_escaped: bool,
}

impl Dialect {
    /// Returns the number of lines that end in a text. The text must not end within a CRLF.
    pub(super) fn line_ends(&self, text: &[u8]) -> u64 {
        let count = match self.terminator {
            Some(terminator) => memchr::memchr_iter(terminator, text).count(),
            None => {
                let is_alone = |at: &usize| text.get(at + 1) != Some(&b'\n');
                memchr::memchr_iter(b'\n', text).count()
                    + memchr::memchr_iter(b'\r', text).filter(is_alone).count()
            }
        };
        count as u64
    }

    /// Returns the error message for a row whose quote on this line is not closed.
    pub(super) fn unclosed_quote(&self, line: u64) -> String {
        let limit = self.max_row_len;
        format!(
            "the quote on line {line} is not closed, or its row is longer than {limit} bytes, or \
             text follows the closing quote"
        )
    }

    /// Returns the error message for a row that is too long.
    pub(super) fn too_long_row(&self) -> String {
        format!("the row is longer than {} bytes", self.max_row_len)
    }

    fn is_line_end(&self, byte: u8) -> bool {
        match self.terminator {
            Some(terminator) => byte == terminator,
            None => byte == b'\n' || byte == b'\r',
        }
    }

    fn find_line_end(&self, text: &[u8]) -> Option<usize> {
        match self.terminator {
            Some(terminator) => memchr::memchr(terminator, text),
            None => memchr::memchr2(b'\n', b'\r', text),
        }
    }

    /// Returns the length of the line end at the start of `text`, or `None` if it depends on the
    /// next chunk.
    fn line_end_len(&self, text: &[u8], is_end: bool) -> Option<usize> {
        match (text.first(), text.get(1)) {
            (Some(b'\r'), _) if self.terminator.is_some() => Some(1),
            (Some(b'\r'), Some(b'\n')) => Some(2),
            (Some(b'\r'), None) if !is_end => None,
            _ => Some(1),
        }
    }

    /// Returns the value of a field of `row`.
    pub(super) fn value<'a>(&self, row: &'a [u8], field: Field) -> Cow<'a, [u8]> {
        let raw = &row[field.start..field.end];
        match field.is_escaped {
            true => Cow::Owned(self.unescape(raw)),
            false => Cow::Borrowed(raw),
        }
    }

    /// Returns the value of a field from its raw bytes after the opening quote.
    fn unescape(&self, raw: &[u8]) -> Vec<u8> {
        let mut value = Vec::with_capacity(raw.len());
        let mut rest = raw.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            if Some(byte) == self.escape {
                value.extend(rest.next());
            } else if byte != self.quote {
                value.push(byte);
            } else if rest.next_if_eq(&self.quote).is_some() {
                value.push(self.quote);
            } else {
                value.extend(rest.by_ref());
            }
        }
        value
    }
}

/// Returns a line without the CR of its CRLF. The line has no LF.
pub(super) fn without_carriage_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

impl Scanner {
    pub(super) fn new(dialect: Dialect) -> Scanner {
        Scanner {
            dialect,
            state: State::Row,
            fields: Vec::new(),
            at: 0,
            start: 0,
            quote: 0,
            is_escaped: false,
        }
    }

    /// Returns whether a part of the row was read. The last step was then [`Step::More`].
    pub(super) fn is_within_row(&self) -> bool {
        self.at > 0
    }

    /// Returns the next step in `text`. After [`Step::More`], pass the text from the start of the
    /// same row again, with more bytes. After any other step, pass the text after that step.
    #[inline]
    pub(super) fn next(&mut self, text: &[u8], is_end: bool) -> Step {
        if self.dialect.is_lines {
            return self.next_line(text, is_end);
        }
        let max = self.dialect.max_row_len;
        // One byte more, because the line end comes after the longest row.
        let window = &text[..text.len().min(max.saturating_add(1))];
        let step = match self.scan(window, text, is_end) {
            Some(step) => step,
            None if window.len() < text.len() || is_end && text.len() > max => {
                self.too_long(window, text)
            }
            None if is_end => self.end(text),
            None => return Step::More,
        };
        self.state = State::Row;
        self.at = 0;
        step
    }

    /// Does what [`next`](Self::next) does, for a file of lines.
    fn next_line(&mut self, text: &[u8], is_end: bool) -> Step {
        let (end, len) = match memchr::memchr(b'\n', &text[self.at..]) {
            Some(distance) => {
                let end = self.at + distance;
                (without_carriage_return(&text[..end]).len(), end + 1)
            }
            None if !is_end => {
                self.at = text.len();
                return Step::More;
            }
            None if text.is_empty() => return Step::End,
            None => (text.len(), text.len()),
        };
        self.at = 0;
        self.fields.clear();
        self.push(end);
        Step::Row { len }
    }

    /// Continues to the end of a row that ends in `window`, the start of `text`.
    #[inline]
    fn scan(&mut self, window: &[u8], text: &[u8], is_end: bool) -> Option<Step> {
        let Dialect {
            delimiter, quote, ..
        } = self.dialect;
        loop {
            match self.state {
                State::Row => {
                    let first = *window.first()?;
                    self.fields.clear();
                    if self.dialect.is_line_end(first) {
                        let len = self.dialect.line_end_len(text, is_end)?;
                        if self.dialect.skips_blank_lines {
                            return Some(Step::Blank { len });
                        }
                        (self.start, self.is_escaped) = (0, false);
                        self.push(0);
                        return Some(Step::Row { len });
                    }
                    self.state = match self.dialect.comment == Some(first) {
                        true => State::Comment,
                        false => State::Field,
                    };
                }
                State::Comment => {
                    self.at += self.find(window, |dialect, rest| dialect.find_line_end(rest))?;
                    let len = self.dialect.line_end_len(&text[self.at..], is_end)?;
                    return Some(Step::Blank { len: self.at + len });
                }
                State::Field => {
                    let is_quoted = *window.get(self.at)? == quote;
                    self.is_escaped = false;
                    self.quote = self.at;
                    self.at += usize::from(is_quoted);
                    self.start = self.at;
                    self.state = match is_quoted {
                        true => State::Quoted,
                        false => State::Plain,
                    };
                }
                State::Plain => {
                    self.at += self.find(window, |dialect, rest| match dialect.terminator {
                        Some(terminator) => memchr::memchr2(delimiter, terminator, rest),
                        None => memchr::memchr3(delimiter, b'\n', b'\r', rest),
                    })?;
                    if let Some(step) = self.end_field(self.at, text, is_end)? {
                        return Some(step);
                    }
                }
                State::Quoted => {
                    self.at += self.find(window, |dialect, rest| match dialect.escape {
                        Some(escape) => memchr::memchr2(quote, escape, rest),
                        None => memchr::memchr(quote, rest),
                    })?;
                    let next = *window.get(self.at + 1)?;
                    if self.dialect.escape == Some(window[self.at]) || next == quote {
                        self.is_escaped = true;
                        self.at += 2;
                    } else if next == delimiter || self.dialect.is_line_end(next) {
                        let close = self.at;
                        self.at += 1;
                        match self.end_field(close, text, is_end) {
                            Some(None) => {}
                            Some(step) => return step,
                            None => {
                                self.at = close;
                                return None;
                            }
                        }
                    } else if let Some(step) = self.unclosed(&window[..self.at], text) {
                        return Some(step);
                    } else {
                        self.is_escaped = true;
                        self.at += 1;
                        self.state = State::Plain;
                    }
                }
            }
        }
    }

    /// Returns the distance to the byte that `find` finds in the unread part of `window`.
    #[inline]
    fn find(
        &mut self,
        window: &[u8],
        find: impl FnOnce(&Dialect, &[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let found = find(&self.dialect, &window[self.at..]);
        if found.is_none() {
            self.at = window.len();
        }
        found
    }

    /// Ends a field at `end`. The delimiter or the line end is at `self.at`. Returns `None` if the
    /// end of the line depends on the next chunk.
    #[inline]
    fn end_field(&mut self, end: usize, text: &[u8], is_end: bool) -> Option<Option<Step>> {
        let mut step = None;
        if text[self.at] != self.dialect.delimiter {
            let len = self.at + self.dialect.line_end_len(&text[self.at..], is_end)?;
            step = Some(Step::Row { len });
        }
        self.push(end);
        self.at += 1;
        self.state = State::Field;
        Some(step)
    }

    fn push(&mut self, end: usize) {
        self.fields.push(Field {
            start: self.start,
            end,
            is_escaped: self.is_escaped,
        });
    }

    /// Returns the step at the end of a file that does not end with a line end.
    #[cold]
    fn end(&mut self, text: &[u8]) -> Step {
        let len = text.len();
        match self.state {
            State::Row => return Step::End,
            State::Comment => return Step::Blank { len },
            State::Field => {
                (self.start, self.is_escaped) = (len, false);
                self.push(len);
            }
            State::Plain => self.push(len),
            State::Quoted if self.is_at_closing_quote(text) => self.push(self.at),
            State::Quoted => return self.unclosed(text, text).unwrap_or(self.whole(len)),
        }
        Step::Row { len }
    }

    fn whole(&self, len: usize) -> Step {
        let quote = self.quote;
        Step::Unclosed { quote, len }
    }

    #[cold]
    fn too_long(&self, window: &[u8], text: &[u8]) -> Step {
        match self.state {
            State::Quoted if !self.is_at_closing_quote(window) => self.unclosed(window, text),
            _ => None,
        }
        .unwrap_or(Step::TooLong)
    }

    /// Returns whether the text ends with the quote that closes the field.
    fn is_at_closing_quote(&self, text: &[u8]) -> bool {
        text.get(self.at) == Some(&self.dialect.quote)
    }

    /// Returns the line with the unclosed quote, if it ends in `window`.
    fn unclosed(&self, window: &[u8], text: &[u8]) -> Option<Step> {
        let end = self.quote + self.dialect.find_line_end(&window[self.quote..])?;
        Some(self.whole(end + self.dialect.line_end_len(&text[end..], true)?))
    }
}
