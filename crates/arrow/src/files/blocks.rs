//! CSV in blocks of whole rows, each of which is read by itself, so that threads can share a file.
//!
//! Where rows end is seen in the bytes of the file, without a conversion: in most encodings a line
//! feed and a quote are no part of another character.

use super::{BadInput, BadRow, CsvOptions, Decode, parse};
use crate::Error;
use crate::charset::has_ascii;
use arrow_array::RecordBatch;
use csv_core::ReadRecordResult;
use std::borrow::Cow;
use utflane::{Ascii, Charset, Isa, Pair, Reason, from_utf8, is_valid};

/// Finds where the rows of a CSV file end. See [`CsvOptions::row_cutter`].
#[derive(Clone, Debug)]
pub struct RowCutter {
    delimiter: u8,
    quote: u8,
    charset: Charset,
}

/// The rows of a block. See [`CsvOptions::read_block`].
#[derive(Debug)]
pub struct Block {
    /// The rows, but for those that were set aside.
    pub batches: Vec<RecordBatch>,
    /// The rows that were set aside.
    pub bad_rows: Vec<BadRow>,
    /// Number of malformed sequences that were replaced, or made a value null.
    pub replacements: u64,
    /// What the file fails with, after the rows that there are.
    pub error: Option<Error>,
}

impl CsvOptions {
    /// What finds the ends of rows in the bytes of a file; `None` if they cannot be found there: in
    /// EBCDIC, ISO-2022-JP and MUTF-8, and with escapes, comments or other terminators.
    pub fn row_cutter(&self, charset: Charset) -> Option<RowCutter> {
        let (delimiter, quote) = self.marks();
        // Bytes from 30 on also end characters of several bytes.
        let is_apart = |byte: u8| byte < 0x30 || !charset.is_legacy() && byte < 0x80;
        let is_wide = matches!(charset, Charset::Utf16Le | Charset::Utf16Be);
        let is_known = is_wide || has_ascii(charset);
        (self.has_line_feeds() && is_known && is_apart(delimiter) && is_apart(quote)).then_some(
            RowCutter {
                delimiter,
                quote,
                charset,
            },
        )
    }

    /// Reads a block of whole rows, which begins at the [start](Self::starting_at) of these options.
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
        if let Some((text, mut replaced)) = self.text(bytes, charset) {
            let start = self.header_len(&text);
            replaced.retain(|at| *at >= start);
            replaced.iter_mut().for_each(|at| *at -= start);
            let nulled = self.bad_values_null.then_some(&replaced[..]);
            if let Some(batch) = parse::parse(self, &text[start..], nulled) {
                return Block {
                    batches: vec![batch],
                    bad_rows: Vec::new(),
                    replacements: replaced.len() as u64,
                    error: None,
                };
            }
        }
        let bad = match self.bad_values_null {
            true => BadInput::Replace,
            false => bad,
        };
        let mut decoder = self.decoder(charset, bad);
        let mut block = Block {
            batches: Vec::new(),
            bad_rows: Vec::new(),
            replacements: 0,
            error: None,
        };
        let mut rest = bytes;
        loop {
            let step = decoder.decode(rest);
            let read = *step.as_ref().unwrap_or(&0);
            rest = &rest[read..];
            match step.and_then(|_| decoder.flush()) {
                Ok(Some(batch)) => block.batches.push(batch),
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
        block
    }

    /// Bytes of the header, if there is one.
    fn header_len(&self, text: &str) -> usize {
        if !self.header {
            return 0;
        }
        let mut splitter = self.splitter();
        let (mut read, mut fields, mut ends) = (0, [0; 1024], [0; 64]);
        while read < text.len() {
            let rest = &text.as_bytes()[read..];
            let (result, len, ..) = splitter.read_record(rest, &mut fields, &mut ends);
            read += len;
            if result == ReadRecordResult::Record {
                break;
            }
        }
        read
    }

    /// The text of a block, and where malformed sequences were replaced in it. `None` if some are
    /// malformed, but for options by which they become null.
    fn text<'a>(&self, bytes: &'a [u8], charset: Charset) -> Option<(Cow<'a, str>, Vec<usize>)> {
        if charset == Charset::Utf8 || has_ascii(charset) && is_valid::<Ascii>(bytes) {
            match from_utf8(bytes) {
                Ok(text) => return Some((text.into(), Vec::new())),
                Err(_) if self.bad_values_null => {}
                Err(_) => return None,
            }
        }
        let pair = Pair::new(charset, Charset::Utf8)?;
        let mut text = vec![0; pair.max_len(bytes.len())?];
        let (mut read, mut written) = (0, 0);
        let mut replaced = Vec::new();
        loop {
            match pair.transcode(Isa::best(), &bytes[read..], &mut text[written..]) {
                Ok(more) => {
                    text.truncate(written + more);
                    break;
                }
                Err(error) if self.bad_values_null && error.reason() != Reason::OutputFull => {
                    read += error.read() + error.skip();
                    written += error.written();
                    replaced.push(written);
                    text[written..][..3].copy_from_slice("\u{FFFD}".as_bytes());
                    written += 3;
                }
                Err(_) => return None,
            }
        }
        Some((utflane::from_utf8_vec(text).ok()?.into(), replaced))
    }
}

