//! Reads a CSV file as batches: cuts it into blocks of whole rows, which threads read.
//!
//! If the ends of rows cannot be found in the bytes of the file, one thread decodes it
//! sequentially.

use super::input::Input;
use super::pool::{Job, Pending, Pool};
use arrow_array::{RecordBatch, RecordBatchReader};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use utflane::io::CharsetLines;
use utflane::{Ascii, Charset, is_valid};
use utflane_arrow::Error;
use utflane_arrow::arrow_schema::{ArrowError, SchemaRef};
use utflane_arrow::files::{
    AutoCharset, BadInput, BadRow, Block, CsvOptions, Decode, FileCharset, FileDecoder, RowCutter,
};

/// Approximate size of a block in bytes. The first block is the sample of the detection.
pub(crate) const BLOCK: usize = AutoCharset::SAMPLE;

/// Results that are collected while a file is read.
pub(crate) struct Findings {
    pub(crate) charset: Charset,
    pub(crate) bad_rows: Vec<BadRow>,
    pub(crate) replacements: u64,
    /// The lines in each charset, if it is chosen per line.
    pub(crate) charset_lines: Vec<CharsetLines>,
}

/// Adds the lines of a later part of the file.
pub(super) fn add_lines(lines: &mut Vec<CharsetLines>, part: &[CharsetLines]) {
    if lines.is_empty() {
        lines.extend(part);
        return;
    }
    for (of, part) in lines.iter_mut().zip(part) {
        of.lines += part.lines;
        of.first = of.first.or(part.first);
    }
}

impl Findings {
    pub(crate) fn new(charset: Charset) -> Findings {
        Findings {
            charset,
            bad_rows: Vec::new(),
            replacements: 0,
            charset_lines: Vec::new(),
        }
    }
}

enum Engine {
    Blocks {
        cutter: RowCutter,
        pool: Pool,
        running: VecDeque<Pending>,
    },
    Sequence(Box<FileDecoder>),
}

pub(crate) struct Pipeline {
    input: Input,
    /// Bytes of the file that were read but are not in a block yet.
    rest: Vec<u8>,
    is_ended: bool,
    options: CsvOptions,
    schema: SchemaRef,
    charset: Charset,
    /// The detection of the charset of the first text that is not ASCII, until it is read.
    auto: Option<AutoCharset>,
    /// The name of the most plausible encoding of that text, if it is uncertain. The text is then
    /// read as UTF-8.
    guess: Option<&'static str>,
    bad: BadInput,
    /// The number of bytes and lines before `rest`.
    before: (u64, u64),
    read: u64,
    len: Option<u64>,
    engine: Engine,
    ready: VecDeque<RecordBatch>,
    /// The number of rows to return.
    rows: Option<usize>,
    error: Option<Error>,
    failed: bool,
    pub(crate) findings: Arc<Mutex<Findings>>,
    progress: Option<Py<PyAny>>,
}

