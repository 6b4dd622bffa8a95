//! Casts text and bytes to another layout. The casts that this crate needs most are here. All
//! others call `arrow_cast::cast`, which links every cast and makes up half the size of a program.
#![forbid(unsafe_code)]

use crate::Error;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, StringViewArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use std::sync::Arc;

pub(crate) fn to_layout(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    Ok(match (array.data_type(), to) {
        (Utf8, Utf8View) => Arc::new(StringViewArray::from(array.as_string::<i32>())),
        (LargeUtf8, Utf8View) => Arc::new(StringViewArray::from(array.as_string::<i64>())),
        (Binary, BinaryView) => Arc::new(BinaryViewArray::from(array.as_binary::<i32>())),
        (LargeBinary, BinaryView) => Arc::new(BinaryViewArray::from(array.as_binary::<i64>())),
        (Binary, LargeBinary) => {
            let (offsets, values, nulls) = array.as_binary::<i32>().clone().into_parts();
            let offsets = offsets.iter().map(|offset| i64::from(*offset)).collect();
            let offsets = OffsetBuffer::new(offsets);
            Arc::new(LargeBinaryArray::try_new(offsets, values, nulls)?)
        }
        (Utf8, Binary) => Arc::new(BinaryArray::from(array.as_string::<i32>().clone())),
        (Utf8, BinaryView | LargeBinary) => to_layout(&to_layout(array, &Binary)?, to)?,
        (LargeUtf8, LargeBinary) => {
            Arc::new(LargeBinaryArray::from(array.as_string::<i64>().clone()))
        }
        (LargeUtf8, BinaryView) => to_layout(&to_layout(array, &LargeBinary)?, to)?,
        (Utf8View, BinaryView) => Arc::new(array.as_string_view().clone().to_binary_view()),
        _ => return cast_other(array, to),
    })
}

#[cfg(feature = "cast")]
fn cast_other(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    Ok(arrow_cast::cast(array, to)?)
}

#[cfg(not(feature = "cast"))]
fn cast_other(array: &dyn Array, to: &DataType) -> Result<ArrayRef, Error> {
    Err(Error::Unsupported {
        from: array.data_type().clone(),
        to: to.clone(),
    })
}
