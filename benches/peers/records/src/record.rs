//! Reads a file of figures, as written by the benchmark's option `--record`.

use std::error::Error;
use std::fs;
use std::path::Path;

pub(crate) struct Record {
    /// The CPU and the day.
    pub(crate) origin: String,
    /// The compilers, and the versions of the other libraries.
    pub(crate) versions: String,
    /// The columns of figures, ours first.
    pub(crate) libraries: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

/// The figures of all libraries for one operation and one text.
pub(crate) struct Row {
    pub(crate) tier: String,
    /// An operation and its encodings: `transcode utf8-utf16`.
    pub(crate) work: String,
    pub(crate) cut: String,
    pub(crate) text: String,
    /// GB/s of input by library.
    pub(crate) figures: Vec<Option<f64>>,
}

/// Columns before the figures.
const NAMES: usize = 5;

impl Record {
    pub(crate) fn read(file: &Path) -> Result<Record, Box<dyn Error>> {
        let text = fs::read_to_string(file)?;
        let (remarks, mut lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let cpu = remarks.iter().find_map(|line| line.strip_prefix("# cpu: "));
        let versions = remarks.iter().find_map(|line| versions(line));
        let day = file.file_stem().unwrap_or_default().to_string_lossy();
        if lines.is_empty() {
            return Err(format!("{}: no figures", file.display()).into());
        }
        let header = lines.remove(0).split(',').skip(NAMES);
        let libraries: Vec<String> = header.map(str::to_string).collect();
        let rows = lines
            .into_iter()
            .map(|line| row(line).ok_or_else(|| format!("{}: {line:?}", file.display())));
        Ok(Record {
            origin: format!("{}, {day}", cpu.unwrap_or("unknown CPU")),
            versions: versions.unwrap_or_default(),
            libraries,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    /// Returns whether there are figures of an operation on texts cut like this.
    pub(crate) fn has(&self, work: &str, cut: &str) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| row.work == work && row.cut == cut)
    }

    /// Returns the tiers of this record, widest vectors first.
    pub(crate) fn tiers(&self) -> Vec<&'static str> {
        let all = ["avx512", "avx2", "sse41", "neon"].into_iter();
        all.filter(|tier| self.rows.iter().any(|row| row.tier == *tier))
            .collect()
    }
}

/// Returns the part of the remark about a tier between the commit and the command, without dates
/// and revisions in parentheses.
fn versions(remark: &str) -> Option<String> {
    let (_, rest) = remark.split_once("; ")?;
    let (versions, _) = rest.split_once("; utflane-peers ")?;
    let parts = versions.split([')', '(']).step_by(2);
    Some(parts.map(str::trim_end).collect())
}

fn row(line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split(',').collect();
    let [tier, verb, pair, cut, text, figures @ ..] = &fields[..] else {
        return None;
    };
    let figure = |field: &&str| match *field {
        "" => Some(None),
        field => Some(Some(field.parse().ok()?)),
    };
    Some(Row {
        tier: tier.to_string(),
        work: format!("{verb} {pair}"),
        cut: cut.to_string(),
        text: text.to_string(),
        figures: figures.iter().map(figure).collect::<Option<_>>()?,
    })
}

impl Row {
    /// Returns our speed relative to the fastest other library. Above 1, ours is faster.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let (ours, others) = self.figures.split_first()?;
        let best = others.iter().flatten().copied().reduce(f64::max)?;
        Some((*ours)? / best)
    }
}

/// Returns the name of a tier for readers.
pub(crate) fn tier(name: &str) -> &str {
    match name {
        "avx512" => "AVX-512",
        "avx2" => "AVX2",
        "sse41" => "SSE4.1",
        "neon" => "NEON",
        name => name,
    }
}
