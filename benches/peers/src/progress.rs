//! How far a run is, on stderr, so that the table can be piped.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::arguments::Row;

pub(crate) struct Progress {
    done: usize,
    /// Not known where rows are made up on the way.
    total: Option<usize>,
    start: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl Progress {
    pub(crate) fn new(total: Option<usize>) -> Progress {
        Progress {
            done: 0,
            total,
            start: Instant::now(),
            shown: None,
            terminal: std::io::stderr().is_terminal(),
        }
    }

    /// Says which row comes next: at once on a terminal, now and then elsewhere.
    pub(crate) fn show(&mut self, row: &Row) {
        self.done += 1;
        let pause = Duration::from_secs(if self.terminal { 0 } else { 20 });
        let since = self
            .shown
            .map_or(self.start.elapsed(), |shown| shown.elapsed());
        if since < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let of = self
            .total
            .map_or(String::new(), |total| format!("/{total}"));
        let line = format!(
            "[{}{of}, {} s] {} {} {} {}",
            self.done,
            self.start.elapsed().as_secs(),
            row.work.verb,
            row.work.pair(),
            row.corpus,
            row.length
        );
        if self.terminal {
            eprint!("\r\x1b[K{line}");
            // Progress is a courtesy: nobody minds a line that is late.
            let _ = std::io::stderr().flush();
        } else {
            eprintln!("{line}");
        }
    }

    /// Takes the line away before something else is printed.
    pub(crate) fn clear(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}
