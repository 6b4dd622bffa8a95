//! The table of `docs/c.md`: the number of differences between utflane and glibc's iconv in each
//! encoding.

use std::fmt::Write;

use utflane::Charset;

use super::compare::{Results, is_tag};

/// The rows of the table, and the names of encodings without a difference.
#[derive(Default)]
pub(super) struct Counts {
    rows: String,
    same: Vec<&'static str>,
}

impl Counts {
    /// Adds an encoding, if the iconv of libutflane uses `charset` for this name . iconv decodes
    /// `pairs` pairs of bytes as one character, and utflane as two.
    pub(super) fn add(
        &mut self,
        charset: Charset,
        name: &'static str,
        [read, written]: [&Results; 2],
        pairs: usize,
    ) {
        if Charset::named(name) != Some(charset) {
            return;
        }
        let mut counts = [count(read), count(written)];
        counts[0][0] += pairs;
        if counts == [[0; 3]; 2] {
            self.same.push(name);
            return;
        }
        let [read, written] =
            counts.map(|counts| counts.map(|count| count.to_string()).join(" | "));
        writeln!(
            self.rows,
            "| {} | {read} | {written} |",
            name.to_uppercase()
        )
        .unwrap();
    }

    /// Formats the table.
    pub(super) fn show(&self) -> String {
        format!(
            "| encoding | decoded differently | decoded only by utflane | only by glibc | encoded \
             differently | encoded only by utflane | only by glibc |\n\
             |---|---|---|---|---|---|---|\n{}\n{} other encodings have no difference.\n",
            self.rows,
            self.same.len()
        )
    }
}

/// Returns the number of results that differ, that only utflane has, and that only iconv has.
/// Excludes tags, which iconv drops.
fn count(results: &Results) -> [usize; 3] {
    let mut counts = [0; 3];
    for (key, results) in results {
        let is_dropped = key.len() == 4 && is_tag(key) && results[1].as_deref() == Some(&[]);
        match results {
            _ if is_dropped => {}
            [Some(_), Some(_)] => counts[0] += 1,
            [Some(_), None] => counts[1] += 1,
            _ => counts[2] += 1,
        }
    }
    counts
}
