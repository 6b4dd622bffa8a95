//! `utflane repair`: undoes mojibake, which is UTF-8 that was decoded as a code page and encoded as
//! UTF-8 again.
//!
//! A file is read, repaired and written a few lines at a time, and keeps its encoding.

mod changes;

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use utflane::stream::{self, AnyTranscoder};
use utflane::{Charset, MojibakeRepair, Reason, mojibake_repairs};

use crate::Status;
use crate::batch::rewrite_each;
use crate::charset::{Choice, LONGEST_MARK, parse_choice};
use crate::fault::Fault;
use crate::files::{Files, FoundFile, total_size};
use crate::inplace::{InPlace, open_input};
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Output, Place, check_loop};
use crate::position::Position;
use crate::progress::Progress;
use crate::report::{report_failure, write_json};
use changes::{Changes, Outcome};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    files: Files,

    /// Encoding of the files, before and after the repair; `auto` uses the byte order mark, or
    /// UTF-8 without one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    encoding: Choice,

    /// File to write, completely or not at all; it may be the input
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    in_place: InPlace,

    /// Show what would change, with its line and column, and change nothing
    #[arg(short = 'n', long, conflicts_with = "output")]
    dry_run: bool,

    /// Print one line of JSON per file; only with --in-place or --dry-run
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Size of the UTF-8 buffer of one step in bytes.
const CAPACITY: usize = 64 << 10;

/// Minimum number of bytes that are repaired together. Longer lines are repaired in parts.
const PIECE: usize = 64 << 10;

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.dry_run || options.in_place.is_wanted() {
        return repair_each(options, stdout);
    }
    ensure!(
        !options.json,
        "--json: only with --in-place or --dry-run, because the text goes to standard output"
    );
    ensure!(
        !options.in_place.keeps_date(),
        "--keep-date: only with --in-place"
    );
    let files = options.files.list()?;
    let [path] = files.as_slice() else {
        bail!(
            "{} files to repair: only --in-place and --dry-run accept more than one",
            files.len()
        );
    };
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    check_loop(path, &place)?;
    let progress = Progress::beside_text(&place, || total_size(&files));
    let input = Input::open(path, &progress, true)?;
    let overrides = options.in_place.overrides();
    let mut output = Output::open(&options.output, place, &files, stdout, overrides)?;
    let outcome = repair(input, options.encoding, Some(&mut output))?;
    if outcome.fault.is_none() {
        output.finish()?;
    }
    progress.interrupt(|| outcome.complain());
    Ok(outcome.status())
}

/// Repairs each file, or only finds the repairs in a dry run. Processes several files at a time,
/// and reports in their order.
fn repair_each(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    let (files, open_output) = match options.in_place.is_wanted() {
        true => (
            options.in_place.find(&options.files)?,
            Some(options.in_place.revise(options.dry_run)?),
        ),
        false => (options.files.find()?, None),
    };
    let progress = Progress::new(|| total_size(files.iter().map(|file| &file.path)));
    let jobs = options.in_place.jobs();
    let ahead = jobs.get().min(files.len()) == 1;
    let (encoding, reading) = (options.encoding, progress.clone());
    let work = move |file: &FoundFile| {
        let Some(open_output) = &open_output else {
            let input = Input::open(&file.path, &reading, ahead)?;
            return Ok((repair(input, encoding, None)?, None));
        };
        let mut output = open_output(file)?;
        let input = open_input(file, &output, &reading, ahead)?;
        let outcome = repair(input, encoding, Some(&mut output))?;
        let prepared = match outcome.fault {
            Some(_) => None,
            None => Some(output.prepare()?),
        };
        Ok((outcome, prepared))
    };
    let mut worst = Status::Fine;
    rewrite_each(files, jobs, work, |file, result| {
        let status = progress.interrupt(|| match result {
            Ok(outcome) => {
                if options.json {
                    write_json(stdout, &outcome)?;
                } else {
                    if options.dry_run {
                        outcome.print(stdout)?;
                    }
                    outcome.complain();
                }
                Ok(outcome.status())
            }
            Err(error) => report_failure(stdout, name_of(&file.path), &error, options.json),
        })?;
        worst = worst.max(status);
        Ok(())
    })?;
    Ok(worst)
}

/// Repairs the text of an input, up to the first malformed sequence.
fn repair(
    mut input: Input,
    encoding: Choice,
    mut output: Option<&mut Output>,
) -> anyhow::Result<Outcome> {
    let charset = encoding.resolve(input.peek(0, LONGEST_MARK)?);
    ensure!(
        !charset.is_multibyte(),
        "{}: {charset} cannot be written back byte for byte: convert it to UTF-8 first",
        input.name()
    );
    let mut outcome = Outcome::new(input.name().clone(), charset);
    let mut reader = AnyTranscoder::new(charset, Charset::Utf8);
    let mut writer = AnyTranscoder::new(Charset::Utf8, charset);
    let mut utf8 = vec![0; CAPACITY];
    // The text that is not repaired yet, and the position of its end.
    let (mut text, mut changes) = (String::new(), Changes::default());
    // The length of the start of `text` that contains no end of a line or word.
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
        end.advance(charset, passed);
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
        let repairs = mojibake_repairs(before);
        let after = repaired(before, &repairs);
        changes.add(before, repairs);
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

/// Returns a text after these repairs.
fn repaired<'a>(text: &'a str, repairs: &[MojibakeRepair]) -> Cow<'a, str> {
    let (mut all, mut copied) = (String::new(), 0);
    for repair in repairs {
        all += &text[copied..repair.range.start];
        all += &repair.replacement;
        copied = repair.range.end;
    }
    if repairs.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(all + &text[copied..])
}

/// Returns the length of the whole lines in a text, or of a part of a long line, or 0 if more text
/// is needed. The first `searched` bytes are not searched again.
fn whole_lines(text: &str, searched: usize) -> usize {
    if text.len() < PIECE {
        return 0;
    }
    let fresh = &text[searched..];
    let ends_a_word = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
    let end = fresh.rfind('\n').or_else(|| fresh.rfind(ends_a_word));
    end.map_or(0, |end| searched + end + 1)
}

/// Writes text in an encoding. Returns an error if the encoding lacks a character.
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
            let position = changes.last();
            let fault = Fault::unrepresentable(position, code_point, charset, &[]);
            return Ok(Some(fault));
        }
    }
    Ok(None)
}
