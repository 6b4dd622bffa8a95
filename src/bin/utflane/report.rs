//! Examining several files and reporting on each: what `check` and `stat` have in common.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::input::name_of;
use crate::{Status, complain};

#[derive(Args)]
pub(crate) struct Inputs {
    /// Files to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Print one JSON object a line for each file
    #[arg(long)]
    json: bool,
}

/// What a command found out about one file. Its serialisation is one line of `--json`.
pub(crate) trait Report: Serialize {
    fn status(&self) -> Status;

    /// Prints it for people.
    fn print(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The line of `--json` for a file that could not be read.
#[derive(Serialize)]
struct Failure {
    file: String,
    failure: String,
}

impl Failure {
    fn new(path: &Path, error: &anyhow::Error) -> Failure {
        Failure {
            file: name_of(path),
            failure: error.root_cause().to_string(),
        }
    }
}

/// Examines every file and prints what was found. A file that cannot be read does not keep the others from it.
pub(crate) fn report_each<R: Report>(
    inputs: &Inputs,
    out: &mut dyn Write,
    examine: impl Fn(&Path) -> anyhow::Result<R>,
) -> anyhow::Result<Status> {
    let mut worst = Status::Fine;
    for path in &inputs.files {
        match examine(path) {
            Ok(report) => {
                worst = worst.max(report.status());
                if inputs.json {
                    write_json(out, &report)?;
                } else {
                    report.print(out)?;
                }
            }
            Err(error) => {
                worst = Status::Trouble;
                complain(format_args!("{error:#}"));
                if inputs.json {
                    write_json(out, &Failure::new(path, &error))?;
                }
            }
        }
    }
    Ok(worst)
}

fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
