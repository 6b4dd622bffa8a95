//! `utflane convert`: converts files from one encoding to another.

mod many;

use std::io::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use crate::charset::{Choice, Encodings, OUTPUTS, Target, parse_choices};
use crate::conversion::{BomPolicy, Rules, convert};
use crate::files::{Files, total_size};
use crate::folder::{convert_into_folder, is_folder};
use crate::inplace::InPlace;
use crate::input::Input;
use crate::lossy::{Lossy, Policy};
use crate::name::{Name, name_of};
use crate::newline::LineEndPolicy;
use crate::outcome::Outcome;
use crate::output::{Ending, Output, Place, Prepared, check_loop, is_replaced};
use crate::per_line::by_lines;
use crate::progress::Progress;
use crate::report::report_failure;
use crate::{Status, complain, list};

pub(crate) use many::convert_each;
use many::convert_in_place;

#[derive(Args)]
pub(crate) struct Options {
    /// Encoding of the input. `auto` detects it, and fails if it is uncertain. With a list such as
    /// `utf-8,latin1`, it is the first encoding in which the whole text (of a pipe, the first MiB)
    /// is well-formed, or else the last [default: the byte order mark, or UTF-8 without one]
    #[arg(
        short,
        long,
        value_name = "ENC",
        alias = "from-code",
        value_parser = Encodings::of_input(parse_choices),
        hide_possible_values = true
    )]
    from: Option<Choice>,

    /// Like --from auto, but if the encoding is uncertain, use the most probable one
    #[arg(long)]
    guess: bool,

    /// Choose an encoding of the list --from for each line: the first in which the line is
    /// well-formed. A line that is malformed in all is an error
    #[arg(long, requires = "from", conflicts_with = "guess")]
    per_line: bool,

    /// Trust --from: also convert a file that has the byte order mark of another encoding, that
    /// seems to be in the target encoding already, or, with --per-line, that looks like UTF-16 or
    /// UTF-32
    #[arg(long, requires = "from")]
    trust_from: bool,

    /// Encoding of the output
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        alias = "to-code",
        value_parser = OUTPUTS,
        hide_possible_values = true
    )]
    to: Target,

    #[command(flatten)]
    pub(crate) files: Files,

    /// File for the text of all inputs. It is written completely or not at all, and may be one of
    /// the inputs. If it is a directory or ends with a slash, each input becomes a file in it, with
    /// the same name
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) in_place: InPlace,

    /// Print what --in-place would do, and change nothing
    #[arg(short = 'n', long, requires = "in_place")]
    pub(crate) dry_run: bool,

    /// Also convert binary files that the output would replace, or that --recursive finds for an
    /// output directory. A file is binary if it has many control characters, or a NUL byte in an
    /// encoding with units of one byte
    #[arg(long)]
    pub(crate) binary: bool,

    /// Replace malformed sequences and characters that the output encoding lacks, and continue.
    /// POLICY selects what to write instead; without it, `replace`
    #[arg(
        long,
        value_enum,
        value_name = "POLICY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "replace"
    )]
    lossy: Option<Policy>,

    /// Same as --lossy=drop, for users of iconv
    #[arg(short = 'c', hide = true, conflicts_with = "lossy")]
    omit: bool,

    /// Replacement text; implies --lossy
    #[arg(long, value_name = "TEXT")]
    replacement: Option<String>,

    /// How to change line ends
    #[arg(long, value_enum, default_value = "keep")]
    newline: LineEndPolicy,

    /// Write a line for each N bytes of the input, as in files of mainframes that have records
    /// instead of lines
    #[arg(long, value_name = "N", conflicts_with = "per_line")]
    record_length: Option<NonZeroU64>,

    /// Print the encoding that was used for each input, and why
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Print one line of JSON per file; only with --output or --in-place
    #[arg(long)]
    pub(crate) json: bool,

    /// How to change the byte order mark; only Unicode encodings have one
    #[arg(long, value_enum, default_value = "keep")]
    bom: BomPolicy,

    /// Same as `utflane list`, for users of iconv
    #[arg(short, long, hide = true)]
    list: bool,
}

