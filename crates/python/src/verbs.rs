//! The Python functions for bytes and text.

use crate::buffer::Bytes;
use crate::decode::{Source, decode as decode_source, detached};
use crate::encode::{encode as encode_text, encode_part, put, transcode_in_parts};
use crate::encoding::{self, Encoding, Mark};
use crate::faults::Errors;
use crate::stateful::{self, State};
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use utflane::{Charset, DecodeError, Pair, repair_mojibake};

/// Number of bytes that are validated between two checks for signals.
const PART: usize = 1 << 24;

fn decode_bytes<'py>(
    data: &Bound<'py, PyAny>,
    encoding: &Encoding,
    errors: &str,
    is_whole: bool,
) -> PyResult<(Bound<'py, PyString>, usize)> {
    let bytes = Bytes::of(data)?;
    let source = Source {
        object: data,
        bytes: &bytes,
        is_whole,
    };
    decode_source(&source, encoding, &Errors::named(errors))
}

/// Decodes bytes to text.
///
/// ``errors`` is the name of a Python error handler.
///
/// >>> decode(b"\xb0\xa1\xb3\xaa", "cp949")
/// '가나'
/// >>> decode(b"a\x81", "shift_jis", "backslashreplace")
/// 'a\\x81'
#[pyfunction]
#[pyo3(signature = (data, encoding = "utf-8", errors = "strict"))]
pub(crate) fn decode<'py>(
    data: &Bound<'py, PyAny>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyString>> {
    Ok(decode_bytes(data, &Encoding::named(encoding)?, errors, true)?.0)
}

/// Encodes text to bytes.
///
/// >>> encode("日本", "shift_jis")
/// b'\x93\xfa\x96{'
/// >>> encode("5 €", "latin-1", "xmlcharrefreplace")
/// b'5 &#8364;'
#[pyfunction]
#[pyo3(signature = (text, encoding = "utf-8", errors = "strict"))]
pub(crate) fn encode<'py>(
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    if let Some(bytes) = strings::to_short_unicode(text, encoding, errors) {
        return Ok(bytes);
    }
    encode_text(text, &Encoding::named(encoding)?, &Errors::named(errors))
}

/// Converts bytes from one encoding to another.
///
/// The result equals ``encode(decode(data, source, errors), target, errors)``, but usually no str
/// is created.
///
/// >>> transcode(b"caf\xe9", "cp1252", "utf-8")
/// b'caf\xc3\xa9'
#[pyfunction]
#[pyo3(signature = (data, source, target, errors = "strict"))]
pub(crate) fn transcode<'py>(
    data: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = data.py();
    let [from, to] = [Encoding::named(source)?, Encoding::named(target)?];
    let bytes = Bytes::of(data)?;
    let (charset, start) = from.of(&bytes);
    let mark = to.written_mark();
    if let Some(pair) = Pair::new(charset, to.charset) {
        let text = &bytes[start..];
        let most = pair.max_len(text.len()).unwrap_or(usize::MAX);
        let most = most.saturating_add(mark.len());
        let (converted, error) = strings::bytes_with(py, most, |capacity| {
            let start = put(mark, capacity);
            let (written, error) = transcode_in_parts(py, pair, text, &mut capacity[start..])?;
            Ok((start + written, error))
        })?;
        if error.is_none() {
            return Ok(converted);
        }
    }
    let errors = Errors::named(errors);
    let source = Source {
        object: data,
        bytes: &bytes,
        is_whole: true,
    };
    let (text, _) = decode_source(&source, &from, &errors)?;
    encode_text(&text, &to, &errors)
}

/// A malformed sequence and its position.
#[pyclass(frozen, get_all, eq, hash, module = "utflane")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Malformed {
    /// The index of the first byte.
    position: usize,
    /// The length in bytes.
    length: usize,
    /// The rule that is broken: ``Overlong``, ``Incomplete``, ``Unassigned``, ...
    kind: String,
    /// The line number, starting at 1.
    line: usize,
    /// The number of the character in the line, starting at 1.
    column: usize,
    /// A description of the error.
    message: String,
}

