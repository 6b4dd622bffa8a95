//! Loads all files: examines them, chooses the columns, writes the rows, and publishes the result.

use crate::columns::{Columns, Table};
use crate::database::Database;
use crate::head::Head;
use crate::options::Options;
use crate::progress::Progress;
use crate::report::{self, Outcome, Partial, Record, Rejected};
use crate::rows::Counts;
use crate::schema::Schema;
use crate::sources::{self, Entry, Status};
use crate::survey::survey;
use crate::target::Target;
use crate::{database, folder, interrupt};
use anyhow::{Context, bail};
use std::fmt;
use std::path::{PathBuf, absolute};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file to load.
pub(crate) struct Planned {
    /// The index of its record.
    pub(crate) number: usize,
    pub(crate) path: PathBuf,
    pub(crate) table: Table,
    /// The number of rows that the first reading counted.
    pub(crate) rows: Option<u64>,
}

impl Planned {
    /// Checks that the second reading counted as many rows as the first.
    pub(crate) fn check(&self, counts: &Counts) -> anyhow::Result<()> {
        let found = counts.rows + counts.rejected;
        match self.rows {
            Some(rows) if rows != found => bail!(
                "the file has changed during the load, or rows are lost: {found} rows instead of \
                 {rows}"
            ),
            _ => Ok(()),
        }
    }
}

/// Marks errors of the target, which end the load. Errors of a file do not.
#[derive(Debug)]
pub(crate) struct TargetError;

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write to the target")
    }
}

/// A load whose command line was checked.
pub(crate) struct Load<'a> {
    options: &'a Options,
    given: Option<Schema>,
    entries: Vec<Entry>,
    output: Option<Partial>,
    report: Option<Partial>,
    database: Option<Database>,
}

impl Load<'_> {
    /// Finds the files, and checks that the target can be created.
    ///
    /// # Errors
    ///
    /// A source does not exist, the target or the report exists, or the schema is invalid.
    pub(crate) fn prepare(options: &Options) -> anyhow::Result<Load<'_>> {
        options.check()?;
        let given = options.schema()?;
        let entries = sources::find(&options.sources)?;
        let data = entries.iter().filter(|entry| entry.status == Status::Data);
        options.check_rules(data.map(|entry| &*entry.path))?;
        let report = options.report();
        if let (Some(report), Target::Folder(folder)) = (&report, &options.to) {
            let [report, folder] = [absolute(report)?, absolute(folder)?];
            if report.starts_with(&folder) || folder.starts_with(&report) {
                bail!("--report: the folder and the target must be separate");
            }
        }
        let option = match options.append {
            true => "--report",
            false => "--report, or use --replace",
        };
        let report = report
            .map(|path| Partial::new(&path, option, options.replace))
            .transpose()?;
        let (output, database) = match &options.to {
            Target::Folder(path) => {
                let option = "--to, or use --replace";
                (Some(Partial::new(path, option, options.replace)?), None)
            }
            _ => (None, Some(Database::open(options)?)),
        };
        Ok(Load {
            options,
            given,
            entries,
            output,
            report,
            database,
        })
    }

    /// Loads all files. Returns a record of each.
    ///
    /// # Errors
    ///
    /// The target cannot be written, or no file can be loaded. The target is then unchanged. If
    /// only the report of a load into a database cannot be renamed, the error says that the rows
    /// are loaded.
    pub(crate) fn run(mut self) -> anyhow::Result<Vec<Record>> {
        let mut records: Vec<_> = self.entries.iter().map(record_of).collect();
        if let Some(table) = self.database.as_ref().and_then(Database::columns) {
            self.given.get_or_insert_with(|| table.clone());
        }
        let planned = self.examine(&mut records)?;
        let tables: Vec<_> = planned.iter().map(|planned| &planned.table).collect();
        if tables.is_empty() {
            return Err(nothing_loaded(&records));
        }
        let columns = Columns::choose(&tables, self.given.as_ref(), self.options)?;
        let mut matching = Vec::new();
        for planned in planned {
            match columns.origins(&planned.table) {
                Ok(_) => matching.push(planned),
                Err(reason) => records[planned.number].outcome = Outcome::Failed(reason),
            }
        }
        if matching.is_empty() {
            return Err(nothing_loaded(&records));
        }
        let bytes = matching
            .iter()
            .filter_map(|planned| records[planned.number].bytes)
            .sum();
        let progress = Progress::new("loaded", matching.len() as u64, bytes);
        let folder = self.report.as_ref().or(self.output.as_ref());
        let folder = folder
            .context("there is a folder for the report")?
            .folder()
            .to_owned();
        let job = Job {
            options: self.options,
            columns: &columns,
            progress: &progress,
            report: &folder,
        };
        match (self.output, self.database) {
            (Some(output), _) => {
                folder::write(&job, &matching, output.folder(), &mut records)?;
                if records
                    .iter()
                    .all(|record| !matches!(record.outcome, Outcome::Loaded(..)))
                {
                    return Err(nothing_loaded(&records));
                }
                report::write(&folder, &records)?;
                interrupt::check()?;
                output.publish()?;
            }
            (None, Some(database)) => {
                let ready = database::write(&job, &matching, database, &mut records)?;
                report::write(&folder, &records)?;
                interrupt::check()?;
                ready.commit()?;
            }
            (None, None) => bail!("there is no target"),
        }
        if let Some(mut report) = self.report {
            report.keep();
            let name = report.folder().display().to_string();
            let publish = report.publish();
            publish
                .with_context(|| format!("the rows are loaded, and their report is in {name}"))?;
        }
        Ok(records)
    }

    /// Reads the start of each file, and all of its rows if necessary.
    fn examine(&mut self, records: &mut [Record]) -> anyhow::Result<Vec<Planned>> {
        let options = self.options;
        let entries = std::mem::take(&mut self.entries);
        let data: Vec<_> = (0..)
            .zip(&entries)
            .filter(|(_, entry)| entry.status == Status::Data)
            .collect();
        let bytes = data.iter().filter_map(|(_, entry)| entry.bytes).sum();
        let progress = Progress::new("examined", data.len() as u64, bytes);
        // In a database, the rows of a file that fails could not be removed alone.
        let is_database = self.database.is_some();
        let is_surveyed = is_database || self.given.is_none() && !options.all_text;
        let examined = in_parallel(options.threads(), data.len(), |at| {
            let path = &data[at].1.path;
            let examine = || -> anyhow::Result<(Table, Option<u64>)> {
                let partitions = sources::partitions(path).map_err(anyhow::Error::msg)?;
                let names = self.given.as_ref().filter(|_| options.no_header);
                let names = names.map(|given| given.names_without(&partitions));
                let head = Head::of(path, options, names, &progress)?;
                let mut table = Table::new(head, partitions).map_err(anyhow::Error::msg)?;
                let survey = || survey(path, &mut table, options, &progress);
                let rows = is_surveyed.then(survey).transpose()?;
                Ok((table, rows))
            };
            let examined = examine();
            interrupt::check()?;
            progress.add_file();
            Ok(examined)
        })?;
        let mut planned = Vec::new();
        for ((number, entry), examined) in data.into_iter().zip(examined) {
            match examined {
                Ok((table, rows)) => {
                    records[number].found = Some(table.head.found.clone());
                    records[number].delimiter = Some(table.head.delimiter);
                    let path = entry.path.clone();
                    planned.push(Planned {
                        number,
                        path,
                        table,
                        rows,
                    });
                }
                Err(error) => records[number].outcome = Outcome::Failed(format!("{error:#}")),
            }
        }
        Ok(planned)
    }
}

