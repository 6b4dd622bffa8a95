//! Times by turns, for the packages that the main one has no place for: what they measure is repeated,
//! so that the CPU knows its branches.

use std::time::{Duration, Instant};

pub(crate) type Work<'a> = Box<dyn FnMut() + 'a>;

/// The least time of one call of each of `works`, in nanoseconds: in each round, each of them has so
/// many calls that are timed together.
pub(crate) fn times(rounds: usize, calls: usize, works: &mut [Work]) -> Vec<f64> {
    let mut best = vec![Duration::MAX; works.len()];
    for _ in 0..rounds {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..calls {
                work();
            }
            *best = (*best).min(start.elapsed());
        }
    }
    let of_one = |time: Duration| time.as_secs_f64() * 1e9 / calls as f64;
    best.into_iter().map(of_one).collect()
}
