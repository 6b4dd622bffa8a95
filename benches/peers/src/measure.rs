//! Times the contenders of one row, by turns, so that whatever else the machine does hits all of
//! them.

use std::time::{Duration, Instant};

use crate::canary::Canary;
use crate::contender::{Contender, Role};

/// How much time a row may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Rounds at least, in each of which every contender has one turn.
    pub(crate) rounds: usize,
    /// How long one turn should take.
    pub(crate) turn: Duration,
    /// After this long a row ends even if the machine was busy all the time or the minima have not
    /// settled, and after three rounds even if that is fewer than wanted.
    pub(crate) limit: Duration,
}

impl Effort {
    pub(crate) const FULL: Effort = Effort {
        rounds: 20,
        turn: Duration::from_micros(1000),
        limit: Duration::from_secs(4),
    };
    pub(crate) const QUICK: Effort = Effort {
        rounds: 12,
        turn: Duration::from_micros(300),
        limit: Duration::from_secs(1),
    };
    /// Enough to see that everything runs.
    pub(crate) const SMOKE: Effort = Effort {
        rounds: 1,
        turn: Duration::ZERO,
        limit: Duration::ZERO,
    };
}

/// A minimum is believed once this many turns came this near to it: on a busy machine the first of
/// them is a stroke of luck that others may not have had.
const WITNESSES: usize = 3;
const NEAR: f64 = 1.02;

/// The times of one contender for one string of the mean length.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    /// Nanoseconds.
    pub(crate) minimum: f64,
    pub(crate) median: f64,
}

impl Timing {
    /// The name without what it says about the way the work is done.
    pub(crate) fn library(&self) -> &'static str {
        self.name
            .split_once(',')
            .map_or(self.name, |(library, _)| library)
    }
}

/// Checks every contender, then times all of them.
pub(crate) fn measure(
    contenders: &[Contender<'_>],
    effort: Effort,
    canary: &mut Canary,
) -> Vec<Timing> {
    for contender in contenders {
        contender.check();
    }
    let passes: Vec<usize> = contenders
        .iter()
        .map(|contender| calibrate(contender, effort.turn))
        .collect();
    let mut turns = vec![Vec::with_capacity(effort.rounds); contenders.len()];
    let start = Instant::now();
    canary.start_row();
    for round in 1.. {
        canary.turn();
        for ((contender, &passes), turns) in contenders.iter().zip(&passes).zip(&mut turns) {
            let strings = (passes * contender.strings()) as f64;
            // Caches and branch predictors still hold what the one before left there.
            if passes > 1 {
                contender.time(1);
            }
            let turn = contender.time(passes).as_nanos() as f64 / strings;
            turns.insert(turns.partition_point(|&other| other < turn), turn);
        }
        let late = start.elapsed() > effort.limit;
        let settled = turns.iter().all(|turns| is_settled(turns)) && !canary.is_busy();
        if (settled && round >= effort.rounds) || (late && round >= effort.rounds.min(WITNESSES)) {
            break;
        }
    }
    let timings = contenders.iter().zip(turns);
    timings
        .map(|(contender, turns)| Timing {
            name: contender.name,
            role: contender.role,
            minimum: turns[0],
            median: turns[turns.len() / 2],
        })
        .collect()
}

/// Whether enough turns, which are sorted, came near the fastest.
fn is_settled(turns: &[f64]) -> bool {
    turns
        .get(WITNESSES - 1)
        .is_some_and(|&witness| witness <= turns[0] * NEAR)
}

/// How many passes make a turn last about as long as wanted. A time is believed when it is the best
/// of a few: one that was interrupted would make the turns so short that they stay cold.
fn calibrate(contender: &Contender<'_>, turn: Duration) -> usize {
    let mut passes = 1;
    loop {
        let mut taken = contender.time(passes);
        for _ in 1..WITNESSES {
            if taken < turn / 2 {
                break;
            }
            taken = taken.min(contender.time(passes));
        }
        if taken >= turn / 2 {
            let ideal = passes as f64 * turn.as_secs_f64() / taken.as_secs_f64();
            return (ideal.ceil() as usize).max(1);
        }
        passes *= 2;
    }
}
