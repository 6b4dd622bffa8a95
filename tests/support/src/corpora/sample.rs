//! The input of one row of a benchmark: strings of one length, cut from a corpus.
//!
//! A sample of short strings contains many different ones, adjacent in memory, so that a branch
//! predictor cannot learn them and their alignment varies as in a program:
//!
//! ```text
//! corpus   |Лорем ипсум долор сит амет, хас тале феугаит ех, мел дицит|
//!                  ^----^        ^----^    ^----^
//! sample   |ипс|амет|хас |...   at least 256 strings, cut between characters
//! ```
//!
//! A long string is the corpus, repeated as often as necessary.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Corpus;
use super::cut::Cut;
use super::encoding::Encoding;
use crate::random::Random;

/// Length of the strings of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// The whole corpus, once.
    Corpus,
    /// About this many code units, but at least one character.
    Units(usize),
    /// The whole text, cut into strings.
    Cut(Cut),
}

/// Up to this length, in units, many strings are measured together.
const SHORT: usize = 256;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Maximum total length of short strings: half of a typical L1 cache.
const CACHED_BYTES: usize = 16 * 1024;

impl Length {
    pub fn is_short(self) -> bool {
        matches!(self, Length::Units(units) if units <= SHORT)
    }
}

/// Strings in one encoding, at addresses with the requested alignment.
pub struct Sample {
    storage: Vec<u64>,
    strings: Vec<Range<usize>>,
}

impl Sample {
    /// Returns `None` if the encoding cannot represent the corpus, or not at this alignment.
    pub fn new(corpus: &Corpus, encoding: Encoding, length: Length) -> Option<Sample> {
        let source = corpus.encoded(encoding).filter(|bytes| !bytes.is_empty())?;
        let beside = corpus.offset % encoding.width();
        if beside > 0 {
            return None;
        }
        let mut strings = match length {
            Length::Corpus => vec![source],
            Length::Units(units) => cut_all(encoding, &source, units),
            Length::Cut(cut) => {
                let places = cut.strings(encoding, &source);
                let mut source = source;
                if let Some(rate) = cut.rate() {
                    if encoding == Encoding::Latin1 {
                        return None;
                    }
                    let mut random = Random(3);
                    for place in &places {
                        rate.damage(encoding, &mut source[place.clone()], &mut random);
                    }
                }
                let places = places.into_iter();
                let strings: Vec<&[u8]> = places.map(|place| &source[place]).collect();
                return Some(match cut.offset(encoding) {
                    Some(offset) => Sample::pack(offset, Some(offset), &strings),
                    None => Sample::pack(0, None, &strings),
                });
            }
        };
        for string in &mut strings {
            corpus.damage.finish(encoding, string);
        }
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        Some(Sample::pack(corpus.offset, None, &strings))
    }

    /// Places the first string `first` bytes after the start of a cache line. The others follow
    /// directly, or each starts `others` bytes after the start of a line.
    fn pack(first: usize, others: Option<usize>, strings: &[&[u8]]) -> Sample {
        let room = |string: &&[u8]| string.len() + others.map_or(0, |_| 2 * LINE);
        let total = 2 * LINE + strings.iter().map(room).sum::<usize>();
        let mut storage = vec![0_u64; total.div_ceil(8)];
        let line = storage.as_ptr().align_offset(LINE) * size_of::<u64>();
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut storage);
        let mut end = line + first;
        let mut place = |(index, string): (usize, &&[u8])| {
            let start = match others {
                Some(offset) if index > 0 => line + (end - line).next_multiple_of(LINE) + offset,
                _ => end,
            };
            end = start + string.len();
            bytes[start..end].copy_from_slice(string);
            start..end
        };
        let strings = strings.iter().enumerate().map(&mut place).collect();
        Sample { storage, strings }
    }

    /// Returns the strings as units of type `T`, which is a code unit of the encoding or a byte.
    pub fn strings<T: bytemuck::Pod>(&self) -> Vec<&[T]> {
        let bytes: &[u8] = bytemuck::cast_slice(&self.storage);
        let strings = self.strings.iter();
        strings
            .map(|range| bytemuck::cast_slice(&bytes[range.clone()]))
            .collect()
    }

    /// Returns the strings, which are adjacent, as one text and the offsets at which it is cut.
    pub fn column<T: bytemuck::Pod>(&self) -> (&[T], Vec<u32>) {
        let start = self.strings.first().map_or(0, |first| first.start);
        let end = self.strings.last().map_or(start, |last| last.end);
        let bytes: &[u8] = bytemuck::cast_slice(&self.storage);
        let ends = self.strings.iter().map(|string| string.end);
        let places = std::iter::once(start).chain(ends);
        let offsets = places.map(|place| ((place - start) / size_of::<T>()) as u32);
        (bytemuck::cast_slice(&bytes[start..end]), offsets.collect())
    }

    /// Returns groups of strings, each of about `bytes` bytes.
    pub fn batches(&self, bytes: usize) -> Vec<Range<usize>> {
        let mut batches = Vec::new();
        let mut start = 0;
        let mut size = 0;
        for (index, string) in self.strings.iter().enumerate() {
            size += string.len();
            if size >= bytes || index + 1 == self.strings.len() {
                batches.push(start..index + 1);
                start = index + 1;
                size = 0;
            }
        }
        batches
    }

    /// Reads the strings, to load them into the cache.
    pub fn touch(&self, strings: Range<usize>) {
        let place = self.strings[strings.start].start..self.strings[strings.end - 1].end;
        let bytes: &[u8] = bytemuck::cast_slice(&self.storage);
        let lines = bytes[place].iter().step_by(LINE / 2);
        std::hint::black_box(lines.fold(0_u8, |all, byte| all ^ byte));
    }

    /// Returns the total length of all strings in bytes.
    pub fn bytes(&self) -> usize {
        self.strings.iter().map(Range::len).sum()
    }

    pub fn longest(&self) -> usize {
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

/// Returns about `wanted` bytes from `start` on, which continue at the start of `source` after its
/// end. Cuts at character boundaries if there are any nearby.
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
            Length::Units(units) if units >= 1 << 20 && units % (1 << 20) == 0 => {
                formatter.pad(&format!("{}M", units >> 20))
            }
            Length::Units(units) if units >= 1 << 10 && units % (1 << 10) == 0 => {
                formatter.pad(&format!("{}K", units >> 10))
            }
            Length::Units(units) => formatter.pad(&units.to_string()),
            Length::Cut(cut) => cut.fmt(formatter),
        }
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Length, String> {
        if text == "corpus" {
            return Ok(Length::Corpus);
        }
        if let Ok(cut) = text.parse() {
            return Ok(Length::Cut(cut));
        }
        let (digits, factor) = match text.as_bytes().last() {
            Some(b'K') => (&text[..text.len() - 1], 1 << 10),
            Some(b'M') => (&text[..text.len() - 1], 1 << 20),
            _ => (text, 1),
        };
        match digits.parse::<usize>() {
            Ok(units @ 1..) => Ok(Length::Units(units * factor)),
            _ => Err(format!(
                "unknown length {text:?}: try 17, 64K, 1M, corpus or lines"
            )),
        }
    }
}
