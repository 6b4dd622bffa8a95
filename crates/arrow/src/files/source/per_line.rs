//! The choice of a charset for each line of a [`Source`].

use super::{FileCharset, Source};
use crate::Error;
use utflane::Charset;
use utflane::io::{CharsetLines, PerLine};
use utflane::stream::AnyTranscoder;

/// The choice of a charset for each line.
#[derive(Debug)]
pub(super) struct Lines {
    policy: PerLine,
    first: Charset,
    /// The charset of the transcoder.
    current: Charset,
    /// The start of a line that is not complete yet.
    partial: Vec<u8>,
    /// The length from which on an incomplete line is converted in the first charset.
    limit: usize,
    /// Whether the next bytes belong to such a line.
    is_long: bool,
}

impl Source {
    /// Chooses one of `fallbacks` for a line that is malformed in the charset. A line of more than
    /// `limit` bytes is in the charset. `line` is the number of lines before the text.
    pub(in crate::files) fn with_line_fallbacks(
        mut self,
        fallbacks: &[Charset],
        limit: usize,
        line: u64,
    ) -> Result<Source, Error> {
        if fallbacks.is_empty() {
            return Ok(self);
        }
        let FileCharset::Named(first) = self.charset else {
            return Err(Error::DetectedPerLine);
        };
        let charsets = [&[first], fallbacks].concat();
        let policy = PerLine::new(&charsets).map_err(Error::PerLine)?;
        self.lines = Some(Lines {
            policy: policy.starting_at(self.taken, line),
            first,
            current: first,
            partial: Vec::new(),
            limit,
            is_long: false,
        });
        Ok(self)
    }

    /// Returns the lines in each charset, if it is chosen per line.
    pub(in crate::files) fn charset_lines(&self) -> &[CharsetLines] {
        self.lines
            .as_ref()
            .map_or(&[], |lines| lines.policy.lines())
    }

    /// Starts the first line after a byte order mark of `mark` bytes, which decides if it is that of
    /// UTF-16 or UTF-32.
    pub(super) fn start_lines(&mut self, charset: Charset, mark: u64) {
        if charset.width() > 1 {
            self.lines = None;
        }
        if let Some(lines) = &mut self.lines {
            lines.current = charset;
            if mark > 0 {
                lines.policy = lines.policy.clone().starting_at(mark, 0);
            }
        }
    }

    /// Converts bytes, each line in its charset. Keeps the start of the last line.
    pub(super) fn convert_lines(&mut self, mut piece: &[u8]) -> Result<(), Error> {
        let Some(mut lines) = self.lines.take() else {
            return self.convert(piece);
        };
        let mut result = Ok(());
        while !piece.is_empty() && result.is_ok() {
            let is_between = lines.partial.is_empty() && !lines.is_long;
            let end = match is_between {
                true => memchr::memrchr(b'\n', piece),
                false => memchr::memchr(b'\n', piece),
            };
            let is_whole = end.is_some();
            let (part, rest) = piece.split_at(end.map_or(piece.len(), |end| end + 1));
            piece = rest;
            if lines.is_long {
                lines.is_long = !is_whole;
                lines.policy.skip(part);
                result = self.convert(part);
            } else if is_whole && is_between {
                result = self.convert_runs(&mut lines, part);
            } else {
                let mut line = std::mem::take(&mut lines.partial);
                line.extend_from_slice(part);
                if is_whole {
                    result = self.convert_runs(&mut lines, &line);
                } else if line.len() > lines.limit {
                    lines.is_long = true;
                    lines.policy.skip(&line);
                    let first = lines.first;
                    self.change_charset(&mut lines, first);
                    result = self.convert(&line);
                } else {
                    lines.partial = line;
                    continue;
                }
                // Keep the memory for the next line.
                line.clear();
                lines.partial = line;
            }
        }
        self.lines = Some(lines);
        result
    }

    /// Converts the last line, which does not end with LF.
    pub(super) fn finish_lines(&mut self) -> Result<(), Error> {
        let Some(mut lines) = self.lines.take() else {
            return Ok(());
        };
        let line = std::mem::take(&mut lines.partial);
        let result = self.convert_runs(&mut lines, &line);
        self.lines = Some(lines);
        result
    }

    /// Converts whole lines.
    fn convert_runs(&mut self, lines: &mut Lines, mut text: &[u8]) -> Result<(), Error> {
        while !text.is_empty() {
            let (len, charset) = lines.policy.next_run(text);
            let (run, rest) = text.split_at(len);
            text = rest;
            let charset = charset.unwrap_or(lines.first);
            self.change_charset(lines, charset);
            self.convert(run)?;
        }
        Ok(())
    }

    fn change_charset(&mut self, lines: &mut Lines, charset: Charset) {
        if lines.current != charset {
            lines.current = charset;
            self.replaced += self.transcoder.replacements();
            self.transcoder = AnyTranscoder::new(charset, Charset::Utf8).starting_at(self.taken);
        }
    }
}
