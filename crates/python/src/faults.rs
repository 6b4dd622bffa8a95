//! Calls Python's error handlers, and creates the exceptions that are passed to them.

use crate::strings;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyUnicodeDecodeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple};
use std::borrow::Cow;

/// The handling of errors in a conversion.
pub(crate) enum Errors<'a> {
    Strict,
    Ignore,
    Replace,
    /// With the handler of this name, which is looked up on demand.
    Named(&'a str),
}

impl<'a> Errors<'a> {
    pub(crate) fn named(name: &'a str) -> Errors<'a> {
        match name {
            "strict" => Errors::Strict,
            "ignore" => Errors::Ignore,
            "replace" => Errors::Replace,
            name => Errors::Named(name),
        }
    }
}

/// Lets signals, such as Ctrl-C, interrupt a conversion with many errors.
#[derive(Default)]
pub(crate) struct Interrupts(u32);

impl Interrupts {
    /// Handles signals at every 256th call.
    pub(crate) fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0 = self.0.wrapping_add(1);
        match self.0 % 256 {
            0 => py.check_signals(),
            _ => Ok(()),
        }
    }
}

/// The replacement that a handler returns.
pub(crate) enum Replacement<'py> {
    Text(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

/// An error in a text, and its position: in bytes of the source, or in code points.
pub(crate) struct Fault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) reason: Cow<'static, str>,
}

/// The exception for a text. It is one object that is changed from error to error, as in CPython's
/// codecs.
pub(crate) struct PendingException<'py> {
    error: Bound<'py, PyAny>,
    handler: Option<Bound<'py, PyAny>>,
    len: usize,
    is_decoding: bool,
}

impl<'py> PendingException<'py> {
    /// Creates the exception for decoding bytes.
    pub(crate) fn decoding(
        encoding: &str,
        bytes: &Bound<'py, PyBytes>,
        fault: &Fault,
    ) -> PyResult<PendingException<'py>> {
        let arguments = (encoding, bytes, fault.start, fault.end, &fault.reason[..]);
        let class = bytes.py().get_type::<PyUnicodeDecodeError>();
        Ok(PendingException {
            error: class.call1(arguments)?,
            handler: None,
            len: bytes.as_bytes().len(),
            is_decoding: true,
        })
    }

    /// Creates the exception for encoding text.
    pub(crate) fn encoding(
        encoding: &str,
        text: &Bound<'py, PyString>,
        fault: &Fault,
    ) -> PyResult<PendingException<'py>> {
        let arguments = (encoding, text, fault.start, fault.end, &fault.reason[..]);
        let class = text.py().get_type::<PyUnicodeEncodeError>();
        Ok(PendingException {
            error: class.call1(arguments)?,
            handler: None,
            len: strings::len(text),
            is_decoding: false,
        })
    }

    pub(crate) fn set(&self, fault: &Fault) -> PyResult<()> {
        self.error.setattr("start", fault.start)?;
        self.error.setattr("end", fault.end)?;
        self.error.setattr("reason", &fault.reason[..])
    }

    pub(crate) fn to_err(&self) -> PyErr {
        PyErr::from_value(self.error.clone())
    }

    /// Calls the handler of this name. Returns the replacement, and the position at which the
    /// conversion continues.
    pub(crate) fn handle(&mut self, name: &str) -> PyResult<(Replacement<'py>, usize)> {
        static LOOKUP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = self.error.py();
        let handler = match &self.handler {
            Some(handler) => handler,
            None => {
                let lookup = LOOKUP.import(py, "codecs", "lookup_error")?;
                self.handler.insert(lookup.call1((name,))?)
            }
        };
        let answer = handler.call1((&self.error,))?;
        self.understood(&answer).ok_or_else(|| {
            let (what, first) = match self.is_decoding {
                true => ("decoding", "str"),
                false => ("encoding", "str/bytes"),
            };
            let message = format!("{what} error handler must return ({first}, int) tuple");
            PyTypeError::new_err(message)
        })?
    }

    fn understood(
        &self,
        answer: &Bound<'py, PyAny>,
    ) -> Option<PyResult<(Replacement<'py>, usize)>> {
        let answer = answer.cast::<PyTuple>().ok()?;
        if answer.len() != 2 {
            return None;
        }
        let (first, place) = (answer.get_item(0).ok()?, answer.get_item(1).ok()?);
        let replacement = match first.cast_into::<PyString>() {
            Ok(text) => Replacement::Text(text),
            Err(error) if !self.is_decoding => {
                Replacement::Bytes(error.into_inner().cast_into().ok()?)
            }
            Err(_) => return None,
        };
        let place = place.cast_into::<PyInt>().ok()?.extract::<isize>();
        let from_start = |place: isize| match place {
            ..0 => place.checked_add_unsigned(self.len),
            _ => Some(place),
        };
        let inside = |place: &isize| (0..=self.len as isize).contains(place);
        Some(
            match place
                .as_ref()
                .ok()
                .copied()
                .and_then(from_start)
                .filter(inside)
            {
                Some(place) => Ok((replacement, place as usize)),
                None => Err(PyIndexError::new_err(match place {
                    Ok(place) => format!("position {place} from error handler out of bounds"),
                    Err(_) => "position from error handler out of bounds".into(),
                })),
            },
        )
    }
}
