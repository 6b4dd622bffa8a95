//! Writes `files.csv` and `rejected.csv`, and folders that appear only when they are complete.

use crate::head::Found;
use crate::name::{hexadecimal, shown};
use crate::rows::Counts;
use crate::schema::name_of;
use anyhow::{Context, bail};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use utflane_arrow::arrow_schema::{FieldRef, SchemaRef};
use utflane_arrow::files::BadRow;

/// The number of failed files that the program prints if the report lists all of them.
const FAILURES: usize = 20;

/// What became of a file.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Option<u64>,
    pub(crate) found: Option<Found>,
    pub(crate) delimiter: Option<u8>,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Skipped(String),
    Failed(String),
    /// The counts, and the name of the Parquet file or the table.
    Loaded(Counts, String),
}

/// A folder under a temporary name, which is removed unless it is published.
#[derive(Debug)]
pub(crate) struct Partial {
    folder: PathBuf,
    target: PathBuf,
    replaces: bool,
    is_kept: bool,
}

impl Drop for Partial {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        // After the rename this fails, because the folder no longer exists.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Partial {
    /// Creates a new folder next to `target`, which `option` names. An existing target is only
    /// replaced if all of its files are those of an earlier load.
    ///
    /// # Errors
    ///
    /// The target exists, is not empty, and cannot be replaced.
    pub(crate) fn new(target: &Path, option: &str, replaces: bool) -> anyhow::Result<Partial> {
        let name = shown(target);
        let exists = target.symlink_metadata().is_ok();
        if exists
            && fs::read_dir(target)
                .with_context(|| name.clone())?
                .next()
                .is_some()
        {
            if !replaces {
                bail!("{name} exists: name another folder with {option}");
            }
            check_replaceable(target)
                .with_context(|| format!("--replace does not remove {name}"))?;
        }
        let file_name = target.file_name();
        let mut base = file_name
            .with_context(|| format!("{name} does not end with a name"))?
            .to_owned();
        base.push(format!(".partial-{}", std::process::id()));
        let base = target.with_file_name(base);
        if let Some(parent) = base.parent() {
            fs::create_dir_all(parent).with_context(|| shown(parent))?;
        }
        let folder = create_new(&base).with_context(|| shown(&base))?;
        Ok(Partial {
            folder,
            target: target.to_owned(),
            replaces,
            is_kept: false,
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps the folder under its temporary name if it cannot be published.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Gives the folder its final name.
    pub(crate) fn publish(self) -> anyhow::Result<()> {
        let target = shown(&self.target);
        if let Ok(folder) = File::open(&self.folder) {
            // Some file systems cannot flush folders.
            let _ = folder.sync_all();
        }
        match self.replaces && self.target.exists() {
            true => replace(&self.folder, &self.target).with_context(|| target)?,
            false => fs::rename(&self.folder, &self.target).with_context(|| target)?,
        }
        if let Some(parent) = self.target.parent()
            && let Ok(parent) = File::open(parent)
        {
            let _ = parent.sync_all();
        }
        Ok(())
    }
}

/// The column of `files.csv` with the Parquet file or the table.
const LOADED_TO: &str = "loaded_to";

/// The columns of `files.csv`.
const COLUMNS: [&str; 12] = [
    "file",
    "status",
    "charset",
    "found",
    "confidence",
    "delimiter",
    "bytes",
    "rows",
    "rejected",
    "first_bad_line",
    LOADED_TO,
    "reason",
];

/// Checks that a folder contains only the files of an earlier load.
///
/// # Errors
///
/// It has no `files.csv` of a load, or a file that this does not list.
fn check_replaceable(folder: &Path) -> anyhow::Result<()> {
    let mut files = csv::Reader::from_path(folder.join("files.csv"))
        .context("it is not the folder of an earlier load")?;
    if files.headers()?.iter().ne(COLUMNS) {
        bail!("its files.csv is not that of a load");
    }
    let mut known = HashSet::from(["files.csv".into(), "rejected.csv".into()]);
    let loaded_to = COLUMNS.iter().position(|name| *name == LOADED_TO);
    for record in files.records() {
        let record = record?;
        let name = loaded_to.and_then(|at| record.get(at));
        known.extend(name.map(OsString::from));
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !known.contains(&name) {
            bail!(
                "it contains {}, which no load has created",
                shown(Path::new(&name))
            );
        }
    }
    Ok(())
}

/// Creates a folder whose name begins with `base`. An interrupted program with the same number may
/// have left another.
fn create_new(base: &Path) -> io::Result<PathBuf> {
    let mut folder = base.to_owned();
    let mut number = 2;
    loop {
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let mut name = base.as_os_str().to_owned();
                name.push(format!("-{number}"));
                folder = name.into();
                number += 1;
            }
            result => return result.map(|()| folder),
        }
    }
}

/// Renames `folder` to `target`, and removes the folder that had this name.
fn replace(folder: &Path, target: &Path) -> io::Result<()> {
    // In one step, so that the target always exists. Some file systems do not support that.
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, folder, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return fs::remove_dir_all(folder);
        }
    }
    let mut old = folder.as_os_str().to_owned();
    old.push(".old");
    fs::rename(target, &old)?;
    fs::rename(folder, target)?;
    fs::remove_dir_all(&old)
}

