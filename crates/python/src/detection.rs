//! Detection of encodings.

use crate::buffer::Bytes;
use crate::decode::detached;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;
use utflane::{Certainty, detect_any};

/// The result of a detection.
#[pyclass(frozen, get_all, eq, hash, module = "utflane")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Detection {
    /// The name of the encoding, or ``None`` if it is unknown.
    encoding: Option<Cow<'static, str>>,
    /// ``certain``, ``likely``, ``guess`` or ``unknown``.
    certainty: Cow<'static, str>,
    /// Whether the whole text was checked, is well-formed and contains no NUL.
    exact: bool,
    /// Whether ``read_csv`` uses this encoding with ``encoding="auto"``.
    reliable: bool,
    /// The language of a text in a legacy encoding, for example ``pl``.
    language: Option<Cow<'static, str>>,
    /// The next best legacy encoding.
    runner_up: Option<Cow<'static, str>>,
}

#[pymethods]
impl Detection {
    #[new]
    fn new(
        encoding: Option<String>,
        certainty: String,
        exact: bool,
        reliable: bool,
        language: Option<String>,
        runner_up: Option<String>,
    ) -> Detection {
        Detection {
            encoding: encoding.map(Cow::Owned),
            certainty: Cow::Owned(certainty),
            exact,
            reliable,
            language: language.map(Cow::Owned),
            runner_up: runner_up.map(Cow::Owned),
        }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Detection {
            encoding,
            certainty,
            exact,
            reliable,
            language,
            runner_up,
        } = self;
        let texts = (encoding.as_deref(), &certainty[..], *exact, *reliable);
        let (encoding, certainty, exact, reliable) = texts;
        let others = (language.as_deref(), runner_up.as_deref());
        (encoding, certainty, exact, reliable, others.0, others.1).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let encoding = match &self.encoding {
            Some(encoding) => format!("'{encoding}'"),
            None => "None".into(),
        };
        let word = |is_so| if is_so { "True" } else { "False" };
        let (certainty, exact, reliable) = (&self.certainty, word(self.exact), word(self.reliable));
        format!(
            "Detection(encoding={encoding}, certainty='{certainty}', exact={exact}, \
             reliable={reliable})"
        )
    }
}

/// Detects the encoding of a text: a Unicode encoding or a legacy encoding.
///
/// >>> detect("Grüße".encode("utf-16"))
/// Detection(encoding='UTF-16LE', certainty='certain', exact=True, reliable=True)
/// >>> detect(b"caf\xe9 noir")
/// Detection(encoding='windows-1252', certainty='guess', exact=True, reliable=False)
#[pyfunction]
pub(crate) fn detect(data: &Bound<'_, PyAny>) -> PyResult<Detection> {
    let bytes = Bytes::of(data)?;
    let text = &bytes[..];
    let found = detached(data.py(), text.len(), || detect_any(text));
    Ok(Detection {
        encoding: found.name.map(Cow::Borrowed),
        certainty: Cow::Borrowed(match found.certainty {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            Certainty::Guess => "guess",
            _ => "unknown",
        }),
        exact: found.exact,
        reliable: found.is_reliable(),
        language: found.language.map(Cow::Borrowed),
        runner_up: found.runner_up.map(Cow::Borrowed),
    })
}
