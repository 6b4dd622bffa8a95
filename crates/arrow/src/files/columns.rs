//! Collects rows of fields in columns, and makes batches of them.

use super::CsvOptions;
use super::scan::{Dialect, Field, without_carriage_return};
use super::values::{NumberFormat, Values, has_leading_zero, values_of};
use crate::Error;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, FieldRef, Schema, SchemaRef};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Largest number of bytes of text in a batch, so that 32-bit offsets suffice.
const MAX_TEXT: usize = i32::MAX as usize;

/// Largest number of bytes of a value that an error message shows.
const SHOWN: usize = 64;

/// The rows of the next batch.
#[derive(Debug)]
pub(super) struct Columns {
    dialect: Dialect,
    pub(super) options: CsvOptions,
    /// The columns by index of their field in the schema. Columns that are not read are `None`.
    columns: Vec<Option<Column>>,
    /// The schema of batches, and the index of the column of each of its fields.
    schema: SchemaRef,
    projection: Vec<usize>,
    rows: usize,
    /// Bytes of text in these rows.
    text: usize,
}

#[derive(Debug)]
struct Column {
    values: Box<dyn Values>,
    allows_leading_zeros: bool,
    is_number: bool,
}

/// The reason why a row cannot be appended to a batch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mismatch {
    Count {
        found: usize,
        expected: usize,
    },
    Value {
        column: usize,
        field: Field,
        is_malformed: bool,
    },
    Null {
        column: usize,
    },
}

impl Column {
    /// Appends a value. Returns false, and appends nothing, if it is not of the type of the column.
    #[inline]
    fn push(&mut self, value: &[u8], format: &NumberFormat) -> bool {
        let plain = match self.is_number {
            true => format.plain(value),
            false => Some(Cow::Borrowed(value)),
        };
        plain.is_some_and(|value| {
            (self.allows_leading_zeros || !has_leading_zero(&value)) && self.values.push(&value)
        })
    }
}

