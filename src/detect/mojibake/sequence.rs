//! Sequences: the characters of a page that are the bytes of one character in UTF-8.

use super::cell::{Cell, evidence_at};
use super::drawing;
use super::kind::{Alphabet, EDGE, Kind, Neighbour, STRONG, WEAK, is_accented};
use super::orthography;
use super::page;
use crate::encoding::scheme::{Scheme, Utf8Family, Utf8Form};

/// A character of UTF-8 that was decoded as several characters of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    /// The number of cells.
    pub(super) len: usize,
    pub(super) decoded: char,
    /// Whether a space was taken for a lost U+00A0.
    pub(super) has_space: bool,
}

/// Returns the sequence that starts at a cell, if there is one.
pub(super) fn sequence(cells: &[Cell], at: usize, page: usize) -> Option<Sequence> {
    let (lead, next) = (cells[at], cells.get(at + 1)?);
    if (lead.roles.leads() & next.continues()) >> page & 1 == 0 {
        return None;
    }
    let first = page::byte_of(page, lead.character)?;
    if let (0xED, Some(pair)) = (first, surrogate_pair(cells, at, page)) {
        return Some(pair);
    }
    let len = 2 + usize::from(first >= 0xE0) + usize::from(first >= 0xF0);
    let mut bytes = [first; 4];
    let (mut has_space, mut is_lost) = (false, false);
    for (index, byte) in bytes[..len].iter_mut().enumerate().skip(1) {
        let cell = cells.get(at + index)?;
        *byte = match cell.character {
            ' ' if may_lose_space(page, first) && !has_space => {
                has_space = true;
                0xA0
            }
            '\u{FFFD}' if page::is_lossy(page) => {
                is_lost = true;
                0x80
            }
            '?' if page::is_lossy(page) && !is_lost && is_lost_at(cells, at, index) => {
                is_lost = true;
                0x80
            }
            character => page::byte_of(page, character).filter(|byte| *byte < 0xC0)?,
        };
    }
    let decoded = match is_lost {
        true => '\u{FFFD}',
        false => crate::from_utf8(&bytes[..len]).ok()?.chars().next()?,
    };
    let keeps_space = has_space && decoded == 'à' && is_word(&cells[at + len..]);
    let len = if keeps_space { 1 } else { len };
    Some(Sequence {
        len,
        decoded,
        has_space,
    })
}

/// Returns whether a `?` at this index of a sequence may stand for a character, because characters
/// that are not ASCII are on both sides, or it is the third.
fn is_lost_at(cells: &[Cell], at: usize, index: usize) -> bool {
    let is_inside = cells
        .get(at + index + 1)
        .is_some_and(|cell| !cell.character.is_ascii());
    index == 2 || is_inside
}

/// Returns whether the U+00A0 of a sequence with this first byte is often replaced by a space.
fn may_lose_space(page: usize, first: u8) -> bool {
    page::has_space(page)
        && matches!(
            first,
            0xC2 | 0xC3 | 0xC5 | 0xCE | 0xD0 | 0xD9 | 0xE0..=0xE3 | 0xF0
        )
}

/// Returns whether `Ã ` before these cells is the word `à` and a space. In some words of Portuguese
/// and Italian, and before another space, the space is a part of the letter.
fn is_word(next: &[Cell]) -> bool {
    let follows = |word: &str| {
        let cells = next.iter().map(|cell| cell.character);
        cells.take(word.len()).eq(word.chars())
    };
    !["quele", "quela", "quilo", "s ", " "]
        .into_iter()
        .any(follows)
}

/// Returns the sequence of a surrogate pair, in which each surrogate was encoded as three bytes.
fn surrogate_pair(cells: &[Cell], at: usize, page: usize) -> Option<Sequence> {
    let mut bytes = [0; 6];
    for (byte, cell) in bytes.iter_mut().zip(cells.get(at..at + 6)?) {
        *byte = page::byte_of(page, cell.character)?;
    }
    let (code_point, len) = Utf8Family(Utf8Form::Cesu8).decode(&bytes).ok()?;
    (len == 6).then_some(Sequence {
        len,
        decoded: code_point.to_char()?,
        has_space: false,
    })
}

