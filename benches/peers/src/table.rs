//! The table in the terminal.

use std::fmt::Write;

use crate::contender::Role;
use crate::measure::Timing;
use crate::peers;
use crate::row::Measured;

/// The line above the rows. Figures are GB/s of input, for short strings nanoseconds a string.
pub(crate) fn header() -> String {
    let mut line = format!(
        "{:<14} {:<15} {:<17} {:>6}  {:>8} {:>8}",
        "verb", "pair", "corpus", "length", "utflane", "exact"
    );
    for name in peers::NAMES {
        write!(line, " {name:>11}").expect("writing to a string");
    }
    line + "   ratio  median  to"
}

pub(crate) fn line(measured: &Measured) -> String {
    let row = &measured.row;
    let figure = |timing: Option<&Timing>| match timing {
        None => ".".to_string(),
        Some(timing) if row.length.is_short() => format!("{:.2}ns", timing.minimum),
        Some(timing) => format!("{:.2}", measured.throughput(timing.minimum)),
    };
    let mut line = format!(
        "{:<14} {:<15} {:<17} {:>6}  {:>8} {:>8}",
        row.work.verb,
        row.work.pair(),
        row.corpus,
        row.length,
        figure(measured.ours(Role::Ours)),
        figure(measured.ours(Role::OursExact)),
    );
    for name in peers::NAMES {
        write!(line, " {:>11}", of_peer(measured, name, figure)).expect("writing to a string");
    }
    if let (Some(ratio), Some(median), Some(best)) = (
        measured.ratio(),
        measured.median_ratio(),
        measured.best_peer(),
    ) {
        write!(line, " {ratio:>7.2} {median:>7.2}  {}", best.name).expect("writing to a string");
    }
    line
}

/// A peer's figure; where it has none to compare with, the one to be shown aside, with a star.
fn of_peer(measured: &Measured, name: &str, figure: impl Fn(Option<&Timing>) -> String) -> String {
    let of = |role| {
        let mut timings = measured.timings.iter();
        timings.find(|timing| timing.role == role && timing.library() == name)
    };
    match (of(Role::Peer), of(Role::Aside)) {
        (None, Some(aside)) => figure(Some(aside)) + "*",
        (peer, _) => figure(peer),
    }
}

/// For rows of short strings: how ours stands over all lengths of one work and corpus.
pub(crate) fn summary(rows: &[Measured]) -> Option<String> {
    let mut ratios: Vec<(f64, &Measured)> = rows
        .iter()
        .filter(|measured| measured.row.length.is_short())
        .filter_map(|measured| Some((measured.ratio()?, measured)))
        .collect();
    if ratios.len() < 2 {
        return None;
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mean = ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let behind = ratios.iter().filter(|(ratio, _)| *ratio < 0.95).count();
    let (worst, at) = ratios[0];
    Some(format!(
        "{} {} {}: {} lengths, mean ratio {:.2}, worst {worst:.2} at {} (to {}), {behind} below 0.95",
        at.row.work.verb,
        at.row.work.pair(),
        at.row.corpus,
        ratios.len(),
        mean.exp(),
        at.row.length,
        at.best_peer().map_or("nobody", |best| best.name),
    ))
}
