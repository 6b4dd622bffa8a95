//! Undoes one layer of mojibake: the decoding of UTF-8 in one page.

use alloc::vec::Vec;

use super::cell::{Cell, MAX_LAYERS, deepest};
use super::kind::{Kind, STRONG};
use super::page::{PAGES, PageSet};
use super::quoted::is_quoted;
use super::sequence::{Sequence, evidence_of, is_evidence, sequence};

/// The minimum number of sequences with which a line counts as mojibake without other evidence.
pub(super) const MANY_SEQUENCES: usize = 6;

/// The pages that may explain a line.
pub(super) struct Candidates {
    /// The pages in which all characters that are not ASCII may be part of a sequence.
    pub(super) whole: PageSet,
    /// The pages in which at least one sequence may start.
    pub(super) any: PageSet,
}

/// Returns the pages that may explain a line.
pub(super) fn candidates(cells: &[Cell]) -> Candidates {
    let (mut whole, mut any, mut before) = (PageSet::MAX, 0, 0);
    for (at, cell) in cells.iter().enumerate() {
        let continues = cell.continues();
        if !cell.character.is_ascii() {
            let starts = starts(cells, at);
            any |= starts;
            whole &= starts | continues & before;
        }
        before = cell.roles.leads() | continues;
    }
    Candidates {
        whole: whole & any,
        any,
    }
}

/// Returns the pages in which a sequence may start at a cell. In all other pages, none starts here.
/// Examines at most three characters.
fn starts(cells: &[Cell], at: usize) -> PageSet {
    let roles = cells[at].roles;
    let continues = |at: usize| cells.get(at).map_or(0, Cell::continues);
    roles.leads() & continues(at + 1) & (!roles.long_leads() | continues(at + 2))
}

/// What [`undo`] finds in a word.
#[derive(Clone, Copy, Default)]
struct Word {
    /// The weight of the evidence that the word is mojibake.
    evidence: u32,
    /// The number of non-ASCII characters outside of sequences, except those that may have been
    /// [inserted](may_be_inserted) later.
    strays: u32,
    is_quoted: bool,
}

/// Undoes one layer: returns the line before it was decoded in a page. Returns `None` if this is no
/// explanation of the line. If `is_known`, the page explains an adjacent line, and the line needs
/// no evidence of mojibake.
pub(super) fn undo(cells: &[Cell], page: usize, is_known: bool) -> Option<Vec<Cell>> {
    let depth = deepest(cells)?.depth;
    if usize::from(depth) == MAX_LAYERS {
        return None;
    }
    let count = cells.last()?.word as usize + 1;
    let mut words = alloc::vec![Word::default(); count];
    let mut sequences: Vec<(usize, Sequence)> = Vec::new();
    // Whether all non-ASCII characters are in sequences.
    let mut is_whole = true;
    let mut at = 0;
    while let Some(cell) = cells.get(at) {
        if cell.character.is_ascii() {
            at += 1;
            continue;
        }
        let word = &mut words[cell.word as usize];
        let Some(found) = sequence(cells, at, page) else {
            is_whole = false;
            word.strays += u32::from(!may_be_inserted(cell));
            at += 1;
            continue;
        };
        word.evidence += evidence_of(cells, at, &found);
        word.evidence += evidence_of_repetition(&cells[at..at + found.len], found.decoded, depth);
        word.is_quoted |= is_quoted(cells, at, found.len, page);
        sequences.push((at, found));
        at += found.len;
    }
    let is_conclusive =
        |word: &Word| !word.is_quoted && word.strays == 0 && word.evidence >= STRONG;
    let is_sure = match is_known {
        true => is_whole,
        false => words.iter().any(is_conclusive) || is_whole && is_many(cells, &sequences),
    };
    if !is_sure {
        return None;
    }
    let has_no_strays = words.iter().all(|word| word.strays == 0);
    let mut before = Vec::with_capacity(cells.len());
    // The end of the last sequence that was replaced.
    let mut at = 0;
    for (start, found) in sequences {
        let word = &words[cells[start].word as usize];
        let is_mojibake = if is_whole {
            true
        } else if word.is_quoted {
            false
        } else if word.strays > 0 {
            // The word has evidence of mojibake, but the page does not explain all of it.
            if word.evidence >= STRONG {
                return None;
            }
            false
        } else if word.evidence >= STRONG {
            true
        } else if found.len == 2 {
            // Most accented letters are sequences of two characters. So such a sequence is mojibake
            // also without evidence, if the page explains all words. If it does not, the sequence
            // may still be mojibake, so the page does not explain the line. Longer sequences
            // without evidence count as correct text.
            if !has_no_strays {
                return None;
            }
            true
        } else {
            false
        };
        if !is_mojibake {
            continue;
        }
        before.extend_from_slice(&cells[at..start]);
        at = start + found.len;
        before.push(merged(&cells[start..at], &found, page));
    }
    before.extend_from_slice(&cells[at..]);
    (at > 0).then_some(before)
}

