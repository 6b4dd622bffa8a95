//! Replaces a file by its conversion, if that differs.
//!
//! The output is compared with the file. A new file is created only at the first difference, and no
//! permission for the old one or its folder is needed until then, so a file that stays equal is not
//! touched.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::explained;
use crate::input::is_a_folder;
use crate::output::Ending;
use crate::replace::{Overrides, Replacement};

pub(crate) struct Revision {
    path: PathBuf,
    metadata: Metadata,
    original: File,
    /// A buffer for a part of the original.
    piece: Vec<u8>,
    overrides: Overrides,
    /// Whether this is a dry run, which writes nothing.
    dry: bool,
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
        Ok(Revision {
            path,
            metadata,
            original,
            piece: Vec::new(),
            overrides,
            dry,
            state: State::Same(0),
        })
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
        if self.dry {
            self.overrides.check(&self.path, &self.metadata)?;
            self.state = State::WouldBeReplaced;
            return Ok(());
        }
        let replaced = Some(self.metadata.clone());
        let mut replacement = Replacement::create(self.path.clone(), replaced, self.overrides)?;
        self.original.seek(SeekFrom::Start(0))?;
        let mut same = (&self.original).take(length);
        io::copy(&mut same, &mut replacement)?;
        self.state = State::Replaced(Box::new(replacement));
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<Ending> {
        if let State::Same(_) = self.state
            && self.original.read(&mut [0])? > 0
        {
            self.start()?;
        }
        let (changed, note) = match self.state {
            State::Same(_) => (false, None),
            State::Replaced(replacement) => (true, replacement.finish_if_unchanged()?),
            State::WouldBeReplaced => (true, None),
        };
        Ok(Ending { changed, note })
    }
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
            fs::write(&path, "as read").unwrap();
            let overrides = Arguments::parse_from([""]).overrides;
            let mut revision = Revision::open(&path, overrides, false).unwrap();
            revision.write_all(b"what becomes of it").unwrap();
            change(&path);
            let changed = fs::read(&path).unwrap();
            let error = revision.finish().err().unwrap();
            assert!(error.to_string().contains("changed"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), changed);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
