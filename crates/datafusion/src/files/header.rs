//! Finds the part of a CSV file that contains the header. This is the first part, unless it has
//! only comments and empty lines.

use super::store::TextStore;
use bytes::{Buf, Bytes};
use datafusion::common::{Result, exec_err};
use datafusion::datasource::physical_plan::CsvSource;
use futures::future::ready;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use std::ops::Range;

/// A part that begins after this many bytes assumes that the header is before it. The part that
/// ends after this position fails if there is no header up to its end ([`FirstRow::in_part`]).
const LIMIT: u64 = 64 << 10;

/// A search for the start of the first row, in text that arrives in chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstRow {
    comment: Option<u8>,
    /// `None` if rows end with CR, LF or CRLF.
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

    /// Returns the search for schema inference, in which DataFusion ignores the terminator.
    pub(super) const fn of_inference(comment: Option<u8>) -> FirstRow {
        FirstRow {
            comment,
            terminator: None,
            is_in_comment: false,
        }
    }

    /// Removes the comments and empty lines before the first row from the text. DataFusion would
    /// infer a header without columns from them.
    pub(super) fn skip_to(
        self,
        text: BoxStream<'static, Result<Bytes>>,
    ) -> BoxStream<'static, Result<Bytes>> {
        let mut search = Some(self);
        let from_row = move |mut chunk: Bytes| {
            if let Some(first_row) = &mut search {
                let start = first_row.start_in(&chunk);
                chunk.advance(start.unwrap_or(chunk.len()));
                if start.is_some() {
                    search = None;
                }
            }
            ready(Ok((!chunk.is_empty()).then_some(chunk)))
        };
        text.try_filter_map(from_row).boxed()
    }

    /// Returns whether a row begins in the next chunk.
    fn begins_in(&mut self, chunk: &[u8]) -> bool {
        self.start_in(chunk).is_some()
    }

    /// Returns the start of the first row in the next chunk.
    pub(super) fn start_in(&mut self, chunk: &[u8]) -> Option<usize> {
        for (at, byte) in chunk.iter().enumerate() {
            let is_end = match self.terminator {
                Some(terminator) => *byte == terminator,
                None => matches!(byte, b'\r' | b'\n'),
            };
            match self.is_in_comment {
                true => self.is_in_comment = *byte != b'\n',
                false if is_end => {}
                false if self.comment == Some(*byte) => self.is_in_comment = true,
                false => return Some(at),
            }
        }
        None
    }

    /// Returns whether the header is before a part that begins at `start`.
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

    /// Returns an error if the next parts assume a header before them and this part has none.
    pub(super) async fn check_part(
        self,
        text: BoxStream<'static, Result<Bytes>>,
        range: &Range<u64>,
        meta: &ObjectMeta,
    ) -> Result<()> {
        let mut search = self;
        let mut text = self.in_part(text, range, meta);
        while let Some(chunk) = text.try_next().await? {
            if search.begins_in(&chunk) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the text of a part that has no header before it. If the next parts assume a header
    /// before them and this part has none, the stream fails.
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
