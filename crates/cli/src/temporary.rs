//! Temporary files, which are removed if they are not completed, also when a signal ends the
//! program.
//!
//! A thread waits for the signals that end a program, removes the files, and then raises the signal
//! with its default action, so that the exit status shows it. A signal that is ignored from the
//! start, as with `nohup`, stays ignored.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

/// The names of all temporary files. They are created, renamed and removed only while this is
/// locked.
static NAMES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn names() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether no more files can be open at a time, which is not the folder's fault.
fn is_too_many(error: &io::Error) -> bool {
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
    path: Option<TempPath>,
}

impl Temporary {
    /// Creates a file in `folder`, with these permissions as far as the process's mask allows them.
    pub(crate) fn create(folder: &Path, mode: u32) -> io::Result<Temporary> {
        #[cfg(unix)]
        signals::catch();
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _ = mode;
        let mut names = names();
        let file = Builder::new()
            .prefix(".utflane-")
            .make_in(folder, |path| options.open(path))
            .map_err(|error| {
                if is_too_many(&error) {
                    return error;
                }
                let words = format!("no file can be created in its folder: {error}");
                io::Error::new(error.kind(), words)
            })?;
        let (file, path) = file.into_parts();
        names.insert(path.to_owned());
        Ok(Temporary {
            file: Some(file),
            path: Some(path),
        })
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_ref().expect("there until it is taken")
    }

    /// Takes the open file away; the name stays.
    pub(crate) fn take_file(&mut self) -> Option<File> {
        self.file.take()
    }

    /// Renames the file to its final name, and replaces a file that has that name, unless `before`,
    /// which runs right before, fails.
    pub(crate) fn complete(
        mut self,
        path: &Path,
        before: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(temporary) = self.path.take() else {
            return Ok(());
        };
        let mut names = names();
        let name = temporary.to_path_buf();
        // What fails drops the path, which removes the file.
        let result = before().and_then(|()| temporary.persist(path).map_err(io::Error::from));
        names.remove(&name);
        result
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            let mut names = names();
            names.remove::<Path>(&path);
            drop(path);
        }
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

    /// The signals with which a user, the system or a limit ends a program.
    const DEADLY: [c_int; 6] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ];

    /// The last signal received, or 0.
    static CAUGHT: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

    /// Makes signals wait until the temporary files are removed. Without effect if the thread
    /// cannot be started.
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

    /// Ends the program by the signal received, if there is one: a write beyond the limit of a
    /// file's size fails before the thread that waits for signals runs.
    pub(crate) fn end_if_signalled() {
        let signal = CAUGHT.load(Ordering::SeqCst);
        if signal != 0 {
            end_by(signal as c_int);
        }
    }

    /// Ends the program as one is ended that writes what nobody reads.
    pub(crate) fn end_by_pipe() {
        end_by(SIGPIPE);
    }

    /// Removes all temporary files and ends the program by `signal`. The lock is held until then,
    /// so that no file is created in the meantime.
    fn end_by(signal: c_int) {
        let names = names();
        for name in names.iter() {
            let _ = fs::remove_file(name);
        }
        let _ = emulate_default_handler(signal);
    }

    /// The signals that were ignored when the program was started.
    fn ignored() -> impl Fn(c_int) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // If the system does not tell, the one that is ignored most often.
        let mask = mask.unwrap_or(1 << (SIGHUP - 1));
        move |signal| mask >> (signal - 1) & 1 != 0
    }
}