/// The initial values of a pipeline.
pub(crate) struct Start {
    pub(crate) input: Input,
    /// The first bytes of the file, which were read to examine them, after a byte order mark and
    /// lines that are skipped.
    pub(crate) head: Vec<u8>,
    /// The number of bytes and lines before the head.
    pub(crate) before: (u64, u64),
    /// Maximum number of rows to read.
    pub(crate) rows: Option<usize>,
    pub(crate) is_ended: bool,
    pub(crate) options: CsvOptions,
    pub(crate) schema: SchemaRef,
    pub(crate) charset: Charset,
    /// How the charset of the rest of a file is detected that begins with ASCII.
    pub(crate) auto: Option<AutoCharset>,
    pub(crate) bad: BadInput,
    pub(crate) threads: usize,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Pipeline {
    pub(crate) fn new(start: Start) -> Pipeline {
        let before = start.before;
        // The rest of a file may be in a charset in which row ends cannot be found.
        let fallback = start.auto.and_then(|auto| auto.fallback());
        let is_apart = fallback.is_none_or(|other| start.options.row_cutter(other).is_some());
        let engine = match start.options.row_cutter(start.charset) {
            Some(cutter) if is_apart => Engine::Blocks {
                cutter,
                pool: Pool::new(start.threads),
                running: VecDeque::new(),
            },
            _ => {
                let options = start.options.clone().starting_at(before.0, before.1);
                let charset: FileCharset = match start.auto {
                    Some(auto) => auto.into(),
                    None => start.charset.into(),
                };
                Engine::Sequence(Box::new(options.decoder(charset, start.bad)))
            }
        };
        let read = before.0 + start.head.len() as u64;
        Pipeline {
            len: start.input.len(),
            input: start.input,
            rest: start.head,
            is_ended: start.is_ended,
            options: start.options,
            schema: start.schema,
            charset: start.charset,
            auto: start.auto,
            guess: None,
            bad: start.bad,
            before,
            read,
            engine,
            ready: VecDeque::new(),
            rows: start.rows,
            error: None,
            failed: false,
            findings: Arc::new(Mutex::new(Findings::new(start.charset))),
            progress: start.progress,
        }
    }

    fn advance(&mut self) -> Result<Option<RecordBatch>, Error> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Ok(Some(batch));
            }
            // The error is returned after the rows before it.
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            let is_done = match self.engine {
                Engine::Blocks { .. } => self.next_block()?,
                Engine::Sequence(_) => self.next_batch()?,
            };
            if is_done {
                return Ok(None);
            }
        }
    }

    /// Reads more of the file.
    fn fill(&mut self) -> Result<(), Error> {
        let wanted = BLOCK.max(self.rest.len());
        let read = self.input.read(&mut self.rest, wanted).map_err(Error::Io)?;
        self.is_ended = read == 0;
        self.read += read as u64;
        if let Some(progress) = &self.progress {
            let told = Python::attach(|py| {
                py.check_signals()?;
                progress.call1(py, (self.read, self.len))
            });
            told.map_err(|error| Error::Io(std::io::Error::other(error)))?;
        }
        Ok(())
    }

    /// Keeps enough blocks running for all threads, and collects the rows of the first one. Returns
    /// whether there are no more.
    fn next_block(&mut self) -> Result<bool, Error> {
        loop {
            let Engine::Blocks { pool, running, .. } = &self.engine else {
                return Ok(true);
            };
            let is_idle = running.len() < 2 * pool.threads.max(1);
            if !is_idle || self.is_ended && self.rest.is_empty() {
                break;
            }
            self.start_block()?;
        }
        let Engine::Blocks { running, .. } = &mut self.engine else {
            return Ok(true);
        };
        let Some(pending) = running.pop_front() else {
            return Ok(true);
        };
        let lost = || Error::Io(std::io::Error::other("a thread that reads rows panicked"));
        let Block {
            batches,
            bad_rows,
            replacements,
            charset_lines,
            error,
        } = pending.wait().ok_or_else(lost)?;
        self.ready
            .extend(batches.into_iter().filter(|batch| batch.num_rows() > 0));
        self.found(bad_rows, replacements);
        if let Ok(mut findings) = self.findings.lock() {
            add_lines(&mut findings.charset_lines, &charset_lines);
        }
        self.error = error;
        Ok(false)
    }

    /// Cuts whole rows off the start of `rest`, and passes them to a thread.
    fn start_block(&mut self) -> Result<(), Error> {
        loop {
            if self.rest.len() < BLOCK && !self.is_ended {
                self.fill()?;
                continue;
            }
            let Engine::Blocks {
                cutter,
                pool,
                running,
            } = &mut self.engine
            else {
                return Ok(());
            };
            let (end, lines) = match self.is_ended {
                true => (self.rest.len(), 0),
                false => cutter.cut(&self.rest),
            };
            if end == 0 && !self.is_ended {
                // The row is longer than the bytes read so far.
                self.fill()?;
                continue;
            }
            let mut bytes = Vec::with_capacity(BLOCK.max(self.rest.len() - end) + 1);
            bytes.extend_from_slice(&self.rest[end..]);
            std::mem::swap(&mut bytes, &mut self.rest);
            bytes.truncate(end);
            if let Some(auto) = self.auto
                && !is_valid::<Ascii>(&bytes)
            {
                self.auto = None;
                match auto.detect_after_ascii(&bytes) {
                    // The rows must end at the same bytes in both charsets.
                    Ok(found) if self.options.row_cutter(found.charset).is_some() => {
                        self.charset = found.charset;
                        report_charset(&self.findings, found.charset);
                    }
                    Ok(found) => self.guess = Some(found.charset.name()),
                    // Of two encodings, UTF-8 is the one that the text is read in.
                    Err(error) => self.guess = error.guess.filter(|_| error.mixed.is_none()),
                }
            }
            if !bytes.is_empty() {
                let options = self.options.clone();
                running.push_back(pool.start(Job {
                    options: options.starting_at(self.before.0, self.before.1),
                    bytes,
                    charset: self.charset,
                    bad: self.bad,
                }));
            }
            self.options = self.options.clone().with_header(false);
            self.before = (self.before.0 + end as u64, self.before.1 + lines);
            return Ok(());
        }
    }

    /// Decodes up to a batch. Returns whether there are no more.
    fn next_batch(&mut self) -> Result<bool, Error> {
        if self.rest.is_empty() && !self.is_ended {
            self.fill()?;
        }
        let Engine::Sequence(decoder) = &mut self.engine else {
            return Ok(true);
        };
        let before = decoder.replacements();
        let taken = decoder.decode(&self.rest)?;
        self.rest.drain(..taken);
        let batch = match taken == 0 || decoder.is_full() {
            true => decoder.flush()?,
            false => None,
        };
        let is_done = batch.is_none() && taken == 0 && self.is_ended;
        let bad_rows = decoder.take_bad_rows();
        let replacements = decoder.replacements() - before;
        let found = decoder.found_charset();
        if let Ok(mut findings) = self.findings.lock() {
            findings.charset_lines = decoder.charset_lines().to_vec();
        }
        self.ready
            .extend(batch.filter(|batch| batch.num_rows() > 0));
        self.found(bad_rows, replacements);
        if let Some(found) = found {
            report_charset(&self.findings, found.charset);
        }
        Ok(is_done)
    }

    fn found(&self, bad_rows: Vec<BadRow>, replacements: u64) {
        if let Ok(mut findings) = self.findings.lock() {
            findings.bad_rows.extend(bad_rows);
            findings.replacements += replacements;
        }
    }

    /// Returns the most plausible encoding of the file after an error, if it was not used.
    pub(crate) fn guess(&self) -> Option<&'static str> {
        self.guess
    }

    pub(crate) fn next_batch_or(&mut self) -> Result<Option<RecordBatch>, Error> {
        if self.failed || self.rows == Some(0) {
            return Ok(None);
        }
        let mut result = self.advance();
        self.failed = !matches!(result, Ok(Some(_)));
        if let (Some(left), Ok(Some(batch))) = (&mut self.rows, &mut result) {
            *batch = batch.slice(0, batch.num_rows().min(*left));
            *left -= batch.num_rows();
        }
        result
    }
}

fn report_charset(findings: &Mutex<Findings>, charset: Charset) {
    if let Ok(mut findings) = findings.lock() {
        findings.charset = charset;
    }
}

impl Iterator for Pipeline {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch_or().map_err(ArrowError::from).transpose()
    }
}

impl RecordBatchReader for Pipeline {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
