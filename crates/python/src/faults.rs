//! Calls Python's error handlers, and creates the exceptions that are passed to them.

use crate::strings;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyUnicodeDecodeError, PyUnicodeEncodeError};
use pyo3::ffi::{self, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCFunction, PyInt, PyString, PyTuple};
use std::ffi::CStr;

/// The handling of errors in a conversion.
#[derive(Clone, Copy)]
pub(crate) enum Errors<'a> {
    Strict,
    Ignore,
    Replace,
    /// With one of CPython's handlers, which is not called.
    Builtin(Builtin),
    /// With the handler of this name, which is looked up on demand.
    Named(&'a str),
}

/// The other handlers of CPython.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    BackslashReplace,
    NameReplace,
    SurrogateEscape,
    SurrogatePass,
    XmlCharRefReplace,
}

impl Builtin {
    const ALL: [Builtin; 5] = [
        Builtin::BackslashReplace,
        Builtin::NameReplace,
        Builtin::SurrogateEscape,
        Builtin::SurrogatePass,
        Builtin::XmlCharRefReplace,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Builtin::BackslashReplace => "backslashreplace",
            Builtin::NameReplace => "namereplace",
            Builtin::SurrogateEscape => "surrogateescape",
            Builtin::SurrogatePass => "surrogatepass",
            Builtin::XmlCharRefReplace => "xmlcharrefreplace",
        }
    }

    /// Whether no other handler was registered under this name.
    fn is_original(self, py: Python<'_>) -> PyResult<bool> {
        let handler = lookup(py, self.name())?;
        if !handler.is_instance_of::<PyCFunction>() {
            return Ok(false);
        }
        let name: String = handler.getattr("__name__")?.extract()?;
        Ok(name.strip_suffix("_errors").unwrap_or(&name) == self.name())
    }
}

impl<'a> Errors<'a> {
    pub(crate) fn named(name: &'a str) -> Errors<'a> {
        match name {
            "strict" => Errors::Strict,
            "ignore" => Errors::Ignore,
            "replace" => Errors::Replace,
            name => match Builtin::ALL.into_iter().find(|known| known.name() == name) {
                Some(builtin) => Errors::Builtin(builtin),
                None => Errors::Named(name),
            },
        }
    }

    /// Replaces a handler of CPython by the one that is registered under its name.
    pub(crate) fn registered(self, py: Python<'_>) -> PyResult<Errors<'a>> {
        match self {
            Errors::Builtin(builtin) if !builtin.is_original(py)? => {
                Ok(Errors::Named(builtin.name()))
            }
            errors => Ok(errors),
        }
    }
}

fn lookup<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOOKUP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOOKUP.import(py, "codecs", "lookup_error")?.call1((name,))
}

/// Lets signals, such as Ctrl-C, interrupt a long conversion.
#[derive(Default)]
pub(crate) struct Interrupts(usize);

impl Interrupts {
    /// Maximum amount of work between two checks: bytes, or characters that are replaced.
    pub(crate) const STEP: usize = 1 << 18;

    /// Handles signals after enough work.
    #[inline]
    pub(crate) fn after(&mut self, py: Python<'_>, work: usize) -> PyResult<()> {
        self.0 += work;
        match self.0 {
            ..Self::STEP => Ok(()),
            _ => self.check(py),
        }
    }

    #[cold]
    fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0 = 0;
        // Other threads of Python may run here.
        py.detach(|| ());
        py.check_signals()
    }
}

/// The replacement that a handler returns.
pub(crate) enum Replacement<'py> {
    Text(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

/// An error in a text, and its position: in bytes of the source, or in code points.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) reason: &'static CStr,
}

impl Fault {
    fn reason(&self) -> &'static str {
        self.reason.to_str().unwrap_or_default()
    }
}

/// The exception for a text. It is one object that is changed from error to error, as in CPython's
/// codecs.
pub(crate) struct PendingException<'py> {
    error: Bound<'py, PyAny>,
    handler: Option<Bound<'py, PyAny>>,
    len: usize,
    is_decoding: bool,
    /// Whether CPython's codec is one of the legacy multi-byte encodings.
    is_multibyte: bool,
}

