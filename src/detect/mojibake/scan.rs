//! The fast search for lines that may be mojibake.

use core::ops::Range;

use super::kind::{EDGE, Kind, Neighbour, oddity};
use super::layer::MANY;
use super::page::{PageSet, Roles};
use super::sequence::may_be_odd;

/// Length in bytes from which on a line is split. The first part ends at the first end of a word
/// after this number of bytes.
const SPLIT_AFTER: usize = 8192;

/// Returns the range of the first line, from `start` on, that is not ASCII. Long lines are split.
pub(super) fn next_line(text: &str, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let at = start + first_non_ascii(&bytes[start..])?;
    let near = at.saturating_sub(SPLIT_AFTER / 2).max(start);
    let before = &bytes[near..at];
    let ends_a_word = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let line = before.iter().rposition(|byte| *byte == b'\n');
    let cut = line.or_else(|| match near > start {
        true => before.iter().position(ends_a_word),
        false => None,
    });
    let first = cut.map_or(if near > start { at } else { near }, |cut| near + cut + 1);
    let rest = &bytes[at..bytes.len().min(first.max(at) + SPLIT_AFTER)];
    let end = match rest.iter().position(|byte| *byte == b'\n') {
        Some(len) => at + len + 1,
        None => {
            let far = at + rest.len();
            let more = bytes[far..].iter().position(ends_a_word);
            more.map_or(bytes.len(), |more| far + more + 1)
        }
    };
    Some(first..end)
}

fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 32;
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk::<BLOCK>() {
        if !block.is_ascii() {
            break;
        }
        at += BLOCK;
    }
    let rest = bytes[at..].iter().position(|byte| !byte.is_ascii());
    rest.map(|index| at + index)
}

/// Returns whether a line contains a sign of mojibake. This may be a false alarm.
pub(super) fn is_suspect(line: &str) -> bool {
    let (mut at, mut sequences) = (0, 0);
    while let Some(ascii) = first_non_ascii(&line.as_bytes()[at..]) {
        let before = line[..at + ascii].chars().next_back();
        at += ascii;
        let before = before.map_or(EDGE, |before| (before, Kind::of(before)));
        let run = Run::of(before, &line[at..]);
        sequences += run.sequences;
        if run.is_odd || sequences >= MANY {
            return true;
        }
        at += run.len;
    }
    false
}

/// A run of characters that are not ASCII.
#[derive(Default)]
struct Run {
    /// The length in bytes.
    len: usize,
    /// The number of possible sequences that do not start with a small letter.
    sequences: usize,
    /// Whether there is a sign of mojibake.
    is_odd: bool,
}

impl Run {
    /// Returns the run at the start of a text.
    fn of(before: Neighbour, text: &str) -> Run {
        let mut run = Run::default();
        let mut window = [EDGE, EDGE, before];
        let mut leads = 0;
        // The number of next characters that may be part of a sequence.
        let mut rest = 0u32;
        let mut characters = text.chars().chain(['\n']);
        let Some(mut mark) = characters.next().map(|first| (first, Kind::of(first))) else {
            return run;
        };
        for character in characters {
            // The sequence may start at `lead`. The last character of the window is ASCII if the
            // run has ended.
            let after = (character, Kind::of(character));
            window = [window[1], window[2], mark];
            let [before, lead, _] = window;
            let roles = Roles::of(mark.0);
            let continues = match mark.0 {
                ' ' | '?' | '\u{FFFD}' => PageSet::MAX,
                _ => roles.continues,
            };
            if leads & continues != 0 {
                rest = 3;
                run.sequences += usize::from(lead.1 != Kind::Lower);
                run.is_odd = oddity(before, lead, mark) > 0 || may_be_odd(lead, mark);
            }
            let is_in_sequence = rest > 0 && oddity(lead, mark, after) > 0;
            run.is_odd |= is_in_sequence || mark.1 == Kind::Control;
            if run.is_odd || mark.0.is_ascii() {
                return run;
            }
            run.len += mark.0.len_utf8();
            rest = rest.saturating_sub(1);
            leads = roles.leads;
            mark = after;
        }
        run
    }
}
