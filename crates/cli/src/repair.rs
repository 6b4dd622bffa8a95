//! `utflane repair`: undoes UTF-8 that was read in a code page and written as UTF-8 again.
//!
//! A file is read, repaired and written a few lines at a time, in its own encoding.

mod changes;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use utflane::stream::{self, AnyTranscoder};
use utflane::{Charset, Reason, repair_mojibake};

use crate::charset::{Choice, LONGEST_MARK, parse_choice, with_encoding};
use crate::fault::Fault;
use crate::files::{Files, Found};
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Output, Place, check_loop};
use crate::position::Position;
use crate::progress::Progress;
use crate::replace::Overrides;
use crate::report::{report_failure, write_json};
use crate::work::{default_jobs, for_each, parse_jobs};
use crate::{Status, complain};
use changes::{Changes, Outcome};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    files: Files,

    /// Encoding of the files, which they keep; `auto` is that of the byte order mark, UTF-8 without
    /// one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    encoding: Choice,

    /// File to write, whole or not at all; it may be the one that is read
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// Replace each file, of any number, by what becomes of it; one that would not change is not
    /// touched
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,

    /// Show what would change, with its line and column, and change nothing
    #[arg(short = 'n', long, conflicts_with = "output")]
    dry_run: bool,

    /// How many files to work on at a time [default: the number of CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = parse_jobs,
        default_value_t = default_jobs(),
        hide_default_value = true
    )]
    jobs: NonZero<usize>,

    /// Print one JSON object a line for each file; with --in-place or --dry-run
    #[arg(long, conflicts_with = "output")]
    json: bool,

    #[command(flatten)]
    overrides: Overrides,
}

/// Bytes of UTF-8 of one step.
const CAPACITY: usize = 64 << 10;

/// Bytes of lines that are repaired together, at least. A longer line is repaired in parts.
const PIECE: usize = 64 << 10;

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.in_place {
        options.files.ensure_named()?;
    }
    let files = options.files.find()?;
    if options.dry_run || options.in_place {
        return repair_each(files, options, stdout);
    }
    ensure!(
        !options.json,
        "--json: only with --in-place or --dry-run, since the text goes to standard output"
    );
    let [file] = files.as_slice() else {
        bail!(
            "{} files to repair: only --in-place and --dry-run take more than one",
            files.len()
        );
    };
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    check_loop(&file.path, &place)?;
    let input = Input::open(&file.path, &Progress::NONE, true)?;
    let mut output = Output::open(&options.output, place, stdout, options.overrides)?;
    let outcome = repair(input, options.encoding, Some(&mut output))?;
    outcome.complain();
    if outcome.fault.is_none() {
        output.finish()?;
    }
    Ok(outcome.status())
}

/// Repairs each file, or finds what would be repaired, some at a time; reports in their order.
fn repair_each(
    files: Vec<Found>,
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let (overrides, encoding, in_place) = (
        options.overrides,
        options.encoding,
        options.in_place && !options.dry_run,
    );
    let work = move |file: &Found| -> anyhow::Result<Outcome> {
        if !in_place {
            return repair(
                Input::open(&file.path, &Progress::NONE, false)?,
                encoding,
                None,
            );
        }
        ensure!(
            file.path.as_os_str() != "-",
            "--in-place: standard input has none"
        );
        let mut output = Output::revise(&file.path, overrides, false)?;
        let input = Input::open(&file.path, &Progress::NONE, false)?;
        let mut outcome = repair(input, encoding, Some(&mut output))?;
        if outcome.fault.is_none() {
            outcome.note = output.finish()?.note;
        }
        Ok(outcome)
    };
    let mut worst = Status::Fine;
    for_each(files, options.jobs, work, |file, result| {
        let status = match result {
            Ok(outcome) => {
                if options.json {
                    write_json(stdout, &outcome)?;
                } else {
                    if options.dry_run {
                        outcome.print(stdout)?;
                    }
                    outcome.complain();
                }
                outcome.status()
            }
            Err(error) if options.json => report_failure(stdout, &file.path, &error)?,
            Err(error) => {
                complain(format_args!("{error:#}"));
                Status::Trouble
            }
        };
        worst = worst.max(status);
        Ok(())
    })?;
    Ok(worst)
}

