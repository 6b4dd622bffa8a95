//! `utflane`: checks, converts, detects and repairs the encoding of text files of any size.
//!
//! Results go to standard output, messages to standard error. Each command is a module with its
//! options and a `run` function.

#[cfg(unix)]
mod access;
mod batch;
mod binary;
mod charset;
mod check;
mod completions;
mod conversion;
mod convert;
mod detection;
mod directory;
mod double_conversion;
mod ebcdic;
mod endings;
mod examples;
mod excerpt;
mod fallback;
mod fault;
mod files;
mod folder;
mod foreign;
mod group;
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
mod obstacle;
mod outcome;
mod output;
mod per_line;
mod position;
mod progress;
mod records;
mod repair;
mod replace;
mod report;
mod revise;
mod scan;
mod shared;
mod standard;
mod stat;
mod state;
mod temporary;
mod tree;
mod validator;
mod walk;
mod work;
mod zeros;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "utflane",
    version,
    about = "Checks, converts, detects and repairs the encoding of text files",
    after_help = "\
Exit status: 0 if all is well, 1 if an input is malformed or cannot be converted,
2 for an error in the command line or with a file."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check that files are well-formed, and report errors
    Check(check::Options),
    /// Convert files from one encoding to another
    Convert(convert::Options),
    /// Detect the encodings of files
    Detect(detection::Options),
    /// Undo mojibake: UTF-8 that was decoded as a code page
    Repair(repair::Options),
    /// Count bytes, characters and lines
    Stat(stat::Options),
    /// List the encodings and their names
    List(list::Options),
    /// Show the instruction sets of this CPU, and the one in use
    Isa,
    /// Print a completion script for a shell
    Completions(completions::Options),
    /// Print a manual page, or write the pages of all commands
    Man(man::Options),
}

/// The outcome of a command. For several files, the result is the worst status.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Status {
    Fine,
    Malformed,
    Trouble,
}

fn main() -> ExitCode {
    let mut stdout = standard::stdout();
    let result = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments, &mut stdout),
        Err(mut error) if error.use_stderr() => {
            foreign::advise(&mut error);
            error.exit()
        }
        // The user asked for help.
        Err(help) => print_help(&help, &mut stdout),
    };
    let result = result.and_then(|status| stdout.flush().map(|()| status).map_err(Into::into));
    let status = result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            // The reader of the output has closed it. That is not an error, and the exit status is
            // that of other tools.
            temporary::end_by_pipe();
        } else {
            complain(format_args!("{error:#}"));
        }
        Status::Trouble
    });
    temporary::end_if_signalled();
    ExitCode::from(status as u8)
}

fn run(arguments: &Arguments, stdout: &mut dyn Write) -> anyhow::Result<Status> {
    match &arguments.command {
        Command::Check(options) => check::run(options, stdout),
        Command::Convert(options) => convert::run(options, stdout),
        Command::Stat(options) => stat::run(options, stdout),
        Command::Detect(options) => detection::run(options, stdout),
        Command::Repair(options) => repair::run(options, stdout),
        Command::List(options) => list::run(options, stdout),
        Command::Isa => isa::run(stdout),
        Command::Completions(options) => completions::run(options, stdout),
        Command::Man(options) => man::run(options, stdout),
    }
}

fn print_help(help: &clap::Error, out: &mut dyn Write) -> anyhow::Result<Status> {
    let text = help.render();
    if io::stdout().is_terminal() {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(Status::Fine)
}

/// Writes a message to standard error. A failure is ignored: there is no other place to report it.
fn complain(message: impl Display) {
    // Standard error has no buffer: this is one system call.
    let line = format!("utflane: {message}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
