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
    let skips = Skips {
        hidden: !options.hidden,
        version_control: true,
    };
    let files = distinct(options.files.find(skips));
    ensure!(
        !files.iter().any(|file| file.path.as_os_str() == "-"),
        "--in-place: standard input has none"
    );
    let progress = Progress::new(|| {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        total_size(&paths)
    });
    let ahead = options.jobs.get().min(files.len()) == 1;
    let (rules, binary) = (options.rules()?, options.binary);
    let (overrides, dry, reading) = (options.overrides, options.dry_run, progress.clone());
    let convert = move |file: &Found| {
        let mut rules = rules.clone();
        rules.text_only = !file.is_named && !binary;
        // Before the file is opened, so that its contents are not older than this metadata.
        let output = Output::revise(&file.path, overrides, dry)?;
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

/// Each file once, by the first of its paths: a second conversion would have the result of the
/// first as its input.
fn distinct(mut files: Vec<Found>) -> Vec<Found> {
    let mut seen = BTreeSet::new();
    files.retain(|file| Entry::at(&file.path).is_none_or(|entry| seen.insert(entry)));
    files
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
        outcome.report_dry_run(stdout)?;
    } else {
        outcome.report();
    }
    Ok(outcome.status())
}
