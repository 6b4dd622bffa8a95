//! The report: a page of Markdown with a chart and a table for each work, and what it all amounts
//! to at the top.

mod chart;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::arguments::Row;
use crate::contender::Role;
use crate::corpora::{Encoding::*, Length, PAGES, SCRIPTS, Verb, Verb::*, Work};
use crate::measure::Timing;
use crate::peers;
use crate::row::Measured;
use crate::table::{cell, ratios};
use chart::Series;

/// What a report shows unless told otherwise: each work by script, the commonest by length too.
pub(crate) fn rows() -> Vec<Row> {
    let works = [
        (Validate, Utf8, Utf8),
        (Transcode, Utf8, Utf16),
        (Transcode, Utf8, Utf32),
        (Transcode, Utf8, Latin1),
        (Transcode, Utf8, Utf8),
        (Transcode, Utf16, Utf8),
        (Transcode, Utf16, Utf32),
        (Transcode, Utf32, Utf8),
        (Transcode, Utf32, Utf16),
        (Transcode, Latin1, Utf8),
        (Transcode, Utf16Le, Utf16Be),
        (Validate, Utf16, Utf16),
        (Lossy, Utf8, Utf16),
        (Lossy, Utf16, Utf8),
        (Unchecked, Utf8, Utf16),
        (Unchecked, Utf16, Utf8),
        (TranscodedLen, Utf8, Utf16),
        (TranscodedLen, Utf16, Utf8),
        (CharCount, Utf8, Utf8),
    ];
    let by_length = [
        (Validate, Utf8, Utf8),
        (Transcode, Utf8, Utf16),
        (Transcode, Utf16, Utf8),
    ];
    let mut rows = Vec::new();
    for (verb, source, target) in works {
        for corpus in [&SCRIPTS[..], &PAGES].concat() {
            rows.push(row(verb, source, target, corpus, Length::Corpus));
        }
    }
    for (verb, source, target) in by_length {
        for corpus in ["latin", "russian", "chinese"] {
            for units in (1..32).chain((32..=256).step_by(8)) {
                rows.push(row(verb, source, target, corpus, Length::Units(units)));
            }
        }
    }
    rows
}

fn row(
    verb: Verb,
    source: crate::corpora::Encoding,
    target: crate::corpora::Encoding,
    corpus: &str,
    length: Length,
) -> Row {
    Row {
        work: Work::new(verb, source, target),
        corpus: corpus.to_string(),
        length,
    }
}

