//! Runs a task for each of several files, with several workers.
//!
//! Workers start the files in order. The main thread, which writes the output, reports the results
//! in the same order. A single worker is the main thread itself.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::ensure;

/// Returns the default number of files at a time: the number of CPUs.
pub(crate) fn default_jobs() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Parses the value of `--jobs`, for clap.
pub(crate) fn parse_jobs(text: &str) -> Result<NonZero<usize>, String> {
    let advice = "the default is the number of CPUs";
    match text.parse::<usize>() {
        Ok(0) => Err(format!("must be at least 1; {advice}")),
        Ok(jobs) => Ok(NonZero::new(jobs).expect("not zero")),
        Err(_) => Err(format!("must be a number, at least 1; {advice}")),
    }
}

/// Runs `work` for each item, and `report` for each result. The first error of `report` is returned
/// at once, without waiting for the workers.
pub(crate) fn for_each<T: Send + Sync + 'static, R: Send + 'static>(
    items: Vec<T>,
    jobs: NonZero<usize>,
    work: impl Fn(&T) -> R + Send + Sync + 'static,
    mut report: impl FnMut(&T, R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let items = Arc::new(items);
    let workers = jobs.get().min(items.len());
    if workers <= 1 {
        return items.iter().try_for_each(|item| report(item, work(item)));
    }

    let (sender, results) = mpsc::channel();
    let work = {
        let (items, next) = (Arc::clone(&items), AtomicUsize::new(0));
        Arc::new(move || {
            while let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(item) = items.get(index)
                && sender.send((index, work(item))).is_ok()
            {}
        })
    };
    let started = (0..workers).filter(|_| {
        let work = Arc::clone(&work);
        thread::Builder::new().spawn(move || work()).is_ok()
    });
    if started.count() == 0 {
        // No thread can be started, so we work here. The results wait in the channel.
        work();
    }
    drop(work);

    // Results that arrived before those of earlier items.
    let mut early = BTreeMap::new();
    let mut turn = 0;
    for (index, result) in results {
        early.insert(index, result);
        while let Some(result) = early.remove(&turn) {
            report(&items[turn], result)?;
            turn += 1;
        }
    }
    ensure!(turn == items.len(), "a worker thread has panicked");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_panics_is_an_error() {
        let two = NonZero::new(2).unwrap();
        for bad in [0, 5, 9] {
            let work = move |item: &i32| {
                assert_ne!(*item, bad);
                *item
            };
            let mut reported = Vec::new();
            let result = for_each((0..10).collect(), two, work, |_, item| {
                reported.push(item);
                Ok(())
            });
            assert!(result.is_err());
            assert_eq!(reported, (0..bad).collect::<Vec<_>>());
        }
    }
}
