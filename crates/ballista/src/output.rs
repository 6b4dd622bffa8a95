//! What a statement writes has its name only once all of it is there.
//!
//! A task that is lost is run again, and may have written files by then: some rows, or all of them,
//! would be there twice. The files of an attempt share the beginning of their names, so those of
//! one attempt are taken, and for Parquet their rows are counted.

use datafusion::common::{DataFusionError, Result, exec_err, plan_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The local files that `COPY` writes.
#[derive(Debug)]
pub(crate) struct Output {
    target: PathBuf,
    partial: PathBuf,
    is_file: bool,
    is_parquet: bool,
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
    pub(crate) fn of(copy: &CopyTo) -> Result<(Output, CopyTo)> {
        let url = ListingTableUrl::parse(&copy.output_url)?;
        let target = match url.get_url().to_file_path() {
            Ok(target) if url.scheme() == "file" => target,
            _ => {
                return plan_err!(
                    "COPY to {}: only in local files is what has been written known to be all; \
                     write there, and copy the files",
                    copy.output_url
                );
            }
        };
        let option = ["single_file_output", "format.single_file_output"]
            .into_iter()
            .find_map(|name| copy.options.get(name));
        let is_file = match option.map(|value| value.trim()) {
            Some(value) => value == "true",
            None => !url.is_collection() && target.extension().is_some(),
        };
        if !is_file && target.is_dir() && fs::read_dir(&target)?.next().is_some() {
            return plan_err!(
                "COPY to {}: there are files in this folder already; name another",
                target.display()
            );
        }
        let Some(name) = target.file_name() else {
            return plan_err!(
                "COPY to {}: a folder with a name is expected",
                copy.output_url
            );
        };
        let mut name = name.to_owned();
        name.push(format!(".partial-{}", unique()));
        if let Some(extension) = target.extension().filter(|_| is_file) {
            name.push(".");
            name.push(extension);
        }
        let partial = target.with_file_name(name);
        let mut output_url = partial.display().to_string();
        if !is_file {
            output_url.push('/');
        }
        let output = Output {
            target,
            partial,
            is_file,
            is_parquet: copy.file_type.get_ext() == "parquet",
        };
        let options = copy.options.clone();
        let (partition_by, file_type) = (copy.partition_by.clone(), copy.file_type.clone());
        let input = copy.input.clone();
        let copy = CopyTo::new(input, output_url, partition_by, file_type, options);
        Ok((output, copy))
    }

    /// Gives the files of the attempt that has written `rows` their name.
    pub(crate) async fn publish(self, rows: u64) -> Result<()> {
        if !self.is_file {
            fs::create_dir_all(&self.partial)?;
            self.leave_one_attempt(rows).await?;
        }
        Ok(fs::rename(&self.partial, &self.target)?)
    }

    /// Removes the files of all other attempts.
    async fn leave_one_attempt(&self, rows: u64) -> Result<()> {
        let mut attempts = BTreeMap::<String, Vec<PathBuf>>::new();
        for file in files_in(&self.partial)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let attempt = match name.split_once(['_', '.']) {
                // What was being written when its writer was lost.
                _ if name.contains('#') => String::new(),
                Some((attempt, _)) => attempt.to_owned(),
                None => name.into_owned(),
            };
            attempts.entry(attempt).or_default().push(file);
        }
        let unfinished = attempts.remove("").unwrap_or_default();
        let mut found = None;
        for (attempt, files) in &attempts {
            let is_all = match self.is_parquet {
                true => rows_of(files).await.is_ok_and(|found| found == rows),
                false => attempts.len() == 1,
            };
            if is_all {
                found = Some(attempt.clone());
            }
        }
        if found.is_none() && rows > 0 {
            return exec_err!(
                "an executor was lost while it wrote, and the files that are there are not those \
                 of the {rows} rows: run the statement again"
            );
        }
        attempts.retain(|attempt, _| Some(attempt) != found.as_ref() && rows > 0);
        for file in attempts.into_values().flatten().chain(unfinished) {
            fs::remove_file(file)?;
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // It is there no more once it is published.
        let _ = match self.is_file {
            true => fs::remove_file(&self.partial),
            false => fs::remove_dir_all(&self.partial),
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

/// The rows of files of Parquet, by their footers.
async fn rows_of(files: &[PathBuf]) -> Result<u64> {
    let session = SessionContext::new();
    let mut rows = 0;
    for file in files {
        let options = ParquetReadOptions::default().file_extension("");
        let table = session
            .read_parquet(file.display().to_string(), options)
            .await?;
        rows += table.count().await? as u64;
    }
    Ok(rows)
}

/// The number of rows that `COPY` says it has written.
pub(crate) fn rows_written(batches: &[datafusion::arrow::array::RecordBatch]) -> Result<u64> {
    use datafusion::arrow::array::AsArray;
    use datafusion::arrow::datatypes::UInt64Type;
    let mut rows = 0;
    for batch in batches {
        let counts = batch
            .columns()
            .first()
            .and_then(|column| column.as_primitive_opt::<UInt64Type>());
        match counts {
            Some(counts) => rows += counts.values().iter().sum::<u64>(),
            None => {
                return Err(DataFusionError::Internal(
                    "COPY returns no number of rows".into(),
                ));
            }
        }
    }
    Ok(rows)
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

    fn output(place: &Path, is_parquet: bool) -> Output {
        let [target, partial] = ["target", "target.partial"].map(|name| place.join(name));
        fs::create_dir(&partial).unwrap();
        Output {
            target,
            partial,
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
        let output_of = |name: &str| {
            let place = place.path().join(name);
            fs::create_dir(&place).unwrap();
            output(&place, true)
        };
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
            let output = output_of(name);
            let (target, partial) = (output.target.clone(), output.partial.clone());
            for (number, rows) in lost.into_iter().enumerate() {
                write(&partial.join(format!("a_{number}.parquet")), rows).await?;
            }
            write(&partial.join("b_0.parquet"), 30).await?;
            write(&partial.join("b_1.parquet"), 20).await?;
            fs::write(partial.join("b_2.parquet#1"), "PAR1 and no more")?;
            let published = output.publish(rows).await;
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
            let (target, partial) = (output.target.clone(), output.partial.clone());
            fs::write(partial.join("b_0.csv"), "1\n")?;
            if lost {
                fs::write(partial.join("a_0.csv"), "1\n")?;
            }
            assert_eq!(output.publish(1).await.is_ok(), is_published);
            assert_eq!(target.exists(), is_published);
        }
        Ok(())
    }
}