/// Writes the report and its charts. The rows of one work stand together.
pub(crate) fn write(folder: &Path, setting: &str, rows: &[Measured]) -> Result<()> {
    let (short, mut long): (Vec<&Measured>, Vec<&Measured>) = rows
        .iter()
        .partition(|measured| measured.row.length.is_short());
    for rows in long.chunk_by_mut(|one, other| one.row.work == other.row.work) {
        rows.sort_by_key(|measured| measured.row.length);
    }
    let mut text = format!(
        "# utflane and its peers\n\n{}\n\n",
        setting.replace('\n', "  \n")
    );
    text += "Farther right is faster in the charts by text, lower is faster in those by length; \
             both scales are logarithmic. A ratio is ours to the fastest peer that does the same \
             work: above 1, ours is faster. A star marks a figure that is not compared with: its \
             library does less of the work or does not keep to the tier.\n\n";
    text += &overview(&long, &short);
    let save = |name: String, svg: String| -> Result<String> {
        let file = folder.join(&name);
        fs::write(&file, svg).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(name)
    };
    for group in long.chunk_by(|one, other| same_chart(one, other)) {
        let title = format!("{}, {}", title(group[0]), group[0].row.length);
        let file = save(file_name(&title), by_text(&title, group))?;
        write!(
            text,
            "## {title}\n\n![{title}]({file})\n\n{}\n",
            table(group)
        )?;
    }
    for group in short
        .chunk_by(|one, other| one.row.work == other.row.work && one.row.corpus == other.row.corpus)
    {
        let title = format!(
            "{}, {}, short strings",
            title(group[0]),
            group[0].row.corpus
        );
        let file = save(file_name(&title), by_length(&title, group))?;
        write!(text, "## {title}\n\n![{title}]({file})\n\n")?;
        if let Some(summary) = summary(group) {
            write!(text, "{summary}\n\n")?;
        }
    }
    let file = folder.join("report.md");
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

fn same_chart(one: &Measured, other: &Measured) -> bool {
    one.row.work == other.row.work && one.row.length == other.row.length
}

fn title(measured: &Measured) -> String {
    format!("{} {}", measured.row.work.verb, measured.row.work.pair())
}

fn file_name(title: &str) -> String {
    title.replace(", ", "-").replace(' ', "-") + ".svg"
}

/// One line a work: the mean and the worst ratio.
fn overview(long: &[&Measured], short: &[&Measured]) -> String {
    let mut text =
        String::from("| work | texts | mean ratio | worst ratio |\n|---|---:|---:|---|\n");
    let works = |one: &&Measured, other: &&Measured| one.row.work == other.row.work;
    for (kind, rows) in [("", long), (", short strings", short)] {
        for group in rows.chunk_by(works) {
            let Some((mean, worst, at)) = ratios(group) else {
                continue;
            };
            let length = match at.row.length {
                Length::Corpus => String::new(),
                length => format!(", length {length}"),
            };
            writeln!(
                text,
                "| {}{kind} | {} | {mean:.2} | {worst:.2} ({}{length}, to {}) |",
                title(at),
                group.len(),
                at.row.corpus,
                at.best_peer().map_or("nobody", Timing::library),
            )
            .expect("writing to a string");
        }
    }
    text + "\n"
}

fn summary(rows: &[&Measured]) -> Option<String> {
    let (mean, worst, at) = ratios(rows)?;
    Some(format!(
        "Mean ratio {mean:.2}, worst {worst:.2} at length {}.",
        at.row.length
    ))
}

/// The values of each library that has any.
fn series(rows: &[&Measured], value: impl Fn(&Measured, &Timing) -> f64) -> Vec<Series> {
    let names = ["utflane"].into_iter().chain(peers::NAMES);
    let all = names.map(|name| Series {
        name,
        values: rows
            .iter()
            .map(|&measured| Some(value(measured, timing(measured, name)?)))
            .collect(),
    });
    all.filter(|one| one.values.iter().any(Option::is_some))
        .collect()
}

/// A library's timing that counts.
fn timing<'row>(measured: &'row Measured, name: &str) -> Option<&'row Timing> {
    let mut timings = measured.timings.iter();
    timings.find(|timing| timing.library() == name && timing.role != Role::Aside)
}

fn by_text(title: &str, rows: &[&Measured]) -> String {
    let labels: Vec<String> = rows
        .iter()
        .map(|measured| measured.row.corpus.clone())
        .collect();
    let series = series(rows, |measured, timing| measured.throughput(timing.minimum));
    chart::dots(title, "GB/s of input", &labels, &series)
}

fn by_length(title: &str, rows: &[&Measured]) -> String {
    let lengths: Vec<usize> = rows
        .iter()
        .map(|measured| match measured.row.length {
            Length::Units(units) => units,
            _ => unreachable!("short strings have a length"),
        })
        .collect();
    let series = series(rows, |_, timing| timing.minimum);
    chart::lines(title, "ns", &lengths, &series)
}

/// GB/s of each library on each text.
fn table(rows: &[&Measured]) -> String {
    let mut text = String::from("| text | utflane | exact target |");
    let names: Vec<&str> = peers::NAMES
        .into_iter()
        .filter(|name| rows.iter().any(|row| cell(row, name) != "."))
        .collect();
    for name in &names {
        text += &format!(" {name} |");
    }
    text += " ratio |\n|---|";
    text += &"---:|".repeat(names.len() + 3);
    text.push('\n');
    for measured in rows {
        let figure = |role| match measured.ours(role) {
            Some(timing) => format!("{:.2}", measured.throughput(timing.minimum)),
            None => ".".to_string(),
        };
        let (ours, exact) = (figure(Role::Ours), figure(Role::OursExact));
        text += &format!("| {} | {ours} | {exact} |", measured.row.corpus);
        for name in &names {
            text += &format!(" {} |", cell(measured, name));
        }
        match measured.ratio() {
            Some(ratio) => text += &format!(" {ratio:.2} |\n"),
            None => text += " . |\n",
        }
    }
    text
}
