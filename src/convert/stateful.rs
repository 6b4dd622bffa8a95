//! The verbs for stateful encodings. They decode the text from its start, because the meaning of a
//! byte depends on the shift sequences before it.
#![forbid(unsafe_code)]

use crate::Charset;
use crate::encoding::malformed::Malformed;
use crate::encoding::stateful::{Item, ShiftState};

/// A malformed sequence and its position, in bytes.
pub(super) struct MalformedSequence {
    pub(super) position: usize,
    pub(super) malformed: Malformed,
}

/// Iterates over the positions of characters and the malformed sequences of a text. If `more`, more
/// input may follow `src`.
fn items(
    charset: Charset,
    src: &[u8],
    more: bool,
) -> impl Iterator<Item = Result<usize, MalformedSequence>> {
    let mut shift = ShiftState::start(charset).expect("a stateful encoding");
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let (position, rest) = (at, src.get(at..).filter(|rest| !rest.is_empty())?);
            let (first, after) = shift.decode(rest, more);
            shift = after;
            let malformed = match first {
                Item::Character(_, len) => {
                    at += len;
                    return Some(Ok(position));
                }
                Item::Shift(len) => {
                    at += len;
                    continue;
                }
                Item::Malformed(malformed) => malformed,
                Item::Incomplete => Malformed::INCOMPLETE,
            };
            at += malformed.len.map_or(rest.len(), usize::from);
            return Some(Err(MalformedSequence {
                position,
                malformed,
            }));
        }
    })
}

/// Returns the first malformed sequence, if there is one.
pub(super) fn first_malformed(charset: Charset, src: &[u8]) -> Option<MalformedSequence> {
    items(charset, src, false).find_map(Result::err)
}

/// Returns the number of characters. A malformed sequence counts as one.
pub(super) fn char_count(charset: Charset, src: &[u8]) -> usize {
    items(charset, src, false).count()
}

/// Returns the number of bytes at the end of `src` that are the beginning of a character or of a
/// shift sequence.
pub(super) fn incomplete_tail(charset: Charset, src: &[u8]) -> usize {
    let is_incomplete = |sequence: &MalformedSequence| sequence.malformed.len.is_none();
    let incomplete = items(charset, src, true).find_map(|item| item.err().filter(is_incomplete));
    incomplete.map_or(0, |sequence| src.len() - sequence.position)
}
