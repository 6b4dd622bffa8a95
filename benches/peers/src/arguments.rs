//! Parses the command line, and selects operations and lengths.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::record;
use crate::texts::Text;
use crate::tier::Tier;
use utflane_test_support::corpora::{CHUNKS, Cut, OFFSETS, PIECES, RANDOM, damaged};
use utflane_test_support::corpora::{Encoding::*, Length, Verb, Verb::*, Work};

/// Measures utflane against std, simdutf8, smoothutf8, simdutf and encoding_rs, alternately in one
/// process. Also measures xutf if nightly Rust compiles this program with the feature xutf.
///
/// A round reads each text once, so branch predictors cannot learn it. Every result is checked
/// before it is timed. The ratio of a row compares ours with the fastest peer that does the same
/// work. Figures marked * are not compared: the peer does less (for example, it does not report the
/// error position) or cannot be restricted to the tier. If the ratio of the medians differs much
/// from the ratio, the machine was busy.
///
/// simdutf is compiled by the command `c++`, or by the value of the environment variable CXX at
/// build time. clang++ makes some of its kernels faster than g++ does.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
EXAMPLES:
    utflane-peers --quick --verb transcode --pair utf8-utf16 --tier avx2
    utflane-peers --text FOLDER --tier avx2
    utflane-peers --text FOLDER --verb validate --pair utf8 --corpus de,ru --length fresh-4K,mixed
    utflane-peers --verb validate --pair utf8 --corpus latin,russian,chinese --length 1..=64
    utflane-peers --verb lossy --corpus trials --length corpus
    utflane-peers --text FOLDER --tier avx2 --length fresh,pieces,rows,offset --record target/record"
)]
pub(crate) struct Arguments {
    /// Operations: validate, is_valid, transcode, lossy, unchecked, measure, transcoded_len,
    /// lossy_len, char_count.
    #[arg(long, value_delimiter = ',')]
    pub(crate) verb: Vec<Verb>,

    /// Pairs such as utf8-utf16, utf8-*, *-latin1, or utf8 for operations on one encoding (default:
    /// the usual pairs of the operation).
    #[arg(long, value_delimiter = ',')]
    pub(crate) pair: Vec<String>,

    /// Corpora by name, or scripts, pages, trials (runs and malformed text), or all (default:
    /// scripts and pages). With --text, the texts whose names contain one of these.
    #[arg(long, value_delimiter = ',')]
    pub(crate) corpus: Vec<String>,

    /// How to cut texts. Chunks: fresh-256, -1K, -4K, -64K, or fresh for all of these. Short texts:
    /// piece-32 to piece-2K, mixed, or pieces. Random lengths from 1 byte on: random-16, -32, -64,
    /// -256, or random. Rows: lines, column, or rows. Alignment: offset-0, -1, -2, -16, -33, -63
    /// bytes past a multiple of 64, or offset. Malformed: bad-one-16 to -1K with one error in each
    /// piece, bad-1in100-, bad-1in10-, bad-all-, or bad for all of these.
    /// Strings from all over the text, in units of the source: 17, 1..=256, 64K, 1M. The whole text
    /// in one call: corpus. Default: fresh-4K and fresh-64K, and corpus if a text is malformed.
    #[arg(long, value_delimiter = ',')]
    length: Vec<String>,

    /// Measures the files of this folder, 2 MiB of each, instead of the corpora.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) text: Option<PathBuf>,

    /// Restricts all libraries to one instruction set.
    #[arg(long, value_enum, default_value_t = Tier::Best)]
    pub(crate) tier: Tier,

    /// Restricts only utflane, to an instruction set by name. The peers use --tier.
    #[arg(long)]
    pub(crate) isa: Option<String>,

    /// Gives utflane targets of exactly the needed length, instead of longer ones.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Fewer rounds: noisier figures.
    #[arg(long)]
    quick: bool,

    /// One round: checks that everything runs and returns the right results. Without filters, each
    /// operation that a peer supports, on all corpora.
    #[arg(long)]
    pub(crate) smoke: bool,

    /// Number of rounds. In each, every contender reads every text. The fastest times count.
    #[arg(long)]
    rounds: Option<usize>,

    /// Stores the figures of the tier in FOLDER/CPU/DATE.csv, next to those of other tiers. Without
    /// --length, measures the cuts that records use.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) record: Option<PathBuf>,
}

