//! CSV in chunks.
//!
//! The text goes straight to the parser. Only a batch in which something is malformed or does not
//! parse is taken apart (see `reject`): for the rows before, or for all rows that are good.

use super::source::Source;
use super::{BadInput, BadRow, CsvOptions, Decode};
use crate::Error;
use arrow_array::RecordBatch;
use arrow_csv::reader::Decoder;
use arrow_schema::ArrowError;
use csv_core::ReadRecordResult;
use std::ops::Range;
use utflane::Charset;

/// Decodes a CSV file that arrives in chunks. See [`Decode`], and [`CsvOptions::decoder`].
#[derive(Debug)]
pub struct CsvDecoder {
    pub(super) options: CsvOptions,
    pub(super) source: Source,
    bad: BadInput,
    pub(super) parser: Decoder,
    /// Bytes at the start of the text that the parser has.
    pub(super) parsed: usize,
    /// While the header is being skipped.
    header: Option<csv_core::Reader>,
    pub(super) ready: Option<RecordBatch>,
    pub(super) bad_rows: Vec<BadRow>,
    /// Number of line feeds before the text.
    pub(super) line: u64,
    /// Bytes of text that have no row's end: it is not looked for again until they have doubled.
    pub(super) endless: usize,
    /// What the file fails with, once the rows before are delivered.
    pub(super) error: Option<Error>,
    is_failed: bool,
}

impl CsvDecoder {
    pub(super) fn new(options: CsvOptions, charset: Charset, bad: BadInput) -> CsvDecoder {
        let has_columns = !options.schema.fields().is_empty();
        let no_columns = || ArrowError::SchemaError("CSV has a column at least".into());
        CsvDecoder {
            source: Source::new(charset, bad, options.sniff).starting_at(options.start.0),
            bad,
            parser: options.parser(options.batch_size),
            parsed: 0,
            header: options.header.then(|| options.splitter()),
            ready: None,
            bad_rows: Vec::new(),
            line: options.start.1,
            endless: 0,
            error: (!has_columns).then(|| Error::Arrow(no_columns())),
            is_failed: false,
            options,
        }
    }

    /// Decodes up to a complete batch.
    fn advance(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        let mut read = 0;
        loop {
            self.parse()?;
            if self.ready.is_some() {
                return Ok(read);
            }
            if self.error.is_some() {
                self.deliver_before_error(false);
                return match self.error.take_if(|_| self.ready.is_none()) {
                    Some(error) => Err(error),
                    None => Ok(read),
                };
            }
            if read == chunk.len() && read > 0 {
                return Ok(read);
            }
            if !chunk.is_empty() {
                match self.source.push(&chunk[read..]) {
                    Ok(taken) => read += taken,
                    Err(error) => self.error = Some(error),
                }
            } else if !self.source.is_ended() {
                self.error = self.source.finish().err();
            } else {
                self.end()?;
                let is_done = self.ready.is_none() && self.error.is_none();
                if is_done && self.source.text().is_empty() {
                    return Ok(0);
                }
            }
        }
    }

    /// Parses the text that there is, up to a complete batch.
    fn parse(&mut self) -> Result<(), Error> {
        self.skip_header();
        while self.ready.is_none() && self.parsed < self.source.text().len() {
            if self.endless > 0 {
                if self.source.text().len() < 2 * self.endless && !self.source.is_ended() {
                    return Ok(());
                }
                self.take_apart()?;
                continue;
            }
            match self.parser.decode(&self.source.text()[self.parsed..]) {
                Ok(parsed) => self.parsed += parsed,
                Err(error) => self.recover(error)?,
            }
            if self.parser.capacity() == 0 {
                self.complete()?;
            }
        }
        Ok(())
    }

    /// At the end of the text, the last row is complete, too.
    fn end(&mut self) -> Result<(), Error> {
        match self.parser.decode(&[]) {
            Ok(_) => self.complete(),
            Err(error) => self.recover(error),
        }
    }

    /// Makes a batch of the rows that were parsed.
    fn complete(&mut self) -> Result<(), Error> {
        if self.bad == BadInput::SetAside && self.source.is_marked(self.parsed) {
            return self.take_apart();
        }
        match self.parser.flush() {
            Ok(batch) => {
                self.ready = batch;
                self.release();
                Ok(())
            }
            Err(error) => self.recover(error),
        }
    }

    /// What does not parse is an error, or is looked for and set aside.
    fn recover(&mut self, error: ArrowError) -> Result<(), Error> {
        match self.bad {
            BadInput::SetAside => self.take_apart(),
            BadInput::Fail | BadInput::Replace => {
                self.error = Some(Error::Arrow(error));
                self.deliver_before_error(true);
                Ok(())
            }
        }
    }

    /// Drops the text that was parsed.
    fn release(&mut self) {
        self.release_text(self.parsed);
        self.parsed = 0;
    }

    /// Number of line feeds in a part of the text.
    pub(super) fn line_feeds(&self, part: Range<usize>) -> u64 {
        memchr::memchr_iter(self.options.line_feed(), &self.source.text()[part]).count() as u64
    }

    pub(super) fn release_text(&mut self, len: usize) {
        self.line += self.line_feeds(0..len);
        self.source.release(len);
    }

    /// A header in which something is malformed is set aside, too.
    fn skip_header(&mut self) {
        let Some(splitter) = &mut self.header else {
            return;
        };
        let text = self.source.text();
        let (mut read, mut is_whole) = (self.parsed, false);
        let (mut fields, mut ends) = ([0; 1024], [0; 64]);
        while read < text.len() && !is_whole {
            let (result, len, _, _) = splitter.read_record(&text[read..], &mut fields, &mut ends);
            read += len;
            is_whole = result == ReadRecordResult::Record;
        }
        self.parsed = read;
        if is_whole || self.source.is_ended() {
            self.header = None;
            if self.bad == BadInput::SetAside && self.source.is_marked(read) {
                let header = 0..read;
                self.set_aside(&[(header, None)]);
            }
            self.release();
        }
    }
}

impl Decode for CsvDecoder {
    fn decode(&mut self, chunk: &[u8]) -> Result<usize, Error> {
        if self.is_failed {
            return Err(Error::Failed);
        }
        let result = self.advance(chunk);
        self.is_failed = result.is_err();
        result
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, Error> {
        if self.is_failed {
            return Err(Error::Failed);
        }
        Ok(self.ready.take())
    }

    fn is_full(&self) -> bool {
        self.ready.is_some()
    }

    fn take_bad_rows(&mut self) -> Vec<BadRow> {
        std::mem::take(&mut self.bad_rows)
    }

    fn replacements(&self) -> u64 {
        self.source.replacements()
    }
}
