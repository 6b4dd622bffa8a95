//! Makes the output of a statement appear under its name only when it is complete.

use crate::attempt::{Written, of_one_attempt};
use crate::jobs::Scheduler;
use crate::objects::Objects;
use crate::owner::{Owner, remove_orphans};
use datafusion::common::{
    DataFusionError, Result, exec_datafusion_err, exec_err, plan_datafusion_err, plan_err,
};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::prelude::SessionContext;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The output of `COPY`.
#[derive(Debug)]
pub(crate) struct Output {
    place: Place,
    is_file: bool,
    is_parquet: bool,
}

#[derive(Debug)]
enum Place {
    Local(Local),
    Store(Objects),
}

/// The suffix that the name of a partial output adds to the name of the target, followed by a
/// unique number.
pub(crate) const PARTIAL: &str = ".partial-";

/// Returns a name made of the process ID, the time and a counter, which no other statement should
/// have.
fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    format!("{:x}-{time:x}-{count:x}", std::process::id())
}

impl Output {
    /// Returns the output of a statement, and the statement that writes to the partial output
    /// instead of the target.
    pub(crate) async fn of(
        copy: &CopyTo,
        session: &SessionContext,
        scheduler: &Scheduler,
    ) -> Result<(Output, CopyTo)> {
        let url = ListingTableUrl::parse(&copy.output_url)?;
        let Some(extension) = url.prefix().filename().map(|_| url.prefix().extension()) else {
            return plan_err!("COPY to {url}: the target has no name");
        };
        let option = ["single_file_output", "format.single_file_output"]
            .into_iter()
            .find_map(|name| copy.options.get(name));
        let is_file = match option.map(|value| value.trim()) {
            Some(value) => value == "true",
            None => !url.is_collection() && extension.is_some(),
        };
        let mut suffix = format!("{PARTIAL}{}", unique());
        if let Some(extension) = extension.filter(|_| is_file) {
            suffix = suffix + "." + extension;
        }
        let (place, mut output_url, is_taken) = match url.get_url().to_file_path() {
            Ok(target) if url.scheme() == "file" => {
                let mut local = Local::of(target, &suffix);
                let is_taken = local.is_taken(is_file)?;
                if !is_taken {
                    if let Some(folder) = local.partial.parent() {
                        remove_orphans(folder, scheduler).await;
                    }
                    local.owner = Some(Owner::of(&local.partial)?);
                }
                let output_url = local.partial.display().to_string();
                (Place::Local(local), output_url, is_taken)
            }
            _ => {
                let store = session.runtime_env().object_store(url.object_store());
                let store = store.map_err(|error| {
                    plan_datafusion_err!(
                        "COPY to {url}: the client has no object store for this URL: {error}"
                    )
                })?;
                let output_url = url.as_str().trim_end_matches('/').to_owned() + &suffix;
                let objects = Objects::of(store, &url, ListingTableUrl::parse(&output_url)?);
                let is_taken = objects.is_taken(is_file).await?;
                (Place::Store(objects), output_url, is_taken)
            }
        };
        if is_taken {
            return plan_err!(
                "COPY to {url}: this target exists already, and COPY replaces nothing: name another"
            );
        }
        if !is_file {
            output_url.push('/');
        }
        let output = Output {
            place,
            is_file,
            is_parquet: copy.file_type.get_ext() == "parquet",
        };
        let options = copy.options.clone();
        let (partition_by, file_type) = (copy.partition_by.clone(), copy.file_type.clone());
        let input = copy.input.clone();
        let copy = CopyTo::new(input, output_url, partition_by, file_type, options);
        Ok((output, copy))
    }

    /// Stores the job that writes the output in the owner file.
    pub(crate) fn set_job(&self, scheduler: &str, job: &str) {
        if let Place::Local(local) = &self.place
            && let Some(owner) = &local.owner
        {
            owner.set_job(scheduler, job);
        }
    }

