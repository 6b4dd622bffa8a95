//! Decodes a text with malformed sequences: kernels convert long runs of well-formed text, and the
//! text around a malformed sequence is decoded character by character.

use crate::decode::Source;
use crate::dense::{self, Stop, Streak};
use crate::encoding::Encoding;
use crate::faults::{Builtin, Errors, Fault, Interrupts, PendingException, Replacement};
use crate::steps::{ILLEGAL, INCOMPLETE, Step, Steps, UNEXPECTED_END, malformed_multibyte};
use crate::text::Text;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::CStr;
use utflane::{Charset, DecodeError, ErrorKind, Pair, Reason, TranscodeError, unit_bytes_mut};

/// Number of well-formed characters in a row after which the kernels continue, for handlers for
/// which CPython creates an exception.
const STREAK: usize = 8;

/// If a kernel decodes fewer bytes than this, errors are near each other.
const NEAR: usize = 1024;

/// Number of UTF-16 units that a kernel writes at a time.
const UNITS: usize = 1 << 14;

/// If fewer units than this are left, the output may be full.
const FULL: usize = 4;

/// The decoding of a text with malformed sequences.
pub(crate) struct Progress<'a, 'py> {
    source: &'a Source<'a, 'py>,
    charset: Charset,
    steps: Steps,
    /// The end of the text to decode.
    end: usize,
    encoding: &'a Encoding,
    errors: Errors<'a>,
    raised: Option<PendingException<'py>>,
    interrupts: Interrupts,
    streak: Streak,
    pub(crate) text: Text<'py>,
}

impl<'a, 'py> Progress<'a, 'py> {
    pub(crate) fn new(
        source: &'a Source<'a, 'py>,
        (charset, encoding): (Charset, &'a Encoding),
        end: usize,
        errors: &Errors<'a>,
    ) -> PyResult<Self> {
        let py = source.object.py();
        Ok(Progress {
            source,
            charset,
            steps: Steps::of(charset),
            end,
            encoding,
            errors: errors.registered(py)?,
            raised: None,
            interrupts: Interrupts::default(),
            streak: Streak::FEW_ERRORS,
            text: Text::new(py),
        })
    }

    pub(crate) fn finish(self) -> PyResult<Bound<'py, PyString>> {
        self.text.finish()
    }

    /// Decodes the text from a position on. `is_stopped` says that there is an error at this
    /// position. Returns the position up to which it was decoded.
    pub(crate) fn resume(
        &mut self,
        pair: Pair,
        mut position: usize,
        mut is_stopped: bool,
    ) -> PyResult<usize> {
        let mut units = vec![0; UNITS.min(self.end.saturating_sub(position) + FULL)];
        if let (Charset::Utf8, Errors::Replace | Errors::Ignore, true) =
            (self.charset, self.errors, self.source.is_whole)
        {
            position = self.replace_utf8(pair, position, &mut units)?;
        }
        loop {
            if !std::mem::take(&mut is_stopped) {
                let start = position;
                position = self.convert(pair, position, &mut units)?;
                self.streak = Streak::after(position - start, NEAR);
            }
            if !matches!(self.steps, Steps::None) {
                let before = position;
                match self.by_character(position)? {
                    Ok(reached) => position = reached,
                    Err(held_back) => return Ok(held_back),
                }
                if position != before {
                    continue;
                }
            }
            let rest = &self.source.bytes[position..self.end.max(position)];
            let error = match pair.transcode(rest, unit_bytes_mut(&mut units)) {
                Ok(written) => {
                    self.text.push_utf16(&units[..written]);
                    return Ok(position + rest.len());
                }
                Err(error) if error.read() > 0 => {
                    self.text.push_utf16(&units[..error.written()]);
                    position += error.read();
                    continue;
                }
                Err(error) => error,
            };
            let is_cut = |error: DecodeError| error.error_len().is_none();
            let is_left = matches!(error.reason(), Reason::Malformed(error) if is_cut(error));
            let fault = self.fault(position, &error);
            if is_left && !self.source.is_whole || self.waits(&fault) {
                return Ok(position);
            }
            position = self.handle(&fault)?;
        }
    }

