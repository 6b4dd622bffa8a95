//! Examines several files and reports on each, for `check` and `stat`.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::files::{Files, total_size};
use crate::input::Input;
use crate::name::{Name, name_of};
use crate::progress::Progress;
use crate::work::{default_jobs, for_each};
use crate::{Status, complain};

#[derive(Args)]
pub(crate) struct Inputs {
    #[command(flatten)]
    files: Files,

    /// How many files to read at a time [default: the number of CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = default_jobs(),
        hide_default_value = true
    )]
    jobs: NonZero<usize>,

    /// Print one JSON object a line for each file
    #[arg(long)]
    json: bool,
}

/// The result of a command for one file. Its serialisation is one line of `--json`.
pub(crate) trait Report: Serialize {
    fn status(&self) -> Status;

    /// A warning besides the result, with the name of the file.
    fn warning(&self) -> Option<String> {
        None
    }

    /// Prints the result as text.
    fn print(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The record of `--json` for a file that could not be read.
#[derive(Serialize)]
struct Failure {
    #[serde(flatten)]
    name: Name,
    failure: String,
}

impl Failure {
    fn new(path: &Path, error: &anyhow::Error) -> Failure {
        Failure {
            name: name_of(path),
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
    let files = inputs.files.list();
    let progress = Progress::new(|| total_size(&files));
    // With several workers all CPUs are busy, so no file needs a thread that reads ahead.
    let ahead = inputs.jobs.get().min(files.len()) == 1;
    let reading = progress.clone();
    let examine = move |path: &PathBuf| {
        let input = Input::open(path, &reading, ahead)?;
        examine(input)
    };

    let mut worst = Status::Fine;
    let report = |path: &PathBuf, result: anyhow::Result<R>| {
        progress.interrupt(|| {
            worst = worst.max(print(inputs.json, out, path, result)?);
            Ok(())
        })
    };
    for_each(files, inputs.jobs, examine, report)?;
    progress.interrupt(|| Ok(worst))
}

/// Prints the result for one file.
fn print<R: Report>(
    json: bool,
    out: &mut dyn Write,
    path: &Path,
    result: anyhow::Result<R>,
) -> anyhow::Result<Status> {
    match result {
        Ok(report) => {
            if json {
                write_json(out, &report)?;
            } else {
                report.print(out)?;
                if let Some(warning) = report.warning() {
                    complain(format_args!("warning: {warning}"));
                }
            }
            Ok(report.status())
        }
        Err(error) if json => report_failure(out, path, &error),
        Err(error) => {
            complain(format_args!("{error:#}"));
            Ok(Status::Trouble)
        }
    }
}

/// Reports that a file could not be read or written, as a message and as a record.
pub(crate) fn report_failure(
    out: &mut dyn Write,
    path: &Path,
    error: &anyhow::Error,
) -> anyhow::Result<Status> {
    complain(format_args!("{error:#}"));
    write_json(out, &Failure::new(path, error))?;
    Ok(Status::Trouble)
}

pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
