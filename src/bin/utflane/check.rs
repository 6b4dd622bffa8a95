//! `utflane check`: is every file well-formed, and if not, where is the first error?

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use serde::Serialize;

use crate::Status;
use crate::fault::Fault;
use crate::input::{Input, name_of};
use crate::report::{Inputs, Report, report_each};
use crate::scan::{Piece, Scanner};
use crate::scheme::{Choice, parse_choice};

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
    file: String,
    encoding: &'static str,
    valid: bool,
    error: Option<Fault>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    report_each(&options.inputs, out, |path| check(path, options.encoding))
}

fn check(path: &Path, encoding: Choice) -> anyhow::Result<Verdict> {
    let mut scanner = Scanner::new(Input::open(path)?, encoding)?;
    let error = loop {
        match scanner.next_piece()? {
            Piece::Text(_) => {}
            Piece::Malformed(fault) => break Some(fault),
            Piece::End => break None,
        }
    };
    Ok(Verdict {
        file: name_of(path),
        encoding: scanner.scheme().name(),
        valid: error.is_none(),
        error,
    })
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
            Some(fault) => writeln!(out, "{}:{fault}", self.file),
            None => Ok(()),
        }
    }
}