    /// Decodes UTF-8 with the library's replacement, which is that of CPython, and removes it for
    /// `ignore`. Returns the position reached.
    fn replace_utf8(
        &mut self,
        pair: Pair,
        mut position: usize,
        units: &mut [u16],
    ) -> PyResult<usize> {
        while position < self.end {
            let end = self.end.min(position + units.len());
            let part = &self.source.bytes[position..end];
            let cut = match end == self.end {
                true => 0,
                false => self.charset.incomplete_tail(part),
            };
            let part = &part[..part.len() - cut];
            let is_ignored = matches!(self.errors, Errors::Ignore);
            // Here, replacements would be confused with characters.
            if is_ignored && memchr::memmem::find(part, "\u{FFFD}".as_bytes()).is_some() {
                break;
            }
            let Ok(mut written) = pair.transcode_lossy(part, unit_bytes_mut(units)) else {
                break;
            };
            if is_ignored {
                let mut kept = 0;
                for at in 0..written {
                    units[kept] = units[at];
                    kept += usize::from(units[at] != 0xFFFD);
                }
                written = kept;
            }
            self.text.push_utf16(&units[..written]);
            position += part.len();
            self.text.cut_if_long()?;
            self.interrupts.after(self.source.object.py(), part.len())?;
        }
        Ok(position)
    }

    /// Decodes with kernels up to the end or an error. Returns the position reached.
    fn convert(&mut self, pair: Pair, mut position: usize, units: &mut [u16]) -> PyResult<usize> {
        let py = self.source.object.py();
        loop {
            let rest = &self.source.bytes[position..self.end.max(position)];
            let (read, written) = pair.transcode_prefix(rest, unit_bytes_mut(units));
            self.text.push_utf16(&units[..written]);
            position += read;
            if read == rest.len() || written + FULL <= units.len() || read == 0 {
                return Ok(position);
            }
            self.text.cut_if_long()?;
            self.interrupts.after(py, read)?;
        }
    }

    /// Decodes character by character until enough of them were well-formed in a row. Returns the
    /// position reached, or as an error the position from which on bytes must be kept for the next
    /// part of the text.
    fn by_character(&mut self, mut position: usize) -> PyResult<Result<usize, usize>> {
        let py = self.source.object.py();
        let bytes = self.source.bytes;
        let mut streak = 0;
        let mut may_be_dense = true;
        while position < self.end && streak < STREAK {
            let rest = &bytes[position..self.end];
            if may_be_dense && let Some(text) = self.text.narrow() {
                let has_ascii = self.encoding.has_ascii;
                let (read, stop) = dense::decode(
                    self.steps,
                    self.errors,
                    has_ascii,
                    &mut self.streak,
                    rest,
                    text,
                );
                position += read;
                self.text.cut_if_long()?;
                self.interrupts.after(py, read)?;
                match stop {
                    Stop::Full => {}
                    Stop::Streak => break,
                    Stop::Other => may_be_dense = false,
                }
                continue;
            }
            may_be_dense = true;
            if self.encoding.has_ascii && rest[0] < 0x80 {
                let len = ascii_run(rest);
                self.text.push_latin1(&rest[..len]);
                position += len;
                streak += len;
                continue;
            }
            match self.steps.next(rest) {
                Step::Character(point, len) => {
                    self.text.push(point);
                    position += len;
                    streak += 1;
                }
                Step::Malformed(len, reason) => {
                    let fault = Fault {
                        start: position,
                        end: position + len,
                        reason,
                    };
                    if self.waits(&fault) {
                        return Ok(Err(position));
                    }
                    position = self.handle(&fault)?;
                    streak = 0;
                }
                Step::Unknown => break,
            }
        }
        self.text.cut_if_long()?;
        Ok(Ok(position))
    }

