//! Loads a folder of CSV files, each in a charset of its own, into Parquet as UTF-8.
//!
//! ```sh
//! cargo run --release -p utflane-datafusion --example load -- FOLDER TARGET [CHARSET]
//! ```
//!
//! Charsets are detected; CHARSET (windows-1252 if it is not given) is that of files in which none
//! is. UTF-16 and UTF-32 that are damaged are only detected with a byte order mark. For each file
//! there is one of Parquet in TARGET. Rows that are malformed, have other fields than the header,
//! or a value that is not of the type of its column are set aside: with their file, line, place,
//! reason and bytes they are in `TARGET/rejected.csv`. So each row of a file is either in Parquet
//! or there. A file that cannot be loaded at all leaves nothing in TARGET but its error.

mod file;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use file::{Loaded, load_file};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use utflane::Charset;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (source, target, charset) = match arguments.as_slice() {
        [source, target] => (source, target, Charset::Windows1252),
        [source, target, charset] => (source, target, charset.parse()?),
        _ => return Err("usage: load FOLDER TARGET [CHARSET]".into()),
    };
    let report = load(Path::new(source), Path::new(target), charset)?;
    let stored = stored_rows(Path::new(target)).await?;
    println!(
        "{} rows in {} files: {} in Parquet, {} set aside",
        report.all.rows + report.all.rejected,
        report.files,
        stored,
        report.all.rejected
    );
    for (file, error) in &report.failed {
        eprintln!("{}: {error}", file.display());
    }
    match report.failed.is_empty() && stored == report.all.rows {
        true => Ok(()),
        false => Err("not everything is loaded".into()),
    }
}

/// What has been loaded.
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
}

impl Progress {
    /// Shows how far the work is, a few times a second.
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

/// Loads the files `*.csv` of `source` into `target`.
fn load(source: &Path, target: &Path, charset: Charset) -> Result<Report> {
    fs::create_dir_all(target)?;
    let mut files = Vec::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            files.push(path);
        }
    }
    files.sort();
    let Some(first) = files.first() else {
        return Err(format!("there are no CSV files in {}", source.display()).into());
    };
    let schema: SchemaRef = file::schema_of(first, charset)?;
    let rejected = Mutex::new(csv::Writer::from_path(target.join("rejected.csv"))?);
    let titles = ["file", "line", "start", "end", "reason", "bytes"];
    rejected.lock().expect("no panic").write_record(titles)?;

    let progress = Mutex::new(Progress {
        report: Report::default(),
        shown: Instant::now(),
        total: files.len(),
    });
    let queue = Mutex::new(files.iter());
    let work = || {
        while let Some(path) = { queue.lock().expect("no panic").next() } {
            let loaded = load_file(path, target, charset, &schema, &rejected);
            let mut progress = progress.lock().expect("no panic");
            match loaded {
                Ok(loaded) => {
                    progress.report.files += 1;
                    progress.report.all.add(loaded);
                }
                Err(error) => progress.report.failed.push((path.clone(), error)),
            }
            progress.show();
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    rejected.into_inner().expect("no panic").flush()?;
    Ok(progress.into_inner().expect("no panic").report)
}

/// The rows that DataFusion finds in the files of Parquet.
async fn stored_rows(target: &Path) -> Result<u64> {
    let session = SessionContext::new();
    let place = format!("{}/", target.display());
    let table = session
        .read_parquet(place, ParquetReadOptions::default())
        .await?;
    Ok(table.count().await? as u64)
}

#[cfg(test)]
mod tests;
