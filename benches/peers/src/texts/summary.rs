//! One line for each work and cut: the worst and the mean ratio over the texts, beside the goals.

use crate::corpora::Length;
use crate::measure::Timing;
use crate::row::Measured;
use crate::table::ratios;
use crate::tier::Tier;

use super::goals::goal;

/// A mean is noise away from its goal above this share of it.
const CLOSE: f64 = 0.99;

/// Rows of one work and cut stand together.
pub(super) fn print(all: &[Measured], tier: Tier) {
    println!(
        "\nratios by verb: a - before what misses its goal, a ~ where that is by a hair\n\
         {:<14} {:<13} {:<9}  {:>5}  {:>13}  {:>13}  worst on",
        "verb", "pair", "cut", "texts", "worst / goal", "mean / goal"
    );
    let same = |one: &Measured, other: &Measured| {
        one.row.work == other.row.work && one.row.length == other.row.length
    };
    for rows in all.chunk_by(same) {
        if let Some(line) = line(rows, tier) {
            println!("{line}");
        }
    }
}

fn line(rows: &[Measured], tier: Tier) -> Option<String> {
    let rows: Vec<&Measured> = rows.iter().collect();
    let (mean, worst, at) = ratios(&rows)?;
    let Length::Cut(cut) = at.row.length else {
        return None;
    };
    let goal = goal(at.row.work, cut, tier);
    let beside = |value: f64, aim: Option<f64>| match aim {
        None => format!("  {value:.2}"),
        Some(aim) => format!("{} {value:.2} / {aim:<5}", mark(value / aim)),
    };
    Some(format!(
        "{:<14} {:<13} {:<9}  {:>5}  {:<14} {:<14}  {}, to {}",
        at.row.work.verb,
        at.row.work.pair(),
        at.row.length,
        rows.len(),
        beside(worst, goal.as_ref().map(|goal| goal.worst)),
        beside(mean, goal.as_ref().map(|goal| goal.mean)),
        at.row.corpus,
        at.best_peer().map_or("nobody", Timing::library),
    ))
}

fn mark(share: f64) -> char {
    match share {
        share if share >= 1.0 => ' ',
        share if share >= CLOSE => '~',
        _ => '-',
    }
}
