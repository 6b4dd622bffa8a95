//! Collects the files that a command line names, directly or by a folder.

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

    /// Read all files in the named directories and below, except hidden files, files that
    /// `.gitignore` or `.ignore` excludes, and the data of version control. Symbolic links in these
    /// directories are not followed
    #[arg(short, long)]
    recursive: bool,

    #[command(flatten)]
    filter: Filter,
}

/// A file to work on.
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    /// The path relative to the folder that the command line names. For a file that is named
    /// itself, its name.
    pub(crate) below: PathBuf,
    /// Whether the command line names the file itself, not only a folder that contains it.
    pub(crate) is_named: bool,
    /// Whether the output replaces another name (hard link) of the file that the previous output in
    /// the list replaces.
    pub(crate) is_link: bool,
}

impl Files {
    /// Returns all files. Those in a folder are sorted by name.
    pub(crate) fn list(&self) -> anyhow::Result<Vec<PathBuf>> {
        Ok(self.find()?.into_iter().map(|found| found.path).collect())
    }

    /// Returns an error if no path is named, so that `--in-place --recursive` does not rewrite the
    /// working directory by mistake.
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

    /// As [`list`](Self::list), with details of each file.
    pub(crate) fn find(&self) -> anyhow::Result<Vec<FoundFile>> {
        let mut named = self.named.clone();
        if named.is_empty() {
            named.push(if self.recursive { "." } else { "-" }.into());
        }
        let mut files = Vec::new();
        let mut walk = Walk::new(&self.filter);
        for path in named {
            let is_folder = || fs::metadata(&path).is_ok_and(|metadata| metadata.is_dir());
            if self.recursive && path.as_os_str() != "-" && is_folder() {
                walk.collect(&path, &mut files);
            } else {
                files.push(FoundFile {
                    below: path.file_name().unwrap_or_default().into(),
                    path,
                    is_named: true,
                    is_link: false,
                });
            }
        }
        walk.finish(&files)?;
        Ok(files)
    }
}

/// Adds advice to the error for a missing file if its name is a pattern that the shell has not
/// expanded.
pub(crate) fn explained(error: io::Error, path: &Path) -> io::Error {
    let is_special = |byte: &u8| matches!(byte, b'*' | b'?' | b'[');
    let is_pattern = path.as_os_str().as_encoded_bytes().iter().any(is_special);
    if error.kind() != io::ErrorKind::NotFound || !is_pattern {
        return error;
    }
    let words = "no such file, and no file matches the pattern; use --recursive --include for \
                 files in directories";
    io::Error::new(io::ErrorKind::NotFound, words)
}

/// Returns the total size in bytes, or `None` if some are not regular files.
pub(crate) fn total_size(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Option<u64> {
    let metadata = |path| fs::metadata(path).ok().filter(Metadata::is_file);
    let files = files.into_iter();
    files
        .map(|path| metadata(path).map(|metadata| metadata.len()))
        .sum()
}
