//! [`LineRuns`], which chooses a charset for each line of a text that arrives in chunks.

use utflane::Charset;
use utflane::io::{CharsetLines, PerLine, PerLineError};

/// Chooses a charset for each line of a text that arrives in chunks, cut anywhere. It is a
/// [`PerLine`] that keeps the start of a line until the rest arrives.
#[derive(Clone, Debug)]
pub struct LineRuns {
    policy: PerLine,
    first: Charset,
    /// The start of a line that is not complete yet.
    partial: Vec<u8>,
    /// The length in bytes from which on an incomplete line is in the first charset.
    limit: usize,
    /// Whether the next bytes belong to such a line.
    is_long: bool,
}

impl LineRuns {
    /// Creates a choice among `charsets`, in this order. A line of more than `limit` bytes is in
    /// the first charset, so that memory is limited.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`PerLine::new`].
    ///
    /// ```
    /// use utflane::Charset;
    /// use utflane_arrow::files::LineRuns;
    ///
    /// let charsets = [Charset::Utf8, Charset::Windows1252];
    /// let mut lines = LineRuns::new(&charsets, 1 << 20)?;
    /// let mut runs = Vec::new();
    /// let mut record = |run: &[u8], charset| {
    ///     runs.push((run.len(), charset));
    ///     Ok::<(), ()>(())
    /// };
    /// lines.push(b"a\nb\nc", &mut record).unwrap();
    /// lines.push(b"\xE9\nd", &mut record).unwrap();
    /// lines.finish(&mut record).unwrap();
    /// let [utf8, windows] = charsets;
    /// assert_eq!(runs, [(4, utf8), (3, windows), (1, utf8)]);
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn new(charsets: &[Charset], limit: usize) -> Result<LineRuns, PerLineError> {
        let policy = PerLine::new(charsets)?;
        Ok(LineRuns {
            policy,
            first: charsets[0],
            partial: Vec::new(),
            limit,
            is_long: false,
        })
    }

    /// Sets the number of bytes and of lines before the text. See [`PerLine::starting_at`].
    #[must_use]
    pub fn starting_at(mut self, position: u64, lines: u64) -> LineRuns {
        self.policy = self.policy.starting_at(position, lines);
        self
    }

    /// Returns the lines of the text so far in each charset. See [`PerLine::lines`].
    pub fn lines(&self) -> &[CharsetLines] {
        self.policy.lines()
    }

    /// Passes the lines that end in `chunk` to `convert`, in runs with their charset. A line that
    /// is malformed in each charset is in the first one.
    ///
    /// # Errors
    ///
    /// Returns the first error of `convert`. The rest of the chunk is then lost.
    pub fn push<E>(
        &mut self,
        mut chunk: &[u8],
        mut convert: impl FnMut(&[u8], Charset) -> Result<(), E>,
    ) -> Result<(), E> {
        while !chunk.is_empty() {
            let is_between = self.partial.is_empty() && !self.is_long;
            let end = match is_between {
                true => memchr::memrchr(b'\n', chunk),
                false => memchr::memchr(b'\n', chunk),
            };
            let is_whole = end.is_some();
            let (part, rest) = chunk.split_at(end.map_or(chunk.len(), |end| end + 1));
            chunk = rest;
            if self.is_long {
                self.is_long = !is_whole;
                self.policy.skip(part);
                convert(part, self.first)?;
            } else if is_whole && is_between {
                self.convert_runs(part, &mut convert)?;
            } else {
                self.partial.extend_from_slice(part);
                if is_whole {
                    self.convert_partial(&mut convert)?;
                } else if self.partial.len() > self.limit {
                    self.is_long = true;
                    let mut line = std::mem::take(&mut self.partial);
                    self.policy.skip(&line);
                    convert(&line, self.first)?;
                    line.clear();
                    self.partial = line;
                }
            }
        }
        Ok(())
    }

    /// Passes the last line to `convert`, if it does not end with LF.
    ///
    /// # Errors
    ///
    /// Returns the error of `convert`.
    pub fn finish<E>(
        &mut self,
        mut convert: impl FnMut(&[u8], Charset) -> Result<(), E>,
    ) -> Result<(), E> {
        self.convert_partial(&mut convert)
    }

    /// Passes the line that is kept to `convert`.
    fn convert_partial<E>(
        &mut self,
        convert: &mut impl FnMut(&[u8], Charset) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut line = std::mem::take(&mut self.partial);
        let result = self.convert_runs(&line, convert);
        // Keep the memory for the next line.
        line.clear();
        self.partial = line;
        result
    }

    /// Passes whole lines to `convert`.
    fn convert_runs<E>(
        &mut self,
        mut text: &[u8],
        convert: &mut impl FnMut(&[u8], Charset) -> Result<(), E>,
    ) -> Result<(), E> {
        while !text.is_empty() {
            let (len, charset) = self.policy.next_run(text);
            let (run, rest) = text.split_at(len);
            text = rest;
            convert(run, charset.unwrap_or(self.first))?;
        }
        Ok(())
    }
}
