//! Publishes output in an object store. A folder cannot be renamed there, so its files are copied
//! to their final names. The last file, [`MARK`], marks the output as complete.

use crate::attempt::{Written, of_one_attempt};
use datafusion::common::{Result, exec_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::prelude::SessionContext;
use futures::TryStreamExt;
use object_store::path::Path;
use object_store::{Error, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions};
use std::sync::Arc;

/// The name that Hadoop and Spark use for this file. Readers of tables ignore it.
pub(crate) const MARK: &str = "_SUCCESS";

/// The objects below a path, or one object.
#[derive(Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The prefix of URLs in this store.
    root: String,
    target: Path,
    partial: Path,
}

impl Objects {
    pub(crate) fn of(
        store: Arc<dyn ObjectStore>,
        target: &ListingTableUrl,
        partial: ListingTableUrl,
    ) -> Objects {
        Objects {
            store,
            root: target.object_store().as_str().to_owned(),
            target: target.prefix().clone(),
            partial: partial.prefix().clone(),
        }
    }

    /// Returns whether there are objects below the target. If `is_file` is true, also returns true
    /// if the target is an object.
    pub(crate) async fn is_taken(&self, is_file: bool) -> Result<bool> {
        if is_file {
            match self.store.head(&self.target).await {
                Ok(_) => return Ok(true),
                Err(Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let below = self.store.list(Some(&self.target)).try_next().await?;
        Ok(below.is_some())
    }

    async fn written(&self) -> Result<Vec<Written<Path>>> {
        let written = |object: ObjectMeta| Written {
            name: object.location.filename().unwrap_or_default().to_owned(),
            url: format!("{}{}", self.root, object.location),
            path: object.location,
        };
        let objects: Vec<_> = self.store.list(Some(&self.partial)).try_collect().await?;
        Ok(objects.into_iter().map(written).collect())
    }

    /// Copies a single object to its final name, atomically. Fails if another object has this name.
    pub(crate) async fn publish_file(self) -> Result<()> {
        let copied = self.copy_file().await;
        self.discard().await;
        copied
    }

    async fn copy_file(&self) -> Result<()> {
        let copied = self.store.copy_if_not_exists(&self.partial, &self.target);
        match copied.await {
            Err(Error::AlreadyExists { .. }) => self.another_has_written(),
            // Some stores do not support this operation.
            Err(Error::NotImplemented { .. } | Error::NotSupported { .. }) => {
                match self.is_taken(true).await? {
                    true => self.another_has_written(),
                    false => Ok(self.store.copy(&self.partial, &self.target).await?),
                }
            }
            copied => Ok(copied?),
        }
    }

    fn another_has_written(&self) -> Result<()> {
        exec_err!(
            "another statement has written to {}{} in the meantime: name another target",
            self.root,
            self.target
        )
    }

    /// Copies the objects of the attempt that has written `rows` rows to their final names, and
    /// marks the output as complete.
    pub(crate) async fn publish(
        self,
        session: &SessionContext,
        is_parquet: bool,
        rows: u64,
    ) -> Result<()> {
        let mut copied = Vec::new();
        let published = self
            .copy_and_mark(session, is_parquet, rows, &mut copied)
            .await;
        if published.is_err() {
            // Without the mark, the output is incomplete even if removal fails.
            for path in copied {
                let _ = self.store.delete(&path).await;
            }
        }
        self.discard().await;
        published
    }

    async fn copy_and_mark(
        &self,
        session: &SessionContext,
        is_parquet: bool,
        rows: u64,
        copied: &mut Vec<Path>,
    ) -> Result<()> {
        let files = self.written().await?;
        let [files, _] = of_one_attempt(session, files, is_parquet, rows).await?;
        if self.is_taken(false).await? {
            return self.another_has_written();
        }
        let mut mark = format!("rows {rows}\n");
        for file in files {
            let parts = file.path.prefix_match(&self.partial);
            let parts: Vec<_> = parts.into_iter().flatten().collect();
            let names: Vec<_> = parts.iter().map(|part| part.as_ref()).collect();
            mark = mark + "file " + &names.join("/") + "\n";
            let target = parts
                .into_iter()
                .fold(self.target.clone(), |path, part| path.join(part));
            copied.push(target.clone());
            self.store.copy(&file.path, &target).await?;
        }
        let path = self.target.clone().join(MARK);
        let options = PutOptions::from(PutMode::Create);
        self.store.put_opts(&path, mark.into(), options).await?;
        Ok(())
    }

    /// Removes the partial output.
    pub(crate) async fn discard(&self) {
        if self.remove_partial().await.is_err() {
            log::warn!("{}{} cannot be removed", self.root, self.partial);
        }
    }

    async fn remove_partial(&self) -> Result<()> {
        let objects: Vec<_> = self.store.list(Some(&self.partial)).try_collect().await?;
        for object in &objects {
            self.store.delete(&object.location).await?;
        }
        // The partial output is a single object.
        if objects.is_empty() && self.store.head(&self.partial).await.is_ok() {
            self.store.delete(&self.partial).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
