//! `utflane convert`: a file in one encoding becomes a file in another.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use utflane::Reason;

use crate::fault::Fault;
use crate::input::Input;
use crate::output::Output;
use crate::position::Position;
use crate::scheme::{Choice, Scheme, parse_choice, parse_scheme};
use crate::{Status, complain};

/// Room for what one step writes: about what a whole input buffer of mixed text becomes. Less room means more steps.
const OUTPUT_CAPACITY: usize = 256 * 1024;

#[derive(Args)]
pub(crate) struct Options {
    /// Encoding of the input; `auto` goes by the byte order mark and is UTF-8 without one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    from: Choice,

    /// Encoding of the output
    #[arg(short, long, value_name = "ENC", default_value = "utf-8", value_parser = parse_scheme)]
    to: Scheme,

    /// File to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// File to write, whole or not at all; it may be the one that is read
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

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

/// What kept a conversion from reaching the end of its input. Displays as the place and the reason.
enum Obstacle {
    Malformed(Fault),
    Unrepresentable(Position, char, Scheme),
}

pub(crate) fn run(options: &Options, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    let mut input = Input::open(&options.file)?;
    let mut output = Output::open(&options.output, stdout)?;
    if let Some(obstacle) = convert(options, &mut input, &mut output)? {
        complain(format_args!("{}:{obstacle}", input.name()));
        return Ok(Status::Malformed);
    }
    output.finish()?;
    Ok(Status::Fine)
}

fn convert(
    options: &Options,
    input: &mut Input,
    output: &mut Output,
) -> anyhow::Result<Option<Obstacle>> {
    let from = options.from.resolve(input.peek()?);
    let to = options.to;
    let mut position = Position::START;
    let had_bom = input.skip_bom(from)?;
    if had_bom {
        position.advance(from, from.bom());
    }
    if options.bom.wants_one(had_bom) {
        output.write_all(to.bom())?;
    }

    let mut converted = vec![0; OUTPUT_CAPACITY];
    loop {
        let text = input.text(from)?;
        if text.is_empty() {
            return Ok(None);
        }
        let result = if options.lossy {
            from.transcode_lossy(to, text, &mut converted)
        } else {
            from.transcode(to, text, &mut converted)
        };
        let (read, written, reason) = match result {
            Ok(written) => (text.len(), written, None),
            Err(stop) => (stop.read(), stop.written(), Some(stop.reason())),
        };
        output.write_all(&converted[..written])?;
        let text = input.consume(read);
        // A lossy conversion has no obstacle to name the place of.
        if !options.lossy {
            position.advance(from, text);
        }
        match reason {
            None | Some(Reason::OutputFull) => {}
            Some(Reason::Unrepresentable(character)) => {
                return Ok(Some(Obstacle::Unrepresentable(position, character, to)));
            }
            Some(_) => {
                return Fault::take(input, from, position)
                    .map(|fault| Some(Obstacle::Malformed(fault)));
            }
        }
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
        }
    }
}
