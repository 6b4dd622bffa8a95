//! Times all contenders for one operation on all texts. A round reads each text once, so branch
//! predictors cannot learn it, as they would if it were repeated until the clock is precise enough.
//! A round goes through the texts in batches of strings, and each contender reads a batch in turn.
//! So other work on the machine affects all of them. The next round starts after all texts were
//! read:
//!
//! ```text
//! text     |---- batch ----|---- batch ----|---- batch ----|---
//!            touch, ours     touch, ours     touch, ours
//!            touch, peer     touch, peer     touch, peer
//! ```
//!
//! Touching loads a batch into the cache, so that the first contender has no disadvantage.

use std::time::{Duration, Instant};

use crate::contender::Contender;
use crate::measured::Timing;
use utflane_test_support::corpora::{Cut, Length};

/// Bytes that a contender reads in its turn. They fit in an L2 cache, and are enough for start-up
/// costs to be negligible.
const BATCH: usize = 128 << 10;

/// Number of passes over a chunk in the L1 cache, for measurements of alignment.
const PASSES: usize = 8;

/// The times of one contender on one text, in nanoseconds.
#[derive(Clone, Default)]
struct Times {
    /// The fastest time of each batch.
    best: Vec<f64>,
    /// The sum of each round.
    rounds: Vec<f64>,
}

/// Checks all contenders of each text, then times them.
pub(crate) fn measure(
    texts: &[Vec<Contender<'_>>],
    length: Length,
    rounds: usize,
) -> Vec<Vec<Timing>> {
    texts.iter().flatten().for_each(Contender::check);
    let (size, passes) = match length {
        Length::Cut(Cut::Offset(_)) => (1, PASSES),
        _ => (BATCH, 1),
    };
    let clock = clock();
    let times = |contenders: &Vec<Contender<'_>>| vec![Times::default(); contenders.len()];
    let mut times: Vec<Vec<Times>> = texts.iter().map(times).collect();
    for round in 0..rounds {
        for (contenders, times) in texts.iter().zip(&mut times) {
            for times in times.iter_mut() {
                times.rounds.push(0.0);
            }
            for (number, strings) in contenders[0].batches(size).into_iter().enumerate() {
                for turn in 0..contenders.len() {
                    let which = (round + number + turn) % contenders.len();
                    let contender = &contenders[which];
                    contender.touch(strings.clone());
                    if passes > 1 {
                        contender.time(strings.clone(), 1);
                    }
                    let taken = contender.time(strings.clone(), passes);
                    let taken = taken.saturating_sub(clock).as_nanos() as f64;
                    times[which].add(number, taken / passes as f64);
                }
            }
        }
    }
    let timings = texts.iter().zip(times).map(|(contenders, times)| {
        let pairs = contenders.iter().zip(times);
        pairs.map(|(contender, times)| times.timing(contender))
    });
    timings.map(Iterator::collect).collect()
}

impl Times {
    fn add(&mut self, batch: usize, taken: f64) {
        match self.best.get_mut(batch) {
            Some(best) => *best = best.min(taken),
            None => self.best.push(taken),
        }
        if let Some(round) = self.rounds.last_mut() {
            *round += taken;
        }
    }

    fn timing(mut self, contender: &Contender<'_>) -> Timing {
        self.rounds.sort_by(f64::total_cmp);
        let strings = contender.strings() as f64;
        Timing {
            name: contender.name,
            role: contender.role,
            // Zero if the clock is too coarse for a tiny text.
            minimum: self.best.iter().sum::<f64>().max(1.0) / strings,
            median: self.rounds[self.rounds.len() / 2].max(1.0) / strings,
        }
    }
}

/// Returns the time that reading the clock adds.
fn clock() -> Duration {
    let empty = || {
        let start = Instant::now();
        start.elapsed()
    };
    (0..1000).map(|_| empty()).min().unwrap_or_default()
}
