//! The command line, and which works and lengths it asks for.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::corpora::{CHUNKS, Cut, Encoding::*, Length, OFFSETS, PIECES, Verb, Verb::*, Work};
use crate::record;
use crate::texts::Text;
use crate::tier::Tier;

/// Measures utflane against std, simdutf8, smoothutf8, simdutf and encoding_rs, all in one process
/// and by turns; against xutf, too, if nightly Rust builds this with the feature xutf.
///
/// A round reads all texts once, so that no branch predictor knows them. Every answer is checked
/// before it is timed. The ratio of a row is ours to the fastest peer that does the same work:
/// figures marked * come from a peer that does less (it cannot tell where an error is, say) or that
/// cannot be held to the tier, and are not compared with. Where the ratio of the medians is far
/// from it, the machine was busy.
///
/// simdutf is compiled by the command `c++`, or by what the environment variable CXX named when
/// this program was built; clang++ makes some of its kernels faster than g++ does.
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
    /// Verbs: validate, is_valid, transcode, lossy, unchecked, measure, transcoded_len, lossy_len,
    /// char_count.
    #[arg(long, value_delimiter = ',')]
    pub(crate) verb: Vec<Verb>,

    /// Pairs such as utf8-utf16, utf8-*, *-latin1, or utf8 for verbs of one encoding; without this
    /// option, the usual ones of the verb.
    #[arg(long, value_delimiter = ',')]
    pub(crate) pair: Vec<String>,

    /// Corpora by name, or scripts, pages, trials (runs and malformed text), all; without this
    /// option, scripts and pages. With --text, the texts that have one of these in their names.
    #[arg(long, value_delimiter = ',')]
    pub(crate) corpus: Vec<String>,

    /// How texts are cut: in chunks fresh-256, -1K, -4K, -64K, or fresh for all of these; piece-32
    /// to piece-2K, mixed, or pieces; lines, column, or rows; offset-0, -1, -2, -16, -33, -63 bytes
    /// past a multiple of 64, or offset. Or strings from all over the text, of so many units of the
    /// source: 17, 1..=256, 64K, 1M; or corpus, the whole text in one call. Without this option,
    /// fresh-4K and fresh-64K, and corpus if a text is malformed.
    #[arg(long, value_delimiter = ',')]
    length: Vec<String>,

    /// Measures on the files of this folder, 2 MiB of each, instead of the corpora.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) text: Option<PathBuf>,

    /// Holds all libraries to one instruction set.
    #[arg(long, value_enum, default_value_t = Tier::Best)]
    pub(crate) tier: Tier,

    /// Holds utflane alone to an instruction set by name; the peers go by --tier.
    #[arg(long)]
    pub(crate) isa: Option<String>,

    /// Gives utflane targets exactly as long as needed, instead of roomy ones.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Fewer rounds: noisier figures.
    #[arg(long)]
    quick: bool,

    /// One round: shows that everything runs and answers right; without filters, each work that a
    /// peer can do, on all corpora.
    #[arg(long)]
    pub(crate) smoke: bool,

    /// Rounds, in each of which every contender reads every text; the fastest times count.
    #[arg(long)]
    rounds: Option<usize>,

    /// Keeps the figures of the tier in FOLDER/CPU/DATE.csv, beside those of other tiers; without
    /// --length, a selection made for that.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) record: Option<PathBuf>,
}

/// What is measured unless other works are asked for.
const USUAL: [Work; 21] = [
    Work::new(Validate, Utf8, Utf8),
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

    /// The usual works that the filters let through; all of them if there are none, or if a pair is
    /// asked for.
    pub(crate) fn works(&self) -> Result<Vec<Work>> {
        let usual = USUAL.into_iter().filter(|&work| self.wants(work));
        let mut works: Vec<Work> = usual.collect();
        if works.is_empty() || self.smoke || !self.pair.is_empty() {
            works = Work::all();
            works.retain(|&work| self.wants(work));
        }
        ensure!(!works.is_empty(), "no work fits --verb and --pair");
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

    /// Whether a work is measured at this length: columns are validated and converted, and how text
    /// lies in memory matters to those who do little for a byte of it.
    pub(crate) fn suits(&self, work: Work, length: Length) -> bool {
        match length {
            Length::Cut(Cut::Column) => matches!(work.verb, Validate | Transcode),
            // It would be the one at 0 once more.
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
        .with_context(|| format!("{text:?} is no number of units"))
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
