//! `utflane convert --in-place`: files are replaced by what becomes of them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;

use crate::convert::{Obstacle, Options, convert_file, note};
use crate::files::{Found, total_size};
use crate::identity::Entry;
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Ending, Output};
use crate::progress::Progress;
use crate::walk::Reserve;
use crate::work::for_each;
use crate::{Status, complain};

pub(crate) fn convert_in_place(
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let reserve = Reserve {
        hidden: !options.hidden,
        version_control: true,
    };
    let files = distinct(options.files.find(reserve));
    ensure!(
        !files.iter().any(|file| file.path.as_os_str() == "-"),
        "--in-place: standard input has none"
    );
    let progress = Progress::new(|| {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        total_size(&paths)
    });
    let ahead = options.jobs.get().min(files.len()) == 1;
    let (rules, binary) = (options.rules(), options.binary);
    let (leave, dry, reading) = (options.leave, options.dry_run, progress.clone());
    let convert = move |file: &Found| {
        let mut rules = rules;
        rules.text_only = !file.is_named && !binary;
        // First, so that what is read is not older than what is known of the file.
        let output = Output::revise(&file.path, leave, dry)?;
        let input = Input::open(&file.path, &reading, ahead)?;
        convert_file(rules, input, output)
    };

    let mut worst = Status::Fine;
    for_each(files, options.jobs, convert, |file, result| {
        let status = progress.interrupt(|| conclude(file, result, options, stdout))?;
        worst = worst.max(status);
        Ok(())
    })?;
    Ok(worst)
}

/// Each file once, by the first of its paths: a second conversion would take the result of the
/// first for its input.
fn distinct(mut files: Vec<Found>) -> Vec<Found> {
    let mut seen = BTreeSet::new();
    files.retain(|file| Entry::at(&file.path).is_none_or(|entry| seen.insert(entry)));
    files
}

/// Says what became of a file, if there is something to say.
fn conclude(
    file: &Found,
    result: anyhow::Result<Result<Ending, Obstacle>>,
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let name = name_of(&file.path);
    Ok(match result {
        Ok(Ok(ending)) => {
            note(&file.path, &ending);
            if options.dry_run {
                let outcome = if ending.changed {
                    "would be converted"
                } else {
                    "would stay the same"
                };
                writeln!(stdout, "{name}: {outcome}")?;
            }
            Status::Fine
        }
        Ok(Err(Obstacle::Binary(offset))) => {
            let passed_over = format!("binary (NUL at byte {offset}); --binary converts it");
            if options.dry_run {
                writeln!(stdout, "{name}: would be passed over: {passed_over}")?;
            } else {
                complain(format_args!("{name}: passed over: {passed_over}"));
            }
            Status::Fine
        }
        Ok(Err(obstacle)) => {
            complain(format_args!("{name}:{obstacle}"));
            Status::Malformed
        }
        Err(error) => {
            complain(format_args!("{error:#}"));
            Status::Trouble
        }
    })
}
