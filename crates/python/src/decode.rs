//! Decodes bytes to `str`.
//!
//! ASCII text is copied. Other text is converted to UTF-16, from which CPython creates a string of
//! the required width. If something is malformed, `malformed` decodes the rest.

use crate::encoding::Encoding;
use crate::faults::Errors;
use crate::malformed::Progress;
use crate::stateful::{self, State};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::RefCell;
use utflane::{Ascii, Charset, Pair, Reason, Utf16, char_count, is_valid, unit_bytes_mut};

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
    pub(crate) bytes: &'a [u8],
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
        return Ok(stateful::decode(source, encoding, errors, State::default())?.0);
    };
    let held_back = match source.is_whole {
        true => 0,
        false => tail(charset, bytes),
    };
    let bytes = &bytes[..bytes.len() - held_back];
    let end = start + bytes.len();
    let mut progress = None;
    if bytes.len() > KEPT {
        let (text, read) = match decode_long(py, pair, bytes)? {
            Long::Done(text) => return Ok((text, end)),
            Long::Stopped(text, read) => (Some(text), read),
            Long::Other => (None, 0),
        };
        let mut stopped = Progress::new(source, (charset, encoding), end, errors)?;
        if let Some(text) = text {
            stopped.text.push_part(text)?;
        }
        progress = Some((stopped, start + read, false));
    }
    let (mut progress, read, is_stopped) = match progress {
        Some(stopped) => stopped,
        None => {
            let most = pair.max_len(bytes.len()).unwrap_or(usize::MAX);
            let convert = |units: &mut [u16]| {
                let result = detached(py, bytes.len(), || {
                    pair.transcode(bytes, unit_bytes_mut(units))
                });
                let error = match result {
                    Ok(written) => return to_str(py, charset, &units[..written]).map(Ok),
                    Err(error) => error,
                };
                let mut stopped = Progress::new(source, (charset, encoding), end, errors)?;
                stopped.text.push_utf16(&units[..error.written()]);
                Ok(Err((stopped, start + error.read(), true)))
            };
            match with_units(most, convert)? {
                Ok(text) => return Ok((text, end)),
                Err(stopped) => stopped,
            }
        }
    };
    let read = progress.resume(pair, read, is_stopped)?;
    Ok((progress.finish()?, read))
}

/// The result for a long text.
enum Long<'py> {
    Done(Bound<'py, PyString>),
    /// The text before a malformed sequence, and its position.
    Stopped(Bound<'py, PyString>, usize),
    /// There are characters above the Basic Multilingual Plane.
    Other,
}

/// Decodes a long text in pieces, because allocating new memory costs more than the conversion.
fn decode_long<'py>(py: Python<'py>, pair: Pair, bytes: &[u8]) -> PyResult<Long<'py>> {
    let mut kind = Kind::Ascii;
    'wider: loop {
        // The string has at most one character for each byte. Memory that is not filled costs
        // nothing.
        let capacity = bytes.len() / pair.source().width();
        let Some(mut pieces) = strings::Pieces::new(py, capacity, kind.largest())? else {
            return Ok(Long::Other);
        };
        let mut read = 0;
        while read < bytes.len() {
            py.check_signals()?;
            let piece = with_units(KEPT, |units| {
                let rest = &bytes[read..];
                let result = py.detach(|| pair.transcode(rest, unit_bytes_mut(units)));
                let (taken, written) = match result {
                    Ok(written) => (rest.len(), written),
                    Err(error) if error.reason() == Reason::OutputFull => {
                        (error.read(), error.written())
                    }
                    Err(_) => return Ok(Piece::Malformed),
                };
                let units = &units[..written];
                let found = Kind::of(units);
                if found <= kind && pieces.push(units)? {
                    return Ok(Piece::Taken(taken));
                }
                let is_plain = char_count::<Utf16>(units) == written;
                PyResult::Ok(match is_plain && found > kind {
                    true => Piece::Wider(found),
                    false => Piece::Other,
                })
            })?;
            match piece {
                Piece::Wider(found) => {
                    kind = found;
                    continue 'wider;
                }
                Piece::Taken(taken) if taken > 0 => read += taken,
                Piece::Malformed => return Ok(Long::Stopped(pieces.finish()?, read)),
                _ => return Ok(Long::Other),
            }
        }
        return Ok(Long::Done(pieces.finish()?));
    }
}

/// A part of a long text.
enum Piece {
    /// The number of bytes that were decoded.
    Taken(usize),
    /// It contains wider characters than the parts before it.
    Wider(Kind),
    Malformed,
    Other,
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
