//! The choice of a charset for each line of a [`Source`].

use super::super::LineRuns;
use super::{FileCharset, Source};
use crate::Error;
use utflane::Charset;
use utflane::io::CharsetLines;
use utflane::stream::AnyTranscoder;

impl Source {
    /// Chooses one of `fallbacks` for a line that is malformed in the charset. A line of more than
    /// `limit` bytes is in the charset. `line` is the number of lines before the text.
    pub(in crate::files) fn choose_per_line(
        &mut self,
        fallbacks: &[Charset],
        limit: usize,
        line: u64,
    ) -> Result<(), Error> {
        if fallbacks.is_empty() {
            return Ok(());
        }
        let FileCharset::Named(first) = self.charset else {
            return Err(Error::DetectedPerLine);
        };
        let lines = LineRuns::new(&[&[first], fallbacks].concat(), limit);
        let lines = lines.map_err(Error::PerLine)?;
        self.lines = Some(lines.starting_at(self.taken, line));
        Ok(())
    }

    /// Returns the lines in each charset, if it is chosen per line.
    pub(in crate::files) fn charset_lines(&self) -> &[CharsetLines] {
        self.lines.as_ref().map_or(&[], LineRuns::lines)
    }

    /// Starts the first line after a byte order mark of `mark` bytes, which decides if it is that of
    /// UTF-16 or UTF-32.
    pub(super) fn start_lines(&mut self, charset: Charset, mark: u64) {
        self.lines = self.lines.take().filter(|_| charset.width() == 1);
        if mark > 0 {
            self.lines = self.lines.take().map(|lines| lines.starting_at(mark, 0));
        }
    }

    /// Converts bytes, each line in its charset. Keeps the start of the last line.
    pub(super) fn convert_lines(&mut self, piece: &[u8]) -> Result<(), Error> {
        let Some(mut lines) = self.lines.take() else {
            return self.convert(piece);
        };
        let result = lines.push(piece, |run, charset| self.convert_run(run, charset));
        self.lines = Some(lines);
        result
    }

    /// Converts the last line, which does not end with LF.
    pub(super) fn finish_lines(&mut self) -> Result<(), Error> {
        let Some(mut lines) = self.lines.take() else {
            return Ok(());
        };
        let result = lines.finish(|run, charset| self.convert_run(run, charset));
        self.lines = Some(lines);
        result
    }

    /// Converts lines in one charset.
    fn convert_run(&mut self, run: &[u8], charset: Charset) -> Result<(), Error> {
        if self.transcoder.source() != charset {
            self.replaced += self.transcoder.replacements();
            self.transcoder = AnyTranscoder::new(charset, Charset::Utf8).starting_at(self.taken);
        }
        self.convert(run)
    }
}
