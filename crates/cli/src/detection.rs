//! `utflane detect`: which encoding a file is in; `convert --from auto` asks the same.
//!
//! Unicode's encodings are the library's to detect, others are guessed by the crate `chardetng`,
//! which knows the encodings of the WHATWG Encoding Standard by the letters that follow each other
//! in languages. A guess may be wrong whatever speaks for it.

use std::io::{self, Write};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use clap::Args;
use serde::Serialize;
use utflane::{Bom, Certainty, Charset, detect};

use crate::Status;
use crate::input::Input;
use crate::name::Name;
use crate::report::{Inputs, Report, report_each};

/// Bytes of a file that are examined, beside any ASCII in between.
const SAMPLE: usize = 1 << 20;

/// Bytes at the start of a file that are examined even if they are ASCII.
const START: usize = 1 << 12;

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,
}

/// How a file's encoding is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Basis {
    /// A byte order mark.
    Mark,
    /// The content leaves no doubt.
    Certain,
    /// The content is too short or too damaged to be sure.
    Likely,
    /// The letters are most frequent in that encoding.
    Guess,
    /// Nothing is known.
    Unknown,
}

/// What a file's content says about its encoding.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Found {
    pub(crate) charset: Option<Charset>,
    /// The encoding's name.
    pub(crate) name: Option<&'static str>,
    pub(crate) basis: Basis,
    /// Whether it is no guess, and all that was examined is well-formed in it.
    pub(crate) exact: bool,
}

impl Found {
    /// Whether it may be taken without `--guess`.
    pub(crate) fn is_sure(&self) -> bool {
        matches!(self.basis, Basis::Mark | Basis::Certain)
            || self.basis == Basis::Likely && self.exact
    }

    /// The basis in words, for messages.
    pub(crate) fn words(&self) -> &'static str {
        match self.basis {
            Basis::Mark => "by its byte order mark",
            Basis::Certain => "by its content",
            Basis::Likely => "most probably",
            Basis::Guess => "a guess",
            Basis::Unknown => "unknown",
        }
    }
}

/// Finds the encoding of an input, whose window has not moved yet.
pub(crate) fn find(input: &mut Input) -> anyhow::Result<Found> {
    let sample = if input.can_be_read_again() {
        sample_of(input, SAMPLE)?
    } else {
        input.look_ahead(SAMPLE)?
    };
    Ok(judge(&sample))
}

/// Up to about `limit` bytes of an input that can be read again.
pub(crate) fn sample_of(input: &Input, limit: usize) -> anyhow::Result<Vec<u8>> {
    let mut sample = Vec::new();
    let mut again = input.reopen()?;
    let mut offset = 0;
    while sample.len() < limit {
        let piece = again.from(offset)?;
        if piece.is_empty() {
            break;
        }
        offset += piece.len() as u64;
        // Long runs of ASCII say nothing. Pieces are even, but for the last.
        if sample.len() < START || !piece.is_ascii() {
            sample.extend_from_slice(piece);
        }
    }
    Ok(sample)
}

/// The encoding of a text with this sample.
pub(crate) fn judge(sample: &[u8]) -> Found {
    judge_unicode(sample).unwrap_or_else(|| guess(sample, true))
}

/// The one of Unicode's encodings that a text with this sample is in.
pub(crate) fn judge_unicode(sample: &[u8]) -> Option<Found> {
    let detection = detect(sample);
    if let Some(charset) = detection.charset {
        let basis = match detection.certainty {
            _ if Bom::sniff(sample).is_some() => Basis::Mark,
            Certainty::Certain => Basis::Certain,
            _ => Basis::Likely,
        };
        return Some(Found {
            charset: Some(charset),
            name: Some(charset.name()),
            basis,
            exact: detection.exact,
        });
    }
    None
}

/// The encoding outside Unicode that is most probable. A sample that is not whole may end within a
/// character.
pub(crate) fn guess(sample: &[u8], is_whole: bool) -> Found {
    // Binary files have NUL bytes, which texts in these encodings do not.
    if sample.contains(&0) {
        return Found {
            charset: None,
            name: None,
            basis: Basis::Unknown,
            exact: false,
        };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, is_whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    // Most have the same name here; a search in all labels takes longer.
    let is_called = |charset: &Charset| charset.name().eq_ignore_ascii_case(encoding.name());
    let charset = Charset::ALL.into_iter().find(is_called);
    let charset = charset.or_else(|| Charset::for_label(encoding.name()));
    Found {
        charset,
        name: Some(charset.map_or(encoding.name(), Charset::name)),
        basis: Basis::Guess,
        exact: false,
    }
}

#[derive(Serialize)]
struct Record {
    #[serde(flatten)]
    file: Name,
    /// The encoding, `null` if it is unknown.
    encoding: Option<&'static str>,
    basis: Basis,
    /// Whether it is no guess, and all that was examined is well-formed in it.
    exact: bool,
}

impl Report for Record {
    type Summary = ();

    fn status(&self) -> Status {
        match self.basis {
            Basis::Unknown => Status::Malformed,
            _ => Status::Fine,
        }
    }

    fn print(&self, (): &mut (), out: &mut dyn Write) -> io::Result<()> {
        let Record { file, encoding, .. } = self;
        match (encoding, self.basis) {
            (Some(encoding), Basis::Guess) => writeln!(out, "{file}: {encoding} (a guess)"),
            (Some(encoding), Basis::Likely) => writeln!(out, "{file}: {encoding} (likely)"),
            (Some(encoding), _) => writeln!(out, "{file}: {encoding}"),
            (None, _) => writeln!(out, "{file}: unknown"),
        }
    }
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    report_each(&options.inputs, out, |mut input| {
        let found = find(&mut input)?;
        Ok(Record {
            file: input.name().clone(),
            encoding: found.name,
            basis: found.basis,
            exact: found.exact,
        })
    })
}
