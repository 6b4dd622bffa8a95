//! An object store that converts files to UTF-8, for DataFusion's schema inference and for the
//! readers of this crate.

use super::counts::Counts;
use super::header::FirstRow;
use super::options::TextOptions;
use super::range::StoredFile;
use super::sample::Samples;
use super::stream::TextFile;
use crate::functions::Policy;
use async_trait::async_trait;
use bytes::Bytes;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use futures::StreamExt;
use futures::TryStreamExt;
use futures::stream::BoxStream;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload,
    ObjectMeta, ObjectStore, ObjectStoreExt, PutMultipartOptions, PutOptions, PutPayload,
    PutResult, Result,
};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use utflane_arrow::files::CsvOptions;

/// An object store that decompresses files and converts them to UTF-8 with a byte order mark. It
/// only supports reading whole files.
#[derive(Clone, Debug)]
pub(super) struct TextStore {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) options: TextOptions,
    pub(super) compression: FileCompressionType,
    pub(super) terminator: u8,
    /// The byte that ends a row. `None` for CR, LF and CRLF.
    pub(super) row_end: Option<u8>,
    pub(super) samples: Samples,
    pub(super) counts: Counts,
    /// The file to read, and the range of bytes in which the lines to read begin. If this is
    /// `None`, files are read as a whole.
    pub(super) part: Option<(ObjectMeta, Range<u64>)>,
    /// The search for the header, if no earlier part contains it.
    pub(super) header: Option<FirstRow>,
    /// The search for the first row of a whole file, if the text must begin with that row.
    pub(super) first_row: Option<FirstRow>,
    /// The options for parsing rows, if only the start of the text without bad rows is needed.
    pub(super) good_rows: Option<Arc<CsvOptions>>,
}

impl TextStore {
    /// Returns the same store, without counting reads in the metrics.
    pub(super) fn uncounted(&self) -> TextStore {
        TextStore {
            counts: Counts::default(),
            ..self.clone()
        }
    }

    /// Returns the same store, which replaces malformed text and counts nothing.
    pub(super) fn lossy(&self) -> TextStore {
        let mut lossy = self.uncounted();
        lossy.options.malformed = Policy::Replace;
        lossy
    }

    /// Returns the number of lines that begin before `position`, the start of a part.
    pub(super) async fn lines_before(
        &self,
        meta: &ObjectMeta,
        position: u64,
        row_end: Option<u8>,
    ) -> datafusion::common::Result<u64> {
        let mut text = self.uncounted().file(meta).part(0..position).await?;
        let (mut lines, mut is_after_cr) = (0, false);
        while let Some(chunk) = text.try_next().await? {
            for byte in chunk {
                let is_end = match row_end {
                    Some(end) => byte == end,
                    None => byte == b'\r' || byte == b'\n' && !is_after_cr,
                };
                lines += u64::from(is_end);
                is_after_cr = byte == b'\r';
            }
        }
        Ok(lines)
    }

    /// Returns a file of the store.
    pub(super) fn file(&self, meta: &ObjectMeta) -> TextFile {
        TextFile {
            file: StoredFile {
                store: self.store.clone(),
                location: meta.location.clone(),
                size: meta.size,
            },
            options: self.options,
            compression: self.compression,
            terminator: self.terminator,
            samples: self.samples.clone(),
            counts: self.counts.clone(),
        }
    }

    /// Returns the text of a file, or of its part, with one request.
    pub(super) async fn text(
        &self,
        location: &Path,
    ) -> datafusion::common::Result<(
        ObjectMeta,
        BoxStream<'static, datafusion::common::Result<Bytes>>,
    )> {
        if let Some((meta, range)) = &self.part {
            let mut text = self.file(meta).part(range.clone()).await?;
            if let Some(header) = self.header {
                text = header.in_part(text, range, meta);
            }
            return Ok((meta.clone(), text));
        }
        let result = self.store.get(location).await?;
        let meta = result.meta.clone();
        let mut text = match (&self.good_rows, self.first_row) {
            (Some(options), Some(first_row)) => {
                let file = self.lossy().file(&meta);
                file.good_rows(result, options, first_row).await?
            }
            _ => self.file(&meta).whole(result).await?,
        };
        if let Some(first_row) = self.first_row {
            text = first_row.skip_to(text);
        }
        Ok((meta, text))
    }
}

impl fmt::Display for TextStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text of {}", self.store)
    }
}

/// The name of this store in errors.
const STORE: &str = "text";

fn not_supported<T>(operation: &str) -> Result<T> {
    Err(Error::NotImplemented {
        operation: operation.into(),
        implementer: STORE.into(),
    })
}

#[async_trait]
impl ObjectStore for TextStore {
    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        if options.range.is_some() || options.head {
            return not_supported("get of a part");
        }
        let as_error = |source| Error::Generic {
            store: STORE,
            source: Box::new(source),
        };
        let (meta, text) = self.text(location).await.map_err(as_error)?;
        // The reader of CSV removes one byte order mark. With this one, it keeps a U+FEFF at the
        // start of the text. The mark must be part of the first piece, because types are inferred
        // from each piece separately.
        let mut mark = Some("\u{FEFF}".as_bytes());
        let text = text.map_ok(move |piece| match mark.take() {
            Some(mark) => Bytes::from([mark, &piece].concat()),
            None => piece,
        });
        let text = text.map_err(as_error);
        Ok(GetResult {
            payload: GetResultPayload::Stream(text.boxed()),
            range: 0..meta.size,
            meta,
            attributes: Default::default(),
        })
    }

    async fn put_opts(&self, _: &Path, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        not_supported("put")
    }

    async fn put_multipart_opts(
        &self,
        _: &Path,
        _: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        not_supported("put_multipart")
    }

    fn delete_stream(
        &self,
        _: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        futures::stream::iter([not_supported("delete")]).boxed()
    }

    fn list(&self, _: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        futures::stream::iter([not_supported("list")]).boxed()
    }

    async fn list_with_delimiter(&self, _: Option<&Path>) -> Result<ListResult> {
        not_supported("list")
    }

    async fn copy_opts(&self, _: &Path, _: &Path, _: CopyOptions) -> Result<()> {
        not_supported("copy")
    }
}
