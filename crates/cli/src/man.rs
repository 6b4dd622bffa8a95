//! `utflane man`: manual pages, from the definitions that `--help` is made of.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::name::name_of;
use crate::{Arguments, Status};

#[derive(Args)]
pub(crate) struct Options {
    /// Command whose page is printed [default: the page of the program]
    command: Option<String>,

    /// Write the pages of the program and of all commands to this folder, which must exist
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

struct Page {
    /// As in `utflane-check.1`.
    file: String,
    text: Vec<u8>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let pages = pages()?;
    if let Some(folder) = &options.dir {
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
        bail!("no such command: utflane --help lists them");
    };
    out.write_all(&page.text)?;
    Ok(Status::Fine)
}

/// The page of the program, and one of each command.
fn pages() -> io::Result<Vec<Page>> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let commands = program.get_subcommands().cloned().collect::<Vec<_>>();
    let page = |command| {
        let man = Man::new(command);
        let mut text = Vec::new();
        man.render(&mut text)?;
        Ok(Page {
            file: man.get_filename(),
            text,
        })
    };
    std::iter::once(program).chain(commands).map(page).collect()
}
