//! `utflane completions`: prints a completion script for a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::{Arguments, Status};

#[derive(Args)]
pub(crate) struct Options {
    /// Shell that the script is for
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    // We generate the script in memory because `generate` panics if it cannot write.
    let mut script = Vec::new();
    let mut command = Arguments::command();
    generate(options.shell, &mut command, "utflane", &mut script);
    out.write_all(&script)?;
    Ok(Status::Fine)
}
