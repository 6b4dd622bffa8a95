//! `utflane convert --in-place`: replaces files by their conversions.

use std::collections::BTreeSet;
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
use crate::walk::Skips;
use crate::work::for_each;
use crate::{Status, complain};

pub(crate) fn convert_in_place(
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let mut files = files(options);
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

/// The files to convert one by one.
pub(crate) fn files(options: &Options) -> Vec<Found> {
    options.files.find(Skips {
        hidden: !options.hidden,
        version_control: true,
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
    for_each(files, options.jobs, convert, |file, result| {
        let status = progress.interrupt(|| report_result(file, result, options, stdout))?;
        worst = worst.max(status);
        Ok(())
    })?;
    Ok(worst)
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
