//! Decodes bytes to `str`.
//!
//! ASCII text is copied. Other text is converted to UTF-16, from which CPython creates a string of
//! the required width. If something is malformed, the error handler is called, and the text is
//! assembled from code points.

use crate::buffer::Bytes;
use crate::encoding::{Encoding, error_name, python_codec};
use crate::faults::{Errors, Fault, Interrupts, PendingException, Replacement};
use crate::stateful::{self, State};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::cell::RefCell;
use utflane::{
    Ascii, Charset, DecodeError, ErrorKind, Pair, Reason, TranscodeError, Utf16, char_count,
    is_valid, unit_bytes_mut,
};

/// From this number of bytes on, the interpreter lock is released during the conversion.
pub(crate) const DETACHED: usize = 1 << 16;

/// Below this number of bytes, CPython decodes UTF-8.
const SHORT: usize = 64;

/// Maximum number of units that are converted on the stack, and in the buffer that a thread keeps.
const SMALL: usize = 512;
const KEPT: usize = 1 << 20;

thread_local! {
    static UNITS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
}

/// Bytes to decode, and the object that contains them.
pub(crate) struct Source<'a, 'py> {
    pub(crate) object: &'a Bound<'py, PyAny>,
    pub(crate) bytes: &'a Bytes<'a, 'py>,
    /// Whether the text ends here. If not, an incomplete character at the end is not decoded.
    pub(crate) is_whole: bool,
}

/// A string, and the number of bytes that were decoded.
pub(crate) type Decoded<'py> = (Bound<'py, PyString>, usize);

/// Runs work that does not need the interpreter, and releases the interpreter lock for long texts.
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
        return Ok(stateful::decode(source, errors, State::default())?.0);
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
            pair.transcode(bytes, unit_bytes_mut(units))
        });
        let error = match result {
            Ok(written) => {
                let text = to_str(py, charset, &units[..written])?;
                return Ok((text, start + bytes.len()));
            }
            Err(error) => error,
        };
        let mut progress = Progress::new(source, charset, start + bytes.len());
        progress.push(&units[..error.written()]);
        let read = progress.resume(pair, start + error.read(), &error, errors)?;
        Ok((progress.finish()?, read))
    };
    with_units(most, convert)
}

/// Decodes a long text in pieces, because allocating new memory costs more than the conversion.
/// Returns `None` if something is malformed or above the Basic Multilingual Plane.
fn decode_long<'py>(
    py: Python<'py>,
    pair: Pair,
    bytes: &[u8],
) -> PyResult<Option<Bound<'py, PyString>>> {
    let charset = pair.source();
    let len = match charset.is_code_page() {
        true => bytes.len(),
        false => py.detach(|| charset.char_count(bytes)),
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
                let result = py.detach(|| pair.transcode(rest, unit_bytes_mut(units)));
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

/// The width of the characters of a string.
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

/// Calls a function with a buffer for units: on the stack, of the thread, or newly allocated.
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

/// The intermediate encoding before a string is created. Unpaired surrogates are preserved if the
/// source encoding allows them.
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

/// The number of bytes at the end of a text that are a character, but may be part of another one if
/// more bytes follow.
fn tail(charset: Charset, bytes: &[u8]) -> usize {
    match charset {
        Charset::Wtf8 | Charset::Mutf8 => charset.incomplete_tail(bytes),
        _ => 0,
    }
}

/// The decoding of a text with malformed sequences.
pub(crate) struct Progress<'a, 'py> {
    source: &'a Source<'a, 'py>,
    charset: Charset,
    /// The end of the text to decode.
    end: usize,
    raised: Option<PendingException<'py>>,
    interrupts: Interrupts,
    text: Vec<u32>,
}

impl<'a, 'py> Progress<'a, 'py> {
    pub(crate) fn new(source: &'a Source<'a, 'py>, charset: Charset, end: usize) -> Self {
        Progress {
            source,
            charset,
            end,
            raised: None,
            interrupts: Interrupts::default(),
            text: Vec::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn finish(self) -> PyResult<Bound<'py, PyString>> {
        strings::from_ucs4(self.source.object.py(), &self.text)
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.extend(text.chars().map(u32::from));
    }

    fn push(&mut self, units: &[u16]) {
        self.text.extend(strings::code_points(units));
    }

    /// Decodes the text from the first malformed sequence on. Returns the position up to which it
    /// was decoded.
    fn resume(
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
                if !self.source.is_whole && (is_left || self.is_cut_surrogate(place)) {
                    return Ok(place);
                }
                let fault = self.fault(place, &stop);
                // CPython waits for another byte even after a byte that begins no character.
                if !self.source.is_whole && fault.reason == "incomplete multibyte sequence" {
                    return Ok(place);
                }
                place = self.handle(&fault, errors)?;
            }
            let rest = &self.source.bytes[place..self.end.max(place)];
            let result = pair.transcode(rest, unit_bytes_mut(&mut units));
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

    /// Whether the text ends with the first two bytes of a surrogate in UTF-8. CPython waits for
    /// the third, because an error handler may accept a surrogate.
    fn is_cut_surrogate(&self, place: usize) -> bool {
        let rest = &self.source.bytes[place..];
        self.charset == Charset::Utf8 && matches!(rest, [0xED, 0xA0..=0xBF])
    }

    /// Replaces a malformed sequence. Returns the position at which decoding continues.
    pub(crate) fn handle(&mut self, fault: &Fault, errors: &Errors<'_>) -> PyResult<usize> {
        self.interrupts.check(self.source.object.py())?;
        match errors {
            Errors::Ignore => Ok(fault.end),
            Errors::Replace => {
                self.text.push(0xFFFD);
                Ok(fault.end)
            }
            Errors::Strict => Err(self.raise(fault)?.to_err()),
            Errors::Named(name) => {
                let (replacement, place) = self.raise(fault)?.handle(name)?;
                if let Replacement::Text(text) = replacement {
                    self.text.extend(strings::to_ucs4(&text)?);
                }
                Ok(place)
            }
        }
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut PendingException<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let object = match self.source.object.cast::<PyBytes>() {
                Ok(bytes) => bytes.clone(),
                Err(_) => PyBytes::new(self.source.object.py(), self.source.bytes),
            };
            let raised = PendingException::decoding(error_name(self.charset), &object, fault)?;
            self.raised = Some(raised);
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// Describes a malformed sequence in the words of CPython's codec.
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
                ErrorKind::Surrogate => told(
                    4,
                    "code point in surrogate code point range(0xd800, 0xe000)",
                ),
                _ => told(4, "code point not in range(0x110000)"),
            },
            _ => match self.ask_python(start) {
                Some(fault) => fault,
                None => told(len, reason_of_utf8(class, bytes[0])),
            },
        }
    }

    /// Returns the error that Python's codec finds at a position, if any.
    fn ask_python(&self, start: usize) -> Option<Fault> {
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

/// CPython's words for malformed UTF-8, which we also use for its variants.
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
