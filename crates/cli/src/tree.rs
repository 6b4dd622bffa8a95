//! Creates the folders for `convert --recursive --output DIR/`. Each has at most the permissions of
//! the folder that it corresponds to.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::files::Found;
use crate::identity::Identity;

pub(crate) struct Tree {
    top: PathBuf,
    /// Folders that will deny their owner some access, and their final permissions, which are set
    /// when all files are written.
    narrow: Mutex<BTreeMap<PathBuf, (Identity, Permissions)>>,
}

impl Tree {
    pub(crate) fn new(top: &Path) -> Tree {
        // The umask must be read before there are threads.
        #[cfg(unix)]
        crate::access::umask();
        Tree {
            top: top.to_owned(),
            narrow: Mutex::default(),
        }
    }

    /// Creates the top folder. If folders are named, it gets at most the permissions that all of
    /// them have.
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

    /// Creates the folders that contain the output of a file.
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
            let identity = Identity::of(path, &fs::metadata(path)?);
            let mut narrow = self.narrow.lock().unwrap_or_else(PoisonError::into_inner);
            narrow.insert(path.to_owned(), (identity, permissions));
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn create(&self, path: &Path, _: &[Metadata]) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    /// Sets the final permissions of the created folders.
    pub(crate) fn close(&self) -> io::Result<()> {
        let narrow = self.narrow.lock().unwrap_or_else(PoisonError::into_inner);
        // Subfolders come before the folder that contains them.
        let mut folders = narrow.iter().rev();
        folders.try_for_each(|(path, (identity, permissions))| {
            let folder = File::open(path)?;
            if Identity::of(path, &folder.metadata()?) != *identity {
                return Err(io::Error::other(
                    "it was replaced by another folder in the meantime",
                ));
            }
            folder.set_permissions(permissions.clone())
        })
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
