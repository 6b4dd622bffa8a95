//! The Python classes for a file: its rows as a table or as a stream, and the rows that were set
//! aside.

use super::input::Input;
use super::options::Arguments;
use super::pipeline::{Findings, Pipeline, add_lines};
use crate::arrow::{Batches, export_schema, export_stream};
use crate::buffer::Viewed;
use arrow_array::{Int64Array, LargeBinaryArray, RecordBatch, RecordBatchReader as _, StringArray};
use pyo3::exceptions::{PyIOError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard};
use utflane::io::CharsetLines;
use utflane_arrow::Error;
use utflane_arrow::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use utflane_arrow::files::BadRow;

pyo3::create_exception!(
    utflane,
    CsvError,
    PyValueError,
    "A file cannot be read: its text is malformed, or a row does not parse. `file`, `line` and \
     `position` (in bytes) are `None` if they are unknown."
);

/// The rows of a file, for any library that supports Arrow's C stream interface.
#[pyclass(frozen, module = "utflane")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    encoding: Option<&'static str>,
    files: Vec<Part>,
}

/// The name of a file, and what was found in it.
#[derive(Clone)]
struct Part {
    name: String,
    findings: Arc<Mutex<Findings>>,
}

#[pymethods]
impl Table {
    /// Concatenates tables of the same columns.
    #[staticmethod]
    fn _concat(tables: Vec<PyRef<'_, Table>>) -> PyResult<Table> {
        let Some(first) = tables.first() else {
            return Err(PyValueError::new_err("there are no tables"));
        };
        let schema = first.schema.clone();
        let is_same = |table: &PyRef<'_, Table>| table.schema.fields() == schema.fields();
        if !tables.iter().all(is_same) {
            return Err(PyValueError::new_err("the tables have different columns"));
        }
        let batches = tables.iter().flat_map(|table| &table.batches);
        let files = tables.iter().flat_map(|table| &table.files);
        let has_same = tables.iter().all(|table| table.encoding == first.encoding);
        Ok(Table {
            batches: batches.cloned().collect(),
            files: files.cloned().collect(),
            encoding: first.encoding.filter(|_| has_same),
            schema,
        })
    }

    /// Returns a ``polars.DataFrame``.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let polars = slf.py().import("polars")?;
        polars.getattr("DataFrame")?.call1((slf,))
    }

    /// Returns a ``pyarrow.Table``.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.getattr("table")?.call1((slf,))
    }

    /// Returns a ``pandas.DataFrame``. Before pandas 3, this requires pyarrow.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let frame = slf.py().import("pandas")?.getattr("DataFrame")?;
        match frame.hasattr("from_arrow")? {
            true => frame.call_method1("from_arrow", (slf,)),
            false => Table::to_arrow(slf)?.call_method0("to_pandas"),
        }
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The requested schema is only a hint. The other library can cast the columns itself.
        let _ = requested_schema;
        let batches = Batches {
            schema: self.schema.clone(),
            batches: self.batches.clone().into_iter(),
        };
        export_stream(py, Box::new(batches))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &self.schema)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.__len__()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        column_names(&self.schema)
    }

    /// The encoding of the file, or ``None`` for files in different encodings.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.encoding
    }

    /// The number of lines in each encoding of a list, and the first of them.
    #[getter]
    fn line_encodings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        line_encodings(&self.files, py)
    }

    /// The number of malformed sequences that were replaced or made a value null.
    #[getter]
    fn replacements(&self) -> u64 {
        let replacements = |part: &Part| lock(&part.findings).replacements;
        self.files.iter().map(replacements).sum()
    }

    /// The rows that were set aside: ``file``, ``line``, ``position``, ``bytes``, ``reason``.
    #[getter]
    fn bad_rows(&self) -> PyResult<Table> {
        bad_rows(&self.files)
    }

    fn __repr__(&self) -> String {
        let columns = self.schema.fields().len();
        format!(
            "<utflane.Table of {} rows and {columns} columns>",
            self.__len__()
        )
    }
}

fn column_names(schema: &Schema) -> Vec<String> {
    schema
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect()
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    match shared.lock() {
        Ok(guard) => guard,
        Err(poisoned) => poisoned.into_inner(),
    }
}

