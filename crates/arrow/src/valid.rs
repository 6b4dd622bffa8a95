//! Validates columns of bytes, with a result for each row.
#![forbid(unsafe_code)]

use crate::decode::is_bytes;
use crate::rows::Bytes;
use crate::{Error, Policy, decode};
use arrow_array::{Array, BooleanArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};
use arrow_schema::DataType;
use utflane::Charset;

/// Returns for each row of bytes whether it is UTF-8. Null rows are null in the result.
///
/// # Errors
///
/// [`Error::Unsupported`] for a type that [`decode`] does not accept.
///
/// ```
/// use utflane_arrow::arrow_array::{BinaryArray, BooleanArray};
///
/// let array = BinaryArray::from_opt_vec(vec![Some("né".as_bytes()), Some(b"n\xE9"), None]);
/// let valid = utflane_arrow::is_valid_utf8(&array)?;
/// assert_eq!(valid, BooleanArray::from(vec![Some(true), Some(false), None]));
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
pub fn is_valid_utf8(array: &dyn Array) -> Result<BooleanArray, Error> {
    is_valid(array, Charset::Utf8)
}

/// Returns for each row of bytes whether [`decode`] can convert it from an encoding. Null rows are
/// null in the result.
///
/// # Errors
///
/// [`Error::Unsupported`] for a type that [`decode`] does not accept.
pub fn is_valid(array: &dyn Array, encoding: Charset) -> Result<BooleanArray, Error> {
    // UTF-8 is validated without a conversion.
    if encoding == Charset::Utf8
        && is_bytes(array.data_type())
        && let Some(bytes) = Bytes::of(array)
    {
        let mut valid = BooleanBufferBuilder::new(array.len());
        valid.append_n(array.len(), true);
        for row in bytes.malformed() {
            valid.set_bit(row, false);
        }
        return Ok(BooleanArray::new(valid.finish(), array.nulls().cloned()));
    }
    let to = match array.data_type() {
        DataType::LargeBinary => DataType::LargeUtf8,
        DataType::BinaryView => DataType::Utf8View,
        _ => DataType::Utf8,
    };
    let text = decode(array, encoding, Policy::Null, &to)?;
    let is_valid = |row| text.is_valid(row);
    let valid = BooleanBuffer::collect_bool(array.len(), is_valid);
    Ok(BooleanArray::new(valid, array.logical_nulls()))
}
