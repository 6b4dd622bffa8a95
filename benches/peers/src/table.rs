//! Prints the report: first the rows in which a peer is faster, then the ratios of each operation,
//! then the other rows.

use std::fmt::Write;

use crate::contender::Role;
use crate::measured::{Measured, Timing};
use crate::peers;

/// The other rows are printed if there are at most this many.
const FEW: usize = 200;

pub(crate) fn print(all: &[Measured]) {
    let mut sorted: Vec<(f64, &Measured)> = all
        .iter()
        .map(|row| (row.ratio().unwrap_or(f64::INFINITY), row))
        .collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let behind = sorted.partition_point(|&(ratio, _)| ratio < 1.0);
    let (behind, others) = sorted.split_at(behind);
    println!(
        "\n{} of {} rows behind the best peer, worst first",
        behind.len(),
        sorted.len()
    );
    print_rows(behind);
    print_summary(all);
    if (1..=FEW).contains(&others.len()) {
        println!("\nthe other rows");
        print_rows(others);
    }
}

fn print_rows(rows: &[(f64, &Measured)]) {
    if !rows.is_empty() {
        println!("{}", header());
    }
    for (_, row) in rows {
        println!("{}", line(row));
    }
}

/// Returns the header. Figures are GB/s of input, or nanoseconds per string for short strings.
fn header() -> String {
    let mut line = format!(
        "{:<14} {:<15} {:<19} {:>10}  {:>8}",
        "verb", "pair", "text", "length", "utflane"
    );
    for name in peers::NAMES {
        write!(line, " {name:>11}").expect("writing to a string");
    }
    line + "   ratio  median  to"
}

fn line(row: &Measured) -> String {
    let mut line = format!(
        "{:<14} {:<15} {:<19} {:>10}  {:>8}",
        row.work.verb,
        row.work.pair(),
        row.text,
        row.length,
        figure(row, Some(row.ours())),
    );
    for name in peers::NAMES {
        write!(line, " {:>11}", cell(row, name)).expect("writing to a string");
    }
    if let (Some(ratio), Some(median), Some(best)) =
        (row.ratio(), row.median_ratio(), row.best_peer())
    {
        write!(line, " {ratio:>7.2} {median:>7.2}  {}", best.library())
            .expect("writing to a string");
        if let Some((aside, ratio)) = row.faster_not_compared() {
            write!(line, " ({ratio:.2} to {aside})").expect("writing to a string");
        }
    }
    line
}

fn figure(row: &Measured, timing: Option<&Timing>) -> String {
    match timing {
        None => ".".to_string(),
        Some(timing) if row.length.is_short() => format!("{:.2}ns", timing.minimum),
        Some(timing) => format!("{:.2}", row.throughput(timing.minimum)),
    }
}

/// Returns a peer's figure. If none can be compared, returns the one that is shown only, with a
/// star.
fn cell(row: &Measured, name: &str) -> String {
    match (row.timing(name, Role::Peer), row.timing(name, Role::Aside)) {
        (None, Some(aside)) => figure(row, Some(aside)) + "*",
        (peer, _) => figure(row, peer),
    }
}

/// Prints one line for each operation and length: the worst and the mean ratio over the texts.
fn print_summary(all: &[Measured]) {
    println!(
        "\nratios by verb\n{:<14} {:<15} {:>10} {:>6} {:>6} {:>6}  worst on",
        "verb", "pair", "length", "texts", "worst", "mean"
    );
    let same =
        |one: &Measured, other: &Measured| (one.work, one.length) == (other.work, other.length);
    for rows in all.chunk_by(same) {
        let ratios = || rows.iter().filter_map(|row| Some((row.ratio()?, row)));
        let Some((worst, at)) = ratios().min_by(|one, other| one.0.total_cmp(&other.0)) else {
            continue;
        };
        let sum: f64 = ratios().map(|(ratio, _)| ratio.ln()).sum();
        println!(
            "{:<14} {:<15} {:>10} {:>6} {worst:>6.2} {:>6.2}  {}, to {}",
            at.work.verb,
            at.work.pair(),
            at.length,
            rows.len(),
            (sum / ratios().count() as f64).exp(),
            at.text,
            at.best_peer().map_or("nobody", Timing::library),
        );
    }
}
