//! Repair of mojibake: UTF-8 that was decoded as a code page.
//!
//! Each byte of a non-ASCII character is decoded as a separate non-ASCII character:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! The repair looks for the explanation of a whole line:
//!
//! 1. [`scan`] skips lines without a sign of mojibake. A sign is a sequence of characters that are
//!    UTF-8 in some page and that correct text does not put side by side ([`kind`]).
//! 2. [`layer`] undoes one layer: it replaces the sequences ([`sequence`]) of a line in one page
//!    ([`page`]), unless the line quotes them on purpose ([`quoted`]).
//! 3. `line` tries all pages, up to three layers deep. An explanation must leave no
//!    sign of mojibake. Of several, the one with the most plausible text is chosen. A line without
//!    an explanation stays unchanged.
//! 4. A line without a sign is repaired if its neighbour was repaired, and if the same pages
//!    explain all of its characters that are not ASCII.

mod cell;
mod drawing;
mod kind;
mod layer;
mod line;
mod modern;
mod orthography;
mod page;
mod quoted;
mod scan;
mod sequence;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::Charset;
use cell::{Cell, LAYERS};

/// Repairs UTF-8 that was decoded as a code page and encoded as UTF-8 again, once or up to three
/// times. Returns correct text unchanged and borrowed.
///
/// The pages are Latin-1, windows-1250 to 1257, ISO-8859-2, -5, -7, -9 and -15, Mac OS Roman and
/// Cyrillic, KOI8-R, and the DOS pages 437, 850, 852 and 866. They may be mixed.
///
/// The function examines each line as a whole. It changes a line only if it finds an explanation
/// that leaves no mojibake in it. It also repairs lines that are only partly mojibake. A line
/// without a sign of mojibake may be repaired like its neighbours. Text that quotes mojibake on
/// purpose stays unchanged: a line that also contains the correct form of a word, single characters
/// in quotation marks or markup, and words in code. The repair is a heuristic, and leaves doubtful
/// text unchanged.
///
/// [`mojibake_repairs`] returns the position and the pages of each repair.
///
/// ```
/// use utflane::repair_mojibake;
///
/// assert_eq!(repair_mojibake("cafÃ© â€“ naÃ¯ve, GrÃ¶ÃŸe"), "café – naïve, Größe");
/// assert_eq!(repair_mojibake("caf├⌐"), "café");
/// assert_eq!(repair_mojibake("twice: cafÃƒÂ©"), "twice: café");
/// assert_eq!(repair_mojibake("Größe, déjà vu, où ?"), "Größe, déjà vu, où ?");
/// assert_eq!(repair_mojibake("`cafÃ©` is `café`"), "`cafÃ©` is `café`");
/// ```
pub fn repair_mojibake(text: &str) -> Cow<'_, str> {
    let (mut repaired, mut copied) = (String::new(), 0);
    for repair in mojibake_repairs(text) {
        repaired.push_str(&text[copied..repair.range.start]);
        repaired.push_str(&repair.replacement);
        copied = repair.range.end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(&text[copied..]);
    Cow::Owned(repaired)
}

/// A word that [`repair_mojibake`] repairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MojibakeRepair {
    /// The range of the word in the text, in bytes.
    pub range: Range<usize>,
    /// The repaired word.
    pub replacement: String,
    layers: [Charset; LAYERS],
    depth: usize,
}

impl MojibakeRepair {
    /// Returns the encodings in which the word was decoded by mistake, in the order in which the
    /// repair undoes them. Their number is the depth of the repair.
    ///
    /// ```
    /// use utflane::{Charset, mojibake_repairs};
    ///
    /// let repairs = mojibake_repairs("cafÃƒÂ©");
    /// assert_eq!(repairs[0].layers(), [Charset::Windows1252; 2]);
    /// ```
    pub fn layers(&self) -> &[Charset] {
        &self.layers[..self.depth]
    }

    /// Returns the repair of the word at `start` of a text that consists of these cells.
    fn of_word(cells: &[Cell], start: usize) -> Option<MojibakeRepair> {
        let deepest = cells.iter().max_by_key(|cell| cell.depth)?;
        let depth = usize::from(deepest.depth);
        let range = cells.first()?.start as usize..cells.last()?.end as usize;
        (depth > 0).then(|| MojibakeRepair {
            range: start + range.start..start + range.end,
            replacement: cells.iter().map(|cell| cell.character).collect(),
            layers: deepest.pages.map(|page| page::charset(page.into())),
            depth,
        })
    }
}

/// Returns the words that [`repair_mojibake`] repairs, in the order of the text.
///
/// ```
/// use utflane::{Charset, mojibake_repairs};
///
/// let text = "un café\nun cafÃ© noir";
/// let repairs = mojibake_repairs(text);
/// assert_eq!(repairs.len(), 1);
/// assert_eq!(&text[repairs[0].range.clone()], "cafÃ©");
/// assert_eq!(repairs[0].replacement, "café");
/// assert_eq!(repairs[0].layers(), [Charset::Windows1252]);
/// ```
pub fn mojibake_repairs(text: &str) -> Vec<MojibakeRepair> {
    let mut repairs = Vec::new();
    let mut neighbour = Neighbour::default();
    let mut start = 0;
    while let Some(range) = scan::next_line(text, start) {
        start = range.end;
        let line = &text[range.clone()];
        let explained = match scan::is_suspect(line) {
            true => line::explain(line),
            false => None,
        };
        if let Some(cells) = explained {
            // The line before it may be explained alike.
            let pages = pages_of(&cells);
            if let Some(before) = neighbour.unexplained.take() {
                if let Some(cells) = line::explain_as(&text[before.clone()], &pages) {
                    add(&mut repairs, &cells, before.start);
                }
            }
            add(&mut repairs, &cells, range.start);
            neighbour.pages = pages;
        } else if let Some(cells) = line::explain_as(line, &neighbour.pages) {
            add(&mut repairs, &cells, range.start);
        } else {
            neighbour = Neighbour {
                unexplained: Some(range),
                pages: Vec::new(),
            };
        }
    }
    repairs
}

/// What is known about the last line that is not ASCII.
#[derive(Default)]
struct Neighbour {
    /// The line, if it was not explained.
    unexplained: Option<Range<usize>>,
    /// The pages that explain it, outermost first.
    pages: Vec<u8>,
}

/// Returns the pages that were undone in a line, outermost first.
fn pages_of(cells: &[Cell]) -> Vec<u8> {
    let deepest = cells.iter().max_by_key(|cell| cell.depth);
    deepest.map_or(Vec::new(), |cell| cell.pages().to_vec())
}

/// Adds the repairs of a line that starts at `start`.
fn add(repairs: &mut Vec<MojibakeRepair>, cells: &[Cell], start: usize) {
    let words = cells.chunk_by(|one, next| one.word == next.word);
    repairs.extend(words.filter_map(|word| MojibakeRepair::of_word(word, start)));
}
