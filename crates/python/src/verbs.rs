//! Functions of bytes and text.

use crate::buffer::Bytes;
use crate::decode::{Source, decode as decode_source, detached};
use crate::encode::encode as encode_text;
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

#[pyfunction]
#[pyo3(signature = (data, encoding = "utf-8", errors = "strict"))]
pub(crate) fn decode<'py>(
    data: &Bound<'py, PyAny>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyString>> {
    Ok(decode_bytes(data, &Encoding::named(encoding)?, errors, true)?.0)
}

#[pyfunction]
#[pyo3(signature = (text, encoding = "utf-8", errors = "strict"))]
pub(crate) fn encode<'py>(
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    encode_text(text, &Encoding::named(encoding)?, &Errors::named(errors))
}

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
            let (before, room) = room.split_at_mut(mark.len());
            for (to, from) in before.iter_mut().zip(mark) {
                to.write(*from);
            }
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

/// What is wrong with a text, and where.
#[pyclass(frozen, get_all, module = "utflane")]
pub(crate) struct Malformed {
    position: usize,
    length: usize,
    kind: String,
    line: usize,
    column: usize,
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
    encoding: Option<&'static str>,
    certainty: &'static str,
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

#[pyfunction]
pub(crate) fn repair<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    let broken = text.to_str()?;
    match detached(py, broken.len(), || repair_mojibake(broken)) {
        std::borrow::Cow::Borrowed(_) => Ok(text.clone()),
        std::borrow::Cow::Owned(repaired) => Ok(PyString::new(py, &repaired)),
    }
}

/// An encoding as `codecs` wants it: its functions return what they have read, too.
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
#[pyfunction]
pub(crate) fn encoding_name(name: &str) -> PyResult<&'static str> {
    Ok(Encoding::named(name)?.charset.name())
}

/// All encodings, by their names.
#[pyfunction]
pub(crate) fn encoding_names() -> Vec<&'static str> {
    encoding::all().map(Charset::name).collect()
}