    /// Whether a malformed sequence may be the beginning of a character in the next part.
    fn waits(&self, fault: &Fault) -> bool {
        if self.source.is_whole || fault.start >= self.end {
            return false;
        }
        let rest = &self.source.bytes[fault.start..self.end];
        match self.charset {
            // CPython waits for the third byte of a surrogate, because a handler may accept it.
            Charset::Utf8 => fault.reason == UNEXPECTED_END || matches!(rest, [0xED, 0xA0..=0xBF]),
            // It even waits for another byte after a byte that begins no character.
            _ => fault.reason == INCOMPLETE,
        }
    }

    /// Replaces a malformed sequence. Returns the position at which decoding continues.
    #[inline]
    pub(crate) fn handle(&mut self, fault: &Fault) -> PyResult<usize> {
        self.interrupts.after(self.source.object.py(), 1)?;
        match self.errors {
            Errors::Ignore => Ok(fault.end),
            Errors::Replace => {
                self.text.push(0xFFFD);
                Ok(fault.end)
            }
            Errors::Builtin(Builtin::SurrogateEscape) => self.escape(fault),
            Errors::Builtin(Builtin::BackslashReplace) => {
                for at in fault.start..fault.end {
                    let byte = self.source.bytes[at];
                    let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
                    let escaped = [b'\\', b'x', digit(byte >> 4), digit(byte & 15)];
                    self.text.push_latin1(&escaped);
                }
                Ok(fault.end)
            }
            Errors::Builtin(Builtin::SurrogatePass) => self.pass(fault),
            Errors::Builtin(builtin) => self.call(builtin.name(), fault),
            Errors::Strict => Err(self.raise(fault)?.to_err()),
            Errors::Named(name) => self.call(name, fault),
        }
    }

    /// Represents bytes from 80 by surrogates, up to four and up to another byte.
    #[inline]
    fn escape(&mut self, fault: &Fault) -> PyResult<usize> {
        let bytes = &self.source.bytes[fault.start..fault.end.min(fault.start + 4)];
        let is_escaped = |byte: &&u8| **byte >= 0x80;
        let len = bytes.iter().take_while(is_escaped).count();
        if len == 0 {
            return Err(self.raise(fault)?.to_err());
        }
        for byte in &bytes[..len] {
            self.text.push(0xDC00 + u32::from(*byte));
        }
        Ok(fault.start + len)
    }

    /// Accepts a surrogate in a Unicode encoding.
    fn pass(&mut self, fault: &Fault) -> PyResult<usize> {
        let rest = &self.source.bytes[fault.start..];
        let unit = |low: u8, high: u8| u32::from(high) << 8 | u32::from(low);
        let (point, len) = match (self.charset, rest) {
            (Charset::Utf8, [first @ 0xE0..=0xEF, second, third, ..])
                if second & 0xC0 == 0x80 && third & 0xC0 == 0x80 =>
            {
                let bits = |byte: &u8| u32::from(byte & 0x3F);
                (
                    u32::from(first & 15) << 12 | bits(second) << 6 | bits(third),
                    3,
                )
            }
            (Charset::Utf16Le, [low, high, ..]) => (unit(*low, *high), 2),
            (Charset::Utf16Be, [high, low, ..]) => (unit(*low, *high), 2),
            (Charset::Utf32Le, [a, b, c, d, ..]) => (u32::from_le_bytes([*a, *b, *c, *d]), 4),
            (Charset::Utf32Be, [a, b, c, d, ..]) => (u32::from_be_bytes([*a, *b, *c, *d]), 4),
            _ => (0, 0),
        };
        if !(0xD800..0xE000).contains(&point) {
            return Err(self.raise(fault)?.to_err());
        }
        self.text.push(point);
        Ok(fault.start + len)
    }

