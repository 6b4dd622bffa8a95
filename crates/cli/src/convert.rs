//! `utflane convert`: converts files from one encoding to another.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use utflane::Charset;

use crate::charset::{Choice, Encodings, OUTPUTS, parse_choices};
use crate::conversion::{BomPolicy, Rules, convert};
use crate::files::{Files, total_size};
use crate::folder::{convert_into_folder, is_folder};
use crate::inplace::convert_in_place;
use crate::input::Input;
use crate::lossy::{Lossy, Policy};
use crate::name::name_of;
use crate::newline::Newline;
use crate::outcome::Outcome;
use crate::output::{Ending, Output, Place, Prepared, check_loop, is_replaced};
use crate::progress::Progress;
use crate::replace::Overrides;
use crate::report::report_failure;
use crate::work::{default_jobs, parse_jobs};
use crate::{Status, complain};

#[derive(Args)]
pub(crate) struct Options {
    /// Encoding of the input; `auto` finds it out, and fails where it is not sure; `utf-8,latin1`
    /// is the first in which all of the text is well-formed, or else the last; of a pipe the first
    /// MiB tells [default: that of the byte order mark, UTF-8 without one]
    #[arg(
        short,
        long,
        value_name = "ENC",
        value_parser = Encodings::of_input(parse_choices),
        hide_possible_values = true
    )]
    from: Option<Choice>,

    /// With --from auto, which this implies, take the most probable encoding where the content does
    /// not tell for sure
    #[arg(long)]
    guess: bool,

    /// Encoding of the output
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = OUTPUTS,
        hide_possible_values = true
    )]
    to: Charset,

    #[command(flatten)]
    pub(crate) files: Files,

    /// File to write, whole or not at all, with all files that are read, one after the other; it
    /// may be one of them. With a slash at its end, or if it is there, a folder: each file is
    /// converted to one of its name in there
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub(crate) output: PathBuf,

    /// Replace each file, of any number, by what becomes of it; one that cannot be converted, or
    /// would not change, is not touched. With --recursive, binary files are passed over, also where
    /// the output is a folder. With a suffix, as in -i.bak or --in-place=.bak, the old file is kept
    /// under its name with that
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with = "output"
    )]
    pub(crate) in_place: Option<OsString>,

    /// The rest of -i.bak: a value of -i has to stand behind an equals sign, so that -if latin1 is
    /// -i -f latin1
    #[arg(short = '.', hide = true, value_name = "SUFFIX", requires = "in_place")]
    dotted: Option<OsString>,

    /// Give each output the date of the file that it is converted from
    #[arg(long)]
    pub(crate) keep_date: bool,

    /// Say what --in-place would do, and do nothing
    #[arg(short = 'n', long, requires = "in_place")]
    pub(crate) dry_run: bool,

    /// Convert binary files, too, also where their conversion replaces them: those with a NUL byte
    /// where the encoding has units of one byte, or many control characters
    #[arg(long)]
    pub(crate) binary: bool,

    #[command(flatten)]
    pub(crate) overrides: Overrides,

    /// How many files to convert at a time, with --in-place or into a folder [default: the number
    /// of CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = parse_jobs,
        default_value_t = default_jobs(),
        hide_default_value = true
    )]
    pub(crate) jobs: NonZero<usize>,

    /// Go on at what is malformed or cannot be expressed; without POLICY, replace it
    #[arg(
        long,
        value_enum,
        value_name = "POLICY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "replace"
    )]
    lossy: Option<Policy>,

    /// What to write for what is malformed or cannot be expressed; implies --lossy
    #[arg(long, value_name = "TEXT")]
    replacement: Option<String>,

    /// What becomes of the ends of lines
    #[arg(long, value_enum, default_value = "keep")]
    newline: Newline,

    /// Say which encoding each input was taken for, and why
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Print one JSON object a line for each file, where standard output does not have the text
    #[arg(long)]
    pub(crate) json: bool,

    /// What becomes of a byte order mark; ISO-8859-1 and US-ASCII have none
    #[arg(long, value_enum, default_value = "keep")]
    bom: BomPolicy,
}

impl Options {
    /// What the name of a backup ends with, if one is to be kept.
    pub(crate) fn suffix(&self) -> anyhow::Result<Option<OsString>> {
        let mut suffix = self.in_place.clone().unwrap_or_default();
        if let Some(dotted) = &self.dotted {
            ensure!(suffix.is_empty(), "--in-place: it has two suffixes");
            suffix.push(".");
            suffix.push(dotted);
        }
        let is_separator = |byte: &u8| std::path::is_separator((*byte).into());
        ensure!(
            !suffix.as_encoded_bytes().iter().any(is_separator),
            "--in-place: a suffix is part of a name, and has no slash"
        );
        Ok(Some(suffix).filter(|suffix| !suffix.is_empty()))
    }

