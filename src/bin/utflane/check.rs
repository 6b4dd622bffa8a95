//! `utflane check`: is every file well-formed, and if not, where is the first error?

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use utflane::Encoding;
use utflane::stream::Validator;

use crate::Status;
use crate::charset::{Choice, LONGEST_MARK, parse_choice, with_encoding};
use crate::fault::Fault;
use crate::guess::{advice, looks_like};
use crate::input::Input;
use crate::name::Name;
use crate::nul::{Nuls, before_nul, count_nuls, nul_len};
use crate::report::{Inputs, Report, report_each};
use crate::scan::{Piece, Scanner};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,

    /// Encoding of the files; `auto` goes by the byte order mark
    #[arg(short, long, value_name = "ENC", default_value = "utf-8", value_parser = parse_choice)]
    encoding: Choice,

    /// Take a NUL character for an error, not for the cause of a warning
    #[arg(long)]
    no_nul: bool,
}

#[derive(Serialize)]
struct Verdict {
    #[serde(flatten)]
    name: Name,
    encoding: &'static str,
    valid: bool,
    error: Option<Fault>,
    /// The NUL characters before the first error.
    nul: Option<Nuls>,
    /// The encoding that the text seems to be in instead, if it has an error or a NUL character.
    looks_like: Option<&'static str>,
    #[serde(skip)]
    advice: Option<String>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let (encoding, no_nul) = (options.encoding, options.no_nul);
    report_each(&options.inputs, out, move |input| {
        check(input, encoding, no_nul)
    })
}

fn check(mut input: Input, encoding: Choice, no_nul: bool) -> anyhow::Result<Verdict> {
    let charset = encoding.resolve(input.peek(0, LONGEST_MARK)?);
    let looks_like = looks_like(input.from(0)?).filter(|other| *other != charset);
    let mut verdict = Verdict {
        name: input.name().clone(),
        encoding: charset.name(),
        valid: true,
        error: None,
        nul: None,
        looks_like: None,
        advice: None,
    };
    with_encoding!(charset, E => verdict.collect::<E>(input, no_nul)?);
    verdict.valid = verdict.error.is_none();
    if let Some(other) = looks_like
        && (verdict.error.is_some() || verdict.nul.is_some())
    {
        verdict.looks_like = Some(other.name());
        verdict.advice = Some(advice(other, "encoding"));
    }
    Ok(verdict)
}

impl Verdict {
    /// Finds the first error and the NUL characters. Most files have neither, so lines and columns
    /// are counted in a second pass, where the input can be read again and has one.
    fn collect<E: Encoding<Unit = u8>>(
        &mut self,
        mut input: Input,
        no_nul: bool,
    ) -> anyhow::Result<()> {
        if input.can_be_read_again() {
            input.read_in_this_thread();
            if is_well_formed_without_nul::<E>(&mut input)? {
                return Ok(());
            }
            input = input.reopen()?;
        }
        let mut scanner = Scanner::<E>::new(input);
        loop {
            let mut position = scanner.position();
            match scanner.next_piece()? {
                Piece::Text(text) => {
                    let count = count_nuls::<E>(text);
                    if let Some(nuls) = &mut self.nul {
                        nuls.count += count;
                    } else if count > 0 {
                        position.advance::<E>(before_nul::<E>(text));
                        self.nul = Some(Nuls {
                            first: position,
                            count: if no_nul { 1 } else { count },
                        });
                        if no_nul {
                            self.error = Some(Fault::nul(position, nul_len::<E>()));
                            return Ok(());
                        }
                    }
                }
                Piece::Malformed(fault) => {
                    self.error = Some(fault);
                    return Ok(());
                }
                Piece::End => return Ok(()),
            }
        }
    }
}

fn is_well_formed_without_nul<E: Encoding<Unit = u8>>(input: &mut Input) -> anyhow::Result<bool> {
    let mut validator = Validator::<E>::new();
    let mut offset = 0;
    let mut seen = 0;
    loop {
        let chunk = input.from(offset)?;
        if chunk.is_empty() {
            return Ok(validator.finish().is_ok());
        }
        if validator.feed(chunk).is_err() {
            return Ok(false);
        }
        offset += chunk.len() as u64;
        let valid = validator.position();
        if count_nuls::<E>(input.slice(seen..valid)) > 0 {
            return Ok(false);
        }
        seen = valid;
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

    fn warning(&self) -> Option<String> {
        // If the first NUL character is the error, it is reported already.
        let is_error = self.error.as_ref().is_some_and(Fault::is_nul);
        let nuls = self.nul.as_ref().filter(|_| !is_error);
        match (nuls, &self.advice) {
            (Some(nuls), Some(advice)) => Some(format!("{}:{nuls}; {advice}", self.name)),
            (Some(nuls), None) => Some(format!("{}:{nuls}", self.name)),
            (None, Some(advice)) => Some(format!("{}: {advice}", self.name)),
            (None, None) => None,
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.error {
            Some(fault) => writeln!(out, "{}:{fault}", self.name),
            None => Ok(()),
        }
    }
}
