//! Converts columns of bytes to columns of text.
#![forbid(unsafe_code)]

use crate::charset::has_ascii;
use crate::dictionary::{self, value_type};
use crate::layout::to_layout;
use crate::rows::{Bytes, Layout};
use crate::{Error, Policy, text};
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, FixedSizeBinaryArray, GenericBinaryArray, GenericByteArray,
    GenericByteViewArray, GenericStringArray, OffsetSizeTrait, StringViewArray, new_null_array,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;
use utflane::Charset;

/// Converts a column of bytes in an encoding to a column of text of the type `to`.
///
/// Bytes are `Binary`, `LargeBinary`, `BinaryView`, `FixedSizeBinary`, or a dictionary of those.
/// Text is `Utf8`, `LargeUtf8` or `Utf8View`. A dictionary becomes a dictionary of text with the
/// same keys.
///
/// The result shares the values if their bytes are the same in UTF-8 and the layouts allow it. This
/// is so for UTF-8 itself, and for ASCII in most encodings. From views to offsets, `arrow` copies
/// the values, because offsets require them end to end in one buffer.
///
/// Null rows stay null, and may have any bytes. Positions in errors count from the start of the
/// row.
///
/// # Errors
///
/// - With [`Policy::Fail`], the first row that cannot be converted.
/// - [`Error::Unsupported`] for any other type.
/// - An array that is too long for `to`.
///
/// ```
/// use utflane_arrow::arrow_array::{Array, FixedSizeBinaryArray, cast::AsArray};
/// use utflane::Charset;
/// use utflane_arrow::{Policy, arrow_schema::DataType, decode};
///
/// // Rows of 4 bytes in UTF-16: "né", and an unpaired surrogate.
/// let rows = [*b"n\0\xE9\0", *b"x\0\0\xD8"];
/// let array = FixedSizeBinaryArray::try_from_iter(rows.iter())?;
/// let encoding = Charset::Utf16Le;
/// let text = decode(&array, encoding, Policy::Null, &DataType::Utf8)?;
/// assert_eq!(text.as_string::<i32>().value(0), "né");
/// assert!(text.is_null(1));
/// let error = decode(&array, encoding, Policy::Fail, &DataType::Utf8).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: incomplete utf-16le byte sequence from index 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(
    array: &dyn Array,
    encoding: Charset,
    policy: Policy,
    to: &DataType,
) -> Result<ArrayRef, Error> {
    let large = *to == DataType::LargeUtf8;
    let unsupported = || Error::Unsupported {
        from: array.data_type().clone(),
        to: to.clone(),
    };
    if !is_text_or_dictionary(to) {
        return Err(unsupported());
    }
    let text: ArrayRef = match array.data_type() {
        DataType::Null => return Ok(new_null_array(to, array.len())),
        DataType::Binary if !large => {
            Arc::new(decode_binary(array.as_binary::<i32>(), encoding, policy)?)
        }
        DataType::Binary => {
            let array = to_layout(array, &DataType::LargeBinary)?;
            Arc::new(decode_binary(array.as_binary::<i64>(), encoding, policy)?)
        }
        DataType::LargeBinary => {
            Arc::new(decode_binary(array.as_binary::<i64>(), encoding, policy)?)
        }
        DataType::BinaryView => decode_views(array.as_binary_view(), encoding, policy, large)?,
        DataType::FixedSizeBinary(_) if large => Arc::new(decode_fixed::<i64>(
            array.as_fixed_size_binary(),
            |offsets, values| Layout::Large(offsets, values),
            encoding,
            policy,
        )?),
        DataType::FixedSizeBinary(_) => Arc::new(decode_fixed::<i32>(
            array.as_fixed_size_binary(),
            |offsets, values| Layout::Small(offsets, values),
            encoding,
            policy,
        )?),
        DataType::Dictionary(_, values) if is_bytes(values) => {
            let to = value_type(to);
            dictionary::converted(array.as_any_dictionary(), policy, |values, policy| {
                decode(values, encoding, policy, to)
            })?
        }
        _ => return Err(unsupported()),
    };
    if text.data_type() == to {
        return Ok(text);
    }
    to_layout(&text, to)
}

/// Converts a column of UTF-8 to text. The column has bytes, or unvalidated text, such as text from
/// the C data interface. The result shares the values, unless a row, even a null one, is malformed.
///
/// # Errors
///
/// - With [`Policy::Fail`], the first malformed row.
/// - Offsets that descend or are past the end of the values.
pub fn decode_utf8<T: ByteArrayType<Offset: utflane::Offset>>(
    array: &GenericByteArray<T>,
    policy: Policy,
) -> Result<GenericStringArray<T::Offset>, Error> {
    let bytes = Bytes::of(array).expect("a layout of bytes");
    text::utf8(array.offsets(), array.values(), &bytes, policy)
}

/// Converts views of UTF-8 to text, like [`decode_utf8`]. The result shares all buffers. Long rows
/// with replacements are in a new buffer. Views with a wrong prefix, or with nonzero bytes after a
/// short text, are repaired.
///
/// # Errors
///
/// - With [`Policy::Fail`], the first malformed row.
/// - A view of bytes that are not in its buffer.
pub fn decode_utf8_view<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    policy: Policy,
) -> Result<StringViewArray, Error> {
    text::utf8_views(array, policy)
}

