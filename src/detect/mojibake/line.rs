//! Searches for the explanation of a line: the pages in which it was decoded.

use alloc::vec::Vec;
use core::ops::Range;

use super::cell::{Cell, cells, evidence_at, pages_of};
use super::kind::{Kind, STRONG, WEAK};
use super::layer::{MANY_SEQUENCES, candidates, has_evidence, members, undo};
use super::modern::is_modern;
use super::orthography;
use super::page::{self, LATIN1};
use super::quoted::has_correct_form;
use super::sequence::{fits, is_frequent, is_known, is_odd_sequence, sequence};
use crate::detect::character_model::CharacterModel;
use crate::encoding::code_page::{CodePageTables, Windows1252};
use crate::encoding::sealed::Sealed;

/// The cost in bits of [`evidence`](super::kind::evidence) of weight 1.
const BITS_PER_EVIDENCE: u32 = 5;

/// The additional cost of an operator among the letters of Latin-1 in bits.
const OPERATOR: u32 = 10;

/// The best explanation so far.
struct Best {
    /// The cost of the text and of its pages in bits.
    cost: u32,
    cells: Vec<Cell>,
}

/// The state of the search for an explanation.
struct Search<'a> {
    original: &'a [Cell],
    /// The maximum cost of an explanation in bits.
    max_cost: u32,
    best: Option<Best>,
    /// The number of calls of [`undo`] that are left.
    attempts: u32,
}

/// The maximum number of calls of [`undo`] in one search. [`explain`] searches at most twice. Lines
/// that are mojibake need a few calls, except hostile ones.
const MAX_ATTEMPTS: u32 = 200;

/// Returns what a line was before it was decoded in wrong encodings, or `None` if nothing explains
/// it.
pub(super) fn explain(line: &str) -> Option<Vec<Cell>> {
    let original = cells(line);
    let explained = best_explanation(&original, &original);
    let Some(fixed) = without_controls(explained.as_ref().unwrap_or(&original)) else {
        return explained;
    };
    // The restored punctuation may be part of another layer.
    Some(best_explanation(&original, &fixed).unwrap_or(fixed))
}

/// Returns the best explanation of `cells`, to which the line `original` may already be repaired in
/// part.
fn best_explanation(original: &[Cell], cells: &[Cell]) -> Option<Vec<Cell>> {
    let mut search = Search {
        original,
        max_cost: cost(cells),
        best: None,
        attempts: MAX_ATTEMPTS,
    };
    search.add_explanations_of(cells);
    search.best.map(|best| best.cells)
}

/// Replaces the control characters U+0080 to U+009F by the characters of windows-1252: text in
/// windows-1252 that was decoded as Latin-1.
///
/// Returns `None` if there are none, or if one of them
///
/// - is no punctuation mark in windows-1252,
/// - is between two letters,
/// - may be the end of a line, or
/// - becomes a character that is evidence of mojibake.
fn without_controls(cells: &[Cell]) -> Option<Vec<Cell>> {
    const WINDOWS: &CodePageTables = Windows1252::SCHEME.0;
    let controls = || (0..cells.len()).filter(|at| cells[*at].kind == Kind::Control);
    controls().next()?;
    let mut fixed = cells.to_vec();
    for at in controls() {
        let cell = &cells[at];
        let character = char::from_u32(WINDOWS.decode(cell.character as u8)?.into())?;
        fixed[at] = Cell::new(character, cell.start, cell.end, cell.word);
        fixed[at].add_page(cell, LATIN1);
    }
    let has_others = cells.iter().any(|cell| cell.depth > 0) || controls().nth(1).is_some();
    for at in controls() {
        let is_letter = |at: Option<usize>| {
            let cell = at.and_then(|at| cells.get(at));
            cell.is_some_and(|cell| cell.kind.is_letter())
        };
        let is_within = is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        // U+0085 may be the end of a line.
        let next = cells.get(at + 1);
        let is_end = !has_others
            && cells[at].character == '\u{85}'
            && next.is_none_or(|next| matches!(next.character, '\r' | '\n'));
        let is_mark = matches!(fixed[at].kind, Kind::Quote | Kind::Joiner | Kind::Opening);
        if !is_mark || is_within || is_end || evidence_at(&fixed, at) > 0 {
            return None;
        }
    }
    Some(fixed)
}

/// Returns what a line was if it was decoded in these pages, as its neighbour was.
pub(super) fn explain_as(line: &str, pages: &[u8]) -> Option<Vec<Cell>> {
    if pages.is_empty() {
        return None;
    }
    let original = cells(line);
    let mut cells = original.clone();
    for page in pages {
        cells = undo(&cells, usize::from(*page), true)?;
    }
    is_plausible(cost(&original), cost(&cells), &cells).then_some(cells)
}

