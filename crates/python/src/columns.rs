//! Functions on Arrow columns: conversion from bytes to text and back, and validation.

use crate::arrow::{export_array, import_array, to_err};
use crate::encoding::Encoding;
use arrow_array::{Array as _, ArrayRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use utflane_arrow::arrow_schema::{DataType, Field};
use utflane_arrow::{Error, Policy, decode, encode, is_valid};

/// An Arrow array, for any library that supports Arrow's C data interface.
#[pyclass(frozen, module = "utflane")]
pub(crate) struct Array(ArrayRef);

#[pymethods]
impl Array {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The requested schema is only a hint. The other library can cast the array itself.
        let _ = requested_schema;
        export_array(py, &self.0)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new("", self.0.data_type().clone(), true);
        let schema = arrow_array::ffi::FFI_ArrowSchema::try_from(&field).map_err(to_err)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number of null rows.
    #[getter]
    fn null_count(&self) -> usize {
        self.0.logical_null_count()
    }

    fn __repr__(&self) -> String {
        let Array(array) = self;
        format!(
            "<utflane.Array of {} {} values>",
            array.len(),
            array.data_type()
        )
    }
}

pyo3::create_exception!(
    utflane,
    ColumnError,
    PyValueError,
    "A row of a column cannot be converted: `row`, and `position` in it."
);

fn to_column_err(py: Python<'_>, error: Error) -> PyErr {
    let Error::Row(row) = &error else {
        return to_err(error.into());
    };
    let raised = ColumnError::new_err(error.to_string());
    let value = raised.value(py);
    let set = value.setattr("row", row.row());
    match set.and_then(|()| value.setattr("position", row.position())) {
        Ok(()) => raised,
        Err(error) => error,
    }
}

fn policy(on_bad: &str) -> PyResult<Policy> {
    match on_bad {
        "error" => Ok(Policy::Fail),
        "replace" => Ok(Policy::Replace),
        "null" => Ok(Policy::Null),
        other => {
            let message = format!("on_bad must be 'error', 'replace' or 'null', not {other:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Decodes a column of bytes to a column of text.
///
/// A malformed row is an error (``ColumnError``), is decoded with replacement characters
/// (``on_bad="replace"``), or becomes null (``on_bad="null"``).
///
/// >>> import pyarrow
/// >>> pyarrow.array(decode_column(pyarrow.array([b"caf\xe9", None]), "cp1252")).to_pylist()
/// ['café', None]
#[pyfunction]
#[pyo3(signature = (array, encoding = "utf-8", on_bad = "error"))]
pub(crate) fn decode_column(
    array: &Bound<'_, PyAny>,
    encoding: &str,
    on_bad: &str,
) -> PyResult<Array> {
    let (charset, policy) = (Encoding::named(encoding)?.charset, policy(on_bad)?);
    let array_in = import_array(array)?;
    fn text_of(bytes: &DataType) -> DataType {
        match bytes {
            DataType::LargeBinary => DataType::LargeUtf8,
            DataType::BinaryView => DataType::Utf8View,
            DataType::Dictionary(keys, values) => {
                DataType::Dictionary(keys.clone(), Box::new(text_of(values)))
            }
            _ => DataType::Utf8,
        }
    }
    let to = text_of(array_in.data_type());
    let py = array.py();
    let decoded = py.detach(|| decode(&array_in, charset, policy, &to));
    decoded.map(Array).map_err(|error| to_column_err(py, error))
}

/// Encodes a column of text to a column of bytes.
///
/// >>> import pyarrow
/// >>> pyarrow.array(encode_column(pyarrow.array(["café"]), "cp1252")).to_pylist()
/// [b'caf\xe9']
#[pyfunction]
#[pyo3(signature = (array, encoding = "utf-8", on_bad = "error"))]
pub(crate) fn encode_column(
    array: &Bound<'_, PyAny>,
    encoding: &str,
    on_bad: &str,
) -> PyResult<Array> {
    let (charset, policy) = (Encoding::named(encoding)?.charset, policy(on_bad)?);
    let array_in = import_array(array)?;
    let to = match array_in.data_type() {
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        _ => DataType::Binary,
    };
    let py = array.py();
    let encoded = py.detach(|| encode(&array_in, charset, policy, &to));
    encoded.map(Array).map_err(|error| to_column_err(py, error))
}

/// Returns a boolean column: whether each row of bytes is well-formed.
///
/// >>> import pyarrow
/// >>> pyarrow.array(validate_column(pyarrow.array([b"caf\xe9", b"tea"]))).to_pylist()
/// [False, True]
#[pyfunction]
#[pyo3(signature = (array, encoding = "utf-8"))]
pub(crate) fn validate_column(array: &Bound<'_, PyAny>, encoding: &str) -> PyResult<Array> {
    let charset = Encoding::named(encoding)?.charset;
    let array_in = import_array(array)?;
    let py = array.py();
    let valid = py.detach(|| is_valid(&array_in, charset));
    valid
        .map(|valid| Array(std::sync::Arc::new(valid)))
        .map_err(|error| to_column_err(py, error))
}
