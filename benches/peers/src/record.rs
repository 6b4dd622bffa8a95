//! Stores figures, so that a change can be compared on CPUs that are not available. There is one
//! file per CPU and day, `FOLDER/CPU/DATE.csv`, with the figures of several tiers, each from a
//! separate run.
//!
//! ```text
//! # cpu: AMD EPYC (family 25, model 17, Zen 4)
//! # avx512: utflane of commit 5b0a51c; rustc 1.95.0; simdutf 9.3.2, ...; utflane-peers --text ...
//! tier,verb,pair,cut,text,utflane,std,simdutf8,simdutf,encoding_rs
//! avx512,validate,utf8,fresh-64K,docs-de,27.3,7.24,17.9,15.3,17.6
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::contender::Role;
use crate::measured::Measured;
use crate::peers;
use crate::setting::{CXX, Cpu, PEERS, RUSTC, said};
use utflane_test_support::corpora::{Cut, Rate};

/// The cuts in a record, unless other cuts are requested.
pub(crate) const CUTS: [Cut; 15] = [
    Cut::Fresh(64 << 10),
    Cut::Fresh(4 << 10),
    Cut::Random(16),
    Cut::Random(32),
    Cut::Random(64),
    Cut::Random(256),
    Cut::Mixed,
    Cut::Lines,
    Cut::Column,
    Cut::Offset(33),
    Cut::Damaged(64, Rate::One),
    Cut::Damaged(1 << 10, Rate::One),
    Cut::Damaged(1 << 10, Rate::OneIn(100)),
    Cut::Damaged(1 << 10, Rate::OneIn(10)),
    Cut::Damaged(1 << 10, Rate::All),
];

/// Writes the figures of a tier next to those of other tiers. Returns the path of the file.
pub(crate) fn write(folder: &Path, tier: &str, rows: &[Measured]) -> Result<PathBuf> {
    let cpu = Cpu::this();
    let folder = folder.join(cpu.folder());
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let file = folder.join(said("date", &["+%F"])).with_extension("csv");
    let before = fs::read_to_string(&file).unwrap_or_default();
    let general = [
        format!("# cpu: {cpu}"),
        "# figures: GB/s of input; empty where the library does not do the same work".to_string(),
    ];
    let (remark, row) = (format!("# {tier}: "), format!("{tier},"));
    let is_kept = |line: &str| {
        let is_ours = line.starts_with(&remark) || line.starts_with(&row);
        !is_ours && line != header() && !general.iter().any(|general| line == general)
    };
    let others = before.lines().filter(|line| is_kept(line));
    let (mut remarks, mut lines): (Vec<String>, Vec<String>) = others
        .map(str::to_string)
        .partition(|line| line.starts_with('#'));
    remarks.push(remark + &setting());
    lines.extend(rows.iter().map(|row| line(tier, row)));
    let text = [&general[..], &remarks, &[header()], &lines].concat();
    fs::write(&file, text.join("\n") + "\n")
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

/// Returns versions, commit and arguments of this run.
fn setting() -> String {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src");
    let git = |arguments: &[&str]| said("git", &[&["-C", library], arguments, &["."]].concat());
    let commit = git(&["log", "-1", "--format=%h", "--"]);
    let changes = match git(&["status", "--porcelain", "--"]).as_str() {
        "" => "",
        _ => " with changes",
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    format!(
        "utflane of commit {commit}{changes}; {RUSTC}; {PEERS}; simdutf built by {CXX}; \
         utflane-peers {}",
        arguments.join(" ")
    )
}

fn header() -> String {
    format!("tier,verb,pair,cut,text,utflane,{}", peers::NAMES.join(","))
}

fn line(tier: &str, row: &Measured) -> String {
    let mut line = format!(
        "{tier},{},{},{},{}",
        row.work.verb,
        row.work.pair(),
        row.length,
        row.text.replace(',', " ")
    );
    let peers = peers::NAMES.iter();
    let peers = peers.map(|name| row.timing(name, Role::Peer));
    for timing in [Some(row.ours())].into_iter().chain(peers) {
        line.push(',');
        line += &timing.map_or(String::new(), |timing| {
            short(row.throughput(timing.minimum))
        });
    }
    line
}

/// Formats three digits, the precision of the clock.
fn short(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
