//! What one row of a benchmark runs on: strings of one length, cut from a corpus.
//!
//! Short strings are many different ones, back to back in memory, so that no branch predictor
//! learns them by heart and their alignment varies as it does in a program:
//!
//! ```text
//! corpus   |Лорем ипсум долор сит амет, хас тале феугаит ех, мел дицит|
//!                  ^----^        ^----^    ^----^
//! sample   |ипс|амет|хас |...   at least 256 strings, cut between characters
//! ```
//!
//! A long string is the corpus, as often as it takes.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Corpus;
use super::encoding::Encoding;
use super::random::Random;

/// How long the strings of a sample are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Length {
    /// The whole corpus, once.
    Corpus,
    /// About as many code units, or one character if that is longer.
    Units(usize),
}

/// Strings up to this long are measured many at a time.
const SHORT: usize = 256;

/// What all strings of a sample together should not exceed if they are short: half a common L1.
const CACHED_BYTES: usize = 16 * 1024;

impl Length {
    pub(crate) fn is_short(self) -> bool {
        matches!(self, Length::Units(units) if units <= SHORT)
    }
}

/// Strings of one encoding, in memory that suits it.
pub(crate) struct Sample {
    storage: Vec<u64>,
    strings: Vec<Range<usize>>,
}

impl Sample {
    /// `None` where the corpus cannot be represented, or not at this alignment.
    pub(crate) fn new(corpus: &Corpus, encoding: Encoding, length: Length) -> Option<Sample> {
        let source = corpus.encoded(encoding).filter(|bytes| !bytes.is_empty())?;
        if !corpus.offset.is_multiple_of(encoding.width()) {
            return None;
        }
        let mut strings = match length {
            Length::Corpus => vec![source],
            Length::Units(units) => cut_all(encoding, &source, units),
        };
        for string in &mut strings {
            corpus.damage.finish(encoding, string);
        }
        Some(Sample::from_strings(corpus.offset, &strings))
    }

    fn from_strings(offset: usize, strings: &[Vec<u8>]) -> Sample {
        let total: usize = strings.iter().map(Vec::len).sum();
        let mut sample = Sample {
            storage: vec![0; (offset + total).div_ceil(8)],
            strings: Vec::with_capacity(strings.len()),
        };
        let mut start = offset;
        for string in strings {
            let range = start..start + string.len();
            start = range.end;
            bytemuck::cast_slice_mut(&mut sample.storage)[range.clone()].copy_from_slice(string);
            sample.strings.push(range);
        }
        sample
    }

    /// The strings as units of type `T`, which is a unit of the encoding or a byte.
    pub(crate) fn strings<T: bytemuck::Pod>(&self) -> Vec<&[T]> {
        let bytes: &[u8] = bytemuck::cast_slice(&self.storage);
        let strings = self.strings.iter();
        strings
            .map(|range| bytemuck::cast_slice(&bytes[range.clone()]))
            .collect()
    }

    /// Bytes of all strings together.
    pub(crate) fn bytes(&self) -> usize {
        self.strings.iter().map(Range::len).sum()
    }

    pub(crate) fn longest(&self) -> usize {
        self.strings.iter().map(Range::len).max().unwrap_or(0)
    }
}

fn cut_all(encoding: Encoding, source: &[u8], units: usize) -> Vec<Vec<u8>> {
    let wanted = units * encoding.width();
    let count = if units <= SHORT {
        (2 * CACHED_BYTES / wanted).clamp(256, 1024)
    } else {
        (CACHED_BYTES / wanted).max(1)
    };
    let mut random = Random(units as u64);
    (0..count)
        .map(|number| match number {
            0 => cut(encoding, source, 0, wanted),
            _ => cut(encoding, source, random.below(source.len()), wanted),
        })
        .collect()
}

/// About `wanted` bytes from `start` on, beginning again where `source` ends; whole characters
/// where there are any.
fn cut(encoding: Encoding, source: &[u8], start: usize, wanted: usize) -> Vec<u8> {
    let width = encoding.width();
    let start = start / width * width;
    let start = (start..)
        .step_by(width)
        .take(4)
        .find(|&start| encoding.is_boundary(source, start))
        .unwrap_or(start);
    let looked_at = wanted + 4 * width;
    let mut string = Vec::with_capacity(looked_at);
    let mut from = &source[start.min(source.len())..];
    while string.len() < looked_at {
        let missing = looked_at - string.len();
        string.extend_from_slice(&from[..from.len().min(missing)]);
        from = source;
    }
    let before = (0..4).map(|units| wanted.saturating_sub(units * width));
    let after = (1..4).map(|units| wanted + units * width);
    let end = before
        .chain(after)
        .find(|&end| end > 0 && encoding.is_boundary(&string, end))
        .unwrap_or(wanted);
    string.truncate(end);
    string
}

impl fmt::Display for Length {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Length::Corpus => formatter.pad("corpus"),
            Length::Units(units) if units >= 1 << 20 && units.is_multiple_of(1 << 20) => {
                formatter.pad(&format!("{}M", units >> 20))
            }
            Length::Units(units) if units >= 1 << 10 && units.is_multiple_of(1 << 10) => {
                formatter.pad(&format!("{}K", units >> 10))
            }
            Length::Units(units) => formatter.pad(&units.to_string()),
        }
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Length, String> {
        if text == "corpus" {
            return Ok(Length::Corpus);
        }
        let (digits, factor) = match text.as_bytes().last() {
            Some(b'K') => (&text[..text.len() - 1], 1 << 10),
            Some(b'M') => (&text[..text.len() - 1], 1 << 20),
            _ => (text, 1),
        };
        match digits.parse::<usize>() {
            Ok(units @ 1..) => Ok(Length::Units(units * factor)),
            _ => Err(format!("{text:?} is no length: try 17, 64K, 1M or corpus")),
        }
    }
}