/// The rows of one file that were set aside, in a file of their own until the end.
#[derive(Debug)]
pub(crate) struct Rejected {
    path: PathBuf,
    source: String,
    schema: SchemaRef,
    writer: Option<csv::Writer<File>>,
}

impl Rejected {
    /// `number` is the index of the file.
    pub(crate) fn new(folder: &Path, number: usize, source: &Path, schema: &SchemaRef) -> Rejected {
        Rejected {
            schema: schema.clone(),
            path: rejected_path(folder, number),
            source: shown(source),
            writer: None,
        }
    }

    pub(crate) fn write(&mut self, rows: &[BadRow]) -> anyhow::Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(csv::Writer::from_path(&self.path)?),
        };
        for row in rows {
            writer.write_record([
                &self.source,
                &row.line.to_string(),
                &row.range.start.to_string(),
                &row.range.end.to_string(),
                &reason_of(row, &self.schema),
                &hexadecimal(&row.bytes),
            ])?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> anyhow::Result<()> {
        if let Some(mut writer) = self.writer {
            writer.flush()?;
        }
        Ok(())
    }

    /// Drops the rows, because the file failed.
    pub(crate) fn discard(self) {
        if self.writer.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the reason why a row was set aside, with the names of types that `--schema` accepts.
fn reason_of(row: &BadRow, schema: &SchemaRef) -> String {
    let reason = row.reason.to_string();
    let is_column =
        |field: &&FieldRef| reason.starts_with(&format!("column {:?}: cannot read ", field.name()));
    let field = schema.fields().iter().find(is_column);
    let named = field.and_then(|field| {
        let data_type = field.data_type();
        let (value, rest) = reason.rsplit_once(&format!(" as {data_type}"))?;
        Some(format!("{value} as {}{rest}", name_of(data_type)))
    });
    named.unwrap_or(reason)
}

fn rejected_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("rejected-{number}.part"))
}

