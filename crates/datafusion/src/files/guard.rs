//! Prevents files from appearing in an object store after an error. DataFusion would complete the
//! files of a failed `COPY`.

use async_trait::async_trait;
use datafusion::common::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use futures::StreamExt;
use futures::stream::BoxStream;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, UploadPart,
};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The first error of a `COPY`, if there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Failure(Arc<Mutex<Option<Arc<DataFusionError>>>>);

impl Failure {
    /// Keeps an error if it is the first one, and returns it for the caller.
    pub(super) fn set(&self, error: DataFusionError) -> DataFusionError {
        let error = Arc::new(error);
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| error.clone());
        DataFusionError::Shared(error)
    }

    /// Returns the first error.
    pub(super) fn first(&self) -> Option<DataFusionError> {
        let first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.clone().map(DataFusionError::Shared)
    }

    fn check(&self) -> Result<()> {
        match self.first() {
            None => Ok(()),
            Some(error) => Err(Error::Generic {
                store: "text",
                source: Box::new(error),
            }),
        }
    }
}

/// Returns the same batches. An error of `data` is also set in `failure`.
pub(super) fn failing(
    data: SendableRecordBatchStream,
    failure: Failure,
) -> SendableRecordBatchStream {
    let schema = data.schema();
    let data = data.map(move |batch| batch.map_err(|error| failure.set(error)));
    Box::pin(RecordBatchStreamAdapter::new(schema, data))
}

/// An object store in which no file is completed after a failure.
#[derive(Debug)]
pub(super) struct GuardedStore {
    store: Arc<dyn ObjectStore>,
    failure: Failure,
}

impl GuardedStore {
    pub(super) fn new(store: Arc<dyn ObjectStore>, failure: Failure) -> GuardedStore {
        GuardedStore { store, failure }
    }
}

impl fmt::Display for GuardedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.store.fmt(f)
    }
}

#[async_trait]
impl ObjectStore for GuardedStore {
    async fn put_opts(
        &self,
        location: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> Result<PutResult> {
        self.failure.check()?;
        self.store.put_opts(location, payload, options).await
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.failure.check()?;
        let upload = self.store.put_multipart_opts(location, options).await?;
        let failure = self.failure.clone();
        Ok(Box::new(GuardedUpload { upload, failure }))
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.store.get_opts(location, options).await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.store.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.store.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.store.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.store.copy_opts(from, to, options).await
    }
}

/// An upload that is not completed after a failure.
#[derive(Debug)]
struct GuardedUpload {
    upload: Box<dyn MultipartUpload>,
    failure: Failure,
}

#[async_trait]
impl MultipartUpload for GuardedUpload {
    fn put_part(&mut self, data: PutPayload) -> UploadPart {
        self.upload.put_part(data)
    }

    async fn complete(&mut self) -> Result<PutResult> {
        if let Err(error) = self.failure.check() {
            // The failure is more important than an error of the removal.
            let _ = self.upload.abort().await;
            return Err(error);
        }
        self.upload.complete().await
    }

    async fn abort(&mut self) -> Result<()> {
        self.upload.abort().await
    }
}
