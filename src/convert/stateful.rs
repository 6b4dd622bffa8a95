//! The verbs for text in ISO-2022-JP, which look at all of it from its start: only there is it
//! known what a byte means.
#![forbid(unsafe_code)]

use crate::encoding::malformed::Malformed;
use crate::encoding::multibyte::iso2022::{First, SEQUENCE, Shift};

/// A sequence of a text that is not well-formed, in bytes.
pub(super) struct Fault {
    pub(super) position: usize,
    pub(super) malformed: Malformed,
}

/// What is in a text, and where it begins: each character, and each fault.
fn items(src: &[u8]) -> impl Iterator<Item = Result<usize, Fault>> {
    let (mut shift, mut at) = (Shift::START, 0);
    core::iter::from_fn(move || {
        loop {
            let (position, rest) = (at, src.get(at..).filter(|rest| !rest.is_empty())?);
            let (first, after) = shift.decode(rest, false);
            shift = after;
            let malformed = match first {
                First::Character(_, len) => {
                    at += len;
                    return Some(Ok(position));
                }
                First::Sequence => {
                    at += SEQUENCE;
                    continue;
                }
                First::Malformed(malformed) => malformed,
                First::Incomplete => Malformed::INCOMPLETE,
            };
            at += malformed.len.map_or(rest.len(), usize::from);
            return Some(Err(Fault {
                position,
                malformed,
            }));
        }
    })
}

/// The first sequence that is malformed, if there is one.
pub(super) fn first_fault(src: &[u8]) -> Option<Fault> {
    items(src).find_map(Result::err)
}

/// Number of characters; what is malformed counts as one.
pub(super) fn char_count(src: &[u8]) -> usize {
    items(src).count()
}

/// Bytes at the end that begin a character or an escape sequence.
pub(super) fn incomplete_tail(src: &[u8]) -> usize {
    let fault =
        items(src).find_map(|item| item.err().filter(|fault| fault.malformed.len.is_none()));
    fault.map_or(0, |fault| src.len() - fault.position)
}
