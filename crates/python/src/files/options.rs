//! Options for reading a file: converts the arguments of `open_csv`, and determines encoding and
//! schema.

use super::input::Input;
use super::pipeline::{BLOCK, Start};
use crate::arrow::import_field;
use crate::encoding::Encoding;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::collections::HashSet;
use std::sync::Arc;
use utflane::io::PerLine;
use utflane::{Charset, Pair};
use utflane_arrow::arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use utflane_arrow::files::{AutoCharset, BadInput, CsvOptions};
use utflane_arrow::has_ascii;

/// The arguments of `open_csv`.
pub(crate) struct Arguments<'a, 'py> {
    /// The name of the file, for messages.
    pub(crate) name: &'a str,
    pub(crate) encoding: &'a str,
    /// The encodings of a list after the first one. They are tried for each line.
    pub(crate) line_fallbacks: Vec<String>,
    pub(crate) fallback: Option<&'a str>,
    pub(crate) on_bad: &'a str,
    pub(crate) schema: Option<&'a Bound<'py, PyAny>>,
    /// A table of the same columns, whose types replace inferred ones.
    pub(crate) like: Option<SchemaRef>,
    pub(crate) skip_rows: usize,
    pub(crate) n_rows: Option<usize>,
    pub(crate) skip_blank_lines: bool,
    pub(crate) allow_nul: bool,
    pub(crate) decimal: &'a str,
    pub(crate) thousands: Option<&'a str>,
    pub(crate) columns: Option<Vec<String>>,
    pub(crate) header: bool,
    pub(crate) delimiter: &'a str,
    pub(crate) quote: &'a str,
    pub(crate) escape: Option<&'a str>,
    pub(crate) comment: Option<&'a str>,
    pub(crate) null_values: Option<Vec<String>>,
    pub(crate) infer_rows: usize,
    pub(crate) truncated_rows: bool,
    pub(crate) max_row_len: usize,
    pub(crate) threads: Option<usize>,
    pub(crate) progress: Option<Py<PyAny>>,
}

