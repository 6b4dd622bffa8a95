//! Directories on Unix, accessed by file descriptor.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use crate::identity::Identity;
use crate::state::State;

/// The open directories. All files of a directory share one descriptor.
static OPEN: Mutex<BTreeMap<Identity, Weak<Directory>>> = Mutex::new(BTreeMap::new());

/// Looking up names needs no permission to list them.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
const LOOK_UP: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
const LOOK_UP: OFlags = OFlags::RDONLY;

pub(crate) struct Directory {
    handle: File,
    path: PathBuf,
}

impl Directory {
    pub(crate) fn open(path: &Path) -> io::Result<Arc<Directory>> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let identity = Identity::of(path, &fs::metadata(path)?);
        if let Some(directory) = open.get(&identity).and_then(Weak::upgrade) {
            return Ok(directory);
        }
        let flags = LOOK_UP | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = File::from(openat(CWD, path, flags, Mode::empty())?);
        let identity = Identity::of(path, &handle.metadata()?);
        open.retain(|_, directory| directory.strong_count() > 0);
        let path = path.to_owned();
        let directory = Arc::new(Directory { handle, path });
        open.insert(identity, Arc::downgrade(&directory));
        Ok(directory)
    }

    /// Creates a file, which must not exist, with these permissions, less the umask.
    pub(crate) fn create(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = openat(&self.handle, name, flags, Mode::from_raw_mode(mode as _))?;
        Ok(File::from(file))
    }

    /// Renames a file, which replaces one that has the new name.
    pub(crate) fn rename(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.handle, name, &self.handle, new)?)
    }

    /// Gives a file another name, which must be free.
    pub(crate) fn link(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        let flags = AtFlags::empty();
        Ok(linkat(&self.handle, name, &self.handle, new, flags)?)
    }

    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.handle, name, AtFlags::empty())?)
    }

    /// Returns the state of a file, or `None` if there is none. For a symbolic link, this is the
    /// state of the link.
    pub(crate) fn state(&self, name: &OsStr) -> io::Result<Option<State>> {
        match statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(State::of_stat(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns a path to a file, for functions that do not accept a descriptor of a directory. On
    /// Linux, the path stays valid if the directory is renamed.
    pub(crate) fn path_of(&self, name: &OsStr) -> PathBuf {
        use std::os::fd::AsRawFd;
        const DESCRIPTORS: &str = "/proc/self/fd";
        static ARE_THERE: LazyLock<bool> =
            LazyLock::new(|| cfg!(target_os = "linux") && Path::new(DESCRIPTORS).exists());
        let number = self.handle.as_raw_fd().to_string();
        match *ARE_THERE {
            true => [Path::new(DESCRIPTORS), number.as_ref(), name.as_ref()]
                .iter()
                .collect(),
            false => self.path.join(name),
        }
    }
}
