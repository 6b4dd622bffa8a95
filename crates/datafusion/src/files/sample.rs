//! Detects the charset of each file that is read in parts, once, from a separate sample.

use super::options::{FileCharset, SAMPLE};
use super::range::StoredFile;
use datafusion::common::Result;
use futures::TryStreamExt;
use object_store::path::Path;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use utflane::Charset;

/// The charset of a file. One part detects it while the other parts wait.
type Found = Arc<futures::lock::Mutex<Option<Charset>>>;

/// The charsets of the files in a scan, by path and size.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Arc<Mutex<HashMap<(Path, u64), Found>>>);

impl Samples {
    /// Returns the charset of a file, and detects it if necessary.
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
        Ok(*found.insert(charset.of(&file.location, &sample.concat())?))
    }
}
