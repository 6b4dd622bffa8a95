//! Reads a file from a `Read`, as an iterator over record batches.

use super::{Decode, FileDecoder};
use crate::Error;
use arrow_array::RecordBatch;
use std::fmt;
use std::io::{ErrorKind, Read};
use std::ops::Range;

/// Size of the buffer, in bytes.
const CAPACITY: usize = 1 << 16;

/// A reader of CSV. See [`CsvOptions::reader`](super::CsvOptions::reader).
pub type CsvReader<R> = Reader<R, FileDecoder>;

/// A reader of lines. See [`LineOptions::reader`](super::LineOptions::reader).
pub type LineReader<R> = Reader<R, FileDecoder>;

/// Reads and decodes a file. It is an iterator over the batches, which ends after an error. It has
/// its own buffer, so `R` needs none.
pub struct Reader<R, D> {
    inner: R,
    decoder: D,
    buffer: Box<[u8]>,
    unread: Range<usize>,
    is_done: bool,
}

impl<R: Read, D: Decode> Reader<R, D> {
    pub(super) fn new(inner: R, decoder: D) -> Reader<R, D> {
        Reader {
            inner,
            decoder,
            buffer: vec![0; CAPACITY].into(),
            unread: 0..0,
            is_done: false,
        }
    }

    /// Returns the decoder.
    pub fn decoder(&self) -> &D {
        &self.decoder
    }

    /// Returns the decoder, mutably. Call [`take_bad_rows`](Decode::take_bad_rows) after each batch
    /// to keep few bad rows in memory.
    pub fn decoder_mut(&mut self) -> &mut D {
        &mut self.decoder
    }

    fn read(&mut self) -> Result<Option<RecordBatch>, Error> {
        loop {
            if self.unread.is_empty() {
                let len = match self.inner.read(&mut self.buffer) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    result => result.map_err(Error::Io)?,
                };
                self.unread = 0..len;
            }
            let taken = self.decoder.decode(&self.buffer[self.unread.clone()])?;
            self.unread.start += taken;
            if taken == 0 || self.decoder.is_full() {
                return self.decoder.flush();
            }
        }
    }
}

impl<R: Read, D: Decode> Iterator for Reader<R, D> {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Result<RecordBatch, Error>> {
        if self.is_done {
            return None;
        }
        let batch = self.read().transpose();
        self.is_done = !matches!(batch, Some(Ok(_)));
        batch
    }
}

impl<R, D: fmt::Debug> fmt::Debug for Reader<R, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("decoder", &self.decoder)
            .field("unread", &self.unread.len())
            .finish_non_exhaustive()
    }
}
