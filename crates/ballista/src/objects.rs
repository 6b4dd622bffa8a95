//! Output in an object store, where a folder cannot be renamed: its files are copied to their
//! names, and the last one that is written, [`MARK`], says that all are there.

use crate::attempt::{Written, of_one_attempt};
use datafusion::common::{Result, exec_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::prelude::SessionContext;
use futures::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions};
use std::sync::Arc;

/// The name that Hadoop and Spark give to such a file, and that readers of tables pass over.
pub(crate) const MARK: &str = "_SUCCESS";

/// Objects below a path, or one.
#[derive(Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The store in URLs.
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

    /// Whether there are objects below the target.
    pub(crate) async fn is_taken(&self) -> Result<bool> {
        Ok(self
            .store
            .list(Some(&self.target))
            .try_next()
            .await?
            .is_some())
    }

    async fn written(&self) -> Result<Vec<Written<Path>>> {
        let written = |object: ObjectMeta| Written {
            name: object.location.filename().unwrap_or_default().to_owned(),
            url: format!("{}{}", self.root, object.location),
            place: object.location,
        };
        let objects: Vec<_> = self.store.list(Some(&self.partial)).try_collect().await?;
        Ok(objects.into_iter().map(written).collect())
    }

    /// Gives the one object its name, in which it appears as a whole.
    pub(crate) async fn publish_file(self) -> Result<()> {
        let copied = self.store.copy(&self.partial, &self.target).await;
        self.discard().await;
        Ok(copied?)
    }

    /// Gives the objects of the attempt that has written `rows` their names, and marks them.
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
            // They have no mark, whether or not they can be removed.
            for place in copied {
                let _ = self.store.delete(&place).await;
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
        if self.is_taken().await? {
            return exec_err!(
                "another statement has written to {}{} meanwhile",
                self.root,
                self.target
            );
        }
        let mut mark = format!("rows {rows}\n");
        for file in files {
            let parts = file.place.prefix_match(&self.partial);
            let parts: Vec<_> = parts.into_iter().flatten().collect();
            let names: Vec<_> = parts.iter().map(|part| part.as_ref()).collect();
            mark = mark + "file " + &names.join("/") + "\n";
            let target = parts
                .into_iter()
                .fold(self.target.clone(), |path, part| path.join(part));
            copied.push(target.clone());
            self.store.copy(&file.place, &target).await?;
        }
        let place = self.target.clone().join(MARK);
        let options = PutOptions::from(PutMode::Create);
        self.store.put_opts(&place, mark.into(), options).await?;
        Ok(())
    }

    /// Removes what has been written under the other name.
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
        // One object, and none below it.
        if objects.is_empty() && self.store.head(&self.partial).await.is_ok() {
            self.store.delete(&self.partial).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
