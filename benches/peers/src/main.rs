//! Measures `utflane` against the libraries that do the same work.
//!
//! ```text
//! arguments --> works, lengths --> Case (strings, right answers) --> contenders --> rounds --> table
//!               texts                                                ours, peers               record
//! ```

#[path = "../../../tests/corpora/mod.rs"]
mod corpora;

mod arguments;
mod contender;
mod measured;
mod ours;
mod peers;
mod record;
mod rounds;
mod setting;
mod table;
mod texts;
mod tier;

use std::io::IsTerminal;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use utflane::Isa;

use arguments::Arguments;
use contender::{Case, Contender};
use corpora::{Cut, Length, Work};
use measured::Measured;
use texts::Text;

/// Bytes that a round reads at least, if there are texts enough, so that what a branch predictor
/// learns of one it has forgotten when it comes again.
const ROTATION: usize = 1 << 20;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    arguments.tier.force_simdutf();
    let isa = match &arguments.isa {
        Some(name) => Isa::named(name).with_context(|| format!("no instruction set {name:?}"))?,
        None => arguments.tier.isa()?,
    };
    if cfg!(debug_assertions) {
        eprintln!("built without --release: the figures say nothing");
    }
    println!("{}", setting::setting(&arguments, isa));
    let texts = texts::texts(&arguments)?;
    let works = arguments.works()?;
    let lengths = arguments.lengths(&texts)?;
    let mut all = Vec::new();
    for (index, &work) in works.iter().enumerate() {
        for &length in &lengths {
            if arguments.suits(work, length) {
                show(&format!(
                    "[{index}/{}] {} {} {length}",
                    works.len(),
                    work.verb,
                    work.pair()
                ));
                all.extend(measure(&arguments, isa, &texts, work, length));
            }
        }
    }
    show("");
    ensure!(
        !all.is_empty(),
        "no peer does this, or on none of these texts"
    );
    match arguments.smoke {
        true => println!("{} rows, every answer right", all.len()),
        false => table::print(&all),
    }
    if let Some(folder) = &arguments.record {
        let file = record::write(folder, arguments.tier.name(), &all)?;
        println!("\nrecord: {}", file.display());
    }
    Ok(())
}

/// How far a run is, on a terminal.
fn show(line: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{line}");
    }
}

/// One work on all texts that it can be done on; nothing where no peer does it, unless its pair was
/// asked for.
fn measure(
    arguments: &Arguments,
    isa: Isa,
    texts: &[Text],
    work: Work,
    length: Length,
) -> Vec<Measured> {
    let rounds = arguments.rounds();
    let is_enough = |bytes| bytes >= ROTATION || rounds == 1;
    let mut bytes = 0;
    let mut cases: Vec<(&Text, Case)> = Vec::new();
    for text in texts {
        if !text.is_wanted && (cases.is_empty() || is_enough(bytes)) {
            break;
        }
        let Some(sample) = text.sample(work, length) else {
            continue;
        };
        let case = Case::new(work, text.name(), sample);
        // A target that cannot express the text makes no row, nor does malformed text for a verb
        // that trusts it.
        let makes_sense = case.is_clean() || !(text.is_well_formed() || work.verb.trusts());
        if !makes_sense {
            continue;
        }
        let has_peers = contenders(&case, arguments, isa, length).len() > 1;
        if !has_peers && arguments.pair.is_empty() {
            return Vec::new();
        }
        bytes += case.sample.bytes();
        cases.push((text, case));
    }
    let group: Vec<Vec<Contender<'_>>> = cases
        .iter()
        .map(|(_, case)| contenders(case, arguments, isa, length))
        .collect();
    let timings = rounds::measure(&group, length, rounds);
    let rows = cases.iter().zip(timings);
    rows.filter(|((text, _), _)| text.is_wanted)
        .map(|((text, case), timings)| Measured {
            work,
            text: text.name().to_string(),
            length,
            bytes: case.bytes(),
            timings,
        })
        .collect()
}

/// Ours, then those of the peers.
fn contenders<'case>(
    case: &'case Case,
    arguments: &Arguments,
    isa: Isa,
    length: Length,
) -> Vec<Contender<'case>> {
    let (ours, peers) = match length {
        Length::Cut(Cut::Column) => (
            ours::of_column(case, isa),
            peers::of_column(case, arguments.tier),
        ),
        _ => (
            ours::contender(case, isa, arguments.exact),
            peers::contenders(case, arguments.tier),
        ),
    };
    [ours].into_iter().chain(peers).collect()
}
