//! `utflane convert`: a file in one encoding becomes a file in another.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use utflane::stream::{self, AnyTranscoder, Step, StreamError};
use utflane::{Charset, Reason};

use crate::charset::{Choice, LONGEST_MARK, parse_charset, parse_choice, with_encoding};
use crate::fault::Fault;
use crate::files::{Files, total_size};
use crate::inplace::convert_in_place;
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Ending, Output, Place, check_loop};
use crate::position::Position;
use crate::progress::Progress;
use crate::replace::Leave;
use crate::work::default_jobs;
use crate::{Status, complain};

/// Room for what one step writes: about what a whole input buffer of mixed text becomes. Less room means more steps.
const OUTPUT_CAPACITY: usize = 256 * 1024;

#[derive(Args)]
pub(crate) struct Options {
    /// Encoding of the input; `auto` goes by the byte order mark and is UTF-8 without one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    from: Choice,

    /// Encoding of the output
    #[arg(short, long, value_name = "ENC", default_value = "utf-8", value_parser = parse_charset)]
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
    pub(crate) leave: Leave,

    /// How many files to convert at a time, with --in-place [default: the number of CPUs]
    #[arg(short, long, value_name = "N", default_value_t = default_jobs(), hide_default_value = true)]
    pub(crate) jobs: NonZero<usize>,

    /// Write U+FFFD, or ? where the output encoding has none, for what is malformed or cannot be expressed
    #[arg(long)]
    lossy: bool,

    /// What becomes of a byte order mark; ISO-8859-1 and US-ASCII have none
    #[arg(long, value_enum, default_value = "keep")]
    bom: BomPolicy,
}

#[derive(Clone, Copy, ValueEnum)]
enum BomPolicy {
    /// Write one if the input has one
    Keep,
    /// Write none
    Strip,
    /// Write one always
    Add,
}

impl BomPolicy {
    fn wants_one(self, had_one: bool) -> bool {
        match self {
            BomPolicy::Keep => had_one,
            BomPolicy::Strip => false,
            BomPolicy::Add => true,
        }
    }
}

impl Options {
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            from: self.from,
            to: self.to,
            lossy: self.lossy,
            bom: self.bom,
            text_only: false,
        }
    }
}

/// How to convert.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    from: Choice,
    to: Charset,
    lossy: bool,
    bom: BomPolicy,
    /// Whether a binary file is an obstacle.
    pub(crate) text_only: bool,
}

/// What kept a conversion from reaching the end of its input. Displays as the place and the reason.
pub(crate) enum Obstacle {
    Malformed(Fault),
    Unrepresentable(Position, char, Charset),
    /// A NUL byte, at this offset.
    Binary(u64),
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
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    // Text that goes to the terminal itself is all the progress that anybody wants to see there.
    let progress = if matches!(place, Place::Stdout) && io::stdout().is_terminal() {
        Progress::NONE
    } else {
        Progress::new(|| total_size(&files))
    };
    let input = Input::open(path, &progress, true)?;
    check_loop(path, &place)?;
    let output = Output::open(&options.output, place, stdout, options.leave)?;
    let result = convert_file(options.rules(), input, output);
    progress.interrupt(|| {
        Ok(match result? {
            Ok(ending) => {
                note(&options.output, &ending);
                Status::Fine
            }
            Err(obstacle) => {
                complain(format_args!("{}:{obstacle}", name_of(path)));
                Status::Malformed
            }
        })
    })
}

/// Tells the user what there is to tell of a file that was written.
pub(crate) fn note(path: &Path, ending: &Ending) {
    if let Some(note) = ending.note {
        complain(format_args!("{}: {note}", name_of(path)));
    }
}

/// Converts a file, and completes the output unless there is an obstacle.
pub(crate) fn convert_file(
    rules: Rules,
    mut input: Input,
    mut output: Output,
) -> anyhow::Result<Result<Ending, Obstacle>> {
    Ok(match convert(rules, &mut input, &mut output)? {
        Some(obstacle) => Err(obstacle),
        None => Ok(output.finish()?),
    })
}

fn convert(
    rules: Rules,
    input: &mut Input,
    output: &mut Output,
) -> anyhow::Result<Option<Obstacle>> {
    let from = rules.from.resolve(input.peek(0, LONGEST_MARK)?);
    let text_only =
        rules.text_only && matches!(from, Charset::Utf8 | Charset::Latin1 | Charset::Ascii);
    let had_bom = !from.bom().is_empty() && input.starts_with(from.bom())?;
    let mut offset = 0;
    let mut position = Position::START;
    if had_bom {
        offset = from.bom().len() as u64;
        position.skip(offset);
    }
    if rules.bom.wants_one(had_bom) {
        output.write_all(rules.to.bom())?;
    }

    let mut transcoder = AnyTranscoder::new(from, rules.to).starting_at(offset);
    let mut converted = vec![0; OUTPUT_CAPACITY];
    loop {
        let chunk = input.from(offset)?;
        let at_end = chunk.is_empty();
        if text_only && let Some(index) = chunk.iter().position(|byte| *byte == 0) {
            return Ok(Some(Obstacle::Binary(offset + index as u64)));
        }
        let step = match (at_end, rules.lossy) {
            (false, true) => transcoder.transcode_lossy(chunk, &mut converted),
            (false, false) => transcoder.transcode(chunk, &mut converted),
            (true, true) => transcoder.finish_lossy(&mut converted),
            (true, false) => last_step(transcoder.finish()),
        };
        offset += step.read as u64;
        output.write_all(&converted[..step.written])?;
        let stopped = match step.status {
            stream::Status::Stopped(error) => Some(error),
            _ => None,
        };
        // A lossy conversion has no obstacle to name the place of.
        if !rules.lossy {
            let valid = stopped.map_or(transcoder.position(), |error| error.position());
            let text = input.shown(position.offset..valid);
            with_encoding!(from, E => position.advance::<E>(text));
        }
        if let Some(error) = stopped {
            return Ok(Some(match error.reason() {
                Reason::Unrepresentable(character) => {
                    Obstacle::Unrepresentable(position, character, rules.to)
                }
                _ => Obstacle::Malformed(Fault::look(input, position, &error)?),
            }));
        }
        if at_end {
            return Ok(None);
        }
    }
}

/// The end of a strict conversion as a step like any other.
fn last_step(end: Result<(), StreamError>) -> Step {
    Step {
        read: 0,
        written: 0,
        status: end.map_or_else(stream::Status::Stopped, |()| stream::Status::InputEmpty),
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Malformed(fault) => fault.fmt(f),
            Obstacle::Unrepresentable(position, character, to) => write!(
                f,
                "{position}: {} cannot express U+{:04X} {character:?}",
                to.name(),
                u32::from(*character),
            ),
            Obstacle::Binary(offset) => write!(f, " byte {offset}: NUL"),
        }
    }
}