impl RowCutter {
    /// Bytes up to the end of the last row that ends with a line feed in `bytes`, which begin with
    /// a row, and the number of line feeds up to there. Both are 0 if no row ends.
    pub fn cut(&self, bytes: &[u8]) -> (usize, u64) {
        match self.charset {
            Charset::Utf16Le => self.cut_units(bytes, u16::from_le_bytes),
            Charset::Utf16Be => self.cut_units(bytes, u16::from_be_bytes),
            _ => self.cut_bytes(bytes),
        }
    }

    fn cut_bytes(&self, bytes: &[u8]) -> (usize, u64) {
        let mut quotes = memchr::memchr_iter(self.quote, bytes);
        // Where what is not in quotes begins, and the end of the last row before.
        let (mut outside, mut end) = (0, 0);
        let after_feed = |part: std::ops::Range<usize>| {
            memchr::memrchr(b'\n', &bytes[part.clone()]).map(|at| part.start + at + 1)
        };
        while let Some(open) = quotes.next() {
            let starts_field = match bytes[..open].last() {
                Some(before) => [self.delimiter, b'\n', b'\r'].contains(before),
                None => true,
            };
            if open < outside || !starts_field {
                continue;
            }
            end = after_feed(outside..open).unwrap_or(end);
            let close = loop {
                match quotes.next() {
                    Some(close) if bytes.get(close + 1) == Some(&self.quote) => {
                        quotes.next();
                    }
                    close => break close,
                }
            };
            // From here on, quotes up to the end of the field are characters like others.
            outside = match close {
                Some(close) => close + 1,
                None => bytes.len(),
            };
        }
        end = after_feed(outside..bytes.len()).unwrap_or(end);
        let lines = memchr::memchr_iter(b'\n', &bytes[..end]).count();
        (end, lines as u64)
    }

    fn cut_units(&self, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (usize, u64) {
        let [delimiter, quote] = [self.delimiter, self.quote].map(u16::from);
        let [feed, cr] = [b'\n', b'\r'].map(u16::from);
        let (units, _) = bytes.as_chunks::<2>();
        let mut rest = units
            .iter()
            .map(|bytes| unit(*bytes))
            .enumerate()
            .peekable();
        let (mut end, mut lines, mut seen) = (0, 0, 0);
        let mut before = feed;
        while let Some((at, unit)) = rest.next() {
            if unit == feed {
                seen += 1;
                (end, lines) = (2 * (at + 1), seen);
            } else if unit == quote && [delimiter, feed, cr].contains(&before) {
                while let Some((_, unit)) = rest.next() {
                    seen += u64::from(unit == feed);
                    if unit == quote && rest.next_if(|(_, next)| *next == quote).is_none() {
                        break;
                    }
                }
            }
            before = unit;
        }
        (end, lines)
    }
}
