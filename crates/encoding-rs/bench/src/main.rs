//! Compares the speed of utflane-encoding-rs and encoding_rs on the same texts.
//!
//! ```text
//! utflane-encoding-rs-bench FOLDER [--limited] [--rounds N] [--length N]... [--only WORD] [--each]
//! ```
//!
//! FOLDER has texts in UTF-8, named `NAME.utf8.txt`. For each operation, the table has the speed
//! relative to encoding_rs: the geometric mean, and the worst text in parentheses. `--each` also
//! prints a line for each encoding and text. `--limited` measures decoders whose output is shorter
//! than the input, and lengths are those of the output.

mod limited;
mod operations;
mod texts;

use operations::Operation;
use std::time::{Duration, Instant};

/// The speed relative to encoding_rs, for an operation, an encoding and a text.
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
    limited: bool,
}

fn options() -> Options {
    let mut options = Options {
        folder: String::new(),
        rounds: 15,
        lengths: vec![],
        only: String::new(),
        each: false,
        limited: false,
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
            "--limited" => options.limited = true,
            _ => options.folder = argument,
        }
    }
    if options.lengths.is_empty() {
        options.lengths = match options.limited {
            true => limited::OUTPUTS.to_vec(),
            false => vec![64 << 10, 256],
        };
    }
    options
}

/// Measures the speed of each operation relative to encoding_rs, from the shortest times. Each
/// round runs all operations, so that the branch predictor cannot learn the text of one.
fn ratios(operations: &[Operation], rounds: usize) -> Vec<f64> {
    let mut least = vec![[Duration::MAX; 2]; operations.len()];
    for round in 0..rounds {
        for (operation, least) in operations.iter().zip(&mut least) {
            let runs = [&operation.ours, &operation.theirs];
            // Alternate the order, because the first run reads the text from memory and the second
            // one from a cache.
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
    let groups = match options.limited {
        true => limited::GROUPS,
        false => operations::GROUPS,
    };
    for group in groups {
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
                Some(Ratio { times, .. }) if options.limited => format!("{mean:.2} ({times:.2})"),
                Some(Ratio { what, times }) => format!("{mean:.1} ({times:.2} {what})"),
            });
        }
        if !options.limited || cells.iter().any(|cell| cell != "–") {
            println!("| {} | {} |", group.name, cells.join(" | "));
        }
    }
}