#[pymethods]
impl Malformed {
    #[new]
    fn new(
        position: usize,
        length: usize,
        kind: String,
        line: usize,
        column: usize,
        message: String,
    ) -> Malformed {
        Malformed {
            position,
            length,
            kind,
            line,
            column,
            message,
        }
    }

    fn __getnewargs__(&self) -> (usize, usize, &str, usize, usize, &str) {
        let (kind, message) = (&self.kind[..], &self.message[..]);
        let Malformed { line, column, .. } = self;
        (self.position, self.length, kind, *line, *column, message)
    }

    fn __str__(&self) -> String {
        let Malformed {
            line,
            column,
            message,
            ..
        } = self;
        format!("line {line}, column {column}: {message}")
    }

    fn __repr__(&self) -> String {
        let Malformed {
            position,
            length,
            kind,
            line,
            column,
            ..
        } = self;
        format!(
            "Malformed(position={position}, length={length}, kind='{kind}', line={line}, \
             column={column})"
        )
    }
}

/// Returns the first malformed sequence, or ``None``.
///
/// >>> print(validate(b"one\ntwo \xff"))
/// line 2, column 5: invalid utf-8 sequence of 1 bytes from index 8
/// >>> validate(b"\xc0\x80").kind
/// 'Overlong'
#[pyfunction]
#[pyo3(signature = (data, encoding = "utf-8"))]
pub(crate) fn validate(data: &Bound<'_, PyAny>, encoding: &str) -> PyResult<Option<Malformed>> {
    let encoding = Encoding::named(encoding)?;
    let bytes = Bytes::of(data)?;
    let (charset, start) = encoding.of(&bytes);
    let text = &bytes[start..];
    let Some((before, error)) = first_error(data.py(), charset, text)? else {
        return Ok(None);
    };
    let text_before = &text[..before];
    let name = charset.name().to_ascii_lowercase();
    let position = start + before;
    let message = match error.error_len() {
        Some(len) => format!("invalid {name} sequence of {len} bytes from index {position}"),
        None => format!("incomplete {name} byte sequence from index {position}"),
    };
    let (lines, last) = lines(charset, text_before);
    Ok(Some(Malformed {
        position,
        length: error.error_len().unwrap_or(text.len() - before),
        kind: format!("{:?}", error.kind()),
        line: lines + 1,
        column: charset.char_count(last) + 1,
        message,
    }))
}

/// Returns the position of the first error. Signals are handled between parts of the text.
fn first_error(
    py: Python<'_>,
    charset: Charset,
    text: &[u8],
) -> PyResult<Option<(usize, DecodeError)>> {
    let mut start = 0;
    loop {
        let is_last = charset.is_stateful() || text.len() - start <= PART;
        let end = if is_last { text.len() } else { start + PART };
        let part = &text[start..end];
        match detached(py, part.len(), || charset.validate(part)) {
            Ok(()) if is_last => return Ok(None),
            Ok(()) => start = end,
            // The part ends within a character.
            Err(error) if !is_last && error.error_len().is_none() => start += error.valid_up_to(),
            Err(error) => return Ok(Some((start + error.valid_up_to(), error))),
        }
        py.check_signals()?;
    }
}

/// Returns the number of line feeds in a well-formed text, and the text after the last one.
fn lines(charset: Charset, text: &[u8]) -> (usize, &[u8]) {
    let mut feed = [0; 4];
    let written =
        Pair::new(Charset::Utf8, charset).and_then(|pair| pair.transcode(b"\n", &mut feed).ok());
    let feed = match written {
        Some(len) => &feed[..len],
        None => b"\n",
    };
    let mut rest = text.chunks_exact(feed.len()).enumerate();
    let is_feed = |(at, unit): (usize, &[u8])| (unit == feed).then_some(at);
    let feeds = rest.by_ref().filter_map(is_feed);
    let (mut count, mut last) = (0, 0);
    for at in feeds {
        count += 1;
        last = (at + 1) * feed.len();
    }
    (count, &text[last..])
}

