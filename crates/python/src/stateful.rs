//! ISO-2022-JP, a stateful encoding: the state between two characters is passed from part to part.

use crate::decode::{Decoded, Source, detached};
use crate::encoding::Encoding;
use crate::faults::{Errors, Fault};
use crate::malformed::Progress;
use crate::steps::{ILLEGAL, INCOMPLETE};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::CStr;
use utflane::stream::{AnyTranscoder, Status, TextDecoder};
use utflane::{Charset, Reason, unit_bytes};

/// The escape sequences, indexed by the number of the state that each of them begins.
const SEQUENCES: [&[u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];

/// Number of bytes that are decoded at a time.
const PART: usize = 1 << 20;

/// The number of a state. The initial state is 0, which is the only state of other encodings.
#[derive(Clone, Copy, Default)]
pub(crate) struct State(usize);

impl State {
    pub(crate) fn numbered(number: usize) -> PyResult<State> {
        match number {
            ..5 => Ok(State(number)),
            _ => Err(PyValueError::new_err(format!(
                "invalid state of a codec: {number}"
            ))),
        }
    }

    pub(crate) fn number(self) -> usize {
        self.0
    }

    /// Returns the state after more bytes.
    pub(crate) fn after(self, bytes: &[u8]) -> State {
        let sequence = |bytes: &[u8]| SEQUENCES.iter().position(|sequence| *sequence == bytes);
        let last = bytes.windows(3).rev().find_map(sequence);
        last.map_or(self, State)
    }
}

/// Decodes a text or a part of it.
pub(crate) fn decode<'py>(
    source: &Source<'_, 'py>,
    encoding: &Encoding,
    errors: &Errors<'_>,
    mut state: State,
) -> PyResult<(Decoded<'py>, State)> {
    let (py, is_whole) = (source.object.py(), source.is_whole);
    let mut progress = Progress::new(
        source,
        (Charset::Iso2022Jp, encoding),
        source.bytes.len(),
        errors,
    )?;
    let mut text = String::new();
    let mut position = 0;
    loop {
        py.check_signals()?;
        let end = source.bytes.len().min(position + PART);
        let (rest, is_last) = (&source.bytes[position..end], end == source.bytes.len());
        let (read, fault) = detached(py, rest.len(), || {
            decode_part(rest, is_whole && is_last, state, &mut text)
        });
        state = state.after(&rest[..read]);
        position += read;
        if fault.is_none() && is_last && progress.text.is_empty() {
            return Ok(((PyString::new(py, &text), position), state));
        }
        progress.text.push_chars(&text);
        progress.text.cut_if_long()?;
        text.clear();
        let Some((len, reason)) = fault else {
            match is_last {
                true => return Ok(((progress.finish()?, position), state)),
                false => continue,
            }
        };
        position = progress.handle(&Fault {
            start: position,
            end: position + len,
            reason,
        })?;
        // No character begins with one of these bytes, in any state.
        while source.bytes.get(position).is_some_and(|byte| *byte >= 0x80) {
            position = progress.handle(&Fault {
                start: position,
                end: position + 1,
                reason: ILLEGAL,
            })?;
        }
    }
}

/// Decodes up to the end or a malformed sequence. Also returns the length and a description of the
/// malformed sequence.
fn decode_part(
    bytes: &[u8],
    is_whole: bool,
    State(state): State,
    text: &mut String,
) -> (usize, Option<(usize, &'static CStr)>) {
    let mut decoder = TextDecoder::new(Charset::Iso2022Jp);
    let _ = decoder.decode(SEQUENCES[state], text);
    let step = decoder.decode(bytes, text);
    let pending = decoder.pending();
    let mut status = step.status;
    if pending > 0 && is_whole {
        status = decoder.finish_text(text).status;
    }
    let Status::Stopped(error) = status else {
        return (step.read - pending, None);
    };
    let len = match error.reason() {
        Reason::Malformed(error) => error.error_len(),
        _ => None,
    };
    match len {
        Some(len) if pending > 0 => (step.read - pending, Some((len, ILLEGAL))),
        Some(len) => (step.read - len, Some((len, ILLEGAL))),
        None => (step.read - pending, Some((pending, INCOMPLETE))),
    }
}

/// Creates an encoder in this state.
pub(crate) fn encoder(State(state): State) -> AnyTranscoder {
    let mut encoder = AnyTranscoder::new(Charset::Utf32, Charset::Iso2022Jp);
    // Encoding a character of the character set brings the encoder to the state. The other states
    // are never written.
    let character = match SEQUENCES[state] {
        b"\x1B(J" => "\u{A5}",
        b"\x1B$B" => "\u{3042}",
        _ => "",
    };
    let points: Vec<u32> = character.chars().map(u32::from).collect();
    let _ = encoder.transcode(unit_bytes(&points), &mut [0; 8]);
    encoder
}

/// Appends code points up to the first that cannot be represented. Returns the number of these.
pub(crate) fn append(encoder: &mut AnyTranscoder, points: &[u32], bytes: &mut Vec<u8>) -> usize {
    let mut read = 0;
    let mut capacity = [0; 1 << 12];
    while read < points.len() {
        let step = encoder.transcode(unit_bytes(&points[read..]), &mut capacity);
        bytes.extend(&capacity[..step.written]);
        read += step.read / size_of::<u32>();
        if matches!(step.status, Status::Stopped(_)) {
            return read - 1;
        }
    }
    read
}
