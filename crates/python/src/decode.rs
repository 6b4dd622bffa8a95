//! From bytes to `str`.
//!
//! Text of ASCII characters is copied as it is. Other text becomes UTF-16, of which CPython makes a
//! string of the width that it needs. Where something is malformed, error handlers are asked, and
//! the text is put together of code points.

use crate::buffer::Bytes;
use crate::encoding::{Encoding, error_name, python_codec};
use crate::faults::{Errors, Fault, Raised, Replacement};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::cell::RefCell;
use utflane::stream::{Status, TextDecoder};
use utflane::{
    Ascii, Charset, DecodeError, ErrorKind, Isa, Pair, Reason, TranscodeError, Utf16, char_count,
    is_valid, unit_bytes_mut,
};

/// Bytes from which on other threads may run meanwhile.
pub(crate) const DETACHED: usize = 1 << 16;

/// Bytes up to which UTF-8 is left to CPython.
const SHORT: usize = 64;

/// Units that are converted on the stack, and that are kept for the next call of a thread.
const SMALL: usize = 512;
const KEPT: usize = 1 << 20;

thread_local! {
    static UNITS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
}

/// Bytes to be decoded, and the object that they are of.
pub(crate) struct Source<'a, 'py> {
    pub(crate) object: &'a Bound<'py, PyAny>,
    pub(crate) bytes: &'a Bytes<'a, 'py>,
    /// Whether the text ends here. If not, a character that is cut is left.
    pub(crate) is_whole: bool,
}

/// A string, and the number of bytes that it was made of.
type Decoded<'py> = (Bound<'py, PyString>, usize);

/// Does something that needs no interpreter; other threads may run if it takes long.
pub(crate) fn detached<T: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> T + Send) -> T {
    match len {
        0..DETACHED => work(),
        _ => py.detach(work),
    }
}

pub(crate) fn decode<'py>(
    source: &Source<'_, 'py>,
    encoding: &Encoding,
    errors: &Errors<'_>,
) -> PyResult<Decoded<'py>> {
    let py = source.object.py();
    let (charset, start) = encoding.of(source.bytes);
    let bytes = &source.bytes[start..];
    let own = match charset {
        Charset::Ascii => strings::from_ascii(py, bytes),
        Charset::Utf8 if bytes.len() < SHORT => strings::from_utf8(py, bytes),
        _ => None,
    };
    if let Some(text) = own {
        return Ok((text, source.bytes.len()));
    }
    if encoding.has_ascii && detached(py, bytes.len(), || is_valid::<Ascii>(bytes)) {
        return Ok((strings::from_latin1(py, bytes)?, source.bytes.len()));
    }
    if charset == Charset::Latin1 {
        return Ok((strings::from_latin1(py, bytes)?, source.bytes.len()));
    }
    let Some(pair) = Pair::new(charset, target(charset)) else {
        return decode_stateful(source, charset, errors);
    };
    let held_back = match source.is_whole {
        true => 0,
        false => tail(charset, bytes),
    };
    let bytes = &bytes[..bytes.len() - held_back];
    if bytes.len() > KEPT
        && let Some(text) = decode_long(py, pair, bytes)?
    {
        return Ok((text, start + bytes.len()));
    }
    let most = pair.max_len(bytes.len()).unwrap_or(usize::MAX);
    let convert = |units: &mut [u16]| {
        let result = detached(py, bytes.len(), || {
            pair.transcode(Isa::best(), bytes, unit_bytes_mut(units))
        });
        let error = match result {
            Ok(written) => {
                let text = to_str(py, charset, &units[..written])?;
                return Ok((text, start + bytes.len()));
            }
            Err(error) => error,
        };
        let mut progress = Progress {
            source,
            charset,
            end: start + bytes.len(),
            raised: None,
            text: Vec::new(),
        };
        progress.push(&units[..error.written()]);
        let read = progress.go_on(pair, start + error.read(), &error, errors)?;
        Ok((strings::from_ucs4(py, &progress.text)?, read))
    };
    with_units(most, convert)
}

/// A long text, by pieces: memory that is new costs more than the conversion. `None` if something
/// is malformed or beyond the Basic Multilingual Plane.
fn decode_long<'py>(
    py: Python<'py>,
    pair: Pair,
    bytes: &[u8],
) -> PyResult<Option<Bound<'py, PyString>>> {
    let (isa, charset) = (Isa::best(), pair.source());
    let len = match charset.is_code_page() {
        true => bytes.len(),
        false => py.detach(|| charset.char_count(isa, bytes)),
    };
    let mut kind = Kind::Ascii;
    'wider: loop {
        let Some(mut pieces) = strings::Pieces::new(py, len, kind.largest())? else {
            return Ok(None);
        };
        let mut read = 0;
        while read < bytes.len() {
            let piece = with_units(KEPT, |units| {
                let rest = &bytes[read..];
                let result = py.detach(|| pair.transcode(isa, rest, unit_bytes_mut(units)));
                let (taken, written) = match result {
                    Ok(written) => (rest.len(), written),
                    Err(error) if error.reason() == Reason::OutputFull => {
                        (error.read(), error.written())
                    }
                    Err(_) => return Ok(None),
                };
                let units = &units[..written];
                let found = Kind::of(units);
                if found <= kind {
                    let has_room = pieces.push(units)?;
                    return Ok(has_room.then_some((taken, found)));
                }
                let is_plain = charset.is_code_page() || char_count::<Utf16>(units) == written;
                PyResult::Ok(is_plain.then_some((taken, found)))
            })?;
            match piece {
                Some((_, found)) if found > kind => {
                    kind = found;
                    continue 'wider;
                }
                Some((taken, _)) if taken > 0 => read += taken,
                _ => return Ok(None),
            }
        }
        return Ok(pieces.finish());
    }
}