/// Writes both files of the report. `rejected.csv` has the rows of all files in the order of
/// `records`.
pub(crate) fn write(folder: &Path, records: &[Record]) -> anyhow::Result<()> {
    let mut rejected = csv::Writer::from_path(folder.join("rejected.csv"))?;
    rejected.write_record(["file", "line", "start", "end", "reason", "bytes"])?;
    let mut rejected = rejected.into_inner().map_err(|error| error.into_error())?;
    for number in 0..records.len() {
        let path = rejected_path(folder, number);
        if let Ok(mut part) = File::open(&path) {
            io::copy(&mut part, &mut rejected)?;
            fs::remove_file(&path)?;
        }
    }
    rejected.sync_all()?;

    let mut files = csv::Writer::from_path(folder.join("files.csv"))?;
    files.write_record(COLUMNS)?;
    for record in records {
        let bytes = record
            .bytes
            .map_or_else(String::new, |bytes| bytes.to_string());
        let found = match &record.outcome {
            Outcome::Loaded(counts, _) => Some(&counts.found),
            _ => record.found.as_ref(),
        };
        let [charset, how, confidence] = match found {
            Some(found) => [&found.charset, found.how, found.confidence],
            None => [""; 3],
        };
        let name = shown(&record.path);
        let delimiter = match record.delimiter {
            Some(b'\t') => "tab".to_owned(),
            Some(byte) => char::from(byte).to_string(),
            None => String::new(),
        };
        let start =
            |status: &'static str| [&name, status, charset, how, confidence, &delimiter, &bytes];
        let (start, end) = match &record.outcome {
            Outcome::Loaded(counts, target) => {
                let first_bad = counts
                    .first_bad
                    .map_or_else(String::new, |line| line.to_string());
                let [rows, rejected] = [counts.rows, counts.rejected].map(|rows| rows.to_string());
                (
                    start("loaded"),
                    [rows, rejected, first_bad, target.clone(), String::new()],
                )
            }
            Outcome::Skipped(reason) => (start("skipped"), reason_only(reason)),
            Outcome::Failed(reason) => (start("failed"), reason_only(reason)),
        };
        files.write_record(start.into_iter().chain(end.iter().map(|field| &field[..])))?;
    }
    files
        .into_inner()
        .map_err(|error| error.into_error())?
        .sync_all()?;
    Ok(())
}

/// Returns a line for each file that failed. If `report` is the folder of a report that lists them,
/// only for the first of them.
pub(crate) fn failures(records: &[Record], report: Option<&Path>) -> Vec<String> {
    let failed = records.iter().filter_map(|record| match &record.outcome {
        Outcome::Failed(reason) => Some(format!("{}: {reason}", shown(&record.path))),
        _ => None,
    });
    let mut lines: Vec<_> = failed.collect();
    if let Some(report) = report
        && lines.len() > FAILURES
    {
        let others = lines.len() - FAILURES;
        lines.truncate(FAILURES);
        let files = shown(&report.join("files.csv"));
        lines.push(format!("{others} other files failed: see {files}"));
    }
    lines
}

fn reason_only(reason: &str) -> [String; 5] {
    let none = String::new;
    [none(), none(), none(), none(), reason.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A load that is interrupted does not create the target.
    #[test]
    fn a_load_that_ends_early_is_not_there() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        let target = place.path().join("out.2025");
        let partial = Partial::new(&target, "--to", false)?;
        fs::write(partial.folder().join("a.parquet"), "a part")?;
        assert!(!target.exists());
        // If another load has created the target first, that target is unchanged.
        fs::create_dir(&target)?;
        fs::write(target.join("a.parquet"), "all")?;
        assert!(partial.publish().is_err());
        assert_eq!(fs::read(target.join("a.parquet"))?, b"all");
        assert_eq!(fs::read_dir(place.path())?.count(), 1);
        Ok(())
    }

    /// A folder with files that no load has created is not replaced.
    #[test]
    fn other_files_are_never_removed() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        let target = place.path().join("out");
        fs::create_dir(&target)?;
        let is_refused = |expected: &str| {
            let error = Partial::new(&target, "--to", true).expect_err("there are other files");
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        };
        fs::write(target.join("a.csv"), "id\n1\n")?;
        is_refused("it is not the folder of an earlier load");
        fs::write(target.join("files.csv"), "file,size\na.csv,5\n")?;
        is_refused("its files.csv is not that of a load");
        write(&target, &[])?;
        is_refused("it contains a.csv, which no load has created");
        fs::remove_file(target.join("a.csv"))?;
        Partial::new(&target, "--to", true)?.publish()?;
        assert_eq!(fs::read_dir(&target)?.count(), 0);
        Ok(())
    }

    /// A folder that a killed program with the same process number left is neither used nor
    /// removed.
    #[test]
    fn other_temporary_folders_remain() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        let target = place.path().join("out");
        let left = place
            .path()
            .join(format!("out.partial-{}", std::process::id()));
        fs::create_dir(&left)?;
        let partial = Partial::new(&target, "--to", false)?;
        assert_ne!(partial.folder(), left);
        partial.publish()?;
        assert!(left.exists() && target.exists());
        assert_eq!(fs::read_dir(place.path())?.count(), 2);
        Ok(())
    }
}