impl<'py> PendingException<'py> {
    /// Creates the exception for decoding bytes.
    pub(crate) fn decoding(
        encoding: &str,
        bytes: &Bound<'py, PyBytes>,
        fault: &Fault,
    ) -> PyResult<PendingException<'py>> {
        let arguments = (encoding, bytes, fault.start, fault.end, fault.reason());
        let class = bytes.py().get_type::<PyUnicodeDecodeError>();
        Ok(PendingException {
            error: class.call1(arguments)?,
            handler: None,
            len: bytes.as_bytes().len(),
            is_decoding: true,
            is_multibyte: false,
        })
    }

    /// Creates the exception for encoding text.
    pub(crate) fn encoding(
        encoding: &str,
        text: &Bound<'py, PyString>,
        fault: &Fault,
    ) -> PyResult<PendingException<'py>> {
        let arguments = (encoding, text, fault.start, fault.end, fault.reason());
        let class = text.py().get_type::<PyUnicodeEncodeError>();
        Ok(PendingException {
            error: class.call1(arguments)?,
            handler: None,
            len: strings::len(text),
            is_decoding: false,
            is_multibyte: false,
        })
    }

    pub(crate) fn of_multibyte(mut self, is_multibyte: bool) -> PendingException<'py> {
        self.is_multibyte = is_multibyte;
        self
    }

    pub(crate) fn set(&self, fault: &Fault) -> PyResult<()> {
        let error = self.error.as_ptr();
        let (start, end) = (fault.start as Py_ssize_t, fault.end as Py_ssize_t);
        let reason = fault.reason.as_ptr();
        let results = match self.is_decoding {
            true => [
                // SAFETY: the object is a `UnicodeDecodeError`.
                unsafe { ffi::PyUnicodeDecodeError_SetStart(error, start) },
                // SAFETY: as above.
                unsafe { ffi::PyUnicodeDecodeError_SetEnd(error, end) },
                // SAFETY: as above, and the reason is null-terminated.
                unsafe { ffi::PyUnicodeDecodeError_SetReason(error, reason) },
            ],
            false => [
                // SAFETY: the object is a `UnicodeEncodeError`.
                unsafe { ffi::PyUnicodeEncodeError_SetStart(error, start) },
                // SAFETY: as above.
                unsafe { ffi::PyUnicodeEncodeError_SetEnd(error, end) },
                // SAFETY: as above, and the reason is null-terminated.
                unsafe { ffi::PyUnicodeEncodeError_SetReason(error, reason) },
            ],
        };
        match results {
            [0, 0, 0] => Ok(()),
            _ => Err(PyErr::fetch(self.error.py())),
        }
    }

    pub(crate) fn to_err(&self) -> PyErr {
        PyErr::from_value(self.error.clone())
    }

    /// Calls the handler of this name. Returns the replacement, and the position at which the
    /// conversion continues.
    pub(crate) fn handle(&mut self, name: &str) -> PyResult<(Replacement<'py>, usize)> {
        let handler = match &self.handler {
            Some(handler) => handler,
            None => self.handler.insert(lookup(self.error.py(), name)?),
        };
        let answer = handler.call1((&self.error,))?;
        self.parsed(&answer).ok_or_else(|| {
            let (what, first) = match self.is_decoding {
                true => ("decoding", "str"),
                false => ("encoding", "str/bytes"),
            };
            let message = format!("{what} error handler must return ({first}, int) tuple");
            PyTypeError::new_err(message)
        })?
    }

    /// Parses the result of a handler. Returns `None` if it is not a tuple of the required types.
    fn parsed(&self, answer: &Bound<'py, PyAny>) -> Option<PyResult<(Replacement<'py>, usize)>> {
        let answer = answer.cast::<PyTuple>().ok()?;
        if answer.len() != 2 {
            return None;
        }
        let (first, position) = (answer.get_item(0).ok()?, answer.get_item(1).ok()?);
        let replacement = match first.cast_into::<PyString>() {
            Ok(text) => Replacement::Text(text),
            Err(error) if !self.is_decoding => {
                Replacement::Bytes(error.into_inner().cast_into().ok()?)
            }
            Err(_) => return None,
        };
        let position = position.cast_into::<PyInt>().ok()?.extract::<isize>();
        if let (Err(error), false) = (&position, self.is_multibyte) {
            return Some(Err(error.clone_ref(self.error.py())));
        }
        // A negative position counts from the end.
        let index = position.as_ref().ok().and_then(|position| match *position {
            ..0 => position.checked_add_unsigned(self.len),
            position => Some(position),
        });
        let index = index.filter(|index| (0..=self.len as isize).contains(index));
        let message = match (index, position) {
            (Some(index), _) => return Some(Ok((replacement, index as usize))),
            (None, Ok(position)) => format!("position {position} from error handler out of bounds"),
            (None, Err(_)) => "position from error handler out of bounds".into(),
        };
        Some(Err(PyIndexError::new_err(message)))
    }
}
