//! Measures the library alone with Criterion: functions, streams, columns, threads, and detection.
//!
//! A regular expression selects benchmarks by name:
//!
//! ```text
//! cargo bench --package utflane-benches --bench kernels -- transcode/utf8-utf16/
//! cargo bench --package utflane-benches --bench kernels -- 'validate/utf8/russian/.*/avx2'
//! cargo bench --package utflane-benches --bench kernels -- '^(stream|column)/'
//! cargo bench --package utflane-benches --bench kernels -- ^parallel/
//! cargo bench --package utflane-benches --bench kernels -- --test          runs each once, without measuring
//! ```
//!
//! Throughput is in bytes of input. Results are checked before they are timed.

mod streams;
mod verbs;

// The part of the peers benchmark that measures this library.
#[path = "../peers/src/contender.rs"]
#[allow(dead_code, reason = "the peers use other roles and constructors")]
mod contender;
#[path = "../peers/src/ours.rs"]
#[allow(dead_code, reason = "columns have a benchmark of their own here")]
mod ours;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(20)
        .configure_from_args();
    verbs::by_script(&mut criterion);
    verbs::by_length(&mut criterion);
    verbs::by_trial(&mut criterion);
    streams::streams(&mut criterion);
    streams::columns(&mut criterion);
    streams::parallel(&mut criterion);
    streams::detection(&mut criterion);
    criterion.final_summary();
}
