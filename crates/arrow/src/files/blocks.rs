//! Reads CSV in independent blocks of whole rows, so that threads can share a file.
//!
//! Row ends are found in the bytes of the file, without a conversion. This works because in most
//! encodings the bytes of line feeds and quotes are not part of any other character.

use super::scan::Dialect;
use super::{BadInput, BadRow, CsvOptions, Decode};
use crate::Error;
use crate::charset::has_ascii;
use arrow_array::RecordBatch;
use std::ops::Range;
use utflane::Charset;
use utflane::io::CharsetLines;

/// Finds where the rows of a CSV file end. See [`CsvOptions::row_cutter`].
#[derive(Clone, Debug)]
pub struct RowCutter {
    dialect: Dialect,
    charset: Charset,
}

/// The rows of a block. See [`CsvOptions::read_block`].
#[derive(Debug)]
pub struct Block {
    /// The rows, except those that were set aside.
    pub batches: Vec<RecordBatch>,
    /// The rows that were set aside.
    pub bad_rows: Vec<BadRow>,
    /// Number of malformed sequences that were replaced or made a value null.
    pub replacements: u64,
    /// The lines in each charset, with
    /// [`with_line_fallbacks`](CsvOptions::with_line_fallbacks).
    pub charset_lines: Vec<CharsetLines>,
    /// The error that ends the block, after its rows.
    pub error: Option<Error>,
}

impl CsvOptions {
    /// Returns a [`RowCutter`], which finds row ends in the bytes of a file. Returns `None` if they
    /// cannot be found there: in EBCDIC, ISO-2022-JP and MUTF-8, and with escapes, comments or
    /// other terminators.
    pub fn row_cutter(&self, charset: Charset) -> Option<RowCutter> {
        let dialect = self.dialect();
        let is_multibyte = |charset: &Charset| charset.is_multibyte();
        let is_multibyte = charset.is_multibyte() || self.line_fallbacks.iter().any(is_multibyte);
        // In legacy multi-byte encodings, bytes from 0x30 can be trail bytes.
        let is_apart = |byte: u8| byte < 0x30 || !is_multibyte && byte < 0x80;
        let is_wide = matches!(charset, Charset::Utf16Le | Charset::Utf16Be);
        let is_known = is_wide || has_ascii(charset);
        let is_known = is_known && self.line_fallbacks.iter().copied().all(has_ascii);
        let ends_lines = dialect.terminator.is_none() && dialect.comment.is_none();
        let is_plain = ends_lines && dialect.escape.is_none();
        (is_plain && is_known && is_apart(dialect.delimiter) && is_apart(dialect.quote))
            .then_some(RowCutter { dialect, charset })
    }

    /// Reads a block of whole rows that begins at the [start](Self::starting_at) of these options.
    /// The rows form one batch, unless many are set aside.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane::Charset;
    /// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
    /// use utflane_arrow::files::{BadInput, CsvOptions};
    ///
    /// let field = Field::new("n", DataType::Int32, true);
    /// let options = CsvOptions::new(Arc::new(Schema::new(vec![field])));
    /// let cutter = options.row_cutter(Charset::Latin1).unwrap();
    /// let file = b"1\n2\n3\nfo";
    /// assert_eq!(cutter.cut(file), (6, 3));
    /// let block = options.read_block(&file[..6], Charset::Latin1, BadInput::Fail);
    /// assert_eq!(block.batches[0].num_rows(), 3);
    /// let rest = options.starting_at(6, 3).read_block(b"four", Charset::Latin1, BadInput::Fail);
    /// assert!(rest.error.unwrap().to_string().contains("line 4"));
    /// ```
    pub fn read_block(&self, bytes: &[u8], charset: Charset, bad: BadInput) -> Block {
        let mut decoder = self
            .clone()
            .with_batch_size(usize::MAX)
            .decoder(charset, bad);
        let mut block = Block {
            batches: Vec::new(),
            bad_rows: Vec::new(),
            replacements: 0,
            charset_lines: Vec::new(),
            error: None,
        };
        let mut rest = bytes;
        loop {
            let step = decoder.decode(rest);
            let read = *step.as_ref().unwrap_or(&0);
            rest = &rest[read..];
            match step.and_then(|_| decoder.flush()) {
                Ok(Some(batch)) if batch.num_rows() > 0 => block.batches.push(batch),
                Ok(Some(_)) => {}
                Ok(None) if rest.is_empty() && read == 0 => break,
                Ok(None) => {}
                Err(error) => {
                    block.error = Some(error);
                    break;
                }
            }
        }
        block.bad_rows = decoder.take_bad_rows();
        block.replacements = decoder.replacements();
        block.charset_lines = decoder.charset_lines().to_vec();
        block
    }
}

impl RowCutter {
    /// Returns the length of the complete rows at the start of `bytes`, and the number of lines in
    /// them. Both are 0 if no row ends.
    ///
    /// If the first row is certainly longer than the [limit](CsvOptions::with_max_row_len), it ends
    /// with the line of its unclosed quote, or else at the end of `bytes`.
    /// [`read_block`](CsvOptions::read_block) then reports that the row does not parse.
    pub fn cut(&self, bytes: &[u8]) -> (usize, u64) {
        match self.charset {
            Charset::Utf16Le => self.cut_units(bytes, u16::from_le_bytes),
            Charset::Utf16Be => self.cut_units(bytes, u16::from_be_bytes),
            _ => self.cut_bytes(bytes),
        }
    }

    /// Returns whether a row of this number of bytes is certainly longer than the limit. The limit
    /// counts UTF-8, which has at least half as many bytes in every charset.
    fn is_too_long(&self, bytes: usize) -> bool {
        bytes / 2 > self.dialect.max_row_len
    }

