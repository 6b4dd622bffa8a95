//! Detection of encodings.

use crate::buffer::Bytes;
use crate::decode::detached;
use pyo3::prelude::*;
use utflane::{Certainty, detect_any};

/// The result of a detection.
#[pyclass(frozen, get_all, module = "utflane")]
pub(crate) struct Detection {
    /// The name of the encoding, or ``None`` if it is unknown.
    encoding: Option<&'static str>,
    /// ``certain``, ``likely``, ``guess`` or ``unknown``.
    certainty: &'static str,
    /// Whether the whole text was checked, is well-formed and contains no NUL.
    exact: bool,
    /// Whether ``read_csv`` uses this encoding without being told.
    reliable: bool,
    /// The language of a text in a legacy encoding, for example ``pl``.
    language: Option<&'static str>,
    /// The next best legacy encoding.
    runner_up: Option<&'static str>,
}

#[pymethods]
impl Detection {
    fn __repr__(&self) -> String {
        let encoding = match self.encoding {
            Some(encoding) => format!("'{encoding}'"),
            None => "None".into(),
        };
        let word = |is_so| if is_so { "True" } else { "False" };
        let (certainty, exact, reliable) = (self.certainty, word(self.exact), word(self.reliable));
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
        encoding: found.name,
        certainty: match found.certainty {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            Certainty::Guess => "guess",
            _ => "unknown",
        },
        exact: found.exact,
        reliable: found.is_reliable(),
        language: found.language,
        runner_up: found.runner_up,
    })
}
