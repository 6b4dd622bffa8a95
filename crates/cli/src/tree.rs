//! Creates the folders for `convert --recursive --output DIR/`. Each has at most the permissions of
//! the folder that it corresponds to.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use crate::files::FoundFile;
use crate::identity::Identity;
use crate::name::name_of;

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
    pub(crate) fn create_top(&self, files: &[FoundFile]) -> anyhow::Result<()> {
        if self.top.is_dir() {
            return Ok(());
        }
        if let Some(parent) = self.top.parent() {
            fs::create_dir_all(parent).with_context(|| name_of(&self.top))?;
        }
        let mut named: Vec<PathBuf> = files.iter().filter_map(named_folder).collect();
        named.dedup();
        let sources = named.iter().map(|folder| metadata(folder));
        let sources = sources.collect::<anyhow::Result<Vec<_>>>()?;
        self.create(&self.top, &sources)
            .with_context(|| name_of(&self.top))
    }

    /// Creates the folders that contain the output of a file.
    pub(crate) fn create_parents(&self, file: &FoundFile) -> anyhow::Result<()> {
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
                let source = metadata(&named.join(&below))?;
                self.create(&path, &[source])
                    .with_context(|| name_of(&path))?;
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

    /// Sets the final permissions of the created folders. Returns the first error, after all
    /// folders.
    pub(crate) fn close(&self) -> anyhow::Result<()> {
        let narrow = self.narrow.lock().unwrap_or_else(PoisonError::into_inner);
        let mut result = Ok(());
        // Subfolders come before the folder that contains them.
        for (path, (identity, permissions)) in narrow.iter().rev() {
            let set = set_permissions(path, identity, permissions);
            result = result.and(set.with_context(|| name_of(path)));
        }
        result
    }
}

/// Sets the permissions of a folder, unless another folder has replaced it.
fn set_permissions(path: &Path, identity: &Identity, permissions: &Permissions) -> io::Result<()> {
    let folder = File::open(path)?;
    if Identity::of(path, &folder.metadata()?) != *identity {
        return Err(io::Error::other(
            "it was replaced by another directory in the meantime",
        ));
    }
    folder.set_permissions(permissions.clone())
}

fn metadata(path: &Path) -> anyhow::Result<Metadata> {
    fs::metadata(path).with_context(|| name_of(path))
}

/// The folder that the command line names, if this file was found in one.
fn named_folder(file: &FoundFile) -> Option<PathBuf> {
    if file.is_named {
        return None;
    }
    let depth = file.below.components().count();
    let folder = file.path.ancestors().nth(depth)?;
    Some(match folder.as_os_str().is_empty() {
        true => ".".into(),
        false => folder.to_owned(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_error_of_a_folder_names_it() {
        let top = tempfile::tempdir().unwrap();
        let mode = |name: &str, mode| {
            fs::set_permissions(top.path().join(name), Permissions::from_mode(mode)).unwrap();
        };
        fs::create_dir_all(top.path().join("in/a")).unwrap();
        fs::create_dir(top.path().join("in/b")).unwrap();
        fs::create_dir(top.path().join("out")).unwrap();
        mode("in/a", 0o500);
        mode("in/b", 0o500);
        let tree = Tree::new(&top.path().join("out"));
        for name in ["a/file", "b/file"] {
            tree.create_parents(&FoundFile {
                path: top.path().join("in").join(name),
                below: name.into(),
                is_named: false,
                is_link: false,
            })
            .unwrap();
        }
        let [a, b] = ["a", "b"].map(|name| top.path().join("out").join(name));
        fs::remove_dir(&b).unwrap();
        let error = tree.close().unwrap_err();
        assert_eq!(error.to_string(), name_of(&b).to_string());
        // The other folder has its permissions nevertheless.
        assert_eq!(fs::metadata(a).unwrap().permissions().mode() & 0o777, 0o500);
    }
}