/// The settings that all files share.
pub(crate) struct Job<'a> {
    pub(crate) options: &'a Options,
    pub(crate) columns: &'a Columns,
    pub(crate) progress: &'a Progress,
    /// The folder of the report.
    pub(crate) report: &'a std::path::Path,
}

impl Job<'_> {
    /// Returns the writer of the rows of a file that are set aside.
    pub(crate) fn rejected(&self, planned: &Planned) -> Rejected {
        let schema = &self.columns.schema;
        Rejected::new(self.report, planned.number, &planned.path, schema)
    }
}

fn record_of(entry: &Entry) -> Record {
    Record {
        path: entry.path.clone(),
        bytes: entry.bytes,
        found: None,
        delimiter: None,
        outcome: match &entry.status {
            // It is replaced later.
            Status::Data => Outcome::Failed("it was not read".to_owned()),
            Status::Skipped(reason) => Outcome::Skipped(reason.clone()),
            Status::Failed(reason) => Outcome::Failed(reason.clone()),
        },
    }
}

fn nothing_loaded(records: &[Record]) -> anyhow::Error {
    let mut message = "no file can be loaded, so nothing is published".to_owned();
    for line in report::failures(records, None) {
        message.push_str("\n  ");
        message.push_str(&line);
    }
    anyhow::Error::msg(message)
}

/// Calls `work` for each number below `count` on several threads. After an error, no further calls
/// begin.
pub(crate) fn in_parallel<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let run = || -> anyhow::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(());
            }
            let result = work(number).inspect_err(|_| next.store(count, Ordering::Relaxed))?;
            results.lock().expect("no panic").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(run)).collect();
        let done: Vec<_> = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect();
        done.into_iter().collect::<anyhow::Result<()>>()
    })?;
    let mut results = results.into_inner().expect("no panic");
    results.sort_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
