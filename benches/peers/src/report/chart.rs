//! Two kinds of chart as SVG text, both with a logarithmic axis, since libraries and scripts differ
//! by factors:
//!
//! ```text
//! dots, one row a corpus                        lines, one a library
//!
//! latin    |        o       o   @               ns |        ,-o
//! russian  |  o   o     @                          |   ,-o-'   ,-@
//! chinese  |    o  o      @                        | o'  ,-@--'
//!          +--------------------- GB/s             +--------------- length
//! ```

use std::fmt::Write;

/// Values of one library, in the order of the rows or of the lengths.
pub(super) struct Series {
    pub(super) name: &'static str,
    pub(super) values: Vec<Option<f64>>,
}

const WIDTH: f64 = 900.0;
const LEFT: f64 = 130.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const ROW: f64 = 26.0;
const LINES_HEIGHT: f64 = 380.0;

/// Colours that people of all kinds of sight can tell apart (after Okabe and Ito).
fn colour(name: &str) -> &'static str {
    match name {
        "utflane" => "#0072b2",
        "simdutf" => "#d55e00",
        "simdutf8" => "#009e73",
        "encoding_rs" => "#cc79a7",
        _ => "#888888",
    }
}

/// A logarithmic axis from `first` to `last` on the paper for values from `low` to `high`.
struct Axis {
    low: f64,
    high: f64,
    first: f64,
    last: f64,
}

impl Axis {
    /// An axis that holds all values; a value is positive.
    fn over(series: &[Series], first: f64, last: f64) -> Axis {
        let values = || series.iter().flat_map(|one| &one.values).flatten().copied();
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(0.0, f64::max);
        let (low, high) = if low < high { (low, high) } else { (1.0, 10.0) };
        Axis {
            low: low / 1.15,
            high: high * 1.15,
            first,
            last,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.first + share * (self.last - self.first)
    }

    /// 1, 2, 5, 10, 20, ... as far as they lie on the axis.
    fn ticks(&self) -> Vec<f64> {
        let powers = (-3..=6).map(|power| 10_f64.powi(power));
        let all = powers.flat_map(|power| [power, 2.0 * power, 5.0 * power]);
        all.filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }
}

/// Dots on one row a label, farther right is faster.
pub(super) fn dots(title: &str, unit: &str, rows: &[String], series: &[Series]) -> String {
    let bottom = TOP + ROW * rows.len() as f64;
    let axis = Axis::over(series, LEFT, WIDTH - RIGHT);
    let mut svg = open(title, bottom + BOTTOM, series);
    for tick in axis.ticks() {
        let x = axis.place(tick);
        line(&mut svg, [x, TOP, x, bottom], "#dddddd");
        text(&mut svg, [x, bottom + 16.0], "middle", &tick.to_string());
    }
    text(&mut svg, [WIDTH - RIGHT, bottom + 34.0], "end", unit);
    for (index, label) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        line(&mut svg, [LEFT, y, WIDTH - RIGHT, y], "#f0f0f0");
        text(&mut svg, [LEFT - 8.0, y + 4.0], "end", label);
        // Ours last, so that it lies on top.
        for one in series.iter().rev() {
            if let Some(value) = one.values[index] {
                dot(&mut svg, [axis.place(value), y], one.name);
            }
        }
    }
    svg + "</svg>\n"
}

/// A line for each series over lengths; lower is faster.
pub(super) fn lines(title: &str, unit: &str, lengths: &[usize], series: &[Series]) -> String {
    let bottom = TOP + LINES_HEIGHT;
    let axis = Axis::over(series, bottom, TOP);
    let longest = lengths.iter().copied().max().unwrap_or(1);
    let across = |length: usize| LEFT + (WIDTH - LEFT - RIGHT) * length as f64 / longest as f64;
    let mut svg = open(title, bottom + BOTTOM, series);
    for tick in axis.ticks() {
        let y = axis.place(tick);
        line(&mut svg, [LEFT, y, WIDTH - RIGHT, y], "#dddddd");
        text(
            &mut svg,
            [LEFT - 8.0, y + 4.0],
            "end",
            &format!("{tick} {unit}"),
        );
    }
    for length in (0..=longest).step_by(longest.div_ceil(8)) {
        text(
            &mut svg,
            [across(length), bottom + 16.0],
            "middle",
            &length.to_string(),
        );
    }
    text(
        &mut svg,
        [WIDTH - RIGHT, bottom + 34.0],
        "end",
        "length in units",
    );
    for one in series.iter().rev() {
        let points: Vec<String> = lengths
            .iter()
            .zip(&one.values)
            .filter_map(|(&length, value)| {
                let y = axis.place((*value)?);
                Some(format!("{:.1},{y:.1}", across(length)))
            })
            .collect();
        let width = if one.name == "utflane" { 2.5 } else { 1.5 };
        writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="{width}"/>"#,
            points.join(" "),
            colour(one.name)
        )
        .expect("writing to a string");
    }
    svg + "</svg>\n"
}

/// The opening tag, a title and a legend.
fn open(title: &str, height: f64, series: &[Series]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    let mut x = LEFT + 6.0;
    for one in series {
        dot(&mut svg, [x, 42.0], one.name);
        text(&mut svg, [x + 10.0, 46.0], "start", one.name);
        x += 40.0 + 7.0 * one.name.len() as f64;
    }
    svg
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], stroke: &str) {
    writeln!(
        svg,
        r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{stroke}"/>"#
    )
    .expect("writing to a string");
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    writeln!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
    )
    .expect("writing to a string");
}

fn dot(svg: &mut String, [x, y]: [f64; 2], name: &str) {
    let radius = if name == "utflane" { 7.0 } else { 5.0 };
    writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="{}" fill-opacity="0.8"/>"#,
        colour(name)
    )
    .expect("writing to a string");
}