/// Returns whether a cell is part of a sequence, but not its start.
pub(super) fn is_covered(cells: &[Cell], at: usize, page: usize) -> bool {
    (1..=at.min(3))
        .any(|back| sequence(cells, at - back, page).is_some_and(|found| found.len > back))
}

/// Returns the weight of a sequence as evidence of mojibake.
pub(super) fn evidence_of(cells: &[Cell], at: usize, found: &Sequence) -> u32 {
    if found.has_space && found.decoded != 'à' {
        return 0;
    }
    let weights = (at..at + found.len).map(|at| evidence_at(cells, at));
    let sum = weights
        .map(|weight| if weight == 0 { 0 } else { STRONG })
        .sum::<u32>();
    sum + STRONG * u32::from(is_odd_sequence(cells, at, found.len))
}

/// Returns whether a sequence is evidence of mojibake, considering also its decoded character.
pub(super) fn is_evidence(cells: &[Cell], at: usize, found: &Sequence) -> bool {
    if !is_frequent(found.decoded) || !fits(found.decoded, cells, at, found.len) {
        return false;
    }
    let weights = (at..at + found.len).map(|at| evidence_at(cells, at)).max();
    weights == Some(STRONG)
        || weights == Some(WEAK) && is_known(found.decoded)
        || is_odd_sequence(cells, at, found.len)
}

/// Returns whether the place of a sequence is odd, although its characters need not be.
pub(super) fn is_odd_sequence(cells: &[Cell], at: usize, len: usize) -> bool {
    is_odd_word(cells, at, len) || has_odd_context(cells, at, len)
}

/// Returns whether a decoded character fits the neighbours of these `len` cells. Beside ASCII
/// letters, letters are of the same alphabet, or small Greek letters.
pub(super) fn fits(decoded: char, cells: &[Cell], at: usize, len: usize) -> bool {
    let is_latin = |at: Option<usize>| {
        let cell = at.and_then(|at| cells.get(at));
        cell.is_some_and(|cell| cell.character.is_ascii_alphabetic())
    };
    let is_beside_latin = is_latin(at.checked_sub(1)) || is_latin(Some(at + len));
    let kind = Kind::of(decoded);
    let alphabet = Alphabet::of(decoded);
    let is_small_greek = kind == Kind::Lower && alphabet == Alphabet::Greek;
    let is_other = (kind.is_letter() || kind == Kind::Mark) && alphabet != Alphabet::Latin;
    !is_beside_latin || !is_other || is_small_greek || matches!(decoded, '\u{300}'..='\u{36F}')
}

/// Returns whether a character is a letter of a Latin alphabet or a frequent mark.
pub(super) fn is_known(character: char) -> bool {
    orthography::is_letter(character)
        || matches!(
            character,
            '\u{2010}'..='\u{2026}' | 'ə' | '€' | '™' | 'ﬁ' | 'ﬂ'
        )
}

/// Returns whether a single sequence in a word with this character may be mojibake. Others are too
/// rare.
pub(super) fn is_frequent(character: char) -> bool {
    is_known(character)
        || matches!(
            character,
            '\u{80}'..='\u{BF}'
                | '\u{300}'..='\u{30C}'
                | '\u{327}'
                | '\u{336}'
                | 'α'..='ω'
                | '\u{2000}'..='\u{28FF}'
                | '\u{3001}'..='\u{3011}'
                | '\u{3041}'..='\u{30FF}'
                | '\u{FEFF}'..='\u{FFFD}'
                | '\u{1F000}'..
        )
}

