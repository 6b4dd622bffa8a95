//! Iterators over the rows of columns, for all layouts.

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};

/// The rows of a column. A null row is `None`.
pub(super) type Rows<'a, T> = Box<dyn Iterator<Item = Option<&'a T>> + 'a>;

/// Returns the rows of a column of binary values.
pub(super) fn bytes(array: &ArrayRef) -> Result<Rows<'_, [u8]>> {
    Ok(match array.data_type() {
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        DataType::BinaryView => Box::new(array.as_binary_view().iter()),
        DataType::FixedSizeBinary(_) => Box::new(array.as_fixed_size_binary().iter()),
        other => return exec_err!("binary values are expected, not {other}"),
    })
}

/// Returns the rows of a column of text.
pub(super) fn texts(array: &ArrayRef) -> Result<Rows<'_, str>> {
    Ok(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter()),
        DataType::Utf8View => Box::new(array.as_string_view().iter()),
        other => return exec_err!("texts are expected, not {other}"),
    })
}
