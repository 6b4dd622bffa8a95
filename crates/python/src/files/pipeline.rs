//! Reads a CSV file as batches: cuts it into blocks of whole rows, which threads read.
//!
//! If the ends of rows cannot be found in the bytes of the file, one thread decodes it
//! sequentially.

use super::input::Input;
use super::pool::{Job, Pending, Pool};
use crate::detection::reliable;
use arrow_array::{RecordBatch, RecordBatchReader};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use utflane::{Ascii, Charset, detect, is_valid};
use utflane_arrow::Error;
use utflane_arrow::arrow_schema::{ArrowError, SchemaRef};
use utflane_arrow::files::{BadInput, BadRow, Block, CsvDecoder, CsvOptions, Decode, RowCutter};

/// Approximate size of a block in bytes.
pub(crate) const BLOCK: usize = 1 << 20;

/// Results that are collected while a file is read.
pub(crate) struct Findings {
    pub(crate) charset: Charset,
    pub(crate) bad_rows: Vec<BadRow>,
    pub(crate) replacements: u64,
}

impl Findings {
    pub(crate) fn new(charset: Charset) -> Findings {
        Findings {
            charset,
            bad_rows: Vec::new(),
            replacements: 0,
        }
    }
}

enum Engine {
    Blocks {
        cutter: RowCutter,
        pool: Pool,
        running: VecDeque<Pending>,
    },
    Sequence(Box<CsvDecoder>),
}

pub(crate) struct Pipeline {
    input: Input,
    /// Bytes of the file that were read but are not in a block yet.
    rest: Vec<u8>,
    is_ended: bool,
    options: CsvOptions,
    schema: SchemaRef,
    charset: Charset,
    fallback: Option<Fallback>,
    bad: BadInput,
    /// The number of bytes and lines before `rest`.
    place: (u64, u64),
    read: u64,
    len: Option<u64>,
    engine: Engine,
    ready: VecDeque<RecordBatch>,
    error: Option<Error>,
    failed: bool,
    pub(crate) findings: Arc<Mutex<Findings>>,
    progress: Option<Py<PyAny>>,
}

/// The charset of text that is in no Unicode encoding.
#[derive(Clone, Copy)]
pub(crate) enum Fallback {
    Named(Charset),
    /// The charset that is detected, if it is reliable, and otherwise UTF-8.
    Detected,
}

/// The initial values of a pipeline.
pub(crate) struct Start {
    pub(crate) input: Input,
    /// The first bytes of the file, which were read to examine them, after a byte order mark of
    /// `mark` bytes.
    pub(crate) head: Vec<u8>,
    pub(crate) mark: usize,
    pub(crate) is_ended: bool,
    pub(crate) options: CsvOptions,
    pub(crate) schema: SchemaRef,
    pub(crate) charset: Charset,
    /// The charset of the file if its first text that is not ASCII is in no Unicode encoding.
    pub(crate) fallback: Option<Fallback>,
    pub(crate) bad: BadInput,
    pub(crate) threads: usize,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Pipeline {
    pub(crate) fn new(start: Start) -> Pipeline {
        let place = (start.mark as u64, 0);
        let engine = match start.options.row_cutter(start.charset) {
            Some(cutter) => Engine::Blocks {
                cutter,
                pool: Pool::new(start.threads),
                running: VecDeque::new(),
            },
            None => {
                let options = start.options.clone().starting_at(place.0, place.1);
                Engine::Sequence(Box::new(options.decoder(start.charset, start.bad)))
            }
        };
        let read = (start.mark + start.head.len()) as u64;
        Pipeline {
            len: start.input.len(),
            input: start.input,
            rest: start.head,
            is_ended: start.is_ended,
            options: start.options,
            schema: start.schema,
            charset: start.charset,
            fallback: start.fallback,
            bad: start.bad,
            place,
            read,
            engine,
            ready: VecDeque::new(),
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
            error,
        } = pending.wait().ok_or_else(lost)?;
        self.ready
            .extend(batches.into_iter().filter(|batch| batch.num_rows() > 0));
        self.found(bad_rows, replacements);
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
            if let Some(fallback) = self.fallback
                && !is_valid::<Ascii>(&bytes)
            {
                self.fallback = None;
                let legacy = match fallback {
                    _ if detect(&bytes).charset.is_some() => None,
                    Fallback::Named(charset) => Some(charset),
                    Fallback::Detected => reliable(&bytes, true).ok(),
                };
                // The rows end at the same bytes in both charsets. Otherwise they cannot be found.
                if let Some(charset) = legacy
                    && self.options.row_cutter(charset).is_some()
                {
                    self.charset = charset;
                    if let Ok(mut findings) = self.findings.lock() {
                        findings.charset = charset;
                    }
                }
            }
            if !bytes.is_empty() {
                let options = self.options.clone();
                running.push_back(pool.start(Job {
                    options: options.starting_at(self.place.0, self.place.1),
                    bytes,
                    charset: self.charset,
                    bad: self.bad,
                }));
            }
            self.options = self.options.clone().with_header(false);
            self.place = (self.place.0 + end as u64, self.place.1 + lines);
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
        self.ready
            .extend(batch.filter(|batch| batch.num_rows() > 0));
        self.found(bad_rows, replacements);
        Ok(is_done)
    }

    fn found(&self, bad_rows: Vec<BadRow>, replacements: u64) {
        if let Ok(mut findings) = self.findings.lock() {
            findings.bad_rows.extend(bad_rows);
            findings.replacements += replacements;
        }
    }

    pub(crate) fn next_batch_or(&mut self) -> Result<Option<RecordBatch>, Error> {
        if self.failed {
            return Ok(None);
        }
        let result = self.advance();
        self.failed = !matches!(result, Ok(Some(_)));
        result
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
