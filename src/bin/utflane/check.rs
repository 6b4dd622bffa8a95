//! `utflane check`: is every file well-formed, and if not, where is the first error?

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use utflane::Encoding;
use utflane::stream::Validator;

use crate::Status;
use crate::charset::{Choice, LONGEST_MARK, parse_choice, with_encoding};
use crate::fault::Fault;
use crate::input::Input;
use crate::name::Name;
use crate::report::{Inputs, Report, report_each};
use crate::scan::{Piece, Scanner};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,

    /// Encoding of the files; `auto` goes by the byte order mark
    #[arg(short, long, value_name = "ENC", default_value = "utf-8", value_parser = parse_choice)]
    encoding: Choice,
}

#[derive(Serialize)]
struct Verdict {
    #[serde(flatten)]
    name: Name,
    encoding: &'static str,
    valid: bool,
    error: Option<Fault>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let encoding = options.encoding;
    report_each(&options.inputs, out, move |input| check(input, encoding))
}

fn check(mut input: Input, encoding: Choice) -> anyhow::Result<Verdict> {
    let charset = encoding.resolve(input.peek(0, LONGEST_MARK)?);
    let name = input.name().clone();
    let error = with_encoding!(charset, E => first_fault::<E>(input)?);
    Ok(Verdict {
        name,
        encoding: charset.name(),
        valid: error.is_none(),
        error,
    })
}

/// The first malformed sequence. Most files have none, so what can be read again is read for its lines and columns only
/// if it has one.
fn first_fault<E: Encoding<Unit = u8>>(mut input: Input) -> anyhow::Result<Option<Fault>> {
    if input.can_be_read_again() {
        input.stay_here();
        if is_well_formed::<E>(&mut input)? {
            return Ok(None);
        }
        input = input.again()?;
    }
    let mut scanner = Scanner::<E>::new(input);
    loop {
        match scanner.next_piece()? {
            Piece::Text(_) => {}
            Piece::Malformed(fault) => return Ok(Some(fault)),
            Piece::End => return Ok(None),
        }
    }
}

fn is_well_formed<E: Encoding<Unit = u8>>(input: &mut Input) -> anyhow::Result<bool> {
    let mut validator = Validator::<E>::new();
    let mut offset = 0;
    loop {
        let chunk = input.from(offset)?;
        if chunk.is_empty() {
            return Ok(validator.finish().is_ok());
        }
        if validator.feed(chunk).is_err() {
            return Ok(false);
        }
        offset += chunk.len() as u64;
    }
}

impl Report for Verdict {
    fn status(&self) -> Status {
        if self.valid {
            Status::Fine
        } else {
            Status::Malformed
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.error {
            Some(fault) => writeln!(out, "{}:{fault}", self.name),
            None => Ok(()),
        }
    }
}