/// Returns whether the cells before and after a sequence make it odd.
fn has_odd_context(cells: &[Cell], at: usize, len: usize) -> bool {
    let before = at.checked_sub(1).map_or(EDGE, |at| cells[at].neighbour());
    let after = cells.get(at + len).map_or(EDGE, Cell::neighbour);
    let all = &cells[at..at + len];
    let are_upper = |cells: &[Cell]| cells.iter().all(|cell| cell.kind == Kind::Upper);
    // `ÔÇô`, and `ÔÇÖ` before a small letter.
    let is_latin = is_accented(all[0].neighbour());
    if len == 3 && is_latin && are_upper(&all[..2]) {
        return all[2].kind == Kind::Lower || are_upper(&all[2..]) && after.1 == Kind::Lower;
    }
    // `‚Äù`, a quotation mark without a word.
    if len == 3 && all[0].character == '‚' && is_accented(all[1].neighbour()) {
        return matches!(after.1, Kind::Space | Kind::Ascii);
    }
    // `â†’`, a letter and symbols.
    if len >= 3 && is_latin && all[1..].iter().all(|cell| !cell.kind.is_letter()) {
        return all[1..].iter().any(|cell| is_separate_symbol(cell.kind));
    }
    let are_lines = all.iter().all(|cell| cell.kind == Kind::Box);
    // `zu ├╢ffnen`, a drawing that touches the next word.
    if len == 2 && are_lines && after.1 == Kind::Lower && before.1 == Kind::Space {
        let mut words = cells[..at].iter().rev();
        return words
            .find(|cell| cell.kind != Kind::Space)
            .is_some_and(|cell| cell.kind.is_letter());
    }
    // A line that interrupts a word.
    before.1.is_letter() && after.1.is_letter() && are_lines
}

/// Returns whether a symbol does not directly follow a letter in correct text.
fn is_separate_symbol(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Reference | Kind::Rare | Kind::Opening | Kind::Fraction | Kind::Operator | Kind::Math
    )
}

/// Returns whether a sequence at the start of a word is odd there: `Ã©`, `Ã` and U+00A0, or `├á`
/// after other words.
fn is_odd_word(cells: &[Cell], at: usize, len: usize) -> bool {
    let Some(mark) = cells.get(at + 1).filter(|_| len == 2) else {
        return false;
    };
    let lead = cells[at];
    if !may_be_word(lead.neighbour(), mark.neighbour()) {
        return false;
    }
    if lead.kind == Kind::Box {
        let text = cells[..at]
            .iter()
            .rev()
            .find(|cell| cell.kind != Kind::Space);
        return text.is_some_and(|cell| cell.kind != Kind::Box);
    }
    let is_letter = |at: Option<usize>| at.is_some_and(|at| cells[at].kind.is_letter());
    let is_first = !is_letter(at.checked_sub(1));
    let kind = |at: usize| cells.get(at).map(|cell| cell.kind);
    match mark.kind {
        _ if mark.character == 'µ' => true,
        Kind::Space => {
            (is_first || !is_letter(at.checked_sub(2)))
                && matches!(kind(at + 2), Some(Kind::Lower | Kind::Space))
        }
        // A word between words in small letters.
        _ => {
            let is_after_word = is_first && is_letter(at.checked_sub(2));
            is_after_word && kind(at + 2) == Some(Kind::Space) && kind(at + 3) == Some(Kind::Lower)
        }
    }
}

/// Returns whether two characters may be an odd word.
fn may_be_word(lead: Neighbour, mark: Neighbour) -> bool {
    match (lead.0, mark.1) {
        ('Ã' | 'Â' | 'Ă' | 'Ć', Kind::Trade | Kind::Currency | Kind::Degree | Kind::Power) => {
            true
        }
        ('Â', _) if mark.0 == 'µ' => true,
        ('Ã' | 'Ă' | 'Ć' | 'Γ' | 'Г', Kind::Space) => mark.0 == '\u{A0}',
        (lead, Kind::Lower | Kind::Upper) => drawing::is_joint(lead),
        _ => false,
    }
}

/// Returns whether the first two characters of a sequence may be odd in some places, although none
/// of them is.
pub(super) fn may_be_odd(lead: Neighbour, mark: Neighbour) -> bool {
    let is_upper = lead.1 == Kind::Upper && mark.1 == Kind::Upper;
    may_be_word(lead, mark)
        || is_accented(lead) && (is_separate_symbol(mark.1) || matches!(mark.0, '•' | '»'))
        || (lead.1, mark.1) == (Kind::Box, Kind::Box)
        || lead.0 == '‚'
        || is_upper && is_accented(lead) && is_accented(mark)
}
