//! Cuts a text into the strings of single calls, so that each round of a measurement reads it once,
//! from beginning to end:
//!
//! ```text
//! fresh-4K   |----------------|----------------|----------------|---   chunks of a stream
//! piece-128  |---|---|---|---|---|---|---|---|---|---|---|---|---|--   short texts
//! mixed      |-|-------|---|-|--------------|--|-|----|-------|---|-   short texts of 32 bytes to 2 KiB
//! random-64  |--|-|----|-|---|-----|--|-|----|--|-|---|-----|---|-|-   texts of 1 to 64 bytes
//! bad-one-64 |-x--|---x|-x--|x---|--x-|-x--|----x|x---|--x-|--x-|--x-   with an error each
//! lines      |--------|--|--------------|-----|---|-------|--------|   rows of a table
//! ```
//!
//! Strings are adjacent in memory, as in a file or a column, so they start at all kinds of
//! addresses. Those of `offset-N` start N bytes after a multiple of 64.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::damage::Rate;
use super::encoding::Encoding;
use super::sample::Length;
use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// Chunks of about this many bytes.
    Fresh(usize),
    /// Short texts of about this many bytes.
    Piece(usize),
    /// Short texts, each of a random length from `PIECES`.
    Mixed,
    /// Short texts, each of a random length from 1 to this many bytes.
    Random(usize),
    /// Each line without its line end. Empty lines are omitted.
    Lines,
    /// The lines, many in one call.
    Column,
    /// Short texts of about this many bytes, with malformed units at this rate.
    Damaged(usize, Rate),
    /// Chunks that start this many bytes after a multiple of 64, rounded down to whole units.
    Offset(usize),
}

/// Lengths of chunks of a stream, in bytes.
pub const CHUNKS: [usize; 4] = [256, 1 << 10, 4 << 10, 64 << 10];

/// Lengths of short texts, in bytes.
pub const PIECES: [usize; 7] = [32, 64, 128, 256, 512, 1024, 2048];

/// Largest lengths of texts of random lengths, in bytes.
pub const RANDOM: [usize; 4] = [16, 32, 64, 256];

/// Lengths of malformed short texts, in bytes, and the rates of malformed units.
const DAMAGED: [usize; 4] = [16, 64, 256, 1024];
const RATES: [Rate; 4] = [Rate::One, Rate::OneIn(100), Rate::OneIn(10), Rate::All];

/// Bytes after a multiple of 64.
pub const OFFSETS: [usize; 6] = [0, 1, 2, 16, 33, 63];

/// Bytes of a chunk of `offset-N`. It fits in the L1 cache, where alignment matters.
const OFFSET_CHUNK: usize = 8 << 10;

/// Bytes of a cache line and of the longest vector.
const LINE: usize = 64;

impl Cut {
    /// Returns whether the cost of a single call matters.
    pub const fn is_short(self) -> bool {
        match self {
            Cut::Fresh(bytes) => bytes < 4 << 10,
            Cut::Piece(_) | Cut::Mixed | Cut::Random(_) | Cut::Lines | Cut::Damaged(..) => true,
            Cut::Column | Cut::Offset(_) => false,
        }
    }

    /// Returns the rate of malformed units, if the cut makes strings malformed.
    pub const fn rate(self) -> Option<Rate> {
        match self {
            Cut::Damaged(_, rate) => Some(rate),
            _ => None,
        }
    }

    /// Returns the offset of each string from a multiple of 64, if it is fixed.
    pub fn offset(self, encoding: Encoding) -> Option<usize> {
        match self {
            Cut::Offset(bytes) => Some(bytes % LINE / encoding.width() * encoding.width()),
            _ => None,
        }
    }

    /// Returns the strings as ranges of a well-formed text.
    pub(super) fn strings(self, encoding: Encoding, text: &[u8]) -> Vec<Range<usize>> {
        let mut random = Random(1);
        match self {
            Cut::Fresh(bytes) | Cut::Piece(bytes) | Cut::Damaged(bytes, _) => {
                pieces(encoding, text, || bytes)
            }
            Cut::Mixed => pieces(encoding, text, || PIECES[random.below(PIECES.len())]),
            Cut::Random(most) => pieces(encoding, text, || random.below(most) + 1),
            Cut::Lines | Cut::Column => lines(encoding, text),
            Cut::Offset(_) => pieces(encoding, text, || OFFSET_CHUNK),
        }
    }
}

/// Malformed text of every length and rate.
pub fn damaged() -> impl Iterator<Item = Cut> {
    let cuts = |rate| DAMAGED.map(|bytes| Cut::Damaged(bytes, rate));
    RATES.into_iter().flat_map(cuts)
}

/// Cuts the text into strings of the lengths that `next` returns, or a little shorter so that each
/// ends at a character boundary. A string contains at least one character.
fn pieces(encoding: Encoding, text: &[u8], mut next: impl FnMut() -> usize) -> Vec<Range<usize>> {
    let width = encoding.width();
    let mut all = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let mut end = text.len().min(start + next() / width * width);
        while !encoding.is_boundary(text, end) {
            end -= width;
        }
        while end == start || !encoding.is_boundary(text, end) {
            end += width;
        }
        all.push(start..end);
        start = end;
    }
    all
}

fn lines(encoding: Encoding, text: &[u8]) -> Vec<Range<usize>> {
    let mut end_of_line = Vec::new();
    encoding.push(&mut end_of_line, '\n');
    let mut all = Vec::new();
    let mut start = 0;
    for (index, unit) in text.chunks(end_of_line.len()).enumerate() {
        if unit == end_of_line {
            let end = index * unit.len();
            all.push(start..end);
            start = end + unit.len();
        }
    }
    all.push(start..text.len());
    all.retain(|line| !line.is_empty());
    all
}

impl fmt::Display for Cut {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |name: &str, bytes| format!("{name}-{}", Length::Units(bytes));
        formatter.pad(&match *self {
            Cut::Fresh(bytes) => sized("fresh", bytes),
            Cut::Piece(bytes) => sized("piece", bytes),
            Cut::Damaged(bytes, Rate::One) => sized("bad-one", bytes),
            Cut::Damaged(bytes, Rate::OneIn(units)) => sized(&format!("bad-1in{units}"), bytes),
            Cut::Damaged(bytes, Rate::All) => sized("bad-all", bytes),
            Cut::Mixed => "mixed".to_string(),
            Cut::Random(most) => sized("random", most),
            Cut::Lines => "lines".to_string(),
            Cut::Column => "column".to_string(),
            Cut::Offset(bytes) => sized("offset", bytes),
        })
    }
}

impl FromStr for Cut {
    type Err = String;

    fn from_str(text: &str) -> Result<Cut, String> {
        let all = CHUNKS.map(Cut::Fresh).into_iter();
        let all = all.chain(PIECES.map(Cut::Piece));
        let all = all.chain(RANDOM.map(Cut::Random));
        let all = all.chain(damaged());
        let all = all.chain([Cut::Mixed, Cut::Lines, Cut::Column]);
        let mut all = all.chain(OFFSETS.map(Cut::Offset));
        let found = all.find(|cut| cut.to_string() == text);
        found.ok_or_else(|| format!("unknown cut {text:?}"))
    }
}
