//! Draws the speed of the libraries on each text with the best instruction set of the CPU, in GB/s:
//! one dot per library, one row per text, one panel per operation.

use crate::record::{Record, tier};
use crate::svg::{Axis, FAINT, Svg};

const WORKS: [(&str, &str); 3] = [
    ("validate utf8", "validate UTF-8"),
    ("transcode utf8-utf16", "UTF-8 to UTF-16"),
    ("transcode utf16-utf8", "UTF-16 to UTF-8"),
];

const LABELS: f64 = 110.0;
const PANEL: f64 = 275.0;
const GAP: f64 = 22.0;
const TOP: f64 = 102.0;
const ROW: f64 = 19.0;
const TICKS: [f64; 6] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];

/// Colours that people with colour vision deficiencies can distinguish.
fn colour(library: &str) -> &'static str {
    match library {
        "utflane" => "#2f81f7",
        "simdutf" => "#e36209",
        "simdutf8" => "#1a9e77",
        "encoding_rs" => "#c36bb0",
        "smoothutf8" => "#d4a72c",
        _ => "#8b8f94",
    }
}

pub(crate) fn draw(record: &Record, cut: &str) -> String {
    let best = record.tiers().first().copied().unwrap_or_default();
    let rows = record.rows.iter();
    let rows: Vec<_> = rows
        .filter(|row| row.tier == best && row.cut == cut)
        .collect();
    let mut texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    let width = LABELS + WORKS.len() as f64 * (PANEL + GAP);
    let bottom = TOP + ROW * texts.len() as f64;
    let title = format!("Real texts, read once, {}: GB/s of input", tier(best));
    let mut svg = Svg::new([width, bottom + 58.0], &title, record);
    let middle = |index: usize| TOP + ROW * (index as f64 + 0.5);
    for (index, text) in texts.iter().enumerate() {
        svg.text([LABELS - 10.0, middle(index) + 4.0], "end", text);
    }
    for (index, (work, name)) in WORKS.iter().enumerate() {
        let left = LABELS + index as f64 * (PANEL + GAP);
        let axis = Axis {
            low: 0.5,
            high: 80.0,
            left,
            right: left + PANEL,
        };
        svg.heading([left + PANEL / 2.0, TOP - 12.0], name);
        axis.draw(&mut svg, TOP, bottom, &TICKS);
        for (index, text) in texts.iter().enumerate() {
            let y = middle(index);
            svg.line([left, y, left + PANEL, y], FAINT, 0.5);
            let row = rows
                .iter()
                .find(|row| row.work == *work && row.text == *text);
            let figures = row.map_or(&[][..], |row| &row.figures);
            // Ours is drawn last, on top of the others.
            for (library, figure) in record.libraries.iter().zip(figures).rev() {
                if let Some(figure) = figure {
                    svg.dot([axis.place(*figure), y], radius(library), colour(library));
                }
            }
        }
    }
    let mut x = LABELS + 5.0;
    for (index, library) in record.libraries.iter().enumerate() {
        if rows.iter().all(|row| row.figures[index].is_none()) {
            continue;
        }
        svg.dot([x, bottom + 40.0], radius(library), colour(library));
        svg.text([x + 12.0, bottom + 44.0], "start", library);
        x += 50.0 + 8.0 * library.len() as f64;
    }
    svg.finish()
}

fn radius(library: &str) -> f64 {
    if library == "utflane" { 5.5 } else { 4.0 }
}
