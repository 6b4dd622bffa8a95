//! Measures functions in alternating rounds.

use std::time::Instant;

/// The arguments of a benchmark.
pub(crate) struct Arguments {
    filter: String,
    /// Whether only the results are checked, as `cargo test --benches` does.
    pub(crate) is_smoke: bool,
}

impl Arguments {
    /// Parses the arguments of this program.
    pub(crate) fn new() -> Arguments {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let filter = arguments.iter().find(|word| !word.starts_with("--"));
        Arguments {
            filter: filter.cloned().unwrap_or_default(),
            is_smoke: arguments.iter().any(|word| word == "--test"),
        }
    }

    /// Returns the least time of each function in seconds, or `None` if `name` does not contain the
    /// filter.
    pub(crate) fn measure<const N: usize>(
        &self,
        name: &str,
        rounds: usize,
        mut runs: [&mut dyn FnMut(); N],
    ) -> Option<[f64; N]> {
        if !name.contains(&self.filter) {
            return None;
        }
        let mut best = [f64::MAX; N];
        for _ in 0..if self.is_smoke { 1 } else { rounds } {
            for (best, run) in best.iter_mut().zip(&mut runs) {
                let start = Instant::now();
                run();
                *best = best.min(start.elapsed().as_secs_f64());
            }
        }
        Some(best)
    }
}
