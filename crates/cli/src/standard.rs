//! The standard streams with which the program was started.
//!
//! If a stream is closed, the standard library opens the null device for it before `main` runs.
//! Then output to it is lost, and input from it is empty. So we check each stream before that.

use std::fs::Metadata;
use std::io::{self, BufWriter, IsTerminal, Write};
#[cfg(unix)]
use std::path::Path;

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use crate::identity::Identity;

/// Size of the buffer in bytes.
const BUFFER: usize = 1 << 16;

#[cfg(unix)]
static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
#[cfg(unix)]
static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: runs before the standard library is initialised and uses nothing that needs it: a system
// call for each descriptor, and atomics.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn check_descriptors() {
    use rustix::io::{Errno, fcntl_getfd};
    let is_closed = |descriptor| fcntl_getfd(descriptor) == Err(Errno::BADF);
    STDIN_IS_CLOSED.store(is_closed(rustix::stdio::stdin()), Ordering::Relaxed);
    STDOUT_IS_CLOSED.store(is_closed(rustix::stdio::stdout()), Ordering::Relaxed);
}

/// Returns an error if standard input is closed.
pub(crate) fn check_stdin() -> io::Result<()> {
    #[cfg(unix)]
    if STDIN_IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

/// Returns standard output. If it is closed, the first write returns an error.
pub(crate) fn stdout() -> Box<dyn Write> {
    #[cfg(unix)]
    if STDOUT_IS_CLOSED.load(Ordering::Relaxed) {
        return Box::new(Closed);
    }
    Box::new(io::stdout().lock())
}

/// Adds a buffer to standard output for many short lines. There is no buffer on a terminal, or if
/// standard error goes to the same file (as after `2>&1`), so that lines and messages stay in
/// order.
pub(crate) fn buffered<'a>(stdout: &'a mut dyn Write) -> Box<dyn Write + 'a> {
    if io::stdout().is_terminal() || is_stderr() {
        return Box::new(stdout);
    }
    Box::new(BufWriter::with_capacity(BUFFER, stdout))
}

/// Whether standard output and standard error are the same file.
#[cfg(unix)]
fn is_stderr() -> bool {
    match (metadata(io::stdout()), metadata(io::stderr())) {
        (Ok(stdout), Ok(stderr)) => {
            let path = Path::new("");
            Identity::of(path, &stdout) == Identity::of(path, &stderr)
        }
        _ => true,
    }
}

/// Other systems do not provide this information.
#[cfg(not(unix))]
fn is_stderr() -> bool {
    true
}

/// Returns the metadata of standard input.
pub(crate) fn stdin_metadata() -> io::Result<Metadata> {
    metadata(io::stdin())
}

/// Returns the metadata of standard output.
pub(crate) fn stdout_metadata() -> io::Result<Metadata> {
    metadata(io::stdout())
}

#[cfg(unix)]
fn metadata(stream: impl std::os::fd::AsFd) -> io::Result<Metadata> {
    std::fs::File::from(stream.as_fd().try_clone_to_owned()?).metadata()
}

#[cfg(windows)]
fn metadata(stream: impl std::os::windows::io::AsHandle) -> io::Result<Metadata> {
    std::fs::File::from(stream.as_handle().try_clone_to_owned()?).metadata()
}

/// A closed standard output: every write is an error.
#[cfg(unix)]
struct Closed;

#[cfg(unix)]
impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes {
            [] => Ok(0),
            _ => Err(io::Error::other("standard output is closed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
