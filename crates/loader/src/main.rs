//! `utflane-load`: loads text files in any charset into Parquet or a database, and accounts for
//! each row.

mod columns;
mod database;
mod driver;
mod folder;
mod head;
mod input;
mod interrupt;
mod load;
mod name;
mod options;
mod progress;
mod report;
mod rows;
mod schema;
mod signature;
mod sources;
mod stream;
mod survey;
mod target;

use clap::Parser;
use load::Load;
use options::Options;
use report::{Outcome, Record};
use std::io::{self, Write};
use std::process::ExitCode;

/// Nothing is loaded.
const FAILED: u8 = 1;
/// The command line, a source or the target cannot be used.
const USAGE: u8 = 2;
/// The load is complete, except for files that failed or rows that were set aside.
const INCOMPLETE: u8 = 3;

fn main() -> ExitCode {
    let options = Options::parse();
    let handles = interrupt::handle_signals();
    if let Err(error) = handles {
        return end(FAILED, &error.into());
    }
    let load = match Load::prepare(&options) {
        Ok(load) => load,
        Err(error) => return end(USAGE, &error),
    };
    match load.run() {
        Ok(records) => summarise(&options, &records),
        Err(error) => end(FAILED, &error),
    }
}

fn end(status: u8, error: &anyhow::Error) -> ExitCode {
    complain(&format!("utflane-load: {error:#}"));
    ExitCode::from(status)
}

/// Writes a message. A failure is ignored: there is no other place to report it.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints the numbers of files and rows, and the files that failed. Returns the exit status.
fn summarise(options: &Options, records: &[Record]) -> ExitCode {
    let (mut files, mut rows, mut rejected) = (0, 0, 0);
    let (mut failed, mut skipped) = (0, 0);
    for record in records {
        match &record.outcome {
            Outcome::Loaded(counts, _) => {
                files += 1;
                rows += counts.rows;
                rejected += counts.rejected;
            }
            Outcome::Failed(_) => failed += 1,
            Outcome::Skipped(_) => skipped += 1,
        }
    }
    let report = options.report_folder();
    for line in report::failures(records, Some(&report)) {
        complain(&format!("utflane-load: {line}"));
    }
    let all = rows + rejected;
    let _ = writeln!(
        io::stdout(),
        "{all} rows in {files} files: {rows} loaded, {rejected} set aside\n\
         failed files: {failed}, skipped files: {skipped}"
    );
    match failed == 0 && options.max_bad.allows(rejected, all) {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INCOMPLETE),
    }
}
