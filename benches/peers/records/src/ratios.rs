//! Draws our speed relative to the fastest other library: one dot per text, one row per operation,
//! one panel per instruction set.
//!
//! ```text
//!                        AVX-512           AVX2
//! validate UTF-8      |   |  o oo#oo    |   | ooo#o o
//! UTF-8 to UTF-16     |   |  o o oo#o   |   |   oo ooo#oo
//!                        1     2   4       1     2   4
//! ```

use crate::record::{Record, Row, tier};
use crate::svg::{Axis, FAINT, SOLID, Svg};

/// A row of a chart: an operation, the cut of its texts, and its name.
pub(crate) struct Line {
    pub(crate) work: &'static str,
    pub(crate) cut: &'static str,
    name: String,
}

impl Line {
    fn new(work: &'static str, cut: &'static str) -> Self {
        let name = [name(&WORKS, work), name(&CUTS, cut)].join(", ");
        Line { work, cut, name }
    }
}

/// Returns the name of an operation or a cut.
fn name<'n>(names: &[(&str, &'n str)], key: &str) -> &'n str {
    let name = names.iter().find(|(known, _)| *known == key);
    name.expect("a row for each operation and cut").1
}

/// Returns the rows of all operations on well-formed texts.
pub(crate) fn works(cut: &'static str) -> Vec<Line> {
    let line = |&(work, name): &(_, &str)| Line {
        work,
        cut,
        name: name.to_string(),
    };
    WORKS[..WELL_FORMED].iter().map(line).collect()
}

/// Returns the rows of the chart on the first page: long texts, texts of random lengths, and
/// malformed texts.
pub(crate) fn overview() -> Vec<Line> {
    let long = [
        "validate utf8",
        "transcode utf8-utf16",
        "transcode utf16-utf8",
        "transcode utf8-utf32",
        "transcode utf32-utf8",
        "transcode latin1-utf8",
        "transcoded_len utf8-utf16",
    ];
    let long = long.map(|work| (work, "fresh-64K"));
    let short =
        ["random-256", "random-32"].map(|cut| long[..3].iter().map(move |&(work, _)| (work, cut)));
    let malformed = [
        ("validate utf8", "bad-one-1K"),
        ("validate utf8", "bad-one-64"),
        ("lossy utf8-utf16", "bad-1in100-1K"),
    ];
    let rows = long
        .into_iter()
        .chain(short.into_iter().flatten())
        .chain(malformed);
    rows.map(|(work, cut)| Line::new(work, cut)).collect()
}

/// Returns the rows of some operations on texts of random lengths.
pub(crate) fn random() -> Vec<Line> {
    let works = [
        "validate utf8",
        "transcode utf8-utf16",
        "transcode utf8-utf32",
        "transcode utf16-utf8",
        "transcode utf32-utf16",
        "transcode latin1-utf8",
    ];
    each(
        &works,
        &["random-16", "random-32", "random-64", "random-256"],
    )
}

/// Returns the rows of malformed texts.
pub(crate) fn malformed() -> Vec<Line> {
    let works = [
        "validate utf8",
        "is_valid utf8",
        "transcode utf8-utf16",
        "lossy utf8-utf8",
        "lossy utf8-utf16",
    ];
    each(
        &works,
        &[
            "bad-one-64",
            "bad-one-1K",
            "bad-1in100-1K",
            "bad-1in10-1K",
            "bad-all-1K",
        ],
    )
}

/// Returns a row for each of these operations on each of these cuts.
fn each(works: &[&'static str], cuts: &[&'static str]) -> Vec<Line> {
    let lines = works
        .iter()
        .flat_map(|work| cuts.iter().map(|cut| Line::new(work, cut)));
    lines.collect()
}

/// Operations and their names in the charts. The first [`WELL_FORMED`] ones have rows in the charts
/// of well-formed texts.
const WORKS: [(&str, &str); 19] = [
    ("validate utf8", "validate UTF-8"),
    ("validate utf16", "validate UTF-16"),
    ("validate utf32", "validate UTF-32"),
    ("transcode utf8-utf8", "copy and validate UTF-8"),
    ("transcode utf8-utf16", "UTF-8 to UTF-16"),
    ("transcode utf8-utf32", "UTF-8 to UTF-32"),
    ("transcode utf16-utf8", "UTF-16 to UTF-8"),
    ("transcode utf16-utf32", "UTF-16 to UTF-32"),
    ("transcode utf32-utf8", "UTF-32 to UTF-8"),
    ("transcode utf32-utf16", "UTF-32 to UTF-16"),
    ("transcode latin1-utf8", "Latin-1 to UTF-8"),
    ("char_count utf8", "characters of UTF-8"),
    ("char_count utf16", "characters of UTF-16"),
    ("transcoded_len utf8-utf16", "UTF-16 length of UTF-8"),
    ("transcoded_len utf16-utf8", "UTF-8 length of UTF-16"),
    ("transcoded_len latin1-utf8", "UTF-8 length of Latin-1"),
    ("is_valid utf8", "is_valid UTF-8"),
    ("lossy utf8-utf8", "lossy UTF-8"),
    ("lossy utf8-utf16", "lossy UTF-16"),
];
const WELL_FORMED: usize = 16;