/// The operations that are measured by default.
const USUAL: [Work; 24] = [
    Work::new(Validate, Utf8, Utf8),
    Work::new(IsValid, Utf8, Utf8),
    Work::new(Validate, Utf16, Utf16),
    Work::new(Validate, Utf32, Utf32),
    Work::new(Transcode, Utf8, Utf16),
    Work::new(Transcode, Utf8, Utf32),
    Work::new(Transcode, Utf16, Utf8),
    Work::new(Transcode, Utf32, Utf8),
    Work::new(Transcode, Utf16, Utf32),
    Work::new(Transcode, Utf32, Utf16),
    Work::new(Transcode, Latin1, Utf8),
    Work::new(Transcode, Utf8, Utf8),
    Work::new(Lossy, Utf8, Utf8),
    Work::new(Lossy, Utf8, Utf16),
    Work::new(CharCount, Utf8, Utf8),
    Work::new(CharCount, Utf16, Utf16),
    Work::new(TranscodedLen, Utf8, Utf16),
    Work::new(TranscodedLen, Utf8, Utf32),
    Work::new(TranscodedLen, Utf8, Latin1),
    Work::new(TranscodedLen, Utf16, Utf8),
    Work::new(TranscodedLen, Utf16, Utf32),
    Work::new(TranscodedLen, Utf32, Utf8),
    Work::new(TranscodedLen, Utf32, Utf16),
    Work::new(TranscodedLen, Latin1, Utf8),
];

impl Arguments {
    pub(crate) fn rounds(&self) -> usize {
        let usual = match (self.smoke, self.quick) {
            (true, _) => 1,
            (_, true) => 7,
            _ => 20,
        };
        self.rounds.unwrap_or(usual).max(1)
    }

    /// Returns the usual operations that pass the filters, or all that pass if a pair is given or
    /// no usual one passes.
    pub(crate) fn works(&self) -> Result<Vec<Work>> {
        let usual = USUAL.into_iter().filter(|&work| self.wants(work));
        let mut works: Vec<Work> = usual.collect();
        if works.is_empty() || self.smoke || !self.pair.is_empty() {
            works = Work::all();
            works.retain(|&work| self.wants(work));
        }
        ensure!(!works.is_empty(), "no operation matches --verb and --pair");
        Ok(works)
    }

    fn wants(&self, work: Work) -> bool {
        let verb = self.verb.is_empty() || self.verb.contains(&work.verb);
        let pair = self.pair.is_empty() || self.pair.iter().any(|pattern| fits(pattern, work));
        verb && pair
    }

    pub(crate) fn lengths(&self, texts: &[Text]) -> Result<Vec<Length>> {
        let mut lengths = Vec::new();
        for word in &self.length {
            let mut cut = |cuts: &[Cut]| lengths.extend(cuts.iter().copied().map(Length::Cut));
            match word.as_str() {
                "fresh" => cut(&CHUNKS.map(Cut::Fresh)),
                "pieces" => {
                    cut(&PIECES.map(Cut::Piece));
                    cut(&[Cut::Mixed]);
                }
                "random" => cut(&RANDOM.map(Cut::Random)),
                "bad" => cut(&damaged().collect::<Vec<_>>()),
                "rows" => cut(&[Cut::Lines, Cut::Column]),
                "offset" => cut(&OFFSETS.map(Cut::Offset)),
                word => match word.split_once("..=") {
                    Some((first, last)) => {
                        let range = number(first)?.max(1)..=number(last)?;
                        lengths.extend(range.map(Length::Units));
                    }
                    None => lengths.push(word.parse().map_err(anyhow::Error::msg)?),
                },
            }
        }
        if !lengths.is_empty() {
            return Ok(lengths);
        }
        let cuts = match (self.smoke, &self.record) {
            (true, _) => &[][..],
            (_, Some(_)) => &record::CUTS,
            (_, None) => &[Cut::Fresh(4 << 10), Cut::Fresh(64 << 10)],
        };
        lengths.extend(cuts.iter().copied().map(Length::Cut));
        let needs_whole = |text: &Text| text.is_wanted && !text.can_be_cut();
        if self.smoke || texts.iter().any(needs_whole) {
            lengths.push(Length::Corpus);
        }
        Ok(lengths)
    }

    /// Returns whether an operation is measured at this length. Columns are only validated and
    /// converted. Alignment matters for operations with little work per byte. By default, malformed
    /// texts are UTF-8, and `lossy` and `is_valid` run only on malformed texts.
    pub(crate) fn suits(&self, work: Work, length: Length) -> bool {
        let is_asked_for = self.smoke || !(self.verb.is_empty() && self.pair.is_empty());
        match length {
            Length::Cut(Cut::Damaged(..)) if work.verb.trusts() => false,
            Length::Cut(Cut::Damaged(..)) => is_asked_for || work.source == Utf8,
            _ if !is_asked_for && matches!(work.verb, Lossy | IsValid) => false,
            Length::Cut(Cut::Column) => matches!(work.verb, Validate | Transcode),
            // It would repeat the measurement at offset 0.
            Length::Cut(cut @ Cut::Offset(1..)) if cut.offset(work.source) == Some(0) => false,
            Length::Cut(Cut::Offset(_)) if self.verb.is_empty() && self.pair.is_empty() => {
                !work.verb.writes() || work.source == work.target
            }
            _ => true,
        }
    }
}

fn number(text: &str) -> Result<usize> {
    text.parse()
        .with_context(|| format!("invalid number of units {text:?}"))
}

/// Returns whether a pattern such as `utf8-*` matches the pair of `work`.
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
