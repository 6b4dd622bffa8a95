//! The options of the command line.

use crate::schema::Schema;
use crate::target::Target;
use anyhow::{Context, anyhow, bail};
use clap::{Parser, ValueEnum};
use globset::{GlobBuilder, GlobMatcher};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use utflane::Charset;
use utflane::io::PerLine;

/// The options as they are given.
#[derive(Debug, Parser)]
#[command(
    name = "utflane-load",
    version,
    about = "Loads text files in any charset into Parquet or a database, and accounts for each row",
    after_help = "\
Exit status: 0 if all files are loaded, 1 if nothing is loaded, 2 if the command line, a source or the
target cannot be used, 3 if files are loaded, but others failed or more rows than --max-bad were set
aside."
)]
pub(crate) struct Options {
    /// Files, folders with their subfolders, or patterns such as 'exports/**/*.csv'
    #[arg(required = true, value_name = "SOURCE")]
    pub(crate) sources: Vec<PathBuf>,

    /// A folder for Parquet files, postgresql://..., sqlite:FILE or duckdb:FILE
    #[arg(long, value_name = "TARGET")]
    pub(crate) to: Target,

    /// The table of the database
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// The charset of all files without a byte order mark
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub(crate) charset: Option<Charset>,

    /// The charset of files whose path matches a pattern. The first match applies. Each pattern
    /// must match a file
    #[arg(long, value_name = "PATTERN=NAME")]
    pub(crate) charset_for: Vec<CharsetRule>,

    /// The charset of files whose charset is not detected. Without it, these files fail
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub(crate) fallback_charset: Option<Charset>,

    /// Read UTF-8 files, and each line that is malformed in UTF-8 in the fallback charset
    #[arg(long, requires = "fallback_charset")]
    pub(crate) charset_per_line: bool,

    /// Accept a charset that is only a guess
    #[arg(long)]
    pub(crate) guess: bool,

    /// A file with a line `name TYPE` for each column. Without it, types are inferred from all rows
    #[arg(long, value_name = "FILE", conflicts_with = "all_text")]
    pub(crate) schema: Option<PathBuf>,

    /// Load all columns as text
    #[arg(long)]
    pub(crate) all_text: bool,

    /// The ASCII character between fields, or `tab`. Default: detected in the first row of each
    /// file
    #[arg(long, value_name = "CHARACTER", value_parser = parse_delimiter)]
    pub(crate) delimiter: Option<u8>,

    /// Files have no header. Their columns are those of --schema, or column_1, column_2 and so on
    #[arg(long)]
    pub(crate) no_header: bool,

    /// The number or percentage of rows that can be set aside without exit status 3
    #[arg(long, value_name = "N|N%", default_value = "0")]
    pub(crate) max_bad: Limit,

    /// Values with NUL characters. Default: keep for Parquet, reject for databases
    #[arg(long, value_name = "ACTION")]
    pub(crate) nul: Option<Nul>,

    /// The number of threads that read files. Default: the number of cores
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Append to an existing table
    #[arg(long, conflicts_with = "replace")]
    pub(crate) append: bool,

    /// Replace an existing table or folder of an earlier load
    #[arg(long)]
    pub(crate) replace: bool,

    /// The folder for files.csv and rejected.csv. Default: TARGET, or NAME.load for a table NAME
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,

    /// A folder with the ADBC driver of the database
    #[arg(long, value_name = "FOLDER", env = "UTFLANE_DRIVERS")]
    pub(crate) drivers: Option<PathBuf>,
}

/// What happens to values with NUL characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Nul {
    /// Load them
    Keep,
    /// Set their rows aside
    Reject,
    /// Replace each NUL by U+FFFD
    Replace,
    /// Remove each NUL
    Strip,
}

/// The charset of files whose path matches a pattern.
#[derive(Clone, Debug)]
pub(crate) struct CharsetRule {
    pattern: String,
    whole: GlobMatcher,
    end: GlobMatcher,
    pub(crate) charset: Charset,
}

impl CharsetRule {
    /// Returns whether the pattern matches the path or its last components.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        self.whole.is_match(path) || self.end.is_match(path)
    }
}

impl FromStr for CharsetRule {
    type Err = anyhow::Error;

    fn from_str(rule: &str) -> anyhow::Result<CharsetRule> {
        let Some((pattern, name)) = rule.rsplit_once('=') else {
            bail!("expected PATTERN=NAME, such as '*.old.csv=windows-1252'");
        };
        Ok(CharsetRule {
            pattern: pattern.to_owned(),
            whole: pattern_matcher(pattern)?,
            end: pattern_matcher(&format!("**/{pattern}"))?,
            charset: parse_charset(name)?,
        })
    }
}

/// Compiles a pattern in which `*` does not match `/`, but `**` does.
pub(crate) fn pattern_matcher(pattern: &str) -> anyhow::Result<GlobMatcher> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let glob = glob.with_context(|| format!("cannot parse the pattern {pattern:?}"))?;
    Ok(glob.compile_matcher())
}

