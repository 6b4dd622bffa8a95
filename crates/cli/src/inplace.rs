//! `utflane convert --in-place`: replaces files by their conversions.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::{fmt, fs};

use anyhow::ensure;

use crate::convert::{Options, convert_file};
use crate::files::{Found, total_size};
use crate::group::Group;
use crate::identity::Entry;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::output::{Output, Prepared};
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
    let suffix = options.suffix()?;
    let keep_date = options.keep_date;
    convert_each(files, options, stdout, move |file| {
        let mut output = Output::revise(&file.path, overrides, dry)?;
        if keep_date {
            output.keep_date();
        }
        if let Some(suffix) = &suffix {
            output.keep_with(suffix);
        }
        Ok(output)
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
        rules.text_only = !binary && (rules.in_place || !file.is_named);
        // Before the file is opened, so that its contents are not older than the metadata of what
        // is replaced.
        let output = output(file)?;
        let input = Input::open(&file.path, &reading, ahead)?;
        let (mut outcome, prepared) = convert_file(&rules, input, output)?;
        outcome.is_found = !file.is_named;
        Ok((outcome, prepared))
    };

    let mut worst = Status::Fine;
    let mut summary = Summary::default();
    let parts = split(files, options.jobs);
    let convert = move |part: &Vec<Found>| convert_part(part, &convert);
    for_each(parts, options.jobs, convert, |part, results| {
        for (file, result) in part.iter().zip(results) {
            summary.add(&result);
            let status = progress.interrupt(|| report_result(file, result, options, stdout))?;
            worst = worst.max(status);
        }
        Ok(())
    })?;
    if options.in_place.is_some() && options.files.is_recursive() && !options.json {
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

/// The most files that are converted before they get their names.
const AT_ONCE: usize = 256;

/// The most bytes of several files that are converted before these get their names: the disk has
/// to have room for them twice.
const BYTES_AT_ONCE: u64 = 16 << 20;

/// Splits a list into parts whose files get their names together.
fn split(files: Vec<Found>, jobs: NonZero<usize>) -> Vec<Vec<Found>> {
    // Several parts for each worker, so that none has long to do when the others are done.
    let most = (files.len() / (4 * jobs.get())).clamp(1, AT_ONCE);
    let mut parts: Vec<Vec<Found>> = Vec::new();
    let mut bytes = 0;
    for file in files {
        let len = fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
        bytes += len;
        match parts.last_mut() {
            Some(part) if part.len() < most && bytes <= BYTES_AT_ONCE => part.push(file),
            _ => {
                parts.push(vec![file]);
                bytes = len;
            }
        }
    }
    parts
}

/// Converts files that get their names together. Returns a result for each.
fn convert_part(
    part: &[Found],
    convert: impl Fn(&Found) -> anyhow::Result<(Outcome, Option<Prepared>)>,
) -> Vec<anyhow::Result<Outcome>> {
    let mut results = Vec::new();
    let mut group = Group::default();
    for (number, file) in part.iter().enumerate() {
        let mut result = convert(file);
        // Those that wait make room on the disk when they replace others.
        if result.as_ref().is_err_and(is_full) && !group.is_empty() {
            complete(&mut group, &mut results);
            result = convert(file);
        }
        let result = result.and_then(|(outcome, prepared)| {
            prepared.map_or(Ok(()), |prepared| group.add(number, prepared))?;
            Ok(outcome)
        });
        results.push(result);
    }
    complete(&mut group, &mut results);
    results
}

/// Gives the files of a group their names.
fn complete(group: &mut Group, results: &mut [anyhow::Result<Outcome>]) {
    for (number, ending) in group.complete() {
        match (ending, &mut results[number]) {
            (Ok(ending), Ok(outcome)) => outcome.ending = Some(ending),
            (Err(error), result) => *result = Err(error),
            (Ok(_), Err(_)) => {}
        }
    }
}

/// Whether an error is that of a full disk.
fn is_full(error: &anyhow::Error) -> bool {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];
    error.chain().any(|cause| {
        let error = cause.downcast_ref::<io::Error>();
        error.is_some_and(|error| kinds.contains(&error.kind()))
    })
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
