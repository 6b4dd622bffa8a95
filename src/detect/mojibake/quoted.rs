//! Recognises mojibake that a text quotes on purpose, so that the repair leaves it unchanged.
//!
//! A text about mojibake names single characters (`„Ã©“`, `<td>Ã¼</td>`, `s/Ã¼/ue/`) or words in
//! code (`` `schÃ¶n` ``, `fix('schÃ¶n')`) or in quotation marks that are not mojibake themselves.

use alloc::string::String;
use alloc::vec::Vec;

use super::cell::Cell;
use super::sequence::is_covered;

/// Returns whether a mark stands before a single character that is quoted.
fn is_open(mark: char) -> bool {
    matches!(
        mark,
        '`' | '"' | '\'' | '<' | '>' | '/' | '|' | '=' | '‘' | '‚' | '’' | '”'
    ) || opens_word(mark)
}

/// Returns whether a mark stands after a single character that is quoted.
fn is_close(mark: char) -> bool {
    matches!(
        mark,
        '`' | '"' | '\'' | '<' | '>' | '/' | '|' | '=' | ';' | '‘' | '’'
    ) || closes_word(mark)
}

/// Returns whether a mark opens a quotation of words.
fn opens_word(mark: char) -> bool {
    matches!(
        mark,
        '`' | '“' | '„' | '«' | '»' | '‹' | '›' | '「' | '『' | '《' | '〈'
    )
}

/// Returns whether a mark closes a quotation of words.
fn closes_word(mark: char) -> bool {
    matches!(
        mark,
        '`' | '“' | '”' | '«' | '»' | '‹' | '›' | '」' | '』' | '》' | '〉'
    )
}

/// Maximum number of characters between a sequence and the quotation marks around its word.
const MAX_QUOTED: usize = 64;

/// Returns whether a sequence of a page is quoted, alone or in a word.
pub(super) fn is_quoted(cells: &[Cell], at: usize, len: usize, page: usize) -> bool {
    type Predicate = fn(char) -> bool;
    // A mark that is part of a sequence is no mark.
    let is_mark = |at: usize| cells[at].character.is_ascii() || !is_covered(cells, at, page);
    let character = |at: Option<usize>| Some(cells.get(at?)?.character);
    let pair = |before: Option<usize>, after: usize| character(before).zip(character(Some(after)));
    let is_around = |pair: Option<(char, char)>, open: Predicate, close: Predicate| {
        pair.is_some_and(|(before, after)| open(before) && close(after))
    };
    // A single character, also with a space on both sides.
    let (before, after) = (at.checked_sub(1), at + len);
    if is_around(pair(before, after), is_open, is_close) {
        return [at - 1, after].into_iter().all(is_mark);
    }
    let is_space: Predicate = |c| matches!(c, ' ' | '\u{A0}');
    if is_around(pair(before, after), is_space, is_space) {
        let is_apart: Predicate = |mark| matches!(mark, '|' | '«' | '»');
        return is_around(pair(at.checked_sub(2), after + 1), is_apart, is_apart);
    }
    let ends = |at: &usize, is_quote: Predicate| {
        let character = cells[*at].character;
        let ends_a_word = character.is_ascii() && !character.is_ascii_alphanumeric();
        ends_a_word || is_quote(character) && is_mark(*at)
    };
    let mut starts = (0..at).rev().take(MAX_QUOTED);
    let mut ends_after = (after..cells.len()).take(MAX_QUOTED);
    let start = starts.find(|at| ends(at, opens_word));
    let end = ends_after.find(|at| ends(at, closes_word));
    let (Some(start), Some(end)) = (start, end) else {
        return false;
    };
    let marks = pair(Some(start), end);
    let parentheses = pair(start.checked_sub(1), end + 1);
    let is_string: Predicate = |mark| matches!(mark, '\'' | '"');
    parentheses == Some(('(', ')')) && is_around(marks, is_string, is_string)
        || is_around(marks, opens_word, closes_word)
}

/// Returns whether a repaired line contains a repaired word also unchanged. Such a line explains
/// mojibake.
pub(super) fn has_correct_form(cells: &[Cell]) -> bool {
    let letters = |word: &[Cell]| -> String {
        let letters = word.iter().map(|cell| cell.character);
        letters.filter(|c| c.is_alphanumeric()).collect()
    };
    let words = || cells.chunk_by(|one, next| one.word == next.word);
    let is_repaired = |word: &[Cell]| word.iter().any(|cell| cell.depth > 0);
    let is_correct = |word: &&[Cell]| !is_repaired(word) && !word.iter().all(Cell::is_ascii);
    let mut correct: Vec<String> = words().filter(is_correct).map(letters).collect();
    correct.sort_unstable();
    let mut repaired = words().filter(|word| is_repaired(word)).map(letters);
    repaired.any(|word| !word.is_empty() && correct.binary_search(&word).is_ok())
}