/// Repairs the text of an input, up to the first fault if it has one.
fn repair(
    mut input: Input,
    encoding: Choice,
    mut output: Option<&mut Output>,
) -> anyhow::Result<Outcome> {
    let charset = encoding.resolve(input.peek(0, LONGEST_MARK)?);
    ensure!(
        !charset.is_legacy(),
        "{}: {charset} is not written back byte for byte: convert it to UTF-8 first",
        input.name()
    );
    let mut outcome = Outcome::new(input.name().clone(), charset);
    let mut reader = AnyTranscoder::new(charset, Charset::Utf8);
    let mut writer = AnyTranscoder::new(Charset::Utf8, charset);
    let mut utf8 = vec![0; CAPACITY];
    // The text that is not repaired yet, and where its bytes begin and end.
    let (mut text, mut changes) = (String::new(), Changes::default());
    // What is at its start and has no place to cut.
    let mut searched = 0;
    let (mut offset, mut end) = (0, Position::START);
    loop {
        let chunk = input.from(offset)?;
        let at_end = chunk.is_empty();
        let step = match at_end {
            false => reader.transcode(chunk, &mut utf8),
            true => reader.finish_into(&mut utf8),
        };
        offset += step.read as u64;
        text += str::from_utf8(&utf8[..step.written])?;
        let stopped = match step.status {
            stream::Status::Stopped(error) => Some(error),
            _ => None,
        };
        let valid = stopped.map_or(reader.position(), |error| error.position());
        let passed = input.slice(end.offset..valid);
        with_encoding!(charset, E => end.advance::<E>(passed));
        if let Some(error) = stopped {
            outcome.fault = Some(Fault::at(&mut input, end, &error)?);
            break;
        }
        let len = match at_end {
            true => text.len(),
            false => whole_lines(&text, searched),
        };
        searched = match len {
            0 if text.len() >= PIECE => text.len(),
            0 => searched,
            _ => 0,
        };
        let before = &text[..len];
        let after = repair_mojibake(before);
        changes.add(before, &after);
        if let Some(output) = &mut output
            && let Some(fault) = write(&mut writer, &after, &mut utf8, output, charset, &changes)?
        {
            outcome.fault = Some(fault);
            break;
        }
        text.drain(..len);
        if at_end {
            break;
        }
    }
    outcome.changes = changes;
    Ok(outcome)
}

/// The length of the whole lines of a text, or of a part of a long line; 0 if more is to be read.
/// The start is not searched again.
fn whole_lines(text: &str, searched: usize) -> usize {
    if text.len() < PIECE {
        return 0;
    }
    let fresh = &text[searched..];
    let ends_a_word = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
    let end = fresh.rfind('\n').or_else(|| fresh.rfind(ends_a_word));
    end.map_or(0, |end| searched + end + 1)
}

/// Writes text in an encoding; returns a fault if that cannot express it.
fn write(
    writer: &mut AnyTranscoder,
    text: &str,
    buffer: &mut [u8],
    output: &mut Output,
    charset: Charset,
    changes: &Changes,
) -> anyhow::Result<Option<Fault>> {
    if charset == Charset::Utf8 {
        output.write_all(text.as_bytes())?;
        return Ok(None);
    }
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let step = writer.transcode(rest, buffer);
        output.write_all(&buffer[..step.written])?;
        rest = &rest[step.read..];
        if let stream::Status::Stopped(error) = step.status {
            let Reason::Unrepresentable(code_point) = error.reason() else {
                bail!("{}: {error}", output.name());
            };
            let place = changes.last();
            return Ok(Some(Fault::unrepresentable(
                place,
                code_point,
                charset,
                &[],
            )));
        }
    }
    Ok(None)
}
