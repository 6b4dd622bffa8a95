//! The command line, and which rows it asks for.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;

use crate::corpora::{Corpus, Length, PAGES, SCRIPTS, TRIALS, Verb, Work};
use crate::measure::Effort;
use crate::tier::Tier;

/// Measures utflane against std, simdutf8, simdutf and encoding_rs, all in one process and by
/// turns.
///
/// Every answer is checked before it is timed. The ratio of a row is ours to the fastest peer that
/// does the same work: figures marked * come from a peer that does less (it cannot tell where an
/// error is, say) or that cannot be held to the tier, and are not compared with. A row is called
/// busy if the machine had other things to do all the time.
///
/// simdutf is compiled by the command `c++`, or by what the environment variable CXX named when
/// this program was built; clang++ makes some of its kernels faster than g++ does.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
EXAMPLES:
    utflane-peers --verb transcode --pair utf8-utf16 --tier avx2
    utflane-peers --verb validate --pair utf8 --corpus latin,russian,chinese --length 1..=256
    utflane-peers --verb validate,transcode --corpus scripts,pages --length 4K,64K,1M,64M --csv all.csv
    utflane-peers --text FOLDER --fresh --rows --pieces --offset --tier avx2 --csv all.csv
    utflane-peers --text FOLDER --verb validate --pair utf8 --corpus de,ru --length fresh-4K,mixed
    utflane-peers --targets --tier avx512 --verb transcode
    utflane-peers --report target/report"
)]
pub(crate) struct Arguments {
    /// Verbs: validate, is_valid, transcode, lossy, unchecked, measure, transcoded_len, lossy_len,
    /// char_count.
    #[arg(long, value_delimiter = ',')]
    pub(crate) verb: Vec<Verb>,

    /// Pairs such as utf8-utf16, utf8-*, *-latin1, or utf8 for verbs of one encoding; without this
    /// option, all that a peer can do.
    #[arg(long, value_delimiter = ',')]
    pub(crate) pair: Vec<String>,

    /// Corpora by name, or scripts, pages, trials (runs and malformed text), all; without this
    /// option, scripts and pages. With --text, the texts that have one of these in their names.
    #[arg(long, value_delimiter = ',')]
    pub(crate) corpus: Vec<String>,

    /// Lengths in units of the source: 17, 1..=256, 64K, 1M, or corpus for the whole corpus once,
    /// which is the default; or cuts: fresh-256, -1K, -4K, -64K; piece-32 to piece-2K, mixed;
    /// lines, column; offset-0, -1, -2, -16, -33, -63.
    #[arg(long, value_delimiter = ',')]
    pub(crate) length: Vec<String>,

    /// Measures on the files of this folder, each up to 2 MiB, read once a round; without a choice
    /// of cuts, in chunks of 4 and 64 KiB.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["targets", "report"])]
    pub(crate) text: Option<PathBuf>,

    /// The whole text once a round, in chunks of 256 bytes, 1, 4 and 64 KiB.
    #[arg(long, conflicts_with_all = ["targets", "report"])]
    pub(crate) fresh: bool,

    /// Measures the texts in pieces of 32, 64, 128, 256, 512, 1024 and 2048 bytes, and of all these
    /// lengths mixed, a call for each piece.
    #[arg(long, conflicts_with_all = ["targets", "report"])]
    pub(crate) pieces: bool,

    /// Measures the texts line by line: a call for each, and one call for many as a column.
    #[arg(long, conflicts_with_all = ["targets", "report"])]
    pub(crate) rows: bool,

    /// Chunks that start 0, 1, 2, 16, 33 and 63 bytes (less what is no whole unit) past a multiple
    /// of 64, for verbs that do little for a byte.
    #[arg(long, conflicts_with_all = ["targets", "report"])]
    pub(crate) offset: bool,

    /// Holds all libraries to one instruction set.
    #[arg(long, value_enum, default_value_t = Tier::Best)]
    pub(crate) tier: Tier,

    /// Holds utflane alone to an instruction set by name; the peers go by --tier.
    #[arg(long)]
    pub(crate) isa: Option<String>,

    /// Shorter turns and fewer of them: noisier figures.
    #[arg(long)]
    pub(crate) quick: bool,

    /// Each row once, for a moment: shows that everything runs and answers right; without filters,
    /// on all corpora and a few lengths.
    #[arg(long, conflicts_with = "targets")]
    pub(crate) smoke: bool,

    /// Rounds at least, in each of which every contender has one turn; the fastest turn counts.
    #[arg(long)]
    pub(crate) rounds: Option<usize>,

    /// Prints the ratios that the project aims at beside the measured ones, for the tier; --verb,
    /// --pair and --corpus narrow them down.
    #[arg(long)]
    pub(crate) targets: bool,

    /// Writes every figure to this file.
    #[arg(long)]
    pub(crate) csv: Option<PathBuf>,

    /// Keeps the figures of the tier in FOLDER/CPU/DATE.csv, beside those of other tiers; without a
    /// choice of cuts, a selection made for that.
    #[arg(long, value_name = "FOLDER", requires = "text")]
    pub(crate) record: Option<PathBuf>,

    /// Writes a report with charts to this folder; without filters, of a selection made for that.
    #[arg(long)]
    pub(crate) report: Option<PathBuf>,
}

/// What one row of the table measures.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) work: Work,
    pub(crate) corpus: String,
    pub(crate) length: Length,
}

