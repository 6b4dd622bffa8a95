//! `utflane`: checks, converts and describes text files of any size in constant memory.
//!
//! Results go to standard output, messages to standard error. Each command is a module with its
//! options and a `run`.

#[cfg(unix)]
mod access;
mod already;
mod bench;
mod binary;
mod charset;
mod check;
mod completions;
mod conversion;
mod convert;
mod detection;
mod ebcdic;
mod excerpt;
mod fallback;
mod fault;
mod files;
mod folder;
mod group;
mod guess;
mod hint;
mod identity;
mod inplace;
mod input;
mod isa;
mod legacy;
mod list;
mod lossy;
mod man;
mod name;
mod newline;
mod outcome;
mod output;
mod position;
mod progress;
mod repair;
mod replace;
mod report;
mod revise;
mod sample;
mod scan;
mod standard;
mod stat;
mod state;
mod temporary;
mod timing;
mod tree;
mod walk;
mod work;
mod zeros;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    version,
    about = "Checks, converts and describes Unicode text",
    after_help = "\
Exit status: 0 if all is well, 1 if an input is malformed or cannot be converted,
2 for trouble with the command line or a file."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check that files are well-formed, and say where they are not
    Check(check::Options),
    /// Convert files from one encoding to another
    Convert(convert::Options),
    /// Say which encodings files are in
    Detect(detection::Options),
    /// Undo UTF-8 that was read as windows-1252, Latin-1 or CP437
    Repair(repair::Options),
    /// Count bytes, characters and lines
    Stat(stat::Options),
    /// Show the encodings and their names
    List,
    /// Show the instruction sets that this CPU offers, and the one chosen
    Isa,
    /// Time the library on a file with each instruction set
    Bench(bench::Options),
    /// Print a script that completes command lines in a shell
    Completions(completions::Options),
    /// Print the manual page, or write those of all commands
    Man(man::Options),
}

/// How a command ended. Of several, the worst is the result.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Status {
    Fine,
    Malformed,
    Trouble,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut stdout = standard::stdout();
    let result = match &arguments.command {
        Command::Check(options) => check::run(options, &mut stdout),
        Command::Convert(options) => convert::run(options, &mut stdout),
        Command::Stat(options) => stat::run(options, &mut stdout),
        Command::Detect(options) => detection::run(options, &mut stdout),
        Command::Repair(options) => repair::run(options, &mut stdout),
        Command::List => list::run(&mut stdout),
        Command::Isa => isa::run(&mut stdout),
        Command::Bench(options) => bench::run(options, &mut stdout),
        Command::Completions(options) => completions::run(options, &mut stdout),
        Command::Man(options) => man::run(options, &mut stdout),
    };
    let result = result.and_then(|status| stdout.flush().map(|()| status).map_err(Into::into));
    let status = result.unwrap_or_else(|error| {
        // The reader of the output has closed it: not an error.
        if !is_broken_pipe(&error) {
            complain(format_args!("{error:#}"));
        }
        Status::Trouble
    });
    temporary::end_if_signalled();
    ExitCode::from(status as u8)
}

/// Writes a message to standard error. A failure is ignored: there is no other place to report it.
fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "utflane: {message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