/// Returns the cell of the decoded character of a sequence.
fn merged(cells: &[Cell], found: &Sequence, page: usize) -> Cell {
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let deepest = deepest(cells).unwrap_or(&first);
    let mut cell = Cell::new(found.decoded, first.start, last.end, first.word);
    cell.add_page(deepest, page);
    cell
}

/// Returns the weight of additional evidence: the characters of a sequence were all decoded by the
/// layer undone last, and are again the bytes of a character that is typical of text with several
/// layers. That is unlikely by chance. `depth` is the number of layers undone.
fn evidence_of_repetition(cells: &[Cell], decoded: char, depth: u8) -> u32 {
    let is_typical_of_layers =
        matches!(decoded, '\u{A0}'..='\u{FF}' | '\u{2010}'..='\u{2026}' | '€' | '™');
    let are_from_last_layer = depth > 0 && cells.iter().all(|cell| cell.depth == depth);
    STRONG * u32::from(is_typical_of_layers && are_from_last_layer)
}

/// Returns whether a line has so many sequences that they are not there by chance. Sequences of
/// box-drawing characters do not count, because a drawing has many.
fn is_many(cells: &[Cell], sequences: &[(usize, Sequence)]) -> bool {
    let is_drawing = |(at, found): &&(usize, Sequence)| {
        cells[*at..at + found.len]
            .iter()
            .all(|cell| cell.kind == Kind::Box)
    };
    sequences.iter().filter(|each| !is_drawing(each)).count() >= MANY_SEQUENCES
}

/// Returns whether a line has evidence of mojibake: a sequence that [is evidence](is_evidence) and
/// is not quoted, in a word whose other characters are ASCII or [may be inserted](may_be_inserted).
pub(super) fn has_evidence(cells: &[Cell]) -> bool {
    let pages = (0..cells.len()).fold(0, |pages, at| pages | starts(cells, at));
    members(pages).any(|page| has_evidence_in(cells, page))
}

/// Returns whether a line has evidence of mojibake in a page.
fn has_evidence_in(cells: &[Cell], page: usize) -> bool {
    let (mut word, mut is_whole, mut has_evidence) = (0, true, false);
    let mut at = 0;
    while let Some(cell) = cells.get(at) {
        if cell.word != word {
            if is_whole && has_evidence {
                return true;
            }
            (word, is_whole, has_evidence) = (cell.word, true, false);
        }
        match sequence(cells, at, page) {
            Some(found) => {
                has_evidence |=
                    is_evidence(cells, at, &found) && !is_quoted(cells, at, found.len, page);
                at += found.len;
            }
            None => {
                is_whole &= cell.character.is_ascii() || may_be_inserted(cell);
                at += 1;
            }
        }
    }
    is_whole && has_evidence
}

/// Returns whether a character also occurs beside mojibake because it was inserted later.
fn may_be_inserted(cell: &Cell) -> bool {
    matches!(
        cell.kind,
        Kind::Joiner | Kind::Quote | Kind::Space | Kind::Lost | Kind::Control
    )
}

/// Returns the pages of a set.
pub(super) fn members(pages: PageSet) -> impl Iterator<Item = usize> {
    (0..PAGES.len()).filter(move |page| pages >> page & 1 == 1)
}
