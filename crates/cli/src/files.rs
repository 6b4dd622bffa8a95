//! The files that a command line names, directly or by a folder.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;

use crate::walk::{Filter, Walk};

#[derive(Args)]
pub(crate) struct Files {
    /// Files to read; `-` is standard input [default: -, or the working directory with --recursive]
    #[arg(value_name = "FILE")]
    named: Vec<PathBuf>,

    /// Read all files in the directories that are named, and in those below them, but what is
    /// hidden, what `.gitignore` or `.ignore` excludes, and what version control keeps; symbolic
    /// links in there are not followed
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
    pub(crate) fn list(&self) -> anyhow::Result<Vec<PathBuf>> {
        Ok(self.find()?.into_iter().map(|found| found.path).collect())
    }

    /// An error if no path is named, for what must not be done to the working directory by mistake.
    pub(crate) fn ensure_named(&self) -> anyhow::Result<()> {
        ensure!(
            !self.named.is_empty() || !self.recursive,
            "--in-place --recursive: name the files and directories; `.` is the working directory"
        );
        Ok(())
    }

    pub(crate) fn is_recursive(&self) -> bool {
        self.recursive
    }

    /// As [`list`](Self::list), with what is known of each file.
    pub(crate) fn find(&self) -> anyhow::Result<Vec<Found>> {
        let mut named = self.named.clone();
        if named.is_empty() {
            named.push(if self.recursive { "." } else { "-" }.into());
        }
        let mut files = Vec::new();
        let mut walk = Walk::new(&self.filter);
        for path in named {
            if self.recursive && fs::metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
                walk.collect(&path, &mut files);
            } else {
                files.push(Found {
                    below: path.file_name().unwrap_or_default().into(),
                    path,
                    is_named: true,
                });
            }
        }
        walk.finish(&files)?;
        Ok(files)
    }
}

/// The error of a file that is not there, with a word on a pattern that no shell has replaced.
pub(crate) fn explained(error: io::Error, path: &Path) -> io::Error {
    let is_special = |byte: &u8| matches!(byte, b'*' | b'?' | b'[');
    let is_pattern = path.as_os_str().as_encoded_bytes().iter().any(is_special);
    if error.kind() != io::ErrorKind::NotFound || !is_pattern {
        return error;
    }
    let words = "no such file, and none that matches it as a pattern; with --recursive, --include \
                 takes patterns";
    io::Error::new(io::ErrorKind::NotFound, words)
}

/// Total size in bytes, or `None` if some are not regular files.
pub(crate) fn total_size(files: &[PathBuf]) -> Option<u64> {
    let size = |path| fs::metadata(path).ok().filter(Metadata::is_file);
    files
        .iter()
        .map(|path| size(path).map(|metadata| metadata.len()))
        .sum()
}
