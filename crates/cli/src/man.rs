//! `utflane man`: prints manual pages, from the same definitions as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::examples;
use crate::name::name_of;
use crate::{Arguments, Status};

/// The date of the last change of the pages.
const DATE: &str = "2026-11-28";

/// Maximum length of a line in bytes; checkers of manual pages complain about longer lines.
const WIDTH: usize = 78;

#[derive(Args)]
pub(crate) struct Options {
    /// Command whose page is printed [default: the page of the program]
    command: Option<String>,

    /// Write the pages of the program and of all commands to this directory; create it if it is
    /// missing
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

struct Page {
    /// The file name, such as `utflane-check.1`.
    file: String,
    text: Vec<u8>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let pages = pages()?;
    if let Some(folder) = &options.dir {
        fs::create_dir_all(folder).with_context(|| name_of(folder))?;
        for page in pages {
            let path = folder.join(page.file);
            fs::write(&path, page.text).with_context(|| name_of(&path))?;
        }
        return Ok(Status::Fine);
    }
    let file = match &options.command {
        Some(command) => format!("utflane-{command}.1"),
        None => "utflane.1".into(),
    };
    let Some(page) = pages.into_iter().find(|page| page.file == file) else {
        let command = options.command.as_deref().unwrap_or_default();
        bail!("no such command {command:?}: utflane --help lists the commands");
    };
    out.write_all(&page.text)?;
    Ok(Status::Fine)
}

/// Returns the page of the program, and one of each command.
fn pages() -> io::Result<Vec<Page>> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let version = program.render_version();
    let commands = program.get_subcommands().cloned().collect::<Vec<_>>();
    let page = |command: Command| {
        let examples = examples::of(command.get_name());
        let man = Man::new(command);
        let file = man.get_filename();
        let title = file.trim_end_matches(".1").to_uppercase();
        let man = man
            .title(title)
            .date(DATE)
            .source(version.trim())
            .manual("utflane");
        let mut text = Vec::new();
        man.render(&mut text)?;
        let mut text = wrap_lines(&String::from_utf8_lossy(&text));
        for (index, (what, line)) in examples.iter().enumerate() {
            text.push_str(if index == 0 {
                ".SH EXAMPLES\n"
            } else {
                ".PP\n"
            });
            text.push_str(&format!("{}\n.PP\n.EX\n", escaped(what)));
            text.push_str(&format!("    {}\n.EE\n", escaped(line)));
        }
        Ok(Page {
            file,
            text: text.into_bytes(),
        })
    };
    std::iter::once(program).chain(commands).map(page).collect()
}

/// Removes trailing spaces from a page, and wraps lines of text at [`WIDTH`] bytes.
fn wrap_lines(page: &str) -> String {
    let mut out = String::with_capacity(page.len() + page.len() / 16);
    let mut is_tag = false;
    for line in page.replace(".br\n\n.br\n", ".sp\n").lines() {
        let is_request = line.starts_with('.');
        let mut width = 0;
        for word in line.split_ascii_whitespace() {
            // The line after .TP is a tag as a whole.
            if width > 0 && width + 1 + word.len() > WIDTH && !is_request && !is_tag {
                out.push('\n');
                width = 0;
                if word.starts_with(['.', '\'']) {
                    out.push_str("\\&");
                }
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += word.len();
        }
        out.push('\n');
        is_tag = line == ".TP";
    }
    out
}

/// Escapes characters that have a meaning in roff.
fn escaped(line: &str) -> String {
    line.replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq")
}