    pub(crate) fn rules(&self) -> anyhow::Result<Rules> {
        let from = match self.from {
            Some(choice @ (Choice::Named(_) | Choice::First(_))) => choice,
            None if !self.guess => Choice::Auto,
            _ => Choice::Content { guess: self.guess },
        };
        Ok(Rules {
            from,
            to: self.to,
            lossy: Lossy::of(self.lossy, self.replacement.as_deref(), self.to)?,
            newline: self.newline,
            bom: self.bom,
            text_only: false,
            in_place: self.in_place.is_some(),
        })
    }
}

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.in_place.is_some() {
        return convert_in_place(options, stdout);
    }
    if is_folder(&options.output) {
        return convert_into_folder(options, stdout);
    }
    ensure!(
        !options.binary,
        "--binary: without it, too, one output gets all files"
    );
    ensure!(
        !options.keep_date,
        "--keep-date: one output has no date to keep; with --in-place or a folder each has"
    );
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    let is_stdout = matches!(place, Place::Stdout);
    ensure!(
        !(options.json && is_stdout),
        "--json: the text has standard output, unless --output names a file"
    );
    let files = options.files.list()?;
    // Text that is written to the terminal would mix with the line of progress.
    let progress = if is_stdout && io::stdout().is_terminal() {
        Progress::NONE
    } else {
        Progress::new(|| total_size(&files))
    };
    let mut outcomes = Vec::new();
    let result = concatenate(options, &files, &progress, place, stdout, &mut outcomes);
    progress.interrupt(|| {
        let mut worst = Status::Fine;
        for outcome in &outcomes {
            worst = worst.max(outcome.status());
            if options.json {
                outcome.write_json(stdout)?;
            } else {
                outcome.report(options.verbose);
            }
        }
        let written = outcomes.last().is_some_and(|last| last.ending.is_some());
        if !written && !is_stdout && files.len() > 1 {
            complain(format_args!("{}: not written", name_of(&options.output)));
        }
        match result {
            Err(error) if options.json => {
                let path = files.get(outcomes.len()).unwrap_or(&options.output);
                report_failure(stdout, path, &error)
            }
            result => result.map(|()| worst),
        }
    })
}

/// Converts files to one output, until there is an obstacle, and completes the output if there is
/// none. There is an outcome for each file but one that cannot be read.
fn concatenate(
    options: &Options,
    files: &[PathBuf],
    progress: &Progress,
    place: Place,
    stdout: &mut dyn Write,
    outcomes: &mut Vec<Outcome>,
) -> anyhow::Result<()> {
    let mut rules = options.rules()?;
    for path in files {
        check_loop(path, &place)?;
    }
    let is_replaced: Vec<bool> = files.iter().map(|path| is_replaced(path, &place)).collect();
    let mut is_replaced = is_replaced.into_iter();
    let mut inputs = files.iter().map(|path| Input::open(path, progress, true));
    // Nothing is created for a file that is not there.
    let mut next = inputs.next().transpose()?;
    let mut output = Output::open(&options.output, place, stdout, options.overrides)?;
    while let Some(mut input) = next {
        rules.in_place = is_replaced.next().unwrap_or(false);
        rules.text_only = rules.in_place && !options.binary;
        let course = convert(&rules, &mut input, &mut output)?;
        let is_stopped = course.obstacle.is_some();
        outcomes.push(Outcome {
            input: input.name().clone(),
            output: output.name().clone(),
            to: rules.to,
            course,
            is_found: false,
            ending: None,
        });
        if is_stopped {
            return Ok(());
        }
        // There is a mark at the start, if at all.
        rules.bom = BomPolicy::Strip;
        next = inputs.next().transpose()?;
    }
    let ending = output.finish()?;
    for outcome in &mut *outcomes {
        outcome.ending = Some(Ending {
            note: None,
            ..ending
        });
    }
    if let Some(last) = outcomes.last_mut() {
        last.ending = Some(ending);
    }
    Ok(())
}

/// Converts a file. There is no output if the conversion stops at an obstacle; one that is prepared
/// is to be completed.
pub(crate) fn convert_file(
    rules: &Rules,
    mut input: Input,
    mut output: Output,
) -> anyhow::Result<(Outcome, Option<Prepared>)> {
    let course = convert(rules, &mut input, &mut output)?;
    let name = output.name().clone();
    let prepared = match course.obstacle {
        Some(_) => None,
        None => Some(output.prepare()?),
    };
    let outcome = Outcome {
        input: input.name().clone(),
        output: name,
        to: rules.to,
        course,
        is_found: false,
        ending: None,
    };
    Ok((outcome, prepared))
}
