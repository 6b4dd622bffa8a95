//! Shows the progress in a line on the terminal that is redrawn, and erased at the end.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two drawings.
const PAUSE: Duration = Duration::from_millis(200);

/// The progress of all threads in one phase of the load.
pub(crate) struct Progress {
    verb: &'static str,
    files: u64,
    total: u64,
    done: AtomicU64,
    bytes: AtomicU64,
    rows: AtomicU64,
    /// The time of the last drawing, or `None` if standard error is not a terminal.
    drawn: Option<Mutex<Instant>>,
}

impl Progress {
    /// Creates the progress of a phase, from the number of files and their bytes.
    pub(crate) fn new(verb: &'static str, files: u64, total: u64) -> Progress {
        let is_terminal = io::stderr().is_terminal();
        Progress {
            verb,
            files,
            total,
            done: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            rows: AtomicU64::new(0),
            drawn: is_terminal.then(|| Mutex::new(Instant::now())),
        }
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn add_rows(&self, rows: usize) {
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.draw();
    }

    pub(crate) fn add_file(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.draw();
    }

    fn draw(&self) {
        // If another thread is drawing, we skip this update.
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else {
            return;
        };
        if drawn.elapsed() >= PAUSE {
            *drawn = Instant::now();
            // Errors are ignored because there is no other place to report them.
            let _ = write!(io::stderr(), "\r\x1B[K{}", self.line());
        }
    }

    fn line(&self) -> String {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        format!(
            "{} {} of {} files, {:.1} of {:.1} MB, {} rows",
            self.verb,
            self.done.load(Ordering::Relaxed),
            self.files,
            megabytes(self.bytes.load(Ordering::Relaxed)),
            megabytes(self.total),
            self.rows.load(Ordering::Relaxed)
        )
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1B[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_files_bytes_and_rows() {
        let progress = Progress::new("load", 3, 5_000_000);
        progress.add_bytes(1_250_000);
        progress.add_rows(17);
        progress.add_file();
        assert_eq!(progress.line(), "load 1 of 3 files, 1.2 of 5.0 MB, 17 rows");
    }
}
