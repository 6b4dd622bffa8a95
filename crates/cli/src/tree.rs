//! The folders that `convert --recursive --output DIR/` creates: with no more permissions than
//! those have that they are made from.

use std::collections::BTreeMap;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::files::Found;

pub(crate) struct Tree {
    top: PathBuf,
    /// Folders that lose permissions of their owner when all is written.
    narrow: Mutex<BTreeMap<PathBuf, Permissions>>,
}

impl Tree {
    pub(crate) fn new(top: &Path) -> Tree {
        // Before there are threads.
        #[cfg(unix)]
        crate::access::umask();
        Tree {
            top: top.to_owned(),
            narrow: Mutex::default(),
        }
    }

    /// Creates the folder for all files. If folders are named, it is made from these.
    pub(crate) fn create_top(&self, files: &[Found]) -> io::Result<()> {
        if self.top.is_dir() {
            return Ok(());
        }
        if let Some(parent) = self.top.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut named: Vec<PathBuf> = files.iter().filter_map(named_folder).collect();
        named.dedup();
        let sources = named.iter().map(fs::metadata);
        self.create(&self.top, &sources.collect::<io::Result<Vec<_>>>()?)
    }

    /// Creates the folders that the conversion of a file lies in.
    pub(crate) fn create_parents(&self, file: &Found) -> io::Result<()> {
        let parent = file.below.parent().unwrap_or(Path::new(""));
        if self.top.join(parent).is_dir() {
            return Ok(());
        }
        let named = named_folder(file).unwrap_or_default();
        let mut below = PathBuf::new();
        for name in parent {
            below.push(name);
            let path = self.top.join(&below);
            if !path.is_dir() {
                self.create(&path, &[fs::metadata(named.join(&below))?])?;
            }
        }
        Ok(())
    }

    #[cfg(unix)]
    fn create(&self, path: &Path, sources: &[Metadata]) -> io::Result<()> {
        if let Some(permissions) = crate::access::create_folder(path, sources)? {
            let mut narrow = self.narrow.lock().unwrap_or_else(PoisonError::into_inner);
            narrow.insert(path.to_owned(), permissions);
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn create(&self, path: &Path, _: &[Metadata]) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    /// Gives the folders that were created the permissions that they are to have in the end.
    pub(crate) fn close(&self) -> io::Result<()> {
        let narrow = self.narrow.lock().unwrap_or_else(PoisonError::into_inner);
        // Those in a folder before it.
        let mut folders = narrow.iter().rev();
        folders.try_for_each(|(path, permissions)| fs::set_permissions(path, permissions.clone()))
    }
}

/// The folder that the command line names, if this file was found in one.
fn named_folder(file: &Found) -> Option<PathBuf> {
    let depth = file.below.components().count();
    let folder = file.path.ancestors().nth(depth)?;
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    (!file.is_named).then(|| folder.to_owned())
}
