//! One piece of work for each of several files, some at a time.
//!
//! Workers take the files in order; what they have found out is reported in that order too, by the
//! thread that wrote the command's output anyway. A single worker is that thread itself.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// How many files at a time, if not told: as many as there are CPUs.
pub(crate) fn default_jobs() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Does `work` for each item, and `report`s each result. The first error of a report ends
/// it: then nobody waits for the workers.
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
        // No thread to be had: the results wait in the channel.
        work();
    }
    drop(work);

    // What came before its turn.
    let mut early = BTreeMap::new();
    let mut turn = 0;
    for (index, result) in results {
        early.insert(index, result);
        while let Some(result) = early.remove(&turn) {
            report(&items[turn], result)?;
            turn += 1;
        }
    }
    Ok(())
}
