//! A fast scan for lines that may be mojibake, so that the repair does not examine the others.

use core::ops::Range;

use super::kind::{EDGE, Kind, Neighbour, evidence};
use super::layer::MANY_SEQUENCES;
use super::page::{Roles, continues};
use super::sequence::may_be_odd;

/// Length in bytes from which on a line is split. The first part ends at the first end of a word
/// after this number of bytes.
const SPLIT_AFTER: usize = 8192;

/// Returns the range of the first line, from `start` on, that is not ASCII. Long lines are split.
pub(super) fn next_line(text: &str, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let at = start + first_non_ascii(&bytes[start..])?;
    // The bytes before are ASCII.
    let near = at.saturating_sub(SPLIT_AFTER / 2).max(start);
    let before = &text[near..at];
    let ends_a_word = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
    let first = match before.rfind('\n') {
        Some(end) => near + end + 1,
        None if near == start => start,
        None => before.find(ends_a_word).map_or(at, |end| near + end + 1),
    };
    let mut far = (at + SPLIT_AFTER).min(bytes.len());
    while !text.is_char_boundary(far) {
        far += 1;
    }
    let end = match text[at..far].find('\n') {
        Some(len) => at + len + 1,
        None => text[far..]
            .find(ends_a_word)
            .map_or(bytes.len(), |len| far + len + 1),
    };
    Some(first..end)
}

fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk() {
        let high = u64::from_le_bytes(*block) & HIGH_BITS;
        if high != 0 {
            return Some(at + high.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = bytes[at..].iter().position(|byte| !byte.is_ascii());
    rest.map(|index| at + index)
}

/// Returns whether a line may contain evidence of mojibake. False positives are possible.
pub(super) fn is_suspect(line: &str) -> bool {
    let (mut at, mut sequences) = (0, 0);
    while let Some(ascii) = first_non_ascii(&line.as_bytes()[at..]) {
        at += ascii;
        if let Some(len) = isolated_len(&line.as_bytes()[at..]) {
            at += len;
            continue;
        }
        let before = line[..at].chars().next_back();
        let before = before.map_or(EDGE, |before| (before, Kind::of(before)));
        let run = Run::of(before, &line[at..]);
        sequences += run.sequences;
        if run.is_odd || sequences >= MANY_SEQUENCES {
            return true;
        }
        at += run.len;
    }
    false
}

/// Returns the length of a character that is not followed by another character of a sequence, and
/// is no control character.
fn isolated_len(bytes: &[u8]) -> Option<usize> {
    let len = match bytes[0] {
        0xC2 if bytes[1] < 0xA0 => return None,
        ..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let is_end = bytes
        .get(len)
        .is_none_or(|next| next.is_ascii() && !matches!(next, b' ' | b'?'));
    is_end.then_some(len)
}

/// A run of characters that are not ASCII.
#[derive(Default)]
struct Run {
    /// The length in bytes.
    len: usize,
    /// The number of possible sequences that do not start with a small letter.
    sequences: usize,
    /// Whether there may be evidence of mojibake.
    is_odd: bool,
}

impl Run {
    /// Returns the run at the start of a text.
    fn of(before: Neighbour, text: &str) -> Run {
        let mut run = Run::default();
        let (mut before, mut lead) = (EDGE, before);
        let mut leads = 0;
        // The number of next characters that may be part of a sequence.
        let mut rest = 0u32;
        let mut characters = text.chars().chain(['\n']);
        let Some(mut mark) = characters.next().map(|first| (first, Kind::of(first))) else {
            return run;
        };
        for character in characters {
            // A sequence may start with `lead` and `mark`. After the last character of the run,
            // `mark` is ASCII.
            let after = (character, Kind::of(character));
            let roles = Roles::of(mark.0);
            if leads & continues(mark.0, roles) != 0 {
                rest = 3;
                run.sequences += usize::from(lead.1 != Kind::Lower);
                run.is_odd = evidence(before, lead, mark) > 0 || may_be_odd(lead, mark);
            }
            let is_in_sequence = rest > 0 && evidence(lead, mark, after) > 0;
            run.is_odd |= is_in_sequence || mark.1 == Kind::Control;
            if run.is_odd || mark.0.is_ascii() {
                return run;
            }
            run.len += mark.0.len_utf8();
            rest = rest.saturating_sub(1);
            leads = roles.leads();
            (before, lead, mark) = (lead, mark, after);
        }
        run
    }
}