    fn cut_bytes(&self, bytes: &[u8]) -> (usize, u64) {
        let Dialect {
            delimiter, quote, ..
        } = self.dialect;
        let find_quote = |from: usize| Some(from + memchr::memchr(quote, &bytes[from..])?);
        let ends_field = |byte: &u8| [delimiter, b'\n', b'\r'].contains(byte);
        // The start of the unquoted text, the end of the last row, and the opening quote of an
        // unclosed field.
        let (mut outside, mut end, mut unclosed) = (0, 0, None);
        let mut next = find_quote(0);
        while let Some(open) = next {
            if !bytes[..open].last().is_none_or(ends_field) {
                next = find_quote(open + 1);
                continue;
            }
            end = last_line_end(bytes, outside..open).unwrap_or(end);
            let mut close = find_quote(open + 1);
            while let Some(at) = close
                && bytes.get(at + 1) == Some(&quote)
            {
                close = find_quote(at + 2);
            }
            // Quotes after the closing quote, up to the end of the field, are ordinary characters.
            outside = match close {
                Some(close) => close + 1,
                None => bytes.len(),
            };
            unclosed = close.is_none().then_some(open);
            if let Some(close) = close
                && !bytes.get(close + 1).is_none_or(ends_field)
                && let Some(line_end) = first_line_end(&bytes[..close], open)
            {
                // The quote is not closed, so the row ends with its line.
                (end, outside) = (line_end, line_end);
            }
            next = find_quote(outside);
        }
        end = last_line_end(bytes, outside..bytes.len()).unwrap_or(end);
        if end == 0 && self.is_too_long(bytes.len()) {
            end = match unclosed.map(|open| first_line_end(bytes, open)) {
                Some(Some(end)) => end,
                _ => bytes.len(),
            };
        }
        (end, self.dialect.line_ends(&bytes[..end]))
    }

    fn cut_units(&self, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (usize, u64) {
        let [delimiter, quote] = [self.dialect.delimiter, self.dialect.quote].map(u16::from);
        let (units, _) = bytes.as_chunks::<2>();
        let unit_at = |at: usize| units.get(at).map(|bytes| unit(*bytes));
        let mut rest = (0..units.len()).peekable();
        let (mut end, mut lines, mut seen) = (0, 0, 0);
        let mut starts_field = true;
        // `Some` in an unclosed field, with the end of the line of its opening quote once known.
        let mut unclosed = None;
        'units: while let Some(at) = rest.next() {
            let unit = unit_at(at);
            let line_end = unit_line_end(unit, unit_at(at + 1));
            if line_end == LineEnd::Undecided {
                break;
            }
            seen += u64::from(line_end == LineEnd::Here);
            if line_end == LineEnd::Here {
                (end, lines) = (2 * (at + 1), seen);
            } else if unit == Some(quote) && starts_field {
                unclosed = Some(None);
                while let Some(at) = rest.next() {
                    let is_line_end = unit_line_end(unit_at(at), unit_at(at + 1)) == LineEnd::Here;
                    seen += u64::from(is_line_end);
                    if is_line_end && unclosed == Some(None) {
                        unclosed = Some(Some((2 * (at + 1), seen)));
                    }
                    let is_quote = unit_at(at) == Some(quote);
                    if is_quote && rest.next_if(|at| unit_at(*at) == Some(quote)).is_none() {
                        let after = unit_at(at + 1);
                        let ends_field = after.is_none()
                            || after == Some(delimiter)
                            || unit_line_end(after, None) != LineEnd::None;
                        let first_line = unclosed.take().flatten();
                        if let (false, Some(first_line)) = (ends_field, first_line) {
                            // The quote is not closed, so the row ends with its line.
                            (end, lines) = first_line;
                            (seen, starts_field) = (lines, true);
                            rest = (end / 2..units.len()).peekable();
                            continue 'units;
                        }
                        break;
                    }
                }
            }
            starts_field = unit == Some(delimiter) || line_end != LineEnd::None;
        }
        if end == 0 && self.is_too_long(bytes.len()) {
            return match unclosed {
                Some(Some(first_line)) => first_line,
                _ => (bytes.len(), seen),
            };
        }
        (end, lines)
    }
}

/// Whether a line ends after a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineEnd {
    None,
    Here,
    /// The line ends after the next unit, the LF of a CRLF.
    Next,
    /// A CR at the end of the input, where an LF may follow.
    Undecided,
}

fn unit_line_end(unit: Option<u16>, next: Option<u16>) -> LineEnd {
    const CR: u16 = b'\r' as u16;
    const LF: u16 = b'\n' as u16;
    match (unit, next) {
        (Some(LF), _) => LineEnd::Here,
        (Some(CR), Some(LF)) => LineEnd::Next,
        (Some(CR), Some(_)) => LineEnd::Here,
        (Some(CR), None) => LineEnd::Undecided,
        _ => LineEnd::None,
    }
}

/// Returns the end of the last line that ends in a part of `bytes`. A CR at the end of `bytes` does
/// not count, because it may be half of a CRLF.
fn last_line_end(bytes: &[u8], part: Range<usize>) -> Option<usize> {
    let search = &bytes[part.clone()];
    let is_undecided = part.end == bytes.len() && search.ends_with(b"\r");
    let search = &search[..search.len() - usize::from(is_undecided)];
    memchr::memrchr2(b'\n', b'\r', search).map(|at| part.start + at + 1)
}

/// Returns the end of the line that contains an offset.
fn first_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + memchr::memchr2(b'\n', b'\r', &bytes[at..])?;
    Some(end + 1 + usize::from(bytes[end..].starts_with(b"\r\n")))
}
