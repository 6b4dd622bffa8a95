//! Texts that are read once: no branch predictor learns them by heart, as it does a text that is
//! repeated until the clock has seen enough.
//!
//! All texts of one work and one cut are measured together. A round goes through all of them, some
//! strings at a time, with each contender in turn; the next round comes when all else was read:
//!
//! ```text
//! text     |---- batch ----|---- batch ----|---- batch ----|---
//!            touch, ours     touch, ours     touch, ours
//!            touch, peer     touch, peer     touch, peer
//! ```
//!
//! Touching brings a batch into the cache, for whoever comes first as for the others.

mod folder;
mod goals;
mod rounds;
mod summary;

use anyhow::{Result, bail, ensure};

use crate::arguments::{Arguments, Row};
use crate::contender::{Case, Contender, Role};
use crate::corpora::{CHUNKS, Corpus, Cut, Encoding::*, Length, OFFSETS, PIECES, Sample};
use crate::corpora::{Verb::*, Work};
use crate::progress::Progress;
use crate::row::{Bench, Measured};
use crate::{ours, peers, record, table};
use folder::Text;

/// So many rows are printed even if none of them is behind.
const FEW: usize = 200;

/// The works that have goals.
const WORKS: [Work; 21] = [
    Work::new(Validate, Utf8, Utf8),
    Work::new(Validate, Utf16, Utf16),
    Work::new(Validate, Utf32, Utf32),
    Work::new(Transcode, Utf8, Utf16),
    Work::new(Transcode, Utf8, Utf32),
    Work::new(Transcode, Utf16, Utf8),
    Work::new(Transcode, Utf32, Utf8),
    Work::new(Transcode, Utf16, Utf32),
    Work::new(Transcode, Utf32, Utf16),
    Work::new(Transcode, Latin1, Utf8),
    Work::new(Transcode, Utf8, Utf8),
    Work::new(CharCount, Utf8, Utf8),
    Work::new(CharCount, Utf16, Utf16),
    Work::new(TranscodedLen, Utf8, Utf16),
    Work::new(TranscodedLen, Utf8, Utf32),
    Work::new(TranscodedLen, Utf8, Latin1),
    Work::new(TranscodedLen, Utf16, Utf8),
    Work::new(TranscodedLen, Utf16, Utf32),
    Work::new(TranscodedLen, Utf32, Utf8),
    Work::new(TranscodedLen, Utf32, Utf16),
    Work::new(TranscodedLen, Latin1, Utf8),
];

/// Measures what the arguments select and prints it, losses first.
pub(crate) fn run(bench: &mut Bench, arguments: &Arguments) -> Result<Vec<Measured>> {
    let texts = texts(arguments)?;
    let works = works(arguments);
    ensure!(!works.is_empty(), "no work fits --verb and --pair");
    let cuts = cuts(arguments)?;
    let mut progress = Progress::new(Some(works.len() * cuts.len()));
    let mut all = Vec::new();
    for &work in &works {
        for &cut in &cuts {
            if is_wanted(work, cut, arguments) {
                progress.show(&Row {
                    work,
                    corpus: format!("{} texts", texts.len()),
                    length: Length::Cut(cut),
                });
                all.extend(measure(bench, &texts, work, cut));
            }
        }
    }
    progress.clear();
    print(bench, &all);
    Ok(all)
}

/// The files of a folder, or corpora, as far as they fit the filter.
fn texts(arguments: &Arguments) -> Result<Vec<Text>> {
    let Some(folder) = &arguments.text else {
        let names = arguments.corpora()?.into_iter();
        let corpora = names.filter_map(|name| Corpus::named(&name));
        return Ok(corpora.map(Text::of_corpus).collect());
    };
    let mut texts = folder::read(folder)?;
    let wants = |text: &Text| {
        let mut parts = arguments.corpus.iter();
        arguments.corpus.is_empty() || parts.any(|part| text.name.contains(part))
    };
    texts.retain(wants);
    ensure!(!texts.is_empty(), "no text fits --corpus");
    Ok(texts)
}

/// Those with goals, or of all others those that are asked for by verb and pair.
fn works(arguments: &Arguments) -> Vec<Work> {
    let usual = WORKS.into_iter().filter(|&work| arguments.wants(work));
    let usual: Vec<Work> = usual.collect();
    if !usual.is_empty() || arguments.verb.is_empty() && arguments.pair.is_empty() {
        return usual;
    }
    let all = Work::all().into_iter();
    all.filter(|&work| arguments.wants(work)).collect()
}

