//! Replaces a file by its conversion, if the two differ.
//!
//! The output is compared with the file while it is written. A new file is created only at the
//! first difference. So a file that does not change is not touched, and needs no write permission
//! for itself or its folder.

use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::files::explained;
use crate::input::is_a_folder;
use crate::name::name_of;
use crate::replace::{Overrides, Ready, Replacement};
use crate::shared::SharedFile;
use crate::state::settle;

/// Number of bytes that are copied at a time.
const PIECE: usize = 1 << 17;

pub(crate) struct Revision {
    path: PathBuf,
    metadata: Metadata,
    original: SharedFile,
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
    /// This number of bytes at the start is equal to the original.
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
        let len = metadata.len();
        Ok(Revision {
            path,
            metadata,
            original: SharedFile::new(original, len),
            piece: Vec::new(),
            overrides,
            dry,
            keep_date: false,
            backup: None,
            state: State::Same(0),
        })
    }

    /// Returns a reader of the original file, from its start.
    pub(crate) fn original(&self) -> SharedFile {
        self.original.again()
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
            let count = read_piece(&mut self.original, &mut self.piece, bytes.len())?;
            if self.piece[..count] == *bytes {
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

    /// Creates the new file, and copies the bytes that were equal so far.
    fn start(&mut self) -> io::Result<()> {
        let State::Same(mut length) = self.state else {
            return Ok(());
        };
        if let Some(backup) = &self.backup
            && fs::symlink_metadata(backup).is_ok()
        {
            let words = format!(
                "{}, the name of its backup, exists already",
                name_of(backup)
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
        }
        if self.dry {
            self.overrides.check(&self.path, &self.metadata)?;
            self.state = State::WouldBeReplaced;
            return Ok(());
        }
        let (path, replaced) = (self.path.clone(), Some(self.metadata.clone()));
        let mut replacement = Replacement::create(path, replaced, Vec::new(), self.overrides)?;
        if self.keep_date {
            replacement.keep_date(date(&self.metadata)?);
        }
        if let Some(backup) = self.backup.take().as_deref().and_then(Path::file_name) {
            replacement.keep_as(backup.to_owned());
        }
        let mut original = self.original();
        while length > 0 {
            let most = usize::try_from(length).unwrap_or(PIECE).min(PIECE);
            let count = read_piece(&mut original, &mut self.piece, most)?;
            if count == 0 {
                break;
            }
            replacement.write_all(&self.piece[..count])?;
            length -= count as u64;
        }
        self.state = State::Replaced(Box::new(replacement));
        Ok(())
    }

    /// Completes the contents. Returns whether there is a difference, and the new file.
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

/// Reads `most` bytes into a buffer; fewer only at the end of the file. Returns their number.
fn read_piece(file: &mut SharedFile, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    if buffer.len() < most {
        buffer.resize(most, 0);
    }
    let mut count = 0;
    while count < most {
        match file.read(&mut buffer[count..most]) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// Returns the times of a file in the form for `set_times`.
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

    /// Changes the file during the conversion, or after it but before the rename.
    #[test]
    fn a_file_that_somebody_else_has_changed_is_not_replaced() {
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
                revision.write_all(b"the conversion").unwrap();
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
