//! The verbs for text in a legacy encoding, which look at all of it from its start: only there is
//! it known what a byte means.
#![forbid(unsafe_code)]

use crate::encoding::malformed::Malformed;
use crate::encoding::multibyte::{CHARACTER, Decoder, First, Legacy};

/// Bytes of UTF-8 for a piece.
const BUFFER: usize = 1 << 10;

/// A sequence of a text that is not well-formed, in bytes.
pub(super) struct Fault {
    pub(super) position: usize,
    pub(super) malformed: Malformed,
}

/// Goes through a text; `text` gets what becomes of it in UTF-8, `fault` what is malformed, and
/// says whether to go on after that.
fn walk(
    legacy: &'static Legacy,
    src: &[u8],
    mut text: impl FnMut(&[u8]),
    mut fault: impl FnMut(Fault) -> bool,
) {
    let mut decoder = Decoder::new(legacy);
    let mut at = 0;
    while at < src.len() {
        let mut buffer = [0; BUFFER];
        let rest = &src[at..];
        // A byte becomes three at most.
        let piece = &rest[..rest.len().min(BUFFER / 3)];
        let step = decoder.decode(piece, &mut buffer);
        let mut read = step.read;
        text(&buffer[..step.written]);
        if read == 0 {
            let mut character = [0; CHARACTER];
            match decoder.decode_first(rest, &mut character, false) {
                First::Character(step) => {
                    read = step.read;
                    text(&character[..step.written]);
                }
                other => {
                    let malformed = match other {
                        First::Malformed(malformed) => malformed,
                        _ => Malformed::INCOMPLETE,
                    };
                    read = malformed.len.map_or(rest.len(), usize::from);
                    let position = at;
                    if !fault(Fault {
                        position,
                        malformed,
                    }) {
                        return;
                    }
                }
            }
        }
        decoder.pass(&rest[..read]);
        at += read;
    }
}

/// The first sequence that is malformed, if there is one.
pub(super) fn first_fault(legacy: &'static Legacy, src: &[u8]) -> Option<Fault> {
    let mut first = None;
    walk(
        legacy,
        src,
        |_| {},
        |fault| {
            first = Some(fault);
            false
        },
    );
    first
}

pub(super) fn char_count(legacy: &'static Legacy, src: &[u8]) -> usize {
    let mut faults = 0;
    let mut characters = 0;
    let count = |text: &[u8]| characters += crate::char_count::<crate::Utf8>(text);
    walk(legacy, src, count, |_| {
        faults += 1;
        true
    });
    (characters + faults).min(src.len())
}

pub(super) fn incomplete_tail(legacy: &'static Legacy, src: &[u8]) -> usize {
    let mut tail = 0;
    walk(
        legacy,
        src,
        |_| {},
        |fault| {
            if fault.malformed.len.is_none() {
                tail = src.len() - fault.position;
            }
            true
        },
    );
    tail
}