    /// Moves or copies the files of the attempt that has written `rows` rows to the target. After
    /// an error, the files are removed.
    pub(crate) async fn publish(self, session: &SessionContext, rows: u64) -> Result<()> {
        let is_parquet = self.is_parquet;
        match self.place {
            Place::Local(local) if self.is_file => local.publish_file(),
            Place::Local(local) => {
                fs::create_dir_all(&local.partial)?;
                let files = local.written()?;
                let [_, others] = of_one_attempt(session, files, is_parquet, rows).await?;
                for file in others {
                    fs::remove_file(file.path)?;
                }
                local.publish()
            }
            Place::Store(objects) if self.is_file => objects.publish_file().await,
            Place::Store(objects) => objects.publish(session, is_parquet, rows).await,
        }
    }

    /// Removes the partial output. If the job has not ended (`has_ended` is false), keeps the owner
    /// file, because executors may still write.
    pub(crate) async fn discard(self, has_ended: bool) {
        match self.place {
            Place::Store(objects) => objects.discard().await,
            Place::Local(mut local) => {
                if let Some(owner) = local.owner.as_mut().filter(|_| !has_ended) {
                    owner.leave();
                }
            }
        }
    }
}

/// Output in the local file system: a folder or a file.
#[derive(Debug)]
struct Local {
    target: PathBuf,
    partial: PathBuf,
    owner: Option<Owner>,
}

impl Local {
    fn of(target: PathBuf, suffix: &str) -> Local {
        // Remove a trailing slash, because a path with one refers to the target of a link.
        let target: PathBuf = target.components().collect();
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(suffix);
        Local {
            partial: target.with_file_name(name),
            target,
            owner: None,
        }
    }

    /// Returns whether the target exists. An empty folder does not count if the output is a folder.
    fn is_taken(&self, is_file: bool) -> Result<bool> {
        Ok(match fs::symlink_metadata(&self.target) {
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return exec_err!("{}: {error}", self.target.display()),
            Ok(found) if found.is_dir() && !is_file => fs::read_dir(&self.target)?.next().is_some(),
            Ok(_) => true,
        })
    }

    fn written(&self) -> Result<Vec<Written<PathBuf>>> {
        let written = |path: PathBuf| Written {
            name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            url: path.display().to_string(),
            path,
        };
        Ok(files_in(&self.partial)?.into_iter().map(written).collect())
    }

    /// Renames the folder to its final name. Fails if another statement has written there.
    fn publish(self) -> Result<()> {
        let renamed = fs::rename(&self.partial, &self.target);
        renamed.map_err(|error| self.not_published(error))
    }

    /// Gives the file its final name. Fails if another file has this name.
    fn publish_file(self) -> Result<()> {
        match fs::hard_link(&self.partial, &self.target) {
            Ok(()) => Ok(()),
            // Some file systems do not support hard links.
            Err(_) if !self.is_taken(true)? => {
                let renamed = fs::rename(&self.partial, &self.target);
                renamed.map_err(|error| self.not_published(error))
            }
            Err(error) => Err(self.not_published(error)),
        }
    }

    fn not_published(&self, error: io::Error) -> DataFusionError {
        exec_datafusion_err!(
            "the output cannot be renamed to {}, and is removed: {error}",
            self.target.display()
        )
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        // After publication this does nothing, because a published output no longer exists under
        // this name.
        remove(&self.partial);
    }
}

/// Removes a partial output, and incomplete files of a writer next to it.
pub(crate) fn remove(partial: &Path) {
    let _ = match partial.is_dir() {
        true => fs::remove_dir_all(partial),
        false => fs::remove_file(partial),
    };
    // A writer uses the name `FILE#1` until the file is complete.
    let mut begun = partial.file_name().unwrap_or_default().to_owned();
    begun.push("#");
    let entries = partial.parent().map(fs::read_dir);
    for entry in entries.into_iter().flatten().flatten().flatten() {
        let name = entry.file_name();
        if name
            .as_encoded_bytes()
            .starts_with(begun.as_encoded_bytes())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the files in a folder, recursively.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => files.extend(files_in(&entry.path())?),
            false => files.push(entry.path()),
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests;