/// Returns the lines so far in each encoding of a list. Of several files, the first line is that of
/// the first file with one.
fn line_encodings<'py>(files: &[Part], py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let mut all: Vec<CharsetLines> = Vec::new();
    for part in files {
        add_lines(&mut all, &lock(&part.findings).charset_lines);
    }
    let encodings = PyDict::new(py);
    for of in all {
        let lines = PyDict::new(py);
        lines.set_item("lines", of.lines)?;
        lines.set_item("first_line", of.first.map(|first| first.number))?;
        lines.set_item("first_position", of.first.map(|first| first.position))?;
        encodings.set_item(of.charset.name(), lines)?;
    }
    Ok(encodings)
}

/// Returns the rows that were set aside so far, as a table.
fn bad_rows(files: &[Part]) -> PyResult<Table> {
    let field = |name, data_type| Field::new(name, data_type, true);
    let schema = Arc::new(Schema::new(vec![
        field("file", DataType::Utf8),
        field("line", DataType::Int64),
        field("position", DataType::Int64),
        // Together, these rows may be longer than 2 GiB.
        field("bytes", DataType::LargeBinary),
        field("reason", DataType::Utf8),
    ]));
    let mut batches = Vec::new();
    for Part { name, findings } in files {
        for rows in lock(findings).bad_rows.chunks(1 << 13) {
            batches.push(bad_batch(rows, name, &schema).map_err(crate::arrow::to_err)?);
        }
    }
    Ok(Table {
        schema,
        batches,
        encoding: None,
        files: Vec::new(),
    })
}

fn bad_batch(rows: &[BadRow], name: &str, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let (line, position) = rows.iter().map(|row| (row.line, row.range.start)).unzip();
    let numbers = |numbers: Vec<u64>| {
        Int64Array::from_iter_values(numbers.into_iter().map(|number| number as i64))
    };
    let bytes = LargeBinaryArray::from_iter_values(rows.iter().map(|row| &row.bytes));
    let reasons = rows.iter().map(|row| row.reason.to_string());
    RecordBatch::try_new(
        schema.clone(),
        vec![
            Arc::new(StringArray::from(vec![name; rows.len()])),
            Arc::new(numbers(line)),
            Arc::new(numbers(position)),
            Arc::new(bytes),
            Arc::new(StringArray::from_iter_values(reasons)),
        ],
    )
}

/// Reads the rows of a file in batches: as an iterator over tables, or once as a stream.
#[pyclass(frozen, module = "utflane")]
pub(crate) struct CsvReader {
    pipeline: Mutex<Option<Pipeline>>,
    schema: SchemaRef,
    name: String,
    findings: Arc<Mutex<Findings>>,
}

/// `guess` is the most plausible encoding of the file, if it is read in another one.
fn to_csv_err(py: Python<'_>, name: &str, error: Error, guess: Option<&str>) -> PyErr {
    let (line, position) = match &error {
        Error::File(error) => (None, Some(error.position())),
        Error::Csv { line, .. } => (Some(*line), None),
        _ => (None, None),
    };
    let message = match error {
        Error::File(error) => match guess {
            Some(guess) => format!(
                "{error}: the file is perhaps in {guess}, set the argument encoding to confirm"
            ),
            None => error.to_string(),
        },
        Error::Io(error) => match error.downcast::<PyErr>() {
            Ok(error) => return error,
            Err(error) => return PyIOError::new_err(format!("{name}: {error}")),
        },
        error => error.to_string(),
    };
    let raised = match name {
        "" => CsvError::new_err(message),
        name => CsvError::new_err(format!("{name}: {message}")),
    };
    let value = raised.value(py);
    let file = (!name.is_empty()).then_some(name);
    let set = value
        .setattr("file", file)
        .and_then(|()| value.setattr("line", line))
        .and_then(|()| value.setattr("position", position));
    match set {
        Ok(()) => raised,
        Err(error) => error,
    }
}

