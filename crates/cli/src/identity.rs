//! Whether two paths lead to the same file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// The identity of a file: its device and its number there, or its full path on systems without
/// these.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Identity {
    #[cfg_attr(not(unix), expect(dead_code, reason = "of Unix"))]
    Number(u64, u64),
    #[cfg_attr(unix, expect(dead_code, reason = "of other systems"))]
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

/// A file under one of its names, which is what a replacement replaces. Paths through symbolic
/// links, `..` or another mount have one identity; two hard links have two.
#[derive(Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Entry {
    file: Identity,
    /// The folder and the name in it, if the file has several names.
    name: Option<(Identity, PathBuf)>,
}

impl Entry {
    /// `None` if there is no file.
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
