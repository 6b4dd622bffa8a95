//! The table in the terminal.

use std::fmt::Write;

use crate::contender::Role;
use crate::measure::Timing;
use crate::peers;
use crate::row::Measured;

/// The line above the rows. Figures are GB/s of input, for short strings nanoseconds a string.
pub(crate) fn header() -> String {
    let mut line = format!(
        "{:<14} {:<15} {:<17} {:>9}  {:>8} {:>8}",
        "verb", "pair", "corpus", "length", "utflane", "exact"
    );
    for name in peers::NAMES {
        write!(line, " {name:>11}").expect("writing to a string");
    }
    line + "   ratio  median  to"
}

pub(crate) fn line(measured: &Measured) -> String {
    let row = &measured.row;
    let mut line = format!(
        "{:<14} {:<15} {:<17} {:>9}  {:>8} {:>8}",
        row.work.verb,
        row.work.pair(),
        row.corpus,
        row.length,
        figure(measured, measured.ours(Role::Ours)),
        figure(measured, measured.ours(Role::OursExact)),
    );
    for name in peers::NAMES {
        write!(line, " {:>11}", cell(measured, name)).expect("writing to a string");
    }
    if let (Some(ratio), Some(median), Some(best)) = (
        measured.ratio(),
        measured.median_ratio(),
        measured.best_peer(),
    ) {
        write!(line, " {ratio:>7.2} {median:>7.2}  {}", best.library())
            .expect("writing to a string");
        if let Some((aside, ratio)) = measured.faster_aside() {
            write!(line, " ({ratio:.2} to {aside})").expect("writing to a string");
        }
        if measured.busy {
            line += " busy";
        }
    }
    line
}

fn figure(measured: &Measured, timing: Option<&Timing>) -> String {
    match timing {
        None => ".".to_string(),
        Some(timing) if measured.row.length.is_short() => format!("{:.2}ns", timing.minimum),
        Some(timing) => format!("{:.2}", measured.throughput(timing.minimum)),
    }
}

/// A peer's figure; where it has none to compare with, the one to be shown aside, with a star.
pub(crate) fn cell(measured: &Measured, name: &str) -> String {
    let of = |role| {
        let mut timings = measured.timings.iter();
        timings.find(|timing| timing.role == role && timing.library() == name)
    };
    match (of(Role::Peer), of(Role::Aside)) {
        (None, Some(aside)) => figure(measured, Some(aside)) + "*",
        (peer, _) => figure(measured, peer),
    }
}

/// For rows of short strings: how ours stands over all lengths of one work and corpus.
pub(crate) fn summary(rows: &[Measured]) -> Option<String> {
    let short: Vec<&Measured> = rows
        .iter()
        .filter(|measured| measured.row.length.is_short())
        .collect();
    let (mean, worst, at) = ratios(&short).filter(|_| short.len() > 1)?;
    let behind = short
        .iter()
        .filter(|measured| measured.ratio().is_some_and(|ratio| ratio < 0.95))
        .count();
    Some(format!(
        "{} {} {}: {} lengths, mean ratio {mean:.2}, worst {worst:.2} at {} (to {}), {behind} \
         below 0.95",
        at.row.work.verb,
        at.row.work.pair(),
        at.row.corpus,
        short.len(),
        at.row.length,
        at.best_peer().map_or("nobody", Timing::library),
    ))
}

/// The geometric mean of the ratios, the worst one, and where that is.
pub(crate) fn ratios<'row>(rows: &[&'row Measured]) -> Option<(f64, f64, &'row Measured)> {
    let ratios: Vec<(f64, &Measured)> = rows
        .iter()
        .filter_map(|&measured| Some((measured.ratio()?, measured)))
        .collect();
    let sum: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
    let (worst, at) = ratios
        .iter()
        .copied()
        .min_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(((sum / ratios.len() as f64).exp(), worst, at))
}