/// Repairs an array of any type with unvalidated text, such as an array that `arrow_array`'s
/// `ffi::from_ffi` returned. All text in it, also in fields, items and dictionaries, becomes
/// well-formed and keeps its type. The result shares well-formed text. If all text is well-formed,
/// the result is `data`.
///
/// The rest of the array must be valid. [`Policy::Null`] makes rows null even in fields that are
/// declared not nullable.
///
/// # Errors
///
/// Returns the errors of [`decode_utf8`]. The row of an error is an index in the array of text,
/// which may be a child array.
///
/// ```
/// use utflane_arrow::arrow_array::{Array, BinaryArray, StringArray};
/// use utflane_arrow::arrow_schema::DataType;
/// use utflane_arrow::{Policy, decode_utf8_data};
///
/// // An array with the type of text and malformed values.
/// let data = BinaryArray::from_vec(vec![b"tea", b"caf\xE9"]).into_data();
/// let data = data.into_builder().data_type(DataType::Utf8);
/// let data = unsafe { data.build_unchecked() };
///
/// let text = StringArray::from(decode_utf8_data(data, Policy::ReplaceAsJdk)?);
/// assert_eq!((text.value(0), text.value(1)), ("tea", "caf\u{FFFD}"));
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
pub fn decode_utf8_data(data: ArrayData, policy: Policy) -> Result<ArrayData, Error> {
    Ok(changed(&data, policy)?.unwrap_or(data))
}

/// Replaces the malformed rows of all text in an array. Returns `None` if there are none.
fn changed(data: &ArrayData, policy: Policy) -> Result<Option<ArrayData>, Error> {
    fn of_values<O: OffsetSizeTrait + utflane::Offset>(
        data: &ArrayData,
        policy: Policy,
    ) -> Result<Option<ArrayData>, Error> {
        let array = GenericStringArray::<O>::from(data.clone());
        let text = decode_utf8(&array, policy)?;
        let is_shared = text.values().data_ptr() == array.values().data_ptr();
        Ok((!is_shared).then(|| text.into_data()))
    }
    match data.data_type() {
        DataType::Utf8 => return of_values::<i32>(data, policy),
        DataType::LargeUtf8 => return of_values::<i64>(data, policy),
        DataType::Utf8View => {
            let array = StringViewArray::from(data.clone());
            let text = decode_utf8_view(&array, policy)?;
            let is_shared = text.views().ptr_eq(array.views());
            return Ok((!is_shared).then(|| text.into_data()));
        }
        _ => {}
    }
    let mut children = Vec::new();
    for (index, child) in data.child_data().iter().enumerate() {
        if let Some(changed) = changed(child, policy)? {
            if children.is_empty() {
                children = data.child_data().to_vec();
            }
            children[index] = changed;
        }
    }
    Ok((!children.is_empty()).then(|| text::with_children(data.clone(), children)))
}

pub(crate) fn is_bytes(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary};
    matches!(
        data_type,
        Binary | LargeBinary | BinaryView | FixedSizeBinary(_)
    )
}

fn is_text_or_dictionary(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text_or_dictionary(values),
        _ => false,
    }
}

fn decode_binary<O: OffsetSizeTrait + utflane::Offset>(
    array: &GenericBinaryArray<O>,
    encoding: Charset,
    policy: Policy,
) -> Result<GenericStringArray<O>, Error> {
    let bytes = Bytes::of(array).expect("a layout of bytes");
    decode_values(array.offsets(), array.values(), &bytes, encoding, policy)
}

/// Converts rows in `values` at `offsets`. `bytes` describes the same rows.
fn decode_values<O: OffsetSizeTrait + utflane::Offset>(
    offsets: &OffsetBuffer<O>,
    values: &Buffer,
    bytes: &Bytes<'_>,
    encoding: Charset,
    policy: Policy,
) -> Result<GenericStringArray<O>, Error> {
    if encoding == Charset::Utf8 {
        return text::utf8(offsets, values, bytes, policy);
    }
    let shared = if has_ascii(encoding) {
        text::share_ascii(offsets, values, bytes.nulls)
    } else {
        None
    };
    match shared {
        Some(shared) => Ok(shared),
        None => text::converted(bytes, encoding, policy),
    }
}

fn decode_views(
    array: &BinaryViewArray,
    encoding: Charset,
    policy: Policy,
    large: bool,
) -> Result<ArrayRef, Error> {
    if encoding == Charset::Utf8 {
        return Ok(Arc::new(decode_utf8_view(array, policy)?));
    }
    if has_ascii(encoding)
        && let Some(shared) = text::share_ascii_views(array)
    {
        return Ok(Arc::new(shared));
    }
    let bytes = Bytes::of(array).expect("a layout of bytes");
    Ok(if large {
        Arc::new(text::converted::<i64>(&bytes, encoding, policy)?)
    } else {
        Arc::new(text::converted::<i32>(&bytes, encoding, policy)?)
    })
}

fn decode_fixed<O: OffsetSizeTrait + utflane::Offset>(
    array: &FixedSizeBinaryArray,
    layout: for<'a> fn(&'a OffsetBuffer<O>, &'a Buffer) -> Layout<'a>,
    encoding: Charset,
    policy: Policy,
) -> Result<GenericStringArray<O>, Error> {
    let width = array.value_size();
    let offset = |row: usize| O::from_usize(row * width);
    let overflow = || ArrowError::OffsetOverflowError(array.len() * width);
    offset(array.len()).ok_or_else(overflow)?;
    let offsets: Vec<O> = (0..=array.len()).filter_map(offset).collect();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let values = array.values();
    let bytes = Bytes {
        layout: layout(&offsets, values),
        nulls: array.nulls(),
    };
    decode_values(&offsets, values, &bytes, encoding, policy)
}