impl Options {
    pub(crate) fn rules(&self) -> anyhow::Result<Rules> {
        let from = match self.from {
            choice if self.per_line => by_lines(choice, "--from")?,
            Some(choice @ (Choice::Named(_) | Choice::First(_))) => {
                ensure!(
                    !self.guess,
                    "--guess: only with --from auto, or without --from"
                );
                choice
            }
            None if !self.guess => Choice::Auto,
            _ => Choice::Content { guess: self.guess },
        };
        let Target { charset: to, drops } = self.to;
        let dropped = (self.omit || drops).then_some(Policy::Drop);
        Ok(Rules {
            from,
            to,
            lossy: Lossy::of(self.lossy.or(dropped), self.replacement.as_deref(), to)?,
            newline: self.newline,
            record_length: self.record_length,
            bom: self.bom,
            text_only: false,
            in_place: self.in_place.is_wanted(),
            trust_from: self.trust_from,
        })
    }
}

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.list {
        return list::run(&list::Options::default(), stdout);
    }
    if options.in_place.is_wanted() {
        return convert_in_place(options, stdout);
    }
    if is_folder(&options.output) {
        return convert_into_folder(options, stdout);
    }
    ensure!(
        !options.in_place.keeps_date(),
        "--keep-date: only with --in-place or with an output directory"
    );
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    let is_stdout = matches!(place, Place::Stdout);
    ensure!(
        !(options.json && is_stdout),
        "--json: use --output or --in-place, because the text goes to standard output"
    );
    let rules = options.rules()?;
    let is_file = matches!(place, Place::File(..));
    let files = options.files.list()?;
    let replaced: Vec<bool> = files.iter().map(|path| is_replaced(path, &place)).collect();
    ensure!(
        !options.binary || replaced.contains(&true),
        "--binary: only with --in-place, with an output directory, or if --output replaces an input"
    );
    let rules = replaced.iter().enumerate().map(|(index, in_place)| Rules {
        in_place: *in_place,
        text_only: *in_place && !options.binary,
        bom: match index {
            0 => options.bom,
            // Only the start of the output may have a mark.
            _ => BomPolicy::Strip,
        },
        ..rules.clone()
    });
    let rules: Vec<Rules> = rules.collect();
    let progress = Progress::beside_text(&place, || total_size(&files));
    let mut outcomes = Vec::new();
    let result = concatenate(
        options,
        &files,
        &rules,
        &progress,
        place,
        stdout,
        &mut outcomes,
    );
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
        if !written && is_file && files.len() > 1 {
            complain(format_args!("{}: not written", name_of(&options.output)));
        }
        match result {
            Err(error) if options.json => {
                let input = || name_of(files.get(outcomes.len()).unwrap_or(&options.output));
                let named = error.downcast_ref::<Name>().cloned();
                report_failure(stdout, named.unwrap_or_else(input), &error, true)
            }
            result => result.map(|()| worst),
        }
    })
}

/// Converts files to one output, each by its rules, until an obstacle. Completes the output if
/// there is none. Adds an outcome for each file up to the first obstacle or error.
fn concatenate(
    options: &Options,
    files: &[PathBuf],
    rules: &[Rules],
    progress: &Progress,
    place: Place,
    stdout: &mut dyn Write,
    outcomes: &mut Vec<Outcome>,
) -> anyhow::Result<()> {
    for path in files {
        check_loop(path, &place)?;
    }
    let is_file = matches!(place, Place::File(..));
    let mut inputs = files.iter().map(|path| Input::open(path, progress, true));
    let mut rules = rules.iter();
    // We open the first input before the output, so that a missing input does not create a file.
    let mut next = inputs.next().transpose()?;
    let mut output = Output::open(
        &options.output,
        place,
        files,
        stdout,
        options.in_place.overrides(),
    )?;
    while let (Some(mut input), Some(rules)) = (next, rules.next()) {
        let report = convert(rules, &mut input, &mut output)?;
        let is_stopped = report.obstacle.is_some();
        let mut outcome = Outcome::new(&input, &output, rules.to, report);
        // A stream keeps the text, even if a later input stops the conversion.
        outcome.ending = (!is_stopped && !is_file).then_some(Ending {
            changed: true,
            note: None,
        });
        outcomes.push(outcome);
        if is_stopped {
            return Ok(());
        }
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

/// Converts a file. There is no output if the conversion stops at an obstacle. The caller must
/// complete a prepared output.
pub(crate) fn convert_file(
    rules: &Rules,
    mut input: Input,
    mut output: Output,
) -> anyhow::Result<(Outcome, Option<Prepared>)> {
    let report = convert(rules, &mut input, &mut output)?;
    let is_stopped = report.obstacle.is_some();
    let outcome = Outcome::new(&input, &output, rules.to, report);
    let prepared = match is_stopped {
        true => None,
        false => Some(output.prepare()?),
    };
    Ok((outcome, prepared))
}
