//! `utflane convert`: converts files from one encoding to another.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use utflane::Charset;

use crate::Status;
use crate::charset::{Choice, parse_choice, parse_target};
use crate::conversion::{BomPolicy, Rules, convert};
use crate::files::{Files, total_size};
use crate::inplace::convert_in_place;
use crate::input::Input;
use crate::lossy::{Lossy, Policy};
use crate::name::name_of;
use crate::newline::Newline;
use crate::outcome::Outcome;
use crate::output::{Output, Place, check_loop};
use crate::progress::Progress;
use crate::replace::Overrides;
use crate::report::report_failure;
use crate::work::{default_jobs, parse_jobs};

#[derive(Args)]
pub(crate) struct Options {
    /// Encoding of the input; `auto` finds it out, and fails where it is not sure [default: that of
    /// the byte order mark, UTF-8 without one]
    #[arg(short, long, value_name = "ENC", value_parser = parse_choice)]
    from: Option<Choice>,

    /// With --from auto, which this implies, take the most probable encoding where the content does
    /// not tell for sure
    #[arg(long)]
    guess: bool,

    /// Encoding of the output
    #[arg(short, long, value_name = "ENC", default_value = "utf-8", value_parser = parse_target)]
    to: Charset,

    #[command(flatten)]
    pub(crate) files: Files,

    /// File to write, whole or not at all; it may be the one that is read
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// Replace each file, of any number, by what becomes of it; one that cannot be converted, or
    /// would not change, is not touched. With --recursive, hidden files, binary files and the
    /// folders of version control are passed over
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,

    /// Say what --in-place would do, and do nothing
    #[arg(short = 'n', long, requires = "in_place")]
    pub(crate) dry_run: bool,

    /// Go into hidden folders and convert hidden files, too; those of version control only if they
    /// are named
    #[arg(long, requires_all = ["in_place", "recursive"])]
    pub(crate) hidden: bool,

    /// Convert binary files, too: those with a NUL byte where the encoding of the input has units
    /// of one byte
    #[arg(long, requires_all = ["in_place", "recursive"])]
    pub(crate) binary: bool,

    #[command(flatten)]
    pub(crate) overrides: Overrides,

    /// How many files to convert at a time, with --in-place [default: the number of CPUs]
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

    /// Print one JSON object a line for each file, where standard output does not have the text
    #[arg(long)]
    pub(crate) json: bool,

    /// What becomes of a byte order mark; ISO-8859-1 and US-ASCII have none
    #[arg(long, value_enum, default_value = "keep")]
    bom: BomPolicy,
}

impl Options {
    pub(crate) fn rules(&self) -> anyhow::Result<Rules> {
        let from = match self.from {
            Some(Choice::Named(charset)) => Choice::Named(charset),
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
            in_place: self.in_place,
        })
    }
}

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.in_place {
        return convert_in_place(options, stdout);
    }
    let files = options.files.list();
    let [path] = files.as_slice() else {
        bail!(
            "{} files to convert: only --in-place takes more than one",
            files.len()
        );
    };
    let rules = options.rules()?;
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    // Text that is written to the terminal would mix with the line of progress.
    let progress = if matches!(place, Place::Stdout) && io::stdout().is_terminal() {
        Progress::NONE
    } else {
        Progress::new(|| total_size(&files))
    };
    let is_stdout = matches!(place, Place::Stdout);
    ensure!(
        !(options.json && is_stdout),
        "--json: the text has standard output, unless --output names a file"
    );
    let result = (|| {
        let input = Input::open(path, &progress, true)?;
        check_loop(path, &place)?;
        let output = Output::open(&options.output, place, stdout, options.overrides)?;
        convert_file(&rules, input, output)
    })();
    progress.interrupt(|| match result {
        Ok(outcome) if options.json => {
            outcome.write_json(stdout)?;
            Ok(outcome.status())
        }
        Ok(outcome) => {
            outcome.report();
            Ok(outcome.status())
        }
        Err(error) if options.json => report_failure(stdout, path, &error),
        Err(error) => Err(error),
    })
}

/// Converts a file, and completes the output unless the conversion stops at an obstacle.
pub(crate) fn convert_file(
    rules: &Rules,
    mut input: Input,
    mut output: Output,
) -> anyhow::Result<Outcome> {
    let course = convert(rules, &mut input, &mut output)?;
    let name = output.name().clone();
    let ending = match course.obstacle {
        Some(_) => None,
        None => Some(output.finish()?),
    };
    Ok(Outcome {
        input: input.name().clone(),
        output: name,
        to: rules.to,
        course,
        ending,
    })
}
