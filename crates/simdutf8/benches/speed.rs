//! Compares the speed with simdutf8 and std.
//!
//! ```text
//! cargo bench --quiet --package utflane-simdutf8 -- FOLDER... | crates/simdutf8/readme speed
//! ```
//!
//! The texts are the files of the folders, cut into pieces of random lengths: below 64 bytes, 64
//! bytes to 1 KiB, and 1 to 64 KiB. In malformed text, half of the pieces have one malformed byte.
//! The libraries alternate after each pass over all pieces of all texts, so that a branch predictor
//! cannot learn a piece. The shortest time of each text counts.
#![allow(missing_docs)]

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};
use utflane_test_support::random::Random;

type Validate = fn(&[u8]) -> bool;

const FUNCTIONS: [(&str, Validate); 5] = [
    ("ours", |text| {
        utflane_simdutf8::compat::from_utf8(text).is_ok()
    }),
    ("ours, basic", |text| {
        utflane_simdutf8::basic::from_utf8(text).is_ok()
    }),
    ("simdutf8, compat", |text| {
        simdutf8::compat::from_utf8(text).is_ok()
    }),
    ("simdutf8, basic", |text| {
        simdutf8::basic::from_utf8(text).is_ok()
    }),
    ("std", |text| std::str::from_utf8(text).is_ok()),
];

/// The lengths of the pieces, with a name.
const LENGTHS: [(&str, usize, usize); 3] = [
    ("1 to 64 bytes", 1, 64),
    ("64 bytes to 1 KiB", 64, 1 << 10),
    ("1 to 64 KiB", 1 << 10, 1 << 16),
];

const ROUNDS: usize = 25;

/// Cuts a text at character boundaries.
fn pieces(text: &str, low: usize, high: usize, malformed: bool) -> Vec<Vec<u8>> {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        // With a uniform logarithm.
        let share = random.below(4096) as f64 / 4096.0;
        let length = low as f64 * (high as f64 / low as f64).powf(share);
        let mut at = (length as usize).min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let mut piece = rest.as_bytes()[..at].to_vec();
        rest = &rest[at..];
        if malformed && random.percent(50) {
            let index = random.below(piece.len());
            piece[index] = 0xFF;
        }
        pieces.push(piece);
    }
    pieces
}

/// The shortest time of each function for each text.
fn measure(texts: &[Vec<Vec<u8>>]) -> Vec<[Duration; FUNCTIONS.len()]> {
    let mut best = vec![[Duration::MAX; FUNCTIONS.len()]; texts.len()];
    for round in 0..ROUNDS {
        for offset in 0..FUNCTIONS.len() {
            let index = (round + offset) % FUNCTIONS.len();
            let function = FUNCTIONS[index].1;
            for (text, best) in texts.iter().zip(&mut best) {
                let start = Instant::now();
                for piece in text {
                    black_box(function(black_box(piece)));
                }
                best[index] = best[index].min(start.elapsed());
            }
        }
    }
    best
}

/// The geometric mean over the texts of how much faster the function `ours` is than `theirs`, and
/// the lowest ratio.
fn ratio(times: &[[Duration; FUNCTIONS.len()]], ours: usize, theirs: usize) -> String {
    let ratios = times
        .iter()
        .map(|time| time[theirs].as_secs_f64() / time[ours].as_secs_f64());
    let mean = (ratios.clone().map(f64::ln).sum::<f64>() / times.len() as f64).exp();
    format!("{mean:.2} ({:.2})", ratios.fold(f64::MAX, f64::min))
}

/// CPU, instruction set and versions, for the line above the table.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = info
            .lines()
            .find(|line| line.split('\t').next() == Some(key));
        line.and_then(|line| line.split(": ").nth(1))
            .unwrap_or("unknown")
            .to_owned()
    };
    let cpu = value("model name").replace("(R)", "");
    let (family, model) = (value("cpu family"), value("model"));
    let isa = utflane::Isa::best().name();
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    let rustc = rustc.split(' ').nth(1).unwrap_or("unknown");
    let lock = include_str!("../../../Cargo.lock");
    let peer = lock.split("name = \"simdutf8\"\nversion = \"").nth(1);
    let peer = peer.and_then(|rest| rest.split('"').next());
    let peer = peer.unwrap_or("unknown");
    format!("{cpu} (family {family}, model {model}), `{isa}`, simdutf8 {peer}, rustc {rustc}")
}

fn main() {
    // Cargo adds the option `--bench`.
    let folders = env::args().skip(1).filter(|argument| argument != "--bench");
    let mut texts = Vec::new();
    for folder in folders {
        let mut paths: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        let read = paths
            .iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
        texts.extend(read.filter_map(|path| fs::read_to_string(path).ok()));
    }
    if texts.is_empty() {
        // `cargo bench` without a folder only checks that the bench runs.
        texts.push("Grüße, жизнь, 日本語 👋 and ASCII. ".repeat(400));
    }
    let total = texts.iter().map(String::len).sum::<usize>() / 1024;
    let mut table = format!(
        "{} texts, {total} KiB, on {}:\n\n\
         | pieces | | `compat` / simdutf8's | `basic` / simdutf8's | `compat` / std's |\n|---|---|---|---|---|\n",
        texts.len(),
        machine()
    );
    for (name, low, high) in LENGTHS {
        for (kind, malformed) in [("well-formed", false), ("malformed", true)] {
            let cut: Vec<_> = texts
                .iter()
                .map(|text| pieces(text, low, high, malformed))
                .collect();
            let times = measure(&cut);
            let cells = [
                ratio(&times, 0, 2),
                ratio(&times, 1, 3),
                ratio(&times, 0, 4),
            ];
            table += &format!("| {name} | {kind} | {} |\n", cells.join(" | "));
        }
    }
    print!("{table}");
}
