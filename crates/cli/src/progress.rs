//! Shows the progress of a long run, in a line on the terminal that is redrawn and erased at the
//! end.
//!
//! The line appears only if standard error is a terminal and the run takes longer than
//! [`PATIENCE`].

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::output::Place;

/// A shorter run shows no progress.
const PATIENCE: Duration = Duration::from_millis(800);

/// Time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);

/// Width of the bar in characters.
const WIDTH: u64 = 20;

/// Collects the progress of all threads and shows it.
#[derive(Clone)]
pub(crate) struct Progress(Option<Arc<Bar>>);

struct Bar {
    start: Instant,
    /// Number of bytes to read in total, if known.
    total: Option<u64>,
    done: AtomicU64,
    line: Mutex<Line>,
}

struct Line {
    /// Time from the start to the next drawing.
    next: Duration,
    is_drawn: bool,
}

impl Progress {
    /// Shows nothing.
    pub(crate) const NONE: Progress = Progress(None);

    /// Shows progress if standard error is a terminal. `total` returns the total number of bytes to
    /// read, if known.
    pub(crate) fn new(total: impl FnOnce() -> Option<u64>) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress::NONE;
        }
        Progress(Some(Arc::new(Bar {
            start: Instant::now(),
            total: total(),
            done: AtomicU64::new(0),
            line: Mutex::new(Line {
                next: PATIENCE,
                is_drawn: false,
            }),
        })))
    }

    /// As [`new`](Self::new), but shows nothing if text is written to the terminal, because the two
    /// would mix.
    pub(crate) fn beside_text(place: &Place, total: impl FnOnce() -> Option<u64>) -> Progress {
        match place {
            Place::Stdout if io::stdout().is_terminal() => Progress::NONE,
            _ => Progress::new(total),
        }
    }

    /// Adds to the number of bytes read.
    pub(crate) fn add(&self, bytes: u64) {
        let Some(bar) = &self.0 else {
            return;
        };
        let done = bar.done.fetch_add(bytes, Ordering::Relaxed) + bytes;
        // If another thread is drawing or printing, we skip this update.
        let Ok(mut line) = bar.line.try_lock() else {
            return;
        };
        let elapsed = bar.start.elapsed();
        if elapsed >= line.next {
            line.next = elapsed + PAUSE;
            line.is_drawn = true;
            erase_and_write(&show(done, bar.total, elapsed));
        }
    }

    /// Erases the line and prints other output.
    pub(crate) fn interrupt<T>(&self, print: impl FnOnce() -> T) -> T {
        let Some(bar) = &self.0 else {
            return print();
        };
        let mut line = bar.line.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut line.is_drawn) {
            erase_and_write("");
        }
        print()
    }
}

/// Moves to the start of the terminal's line and erases to its end. Errors are ignored because
/// there is no other place to report them.
fn erase_and_write(text: &str) {
    let mut terminal = io::stderr().lock();
    let _ = write!(terminal, "\r\x1B[K{text}");
    let _ = terminal.flush();
}

/// Formats the line: a bar, bytes and time.
fn show(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = done as f64 / seconds;
    let pace = format!("{}/s", size(rate));
    // A file may grow while it is read, so this may exceed the total.
    let Some(total) = total.filter(|total| *total >= done && done > 0) else {
        return format!("{}, {pace}", size(done as f64));
    };
    let filled = (WIDTH * done / total) as usize;
    let bar = format!("{:<width$}", "=".repeat(filled), width = WIDTH as usize);
    format!(
        "[{bar}] {:>3}% of {}, {pace}, {} left",
        100 * done / total,
        size(total as f64),
        duration((total - done) as f64 / rate),
    )
}

/// Formats a number of bytes, such as `21 MB` or `1.4 GB`.
fn size(bytes: f64) -> String {
    let mut size = bytes;
    let mut units = ["B", "kB", "MB", "GB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for larger in units {
        if size < 999.5 {
            break;
        }
        size /= 1000.0;
        unit = larger;
    }
    let digits = usize::from(size < 9.95 && unit != "B");
    format!("{size:.digits$} {unit}")
}

/// Formats a duration, such as `12 s` or `3:05`.
fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_how_fast_and_how_long() {
        let line = |done, total| show(done, total, Duration::from_secs(2));
        assert_eq!(
            line(1 << 30, Some(1 << 32)),
            "[=====               ]  25% of 4.3 GB, 537 MB/s, 6 s left"
        );
        assert_eq!(
            line(5_000_000, Some(5_000_000)),
            "[====================] 100% of 5.0 MB, 2.5 MB/s, 0 s left"
        );
        // The total is unknown (a pipe), exceeded (a file that has grown), or zero.
        assert_eq!(line(3_000, None), "3.0 kB, 1.5 kB/s");
        assert_eq!(line(9, Some(8)), "9 B, 4 B/s");
        assert_eq!(line(0, Some(0)), "0 B, 0 B/s");
    }

    #[test]
    fn sizes_and_times_are_short() {
        let sizes = [0.0, 999.0, 999.6, 9_949.0, 9_951.0, 12e6, 999.6e6, 1.4e12].map(size);
        let expected = [
            "0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "12 MB", "1.0 GB", "1400 GB",
        ];
        assert_eq!(sizes, expected);
        let times = [0.0, 0.2, 59.1, 185.0, 7_265.0].map(duration);
        assert_eq!(times, ["0 s", "1 s", "1:00", "3:05", "2:01:05"]);
    }
}
