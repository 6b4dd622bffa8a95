//! Writes SVG. There is no background. Text and lines are dark, or light if the reader prefers dark
//! pages.

use std::fmt::Write;

use crate::record::Record;

/// A line's opacity.
pub(crate) const SOLID: f64 = 1.0;
pub(crate) const FAINT: f64 = 0.3;

const STYLE: &str = "<style>svg{color:#3d444d}\
                     @media(prefers-color-scheme:dark){svg{color:#b1bac4}}</style>";

pub(crate) struct Svg {
    width: f64,
    height: f64,
    body: String,
    /// Dots by colour and radius, as paths of points. They are drawn last, in this order.
    dots: Vec<(&'static str, f64, String)>,
}

impl Svg {
    /// Creates a chart with a title, and with the origin of its figures below the title.
    pub(crate) fn new([width, height]: [f64; 2], title: &str, record: &Record) -> Svg {
        let mut svg = Svg {
            width,
            height,
            body: String::new(),
            dots: Vec::new(),
        };
        svg.add(format!(
            r#"<text x="10" y="22" font-size="16" font-weight="bold">{title}</text>"#
        ));
        svg.text([10.0, 42.0], "start", &record.origin);
        svg.text([10.0, 60.0], "start", &record.versions);
        svg
    }

    fn add(&mut self, line: String) {
        writeln!(self.body, "{line}").expect("writing to a string");
    }

    pub(crate) fn text(&mut self, [x, y]: [f64; 2], anchor: &str, text: &str) {
        self.add(format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    pub(crate) fn heading(&mut self, [x, y]: [f64; 2], text: &str) {
        self.add(format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle" font-weight="bold">{text}</text>"#
        ));
    }

    pub(crate) fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], opacity: f64, width: f64) {
        let path = format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        self.add(format!(
            r#"<path d="{path}" stroke="currentColor" stroke-opacity="{opacity}" stroke-width="{width}"/>"#
        ));
    }

    pub(crate) fn dot(&mut self, [x, y]: [f64; 2], radius: f64, colour: &'static str) {
        let mut groups = self.dots.iter();
        let same = groups.position(|group| (group.0, group.1) == (colour, radius));
        let index = same.unwrap_or(self.dots.len());
        if index == self.dots.len() {
            self.dots.push((colour, radius, String::new()));
        }
        write!(self.dots[index].2, "M{x:.1} {y:.1}h0").expect("writing to a string");
    }

    pub(crate) fn finish(mut self) -> String {
        for (colour, radius, points) in std::mem::take(&mut self.dots) {
            let width = 2.0 * radius;
            self.add(format!(
                r#"<path d="{points}" stroke="{colour}" stroke-opacity="0.75" stroke-width="{width}" stroke-linecap="round"/>"#
            ));
        }
        let Svg {
            width,
            height,
            body,
            ..
        } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
             fill=\"currentColor\">\n{STYLE}\n{body}</svg>\n"
        )
    }
}

/// A logarithmic axis that maps values from `low` to `high` to positions from `left` to `right`.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}

impl Axis {
    /// Returns the position of a value, clamped to the ends of the axis.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Draws vertical lines with their values below.
    pub(crate) fn draw(&self, svg: &mut Svg, top: f64, bottom: f64, ticks: &[f64]) {
        for &tick in ticks {
            let x = self.place(tick);
            svg.line([x, top, x, bottom], FAINT, 1.0);
            svg.text([x, bottom + 17.0], "middle", &tick.to_string());
        }
    }
}
