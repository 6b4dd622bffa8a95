//! Creates or replaces a file, completely or not at all.
//!
//! The file is written under a temporary name in the same folder. When it is complete, it is
//! flushed to disk and renamed. Until then the old file stays under its name. If somebody else
//! changes the old file in the meantime, it is not replaced.

use std::ffi::{OsStr, OsString};
use std::fs::{File, FileTimes, Metadata};
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
    /// Also replace read-only files
    #[arg(long)]
    force: bool,

    /// Also replace files that have other names (hard links). The other names keep the old contents
    #[arg(long)]
    break_links: bool,

    /// Do not flush files to disk: faster, but files may be empty after a crash of the system
    #[arg(long)]
    no_sync: bool,
}

/// A file that is being written.
pub(crate) struct Replacement {
    file: Temporary,
    path: PathBuf,
    /// The metadata of the file that it replaces.
    replaced: Option<Metadata>,
    /// The metadata of the inputs of a new file, which limit its permissions.
    #[cfg_attr(not(unix), expect(dead_code, reason = "for Unix"))]
    sources: Vec<Metadata>,
    date: Option<FileTimes>,
    /// The name under which the replaced file is kept.
    backup: Option<OsString>,
    sync: bool,
}

impl Replacement {
    /// Begins to replace the file that `replaced` describes, or to create a file if there is none.
    /// A new file gets at most the permissions that all `sources` have. `path` must not be a
    /// symbolic link.
    pub(crate) fn create(
        path: PathBuf,
        replaced: Option<Metadata>,
        sources: Vec<Metadata>,
        overrides: Overrides,
    ) -> io::Result<Replacement> {
        if let Some(replaced) = &replaced {
            overrides.check(&path, replaced)?;
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // A file with neither a predecessor nor sources gets the default permissions. Any other
        // file is private until it is complete.
        let is_free = replaced.is_none() && sources.is_empty();
        let mode = if is_free { 0o666 } else { 0o600 };
        Ok(Replacement {
            file: Temporary::create(folder, mode)?,
            path,
            replaced,
            sources,
            date: None,
            backup: None,
            sync: !overrides.no_sync,
        })
    }

    /// Sets the date that the file gets when it is complete.
    pub(crate) fn keep_date(&mut self, date: FileTimes) {
        self.date = Some(date);
    }

    /// Keeps the replaced file under this name.
    pub(crate) fn keep_as(&mut self, backup: OsString) {
        self.backup = Some(backup);
    }

    /// Completes the contents, permissions and date. Only the flush to disk and the rename are
    /// missing.
    pub(crate) fn prepare(self) -> io::Result<Ready> {
        let state = |metadata| State::of(&self.path, metadata);
        let replaced = self.replaced.as_ref().map(state);
        let (directory, name) = (self.file.directory(), name_in(&self.path));
        check_unchanged(replaced.as_ref(), &directory, name)?;
        let mut note = None;
        #[cfg(unix)]
        match &self.replaced {
            Some(replaced) => {
                let path = directory.path_of(name);
                note = access::take_over(self.file.file(), &path, replaced)?.note();
            }
            None if self.sources.is_empty() => {}
            None => access::limit(self.file.file(), &self.sources)?,
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

/// A complete file under its temporary name.
pub(crate) struct Ready {
    file: Temporary,
    path: PathBuf,
    /// The state of the file that it replaces, if there is one.
    replaced: Option<State>,
    backup: Option<OsString>,
    /// The message to the user, if any.
    note: Option<&'static str>,
    sync: bool,
}

impl Ready {
    /// Takes the open file if it still has to be flushed to disk.
    pub(crate) fn take_unsynchronised(&mut self) -> Option<File> {
        let file = self.file.take_file();
        file.filter(|_| mem::take(&mut self.sync))
    }

    /// Renames the file to its final name, unless the file that it replaces has changed since the
    /// replacement began. Returns the message to the user, if any.
    pub(crate) fn complete(mut self) -> io::Result<Option<&'static str>> {
        if let Some(file) = self.take_unsynchronised() {
            synchronise(&file)?;
        }
        let (directory, name) = (self.file.directory(), name_in(&self.path));
        let mut linked = None;
        let before = || {
            check_unchanged(self.replaced.as_ref(), &directory, name)?;
            if let Some(backup) = &self.backup {
                // The old file also keeps its old name until the new file replaces it.
                directory.link(name, backup).map_err(|error| {
                    let words = format!("no backup {}: {error}", name_of(Path::new(backup)));
                    io::Error::new(error.kind(), words)
                })?;
                linked = Some(backup);
            }
            Ok(())
        };
        let result = self.file.complete(name, before);
        if let (Err(_), Some(backup)) = (&result, linked) {
            let _ = directory.remove(backup);
        }
        result.map(|()| self.note)
    }
}

/// The name of a file in its directory.
fn name_in(path: &Path) -> &OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Flushes a file to disk.
pub(crate) fn synchronise(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // Some file systems do not support it.
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
    /// Returns an error if this file must not be replaced.
    pub(crate) fn check(self, path: &Path, metadata: &Metadata) -> io::Result<()> {
        if !self.force && is_read_only(path, metadata) {
            return Err(io::Error::other(
                "it is read-only; --force replaces it anyway",
            ));
        }
        let names = names(metadata);
        if !self.break_links && names > 1 {
            return Err(io::Error::other(format!(
                "it has {names} names (hard links); --break-links replaces only this one"
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