/// Returns whether the original line has evidence for an explanation: [`MANY_SEQUENCES`] repaired
/// characters, or a word with evidence.
fn has_evidence_for(original: &[Cell], cells: &[Cell]) -> bool {
    if cells.iter().filter(|cell| cell.depth > 0).count() >= MANY_SEQUENCES {
        return true;
    }
    let mut at = 0;
    cells
        .chunk_by(|one, next| one.word == next.word)
        .any(|word| {
            let start = at;
            at += word.len();
            has_evidence_for_word(original, cells, start..at)
        })
}

/// Returns whether the original line has evidence for the explanation of one word: the original
/// word is odd, and its repaired characters fit their neighbours.
fn has_evidence_for_word(original: &[Cell], cells: &[Cell], word: Range<usize>) -> bool {
    let repaired = || word.clone().filter(|at| cells[*at].depth > 0);
    let Some(first) = repaired().next() else {
        return false;
    };
    let count = repaired().count();
    let is_rare = count == 1 && !is_frequent(cells[first].character);
    if is_rare || !repaired().all(|at| fits(cells[at].character, cells, at, 1)) {
        return false;
    }
    let page = usize::from(cells[first].pages[0]);
    let number = cells[first].word;
    let original_start = original.partition_point(|cell| cell.word < number);
    let original_end = original.partition_point(|cell| cell.word <= number);
    let weights = (original_start..original_end).map(|at| match sequence(original, at, page) {
        Some(found) if is_odd_sequence(original, at, found.len) => STRONG,
        _ => evidence_at(original, at),
    });
    match weights.max() {
        Some(STRONG..) => true,
        Some(WEAK) => {
            let are_three_bytes = repaired().all(|at| cells[at].character >= '\u{800}');
            let needed = if are_three_bytes { 2 } else { 3 };
            count >= needed || repaired().all(|at| is_known(cells[at].character))
        }
        _ => false,
    }
}

impl Search<'_> {
    /// Undoes a layer of a line in each page, and considers the results.
    fn add_explanations_of(&mut self, cells: &[Cell]) {
        let found = candidates(cells);
        let mut seen: Vec<Vec<Cell>> = Vec::new();
        for pages in [found.whole, found.any & !found.whole] {
            for page in members(pages) {
                if self.attempts == 0 {
                    return;
                }
                self.attempts -= 1;
                let Some(before) = undo(cells, page, false) else {
                    continue;
                };
                if seen.iter().any(|other| is_same(other, &before)) {
                    continue;
                }
                self.add_explanations_of(&before);
                self.consider(&before);
                seen.push(before);
            }
            if self.best.is_some() {
                return;
            }
        }
    }

    /// Keeps an explanation if it is the best so far.
    fn consider(&mut self, cells: &[Cell]) {
        let pages = pages_of(cells).iter();
        let pages = pages.map(|page| page::cost(usize::from(*page)));
        let text_cost = cost(cells);
        let cost = text_cost + pages.sum::<u32>();
        if self.best.as_ref().is_some_and(|best| best.cost <= cost)
            || !is_plausible(self.max_cost, text_cost, cells)
            || !has_evidence_for(self.original, cells)
            || has_correct_form(cells)
        {
            return;
        }
        self.best = Some(Best {
            cost,
            cells: cells.to_vec(),
        });
    }
}

/// Returns whether an explanation leaves no mojibake, and gives characters of modern text.
/// `cost` is its cost, and `max_cost` that of the line.
fn is_plausible(max_cost: u32, cost: u32, cells: &[Cell]) -> bool {
    if cost > max_cost {
        return false;
    }
    let is_modern_cell =
        |cell: &Cell| cell.depth == 0 || cell.kind != Kind::Control && is_modern(cell.character);
    // A combining mark must follow a letter.
    let is_loose = |pair: &[Cell]| {
        pair[1].depth > 0
            && matches!(pair[1].character, '\u{300}'..='\u{36F}')
            && !pair[0].kind.is_letter()
    };
    if cells.windows(2).any(is_loose) {
        return false;
    }
    // If fewer than three characters are repaired, none of them may be odd.
    let changed = cells.iter().filter(|cell| cell.depth > 0).count();
    let is_odd = |at: usize| cells[at].depth > 0 && evidence_at(cells, at) >= STRONG;
    if changed < 3 && (0..cells.len()).any(is_odd) {
        return false;
    }
    cells.iter().all(is_modern_cell) && !has_evidence(cells)
}

/// Returns the cost of a text in bits. It is lower the more plausible the text is.
fn cost(cells: &[Cell]) -> u32 {
    let mut model = CharacterModel::of_part();
    cells
        .iter()
        .for_each(|cell| model.add_utf8(cell.character.into()));
    let evidence = (0..cells.len())
        .map(|at| evidence_at(cells, at))
        .sum::<u32>();
    let operators = cells
        .iter()
        .filter(|cell| matches!(cell.character, '×' | '÷'))
        .count() as u32;
    let letters = OPERATOR * operators + orthography::cost(cells.iter().map(|cell| cell.character));
    model.cost + letters + BITS_PER_EVIDENCE * evidence
}

fn is_same(one: &[Cell], other: &[Cell]) -> bool {
    one.iter()
        .map(|cell| cell.character)
        .eq(other.iter().map(|cell| cell.character))
}
