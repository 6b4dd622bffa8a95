//! Temporary files, which are removed unless they are completed, even if a signal ends the program.
//!
//! A thread waits for the signals that end a program, removes the files, and then raises the signal
//! with its default action, so that the exit status shows it. A signal that is ignored when the
//! program starts, as with `nohup`, stays ignored.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::directory::Directory;

/// The random names of all temporary files, and their directories. Temporary files are created,
/// renamed and removed only while this is locked.
static NAMES: Mutex<BTreeMap<OsString, Arc<Directory>>> = Mutex::new(BTreeMap::new());

fn names() -> MutexGuard<'static, BTreeMap<OsString, Arc<Directory>>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether too many files are open. That is not a problem of the folder.
pub(crate) fn is_too_many(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let is = |errno: Errno| error.raw_os_error() == Some(errno.raw_os_error());
        is(Errno::MFILE) || is(Errno::NFILE)
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

/// A file that is being written, under a temporary name.
pub(crate) struct Temporary {
    file: Option<File>,
    directory: Arc<Directory>,
    /// The temporary name, until the file is renamed or removed.
    name: Option<OsString>,
}

impl Temporary {
    /// Creates a file in `folder`, with these permissions, less the umask.
    pub(crate) fn create(folder: &Path, mode: u32) -> io::Result<Temporary> {
        #[cfg(unix)]
        signals::catch();
        let result = Directory::open(folder).and_then(|folder| create_in(folder, mode));
        result.map_err(|error| {
            if is_too_many(&error) {
                return error;
            }
            let words = format!("no file can be created in its directory: {error}");
            io::Error::new(error.kind(), words)
        })
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_ref().expect("there until it is taken")
    }

    /// The directory that the file is in.
    pub(crate) fn directory(&self) -> Arc<Directory> {
        Arc::clone(&self.directory)
    }

    /// Takes the open file. Its name stays.
    pub(crate) fn take_file(&mut self) -> Option<File> {
        self.file.take()
    }

    /// Renames the file to its final name, and replaces a file that has that name. Calls `before`
    /// right before that, and removes the temporary file if it fails.
    pub(crate) fn complete(
        mut self,
        name: &OsStr,
        before: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(temporary) = self.name.take() else {
            return Ok(());
        };
        let mut names = names();
        let result = before().and_then(|()| self.directory.rename(&temporary, name));
        if result.is_err() {
            let _ = self.directory.remove(&temporary);
        }
        names.remove(&temporary);
        result
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(name) = self.name.take() {
            let mut names = names();
            let _ = self.directory.remove(&name);
            names.remove(&name);
        }
    }
}

/// Creates a file with a random name.
fn create_in(directory: Arc<Directory>, mode: u32) -> io::Result<Temporary> {
    let mut names = names();
    loop {
        // Each `RandomState` has different keys.
        let number = RandomState::new().hash_one(names.len());
        let name = OsString::from(format!(".utflane-{number:016x}"));
        let file = match directory.create(&name, mode) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            result => result?,
        };
        names.insert(name.clone(), Arc::clone(&directory));
        return Ok(Temporary {
            file: Some(file),
            directory,
            name: Some(name),
        });
    }
}

#[cfg(unix)]
pub(crate) use signals::{end_by_pipe, end_if_signalled};

/// Systems without signals.
#[cfg(not(unix))]
pub(crate) fn end_if_signalled() {}

#[cfg(not(unix))]
pub(crate) fn end_by_pipe() {}

#[cfg(unix)]
mod signals {
    use std::ffi::c_int;
    use std::fs;
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock, Once};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
    use signal_hook::flag::register_usize;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::names;

    /// The signals by which a user, the system or a limit ends a program.
    const DEADLY: [c_int; 6] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ];

    /// The last signal received, or 0.
    static CAUGHT: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

    /// Delays signals until the temporary files are removed. Has no effect if the thread cannot be
    /// started.
    pub(super) fn catch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| drop(start()));
    }

    fn start() -> io::Result<()> {
        let ignored = ignored();
        let expected = DEADLY.into_iter().filter(|signal| !ignored(*signal));
        let expected: Vec<c_int> = expected.collect();
        let mut signals = Signals::new(&expected)?;
        for signal in expected {
            register_usize(signal, Arc::clone(&CAUGHT), signal as usize)?;
        }
        let handle = signals.handle();
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                end_by(signal);
            }
        };
        thread::Builder::new()
            .spawn(wait)
            .map(drop)
            .inspect_err(|_| handle.close())
    }

    /// Ends the program by the received signal, if there is one. This is needed because a write
    /// beyond the file size limit fails before the thread that waits for signals runs.
    pub(crate) fn end_if_signalled() {
        let signal = CAUGHT.load(Ordering::SeqCst);
        if signal != 0 {
            end_by(signal as c_int);
        }
    }

    /// Ends the program by SIGPIPE, like a program whose reader has closed the pipe.
    pub(crate) fn end_by_pipe() {
        end_by(SIGPIPE);
    }

    /// Removes all temporary files and ends the program by `signal`. The lock is held until then,
    /// so that no file is created in the meantime.
    fn end_by(signal: c_int) {
        let names = names();
        for (name, directory) in names.iter() {
            let _ = directory.remove(name);
        }
        let _ = emulate_default_handler(signal);
    }

    /// The signals that were ignored when the program was started.
    fn ignored() -> impl Fn(c_int) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // If the system does not provide the mask, we assume SIGHUP, which is ignored most often.
        let mask = mask.unwrap_or(1 << (SIGHUP - 1));
        move |signal| mask >> (signal - 1) & 1 != 0
    }
}
