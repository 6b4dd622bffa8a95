//! Loads a folder of CSV files in different charsets into Parquet, as UTF-8.
//!
//! ```sh
//! cargo run --release -p utflane-datafusion --example load -- FOLDER TARGET [CHARSET [--per-line]]
//! ```
//!
//! The charset of each file is detected. CHARSET (default: windows-1252) is used for files whose
//! charset is not detected. Malformed UTF-16 and UTF-32 are only detected if they have a byte order
//! mark. All files must have the columns of the first file that has a header.
//!
//! With `--per-line`, files whose charset is not detected are read as UTF-8, and each line that is
//! malformed in UTF-8 is read in CHARSET.
//!
//! TARGET contains:
//!
//! - A Parquet file for each CSV file: `sales.2024.parquet` for `sales.2024.csv`.
//! - `rejected.csv`: rows that are malformed, that have another number of fields than the header,
//!   or that have a value of the wrong type, with their file, line, position, reason and bytes.
//! - `files.csv`: each file, with the number of loaded and rejected rows, or with the error if the
//!   file was not loaded.
//!
//! TARGET must not contain files. The output is written to a temporary folder next to TARGET, and
//! renamed at the end. So an interrupted load does not create TARGET.

mod file;

use datafusion::arrow::datatypes::SchemaRef;
use file::{Fallback, Loaded, load_file, parquet_name, stored_rows};
use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use utflane::Charset;
use utflane::io::PerLine;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (source, target, fallback) = match arguments.as_slice() {
        [source, target] => (source, target, Fallback::File(Charset::Windows1252)),
        [source, target, charset] => {
            let charset = charset.to_string_lossy().parse()?;
            (source, target, Fallback::File(charset))
        }
        [source, target, charset, per_line] if per_line == "--per-line" => {
            let charset = charset.to_string_lossy().parse()?;
            PerLine::new(&[Charset::Utf8, charset])?;
            (source, target, Fallback::Line(charset))
        }
        _ => return Err("usage: load FOLDER TARGET [CHARSET [--per-line]]".into()),
    };
    let report = load(Path::new(source), Path::new(target), fallback)?;
    println!(
        "{} rows in {} files: {} in Parquet, {} set aside",
        report.all.rows + report.all.rejected,
        report.files,
        report.all.rows,
        report.all.rejected
    );
    for (file, error) in &report.failed {
        eprintln!("{}: {error}", file.display());
    }
    match report.failed.len() {
        0 => Ok(()),
        failed => Err(format!("{failed} files are not loaded").into()),
    }
}

/// The result of a load.
#[derive(Debug, Default)]
struct Report {
    files: usize,
    all: Loaded,
    failed: Vec<(PathBuf, Box<dyn Error + Send + Sync>)>,
}

/// The progress of all threads.
struct Progress {
    report: Report,
    shown: Instant,
    total: usize,
    /// `files.csv`.
    list: csv::Writer<File>,
}

impl Progress {
    /// Counts a file, and adds it to the list.
    fn add(&mut self, path: &Path, loaded: Result<Loaded>) -> Result<()> {
        let name = path.display().to_string();
        match loaded {
            Ok(loaded) => {
                let [rows, rejected] = [loaded.rows, loaded.rejected].map(|rows| rows.to_string());
                self.list
                    .write_record([name, rows, rejected, String::new()])?;
                self.report.files += 1;
                self.report.all.add(loaded);
            }
            Err(error) => {
                let none = String::new;
                self.list
                    .write_record([name, none(), none(), error.to_string()])?;
                self.report.failed.push((path.to_owned(), error));
            }
        }
        self.show();
        Ok(())
    }

    /// Prints the progress, at most five times per second.
    fn show(&mut self) {
        if self.shown.elapsed() >= Duration::from_millis(200) {
            self.shown = Instant::now();
            let Report { files, all, failed } = &self.report;
            eprintln!(
                "{} of {} files, {} MB, {} rows, {} set aside",
                files + failed.len(),
                self.total,
                all.bytes / 1_000_000,
                all.rows,
                all.rejected
            );
        }
    }
}

/// Returns the sorted paths of the files `*.csv` in a folder. Two files with the same target are an
/// error.
fn files_of(source: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
        {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(format!("there are no CSV files in {}", source.display()).into());
    }
    let mut names = HashMap::new();
    for path in &files {
        let name = parquet_name(path);
        if let Some(other) = names.insert(name.clone(), path) {
            let (other, path) = (other.display(), path.display());
            let name = name.display();
            return Err(format!("{other} and {path} would both be {name}: rename one").into());
        }
    }
    Ok(files)
}

/// Returns the columns of the first file that has a header.
fn schema_of(files: &[PathBuf], fallback: Fallback) -> Result<SchemaRef> {
    let mut first = None;
    for path in files {
        match file::schema_of(path, fallback) {
            Ok(schema) => return Ok(schema),
            Err(error) => {
                first.get_or_insert_with(|| format!("{}: {error}", path.display()));
            }
        }
    }
    Err(first.unwrap_or_default().into())
}

/// A temporary folder, which is removed unless it is published.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // After the rename this fails, because the folder no longer exists.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Partial {
    /// Creates a new folder next to `target`.
    fn of(target: &Path) -> Result<Partial> {
        // An empty target may be replaced.
        if target.symlink_metadata().is_ok() && fs::read_dir(target)?.next().is_some() {
            let target = target.display();
            return Err(format!("there are files in {target} already: name a new folder").into());
        }
        let mut name = target.file_name().ok_or("TARGET has no name")?.to_owned();
        name.push(format!(".partial-{}", std::process::id()));
        let folder = target.with_file_name(name);
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::create_dir(&folder)?;
        Ok(Partial(folder))
    }

    fn publish(self, target: &Path) -> Result<()> {
        Ok(fs::rename(&self.0, target)?)
    }
}

/// Loads the files `*.csv` of `source` into `target`.
fn load(source: &Path, target: &Path, fallback: Fallback) -> Result<Report> {
    let files = files_of(source)?;
    let schema = schema_of(&files, fallback)?;
    let partial = Partial::of(target)?;
    let folder = partial.0.as_path();
    let mut rejected = csv::Writer::from_path(folder.join("rejected.csv"))?;
    rejected.write_record(["file", "line", "start", "end", "reason", "bytes"])?;
    let mut list = csv::Writer::from_path(folder.join("files.csv"))?;
    list.write_record(["file", "rows", "rejected", "error"])?;

    let rejected = Mutex::new(rejected);
    let progress = Mutex::new(Progress {
        report: Report::default(),
        shown: Instant::now(),
        total: files.len(),
        list,
    });
    let queue = Mutex::new(files.iter());
    let work = || -> Result<()> {
        while let Some(path) = { queue.lock().expect("no panic").next() } {
            let loaded = load_file(path, folder, fallback, &schema, &rejected);
            if let Ok(loaded) = &loaded
                && stored_rows(path, folder)? != loaded.rows
            {
                return Err(format!("{}: rows are lost", path.display()).into());
            }
            progress.lock().expect("no panic").add(path, loaded)?;
        }
        Ok(())
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut done = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        done.try_for_each(|done| done)
    })?;
    let Progress { report, list, .. } = progress.into_inner().expect("no panic");
    for csv in [rejected.into_inner().expect("no panic"), list] {
        csv.into_inner()
            .map_err(|error| error.into_error())?
            .sync_all()?;
    }
    partial.publish(target)?;
    Ok(report)
}

#[cfg(test)]
mod tests;