fn cuts(arguments: &Arguments) -> Result<Vec<Cut>> {
    let mut cuts = Vec::new();
    for length in &arguments.length {
        match length.parse() {
            Ok(Length::Cut(cut)) => cuts.push(cut),
            Ok(_) => bail!("{length} is no cut of a text: try fresh-4K, piece-64, mixed or lines"),
            Err(message) => bail!("{message}"),
        }
    }
    let mut add = |wanted: bool, some: &[Cut]| {
        if wanted {
            cuts.extend_from_slice(some);
        }
    };
    add(arguments.fresh, &CHUNKS.map(Cut::Fresh));
    add(arguments.pieces, &PIECES.map(Cut::Piece));
    add(arguments.pieces, &[Cut::Mixed]);
    add(arguments.rows, &[Cut::Lines, Cut::Column]);
    add(arguments.offset, &OFFSETS.map(Cut::Offset));
    Ok(match (cuts.is_empty(), &arguments.record) {
        (false, _) => cuts,
        (true, Some(_)) => record::CUTS.to_vec(),
        (true, None) => vec![Cut::Fresh(4 << 10), Cut::Fresh(64 << 10)],
    })
}

/// Columns are validated and converted; how text lies in memory matters to those who do little
/// for a byte of it.
fn is_wanted(work: Work, cut: Cut, arguments: &Arguments) -> bool {
    match cut {
        Cut::Column => matches!(work.verb, Validate | Transcode),
        // It would be the one at 0 once more.
        Cut::Offset(1..) if cut.offset(work.source) == Some(0) => false,
        Cut::Offset(_) if arguments.verb.is_empty() && arguments.pair.is_empty() => {
            !work.verb.writes() || work.source == work.target
        }
        _ => true,
    }
}

/// One work on all texts that it can be done on.
fn measure(bench: &mut Bench, texts: &[Text], work: Work, cut: Cut) -> Vec<Measured> {
    let length = Length::Cut(cut);
    let cases: Vec<(&Text, Case)> = texts
        .iter()
        .filter_map(|text| {
            let sample = Sample::new(text.corpus(work), work.source, length)?;
            let case = Case::new(work, &text.name, sample);
            // A target that cannot express the text makes no row.
            case.is_clean().then_some((text, case))
        })
        .collect();
    let group: Vec<Vec<Contender<'_>>> = cases
        .iter()
        .map(|(_, case)| contenders(bench, case, cut))
        .collect();
    if group.iter().any(|contenders| contenders.len() < 2) {
        return Vec::new();
    }
    let timings = rounds::measure(&group, cut, bench.effort, &mut bench.canary);
    let busy = bench.canary.is_busy();
    let rows = cases.iter().zip(timings);
    rows.map(|((text, case), timings)| Measured {
        row: Row {
            work,
            corpus: text.name.clone(),
            length,
        },
        bytes: case.bytes(),
        timings,
        busy,
    })
    .collect()
}

fn contenders<'case>(bench: &Bench, case: &'case Case, cut: Cut) -> Vec<Contender<'case>> {
    let (ours, peers) = match cut {
        Cut::Column => (
            ours::of_column(case, bench.isa),
            peers::of_column(case, bench.tier),
        ),
        _ => (
            ours::contender(case, bench.isa, Role::Ours),
            peers::contenders(case, bench.tier),
        ),
    };
    [ours].into_iter().chain(peers).collect()
}

/// First the rows where a peer is faster, then how each work stands, then the rest if that is
/// little.
fn print(bench: &Bench, all: &[Measured]) {
    let mut sorted: Vec<(f64, &Measured)> = all
        .iter()
        .filter_map(|measured| Some((measured.ratio()?, measured)))
        .collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let behind = sorted.partition_point(|&(ratio, _)| ratio < 1.0);
    println!(
        "\n{behind} of {} rows behind the best peer, worst first",
        sorted.len()
    );
    println!("{}", table::header());
    for (_, measured) in &sorted[..behind] {
        println!("{}", table::line(measured));
    }
    summary::print(all, bench.tier);
    if sorted.len() - behind <= FEW {
        println!("\nthe other rows\n{}", table::header());
        for (_, measured) in &sorted[behind..] {
            println!("{}", table::line(measured));
        }
    }
}