/// Undoes mojibake: UTF-8 that was decoded in another encoding.
///
/// >>> repair("Gr\xc3\xbc\xc3\x9fe")
/// 'Grüße'
#[pyfunction]
pub(crate) fn repair<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    let broken = text.to_str()?;
    match detached(py, broken.len(), || repair_mojibake(broken)) {
        std::borrow::Cow::Borrowed(_) => Ok(text.clone()),
        std::borrow::Cow::Owned(repaired) => Ok(PyString::new(py, &repaired)),
    }
}

/// The functions of a codec.
#[pyclass(frozen, module = "utflane._utflane")]
pub(crate) struct Codec(Encoding, String);

#[pymethods]
impl Codec {
    #[new]
    fn new(name: &str) -> PyResult<Codec> {
        Ok(Codec(Encoding::named(name)?, name.into()))
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.1,)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Codec>();
        other.is_ok_and(|other| other.get().1 == self.1)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.1.hash(&mut hasher);
        hasher.finish()
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.charset.name()
    }

    /// Whether a byte order mark is a character like others. If so, a text can be converted in
    /// parts.
    #[getter]
    fn has_parts(&self) -> bool {
        self.0.mark == Mark::Text
    }

    /// `final` says whether the text ends here. If not, an incomplete character at the end is not
    /// decoded.
    #[pyo3(signature = (data, errors = "strict", r#final = true))]
    fn decode<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        errors: &str,
        r#final: bool,
    ) -> PyResult<(Bound<'py, PyString>, usize)> {
        decode_bytes(data, &self.0, errors, r#final)
    }

    #[pyo3(signature = (text, errors = "strict"))]
    fn encode<'py>(
        &self,
        text: &Bound<'py, PyString>,
        errors: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let bytes = encode_text(text, &self.0, &Errors::named(errors))?;
        Ok((bytes, strings::len(text)))
    }

    /// Decodes a part of a text, from the state after the previous part (0 for the first one).
    /// Returns the text, the number of bytes decoded, and the new state.
    #[pyo3(signature = (data, errors, r#final, state))]
    fn decode_part<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        errors: &str,
        r#final: bool,
        state: usize,
    ) -> PyResult<(Bound<'py, PyString>, usize, usize)> {
        if !self.0.charset.is_stateful() {
            let (text, len) = decode_bytes(data, &self.0, errors, r#final)?;
            return Ok((text, len, 0));
        }
        let bytes = Bytes::of(data)?;
        let source = Source {
            object: data,
            bytes: &bytes,
            is_whole: r#final,
        };
        let state = State::numbered(state)?;
        let ((text, len), state) =
            stateful::decode(&source, &self.0, &Errors::named(errors), state)?;
        Ok((text, len, state.number()))
    }

    /// Encodes a part of a text, from the state after the previous part (0 for the first one).
    /// Returns the bytes and the new state.
    #[pyo3(signature = (text, errors, r#final, state))]
    fn encode_part<'py>(
        &self,
        text: &Bound<'py, PyString>,
        errors: &str,
        r#final: bool,
        state: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let (errors, state) = (Errors::named(errors), State::numbered(state)?);
        let (bytes, state) = encode_part(text, &self.0, &errors, state, r#final)?;
        Ok((bytes, state.number()))
    }
}

/// Returns the canonical name of an encoding.
///
/// >>> encoding_name("sjis")
/// 'Shift_JIS'
#[pyfunction]
pub(crate) fn encoding_name(name: &str) -> PyResult<&'static str> {
    Ok(Encoding::named(name)?.charset.name())
}

/// Returns the names of all encodings.
///
/// >>> "EUC-KR" in encoding_names()
/// True
#[pyfunction]
pub(crate) fn encoding_names() -> Vec<&'static str> {
    encoding::all().map(Charset::name).collect()
}