fn parse_charset(name: &str) -> anyhow::Result<Charset> {
    name.parse().map_err(|error| anyhow!("{error}"))
}

fn parse_delimiter(value: &str) -> anyhow::Result<u8> {
    match value.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'\n' | b'\r' | b'"' | 0) => Ok(*byte),
        _ => bail!("expected one ASCII character or `tab`"),
    }
}

/// A number of rows, or a share of all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    Rows(u64),
    Percent(f64),
}

impl Limit {
    /// Returns whether `bad` of `all` rows are within the limit.
    pub(crate) fn allows(self, bad: u64, all: u64) -> bool {
        match self {
            Limit::Rows(limit) => bad <= limit,
            Limit::Percent(limit) => bad as f64 * 100.0 <= limit * all as f64,
        }
    }
}

impl FromStr for Limit {
    type Err = anyhow::Error;

    fn from_str(value: &str) -> anyhow::Result<Limit> {
        let limit = match value.strip_suffix('%') {
            Some(share) => share.parse().ok().map(Limit::Percent),
            None => value.parse().ok().map(Limit::Rows),
        };
        match limit {
            Some(Limit::Percent(share)) if !(0.0..=100.0).contains(&share) => {
                bail!("expected a percentage from 0% to 100%")
            }
            Some(limit) => Ok(limit),
            None => bail!("expected a number of rows, or a percentage such as 0.5%"),
        }
    }
}

impl Options {
    /// Checks what the parser of the command line cannot check.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if let (true, Some(charset)) = (self.charset_per_line, self.fallback_charset) {
            PerLine::new(&[Charset::Utf8, charset]).context("--charset-per-line")?;
        }
        match &self.to {
            Target::Folder(_) => {
                if self.table.is_some() {
                    bail!("--table is for databases, and --to names a folder");
                }
                if self.append {
                    bail!("--append is for databases: load into another folder");
                }
            }
            database => {
                if self.table.as_ref().is_none_or(String::is_empty) {
                    bail!("a database needs --table NAME");
                }
                if self.nul == Some(Nul::Keep) && matches!(database, Target::PostgreSql(_)) {
                    bail!("PostgreSQL cannot store NUL: use --nul reject, replace or strip");
                }
            }
        }
        Ok(())
    }

    /// Checks that each rule for charsets matches one of the files to load.
    pub(crate) fn check_rules<'a>(
        &self,
        files: impl Iterator<Item = &'a Path> + Clone,
    ) -> anyhow::Result<()> {
        for rule in &self.charset_for {
            if !files.clone().any(|file| rule.matches(file)) {
                bail!(
                    "--charset-for: no file matches the pattern {:?}",
                    rule.pattern
                );
            }
        }
        Ok(())
    }

    /// Returns what happens to values with NUL characters.
    pub(crate) fn nul(&self) -> Nul {
        self.nul.unwrap_or(match self.to {
            Target::Folder(_) => Nul::Keep,
            _ => Nul::Reject,
        })
    }

    /// Returns the folder of the report, or `None` for the folder of the Parquet files.
    pub(crate) fn report(&self) -> Option<PathBuf> {
        let default = || Some(PathBuf::from(format!("{}.load", self.table.as_ref()?)));
        self.report.clone().or_else(default)
    }

    /// Returns the folder with the report after the load.
    pub(crate) fn report_folder(&self) -> PathBuf {
        match (self.report(), &self.to) {
            (Some(report), _) => report,
            (None, Target::Folder(folder)) => folder.clone(),
            (None, _) => PathBuf::new(),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Reads the file of `--schema`.
    pub(crate) fn schema(&self) -> anyhow::Result<Option<Schema>> {
        let Some(path) = &self.schema else {
            return Ok(None);
        };
        let schema = fs::read_to_string(path)
            .map_err(anyhow::Error::from)
            .and_then(|text| text.parse());
        schema
            .with_context(|| format!("--schema {}", path.display()))
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_rules() {
        let limit = |text: &str| text.parse::<Limit>().unwrap();
        assert!(limit("0").allows(0, 0) && !limit("0").allows(1, 9));
        assert!(limit("10%").allows(1, 10) && !limit("10%").allows(2, 10));
        for wrong in ["", "-1", "x%", "101%", "nan%", "1 %"] {
            assert!(wrong.parse::<Limit>().is_err(), "{wrong}");
        }
        let rule: CharsetRule = "old/*.csv=cp1251".parse().unwrap();
        assert_eq!(rule.charset, Charset::Windows1251);
        for (path, is_match) in [
            ("old/a.csv", true),
            ("data/old/a.csv", true),
            ("old/b/a.csv", false),
            ("a.csv", false),
        ] {
            assert_eq!(rule.matches(Path::new(path)), is_match, "{path}");
        }
        assert!("a.csv".parse::<CharsetRule>().is_err());
        assert!("a.csv=utf8x".parse::<CharsetRule>().is_err());
        assert_eq!(parse_delimiter("tab").unwrap(), b'\t');
        assert!(parse_delimiter("é").is_err() && parse_delimiter("\"").is_err());
    }
}