impl Arguments {
    pub(crate) fn effort(&self) -> Effort {
        let effort = match (self.smoke, self.quick) {
            (true, _) => Effort::SMOKE,
            (_, true) => Effort::QUICK,
            _ => Effort::FULL,
        };
        Effort {
            rounds: self.rounds.unwrap_or(effort.rounds).max(1),
            ..effort
        }
    }

    /// Whether texts are to be read once, in the cuts that are asked for.
    pub(crate) fn reads_once(&self) -> bool {
        let is_cut = |length: &String| matches!(length.parse(), Ok(Length::Cut(_)));
        let any = self.fresh || self.pieces || self.rows || self.offset;
        any || self.text.is_some() || self.length.iter().any(is_cut)
    }

    /// The corpora that the filters select.
    pub(crate) fn corpora(&self) -> Result<Vec<String>> {
        match self.corpus.as_slice() {
            [] => expand_corpora(&["scripts", "pages"]),
            corpora => expand_corpora(&corpora.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    /// Whether there are no filters at all.
    pub(crate) fn selects_all(&self) -> bool {
        self.verb.is_empty()
            && self.pair.is_empty()
            && self.corpus.is_empty()
            && self.length.is_empty()
    }

    /// Whether the filters let this work through.
    pub(crate) fn wants(&self, work: Work) -> bool {
        let verb = self.verb.is_empty() || self.verb.contains(&work.verb);
        let pair = self.pair.is_empty() || self.pair.iter().any(|pattern| fits(pattern, work));
        verb && pair
    }

    /// Whether the filters let this corpus through.
    pub(crate) fn wants_corpus(&self, name: &str) -> bool {
        self.corpus.is_empty() || self.corpus.iter().any(|corpus| corpus == name)
    }

    /// The rows that the filters select.
    pub(crate) fn all_rows(&self) -> Result<Vec<Row>> {
        let works: Vec<Work> = Work::all()
            .into_iter()
            .filter(|&work| self.wants(work))
            .collect();
        ensure!(!works.is_empty(), "no work fits --verb and --pair");
        if self.smoke && self.corpus.is_empty() && self.length.is_empty() {
            let mut rows = combine(&works, &["all"], &["corpus"])?;
            rows.extend(combine(&works, &["russian"], &["1", "17", "256", "4K"])?);
            return Ok(rows);
        }
        let corpora = match self.corpus.as_slice() {
            [] => vec!["scripts", "pages"],
            corpora => corpora.iter().map(String::as_str).collect(),
        };
        let lengths = match self.length.as_slice() {
            [] => vec!["corpus"],
            lengths => lengths.iter().map(String::as_str).collect(),
        };
        combine(&works, &corpora, &lengths)
    }
}

/// A row for each work, corpus and length.
fn combine(works: &[Work], corpora: &[&str], lengths: &[&str]) -> Result<Vec<Row>> {
    let corpora = expand_corpora(corpora)?;
    let lengths = parse_lengths(lengths)?;
    let mut rows = Vec::new();
    for &work in works {
        for corpus in &corpora {
            for &length in &lengths {
                rows.push(Row {
                    work,
                    corpus: corpus.clone(),
                    length,
                });
            }
        }
    }
    Ok(rows)
}

/// Whether a pattern such as `utf8-*` covers the pair of `work`.
fn fits(pattern: &str, work: Work) -> bool {
    let one = |pattern: &str, name: &str| pattern == "*" || pattern == name;
    match pattern.split_once('-') {
        None => work.verb.is_single() && one(pattern, work.source.name()),
        Some((source, target)) => {
            !work.verb.is_single()
                && one(source, work.source.name())
                && one(target, work.target.name())
        }
    }
}

/// Corpus names, with the names of groups replaced by their members.
fn expand_corpora(names: &[&str]) -> Result<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    for &name in names {
        let group: Vec<&str> = match name {
            "scripts" => SCRIPTS.to_vec(),
            "pages" => PAGES.to_vec(),
            "trials" => TRIALS.to_vec(),
            "all" => [&SCRIPTS[..], &PAGES, &TRIALS].concat(),
            _ if Corpus::named(name).is_some() => vec![name],
            _ => bail!(
                "no corpus is called {name:?}; there are {}",
                [&SCRIPTS[..], &PAGES, &TRIALS].concat().join(", ")
            ),
        };
        all.extend(group.into_iter().map(str::to_string));
    }
    Ok(all)
}

/// Lengths and ranges of them.
pub(crate) fn parse_lengths(texts: &[&str]) -> Result<Vec<Length>> {
    let number = |text: &str| -> Result<usize> {
        text.parse()
            .with_context(|| format!("{text:?} is no number of units"))
    };
    let mut lengths = Vec::new();
    for &text in texts {
        if let Some((first, last)) = text.split_once("..=") {
            let range = number(first)?.max(1)..=number(last)?;
            lengths.extend(range.map(Length::Units));
        } else {
            lengths.push(text.parse().map_err(anyhow::Error::msg)?);
        }
    }
    Ok(lengths)
}

/// Corpora that were asked for, each made once.
#[derive(Default)]
pub(crate) struct Corpora(HashMap<String, Corpus>);

impl Corpora {
    pub(crate) fn get(&mut self, name: &str) -> Result<&Corpus> {
        if !self.0.contains_key(name) {
            let corpus = Corpus::named(name).with_context(|| format!("no corpus {name:?}"))?;
            self.0.insert(name.to_string(), corpus);
        }
        Ok(&self.0[name])
    }
}
