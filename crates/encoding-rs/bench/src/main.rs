//! Both libraries over the same texts, in turns.
//!
//! ```text
//! utflane-encoding-rs-bench FOLDER [--rounds N] [--length N]... [--only WORD] [--each]
//! ```
//!
//! FOLDER has texts in UTF-8, `NAME.utf8.txt`. The table has, for each operation, how many times as
//! fast as encoding_rs it is in the mean and in the worst text; with `--each`, a line for each
//! encoding and text.

mod operations;
mod texts;

use operations::Operation;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What was measured of an operation, an encoding and a text.
struct Ratio {
    what: String,
    times: f64,
}

struct Options {
    folder: String,
    rounds: usize,
    lengths: Vec<usize>,
    only: String,
    each: bool,
}

fn options() -> Options {
    let mut options = Options {
        folder: String::new(),
        rounds: 15,
        lengths: vec![],
        only: String::new(),
        each: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .unwrap_or_else(|| panic!("{argument} needs a value"))
        };
        match argument.as_str() {
            "--rounds" => options.rounds = value().parse().expect("a number"),
            "--length" => options.lengths.push(value().parse().expect("a number")),
            "--only" => options.only = value(),
            "--each" => options.each = true,
            _ => options.folder = argument,
        }
    }
    if options.lengths.is_empty() {
        options.lengths = vec![64 << 10, 256];
    }
    options
}

/// How many times as fast ours is: the least time of each, in turns.
fn ratio(operation: &Operation, rounds: usize) -> f64 {
    let [mut ours, mut theirs] = [Duration::MAX; 2];
    let time = |run: &dyn Fn()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    for round in 0..rounds + 2 {
        let (first, second) = match round % 2 {
            0 => (time(&operation.ours), time(&operation.theirs)),
            _ => {
                let theirs = time(&operation.theirs);
                (time(&operation.ours), theirs)
            }
        };
        // Two rounds to warm up.
        if round >= 2 {
            (ours, theirs) = (ours.min(first), theirs.min(second));
        }
    }
    theirs.as_secs_f64() / ours.as_secs_f64()
}

fn main() {
    let options = options();
    let texts = texts::read(&options.folder);
    println!("| | {} |", {
        let lengths = options.lengths.iter().map(|length| match length % 1024 {
            0 => format!("{} KiB", length / 1024),
            _ => format!("{length} bytes"),
        });
        lengths.collect::<Vec<_>>().join(" | ")
    });
    println!("|---|{}", "---|".repeat(options.lengths.len()));
    for group in operations::GROUPS {
        if !group.name.contains(&options.only) {
            continue;
        }
        let mut cells = vec![];
        for &length in &options.lengths {
            let mut ratios: Vec<Ratio> = vec![];
            for text in &texts {
                for operation in (group.operations)(text, length) {
                    let what = format!("{} {}", operation.encoding, text.name);
                    ratios.push(Ratio {
                        what,
                        times: black_box(ratio(&operation, options.rounds)),
                    });
                }
            }
            if options.each {
                for Ratio { what, times } in &ratios {
                    println!("  {:40} {length:6} {what:32} {times:.2}", group.name);
                }
            }
            let logarithms: f64 = ratios.iter().map(|ratio| ratio.times.ln()).sum();
            let mean = (logarithms / ratios.len() as f64).exp();
            let worst = ratios.iter().min_by(|a, b| a.times.total_cmp(&b.times));
            cells.push(match worst {
                None => "–".to_owned(),
                Some(Ratio { what, times }) => format!("{mean:.1} ({times:.2} {what})"),
            });
        }
        println!("| {} | {} |", group.name, cells.join(" | "));
    }
}
