//! Measures `utflane` against libraries with the same functions.
//!
//! ```text
//! arguments --> works, lengths --> Case (strings, expected results) --> contenders --> rounds --> table
//!               texts                                                ours, peers               record
//! ```

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
use measured::Measured;
use texts::Text;
use utflane_test_support::corpora::{Cut, Length, Work};

/// Minimum number of bytes that a round reads, if there are enough texts. This is long enough for a
/// branch predictor to forget a text before it is read again.
const ROTATION: usize = 1 << 20;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    arguments.tier.force_simdutf();
    let isa = match &arguments.isa {
        Some(name) => Isa::named(name).with_context(|| format!("no instruction set {name:?}"))?,
        None => arguments.tier.isa()?,
    };
    if cfg!(debug_assertions) {
        eprintln!("built without --release: the figures are meaningless");
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
        "no peer supports this operation, or none of these texts suits it"
    );
    match arguments.smoke {
        true => println!("{} rows, every result correct", all.len()),
        false => table::print(&all),
    }
    if let Some(folder) = &arguments.record {
        let file = record::write(folder, arguments.tier.name(), &all)?;
        println!("\nrecord: {}", file.display());
    }
    Ok(())
}

/// Shows the progress of a run, on a terminal.
fn show(line: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{line}");
    }
}

/// Measures one operation on all suitable texts. Returns nothing if no peer supports it, unless its
/// pair was requested.
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
        // There is no row if the target cannot represent the text, or if the text is malformed and
        // the result is then unspecified.
        let is_damaged = matches!(length, Length::Cut(cut) if cut.rate().is_some());
        let is_malformed = is_damaged || !text.is_well_formed();
        let makes_sense = case.is_clean() || is_malformed && !work.verb.trusts();
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

/// Returns ours, followed by those of the peers.
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
