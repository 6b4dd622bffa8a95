//! How a text is cut into the strings of single calls, so that each round of a measurement reads
//! it once, from its beginning to its end:
//!
//! ```text
//! fresh-4K   |----------------|----------------|----------------|---   chunks of a stream
//! piece-128  |---|---|---|---|---|---|---|---|---|---|---|---|---|--   short texts
//! mixed      |-|-------|---|-|--------------|--|-|----|-------|---|-   short texts of all lengths
//! lines      |--------|--|--------------|-----|---|-------|--------|   rows of a table
//! ```
//!
//! Strings lie end to end in memory, as in a file or a column, so that they start at all kinds of
//! addresses; those of `offset-N` start N bytes past a multiple of 64.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::encoding::Encoding;
use super::random::Random;
use super::sample::Length;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cut {
    /// Chunks of about so many bytes.
    Fresh(usize),
    /// Short texts of about so many bytes.
    Piece(usize),
    /// Short texts, each of one of the lengths of `PIECES`, by chance.
    Mixed,
    /// Each line without its end; lines that are empty are left out.
    Lines,
    /// The lines, many in one call.
    Column,
    /// Chunks that start so many bytes, or a little less for units of more than one, past a
    /// multiple of 64.
    Offset(usize),
}

/// Bytes of the chunks of a stream.
pub(crate) const CHUNKS: [usize; 4] = [256, 1 << 10, 4 << 10, 64 << 10];

/// Bytes of short texts.
pub(crate) const PIECES: [usize; 7] = [32, 64, 128, 256, 512, 1024, 2048];

/// Bytes past a multiple of 64.
pub(crate) const OFFSETS: [usize; 6] = [0, 1, 2, 16, 33, 63];

/// Bytes of a chunk whose alignment matters: it stays in the first cache.
const OFFSET_CHUNK: usize = 8 << 10;

/// The cache line, which is as long as the longest vector.
const LINE: usize = 64;

impl Cut {
    /// Whether calls are so short that what each costs matters.
    pub(crate) const fn is_short(self) -> bool {
        match self {
            Cut::Fresh(bytes) => bytes < 4 << 10,
            Cut::Piece(_) | Cut::Mixed | Cut::Lines => true,
            Cut::Column | Cut::Offset(_) => false,
        }
    }

    /// Where every string begins past a multiple of 64, if it matters.
    pub(crate) fn offset(self, encoding: Encoding) -> Option<usize> {
        match self {
            Cut::Offset(bytes) => Some(bytes % LINE / encoding.width() * encoding.width()),
            _ => None,
        }
    }

    /// The strings, as places in a well-formed text.
    pub(super) fn strings(self, encoding: Encoding, text: &[u8]) -> Vec<Range<usize>> {
        let mut random = Random(1);
        match self {
            Cut::Fresh(bytes) | Cut::Piece(bytes) => pieces(encoding, text, || bytes),
            Cut::Mixed => pieces(encoding, text, || PIECES[random.below(PIECES.len())]),
            Cut::Lines | Cut::Column => lines(encoding, text),
            Cut::Offset(_) => pieces(encoding, text, || OFFSET_CHUNK),
        }
    }
}

/// Strings of the lengths that `next` names, or a little shorter, so that each ends with a
/// character.
fn pieces(encoding: Encoding, text: &[u8], mut next: impl FnMut() -> usize) -> Vec<Range<usize>> {
    let width = encoding.width();
    let mut all = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let mut end = text.len().min(start + next() / width * width);
        while !encoding.is_boundary(text, end) {
            end -= width;
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
            Cut::Mixed => "mixed".to_string(),
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
        let all = all.chain([Cut::Mixed, Cut::Lines, Cut::Column]);
        let mut all = all.chain(OFFSETS.map(Cut::Offset));
        let found = all.find(|cut| cut.to_string() == text);
        found.ok_or_else(|| format!("no cut is called {text:?}"))
    }
}
