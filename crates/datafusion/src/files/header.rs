//! Rows of CSV before they are parsed: in which part of a file its header is, which is the first
//! unless comments and empty lines are before it, and how many rows are before a part.

use super::store::TextStore;
use bytes::Bytes;
use datafusion::arrow::error::ArrowError;
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::datasource::physical_plan::CsvSource;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use std::ops::Range;

/// A part that begins behind this many bytes looks for no header before it: that there is one, the
/// part that ends here or behind has to see to.
const LIMIT: u64 = 64 << 10;

/// A search for where a row begins, in a text that arrives in chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstRow {
    comment: Option<u8>,
    /// `None` where rows end with CR, LF or CRLF.
    terminator: Option<u8>,
    is_in_comment: bool,
}

impl FirstRow {
    pub(super) fn of(csv: &CsvSource) -> FirstRow {
        FirstRow {
            comment: csv.comment(),
            terminator: csv.terminator(),
            is_in_comment: false,
        }
    }

    /// Whether a row begins in the next chunk.
    fn begins_in(&mut self, chunk: &[u8]) -> bool {
        for byte in chunk {
            let is_end = match self.terminator {
                Some(terminator) => *byte == terminator,
                None => matches!(byte, b'\r' | b'\n'),
            };
            match self.is_in_comment {
                true => self.is_in_comment = *byte != b'\n',
                false if is_end => {}
                false if self.comment == Some(*byte) => self.is_in_comment = true,
                false => return true,
            }
        }
        false
    }

    /// The rows of a text that arrives in chunks, none of which has a row end in a value.
    async fn count(mut self, mut text: BoxStream<'static, Result<Bytes>>) -> Result<u64> {
        let end = self.terminator.unwrap_or(b'\n');
        let (mut rows, mut is_in_row) = (0, false);
        while let Some(chunk) = text.try_next().await? {
            for line in chunk.split_inclusive(|byte| *byte == end) {
                if !is_in_row && self.begins_in(line) {
                    rows += 1;
                    is_in_row = true;
                }
                is_in_row &= !line.ends_with(&[end]);
            }
        }
        Ok(rows)
    }

    /// An error of the parser, which counts rows from the start of a part on, with the file, and the
    /// row of the file: its header, if it has one, is the first.
    pub(super) async fn with_row(
        self,
        error: DataFusionError,
        text: &TextStore,
        meta: &ObjectMeta,
    ) -> DataFusionError {
        let error = match error {
            DataFusionError::ArrowError(error, _) => *error,
            other => return other,
        };
        let (ArrowError::CsvError(words) | ArrowError::ParseError(words)) = &error else {
            return error.into();
        };
        let before = match &text.part {
            Some((_, range)) if range.start > 0 => {
                let text = text.uncounted();
                match text.file(meta).part(0..range.start).await {
                    Ok(text) => self.count(text).await,
                    Err(error) => Err(error),
                }
            }
            _ => Ok(0),
        };
        // The number of fields is that of a row from 1, a value is in a row from 0.
        let told = [(" for line ", 0), (" at line ", 1)]
            .into_iter()
            .find_map(|(place, first)| {
                let (words, rest) = words.split_once(place)?;
                let digits = rest.find(|byte: char| !byte.is_ascii_digit())?;
                let row: u64 = rest[..digits].parse().ok()?;
                let place = place.replace("line", "row");
                let row = row + first + before.as_ref().ok()?;
                Some(format!("{words}{place}{row}{}", &rest[digits..]))
            });
        let words = format!("{}: {}", meta.location, told.as_ref().unwrap_or(words));
        match error {
            ArrowError::ParseError(_) => ArrowError::ParseError(words).into(),
            _ => ArrowError::CsvError(words).into(),
        }
    }

    /// Whether the header is before a part that begins at `start`.
    pub(super) async fn is_before(
        mut self,
        start: u64,
        text: &TextStore,
        meta: &ObjectMeta,
    ) -> Result<bool> {
        if start == 0 || start > LIMIT {
            return Ok(start > 0);
        }
        let mut before = text.uncounted().file(meta).part(0..start).await?;
        while let Some(chunk) = before.try_next().await? {
            if self.begins_in(&chunk) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The text of a part before which there is no header: there must be one in it, if the next
    /// parts take that for granted.
    pub(super) fn in_part(
        self,
        text: BoxStream<'static, Result<Bytes>>,
        range: &Range<u64>,
        meta: &ObjectMeta,
    ) -> BoxStream<'static, Result<Bytes>> {
        let end = range.end;
        if end <= LIMIT || end >= meta.size {
            return text;
        }
        let location = meta.location.clone();
        let search = (text, Some(self));
        stream::try_unfold(search, move |(mut text, mut search)| {
            let location = location.clone();
            async move {
                let chunk = text.try_next().await?;
                match &chunk {
                    Some(chunk) => drop(search.take_if(|search| search.begins_in(chunk))),
                    None if search.is_some() => {
                        return exec_err!(
                            "{location} has no header in its first {end} bytes, only comments and \
                             empty lines: read it with datafusion.optimizer.repartition_file_scans \
                             off"
                        );
                    }
                    None => {}
                }
                Ok(chunk.map(|chunk| (chunk, (text, search))))
            }
        })
        .boxed()
    }
}
