//! Repair of mojibake: UTF-8 that was decoded as a code page.
//!
//! Each byte of a non-ASCII character is decoded as a separate non-ASCII character:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! An *explanation* of a line is a list of code pages ("pages") in which UTF-8 was decoded to it.
//! The repair looks for the explanation of a whole line:
//!
//! 1. [`scan`] skips lines without evidence of mojibake. Evidence is a sequence of characters that
//!    are UTF-8 in some page and that correct text does not put side by side ([`kind`]).
//! 2. [`layer`] undoes one layer: it replaces the sequences ([`sequence`]) of a line in one page
//!    ([`page`]), unless the line quotes them on purpose ([`quoted`]).
//! 3. [`line`](mod@line) tries all pages, up to three layers deep. An explanation must leave no
//!    evidence of mojibake. Of several, the one with the most plausible text is chosen. A line
//!    without an explanation stays unchanged.
//! 4. A line without evidence is repaired if the line before or after it was repaired, and if the
//!    same pages explain all of its non-ASCII characters.

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
use cell::{Cell, MAX_LAYERS, deepest, pages_of};

/// Repairs UTF-8 that was decoded as a code page and encoded as UTF-8 again, once or up to three
/// times. Returns correct text unchanged and borrowed.
///
/// The pages are Latin-1, windows-1250 to 1257, ISO-8859-2, -5, -7, -9 and -15, Mac OS Roman and
/// Cyrillic, KOI8-R, and the DOS pages 437, 850, 852 and 866. They may be mixed.
///
/// The function examines each line as a whole. It changes a line only if it finds an explanation
/// that leaves no mojibake in it. It also repairs lines that are only partly mojibake. A line
/// without evidence of mojibake may be repaired like its neighbours. Text that quotes mojibake on
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
    layers: [Charset; MAX_LAYERS],
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
        let deepest = deepest(cells)?;
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
    // The pages that explain the previous non-ASCII line, outermost first.
    let mut previous_pages = Vec::new();
    // The previous non-ASCII line, if nothing explains it.
    let mut unexplained: Option<Range<usize>> = None;
    let mut start = 0;
    while let Some(range) = scan::next_line(text, start) {
        start = range.end;
        let line = &text[range.clone()];
        let explained = match scan::is_suspect(line) {
            true => line::explain(line),
            false => None,
        };
        if let Some(cells) = explained {
            // The same pages may explain the previous line.
            let pages = pages_of(&cells).to_vec();
            if let Some(previous) = unexplained.take() {
                if let Some(cells) = line::explain_as(&text[previous.clone()], &pages) {
                    add(&mut repairs, &cells, previous.start);
                }
            }
            add(&mut repairs, &cells, range.start);
            previous_pages = pages;
        } else if let Some(cells) = line::explain_as(line, &previous_pages) {
            add(&mut repairs, &cells, range.start);
        } else {
            unexplained = Some(range);
            previous_pages.clear();
        }
    }
    repairs
}

/// Adds the repairs of a line that starts at `start`.
fn add(repairs: &mut Vec<MojibakeRepair>, cells: &[Cell], start: usize) {
    let words = cells.chunk_by(|one, next| one.word == next.word);
    repairs.extend(words.filter_map(|word| MojibakeRepair::of_word(word, start)));
}
