//! Prints the changes between two records, as ratios to the other libraries, which do not depend on
//! how busy the machine was.

use std::collections::HashMap;

use crate::record::{Record, Row};

/// A smaller change is noise.
const NOISE: f64 = 1.05;

pub(crate) fn print(old: &Record, new: &Record) {
    println!("{}\n{}\n", old.origin, new.origin);
    let before: HashMap<_, f64> = old
        .rows
        .iter()
        .filter_map(|row| Some((key(row), row.ratio()?)))
        .collect();
    let mut changes: Vec<(f64, &Row, f64, f64)> = new
        .rows
        .iter()
        .filter_map(|row| {
            let (old, new) = (*before.get(&key(row))?, row.ratio()?);
            Some((new / old, row, old, new))
        })
        .collect();
    let same = |one: &Row, other: &Row| {
        (&one.tier, &one.work, &one.cut) == (&other.tier, &other.work, &other.cut)
    };
    println!("ours to the best of the others, worst and mean of the texts:");
    for group in changes.chunk_by(|one, other| same(one.1, other.1)) {
        let row = group[0].1;
        let side = |of: fn(&(f64, &Row, f64, f64)) -> f64| {
            let ratios = group.iter().map(of);
            let worst = ratios.clone().fold(f64::INFINITY, f64::min);
            let sum: f64 = ratios.map(f64::ln).sum();
            format!("{worst:.2} / {:.2}", (sum / group.len() as f64).exp())
        };
        println!(
            "{:<7} {:<28} {:<10} {}  ->  {}",
            row.tier,
            row.work,
            row.cut,
            side(|change| change.2),
            side(|change| change.3)
        );
    }
    changes.retain(|change| change.0 < 1.0 / NOISE);
    changes.sort_by(|one, other| one.0.total_cmp(&other.0));
    println!("\n{} fell by more than 5 %, worst first:", changes.len());
    for (change, row, old, new) in changes {
        println!(
            "{change:.2}  {:<7} {:<28} {:<10} {:<16} {old:.2}  ->  {new:.2}",
            row.tier, row.work, row.cut, row.text
        );
    }
}

fn key(row: &Row) -> [&str; 4] {
    [&row.tier, &row.work, &row.cut, &row.text]
}
