//! Functions of bytes and text.

use crate::buffer::Bytes;
use crate::decode::{Source, decode as decode_source, detached};
use crate::encode::{encode as encode_text, put};
use crate::encoding::{self, Encoding, Mark};
use crate::faults::Errors;
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::mem::MaybeUninit;
use utflane::{Certainty, Charset, Isa, Pair, detect as detect_bytes, repair_mojibake};

fn decode_bytes<'py>(
    data: &Bound<'py, PyAny>,
    encoding: &Encoding,
    errors: &str,
    is_whole: bool,
) -> PyResult<(Bound<'py, PyString>, usize)> {
    let source = Source {
        object: data,
        bytes: &Bytes::of(data)?,
        is_whole,
    };
    decode_source(&source, encoding, &Errors::named(errors))
}

/// The text of bytes.
///
/// ``errors`` is the name of one of Python's error handlers.
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

/// The bytes of a text.
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
    encode_text(text, &Encoding::named(encoding)?, &Errors::named(errors))
}

/// Converts bytes from one encoding to another.
///
/// The result is that of ``encode(decode(data, source, errors), target, errors)``, without a str.
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
        let converted = strings::bytes_with(py, most, |room: &mut [MaybeUninit<u8>]| {
            let start = put(mark, room);
            let room = &mut room[start..];
            let written = detached(py, text.len(), || {
                pair.transcode_uninit(Isa::best(), text, room)
            });
            written.map(|written| mark.len() + written)
        })?;
        if let Ok(converted) = converted {
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

/// What is malformed, and where.
#[pyclass(frozen, get_all, module = "utflane")]
pub(crate) struct Malformed {
    /// Index of its first byte.
    position: usize,
    /// Bytes of the malformed sequence.
    length: usize,
    /// The rule that is broken: ``Overlong``, ``Incomplete``, ``Unassigned``, ...
    kind: String,
    /// Number of the line, from 1.
    line: usize,
    /// Number of the character in the line, from 1.
    column: usize,
    /// The whole in words.
    message: String,
}

#[pymethods]
impl Malformed {
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

/// What is malformed first, or ``None``.
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
    let isa = Isa::best();
    let Err(error) = detached(data.py(), text.len(), || charset.validate(isa, text)) else {
        return Ok(None);
    };
    let before = &text[..error.valid_up_to()];
    let (lines, last) = lines(charset, before);
    Ok(Some(Malformed {
        position: start + before.len(),
        length: error.error_len().unwrap_or(text.len() - before.len()),
        kind: format!("{:?}", error.kind()),
        line: lines + 1,
        column: charset.char_count(isa, last) + 1,
        message: error.to_string(),
    }))
}

/// Number of line feeds of a well-formed text, and what is behind the last one.
fn lines(charset: Charset, text: &[u8]) -> (usize, &[u8]) {
    let mut feed = [0; 4];
    let written = Pair::new(Charset::Utf8, charset)
        .and_then(|pair| pair.transcode(Isa::best(), b"\n", &mut feed).ok());
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

/// The encoding that was found.
#[pyclass(frozen, get_all, module = "utflane")]
pub(crate) struct Detection {
    /// Its name, ``None`` if it is none of Unicode's.
    encoding: Option<&'static str>,
    /// ``certain``, ``likely`` or ``unknown``.
    certainty: &'static str,
    /// Whether all of the text is well-formed in it.
    exact: bool,
}

#[pymethods]
impl Detection {
    fn __repr__(&self) -> String {
        let encoding = match self.encoding {
            Some(encoding) => format!("'{encoding}'"),
            None => "None".into(),
        };
        let exact = if self.exact { "True" } else { "False" };
        let certainty = self.certainty;
        format!("Detection(encoding={encoding}, certainty='{certainty}', exact={exact})")
    }
}

/// Which of ASCII, UTF-8, UTF-16 and UTF-32 a text is in, if any.
///
/// >>> detect("Grüße".encode("utf-16"))
/// Detection(encoding='UTF-16LE', certainty='certain', exact=True)
/// >>> detect(b"caf\xe9 noir").encoding is None
/// True
#[pyfunction]
pub(crate) fn detect(data: &Bound<'_, PyAny>) -> PyResult<Detection> {
    let bytes = Bytes::of(data)?;
    let text = &bytes[..];
    let found = detached(data.py(), text.len(), || detect_bytes(text));
    Ok(Detection {
        encoding: found.charset.map(Charset::name),
        certainty: match found.certainty {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            _ => "unknown",
        },
        exact: found.exact,
    })
}

/// A text without what comes of decoding UTF-8 as another encoding.
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

/// What a codec is made of.
#[pyclass(frozen, module = "utflane")]
pub(crate) struct Codec(Encoding);

#[pymethods]
impl Codec {
    #[new]
    fn new(name: &str) -> PyResult<Codec> {
        Encoding::named(name).map(Codec)
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.charset.name()
    }

    /// Whether a text can be converted in parts that know nothing of each other.
    #[getter]
    fn is_stateless(&self) -> bool {
        self.0.mark == Mark::Text && !self.0.charset.is_stateful()
    }

    /// `final` is whether the text ends here: if not, a character that is cut is left.
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
}

/// The name of the encoding that a name stands for.
///
/// >>> encoding_name("sjis")
/// 'Shift_JIS'
#[pyfunction]
pub(crate) fn encoding_name(name: &str) -> PyResult<&'static str> {
    Ok(Encoding::named(name)?.charset.name())
}

/// All encodings, by their names.
///
/// >>> "EUC-KR" in encoding_names()
/// True
#[pyfunction]
pub(crate) fn encoding_names() -> Vec<&'static str> {
    encoding::all().map(Charset::name).collect()
}
