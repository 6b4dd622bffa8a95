//! `utflane repair`: undoes UTF-8 that was read in a code page and written as UTF-8 again.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use utflane::repair_mojibake;

use crate::files::Files;
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Output, Place, check_loop};
use crate::progress::Progress;
use crate::replace::Overrides;
use crate::{Status, complain};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    files: Files,

    /// File to write, whole or not at all; it may be the one that is read
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// Replace each file, of any number, by what becomes of it; one that would not change is not
    /// touched
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,

    /// Show the lines that would change, and change nothing
    #[arg(short = 'n', long)]
    dry_run: bool,

    #[command(flatten)]
    overrides: Overrides,
}

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    if options.in_place {
        options.files.ensure_named()?;
    }
    let files = options.files.find()?;
    if options.dry_run || options.in_place {
        let mut worst = Status::Fine;
        for file in files {
            let result = if options.dry_run {
                show(&file.path, stdout)
            } else {
                repair_in_place(&file.path, options.overrides)
            };
            let status = result.unwrap_or_else(|error| {
                complain(format_args!("{error:#}"));
                Status::Trouble
            });
            worst = worst.max(status);
        }
        return Ok(worst);
    }
    let [file] = files.as_slice() else {
        bail!(
            "{} files to repair: only --in-place and --dry-run take more than one",
            files.len()
        );
    };
    let place = Place::of(&options.output).with_context(|| name_of(&options.output))?;
    check_loop(&file.path, &place)?;
    let Some(text) = read(&file.path)? else {
        return Ok(Status::Malformed);
    };
    let mut output = Output::open(&options.output, place, stdout, options.overrides)?;
    output.write_all(repair_mojibake(&text).as_bytes())?;
    output.finish()?;
    Ok(Status::Fine)
}

/// The whole text of a file, since a part of it may show what another is; `None`, with a message,
/// if it is not UTF-8.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let mut input = Input::open(path, &Progress::NONE, false)?;
    let mut bytes = Vec::new();
    loop {
        let piece = input.from(bytes.len() as u64)?;
        if piece.is_empty() {
            break;
        }
        bytes.extend_from_slice(piece);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            complain(format_args!("{}: {}", input.name(), error.utf8_error()));
            Ok(None)
        }
    }
}

fn repair_in_place(path: &Path, overrides: Overrides) -> anyhow::Result<Status> {
    ensure!(
        path.as_os_str() != "-",
        "--in-place: standard input has none"
    );
    let mut output = Output::revise(path, overrides, false)?;
    let Some(text) = read(path)? else {
        return Ok(Status::Malformed);
    };
    output.write_all(repair_mojibake(&text).as_bytes())?;
    let ending = output.finish()?;
    if let Some(note) = ending.note {
        complain(format_args!("{}: {note}", name_of(path)));
    }
    Ok(Status::Fine)
}

/// Shows the lines that would change, before and after.
fn show(path: &Path, out: &mut dyn Write) -> anyhow::Result<Status> {
    let Some(text) = read(path)? else {
        return Ok(Status::Malformed);
    };
    let repaired = repair_mojibake(&text);
    // No line feed comes or goes: in UTF-8 and in the code pages it is itself.
    let lines = text.split('\n').zip(repaired.split('\n'));
    for (index, (before, after)) in lines.enumerate() {
        if before != after {
            let place = format_args!("{}:{}", name_of(path), index + 1).to_string();
            writeln!(out, "{place}: - {}", shown(before))?;
            writeln!(out, "{place}: + {}", shown(after))?;
        }
    }
    Ok(Status::Fine)
}

/// A line without its control characters, which a terminal would obey.
fn shown(line: &str) -> String {
    let visible = |character: char| {
        if character.is_control() && character != '\t' {
            character.escape_unicode().to_string()
        } else {
            character.to_string()
        }
    };
    line.chars().map(visible).collect()
}
