//! Directories on systems other than Unix, accessed by path.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::state::State;

pub(crate) struct Directory {
    path: PathBuf,
}

impl Directory {
    pub(crate) fn open(path: &Path) -> io::Result<Arc<Directory>> {
        let path = path.to_owned();
        Ok(Arc::new(Directory { path }))
    }

    /// Creates a file, which must not exist.
    pub(crate) fn create(&self, name: &OsStr, _: u32) -> io::Result<File> {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        options.open(self.path.join(name))
    }

    /// Renames a file, which replaces one that has the new name.
    pub(crate) fn rename(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        fs::rename(self.path.join(name), self.path.join(new))
    }

    /// Gives a file another name, which must be free.
    pub(crate) fn link(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        fs::hard_link(self.path.join(name), self.path.join(new))
    }

    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// Returns the state of a file, or `None` if there is none. For a symbolic link, this is the
    /// state of the link.
    pub(crate) fn state(&self, name: &OsStr) -> io::Result<Option<State>> {
        let path = self.path.join(name);
        match fs::symlink_metadata(&path) {
            Ok(metadata) => Ok(Some(State::of(&path, &metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
