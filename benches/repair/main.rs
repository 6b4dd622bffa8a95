//! Repairs each line of standard input for itself: the program that `measure.py` compares with
//! ftfy.
//!
//! With the argument `time`, it prints the time in seconds instead.

use std::hint::black_box;
use std::io::{self, BufWriter, Read, Write};
use std::time::Instant;

use utflane::repair_mojibake;

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let lines = text.strip_suffix('\n').unwrap_or(&text).split('\n');
    let mut out = BufWriter::new(io::stdout().lock());
    if std::env::args().nth(1).as_deref() == Some("time") {
        let start = Instant::now();
        lines.for_each(|line| drop(black_box(repair_mojibake(line))));
        return writeln!(out, "{}", start.elapsed().as_secs_f64());
    }
    for line in lines {
        writeln!(out, "{}", repair_mojibake(line))?;
    }
    out.flush()
}
