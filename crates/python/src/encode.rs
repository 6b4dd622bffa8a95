//! Encodes `str` to bytes.
//!
//! Short strings and ASCII are read as UTF-8, which CPython caches in the string, and longer ones
//! as UTF-16. If a character cannot be represented, the error handler is called, and the string is
//! read as code points.

use crate::decode::detached;
use crate::encoding::{Encoding, NATIVE_UTF16};
use crate::faults::{Errors, Fault, Interrupts, PendingException, Replacement};
use crate::stateful::{self, State};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::mem::MaybeUninit;
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Pair, TranscodeError, unit_bytes};

/// Up to this number of code points, a string is read as UTF-8.
const SHORT: usize = 512;

/// Number of code points in a part of a long string.
const PART: usize = 1 << 18;

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
    let len = strings::len(text);
    if charset.is_stateful() {
        return Ok(encode_part(text, encoding, errors, State::default(), true)?.0);
    }
    if len <= SHORT || text.call_method0("isascii")?.is_truthy()? {
        if let Ok(utf8) = text.to_str() {
            if utf8.len() == len && encoding.has_ascii && mark.is_empty() {
                return Ok(PyBytes::new(py, utf8.as_bytes()));
            }
            if let Ok(bytes) = convert(py, Charset::Utf8, utf8.as_bytes(), charset, mark)? {
                return Ok(bytes);
            }
        }
    } else if len > 2 * PART
        && let Some(bytes) = encode_long(text, len, charset, mark)?
    {
        return Ok(bytes);
    } else if let Some(utf16) = strings::to_utf16(text)
        && let Ok(bytes) = convert(py, NATIVE_UTF16, &utf16.as_bytes()[2..], charset, mark)?
    {
        return Ok(bytes);
    }
    if matches!(charset, Charset::Wtf8 | Charset::Mutf8) {
        return with_surrogates(text, charset);
    }
    let mut progress = Progress::new(text, encoding)?;
    progress.all(errors)?;
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
    let mut progress = Progress::new(text, encoding)?;
    progress.stateful = Some(stateful::encoder(state));
    progress.all(errors)?;
    let state = state.after(&progress.bytes);
    if ends {
        progress.end();
    }
    let state = if ends { State::default() } else { state };
    Ok((PyBytes::new(text.py(), &progress.bytes), state))
}

/// Encodes a long text in parts, because allocating new memory costs more than the conversion.
/// Returns `None` if something cannot be represented, or has more bytes than expected.
fn encode_long<'py>(
    text: &Bound<'py, PyString>,
    len: usize,
    target: Charset,
    mark: &[u8],
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let py = text.py();
    let pair = Pair::new(NATIVE_UTF16, target).expect("no state");
    let Some(most) = pair.max_len(len.saturating_mul(2)) else {
        return Ok(None);
    };
    let bytes = strings::bytes_with(py, most.saturating_add(mark.len()), |capacity| {
        let mut written = put(mark, capacity);
        for start in (0..len).step_by(PART) {
            let part = strings::part(text, start, start + PART).ok();
            let utf16 = part.and_then(|part| strings::to_utf16(&part)).ok_or(())?;
            let (utf16, capacity) = (&utf16.as_bytes()[2..], &mut capacity[written..]);
            let convert = || pair.transcode_uninit(utf16, capacity);
            written += detached(py, utf16.len(), convert).map_err(drop)?;
        }
        Ok::<_, ()>(written)
    })?;
    Ok(bytes.ok())
}

/// Writes a byte order mark to the start of a buffer. Returns its length.
pub(crate) fn put(mark: &[u8], capacity: &mut [MaybeUninit<u8>]) -> usize {
    for (to, from) in capacity.iter_mut().zip(mark) {
        to.write(*from);
    }
    mark.len()
}

/// Encodes a text after a byte order mark. The error is that of the first unrepresentable
/// character.
fn convert<'py>(
    py: Python<'py>,
    source: Charset,
    text: &[u8],
    target: Charset,
    mark: &[u8],
) -> PyResult<Result<Bound<'py, PyBytes>, TranscodeError>> {
    let pair = Pair::new(source, target).expect("no state");
    let most = pair.max_len(text.len()).unwrap_or(usize::MAX);
    let most = most.saturating_add(mark.len());
    if most <= SMALL {
        let mut capacity = [0; SMALL];
        capacity[..mark.len()].copy_from_slice(mark);
        let written = pair.transcode(text, &mut capacity[mark.len()..most]);
        return Ok(written.map(|written| PyBytes::new(py, &capacity[..mark.len() + written])));
    }
    strings::bytes_with(py, most, |capacity: &mut [MaybeUninit<u8>]| {
        let start = put(mark, capacity);
        let capacity = &mut capacity[start..];
        let written = detached(py, text.len(), || pair.transcode_uninit(text, capacity));
        Ok(mark.len() + written?)
    })
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
    let bytes = convert(text.py(), Charset::Wtf16, unit_bytes(&units), charset, b"")?;
    Ok(bytes.expect("it has all code points"))
}