impl Columns {
    /// # Errors
    ///
    /// - A schema without fields, or with a type whose values cannot be read from text.
    /// - A projection of a column that the schema does not have.
    /// - A byte in the options that is not ASCII.
    pub(super) fn new(options: &CsvOptions) -> Result<Columns, Error> {
        let dialect = options.dialect();
        let marks = [Some(dialect.delimiter), Some(dialect.quote), dialect.escape];
        let marks = marks
            .into_iter()
            .chain([dialect.comment, dialect.terminator]);
        if let Some(mark) = marks.flatten().find(|mark| !mark.is_ascii()) {
            let message = format!("byte {mark:#04X} in the CSV options is not an ASCII character");
            return Err(ArrowError::CsvError(message).into());
        }
        let fields = options.schema.fields();
        if fields.is_empty() {
            let message = "the schema has no fields, but CSV has at least one column";
            return Err(ArrowError::SchemaError(message.into()).into());
        }
        let projection = match options.projection() {
            Some(projection) => projection.to_vec(),
            None => (0..fields.len()).collect(),
        };
        let mut columns: Vec<_> = fields.iter().map(|_| None).collect();
        for &index in &projection {
            let Some(field) = fields.get(index) else {
                let count = fields.len();
                let message = format!(
                    "the projection contains column index {index}, but the schema has {count} \
                     fields"
                );
                return Err(ArrowError::SchemaError(message).into());
            };
            let Some(values) = values_of(field.data_type()) else {
                let (name, data_type) = (field.name(), field.data_type());
                let message = format!("column {name:?}: CSV values cannot be read as {data_type}");
                return Err(ArrowError::SchemaError(message).into());
            };
            let is_number = field.data_type().is_numeric();
            columns[index] = Some(Column {
                values,
                allows_leading_zeros: !is_number || !options.inferred.contains(&index),
                is_number,
            });
        }
        let projected: Vec<_> = projection.iter().map(|at| fields[*at].clone()).collect();
        let metadata = options.schema.metadata().clone();
        Ok(Columns {
            dialect,
            options: options.clone(),
            columns,
            schema: Arc::new(Schema::new_with_metadata(projected, metadata)),
            projection,
            rows: 0,
            text: 0,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether a row of `len` bytes fits into the batch.
    pub(super) fn has_room(&self, len: usize) -> bool {
        self.rows == 0 || self.text.saturating_add(len) <= MAX_TEXT
    }

    /// Appends a row. A missing value becomes null. With [`CsvOptions::with_bad_values_null`], so
    /// does a value that cannot be read, or for which `is_malformed` returns true.
    ///
    /// # Errors
    ///
    /// The reason why the row cannot be appended, such as a null in a column that is not nullable.
    /// The columns are then unchanged.
    #[inline]
    pub(super) fn push(
        &mut self,
        row: &[u8],
        fields: &[Field],
        is_malformed: impl Fn(Field) -> bool,
    ) -> Result<(), Mismatch> {
        let (found, expected) = (fields.len(), self.columns.len());
        if !self.options.fit_columns(found) {
            return Err(Mismatch::Count { found, expected });
        }
        for (index, slot) in self.columns.iter_mut().enumerate() {
            let Some(column) = slot else {
                continue;
            };
            let mut mismatch = Mismatch::Null { column: index };
            let mut becomes_null = true;
            if let Some(&field) = fields.get(index) {
                let value = self.dialect.value(row, field);
                if !self.options.is_null(&value) {
                    let is_malformed = is_malformed(field);
                    let is_allowed = self.options.nul || memchr::memchr(0, &value).is_none();
                    let format = &self.options.number_format;
                    if is_allowed && !is_malformed && column.push(&value, format) {
                        continue;
                    }
                    becomes_null = self.options.bad_values_null;
                    mismatch = Mismatch::Value {
                        column: index,
                        field,
                        is_malformed,
                    };
                }
            }
            if becomes_null && self.options.schema.field(index).is_nullable() {
                column.values.push_null();
                continue;
            }
            for before in self.columns[..index].iter_mut().flatten() {
                before.values.truncate(self.rows);
            }
            return Err(mismatch);
        }
        self.rows += 1;
        self.text += row.len();
        Ok(())
    }

    /// Appends the lines that end in `text` as values of the only column, up to `max` rows in the
    /// batch. Returns the length of these lines in bytes.
    pub(super) fn push_lines(&mut self, text: &[u8], max: usize) -> usize {
        let mut start = 0;
        let [Some(column)] = &mut self.columns[..] else {
            return start;
        };
        for end in memchr::memchr_iter(b'\n', text).take(max - self.rows) {
            let line = without_carriage_return(&text[start..end]);
            let bytes = self.text.saturating_add(line.len());
            if bytes > MAX_TEXT || !column.values.push(line) {
                break;
            }
            (self.rows, self.text) = (self.rows + 1, bytes);
            start = end + 1;
        }
        start
    }

    /// Returns the batch of all rows so far, and clears the columns.
    pub(super) fn finish(&mut self) -> Result<RecordBatch, Error> {
        let mut finished: Vec<Option<ArrayRef>> = Vec::with_capacity(self.columns.len());
        for column in &mut self.columns {
            let finish = |column: &mut Column| column.values.finish();
            finished.push(column.as_mut().map(finish).transpose()?);
        }
        let arrays = self
            .projection
            .iter()
            .filter_map(|at| finished[*at].clone());
        let rows = std::mem::take(&mut self.rows);
        self.text = 0;
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let schema = self.schema.clone();
        Ok(RecordBatch::try_new_with_options(
            schema,
            arrays.collect(),
            &options,
        )?)
    }

    /// Returns the error message for a row.
    pub(super) fn explain(&self, mismatch: Mismatch, row: &[u8]) -> String {
        let field_of = |column: usize| -> &FieldRef { &self.options.schema.fields()[column] };
        match mismatch {
            Mismatch::Count { found, expected } => {
                format!("incorrect number of fields: {found}, expected {expected}")
            }
            Mismatch::Value {
                column,
                field,
                is_malformed,
            } => {
                let value = self.dialect.value(row, field);
                let field = field_of(column);
                let (name, data_type) = (field.name(), field.data_type());
                let is_key = self.columns[column]
                    .as_ref()
                    .is_some_and(|column| !column.allows_leading_zeros);
                let cause = if is_malformed {
                    ", because it is malformed"
                } else if is_key && has_leading_zero(&value) {
                    ", because of leading zeros in a column whose type was inferred"
                } else if !self.options.nul && value.contains(&0) {
                    ", because of a NUL character"
                } else if value.len() > MAX_TEXT {
                    ", because it is longer than 2 GiB"
                } else {
                    ""
                };
                format!(
                    "column {name:?}: cannot read {} as {data_type}{cause}",
                    Shown(&value)
                )
            }
            Mismatch::Null { column } => {
                let name = field_of(column).name();
                format!("column {name:?}: no value, and the column is not nullable")
            }
        }
    }
}

/// A value in quotes, shortened if it is long.
struct Shown<'a>(&'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = String::from_utf8_lossy(&self.0[..self.0.len().min(SHOWN)]);
        match self.0.len() > SHOWN {
            true => write!(f, "{:?}...", text.trim_end_matches('\u{FFFD}')),
            false => write!(f, "{text:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::{Found, RowReader};
    use super::super::source::Source;
    use super::super::{BadInput, LineOptions};
    use super::*;
    use arrow_schema::DataType;
    use utflane::Charset;

    /// A batch ends before its text is too long for 32-bit offsets. An empty batch accepts any row.
    #[test]
    fn batches_of_two_gib() -> Result<(), Error> {
        let field = arrow_schema::Field::new("a", DataType::Utf8, true);
        let options = CsvOptions::new(Arc::new(Schema::new(vec![field])));
        let mut columns = Columns::new(&options)?;
        assert!(columns.has_room(MAX_TEXT + 1));
        (columns.rows, columns.text) = (1, MAX_TEXT - 10);
        assert!(columns.has_room(10) && !columns.has_room(11));
        // The same is true for lines.
        let mut rows = RowReader::new(&LineOptions::new().csv, BadInput::SetAside)?;
        let mut source =
            Source::new(Charset::Utf8.into(), BadInput::SetAside, false).starting_at(1);
        source.push(b"a line\nnext")?;
        (rows.columns.rows, rows.columns.text) = (1, MAX_TEXT - 7);
        assert!(matches!(rows.next(&source, 0), Found::Row(7)));
        rows.columns.text += 1;
        assert!(matches!(rows.next(&source, 0), Found::Full));
        assert_eq!(rows.plain_lines(&source, 0, None), 0);
        Ok(())
    }
}