    #[cold]
    fn call(&mut self, name: &str, fault: &Fault) -> PyResult<usize> {
        let (replacement, position) = self.raise(fault)?.handle(name)?;
        if let Replacement::Text(text) = replacement {
            self.text.push_str(&text)?;
        }
        Ok(position)
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut PendingException<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let object = match self.source.object.cast::<PyBytes>() {
                Ok(bytes) => bytes.clone(),
                Err(_) => PyBytes::new(self.source.object.py(), self.source.bytes),
            };
            let name = self.encoding.decoding_error_name(self.charset);
            let raised = PendingException::decoding(name, &object, fault)?;
            self.raised = Some(raised.of_multibyte(self.charset.is_multibyte()));
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// Describes a malformed sequence in the words of CPython's codec.
    fn fault(&self, start: usize, stop: &TranscodeError) -> Fault {
        let bytes = &self.source.bytes[start..self.end];
        let (len, reason) = self.described(bytes, stop);
        Fault {
            start,
            end: start + len.clamp(1, bytes.len().max(1)),
            reason,
        }
    }

    fn described(&self, bytes: &[u8], stop: &TranscodeError) -> (usize, &'static CStr) {
        let Reason::Malformed(error) = stop.reason() else {
            return (stop.skip(), c"code point not in range(0x110000)");
        };
        if let Step::Malformed(len, reason) = self.steps.next(bytes) {
            return (len, reason);
        }
        let len = error.error_len().unwrap_or(bytes.len());
        match self.charset {
            Charset::Utf16Le | Charset::Utf16Be => match bytes.len() {
                1 => (1, c"truncated data"),
                _ if error.error_len().is_none() => (len, c"unexpected end of data"),
                _ if is_low_surrogate(self.charset, bytes) => (2, c"illegal encoding"),
                _ => (2, c"illegal UTF-16 surrogate"),
            },
            Charset::Utf32Le | Charset::Utf32Be => match error.kind() {
                ErrorKind::Incomplete => (len, c"truncated data"),
                ErrorKind::Surrogate => (
                    4,
                    c"code point in surrogate code point range(0xd800, 0xe000)",
                ),
                _ => (4, c"code point not in range(0x110000)"),
            },
            _ if self.charset.is_multibyte() => match malformed_multibyte(self.charset, bytes) {
                Step::Malformed(len, reason) => (len, reason),
                _ => (1, ILLEGAL),
            },
            _ => (len, reason_of_utf8(error.kind(), bytes[0])),
        }
    }
}

/// Returns the number of ASCII bytes at the start, or less.
#[inline]
fn ascii_run(text: &[u8]) -> usize {
    let mut len = 0;
    while len < 64
        && let Some(word) = text[len..].first_chunk()
        && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
    {
        len += 8;
    }
    len + text[len..]
        .iter()
        .take(8)
        .take_while(|byte| byte.is_ascii())
        .count()
}

fn is_low_surrogate(charset: Charset, bytes: &[u8]) -> bool {
    let high = match charset {
        Charset::Utf16Le => bytes.get(1),
        _ => bytes.first(),
    };
    high.is_some_and(|byte| byte & 0xFC == 0xDC)
}

/// CPython's words for malformed UTF-8, which we also use for its variants.
fn reason_of_utf8(kind: ErrorKind, first: u8) -> &'static CStr {
    match kind {
        ErrorKind::Incomplete => c"unexpected end of data",
        ErrorKind::UnexpectedContinuation | ErrorKind::InvalidByte => c"invalid start byte",
        ErrorKind::Nul | ErrorKind::FourBytes => c"invalid start byte",
        ErrorKind::Overlong if first < 0xC2 => c"invalid start byte",
        ErrorKind::TooLarge if first > 0xF4 => c"invalid start byte",
        _ => c"invalid continuation byte",
    }
}