/// The encoding of a text with unrepresentable characters.
struct Progress<'a, 'py> {
    text: &'a Bound<'py, PyString>,
    encoding: &'a Encoding,
    /// The encoder of a stateful encoding.
    stateful: Option<AnyTranscoder>,
    points: Vec<u32>,
    bytes: Vec<u8>,
    raised: Option<PendingException<'py>>,
    interrupts: Interrupts,
}

impl<'a, 'py> Progress<'a, 'py> {
    fn new(text: &'a Bound<'py, PyString>, encoding: &'a Encoding) -> PyResult<Self> {
        Ok(Progress {
            text,
            encoding,
            stateful: None,
            points: strings::to_ucs4(text)?,
            bytes: encoding.written_mark().to_vec(),
            raised: None,
            interrupts: Interrupts::default(),
        })
    }

    fn all(&mut self, errors: &Errors<'_>) -> PyResult<()> {
        let points = std::mem::take(&mut self.points);
        let mut place = 0;
        loop {
            place += self.append(&points[place..]);
            if place == points.len() {
                return Ok(());
            }
            let fault = self.fault(&points, place)?;
            place = self.handle(fault, errors)?;
        }
    }

    /// Appends code points up to the first that cannot be represented. Returns the number of these.
    fn append(&mut self, points: &[u32]) -> usize {
        match &mut self.stateful {
            Some(encoder) => stateful::append(encoder, points, &mut self.bytes),
            None => append(points, self.encoding.charset, &mut self.bytes),
        }
    }

    /// Returns to the initial state, in which another text may begin.
    fn end(&mut self) {
        let mut sequence = [0; 8];
        let encoder = self.stateful.as_mut();
        let len = encoder.map_or(0, |encoder| encoder.finish_into(&mut sequence).written);
        self.bytes.extend(&sequence[..len]);
    }

    /// Replaces an unrepresentable character. Returns the index at which encoding continues.
    fn handle(&mut self, fault: Fault, errors: &Errors<'_>) -> PyResult<usize> {
        let (replacement, place) = match errors {
            Errors::Ignore => return Ok(fault.end),
            Errors::Strict => return Err(self.raise(&fault)?.to_err()),
            Errors::Replace => {
                let marks = vec![u32::from('?'); fault.end - fault.start];
                if self.append(&marks) == marks.len() {
                    return Ok(fault.end);
                }
                return Err(self.raise(&fault)?.to_err());
            }
            Errors::Named(name) => self.raise(&fault)?.handle(name)?,
        };
        match replacement {
            Replacement::Bytes(bytes) => self.bytes.extend(bytes.as_bytes()),
            Replacement::Text(text) => {
                let text = strings::to_ucs4(&text)?;
                if self.append(&text) < text.len() {
                    return Err(self.raise(&fault)?.to_err());
                }
            }
        }
        Ok(place)
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut PendingException<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let name = self.encoding.error_name();
            self.raised = Some(PendingException::encoding(name, self.text, fault)?);
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// Describes an unrepresentable character in the words of CPython's codec. Most codecs report a
    /// run of such characters as one error.
    fn fault(&mut self, points: &[u32], start: usize) -> PyResult<Fault> {
        self.interrupts.check(self.text.py())?;
        let charset = self.encoding.charset;
        let (is_run, reason) = match charset {
            Charset::Ascii => (true, "ordinal not in range(128)"),
            Charset::Latin1 => (true, "ordinal not in range(256)"),
            Charset::Utf8 | Charset::Cesu8 => (true, "surrogates not allowed"),
            _ if charset.width() > 1 => (false, "surrogates not allowed"),
            _ if charset.is_code_page() => (true, "character maps to <undefined>"),
            _ => (false, "illegal multibyte sequence"),
        };
        let is_bad = |point: &u32| {
            let pair = Pair::new(Charset::Utf32, charset).expect("no state");
            let bytes = unit_bytes(std::slice::from_ref(point));
            pair.transcode(bytes, &mut [0; 16]).is_err()
        };
        let mut end = start + 1;
        while is_run && points.get(end).is_some_and(is_bad) {
            end += 1;
            self.interrupts.check(self.text.py())?;
        }
        Ok(Fault {
            start,
            end,
            reason: reason.into(),
        })
    }
}

/// Appends code points up to the first that cannot be represented. Returns the number of these.
fn append(points: &[u32], target: Charset, bytes: &mut Vec<u8>) -> usize {
    let pair = Pair::new(Charset::Utf32, target).expect("no state");
    let mut read = 0;
    let mut capacity = [0; 1 << 12];
    loop {
        let rest = unit_bytes(&points[read..]);
        match pair.transcode(rest, &mut capacity) {
            Ok(written) => {
                bytes.extend(&capacity[..written]);
                return points.len();
            }
            Err(error) => {
                bytes.extend(&capacity[..error.written()]);
                read += error.read();
                if error.reason() != utflane::Reason::OutputFull {
                    return read;
                }
            }
        }
    }
}
