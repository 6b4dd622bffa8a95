//! Converts the columns of a record batch to the types of a schema.
#![forbid(unsafe_code)]

use crate::{Error, Policy, decode};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use utflane::Charset;

/// Converts the columns of a batch that are text in `schema` and bytes in the batch, as [`decode`]
/// does. Leaves columns that already have the type of the schema unchanged.
///
/// Use it for unvalidated text, such as byte arrays of Parquet files: read them as bytes with the
/// schema of [`bytes_schema`], then pass each batch to this function.
///
/// # Errors
///
/// - With [`Policy::Fail`], a row cannot be converted ([`Error::Column`]). The error has the first
///   such column.
/// - The batch has another number of columns than `schema`.
/// - There is no conversion for a column.
/// - A column has nulls, and its field in `schema` is not nullable.
///
/// ```
/// use std::sync::Arc;
/// use utflane_arrow::arrow_array::{ArrayRef, BinaryArray, RecordBatch};
/// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
/// use utflane::Charset;
/// use utflane_arrow::{Policy, decode_batch};
///
/// let schema = Arc::new(Schema::new(vec![Field::new("drink", DataType::Utf8, false)]));
/// let drinks: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"caf\xC3", b"\xA9lait"]));
/// let batch = RecordBatch::try_from_iter([("drink", drinks)])?;
/// let error = decode_batch(&batch, &schema, Charset::Utf8, Policy::Fail).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column drink, row 0: incomplete utf-8 byte sequence from index 3"
/// );
/// let explained = format!("{error:#}");
/// assert!(explained.ends_with(" from index 3: incomplete sequence (C3)"), "{explained}");
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
pub fn decode_batch(
    batch: &RecordBatch,
    schema: &SchemaRef,
    encoding: Charset,
    policy: Policy,
) -> Result<RecordBatch, Error> {
    if batch.num_columns() != schema.fields().len() {
        let (found, expected) = (batch.num_columns(), schema.fields().len());
        let message = format!("the batch has {found} columns, but the schema has {expected}");
        return Err(Error::Arrow(ArrowError::SchemaError(message)));
    }
    let decoded = |(column, field): (&ArrayRef, &Arc<Field>)| {
        if column.data_type() == field.data_type() {
            return Ok(column.clone());
        }
        decode(column, encoding, policy, field.data_type()).map_err(|error| match error {
            Error::Row(error) => Error::Column {
                name: field.name().clone(),
                error,
            },
            error => error,
        })
    };
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(decoded).collect::<Result<Vec<_>, _>>()?;
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    Ok(RecordBatch::try_new_with_options(
        schema.clone(),
        columns,
        &options,
    )?)
}

/// Returns the schema to read a file with so that the reader does not validate its text. Each text
/// field becomes a field of bytes: `Utf8` becomes `Binary`, `LargeUtf8` becomes `LargeBinary`, and
/// `Utf8View` becomes `BinaryView`. Fields nested in other fields are unchanged.
///
/// ```
/// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
///
/// let schema = Schema::new(vec![Field::new("drink", DataType::Utf8View, false)]);
/// assert_eq!(utflane_arrow::bytes_schema(&schema).field(0).data_type(), &DataType::BinaryView);
/// ```
pub fn bytes_schema(schema: &Schema) -> Schema {
    let bytes = |field: &Arc<Field>| match field.data_type() {
        DataType::Utf8 => with_type(field, DataType::Binary),
        DataType::LargeUtf8 => with_type(field, DataType::LargeBinary),
        DataType::Utf8View => with_type(field, DataType::BinaryView),
        _ => field.clone(),
    };
    let fields: Vec<Arc<Field>> = schema.fields().iter().map(bytes).collect();
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

fn with_type(field: &Field, data_type: DataType) -> Arc<Field> {
    Arc::new(field.clone().with_data_type(data_type))
}
