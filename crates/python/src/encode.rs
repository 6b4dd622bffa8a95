//! Encodes `str` to bytes.
//!
//! The kernels convert the code points as CPython stores them: as Latin-1, UTF-16 or UTF-32. If a
//! character cannot be represented, `unrepresentable` encodes the rest.

use crate::decode::detached;
use crate::encoding::Encoding;
use crate::faults::Errors;
use crate::points::Points;
use crate::stateful::{self, State};
use crate::strings;
use crate::unrepresentable::Progress;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::mem::MaybeUninit;
use utflane::{Charset, Pair, Reason, TranscodeError, unit_bytes};

/// Number of bytes of output that are written between two checks for signals.
const PART: usize = 1 << 22;

/// Maximum number of bytes that are converted on the stack.
const SMALL: usize = 1024;

pub(crate) fn encode<'py>(
    text: &Bound<'py, PyString>,
    encoding: &Encoding,
    errors: &Errors<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let charset = encoding.charset;
    let mark = encoding.written_mark();
    if charset.is_stateful() {
        return Ok(encode_part(text, encoding, errors, State::default(), true)?.0);
    }
    let points = Points::of(text)?;
    if let Points::Ascii(ascii) = points
        && encoding.has_ascii
        && mark.is_empty()
    {
        return Ok(PyBytes::new(py, ascii));
    }
    let (bytes, stop) = convert(py, &points, charset, mark)?;
    let has_pairs = points.has_pairs();
    if stop.is_none() && !has_pairs {
        return Ok(bytes);
    }
    if matches!(charset, Charset::Wtf8 | Charset::Mutf8) {
        return with_surrogates(text, charset);
    }
    let mut progress = Progress::new(text, encoding, errors)?;
    match stop {
        Some(index) if !has_pairs => {
            progress.bytes.extend_from_slice(bytes.as_bytes());
            drop(bytes);
            progress.all(&points, index, true)?;
        }
        _ => {
            progress.bytes.extend_from_slice(mark);
            progress.all(&Points::copied(text)?, 0, false)?;
        }
    }
    Ok(PyBytes::new(py, &progress.bytes))
}

/// Encodes a part of a text. `ends` says whether the text ends after it.
pub(crate) fn encode_part<'py>(
    text: &Bound<'py, PyString>,
    encoding: &Encoding,
    errors: &Errors<'_>,
    state: State,
    ends: bool,
) -> PyResult<(Bound<'py, PyBytes>, State)> {
    if !encoding.charset.is_stateful() {
        return Ok((encode(text, encoding, errors)?, state));
    }
    let mut progress = Progress::new(text, encoding, errors)?;
    progress.stateful = Some(stateful::encoder(state));
    progress.all(&Points::copied(text)?, 0, false)?;
    let state = state.after(&progress.bytes);
    if ends {
        progress.end();
    }
    let state = if ends { State::default() } else { state };
    Ok((PyBytes::new(text.py(), &progress.bytes), state))
}

/// Writes a byte order mark to the start of a buffer. Returns its length.
pub(crate) fn put(mark: &[u8], capacity: &mut [MaybeUninit<u8>]) -> usize {
    for (to, from) in capacity.iter_mut().zip(mark) {
        to.write(*from);
    }
    mark.len()
}

/// Encodes a text after a byte order mark, up to the first unrepresentable character. Also returns
/// the index of that character.
fn convert<'py>(
    py: Python<'py>,
    points: &Points<'_>,
    target: Charset,
    mark: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Option<usize>)> {
    let (source, text) = points.encoded();
    let pair = Pair::new(source, target).expect("no state");
    let most = pair.max_len(points.len()).unwrap_or(usize::MAX);
    let most = most.saturating_add(mark.len());
    if most <= SMALL {
        let mut capacity = [0; SMALL];
        capacity[..mark.len()].copy_from_slice(mark);
        let (written, stop) = match pair.transcode(text, &mut capacity[mark.len()..most]) {
            Ok(written) => (written, None),
            Err(error) => (error.written(), Some(error.read())),
        };
        return Ok((PyBytes::new(py, &capacity[..mark.len() + written]), stop));
    }
    strings::bytes_with(py, most, |capacity| {
        let start = put(mark, capacity);
        let (written, error) = transcode_in_parts(py, pair, text, &mut capacity[start..])?;
        Ok((start + written, error.map(|(read, _)| read)))
    })
}

/// Converts up to the first error, and handles signals. Returns the number of bytes written, and
/// the index of the error in units.
pub(crate) fn transcode_in_parts(
    py: Python<'_>,
    pair: Pair,
    text: &[u8],
    capacity: &mut [MaybeUninit<u8>],
) -> PyResult<(usize, Option<(usize, TranscodeError)>)> {
    let unit = pair.source().unit_size();
    let (mut read, mut written) = (0, 0);
    loop {
        let end = capacity.len().min(written + PART);
        let (rest, part) = (&text[read * unit..], &mut capacity[written..end]);
        match detached(py, rest.len(), || pair.transcode_uninit(rest, part)) {
            Ok(len) => return Ok((written + len, None)),
            Err(error) => {
                read += error.read();
                written += error.written();
                if error.reason() != Reason::OutputFull || end == capacity.len() {
                    return Ok((written, Some((read, error))));
                }
                py.check_signals()?;
            }
        }
    }
}

/// Encodes a text in an encoding that can represent unpaired surrogates.
fn with_surrogates<'py>(
    text: &Bound<'py, PyString>,
    charset: Charset,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut units = Vec::new();
    for point in strings::to_ucs4(text)? {
        match char::from_u32(point) {
            Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            None => units.push(point as u16),
        }
    }
    let pair = Pair::new(Charset::Wtf16, charset).expect("no state");
    let most = pair.max_len(units.len()).unwrap_or(usize::MAX);
    let encoded = strings::bytes_with(text.py(), most, |capacity| {
        transcode_in_parts(text.py(), pair, unit_bytes(&units), capacity)
    });
    Ok(encoded?.0)
}
