//! `utflane list`: lists the encodings and their names.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::Status;
use crate::charset::in_files;
use crate::fault::hexadecimal;
use crate::report::write_json;

#[derive(Args, Default)]
pub(crate) struct Options {
    /// Print one line of JSON per encoding
    #[arg(long)]
    json: bool,
}

/// The record of `--json` for an encoding.
#[derive(Serialize)]
struct Record {
    encoding: &'static str,
    /// In lower case, without spaces and the characters `-`, `_`, `:` and `.`.
    aliases: Vec<&'static str>,
    /// The size of a code unit in bytes.
    unit_bytes: usize,
    /// The byte order mark, in hexadecimal.
    bom: Option<String>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    for charset in in_files() {
        let name = charset.name();
        let aliases: Vec<&str> = charset.aliases().collect();
        if options.json {
            let record = Record {
                encoding: name,
                aliases,
                unit_bytes: charset.width(),
                bom: (!charset.bom().is_empty()).then(|| hexadecimal(charset.bom())),
            };
            write_json(out, &record)?;
        } else {
            writeln!(out, "{name:<18}{}", aliases.join(" "))?;
        }
    }
    if !options.json {
        writeln!(out)?;
        writeln!(
            out,
            "Case, spaces and the characters - _ : . are ignored. Labels of the WHATWG Encoding \
             Standard\nare accepted as well; the aliases above take precedence."
        )?;
    }
    Ok(Status::Fine)
}
