//! Arrow's C data interface: imports arrays and streams of other libraries, and exports ours.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array as _, ArrayReader as _, ArrayRef, RecordBatch, RecordBatchReader, make_array,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;
use utflane_arrow::arrow_schema::{ArrowError, Field, Schema, SchemaRef};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

pub(crate) fn to_err(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => match error.downcast::<PyErr>() {
            Ok(error) => *error,
            Err(error) => PyValueError::new_err(error.to_string()),
        },
        error => PyValueError::new_err(error.to_string()),
    }
}

pub(crate) fn export_stream<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(to_err)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

pub(crate) fn export_array<'py>(
    py: Python<'py>,
    array: &ArrayRef,
) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(to_err)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    (schema, array).into_pyobject(py)
}

/// Imports the array of an object with `__arrow_c_array__`, or the concatenated arrays of a stream.
pub(crate) fn import_array(object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
        let (schema, array) = (schema.cast::<PyCapsule>()?, array.cast::<PyCapsule>()?);
        let schema = schema
            .pointer_checked(Some(SCHEMA))?
            .cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of this name contains this structure, which is marked as moved.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        // SAFETY: as above; the capsule keeps ownership.
        let schema = unsafe { schema.as_ref() };
        // SAFETY: the interface guarantees that the array has this type.
        let data = unsafe { from_ffi(array, schema) }.map_err(to_err)?;
        return Ok(make_array(data));
    }
    if !object.hasattr("__arrow_c_stream__")? {
        let message = "an object with __arrow_c_array__ or __arrow_c_stream__ is required";
        return Err(PyTypeError::new_err(message));
    }
    let stream = object.call_method0("__arrow_c_stream__")?;
    let stream = stream.cast::<PyCapsule>()?;
    let stream = stream
        .pointer_checked(Some(STREAM))?
        .cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name contains this structure, which is marked as moved.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(to_err)?;
    let field = reader.field().clone();
    let arrays = reader.collect::<Result<Vec<_>, _>>().map_err(to_err)?;
    match &arrays[..] {
        [] => Ok(arrow_array::new_empty_array(field.data_type())),
        [array] => Ok(array.clone()),
        arrays => {
            let arrays: Vec<_> = arrays.iter().map(|array| &**array).collect();
            arrow_select::concat::concat(&arrays).map_err(to_err)
        }
    }
}

/// Imports the schema of an object with `__arrow_c_schema__`, or the type of a column.
pub(crate) fn import_field(object: &Bound<'_, PyAny>) -> PyResult<Field> {
    let schema = object.call_method0("__arrow_c_schema__")?;
    let schema = schema.cast::<PyCapsule>()?;
    let schema = schema
        .pointer_checked(Some(SCHEMA))?
        .cast::<FFI_ArrowSchema>();
    // SAFETY: a capsule of this name contains this structure, and keeps ownership.
    let schema = unsafe { schema.as_ref() };
    Field::try_from(schema).map_err(to_err)
}

/// A reader of batches that are in memory.
pub(crate) struct Batches {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: std::vec::IntoIter<RecordBatch>,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batches.next().map(Ok)
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
