//! Cells: the characters of a line during the repair, each with its range in the original line.

use alloc::vec::Vec;

use super::kind::{EDGE, Kind, Neighbour, evidence};
use super::page::{PageSet, Roles, continues};

/// The maximum number of times that a text is assumed to be decoded in a wrong encoding.
pub(super) const MAX_LAYERS: usize = 3;

/// A character, and the part of the line that it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) character: char,
    pub(super) kind: Kind,
    pub(super) roles: Roles,
    /// The range in the line.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The number of its word. Runs of ASCII characters that are neither letters nor digits also
    /// count as words.
    pub(super) word: u32,
    /// The pages that were undone, outermost first, and their number.
    pub(super) pages: [u8; MAX_LAYERS],
    pub(super) depth: u8,
}

impl Cell {
    pub(super) fn new(character: char, start: u32, end: u32, word: u32) -> Cell {
        Cell {
            character,
            kind: Kind::of(character),
            roles: Roles::of(character),
            start,
            end,
            word,
            pages: [0; MAX_LAYERS],
            depth: 0,
        }
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.character.is_ascii()
    }

    /// Sets the pages to those of another cell and one more.
    pub(super) fn add_page(&mut self, other: &Cell, page: usize) {
        let depth = usize::from(other.depth).min(MAX_LAYERS - 1);
        self.pages = other.pages;
        self.pages[depth] = page as u8;
        self.depth = depth as u8 + 1;
    }

    /// See [`continues`].
    pub(super) fn continues(&self) -> PageSet {
        continues(self.character, self.roles)
    }

    pub(super) fn neighbour(&self) -> Neighbour {
        (self.character, self.kind)
    }
}

/// Returns a cell of the greatest depth.
pub(super) fn deepest(cells: &[Cell]) -> Option<&Cell> {
    cells.iter().max_by_key(|cell| cell.depth)
}

/// Returns the pages that were undone in a line, outermost first.
pub(super) fn pages_of(cells: &[Cell]) -> &[u8] {
    deepest(cells).map_or(&[], |cell| &cell.pages[..usize::from(cell.depth)])
}

/// Returns the cells of a line.
pub(super) fn cells(line: &str) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(line.len());
    let mut word = 0;
    let mut is_inside = false;
    for (start, character) in line.char_indices() {
        let is_part = !character.is_ascii() || character.is_ascii_alphanumeric();
        word += u32::from(is_part != is_inside);
        is_inside = is_part;
        let end = start + character.len_utf8();
        cells.push(Cell::new(character, start as u32, end as u32, word));
    }
    cells
}

/// Returns the weight of a cell, between its neighbours, as [`evidence`] of mojibake.
pub(super) fn evidence_at(cells: &[Cell], at: usize) -> u32 {
    if cells[at].character.is_ascii() {
        return 0;
    }
    let before = at.checked_sub(1).map_or(EDGE, |at| cells[at].neighbour());
    let after = cells.get(at + 1).map_or(EDGE, Cell::neighbour);
    evidence(before, cells[at].neighbour(), after)
}