#[pymethods]
impl CsvReader {
    #[new]
    #[pyo3(signature = (
        source, name, *, encoding, line_fallbacks, fallback, on_bad, schema, like, columns, header,
        delimiter, quote, escape, comment, null_values, decimal, thousands, skip_rows, n_rows,
        skip_blank_lines, allow_nul, infer_rows, truncated_rows, max_row_len, threads, progress
    ))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the arguments of `open_csv`, which has defaults"
    )]
    fn new<'py>(
        source: &Bound<'py, PyAny>,
        name: String,
        encoding: &str,
        line_fallbacks: Vec<String>,
        fallback: Option<&str>,
        on_bad: &str,
        schema: Option<&Bound<'py, PyAny>>,
        like: Option<PyRef<'py, Table>>,
        columns: Option<Vec<String>>,
        header: bool,
        delimiter: &str,
        quote: &str,
        escape: Option<&str>,
        comment: Option<&str>,
        null_values: Option<Vec<String>>,
        decimal: &str,
        thousands: Option<&str>,
        skip_rows: usize,
        n_rows: Option<usize>,
        skip_blank_lines: bool,
        allow_nul: bool,
        infer_rows: usize,
        truncated_rows: bool,
        max_row_len: usize,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<CsvReader> {
        let py = source.py();
        let input = if let Ok(path) = source.extract::<std::path::PathBuf>() {
            match std::fs::metadata(&path).is_ok_and(|found| found.is_file()) {
                true => Input::File(File::open(&path)?),
                // Python waits for pipes, handles Ctrl-C, and describes why a file cannot be opened.
                false => {
                    let open = py.import("io")?.getattr("FileIO")?;
                    Input::Object(open.call1((source,))?.unbind())
                }
            }
        } else if source.hasattr("read")? {
            Input::Object(source.clone().unbind())
        } else {
            Input::Memory(Viewed::of(source)?, 0)
        };
        let arguments = Arguments {
            name: &name,
            encoding,
            line_fallbacks,
            fallback,
            on_bad,
            schema,
            like: like.map(|table| table.schema.clone()),
            skip_rows,
            n_rows,
            skip_blank_lines,
            allow_nul,
            decimal,
            thousands,
            columns,
            header,
            delimiter,
            quote,
            escape,
            comment,
            null_values,
            infer_rows,
            truncated_rows,
            max_row_len,
            threads,
            progress,
        };
        let start = arguments.start(py, input)?;
        let pipeline = Pipeline::new(start);
        Ok(CsvReader {
            schema: pipeline.schema(),
            findings: pipeline.findings.clone(),
            pipeline: Mutex::new(Some(pipeline)),
            name,
        })
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let pipeline = self.pipeline.try_lock().map_err(|_| is_busy())?.take();
        let gone = || PyValueError::new_err("the rows of this reader were taken before");
        export_stream(py, Box::new(pipeline.ok_or_else(gone)?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &self.schema)
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// Returns the rows of the next batch.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let batch = self.next_batch(py)?;
        Ok(batch.map(|batch| self.table(vec![batch])))
    }

    /// Reads all remaining rows.
    fn read_all(&self, py: Python<'_>) -> PyResult<Table> {
        let mut batches = Vec::new();
        loop {
            py.check_signals()?;
            match self.next_batch(py)? {
                Some(batch) => batches.push(batch),
                None => return Ok(self.table(batches)),
            }
        }
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        _class: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.close()
    }

    /// Closes the file.
    fn close(&self) -> PyResult<()> {
        let pipeline = self.pipeline.try_lock().map_err(|_| is_busy())?.take();
        drop(pipeline);
        Ok(())
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        column_names(&self.schema)
    }

    /// The encoding of the file. It may change from UTF-8 to another one after the ASCII at the
    /// start of the file.
    #[getter]
    fn encoding(&self) -> &'static str {
        lock(&self.findings).charset.name()
    }

    /// The number of lines so far in each encoding of a list, and the first of them.
    #[getter]
    fn line_encodings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        line_encodings(&[self.part()], py)
    }

    /// The number of malformed sequences so far that were replaced or made a value null.
    #[getter]
    fn replacements(&self) -> u64 {
        lock(&self.findings).replacements
    }

    /// The rows that were set aside so far.
    #[getter]
    fn bad_rows(&self) -> PyResult<Table> {
        bad_rows(&[self.part()])
    }
}

/// The error for a reader that is in use. We do not wait for it, because the thread that uses it
/// may itself wait for the interpreter.
fn is_busy() -> PyErr {
    PyRuntimeError::new_err("the reader is being read by another thread or a caller")
}

impl CsvReader {
    fn next_batch(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let batch = py.detach(|| match self.pipeline.try_lock().as_deref_mut() {
            Ok(Some(pipeline)) => {
                let batch = pipeline.next_batch_or();
                batch.map_err(|error| Some((error, pipeline.guess())))
            }
            Ok(None) => Ok(None),
            Err(_) => Err(None),
        });
        batch.map_err(|error| match error {
            Some((error, guess)) => to_csv_err(py, &self.name, error, guess),
            None => is_busy(),
        })
    }

    fn table(&self, batches: Vec<RecordBatch>) -> Table {
        Table {
            schema: self.schema.clone(),
            batches,
            encoding: Some(self.encoding()),
            files: vec![self.part()],
        }
    }

    fn part(&self) -> Part {
        Part {
            name: self.name.clone(),
            findings: self.findings.clone(),
        }
    }
}
