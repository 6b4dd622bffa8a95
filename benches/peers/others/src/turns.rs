//! Times functions alternately, with repeated inputs. So the CPU has learnt their branches.

use std::time::{Duration, Instant};

pub(crate) type Work<'a> = Box<dyn FnMut() + 'a>;

/// Returns the minimum time of one call of each of `works`, in nanoseconds. In each round, `calls`
/// calls of each are timed together.
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
