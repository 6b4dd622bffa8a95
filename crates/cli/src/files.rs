//! The files that a command line names, directly or by a folder.

use std::fs::{self, Metadata};
use std::path::PathBuf;

use clap::Args;

use crate::walk::{Filter, Skips, Walk};

#[derive(Args)]
pub(crate) struct Files {
    /// Files to read; `-` is standard input [default: -, or the working directory with --recursive]
    #[arg(value_name = "FILE")]
    named: Vec<PathBuf>,

    /// Read all files in the directories that are named, and in those below them; symbolic links in
    /// there are not followed
    #[arg(short, long)]
    recursive: bool,

    #[command(flatten)]
    filter: Filter,
}

/// A file to work on.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// The path below the folder that the command line names; the name of a file that it names
    /// itself.
    pub(crate) below: PathBuf,
    /// Whether the command line names the file itself, not only a folder that contains it.
    pub(crate) is_named: bool,
}

impl Files {
    /// All files; those in a folder in the order of their names.
    pub(crate) fn list(&self) -> Vec<PathBuf> {
        let found = self.find(Skips::default());
        found.into_iter().map(|found| found.path).collect()
    }

    /// All files but those that `skips` excludes and the command line does not name.
    pub(crate) fn find(&self, skips: Skips) -> Vec<Found> {
        let mut named = self.named.clone();
        if named.is_empty() {
            named.push(if self.recursive { "." } else { "-" }.into());
        }
        let mut files = Vec::new();
        for path in named {
            if self.recursive
                && let Ok(folder) = fs::read_dir(&path)
            {
                Walk::new(&self.filter, skips, &path).collect(folder, &mut files);
            } else {
                files.push(Found {
                    below: path.file_name().unwrap_or_default().into(),
                    path,
                    is_named: true,
                });
            }
        }
        files
    }
}

/// Total size in bytes, or `None` if some are not regular files.
pub(crate) fn total_size(files: &[PathBuf]) -> Option<u64> {
    let size = |path| fs::metadata(path).ok().filter(Metadata::is_file);
    files
        .iter()
        .map(|path| size(path).map(|metadata| metadata.len()))
        .sum()
}