fn ascii(name: &str, value: &str) -> PyResult<u8> {
    match value.as_bytes() {
        [byte] if byte.is_ascii() && !matches!(byte, b'\n' | b'\r') => Ok(*byte),
        _ => {
            let message = format!("{name} must be one ASCII character, not {value:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

impl Arguments<'_, '_> {
    /// Checks the arguments, and examines the beginning of a file.
    pub(crate) fn start(self, py: Python<'_>, mut input: Input) -> PyResult<Start> {
        let delimiter = ascii("delimiter", self.delimiter)?;
        let quote = ascii("quote", self.quote)?;
        let escape = self
            .escape
            .map(|escape| ascii("escape", escape))
            .transpose()?;
        let comment = self
            .comment
            .map(|comment| ascii("comment", comment))
            .transpose()?;
        let decimal = ascii("decimal", self.decimal)?;
        let thousands = self
            .thousands
            .map(|thousands| ascii("thousands", thousands))
            .transpose()?;
        if thousands == Some(decimal) {
            let message = "decimal and thousands must be different characters";
            return Err(PyValueError::new_err(message));
        }
        let bad = match self.on_bad {
            "error" => BadInput::Fail,
            "replace" | "null" => BadInput::Replace,
            "set_aside" => BadInput::SetAside,
            other => {
                let choice = "'error', 'replace', 'null' or 'set_aside'";
                let message = format!("on_bad must be {choice}, not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let mut head = Vec::with_capacity(BLOCK + 1);
        let mut is_ended = false;
        py.detach(|| {
            while head.len() < BLOCK && !is_ended {
                is_ended = input.read(&mut head, BLOCK)? == 0;
            }
            Ok(())
        })
        .map_err(|error: std::io::Error| PyErr::from(error))?;
        let auto = self.auto(&head)?;
        let (charset, mark, is_ascii) = match auto {
            Some(auto) => self.detected(auto, &head, is_ended)?,
            None => self.named(&head)?,
        };
        // The text after the head may be in another encoding, in which ASCII has the same bytes.
        let can_follow = |auto: &AutoCharset| auto.fallback().is_none_or(has_ascii);
        let auto = auto.filter(|auto| is_ascii && can_follow(auto));
        let skipped = skipped(&head[mark..], charset, self.skip_rows, is_ended)?;
        head.drain(..mark + skipped);
        let line_fallbacks = self.line_fallbacks(charset)?;
        let text = sample(&head, charset, &line_fallbacks, is_ended);
        let mut options = CsvOptions::new(Arc::new(Schema::empty()))
            .with_header(self.header)
            .with_delimiter(delimiter)
            .with_quote(quote)
            .with_escape(escape)
            .with_comment(comment)
            .with_truncated_rows(self.truncated_rows)
            .with_max_row_len(self.max_row_len)
            .with_skip_blank_lines(self.skip_blank_lines)
            .with_number_format(decimal, thousands)
            .with_nul(self.allow_nul)
            .with_line_fallbacks(&line_fallbacks)
            .with_bad_values_null(self.on_bad == "null");
        if let Some(nulls) = &self.null_values {
            let nulls: Vec<_> = nulls.iter().map(|null| &null[..]).collect();
            options = options.with_null_values(&nulls);
        }
        let examined = self.infer_rows.min(self.n_rows.unwrap_or(usize::MAX));
        let found = options.infer_schema(&text, examined);
        let (schema, inferred) = self.typed(found)?;
        let projection = match &self.columns {
            Some(columns) => Some(chosen(&schema, columns)?),
            None => None,
        };
        let shown = match &projection {
            Some(columns) => Arc::new(schema.project(columns).map_err(crate::arrow::to_err)?),
            None => schema.clone(),
        };
        let has_columns = !schema.fields().is_empty();
        let options = options
            .with_schema(schema)
            .with_inferred(&inferred)
            .with_projection(projection);
        if has_columns {
            let checked = options.check();
            checked.map_err(|error| crate::arrow::to_err(error.into()))?;
        } else if text.trim_matches(['\r', '\n']).is_empty() {
            // The file has only empty lines, so the table has no columns.
            head.clear();
        } else {
            let message = "the file has no columns: is a quote in the first row not closed?";
            return Err(PyValueError::new_err(message));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Start {
            input,
            head,
            before: ((mark + skipped) as u64, self.skip_rows as u64),
            rows: self
                .n_rows
                .filter(|_| has_columns)
                .or((!has_columns).then_some(0)),
            is_ended,
            options,
            schema: shown,
            charset,
            auto,
            bad,
            threads: self.threads.unwrap_or_else(cores),
            progress: self.progress,
        })
    }

    /// Returns how the charset is detected, unless it is named.
    fn auto(&self, head: &[u8]) -> PyResult<Option<AutoCharset>> {
        let fallback = match self.fallback {
            Some(name) => Some(Encoding::named(name)?.of(head).0),
            None => None,
        };
        let is_auto = self.encoding.eq_ignore_ascii_case("auto");
        Ok(is_auto.then_some(AutoCharset::new().with_fallback(fallback)))
    }

    /// Returns the charsets of lines that are malformed in the first one of a list.
    fn line_fallbacks(&self, first: Charset) -> PyResult<Vec<Charset>> {
        if self.line_fallbacks.is_empty() {
            return Ok(Vec::new());
        }
        let is_auto = |name: &str| name.eq_ignore_ascii_case("auto");
        let is_any_auto = self.line_fallbacks.iter().any(|name| is_auto(name));
        if is_auto(self.encoding) || is_any_auto || self.fallback.is_some() {
            let message = "a list of encodings cannot be combined with 'auto' or fallback";
            return Err(PyValueError::new_err(message));
        }
        let named = |name: &String| Encoding::named(name).map(|encoding| encoding.charset);
        let others = self.line_fallbacks.iter().map(named);
        let others = others.collect::<PyResult<Vec<_>>>()?;
        PerLine::new(&[&[first], &others[..]].concat())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(others)
    }

    /// Returns the named charset, the length of a byte order mark, and false.
    fn named(&self, head: &[u8]) -> PyResult<(Charset, usize, bool)> {
        let (charset, mark) = Encoding::named(self.encoding)?.of(head);
        let own = charset.bom();
        Ok(match mark == 0 && head.starts_with(own) {
            true => (charset, own.len(), false),
            false => (charset, mark, false),
        })
    }

    /// Returns the detected charset, the length of a byte order mark, and whether the head is
    /// ASCII.
    fn detected(
        &self,
        auto: AutoCharset,
        head: &[u8],
        is_whole: bool,
    ) -> PyResult<(Charset, usize, bool)> {
        let error = match auto.detect(head, is_whole) {
            Ok(found) => return Ok((found.charset, found.bom_len, found.is_ascii)),
            Err(error) => error,
        };
        let file = match self.name {
            "" => String::new(),
            name => format!("{name}: "),
        };
        let advice = match (error.guess, error.charset) {
            (Some(_), Some(_)) => ": set the argument encoding to confirm",
            (Some(_), None) => "",
            (None, _) => ": set the argument encoding or fallback",
        };
        Err(PyValueError::new_err(format!("{file}{error}{advice}")))
    }

    /// Returns the schema, with the requested types, and the columns with an inferred type.
    fn typed(&self, found: Schema) -> PyResult<(SchemaRef, Vec<usize>)> {
        let fields = found.fields().iter();
        let mut fields: Vec<Field> = fields.map(|field| (**field).clone()).collect();
        rename(&mut fields);
        let mut inferred: Vec<usize> = (0..fields.len()).collect();
        if let Some(like) = &self.like {
            for field in &mut fields {
                if let Ok(same) = like.field_with_name(field.name()) {
                    field.set_data_type(same.data_type().clone());
                }
            }
        }
        let Some(wanted) = self.schema else {
            return Ok((Arc::new(Schema::new(fields)), inferred));
        };
        if let Ok(types) = wanted.cast::<PyDict>() {
            for (name, data_type) in types {
                let name: String = name.extract()?;
                let data_type = type_of(&data_type)?;
                let mut named = (0..).zip(&mut fields);
                let Some((column, field)) = named.find(|(_, field)| *field.name() == name) else {
                    let message = format!("the file has no column {name:?}");
                    return Err(PyValueError::new_err(message));
                };
                field.set_data_type(data_type);
                inferred.retain(|other| *other != column);
            }
            return Ok((Arc::new(Schema::new(fields)), inferred));
        }
        match import_field(wanted)?.data_type() {
            DataType::Struct(fields) => Ok((Arc::new(Schema::new(fields.clone())), Vec::new())),
            _ => Err(PyTypeError::new_err(
                "schema must be a dict of types, or an Arrow schema",
            )),
        }
    }
}

/// Decodes the beginning of a text, up to its last line end.
fn sample(head: &[u8], charset: Charset, line_fallbacks: &[Charset], is_whole: bool) -> String {
    if !line_fallbacks.is_empty() {
        // The last line may be incomplete.
        let end = head.iter().rposition(|byte| is_whole || *byte == b'\n');
        let head = &head[..end.map_or(head.len(), |end| end + 1)];
        let charsets = [&[charset], line_fallbacks].concat();
        let reader = utflane::io::Reader::per_line(head, &charsets);
        let text = reader.map(|reader| std::io::read_to_string(reader.lossy()));
        return text.map_or_else(|_| String::new(), Result::unwrap_or_default);
    }
    let Some(pair) = Pair::new(charset, Charset::Utf8) else {
        let reader = utflane::io::Reader::new(head, charset).lossy();
        return std::io::read_to_string(reader).unwrap_or_default();
    };
    let mut text = vec![0; pair.max_len(head.len()).unwrap_or(0)];
    let written = pair.transcode_lossy(head, &mut text);
    text.truncate(written.unwrap_or(0));
    let mut text = String::from_utf8_lossy(&text).into_owned();
    if !is_whole && let Some(end) = text.rfind(['\n', '\r']) {
        text.truncate(end + 1);
    }
    text
}

fn chosen(schema: &Schema, columns: &[String]) -> PyResult<Vec<usize>> {
    let index = |name: &String| {
        let found = schema
            .fields()
            .iter()
            .position(|field| field.name() == name);
        found.ok_or_else(|| PyValueError::new_err(format!("the file has no column {name:?}")))
    };
    columns.iter().map(index).collect()
}

/// Gives columns without a name, or with that of a column before them, a name of their own.
fn rename(fields: &mut [Field]) {
    let mut names: HashSet<String> = fields.iter().map(|field| field.name().clone()).collect();
    let mut seen = HashSet::new();
    for (number, field) in (1..).zip(fields) {
        let name = field.name().clone();
        if !name.is_empty() && seen.insert(name.clone()) {
            continue;
        }
        let is_new = |name: &String| !names.contains(name);
        let unnamed = format!("column_{number}");
        let numbered = (1..).map(|number| match &name[..] {
            "" => format!("{unnamed}_{number}"),
            name => format!("{name}_{number}"),
        });
        let first = name.is_empty().then(|| unnamed.clone());
        let renamed = first.into_iter().chain(numbered).find(is_new);
        let renamed = renamed.unwrap_or_default();
        names.insert(renamed.clone());
        seen.insert(renamed.clone());
        field.set_name(renamed);
    }
}

/// Returns the length of the first lines of a text.
fn skipped(head: &[u8], charset: Charset, lines: usize, is_whole: bool) -> PyResult<usize> {
    if lines == 0 {
        return Ok(0);
    }
    let (width, is_big) = match charset {
        Charset::Utf16Le | Charset::Utf32Le => (charset.width(), false),
        Charset::Utf16Be | Charset::Utf32Be => (charset.width(), true),
        charset if has_ascii(charset) || charset.is_stateful() => (1, false),
        charset => {
            let message = format!(
                "skip_rows cannot be used with the encoding {}",
                charset.name()
            );
            return Err(PyValueError::new_err(message));
        }
    };
    let unit = |unit: &[u8]| {
        let low = unit[if is_big { width - 1 } else { 0 }];
        let is_low = unit.iter().map(|byte| usize::from(*byte)).sum::<usize>() == usize::from(low);
        if is_low { low } else { b'.' }
    };
    let mut units = head.chunks_exact(width).map(unit).peekable();
    let (mut len, mut left) = (0, lines);
    while let Some(found) = units.next() {
        len += width;
        if found == b'\r' && units.peek() == Some(&b'\n') {
            units.next();
            len += width;
        }
        left -= usize::from(matches!(found, b'\r' | b'\n'));
        if left == 0 {
            return Ok(len);
        }
    }
    match is_whole {
        true => Ok(head.len()),
        false => Err(PyValueError::new_err(format!(
            "the first {} bytes have fewer than skip_rows={lines} lines",
            head.len()
        ))),
    }
}

/// Returns the name of the type that a Python class stands for.
fn name_of_class(object: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
    let Ok(class) = object.cast::<PyType>() else {
        return Ok(None);
    };
    let (module, name) = (
        class.module()?.extract::<String>()?,
        class.name()?.extract::<String>()?,
    );
    Ok(match (&module[..], &name[..]) {
        ("builtins", "str") => Some("string"),
        ("builtins", "int") => Some("int64"),
        ("builtins", "float") => Some("float64"),
        ("builtins", "bool") => Some("bool"),
        ("datetime", "date") => Some("date"),
        ("datetime", "datetime") => Some("timestamp[us]"),
        ("datetime", "time") => Some("time"),
        _ => None,
    })
}

/// Returns the type of a column: by name, a class of Python, or an object of another library.
fn type_of(object: &Bound<'_, PyAny>) -> PyResult<DataType> {
    let name = match (object.extract::<String>(), name_of_class(object)?) {
        (Ok(name), _) => name,
        (_, Some(name)) => name.into(),
        _ if object.hasattr("__arrow_c_schema__")? => {
            return Ok(import_field(object)?.data_type().clone());
        }
        _ => return polars_type(object),
    };
    Ok(match &name[..] {
        "string" | "str" | "utf8" => DataType::Utf8,
        "large_string" => DataType::LargeUtf8,
        "string_view" => DataType::Utf8View,
        "bool" => DataType::Boolean,
        "int8" => DataType::Int8,
        "int16" => DataType::Int16,
        "int32" => DataType::Int32,
        "int64" | "int" => DataType::Int64,
        "uint8" => DataType::UInt8,
        "uint16" => DataType::UInt16,
        "uint32" => DataType::UInt32,
        "uint64" => DataType::UInt64,
        "float32" => DataType::Float32,
        "float64" | "float" => DataType::Float64,
        "date" | "date32" => DataType::Date32,
        "date64" => DataType::Date64,
        "time" => DataType::Time64(TimeUnit::Microsecond),
        "timestamp" => DataType::Timestamp(TimeUnit::Microsecond, None),
        name => {
            let unknown = || PyValueError::new_err(format!("unknown type {name:?}"));
            return timestamp_of(name).ok_or_else(unknown);
        }
    })
}

/// Returns a type of Polars, which only a schema of Polars exports.
fn polars_type(object: &Bound<'_, PyAny>) -> PyResult<DataType> {
    let unknown = || PyTypeError::new_err(format!("unknown type {object:?} of a column"));
    let module = match object.cast::<PyType>() {
        Ok(class) => class.module()?,
        Err(_) => object.get_type().module()?,
    };
    if !module.to_str()?.starts_with("polars") {
        return Err(unknown());
    }
    let polars = object.py().import("polars")?;
    let columns = PyDict::new(object.py());
    columns.set_item("", object)?;
    let schema = polars.getattr("Schema")?.call1((columns,))?;
    let frame = match schema.hasattr("__arrow_c_schema__")? {
        true => schema,
        false => schema
            .call_method0("to_frame")?
            .call_method0("to_arrow")?
            .getattr("schema")?,
    };
    match import_field(&frame)?.data_type() {
        DataType::Struct(fields) => {
            let field = fields.first().ok_or_else(unknown)?;
            Ok(field.data_type().clone())
        }
        _ => Err(unknown()),
    }
}

/// Parses `timestamp[us]` or `timestamp[us, tz=UTC]`, the format of pyarrow.
fn timestamp_of(name: &str) -> Option<DataType> {
    let inner = name.strip_prefix("timestamp[")?.strip_suffix(']')?;
    let (unit, zone) = match inner.split_once(", tz=") {
        Some((unit, zone)) => (unit, Some(zone.into())),
        None => (inner, None),
    };
    let unit = match unit {
        "s" => TimeUnit::Second,
        "ms" => TimeUnit::Millisecond,
        "us" => TimeUnit::Microsecond,
        "ns" => TimeUnit::Nanosecond,
        _ => return None,
    };
    Some(DataType::Timestamp(unit, zone))
}
