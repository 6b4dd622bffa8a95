//! The library by itself, by Criterion: verbs, streams, columns, several threads, and detection.
//!
//! A regular expression selects benchmarks by name:
//!
//! ```text
//! cargo bench --package utflane-benches --bench kernels -- transcode/utf8-utf16/
//! cargo bench --package utflane-benches --bench kernels -- 'validate/utf8/russian/.*/avx2'
//! cargo bench --package utflane-benches --bench kernels -- '^(stream|column)/'
//! cargo bench --package utflane-benches --bench kernels -- ^parallel/
//! cargo bench --package utflane-benches --bench kernels -- --test          each once, to see that it runs
//! ```
//!
//! The throughput is in bytes of input. Answers are checked before anything is timed.

#[path = "../../tests/corpora/mod.rs"]
mod corpora;
mod streams;
mod verbs;

// The half of the peers benchmark that needs no peers.
#[path = "../peers/src/contender.rs"]
#[allow(dead_code, reason = "peers have roles and constructors of their own")]
mod contender;
#[path = "../peers/src/ours.rs"]
#[allow(dead_code, reason = "columns are measured otherwise here")]
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
