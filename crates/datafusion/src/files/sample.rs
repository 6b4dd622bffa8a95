//! The charsets of files that are read in parts: each is looked for once, in a sample of its own.

use super::options::{FileCharset, SAMPLE};
use super::range::StoredFile;
use datafusion::common::Result;
use futures::TryStreamExt;
use object_store::path::Path;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use utflane::Charset;

/// What one part of a file finds, while the others wait for it.
type Found = Arc<futures::lock::Mutex<Option<Charset>>>;

/// The charsets of a scan's files. A file that has another size is another file.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Arc<Mutex<HashMap<(Path, u64), Found>>>);

impl Samples {
    /// The charset of a file.
    pub(super) async fn charset(&self, file: &StoredFile, charset: FileCharset) -> Result<Charset> {
        let key = (file.location.clone(), file.size);
        let found = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(key).or_default().clone()
        };
        let mut found = found.lock().await;
        if let Some(found) = *found {
            return Ok(found);
        }
        let bytes = file.bytes(0..SAMPLE.min(file.size)).await?;
        let sample: Vec<_> = bytes.try_collect().await?;
        Ok(*found.insert(charset.of(&sample.concat())))
    }
}
