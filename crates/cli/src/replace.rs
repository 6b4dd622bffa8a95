//! Creates or replaces a file, whole or not at all.
//!
//! The file is written under a temporary name in the same folder and, when it is complete,
//! synchronised to the disk and renamed. Until then the name has its old contents.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::identity::Identity;
use crate::temporary::Temporary;

/// Which existing files may be replaced.
#[derive(Clone, Copy, Args)]
pub(crate) struct Overrides {
    /// Replace files that are read-only, too
    #[arg(long)]
    force: bool,

    /// Replace a file that has other names (hard links), too; under those it stays what it was
    #[arg(long)]
    break_links: bool,
}

/// A file that is being written.
pub(crate) struct Replacement {
    file: Temporary,
    path: PathBuf,
    /// The metadata of the file that it replaces.
    replaced: Option<Metadata>,
}

impl Replacement {
    /// Begins to replace the file that `replaced` describes, or to create a file if there is none.
    /// `path` must not be a symbolic link.
    pub(crate) fn create(
        path: PathBuf,
        replaced: Option<Metadata>,
        overrides: Overrides,
    ) -> io::Result<Replacement> {
        if let Some(replaced) = &replaced {
            overrides.check(&path, replaced)?;
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // A new file gets the permissions of any new file. A replacement excludes other users until
        // it is complete.
        let mode = if replaced.is_some() { 0o600 } else { 0o666 };
        Ok(Replacement {
            file: Temporary::create(folder, mode)?,
            path,
            replaced,
        })
    }

    /// Renames the complete file to its final name. Returns the message to the user, if any.
    pub(crate) fn finish(self) -> io::Result<Option<&'static str>> {
        let mut note = None;
        #[cfg(unix)]
        if let Some(replaced) = &self.replaced {
            note = crate::access::take_over(self.file.file(), &self.path, replaced)?.note();
        }
        match self.file.file().sync_all() {
            // Not every file system can synchronise a folder.
            Err(error) if is_unknown(error.kind()) => {}
            result => result?,
        }
        self.file.complete(&self.path)?;
        Ok(note.take())
    }

    /// Renames the complete file to its final name, unless another process has written to the file
    /// that it replaces.
    pub(crate) fn finish_if_unchanged(self) -> io::Result<Option<&'static str>> {
        let state = |metadata: &Metadata| {
            let identity = Identity::of(&self.path, metadata);
            (identity, metadata.len(), metadata.modified().ok())
        };
        let now = fs::symlink_metadata(&self.path)?;
        if self.replaced.as_ref().map(state) != Some(state(&now)) {
            return Err(io::Error::other("it was changed while it was read"));
        }
        self.finish()
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