/// How wide the characters of a string are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Ascii,
    Latin1,
    Ucs2,
}

impl Kind {
    fn of(units: &[u16]) -> Kind {
        match units.iter().fold(0, |all, unit| all | unit) {
            0..0x80 => Kind::Ascii,
            0x80..0x100 => Kind::Latin1,
            _ => Kind::Ucs2,
        }
    }

    fn largest(self) -> u32 {
        match self {
            Kind::Ascii => 0x7F,
            Kind::Latin1 => 0xFF,
            Kind::Ucs2 => 0xFFFF,
        }
    }
}

/// Calls a function with room for units: that of the stack, of the thread, or its own.
fn with_units<T>(len: usize, convert: impl FnOnce(&mut [u16]) -> T) -> T {
    match len {
        ..=SMALL => convert(&mut [0; SMALL][..len]),
        _ if len <= KEPT => {
            let mut units = UNITS.take();
            if units.len() < len {
                units.resize(len, 0);
            }
            let result = convert(&mut units[..len]);
            UNITS.set(units);
            result
        }
        _ => convert(&mut vec![0; len]),
    }
}

/// What text becomes before it is a string: lone surrogates pass where the source may have them.
const fn target(charset: Charset) -> Charset {
    match charset {
        Charset::Wtf8 | Charset::Mutf8 => Charset::Wtf16,
        _ => Charset::Utf16,
    }
}

fn to_str<'py>(py: Python<'py>, charset: Charset, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    match charset {
        Charset::Wtf8 | Charset::Mutf8 => strings::from_wtf16(py, text),
        charset if charset.is_code_page() => strings::from_ucs2(py, text),
        _ => strings::from_utf16(py, text),
    }
}

/// Bytes at the end of a text that are a character, and of another one if more follow.
fn tail(charset: Charset, bytes: &[u8]) -> usize {
    match charset {
        Charset::Wtf8 | Charset::Mutf8 => charset.incomplete_tail(bytes),
        _ => 0,
    }
}

/// ISO-2022-JP: by its own decoder, and by that of Python where something is malformed.
fn decode_stateful<'py>(
    source: &Source<'_, 'py>,
    charset: Charset,
    errors: &Errors<'_>,
) -> PyResult<Decoded<'py>> {
    let py = source.object.py();
    let bytes = &source.bytes[..];
    let mut text = String::new();
    let decoded = detached(py, bytes.len(), || {
        let mut decoder = TextDecoder::new(charset);
        let mut read = 0;
        while read < bytes.len() {
            text.reserve(2 * (bytes.len() - read) + 64);
            let step = decoder.decode(&bytes[read..], &mut text);
            read += step.read;
            if matches!(step.status, Status::Stopped(_)) {
                return false;
            }
        }
        text.reserve(64);
        matches!(decoder.finish_text(&mut text).status, Status::InputEmpty)
    });
    if decoded {
        return Ok((PyString::new(py, &text), source.bytes.len()));
    }
    let codec = python_codec(py, charset)?;
    let text = codec.call_method1("decode", (source.object, errors.name()))?;
    Ok((text.get_item(0)?.cast_into()?, source.bytes.len()))
}

/// A text with malformed sequences.
struct Progress<'a, 'py> {
    source: &'a Source<'a, 'py>,
    charset: Charset,
    /// Where the text ends that is to be decoded now.
    end: usize,
    raised: Option<Raised<'py>>,
    text: Vec<u32>,
}

