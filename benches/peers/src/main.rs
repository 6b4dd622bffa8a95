//! Measures `utflane` against the libraries that do the same work.
//!
//! ```text
//! arguments --> rows --> Case (strings, right answers) --> contenders --> timings --> table
//!                                                          ours, peers                CSV, report
//! ```

#[path = "../../../tests/corpora/mod.rs"]
mod corpora;

mod arguments;
mod canary;
mod contender;
mod csv;
mod goals;
mod measure;
mod ours;
mod peers;
mod progress;
mod record;
mod report;
mod row;
mod setting;
mod table;
mod targets;
mod texts;
mod tier;

use std::fs;

use anyhow::{Context, Result};
use clap::Parser;
use utflane::Isa;

use arguments::{Arguments, Corpora, Row};
use canary::Canary;
use progress::Progress;
use row::{Bench, Measured};

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    arguments.tier.force_simdutf();
    let isa = match &arguments.isa {
        Some(name) => Isa::named(name).with_context(|| format!("no instruction set {name:?}"))?,
        None => arguments.tier.isa()?,
    };
    let mut bench = Bench {
        tier: arguments.tier,
        isa,
        effort: arguments.effort(),
        corpora: Corpora::default(),
        canary: Canary::new(),
    };
    if cfg!(debug_assertions) {
        eprintln!("built without --release: the figures say nothing");
    }
    let setting = setting::setting(&bench);
    println!("{setting}");
    if arguments.targets {
        return targets::run(&mut bench, &arguments);
    }
    let rows = match arguments.report {
        Some(_) if arguments.selects_all() => report::rows(),
        _ if arguments.reads_once() => Vec::new(),
        _ => arguments.all_rows()?,
    };
    // What cannot be written is better known before the measuring than after it.
    if let Some(folder) = &arguments.report {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    if let Some(file) = &arguments.csv {
        fs::write(file, "").with_context(|| format!("cannot write {}", file.display()))?;
    }
    let measured = match arguments.reads_once() {
        true => texts::run(&mut bench, &arguments)?,
        false => run(&mut bench, &rows, arguments.pair.is_empty())?,
    };
    if let Some(file) = &arguments.csv {
        let text = csv::write(&measured, arguments.tier.name(), isa.name());
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if let Some(folder) = &arguments.record {
        let file = record::write(folder, arguments.tier.name(), &measured)?;
        println!("\nrecord: {}", file.display());
    }
    if let Some(folder) = &arguments.report {
        report::write(folder, &setting, &measured)?;
        println!("\nreport: {}", folder.join("report.md").display());
    }
    Ok(())
}

/// Measures rows and prints each as it is done.
fn run(bench: &mut Bench, rows: &[Row], need_peer: bool) -> Result<Vec<Measured>> {
    println!("\n{}", table::header());
    let mut progress = Progress::new(Some(rows.len()));
    let mut all: Vec<Measured> = Vec::new();
    let mut group = 0;
    for row in rows {
        progress.show(row);
        let Some(measured) = bench.measure(row, need_peer)? else {
            continue;
        };
        let same = |other: &Measured| other.row.work == row.work && other.row.corpus == row.corpus;
        progress.clear();
        if all.last().is_some_and(|last| !same(last)) {
            print_summary(&all[group..]);
            group = all.len();
        }
        println!("{}", table::line(&measured));
        all.push(measured);
    }
    progress.clear();
    print_summary(&all[group..]);
    Ok(all)
}

fn print_summary(rows: &[Measured]) {
    if let Some(summary) = table::summary(rows) {
        println!("  = {summary}");
    }
}
