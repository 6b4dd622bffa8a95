//! `utflane convert` with one output per file: in place, or into a folder.

use std::fmt;
use std::io::Write;

use super::{Options, convert_file};
use crate::batch::rewrite_each;
use crate::files::{FoundFile, total_size};
use crate::inplace::open_input;
use crate::name::name_of;
use crate::outcome::Outcome;
use crate::output::{Ending, Output};
use crate::progress::Progress;
use crate::report::report_failure;
use crate::{Status, complain};

pub(super) fn convert_in_place(
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let files = options.in_place.find(&options.files)?;
    let output = options.in_place.revise(options.dry_run)?;
    convert_each(files, options, stdout, output)
}

/// Converts each file to its own output, several at a time, and reports in the order of the files.
pub(crate) fn convert_each(
    files: Vec<FoundFile>,
    options: &Options,
    stdout: &mut dyn Write,
    output: impl Fn(&FoundFile) -> anyhow::Result<Output<'static>> + Send + Sync + 'static,
) -> anyhow::Result<Status> {
    let progress = Progress::new(|| total_size(files.iter().map(|file| &file.path)));
    let jobs = options.in_place.jobs();
    let ahead = jobs.get().min(files.len()) == 1;
    let (rules, binary, reading) = (options.rules()?, options.binary, progress.clone());
    let convert = move |file: &FoundFile| {
        let mut rules = rules.clone();
        rules.text_only = !binary && (rules.in_place || !file.is_named);
        // We open the output first, so that the contents of the input are not older than the
        // metadata of the file that is replaced.
        let output = output(file)?;
        let input = open_input(file, &output, &reading, ahead)?;
        let (mut outcome, prepared) = convert_file(&rules, input, output)?;
        outcome.is_found = !file.is_named;
        Ok((outcome, prepared))
    };

    let mut worst = Status::Fine;
    let mut summary = Summary::default();
    rewrite_each(files, jobs, convert, |file, result| {
        summary.add(&result);
        let status = progress.interrupt(|| report_result(file, result, options, stdout))?;
        worst = worst.max(status);
        Ok(())
    })?;
    if options.in_place.is_wanted() && options.files.is_recursive() && !options.json {
        let dry = if options.dry_run { "dry run: " } else { "" };
        progress.interrupt(|| complain(format_args!("{dry}{summary}")));
    }
    Ok(worst)
}

/// Reports the result for a file, if there is something to report.
fn report_result(
    file: &FoundFile,
    result: anyhow::Result<Outcome>,
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(error) => {
            return report_failure(stdout, name_of(&file.path), &error, options.json);
        }
    };
    if options.json {
        outcome.write_json(stdout)?;
    } else if options.dry_run {
        outcome.report_dry_run(options.verbose, stdout)?;
    } else {
        outcome.report(options.verbose);
    }
    Ok(outcome.status())
}

/// The number of files per result.
#[derive(Default)]
struct Summary {
    converted: u64,
    unchanged: u64,
    skipped: u64,
    failed: u64,
}

impl Summary {
    fn add(&mut self, result: &anyhow::Result<Outcome>) {
        let count = match result {
            Ok(outcome) => match &outcome.ending {
                Some(Ending { changed: true, .. }) => &mut self.converted,
                Some(_) => &mut self.unchanged,
                // A skipped file is not an error.
                None if outcome.status() == Status::Fine => &mut self.skipped,
                None => &mut self.failed,
            },
            Err(_) => &mut self.failed,
        };
        *count += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            converted,
            unchanged,
            skipped,
            failed,
        } = self;
        write!(
            f,
            "{converted} converted, {unchanged} unchanged, {skipped} skipped, {failed} failed"
        )
    }
}
