//! Creates or replaces a file, whole or not at all.
//!
//! The file is written under a temporary name in the same folder and, when it is complete,
//! synchronised to the disk and renamed. Until then the name has its old contents. A file that
//! somebody else has changed by then stays.

use std::fs::{self, File, FileTimes, Metadata};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use clap::Args;

#[cfg(unix)]
use crate::access;
use crate::name::name_of;
use crate::state::{State, check_unchanged};
use crate::temporary::Temporary;

/// Which existing files may be replaced, and how.
#[derive(Clone, Copy, Args)]
pub(crate) struct Overrides {
    /// Replace files that are read-only, too
    #[arg(long)]
    force: bool,

    /// Replace a file that has other names (hard links), too; under those it stays what it was
    #[arg(long)]
    break_links: bool,

    /// Do not wait until what is written is on the disk: faster, but after a crash of the system
    /// files may be empty
    #[arg(long)]
    no_sync: bool,
}

/// A file that is being written.
pub(crate) struct Replacement {
    file: Temporary,
    path: PathBuf,
    /// The metadata of the file that it replaces.
    replaced: Option<Metadata>,
    /// The metadata of the file that a new one is made from, if that limits its permissions.
    #[cfg_attr(not(unix), expect(dead_code, reason = "of Unix"))]
    source: Option<Metadata>,
    date: Option<FileTimes>,
    backup: Option<PathBuf>,
    sync: bool,
}

impl Replacement {
    /// Begins to replace the file that `replaced` describes, or to create a file if there is none:
    /// one that gives no more permissions than `source`. `path` must not be a symbolic link.
    pub(crate) fn create(
        path: PathBuf,
        replaced: Option<Metadata>,
        source: Option<Metadata>,
        overrides: Overrides,
    ) -> io::Result<Replacement> {
        if let Some(replaced) = &replaced {
            overrides.check(&path, replaced)?;
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // A new file gets the permissions of any new file. What has to have those of another
        // excludes other users until it is complete.
        let is_free = replaced.is_none() && source.is_none();
        let mode = if is_free { 0o666 } else { 0o600 };
        Ok(Replacement {
            file: Temporary::create(folder, mode)?,
            path,
            replaced,
            source,
            date: None,
            backup: None,
            sync: !overrides.no_sync,
        })
    }

    /// Gives the file this date in the end.
    pub(crate) fn keep_date(&mut self, date: FileTimes) {
        self.date = Some(date);
    }

    /// Keeps the file that is replaced under this name.
    pub(crate) fn keep_as(&mut self, backup: PathBuf) {
        self.backup = Some(backup);
    }

    /// Ends the writing. The file has all but its name.
    pub(crate) fn prepare(self) -> io::Result<Ready> {
        let state = |metadata| State::of(&self.path, metadata);
        let replaced = self.replaced.as_ref().map(state);
        check_unchanged(replaced.as_ref(), &self.path)?;
        let mut note = None;
        #[cfg(unix)]
        match (&self.replaced, &self.source) {
            (Some(replaced), _) => {
                note = access::take_over(self.file.file(), &self.path, replaced)?.note();
            }
            (None, Some(source)) => access::limit(self.file.file(), source)?,
            (None, None) => {}
        }
        if let Some(date) = self.date {
            self.file.file().set_times(date)?;
        }
        Ok(Ready {
            file: self.file,
            path: self.path,
            replaced,
            backup: self.backup,
            note: note.take(),
            sync: self.sync,
        })
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.file().flush()
    }
}

/// A file that has all but its name.
pub(crate) struct Ready {
    file: Temporary,
    path: PathBuf,
    /// The state of the file that it replaces, if there is one.
    replaced: Option<State>,
    backup: Option<PathBuf>,
    /// The message to the user, if any.
    note: Option<&'static str>,
    sync: bool,
}

impl Ready {
    /// Takes the open file away if it has to be brought to the disk yet.
    pub(crate) fn take_unsynchronised(&mut self) -> Option<File> {
        let file = self.file.take_file();
        file.filter(|_| mem::take(&mut self.sync))
    }

    /// Renames the file to its final name, unless the file that it replaces was changed since the
    /// replacement began. Returns the message to the user, if any.
    pub(crate) fn complete(mut self) -> io::Result<Option<&'static str>> {
        if let Some(file) = self.take_unsynchronised() {
            synchronise(&file)?;
        }
        let mut linked = None;
        let before = || {
            check_unchanged(self.replaced.as_ref(), &self.path)?;
            if let Some(backup) = &self.backup {
                // The file keeps its old name until the other takes that over.
                fs::hard_link(&self.path, backup).map_err(|error| {
                    let words = format!("no backup {}: {error}", name_of(backup));
                    io::Error::new(error.kind(), words)
                })?;
                linked = Some(backup);
            }
            Ok(())
        };
        let result = self.file.complete(&self.path, before);
        if let (Err(_), Some(backup)) = (&result, linked) {
            let _ = fs::remove_file(backup);
        }
        result.map(|()| self.note)
    }
}

/// Brings a file to the disk.
pub(crate) fn synchronise(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // Not every file system can do that.
        Err(error) if is_unknown(error.kind()) => Ok(()),
        result => result,
    }
}

fn is_unknown(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

impl Overrides {
    /// An error if this file must not be replaced.
    pub(crate) fn check(self, path: &Path, metadata: &Metadata) -> io::Result<()> {
        if !self.force && is_read_only(path, metadata) {
            return Err(io::Error::other(
                "it is read-only; --force replaces it all the same",
            ));
        }
        let names = names(metadata);
        if !self.break_links && names > 1 {
            return Err(io::Error::other(format!(
                "it has {names} names (hard links); --break-links replaces it under this one alone"
            )));
        }
        Ok(())
    }
}

#[cfg(unix)]
use crate::access::is_read_only;

#[cfg(not(unix))]
fn is_read_only(_: &Path, metadata: &Metadata) -> bool {
    metadata.permissions().readonly()
}

/// The number of names (hard links) of a file.
#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}
