//! Parses CSV in UTF-8 into batches of rows.

use super::store::TextStore;
use bytes::{Buf, Bytes};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::error::ArrowError;
use datafusion::common::{DataFusionError, Result};
use futures::stream::{self, BoxStream, StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use utflane::Charset;
use utflane_arrow::Error;
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode, FileDecoder};

/// The rows of a file, or of a part of it. The text arrives in chunks.
pub(super) struct Rows {
    file: File,
    text: BoxStream<'static, Result<Bytes>>,
    chunk: Bytes,
    decoder: FileDecoder,
    is_begun: bool,
    /// Whether the part ends within a row.
    is_split: bool,
}

/// The file to read.
#[derive(Clone)]
pub(super) struct File {
    /// The store, which may read only a part of the file.
    pub(super) store: TextStore,
    pub(super) meta: ObjectMeta,
    pub(super) options: CsvOptions,
}

/// The end of the error message for a row that overlaps the end of a part.
pub(super) const ADVICE: &str = "; the file is read in parts, and a part ends here: if values \
                                 contain line ends, set the option newlines_in_values to 'true'";

/// The reason why there is no next batch.
enum Failure {
    Text(DataFusionError),
    Rows(Error),
}

impl Rows {
    /// `lines` is the number of lines before the text.
    pub(super) async fn open(file: File, lines: u64) -> Result<Rows> {
        let (_, text) = file.store.text(&file.meta.location).await?;
        let options = file.options.clone().starting_at(file.start(), lines);
        Ok(Rows {
            text,
            chunk: Bytes::new(),
            decoder: options.decoder(Charset::Utf8, BadInput::Fail),
            is_begun: false,
            is_split: false,
            file,
        })
    }

    pub(super) fn batches(self) -> BoxStream<'static, Result<RecordBatch>> {
        stream::try_unfold(self, Rows::next).boxed()
    }

    async fn next(mut self) -> Result<Option<(RecordBatch, Rows)>> {
        match self.advance().await {
            Ok(batch) => Ok(batch.map(|batch| (batch, self))),
            Err(Failure::Text(error)) => Err(error),
            Err(Failure::Rows(error)) => Err(self.file.explain(error, self.is_split).await),
        }
    }

    async fn advance(&mut self) -> Result<Option<RecordBatch>, Failure> {
        loop {
            let mut is_end = false;
            if self.chunk.is_empty() {
                match self.text.try_next().await.map_err(Failure::Text)? {
                    Some(chunk) if chunk.is_empty() => continue,
                    Some(chunk) if !self.is_begun && self.file.start() == 0 => {
                        // The decoder removes one byte order mark. With this one, it keeps a U+FEFF
                        // at the start of the text.
                        self.chunk = [b"\xEF\xBB\xBF", &chunk[..]].concat().into();
                    }
                    Some(chunk) => self.chunk = chunk,
                    // Do not call the decoder for an empty file. If the inferred schema has no
                    // columns, the decoder would fail.
                    None if !self.is_begun => return Ok(None),
                    None => is_end = true,
                }
                self.is_begun = true;
                if is_end && !self.file.is_last() {
                    // The next part begins at this line end, even if a quote is open.
                    self.decoder.end_rows().map_err(Failure::Rows)?;
                    self.is_split |= self.decoder.needs_more();
                }
            }
            let read = self.decoder.decode(&self.chunk).map_err(Failure::Rows)?;
            self.chunk.advance(read);
            match self.decoder.flush().map_err(Failure::Rows)? {
                Some(batch) => return Ok(Some(batch)),
                None if is_end => return Ok(None),
                None => {}
            }
        }
    }
}

impl File {
    /// The position in the file where reading starts.
    fn start(&self) -> u64 {
        self.store.part.as_ref().map_or(0, |(_, range)| range.start)
    }

    /// Returns whether the text ends with the file.
    fn is_last(&self) -> bool {
        let part = self.store.part.as_ref();
        part.is_none_or(|(meta, range)| range.end >= meta.size)
    }

    /// Returns the error of a query for an error in the rows, with the name of the file and the
    /// line.
    ///
    /// Line numbers count from the start of the file. For a part of the file, this counts the lines
    /// before the part, and reads the part again up to the error.
    async fn explain(&self, mut error: Error, is_split: bool) -> DataFusionError {
        let is_row = matches!(error, Error::Csv { .. });
        let mut is_split = is_split;
        if self.start() > 0 && is_row {
            // An earlier part ends within a row, or this row does not parse.
            let found = match self.overlap().await {
                Ok(Some(overlap)) => {
                    is_split = true;
                    Ok(Some(overlap))
                }
                Ok(None) => self.read_again().await,
                Err(error) => Err(error),
            };
            error = match found {
                Ok(Some(found)) => found,
                Ok(None) => error,
                Err(error) => return error,
            };
        }
        match error {
            Error::Csv { line, reason } => {
                let is_split = is_split && reason.contains("is not closed");
                let advice = if is_split { ADVICE } else { "" };
                let message = format!("{}, line {line}: {reason}{advice}", self.meta.location);
                ArrowError::CsvError(message).into()
            }
            Error::Arrow(error) => error.into(),
            error => DataFusionError::External(Box::new(error)),
        }
    }

    /// Returns the error for a row that overlaps the start of the part, if there is one.
    async fn overlap(&self) -> Result<Option<Error>> {
        let text = self.store.lossy().file(&self.meta);
        let mut text = text.part(0..self.start()).await?;
        let options = self.options.clone().with_projection(Some(Vec::new()));
        let options = options.with_batch_size(usize::MAX);
        let mut decoder = options.decoder(Charset::Utf8, BadInput::SetAside);
        while let Some(mut chunk) = text.try_next().await? {
            while !chunk.is_empty() {
                let decoded = decoder.decode(&chunk);
                let (Ok(read), Ok(_)) = (decoded, decoder.flush()) else {
                    return Ok(None);
                };
                chunk.advance(read);
            }
            decoder.take_bad_rows();
        }
        if decoder.end_rows().is_err() || !decoder.needs_more() || decoder.decode(&[]).is_err() {
            return Ok(None);
        }
        let bad_rows = decoder.take_bad_rows().into_iter();
        let error = |bad: BadRow| Error::Csv {
            line: bad.line,
            reason: bad.reason.to_string(),
        };
        Ok(bad_rows.map(error).next())
    }

    async fn read_again(&self) -> Result<Option<Error>> {
        let store = &self.store;
        let lines = store.lines_before(&self.meta, self.start(), store.row_end);
        let lines = lines.await?;
        let file = File {
            store: self.store.uncounted(),
            ..self.clone()
        };
        let mut rows = Rows::open(file, lines).await?;
        loop {
            match rows.advance().await {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                Err(Failure::Text(error)) => return Err(error),
                Err(Failure::Rows(error)) => return Ok(Some(error)),
            }
        }
    }
}
