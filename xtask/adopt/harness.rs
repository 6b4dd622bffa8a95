//! Measures a crate: prints the name of each text in a folder, and the shortest time in nanoseconds in which `adopter::run`
//! reads it. `cargo xtask adopt` builds this program with and without the library.
//!
//! A text is cut into pieces of random lengths, 1 byte to 1 KiB with uniform logarithm, which become the values of a
//! document. Each round reads all texts, so that the branch predictor cannot learn one.

mod adopter;

use std::time::{Duration, Instant};
use std::{env, fs};

const ROUNDS: usize = 9;

/// Cuts a text at character boundaries. Characters that have a meaning in a format become spaces.
fn pieces(text: &str) -> Vec<String> {
    let text: String = text
        .chars()
        .map(|char| if char.is_control() || "\"\\<>&,".contains(char) { ' ' } else { char })
        .collect();
    let mut random = 0x2545_F491_4F6C_DD1Du64;
    let mut pieces = Vec::new();
    let mut rest = &text[..];
    while !rest.is_empty() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let length = 1024f64.powf((random >> 40) as f64 / (1u64 << 24) as f64) as usize;
        let mut at = length.min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        pieces.push(rest[..at].to_owned());
        rest = &rest[at..];
    }
    pieces
}

fn main() {
    let folder = env::args().nth(1).expect("a folder");
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let (true, Ok(text)) = (name.ends_with(".txt"), fs::read_to_string(&path)) {
            let document = adopter::document(&pieces(&text));
            let name = name.split('.').next().unwrap_or_default().to_owned();
            texts.push((name, document, Duration::MAX));
        }
    }
    for _ in 0..ROUNDS {
        for (_, document, best) in &mut texts {
            let start = Instant::now();
            let length = adopter::run(document);
            *best = start.elapsed().min(*best);
            assert!(length > 0, "nothing was read");
        }
    }
    for (name, _, best) in texts {
        println!("{name}\t{}", best.as_nanos());
    }
}