/// Cuts and their names.
const CUTS: [(&str, &str); 10] = [
    ("fresh-64K", "64 KiB"),
    ("random-16", "1..16 bytes"),
    ("random-32", "1..32 bytes"),
    ("random-64", "1..64 bytes"),
    ("random-256", "1..256 bytes"),
    ("bad-one-64", "1 error, 64 B"),
    ("bad-one-1K", "1 error, 1 KiB"),
    ("bad-1in100-1K", "1 % errors"),
    ("bad-1in10-1K", "10 % errors"),
    ("bad-all-1K", "only errors"),
];

const LABELS: f64 = 225.0;
const PANEL: f64 = 250.0;
const GAP: f64 = 22.0;
const TOP: f64 = 102.0;
const ROW: f64 = 22.0;
const TICKS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// Colours of dots where ours is faster, and where it is slower.
const AHEAD: &str = "#2f81f7";
const BEHIND: &str = "#e5534b";

pub(crate) fn draw(record: &Record, lines: &[Line], how: &str) -> String {
    let tiers = record.tiers();
    let width = (LABELS + tiers.len() as f64 * (PANEL + GAP)).max(1000.0);
    let bottom = TOP + ROW * lines.len() as f64;
    let title =
        format!("Real texts, read once, {how}: speed relative to the fastest other library");
    let mut svg = Svg::new([width, bottom + 76.0], &title, record);
    for (index, line) in lines.iter().enumerate() {
        svg.text([LABELS - 10.0, row(index) + 4.0], "end", &line.name);
    }
    for (index, name) in tiers.iter().enumerate() {
        let left = LABELS + index as f64 * (PANEL + GAP);
        let rows = record.rows.iter();
        let rows: Vec<&Row> = rows.filter(|row| row.tier == *name).collect();
        svg.heading([left + PANEL / 2.0, TOP - 12.0], tier(name));
        panel(&mut svg, [left, bottom], lines, &rows);
    }
    svg.text(
        [10.0, bottom + 37.0],
        "start",
        "Axes: x times the speed of the fastest other library, logarithmic. A row without dots: no other \
         library does this with this instruction set.",
    );
    let legend = bottom + 62.0;
    svg.dot([LABELS + 5.0, legend - 4.0], 4.0, AHEAD);
    svg.text(
        [LABELS + 16.0, legend],
        "start",
        "a text: utflane is faster",
    );
    svg.dot([LABELS + 205.0, legend - 4.0], 4.0, BEHIND);
    svg.text(
        [LABELS + 216.0, legend],
        "start",
        "another library is faster",
    );
    let mean = LABELS + 405.0;
    svg.line([mean, legend - 12.0, mean, legend + 3.0], SOLID, 3.0);
    svg.text(
        [mean + 10.0, legend],
        "start",
        "mean (geometric). Dots at an edge may lie beyond it.",
    );
    svg.finish()
}

/// Returns the vertical middle of a row.
fn row(index: usize) -> f64 {
    TOP + ROW * (index as f64 + 0.5)
}

fn panel(svg: &mut Svg, [left, bottom]: [f64; 2], lines: &[Line], rows: &[&Row]) {
    let axis = Axis {
        low: 0.45,
        high: 6.0,
        left,
        right: left + PANEL,
    };
    axis.draw(svg, TOP, bottom, &TICKS);
    let one = axis.place(1.0);
    svg.line([one, TOP - 4.0, one, bottom + 4.0], SOLID, 1.5);
    for (index, line) in lines.iter().enumerate() {
        let y = row(index);
        svg.line([left, y, left + PANEL, y], FAINT, 0.5);
        let rows = rows.iter();
        let rows = rows.filter(|row| row.work == line.work && row.cut == line.cut);
        let ratios: Vec<f64> = rows.filter_map(|row| row.ratio()).collect();
        for &ratio in &ratios {
            let colour = if ratio < 1.0 { BEHIND } else { AHEAD };
            svg.dot([axis.place(ratio), y], 4.0, colour);
        }
        if !ratios.is_empty() {
            let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
            let x = axis.place((sum / ratios.len() as f64).exp());
            svg.line([x, y - 8.0, x, y + 8.0], SOLID, 3.0);
        }
    }
}
