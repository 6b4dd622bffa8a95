//! Casts text and bytes to another layout. The casts that this crate needs most are here. All
//! others call `arrow_cast::cast`, which links every cast and makes up half the size of a program.
#![forbid(unsafe_code)]

use crate::Error;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, StringViewArray,
};
use arrow_schema::DataType;
use std::sync::Arc;

pub(crate) fn to_layout(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    Ok(match (array.data_type(), to) {
        (Utf8, Utf8View) => Arc::new(StringViewArray::from(array.as_string::<i32>())),
        (LargeUtf8, Utf8View) => Arc::new(StringViewArray::from(array.as_string::<i64>())),
        (Binary, BinaryView) => Arc::new(BinaryViewArray::from(array.as_binary::<i32>())),
        (LargeBinary, BinaryView) => Arc::new(BinaryViewArray::from(array.as_binary::<i64>())),
        (Utf8, Binary) => Arc::new(BinaryArray::from(array.as_string::<i32>().clone())),
        (LargeUtf8, LargeBinary) => {
            Arc::new(LargeBinaryArray::from(array.as_string::<i64>().clone()))
        }
        (Utf8View, BinaryView) => Arc::new(array.as_string_view().clone().to_binary_view()),
        _ => return others(array, to),
    })
}

#[cfg(feature = "cast")]
fn others(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    Ok(arrow_cast::cast(array, to)?)
}

#[cfg(not(feature = "cast"))]
fn others(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    Err(Error::Unsupported {
        from: array.data_type().clone(),
        to: to.clone(),
    })
}
