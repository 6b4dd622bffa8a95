//! Times all contenders at one work on all texts, each of which is read once a round: no branch
//! predictor learns them by heart, as it does a text that is repeated until the clock has seen
//! enough. A round goes through them, some strings at a time, with each contender in turn, so that
//! whatever else the machine does hits all of them; the next round comes when all else was read:
//!
//! ```text
//! text     |---- batch ----|---- batch ----|---- batch ----|---
//!            touch, ours     touch, ours     touch, ours
//!            touch, peer     touch, peer     touch, peer
//! ```
//!
//! Touching brings a batch into the cache, for whoever comes first as for the others.

use std::time::{Duration, Instant};

use crate::contender::Contender;
use crate::corpora::{Cut, Length};
use crate::measured::Timing;

/// Bytes that a contender reads before the next one has its turn: they stay in the second cache,
/// and what it takes to get going hardly counts.
const BATCH: usize = 128 << 10;

/// Where alignment is what matters, one chunk that stays in the first cache, so many times.
const PASSES: usize = 8;

/// The times of one contender on one text, in nanoseconds.
#[derive(Clone, Default)]
struct Times {
    /// The fastest turn of each batch.
    best: Vec<f64>,
    /// The sum of a round.
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
            // Zero where the clock is too coarse for a tiny text.
            minimum: self.best.iter().sum::<f64>().max(1.0) / strings,
            median: self.rounds[self.rounds.len() / 2].max(1.0) / strings,
        }
    }
}

/// What reading the clock adds to a time.
fn clock() -> Duration {
    let empty = || {
        let start = Instant::now();
        start.elapsed()
    };
    (0..1000).map(|_| empty()).min().unwrap_or_default()
}
