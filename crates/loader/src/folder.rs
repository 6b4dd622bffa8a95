//! Writes each file as a Parquet file.

use crate::input::stem_of;
use crate::interrupt;
use crate::load::{Job, Planned, TargetError, in_parallel};
use crate::report::{Outcome, Record, Rejected};
use crate::rows::{self, Counts, Sink};
use anyhow::{Context, bail};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::Path;
use utflane_arrow::arrow_array::RecordBatch;
use utflane_arrow::files::BadRow;

/// The longest name without extension, in bytes.
const MAX_NAME: usize = 200;

/// Writes the files into `folder`, and updates their records.
///
/// # Errors
///
/// A Parquet file cannot be written, or has another number of rows than were written.
pub(crate) fn write(
    job: &Job,
    planned: &[Planned],
    folder: &Path,
    records: &mut [Record],
) -> anyhow::Result<()> {
    let mut taken = HashSet::new();
    let names: Vec<_> = planned
        .iter()
        .map(|planned| name_of(&planned.path, &mut taken))
        .collect();
    let outcomes = in_parallel(job.options.threads(), planned.len(), |at| {
        let parquet = folder.join(&names[at]);
        let mut rejected = job.rejected(&planned[at]);
        let written = write_file(job, &planned[at], &parquet, &mut rejected);
        interrupt::check()?;
        job.progress.add_file();
        match written {
            Ok(counts) => {
                rejected.finish().context(TargetError)?;
                Ok(Outcome::Loaded(counts, names[at].clone()))
            }
            Err(error) if error.is::<TargetError>() => Err(error),
            Err(error) => {
                rejected.discard();
                if parquet.exists() {
                    fs::remove_file(&parquet).context(TargetError)?;
                }
                Ok(Outcome::Failed(format!("{error:#}")))
            }
        }
    })?;
    for (planned, outcome) in planned.iter().zip(outcomes) {
        records[planned.number].outcome = outcome;
    }
    Ok(())
}

fn write_file(
    job: &Job,
    planned: &Planned,
    parquet: &Path,
    rejected: &mut Rejected,
) -> anyhow::Result<Counts> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .build();
    let file = File::create_new(parquet).context(TargetError)?;
    let schema = job.columns.schema.clone();
    let writer = ArrowWriter::try_new(file, schema, Some(properties)).context(TargetError)?;
    let mut sink = ParquetSink { writer, rejected };
    let counts = rows::read(job, planned, &mut sink)?;
    planned.check(&counts)?;
    let file = sink.writer.into_inner().context(TargetError)?;
    file.sync_all().context(TargetError)?;
    let stored = stored_rows(parquet).context(TargetError)?;
    if stored != counts.rows {
        let error = format!(
            "{stored} of {} rows are in {}",
            counts.rows,
            parquet.display()
        );
        return Err(anyhow::Error::msg(error).context(TargetError));
    }
    Ok(counts)
}

/// Returns the number of rows in a Parquet file, from its footer.
fn stored_rows(parquet: &Path) -> anyhow::Result<u64> {
    let reader = SerializedFileReader::new(File::open(parquet)?)?;
    match u64::try_from(reader.metadata().file_metadata().num_rows()) {
        Ok(rows) => Ok(rows),
        Err(_) => bail!("the footer has a negative number of rows"),
    }
}

struct ParquetSink<'a> {
    writer: ArrowWriter<File>,
    rejected: &'a mut Rejected,
}

impl Sink for ParquetSink<'_> {
    fn batch(&mut self, batch: RecordBatch) -> anyhow::Result<()> {
        self.writer.write(&batch).context(TargetError)
    }

    fn bad_rows(&mut self, rows: &[BadRow]) -> anyhow::Result<()> {
        self.rejected.write(rows).context(TargetError)
    }
}

/// Returns a name for the Parquet file of a file that no other file has, such as `a.parquet` for
/// `a.csv.gz`, and `a-2.parquet` for the next one. Query engines skip names that begin with `.` or
/// `_`.
fn name_of(path: &Path, taken: &mut HashSet<String>) -> String {
    let is_unsafe = |character: char| {
        character.is_control()
            || ['/', '\\', ':', '*', '?', '"', '<', '>', '|', '\u{FFFD}'].contains(&character)
    };
    let mut stem = stem_of(path).replace(is_unsafe, "_");
    if stem.is_empty() || stem.starts_with(['.', '_']) {
        stem.insert_str(0, "file");
    }
    while stem.len() > MAX_NAME {
        stem.pop();
    }
    let mut name = stem.clone();
    let mut number = 2;
    // Some file systems ignore case.
    while !taken.insert(name.to_lowercase()) {
        name = format!("{stem}-{number}");
        number += 1;
    }
    name + ".parquet"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parquet_files() {
        let mut taken = HashSet::new();
        for (path, name) in [
            ("in/a.csv", "a.parquet"),
            ("in/b/A.CSV.gz", "A-2.parquet"),
            ("in/a-2.csv", "a-2-2.parquet"),
            ("sales.2024.csv", "sales.2024.parquet"),
            ("_a*.txt", "file_a_.parquet"),
            (".csv", "file.parquet"),
            ("\u{E9}.csv", "\u{E9}.parquet"),
        ] {
            assert_eq!(name_of(Path::new(path), &mut taken), name);
        }
        let long = name_of(Path::new(&"é".repeat(127)), &mut taken);
        assert_eq!(long, "é".repeat(100) + ".parquet");
    }
}
