//! From `str` to bytes.
//!
//! Short strings and ASCII are read as UTF-8, which CPython keeps in them, longer ones as UTF-16.
//! Where a character cannot be represented, error handlers are asked, and the string is read as
//! code points.

use crate::decode::detached;
use crate::encoding::{Encoding, NATIVE_UTF16, python_codec};
use crate::faults::{Errors, Fault, Raised, Replacement};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::mem::MaybeUninit;
use utflane::{Charset, Isa, Pair, TranscodeError, unit_bytes};

/// Code points up to which a string is read as UTF-8.
const SHORT: usize = 512;

/// Code points of a part of a long string.
const PART: usize = 1 << 18;

/// Bytes that are converted on the stack.
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
        return by_python(text, charset, errors);
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
    Progress::new(text, encoding)?.all(errors)
}

/// A long text, part by part: memory that is new costs more than the conversion. `None` if
/// something cannot be represented, or has more bytes than expected.
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
    let bytes = strings::bytes_with(py, most.saturating_add(mark.len()), |room| {
        let mut written = put(mark, room);
        for start in (0..len).step_by(PART) {
            let part = strings::part(text, start, start + PART).ok();
            let utf16 = part.and_then(|part| strings::to_utf16(&part)).ok_or(())?;
            let (utf16, room) = (&utf16.as_bytes()[2..], &mut room[written..]);
            let convert = || pair.transcode_uninit(Isa::best(), utf16, room);
            written += detached(py, utf16.len(), convert).map_err(drop)?;
        }
        Ok::<_, ()>(written)
    })?;
    Ok(bytes.ok())
}

/// Writes a byte order mark to the start of some room; returns its length.
pub(crate) fn put(mark: &[u8], room: &mut [MaybeUninit<u8>]) -> usize {
    for (to, from) in room.iter_mut().zip(mark) {
        to.write(*from);
    }
    mark.len()
}

/// The bytes of a mark and of a text that can be represented.
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
        let mut room = [0; SMALL];
        room[..mark.len()].copy_from_slice(mark);
        let written = pair.transcode(Isa::best(), text, &mut room[mark.len()..most]);
        return Ok(written.map(|written| PyBytes::new(py, &room[..mark.len() + written])));
    }
    strings::bytes_with(py, most, |room: &mut [MaybeUninit<u8>]| {
        let start = put(mark, room);
        let room = &mut room[start..];
        let written = detached(py, text.len(), || {
            pair.transcode_uninit(Isa::best(), text, room)
        });
        Ok(mark.len() + written?)
    })
}

/// Encodings that have lone surrogates.
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

/// By the codec of Python.
fn by_python<'py>(
    text: &Bound<'py, PyString>,
    charset: Charset,
    errors: &Errors<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let codec = python_codec(text.py(), charset)?;
    let bytes = codec.call_method1("encode", (text, errors.name()))?;
    Ok(bytes.get_item(0)?.cast_into()?)
}

/// A text with characters that cannot be represented.
struct Progress<'a, 'py> {
    text: &'a Bound<'py, PyString>,
    encoding: &'a Encoding,
    points: Vec<u32>,
    bytes: Vec<u8>,
    raised: Option<Raised<'py>>,
}

impl<'a, 'py> Progress<'a, 'py> {
    fn new(text: &'a Bound<'py, PyString>, encoding: &'a Encoding) -> PyResult<Self> {
        Ok(Progress {
            text,
            encoding,
            points: strings::to_ucs4(text)?,
            bytes: encoding.written_mark().to_vec(),
            raised: None,
        })
    }

    fn all(mut self, errors: &Errors<'_>) -> PyResult<Bound<'py, PyBytes>> {
        let mut place = 0;
        loop {
            place += append(
                &self.points[place..],
                self.encoding.charset,
                &mut self.bytes,
            );
            if place == self.points.len() {
                return Ok(PyBytes::new(self.text.py(), &self.bytes));
            }
            let fault = self.fault(place);
            place = self.handle(fault, errors)?;
        }
    }

    /// Replaces what cannot be represented; returns where the text goes on.
    fn handle(&mut self, fault: Fault, errors: &Errors<'_>) -> PyResult<usize> {
        let (replacement, place) = match errors {
            Errors::Ignore => return Ok(fault.end),
            Errors::Strict => return Err(self.raise(&fault)?.to_err()),
            Errors::Replace => {
                let marks = vec![u32::from('?'); fault.end - fault.start];
                if append(&marks, self.encoding.charset, &mut self.bytes) == marks.len() {
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
                if append(&text, self.encoding.charset, &mut self.bytes) < text.len() {
                    return Err(self.raise(&fault)?.to_err());
                }
            }
        }
        Ok(place)
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut Raised<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let name = self.encoding.error_name();
            self.raised = Some(Raised::encoding(name, self.text, fault)?);
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// What CPython's codec says of a character: most take those that follow along.
    fn fault(&self, start: usize) -> Fault {
        let charset = self.encoding.charset;
        let (is_run, reason) = match charset {
            Charset::Ascii => (true, "ordinal not in range(128)"),
            Charset::Latin1 => (true, "ordinal not in range(256)"),
            Charset::Utf8 | Charset::Cesu8 => (true, "surrogates not allowed"),
            _ if charset.unit_len() > 1 => (false, "surrogates not allowed"),
            _ if charset.is_code_page() => (true, "character maps to <undefined>"),
            _ => (false, "illegal multibyte sequence"),
        };
        let pair = Pair::new(Charset::Utf32, charset).expect("no state");
        let is_bad = |point: &u32| {
            let bytes = unit_bytes(std::slice::from_ref(point));
            pair.transcode(Isa::best(), bytes, &mut [0; 16]).is_err()
        };
        let rest = self.points[start + 1..].iter();
        let run = rest.take_while(|point| is_run && is_bad(point)).count();
        Fault {
            start,
            end: start + 1 + run,
            reason: reason.into(),
        }
    }
}

/// Appends code points up to the first that cannot be represented; returns how many these are.
fn append(points: &[u32], target: Charset, bytes: &mut Vec<u8>) -> usize {
    let pair = Pair::new(Charset::Utf32, target).expect("no state");
    let mut read = 0;
    let mut room = [0; 1 << 12];
    loop {
        let rest = unit_bytes(&points[read..]);
        match pair.transcode(Isa::best(), rest, &mut room) {
            Ok(written) => {
                bytes.extend(&room[..written]);
                return points.len();
            }
            Err(error) => {
                bytes.extend(&room[..error.written()]);
                read += error.read();
                if error.reason() != utflane::Reason::OutputFull {
                    return read;
                }
            }
        }
    }
}
