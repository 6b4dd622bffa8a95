//! What a statement writes has its name only once all of it is there.

use crate::attempt::{Written, of_one_attempt};
use crate::objects::Objects;
use datafusion::common::{Result, plan_datafusion_err, plan_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::prelude::SessionContext;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// What `COPY` writes.
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

/// A name that no other statement has, on this machine or another.
fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    format!("{:x}-{time:x}-{count:x}", std::process::id())
}

impl Output {
    /// Where a statement writes, and the statement that writes beside it.
    pub(crate) async fn of(copy: &CopyTo, session: &SessionContext) -> Result<(Output, CopyTo)> {
        let url = ListingTableUrl::parse(&copy.output_url)?;
        let Some(extension) = url.prefix().filename().map(|_| url.prefix().extension()) else {
            return plan_err!("COPY to {url}: a folder with a name is expected");
        };
        let option = ["single_file_output", "format.single_file_output"]
            .into_iter()
            .find_map(|name| copy.options.get(name));
        let is_file = match option.map(|value| value.trim()) {
            Some(value) => value == "true",
            None => !url.is_collection() && extension.is_some(),
        };
        let mut suffix = format!(".partial-{}", unique());
        if let Some(extension) = extension.filter(|_| is_file) {
            suffix = suffix + "." + extension;
        }
        let (place, mut output_url, is_taken) = match url.get_url().to_file_path() {
            Ok(target) if url.scheme() == "file" => {
                let local = Local::of(target, &suffix);
                let is_taken = !is_file && local.is_taken()?;
                let output_url = local.partial.display().to_string();
                (Place::Local(local), output_url, is_taken)
            }
            _ => {
                let store = session.runtime_env().object_store(url.object_store());
                let store = store.map_err(|error| {
                    plan_datafusion_err!(
                        "COPY to {url}: this object store is not known to the client, and has to \
                         be to the scheduler and the executors, too: {error}"
                    )
                })?;
                let output_url = url.as_str().trim_end_matches('/').to_owned() + &suffix;
                let objects = Objects::of(store, &url, ListingTableUrl::parse(&output_url)?);
                let is_taken = !is_file && objects.is_taken().await?;
                (Place::Store(objects), output_url, is_taken)
            }
        };
        if is_taken {
            return plan_err!(
                "COPY to {url}: there are files in this folder already; name another"
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

    /// Gives the files of the attempt that has written `rows` their name. If that fails, there is
    /// nothing of them.
    pub(crate) async fn publish(self, session: &SessionContext, rows: u64) -> Result<()> {
        let is_parquet = self.is_parquet;
        match self.place {
            Place::Local(local) if self.is_file => local.publish(),
            Place::Local(local) => {
                fs::create_dir_all(&local.partial)?;
                let files = local.written()?;
                let [_, others] = of_one_attempt(session, files, is_parquet, rows).await?;
                for file in others {
                    fs::remove_file(file.place)?;
                }
                local.publish()
            }
            Place::Store(objects) if self.is_file => objects.publish_file().await,
            Place::Store(objects) => objects.publish(session, is_parquet, rows).await,
        }
    }

    /// Removes what has been written.
    pub(crate) async fn discard(self) {
        if let Place::Store(objects) = self.place {
            objects.discard().await;
        }
    }
}

/// Local files, or one.
#[derive(Debug)]
struct Local {
    target: PathBuf,
    partial: PathBuf,
}

impl Local {
    fn of(target: PathBuf, suffix: &str) -> Local {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(suffix);
        let partial = target.with_file_name(name);
        Local { target, partial }
    }

    /// Whether there are files in the target.
    fn is_taken(&self) -> Result<bool> {
        Ok(self.target.is_dir() && fs::read_dir(&self.target)?.next().is_some())
    }

    fn written(&self) -> Result<Vec<Written<PathBuf>>> {
        let written = |place: PathBuf| Written {
            name: place
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            url: place.display().to_string(),
            place,
        };
        Ok(files_in(&self.partial)?.into_iter().map(written).collect())
    }

    fn publish(self) -> Result<()> {
        Ok(fs::rename(&self.partial, &self.target)?)
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        // It is there no more once it is published.
        let _ = match self.partial.is_dir() {
            true => fs::remove_dir_all(&self.partial),
            false => fs::remove_file(&self.partial),
        };
    }
}

/// The files in a folder and in its folders.
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
mod tests {
    use super::*;
    use datafusion::dataframe::DataFrameWriteOptions;

    /// Writes a file of so many rows.
    async fn write(file: &Path, rows: usize) -> Result<()> {
        let session = SessionContext::new();
        let table = session.sql(&format!("SELECT * FROM range({rows})")).await?;
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        let file = file.display().to_string();
        table.write_parquet(&file, options, None).await?;
        Ok(())
    }

    fn paths(place: &Path) -> [PathBuf; 2] {
        ["target", "target.partial"].map(|name| place.join(name))
    }

    fn output(place: &Path, is_parquet: bool) -> Output {
        let [target, partial] = paths(place);
        fs::create_dir(&partial).unwrap();
        Output {
            place: Place::Local(Local { target, partial }),
            is_file: false,
            is_parquet,
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = files_in(folder).unwrap();
        let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        let mut names: Vec<_> = files.iter().map(name).collect();
        names.sort();
        names
    }

    #[tokio::test]
    async fn the_files_of_one_attempt_are_published() -> Result<()> {
        let place = tempfile::tempdir()?;
        let session = SessionContext::new();
        // The one before has written some of the rows, or all of them; or this one has not.
        for (name, lost, rows, expected) in [
            (
                "some",
                vec![20],
                50,
                Some(vec!["b_0.parquet", "b_1.parquet"]),
            ),
            (
                "more",
                vec![20, 20, 20],
                50,
                Some(vec!["b_0.parquet", "b_1.parquet"]),
            ),
            ("none", vec![], 50, Some(vec!["b_0.parquet", "b_1.parquet"])),
            ("less", vec![20], 60, None),
        ] {
            let place = place.path().join(name);
            fs::create_dir(&place)?;
            let output = output(&place, true);
            let [target, partial] = paths(&place);
            for (number, rows) in lost.into_iter().enumerate() {
                write(&partial.join(format!("a_{number}.parquet")), rows).await?;
            }
            write(&partial.join("b_0.parquet"), 30).await?;
            write(&partial.join("b_1.parquet"), 20).await?;
            fs::write(partial.join("b_2.parquet#1"), "PAR1 and no more")?;
            let published = output.publish(&session, rows).await;
            assert!(!partial.exists());
            match expected {
                Some(expected) => assert_eq!(names(&target), expected, "{name}"),
                None => {
                    let error = published.unwrap_err().to_string();
                    assert!(error.contains("run the statement again"), "{error}");
                    assert!(!target.exists());
                }
            }
        }
        // What is no Parquet is not counted: there may be one attempt.
        for (lost, is_published) in [(false, true), (true, false)] {
            let place = place.path().join(format!("CSV {lost}"));
            fs::create_dir(&place)?;
            let output = output(&place, false);
            let [target, partial] = paths(&place);
            fs::write(partial.join("b_0.csv"), "1\n")?;
            if lost {
                fs::write(partial.join("a_0.csv"), "1\n")?;
            }
            assert_eq!(output.publish(&session, 1).await.is_ok(), is_published);
            assert_eq!(target.exists(), is_published);
        }
        Ok(())
    }
}
