//! Times the contenders of one row, by turns, so that whatever else the machine does hits all of
//! them.

use std::time::{Duration, Instant};

use crate::contender::{Case, Contender, Role};

/// How much time a row may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Rounds, in each of which every contender has one turn.
    pub(crate) rounds: usize,
    /// How long one turn should take at least.
    pub(crate) turn: Duration,
    /// After this long a row ends, though not before three rounds.
    pub(crate) limit: Duration,
}

impl Effort {
    pub(crate) const FULL: Effort = Effort {
        rounds: 25,
        turn: Duration::from_micros(1500),
        limit: Duration::from_secs(6),
    };
    pub(crate) const QUICK: Effort = Effort {
        rounds: 15,
        turn: Duration::from_micros(400),
        limit: Duration::from_secs(2),
    };
    /// Enough to see that everything runs.
    pub(crate) const SMOKE: Effort = Effort {
        rounds: 1,
        turn: Duration::from_micros(1),
        limit: Duration::ZERO,
    };
}

/// The times of one contender for one string of the mean length.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    /// Nanoseconds.
    pub(crate) minimum: f64,
    pub(crate) median: f64,
}

/// Checks every contender, then times all of them.
pub(crate) fn measure(case: &Case, contenders: &[Contender<'_>], effort: Effort) -> Vec<Timing> {
    for contender in contenders {
        contender.check();
    }
    let passes: Vec<usize> = contenders
        .iter()
        .map(|contender| calibrate(contender, effort.turn))
        .collect();
    let mut turns = vec![Vec::with_capacity(effort.rounds); contenders.len()];
    let start = Instant::now();
    for round in 0..effort.rounds {
        if round >= 3 && start.elapsed() > effort.limit {
            break;
        }
        for ((contender, &passes), turns) in contenders.iter().zip(&passes).zip(&mut turns) {
            let strings = (passes * case.answers.len()) as f64;
            turns.push(contender.time(passes).as_nanos() as f64 / strings);
        }
    }
    let timings = contenders.iter().zip(turns);
    timings
        .map(|(contender, mut turns)| {
            turns.sort_by(f64::total_cmp);
            Timing {
                name: contender.name,
                role: contender.role,
                minimum: turns[0],
                median: turns[turns.len() / 2],
            }
        })
        .collect()
}

/// How many passes make a turn last about as long as wanted.
fn calibrate(contender: &Contender<'_>, turn: Duration) -> usize {
    let mut passes = 1;
    loop {
        let taken = contender.time(passes);
        if taken >= turn / 2 {
            let ideal = passes as f64 * turn.as_secs_f64() / taken.as_secs_f64();
            return (ideal.ceil() as usize).max(1);
        }
        passes *= 2;
    }
}
