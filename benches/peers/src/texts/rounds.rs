//! Rounds through all texts, in batches, by turns.

use std::time::{Duration, Instant};

use crate::canary::Canary;
use crate::contender::Contender;
use crate::corpora::Cut;
use crate::measure::{Effort, Timing};

/// Bytes that a contender reads before the next one has its turn: they stay in the second cache,
/// and what it takes to get going hardly counts.
const BATCH: usize = 128 << 10;

/// Where alignment is what matters, one chunk that stays in the first cache, so many times.
const PASSES: usize = 8;

/// The times of one contender on one text, in nanoseconds.
struct Times {
    /// The fastest turn of each batch.
    best: Vec<f64>,
    /// The sum of a round.
    rounds: Vec<f64>,
}

/// Checks all contenders of each text, then times them.
pub(super) fn measure(
    texts: &[Vec<Contender<'_>>],
    cut: Cut,
    effort: Effort,
    canary: &mut Canary,
) -> Vec<Vec<Timing>> {
    texts.iter().flatten().for_each(Contender::check);
    let (size, passes) = match cut {
        Cut::Offset(_) => (1, PASSES),
        _ => (BATCH, 1),
    };
    let clock = clock();
    let mut times: Vec<Vec<Times>> = texts
        .iter()
        .map(|contenders| contenders.iter().map(|_| Times::new()).collect())
        .collect();
    canary.start_row();
    for round in 0..effort.rounds {
        canary.turn();
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
                        contender.time_part(strings.clone(), 1);
                    }
                    let taken = contender.time_part(strings.clone(), passes);
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
    fn new() -> Times {
        Times {
            best: Vec::new(),
            rounds: Vec::new(),
        }
    }

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
