//! `utflane convert --in-place`: replaces files by their conversions.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;

use crate::convert::{Options, convert_file};
use crate::files::{Found, total_size};
use crate::identity::Entry;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::report_failure;
use crate::work::for_each;
use crate::{Status, complain};

pub(crate) fn convert_in_place(
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    options.files.ensure_named()?;
    let mut files = options.files.find()?;
    // Each file once, by the first of its paths: a second conversion would have the result of the
    // first as its input.
    let mut seen = BTreeSet::new();
    files.retain(|file| Entry::at(&file.path).is_none_or(|entry| seen.insert(entry)));
    ensure!(
        !files.iter().any(|file| file.path.as_os_str() == "-"),
        "--in-place: standard input has none"
    );
    let (overrides, dry) = (options.overrides, options.dry_run);
    convert_each(files, options, stdout, move |file| {
        Output::revise(&file.path, overrides, dry)
    })
}

/// Converts each file to an output of its own, some at a time, and reports in their order.
pub(crate) fn convert_each(
    files: Vec<Found>,
    options: &Options,
    stdout: &mut dyn Write,
    output: impl Fn(&Found) -> anyhow::Result<Output<'static>> + Send + Sync + 'static,
) -> anyhow::Result<Status> {
    let progress = Progress::new(|| {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        total_size(&paths)
    });
    let ahead = options.jobs.get().min(files.len()) == 1;
    let (rules, binary, reading) = (options.rules()?, options.binary, progress.clone());
    let convert = move |file: &Found| {
        let mut rules = rules.clone();
        rules.text_only = !file.is_named && !binary;
        // Before the file is opened, so that its contents are not older than the metadata of what
        // is replaced.
        let output = output(file)?;
        let input = Input::open(&file.path, &reading, ahead)?;
        convert_file(&rules, input, output)
    };

    let mut worst = Status::Fine;
    let mut summary = Summary::default();
    for_each(files, options.jobs, convert, |file, result| {
        summary.add(&result);
        let status = progress.interrupt(|| report_result(file, result, options, stdout))?;
        worst = worst.max(status);
        Ok(())
    })?;
    if options.in_place && options.files.is_recursive() && !options.json {
        let dry = if options.dry_run { "dry run: " } else { "" };
        progress.interrupt(|| complain(format_args!("{dry}{summary}")));
    }
    Ok(worst)
}

/// How many files became what.
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
                Some(ending) if ending.changed => &mut self.converted,
                Some(_) => &mut self.unchanged,
                // Passed over, which is not an error.
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

/// Reports the result for a file, if there is something to report.
fn report_result(
    file: &Found,
    result: anyhow::Result<Outcome>,
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(error) if options.json => return report_failure(stdout, &file.path, &error),
        Err(error) => {
            complain(format_args!("{error:#}"));
            return Ok(Status::Trouble);
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
