//! The goals beside what is measured, for one tier.

use anyhow::{Result, bail};

use crate::arguments::{Arguments, Row, parse_lengths};
use crate::contender::Role;
use crate::corpora::{Length, Work};
use crate::goals::{Against, GOALS, Goal};
use crate::progress::Progress;
use crate::row::Bench;
use crate::tier::Tier;

/// Below this share of what is aimed at, a cell is more than noise away.
const CLOSE: f64 = 0.97;

/// Measures each goal that the filters let through and prints a line for it: met (`+`), missed by
/// a hair (`~`) or missed (`-`), with the ratio of every row that it is made of.
pub(crate) fn run(bench: &mut Bench, arguments: &Arguments) -> Result<()> {
    let column = match arguments.tier {
        Tier::Avx512 => 0,
        Tier::Avx2 => 1,
        Tier::Sse41 => 2,
        _ => bail!("the goals are for a tier: give --tier avx512, avx2 or sse41"),
    };
    let mut met = 0;
    let mut total = 0;
    let mut progress = Progress::new(None);
    for goal in GOALS.iter().filter(|goal| goal.aims[column] > 0.0) {
        for &(verb, source, target) in goal.works {
            let work = Work::new(verb, source, target);
            if !arguments.wants(work) {
                continue;
            }
            let cells = measure(bench, arguments, goal, work, &mut progress)?;
            progress.clear();
            if let Some((line, reached)) = line(goal, work, goal.aims[column], cells) {
                println!("{line}");
                met += usize::from(reached);
                total += 1;
            }
        }
    }
    println!("\n{met} of {total} goals met on {}", bench.isa.name());
    Ok(())
}

/// Each row of a goal and its ratio.
fn measure(
    bench: &mut Bench,
    arguments: &Arguments,
    goal: &Goal,
    work: Work,
    progress: &mut Progress,
) -> Result<Vec<(Row, f64)>> {
    let mut cells = Vec::new();
    for corpus in goal.corpora.split(',') {
        if !arguments.wants_corpus(corpus) {
            continue;
        }
        for length in parse_lengths(&[goal.lengths])? {
            if arguments.quick && is_skipped(length) {
                continue;
            }
            let row = Row {
                work,
                corpus: corpus.to_string(),
                length,
            };
            progress.show(&row);
            if let Some(ratio) = ratio(bench, goal.against, &row)? {
                cells.push((row, ratio));
            }
        }
    }
    Ok(cells)
}

/// Of the longer short strings every seventh length does for a quick look.
fn is_skipped(length: Length) -> bool {
    matches!(length, Length::Units(units @ 33..=256) if units % 7 != 0)
}

fn ratio(bench: &mut Bench, against: Against, row: &Row) -> Result<Option<f64>> {
    match against {
        Against::Own(verb, source, target) => {
            let work = Work::new(verb, source, target);
            let other = Row {
                work,
                ..row.clone()
            };
            return bench.compare_own(row, &other);
        }
        Against::OwnOn(corpus) => {
            let other = Row {
                corpus: corpus.to_string(),
                ..row.clone()
            };
            return bench.compare_own(row, &other);
        }
        _ => {}
    }
    let Some(measured) = bench.measure(row, false)? else {
        return Ok(None);
    };
    Ok(match against {
        Against::Library(name) => measured.ratio_to(name),
        Against::OwnRoomy => match (measured.ours(Role::Ours), measured.ours(Role::OursExact)) {
            (Some(roomy), Some(exact)) => Some(roomy.minimum / exact.minimum),
            _ => None,
        },
        _ => measured.ratio(),
    })
}

/// The line of a goal, and whether it is met.
fn line(goal: &Goal, work: Work, aim: f64, cells: Vec<(Row, f64)>) -> Option<(String, bool)> {
    let (_, worst) = cells
        .iter()
        .min_by(|one, other| one.1.total_cmp(&other.1))?;
    let mark = match worst / aim {
        share if share >= 1.0 => '+',
        share if share >= CLOSE => '~',
        _ => '-',
    };
    let text = format!(
        "{mark} {worst:>5.2} >= {aim:<5} {:<14} {:<15} {:<30} {:<22} {}",
        work.verb,
        work.pair(),
        goal.title,
        against(goal.against),
        details(&cells, aim)
    );
    Some((text, mark == '+'))
}

fn against(against: Against) -> String {
    match against {
        Against::BestPeer => "to the best peer".to_string(),
        Against::Library(name) => format!("to {name}"),
        Against::Own(verb, source, target) => {
            let work = Work::new(verb, source, target);
            format!("to own {} {}", work.verb, work.pair())
        }
        Against::OwnOn(corpus) => format!("to own on {corpus}"),
        Against::OwnRoomy => "to own, roomy target".to_string(),
    }
}

/// The ratios by corpus; of many lengths, how many miss the aim and the worst.
fn details(cells: &[(Row, f64)], aim: f64) -> String {
    let mut words = Vec::new();
    for group in cells.chunk_by(|one, other| one.0.corpus == other.0.corpus) {
        let corpus = &group[0].0.corpus;
        if let [(_, ratio)] = group {
            words.push(format!("{corpus} {ratio:.2}"));
            continue;
        }
        let missed = group.iter().filter(|(_, ratio)| *ratio < aim).count();
        let worst = group.iter().min_by(|one, other| one.1.total_cmp(&other.1));
        let mean = group.iter().map(|(_, ratio)| ratio.ln()).sum::<f64>() / group.len() as f64;
        if let Some((row, ratio)) = worst {
            words.push(format!(
                "{corpus} mean {:.2}, {missed} of {} missed, worst {ratio:.2} at {}",
                mean.exp(),
                group.len(),
                row.length
            ));
        }
    }
    words.join("; ")
}