impl<'py> Progress<'_, 'py> {
    fn push(&mut self, units: &[u16]) {
        self.text.extend(strings::code_points(units));
    }

    /// Decodes the text from the first malformed sequence on; returns how far it got.
    fn go_on(
        &mut self,
        pair: Pair,
        mut place: usize,
        first: &TranscodeError,
        errors: &Errors<'_>,
    ) -> PyResult<usize> {
        let mut units = vec![0; 1 << 12];
        let mut stop = *first;
        loop {
            if stop.reason() != Reason::OutputFull {
                let is_cut = |error: DecodeError| error.error_len().is_none();
                let is_left = matches!(stop.reason(), Reason::Malformed(error) if is_cut(error));
                if is_left && !self.source.is_whole {
                    return Ok(place);
                }
                place = self.handle(place, &stop, errors)?;
            }
            let rest = &self.source.bytes[place..self.end.max(place)];
            let result = pair.transcode(Isa::best(), rest, unit_bytes_mut(&mut units));
            match result {
                Ok(written) => {
                    self.push(&units[..written]);
                    return Ok(place + rest.len());
                }
                Err(error) => {
                    self.push(&units[..error.written()]);
                    place += error.read();
                    stop = error;
                }
            }
        }
    }

    /// Replaces the malformed sequence at a place; returns where the text goes on.
    fn handle(
        &mut self,
        place: usize,
        stop: &TranscodeError,
        errors: &Errors<'_>,
    ) -> PyResult<usize> {
        let fault = self.fault(place, stop);
        match errors {
            Errors::Ignore => Ok(fault.end),
            Errors::Replace => {
                self.text.push(0xFFFD);
                Ok(fault.end)
            }
            Errors::Strict => Err(self.raise(&fault)?.to_err()),
            Errors::Named(name) => {
                let (replacement, place) = self.raise(&fault)?.handle(name)?;
                if let Replacement::Text(text) = replacement {
                    self.text.extend(strings::to_ucs4(&text)?);
                }
                Ok(place)
            }
        }
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut Raised<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let object = match self.source.object.cast::<PyBytes>() {
                Ok(bytes) => bytes.clone(),
                Err(_) => PyBytes::new(self.source.object.py(), self.source.bytes),
            };
            let raised = Raised::decoding(error_name(self.charset), &object, fault)?;
            self.raised = Some(raised);
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// What CPython's codec says of a malformed sequence.
    fn fault(&self, start: usize, stop: &TranscodeError) -> Fault {
        let bytes = &self.source.bytes[start..self.end];
        let told = |len: usize, reason: &'static str| Fault {
            start,
            end: start + len.clamp(1, bytes.len().max(1)),
            reason: reason.into(),
        };
        let Reason::Malformed(error) = stop.reason() else {
            return told(stop.skip(), "code point not in range(0x110000)");
        };
        let len = error.error_len().unwrap_or(bytes.len());
        let is_cut = error.error_len().is_none();
        let class = (self.charset, error.kind());
        match self.charset {
            Charset::Ascii => told(1, "ordinal not in range(128)"),
            charset if charset.is_code_page() => told(1, "character maps to <undefined>"),
            Charset::Utf16Le | Charset::Utf16Be => match bytes.len() {
                1 => told(1, "truncated data"),
                _ if is_cut => told(len, "unexpected end of data"),
                _ if is_low_surrogate(self.charset, bytes) => told(2, "illegal encoding"),
                _ => told(2, "illegal UTF-16 surrogate"),
            },
            Charset::Utf32Le | Charset::Utf32Be => match error.kind() {
                ErrorKind::Incomplete => told(len, "truncated data"),
                ErrorKind::Surrogate => told(4, "code point in surrogate code point range"),
                _ => told(4, "code point not in range(0x110000)"),
            },
            _ => match self.ask(start) {
                Some(fault) => fault,
                None => told(len, reason_of_utf8(class, bytes[0])),
            },
        }
    }

    /// The fault that the codec of Python finds at a place, if it finds one there.
    fn ask(&self, start: usize) -> Option<Fault> {
        let py = self.source.object.py();
        let codec = python_codec(py, self.charset).ok()?;
        let bytes = &self.source.bytes[start..self.end];
        let window = PyBytes::new(py, &bytes[..bytes.len().min(8)]);
        let error = codec
            .call_method1("decode", (window,))
            .err()?
            .into_value(py);
        let error = error.bind(py);
        let number = |name| error.getattr(name).ok()?.extract::<usize>().ok();
        if number("start")? != 0 {
            return None;
        }
        let reason = error.getattr("reason").ok()?.extract::<String>().ok()?;
        Some(Fault {
            start,
            end: start + number("end")?,
            reason: reason.into(),
        })
    }
}

fn is_low_surrogate(charset: Charset, bytes: &[u8]) -> bool {
    let high = match charset {
        Charset::Utf16Le => bytes.get(1),
        _ => bytes.first(),
    };
    high.is_some_and(|byte| byte & 0xFC == 0xDC)
}

/// CPython's words for malformed UTF-8, which serve its variants, too.
fn reason_of_utf8((_, kind): (Charset, ErrorKind), first: u8) -> &'static str {
    match kind {
        ErrorKind::Incomplete => "unexpected end of data",
        ErrorKind::UnexpectedContinuation | ErrorKind::InvalidByte => "invalid start byte",
        ErrorKind::Nul | ErrorKind::FourBytes => "invalid start byte",
        ErrorKind::Overlong if first < 0xC2 => "invalid start byte",
        ErrorKind::TooLarge if first > 0xF4 => "invalid start byte",
        _ => "invalid continuation byte",
    }
}
