//! Tells whether the machine was quiet: a fixed piece of work, which takes longer whenever others
//! use the same core, its sibling or its power.

use std::hint::black_box;
use std::time::{Duration, Instant};

pub(crate) struct Canary {
    text: Vec<u8>,
    /// The fastest turn so far, of all rows.
    best: Duration,
    /// The fastest turn since `start_row`.
    of_row: Duration,
}

/// A row is busy if the canary never came nearer than this to its best.
const QUIET: f64 = 1.08;

impl Canary {
    pub(crate) fn new() -> Canary {
        Canary {
            text: "Простой текст. ".repeat(500).into_bytes(),
            best: Duration::MAX,
            of_row: Duration::MAX,
        }
    }

    pub(crate) fn start_row(&mut self) {
        self.of_row = Duration::MAX;
    }

    /// One turn; twice, since the first finds its text no longer in the cache.
    pub(crate) fn turn(&mut self) {
        for _ in 0..2 {
            let start = Instant::now();
            let valid = std::str::from_utf8(black_box(&self.text)).is_ok();
            let taken = start.elapsed();
            assert!(black_box(valid), "the text is well-formed");
            self.of_row = self.of_row.min(taken);
        }
        self.best = self.best.min(self.of_row);
    }

    /// Whether the row has not had one quiet moment.
    pub(crate) fn is_busy(&self) -> bool {
        self.of_row.as_secs_f64() > self.best.as_secs_f64() * QUIET
    }
}
