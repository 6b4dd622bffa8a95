//! Examines several files and reports on each, for `check`, `detect` and `stat`.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::files::{Files, total_size};
use crate::input::Input;
use crate::name::{Name, name_of};
use crate::progress::Progress;
use crate::standard;
use crate::work::{default_jobs, for_each, parse_jobs};
use crate::{Status, complain};

#[derive(Args)]
pub(crate) struct Inputs {
    #[command(flatten)]
    files: Files,

    /// Number of files to read at a time [default: the number of CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = parse_jobs,
        default_value_t = default_jobs(),
        hide_default_value = true
    )]
    jobs: NonZero<usize>,

    /// Print one line of JSON per file
    #[arg(long)]
    json: bool,
}

impl Inputs {
    pub(crate) fn json(&self) -> bool {
        self.json
    }
}

/// The result of a command for one file. Its serialisation is one line of `--json`.
pub(crate) trait Report: Serialize {
    /// The output after the results of all files.
    type Summary: Default;

    fn status(&self) -> Status;

    /// Returns additional lines for standard error.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Prints the result as text, or adds it to the summary.
    fn print(&self, summary: &mut Self::Summary, out: &mut dyn Write) -> io::Result<()>;

    fn print_summary(_: Self::Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The record of `--json` for a file that could not be read.
#[derive(Serialize)]
struct Failure {
    #[serde(flatten)]
    name: Name,
    failure: String,
}

impl Failure {
    fn new(name: Name, error: &anyhow::Error) -> Failure {
        Failure {
            name,
            failure: error.root_cause().to_string(),
        }
    }
}

/// Examines every file and prints the results. A file that cannot be read does not stop the others.
pub(crate) fn report_each<R: Report + Send + 'static>(
    inputs: &Inputs,
    out: &mut dyn Write,
    examine: impl Fn(Input) -> anyhow::Result<R> + Send + Sync + 'static,
) -> anyhow::Result<Status> {
    let files = inputs.files.list()?;
    let mut buffered = standard::buffered(out);
    let out = &mut *buffered;
    let progress = Progress::new(|| total_size(&files));
    // With several workers all CPUs are busy, so no file needs a thread that reads ahead.
    let ahead = inputs.jobs.get().min(files.len()) == 1;
    let reading = progress.clone();
    let examine = move |path: &PathBuf| {
        let input = Input::open(path, &reading, ahead)?;
        examine(input)
    };

    let mut worst = Status::Fine;
    let mut summary = R::Summary::default();
    let report = |path: &PathBuf, result: anyhow::Result<R>| {
        progress.interrupt(|| {
            let status = match result {
                Ok(report) if !inputs.json => print(&report, &mut summary, out)?,
                Ok(report) => {
                    write_json(out, &report)?;
                    report.status()
                }
                Err(error) => report_failure(out, name_of(path), &error, inputs.json)?,
            };
            worst = worst.max(status);
            Ok(())
        })
    };
    for_each(files, inputs.jobs, examine, report)?;
    progress.interrupt(|| {
        R::print_summary(summary, out)?;
        out.flush()?;
        Ok(worst)
    })
}

/// Prints the result for one file as text.
fn print<R: Report>(
    report: &R,
    summary: &mut R::Summary,
    out: &mut dyn Write,
) -> io::Result<Status> {
    report.print(summary, out)?;
    report.remarks().into_iter().for_each(complain);
    Ok(report.status())
}

/// Reports that a file could not be read or written: as a message, and with `json` as a record.
pub(crate) fn report_failure(
    out: &mut dyn Write,
    name: Name,
    error: &anyhow::Error,
    json: bool,
) -> anyhow::Result<Status> {
    complain(format_args!("{error:#}"));
    if json {
        write_json(out, &Failure::new(name, error))?;
    }
    Ok(Status::Trouble)
}

pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
