//! Replaces a file by its conversion, if that differs.
//!
//! The output is compared with the file. A new file is created only at the first difference, and no
//! permission for the old one or its folder is needed until then, so a file that stays equal is not
//! touched.

use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::explained;
use crate::input::is_a_folder;
use crate::name::name_of;
use crate::replace::{Overrides, Ready, Replacement};
use crate::state::settle;

pub(crate) struct Revision {
    path: PathBuf,
    metadata: Metadata,
    original: File,
    /// A buffer for a part of the original.
    piece: Vec<u8>,
    overrides: Overrides,
    /// Whether this is a dry run, which writes nothing.
    dry: bool,
    /// Whether the new file gets the date of the old one.
    keep_date: bool,
    /// The name under which the old file is kept.
    backup: Option<PathBuf>,
    state: State,
}

enum State {
    /// The first bytes, this many, are equal to those of the original.
    Same(u64),
    Replaced(Box<Replacement>),
    /// A difference was found in a dry run.
    WouldBeReplaced,
}

impl Revision {
    /// Revises the file at `path`. A symbolic link stays; its target is replaced.
    pub(crate) fn open(path: &Path, overrides: Overrides, dry: bool) -> io::Result<Revision> {
        let metadata = fs::metadata(path).map_err(|error| explained(error, path))?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(io::Error::other("only a file can be converted in place"));
        }
        let path = fs::canonicalize(path)?;
        let original = File::open(&path)?;
        let metadata = original.metadata()?;
        if metadata.is_dir() {
            return Err(is_a_folder());
        }
        settle(&metadata);
        Ok(Revision {
            path,
            metadata,
            original,
            piece: Vec::new(),
            overrides,
            dry,
            keep_date: false,
            backup: None,
            state: State::Same(0),
        })
    }

    /// Gives the new file the date of the old one.
    pub(crate) fn keep_date(&mut self) {
        self.keep_date = true;
    }

    /// Keeps the old file under its name with this suffix.
    pub(crate) fn keep_with(&mut self, suffix: &OsStr) {
        let mut backup = self.path.clone().into_os_string();
        backup.push(suffix);
        self.backup = Some(PathBuf::from(backup));
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let State::Same(length) = &mut self.state {
            self.piece.clear();
            let original = &mut self.original;
            original
                .take(bytes.len() as u64)
                .read_to_end(&mut self.piece)?;
            if self.piece == bytes {
                *length += bytes.len() as u64;
                return Ok(());
            }
            self.start()?;
        }
        match &mut self.state {
            State::Replaced(replacement) => replacement.write_all(bytes),
            State::Same(_) | State::WouldBeReplaced => Ok(()),
        }
    }

    /// Creates the new file, with the bytes that were equal so far.
    fn start(&mut self) -> io::Result<()> {
        let State::Same(length) = self.state else {
            return Ok(());
        };
        if let Some(backup) = &self.backup
            && fs::symlink_metadata(backup).is_ok()
        {
            let words = format!("{}, the name of its backup, is taken", name_of(backup));
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
        }
        if self.dry {
            self.overrides.check(&self.path, &self.metadata)?;
            self.state = State::WouldBeReplaced;
            return Ok(());
        }
        let (path, replaced) = (self.path.clone(), Some(self.metadata.clone()));
        let mut replacement = Replacement::create(path, replaced, None, self.overrides)?;
        if self.keep_date {
            replacement.keep_date(date(&self.metadata)?);
        }
        if let Some(backup) = self.backup.take() {
            replacement.keep_as(backup);
        }
        self.original.seek(SeekFrom::Start(0))?;
        let mut same = (&self.original).take(length);
        io::copy(&mut same, &mut replacement)?;
        self.state = State::Replaced(Box::new(replacement));
        Ok(())
    }

    /// Ends the writing. Returns whether there is a difference, and the new file.
    pub(crate) fn prepare(mut self) -> io::Result<(bool, Option<Ready>)> {
        if let State::Same(_) = self.state
            && self.original.read(&mut [0])? > 0
        {
            self.start()?;
        }
        Ok(match self.state {
            State::Same(_) => (false, None),
            State::Replaced(replacement) => (true, Some(replacement.prepare()?)),
            State::WouldBeReplaced => (true, None),
        })
    }
}

/// The times of a file, to be set.
pub(crate) fn date(metadata: &Metadata) -> io::Result<FileTimes> {
    let times = FileTimes::new().set_modified(metadata.modified()?);
    Ok(match metadata.accessed() {
        Ok(accessed) => times.set_accessed(accessed),
        Err(_) => times,
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        overrides: Overrides,
    }

    /// A change during the conversion, and one after it, before the new file gets the name.
    #[test]
    fn a_file_that_somebody_else_has_changed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for change in [
            |path: &Path| fs::write(path, "longer than it was").unwrap(),
            |path: &Path| {
                fs::remove_file(path).unwrap();
                fs::write(path, "another").unwrap();
            },
        ] {
            for is_late in [false, true] {
                fs::write(&path, "as read").unwrap();
                let overrides = Arguments::parse_from([""]).overrides;
                let mut revision = Revision::open(&path, overrides, false).unwrap();
                revision.write_all(b"what becomes of it").unwrap();
                let result = if is_late {
                    let (_, ready) = revision.prepare().unwrap();
                    change(&path);
                    ready.unwrap().complete()
                } else {
                    change(&path);
                    revision.prepare().map(|_| None)
                };
                let changed = fs::read(&path).unwrap();
                let error = result.err().unwrap();
                assert!(error.to_string().contains("changed"), "{error}");
                assert_eq!(fs::read(&path).unwrap(), changed);
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            }
        }
    }
}
