//! Tells whether two paths lead to the same file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// The identity of a file: its device and inode number, or its full path on systems without these.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Identity {
    #[cfg_attr(not(unix), expect(dead_code, reason = "for Unix"))]
    Number(u64, u64),
    #[cfg_attr(unix, expect(dead_code, reason = "for other systems"))]
    Path(Option<PathBuf>),
}

impl Identity {
    /// The identity of the file at `path` with this metadata.
    #[cfg(unix)]
    pub(crate) fn of(_: &Path, metadata: &Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity::Number(metadata.dev(), metadata.ino())
    }

    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path, _: &Metadata) -> Identity {
        Identity::Path(fs::canonicalize(path).ok())
    }
}

/// A directory entry: a file under one of its names. A replacement replaces the entry. Paths
/// through symbolic links, `..` or another mount lead to the same entry, but two hard links are two
/// entries.
#[derive(Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Entry {
    file: Identity,
    /// The folder and the name in it, if the file has several names.
    name: Option<(Identity, PathBuf)>,
}

impl Entry {
    /// Returns the identity of the file if it has several names (hard links).
    pub(crate) fn linked(&self) -> Option<Identity> {
        self.name.as_ref().map(|_| self.file.clone())
    }

    /// Returns the entry at a path, or `None` if there is no file.
    pub(crate) fn at(path: &Path) -> Option<Entry> {
        let metadata = fs::metadata(path).ok()?;
        let mut name = None;
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&metadata) > 1 {
            let path = fs::canonicalize(path).ok()?;
            let folder = path.parent()?;
            let identity = Identity::of(folder, &fs::metadata(folder).ok()?);
            name = Some((identity, PathBuf::from(path.file_name()?)));
        }
        Some(Entry {
            file: Identity::of(path, &metadata),
            name: name.take(),
        })
    }
}
