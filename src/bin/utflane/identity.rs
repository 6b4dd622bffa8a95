//! Whether two paths lead to the same file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// What tells a file from all others: its device and number there. Where there is no such thing,
/// its full path.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Identity {
    #[cfg_attr(not(unix), expect(dead_code, reason = "of Unix"))]
    Number(u64, u64),
    #[cfg_attr(unix, expect(dead_code, reason = "of other systems"))]
    Path(Option<PathBuf>),
}

impl Identity {
    /// That of the file at `path` that `metadata` describes.
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

/// A file under one of its names: what a replacement replaces. Paths through links, `..` or another
/// mount lead to the same; two hard links are two.
#[derive(Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Entry {
    file: Identity,
    /// The folder, and the name in there, if the file has several names.
    name: Option<(Identity, PathBuf)>,
}

impl Entry {
    /// None where there is no file.
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
