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

/// How many times as fast ours are: the least time of each, in turns. All operations are run before
/// any is again, so that none finds a CPU that has learnt its text by heart.
fn ratios(operations: &[Operation], rounds: usize) -> Vec<f64> {
    let mut least = vec![[Duration::MAX; 2]; operations.len()];
    for round in 0..rounds {
        for (operation, least) in operations.iter().zip(&mut least) {
            let runs = [&operation.ours, &operation.theirs];
            // The first of the two finds the text in memory, the other in a cache.
            for which in [round % 2, 1 - round % 2] {
                let start = Instant::now();
                runs[which]();
                least[which] = least[which].min(start.elapsed());
            }
        }
    }
    let times = |[ours, theirs]: &[Duration; 2]| theirs.as_secs_f64() / ours.as_secs_f64();
    least.iter().map(times).collect()
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
            let mut operations = vec![];
            let mut names = vec![];
            for text in &texts {
                let of_text = (group.operations)(text, length);
                let name = |one: &Operation| format!("{} {}", one.encoding, text.name);
                names.extend(of_text.iter().map(name));
                operations.extend(of_text);
            }
            let times = ratios(&operations, options.rounds);
            let ratios: Vec<_> = names
                .into_iter()
                .zip(times)
                .map(|(what, times)| Ratio { what, times })
                .collect();
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
