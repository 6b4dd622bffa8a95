//! The files that a command line names, also by their folders.

use std::fs::{self, DirEntry, Metadata, ReadDir};
use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub(crate) struct Files {
    /// Files to read; `-` is standard input [default: -, or the working directory with --recursive]
    #[arg(value_name = "FILE")]
    named: Vec<PathBuf>,

    /// Read all files in the directories that are named, and in those below them; symbolic links in there are not
    /// followed
    #[arg(short, long)]
    recursive: bool,
}

impl Files {
    /// All files, those in a folder in the order of their names.
    pub(crate) fn list(&self) -> Vec<PathBuf> {
        let mut named = self.named.clone();
        if !self.recursive {
            if named.is_empty() {
                named.push("-".into());
            }
            return named;
        }
        if named.is_empty() {
            named.push(".".into());
        }
        let mut files = Vec::new();
        for path in named {
            match fs::read_dir(&path) {
                Ok(folder) => walk(folder, &mut files),
                Err(_) => files.push(path),
            }
        }
        files
    }
}

/// Adds the files in a folder. What is neither a file nor a folder is passed over: reading a named pipe would not end.
/// A folder that cannot be looked into stands for its files; that it cannot be read is said when they are read.
fn walk(folder: ReadDir, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<DirEntry> = folder.filter_map(Result::ok).collect();
    entries.sort_unstable_by_key(DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => match fs::read_dir(&path) {
                Ok(folder) => walk(folder, files),
                Err(_) => files.push(path),
            },
            Ok(kind) if !kind.is_file() => {}
            Ok(_) | Err(_) => files.push(path),
        }
    }
}

/// Bytes of all files, if they are all files.
pub(crate) fn total_size(files: &[PathBuf]) -> Option<u64> {
    let size = |path| fs::metadata(path).ok().filter(Metadata::is_file);
    files
        .iter()
        .map(|path| size(path).map(|metadata| metadata.len()))
        .sum()
}
