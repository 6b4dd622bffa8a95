//! Converts columns of text to columns of bytes.
#![forbid(unsafe_code)]

use crate::convert::{Converted, convert};
use crate::dictionary::{self, value_type};
use crate::layout::to_layout;
use crate::rows::Bytes;
use crate::{Error, Policy};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, GenericBinaryArray, OffsetSizeTrait, new_null_array};
use arrow_schema::DataType;
use std::sync::Arc;
use utflane::Charset;

/// Converts a column of text to bytes in `encoding`. The result has the type `to`.
///
/// Text is `Utf8`, `LargeUtf8`, `Utf8View`, or a dictionary of those. Bytes are `Binary`,
/// `LargeBinary` or `BinaryView`. A dictionary becomes a dictionary of bytes with the same keys. If
/// the encoding is UTF-8 and the layouts allow it, the result shares the values.
///
/// # Errors
///
/// - With [`Policy::Fail`], the first row with a character that the encoding cannot represent.
/// - [`Error::Unsupported`] for any other type.
/// - An array that is too long for `to`.
///
/// ```
/// use utflane_arrow::arrow_array::{StringArray, cast::AsArray};
/// use utflane::Charset;
/// use utflane_arrow::{Policy, arrow_schema::DataType, encode};
///
/// let text = StringArray::from(vec!["né", "5 €"]);
/// let latin1 = Charset::Latin1;
/// let bytes = encode(&text, latin1, Policy::Replace, &DataType::Binary)?;
/// assert_eq!(bytes.as_binary::<i32>().value(0), b"n\xE9");
/// assert_eq!(bytes.as_binary::<i32>().value(1), b"5 ?");
/// let error = encode(&text, latin1, Policy::Fail, &DataType::Binary).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "row 1: character U+20AC at index 2 cannot be represented in ISO-8859-1"
/// );
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
pub fn encode(
    array: &dyn Array,
    encoding: Charset,
    policy: Policy,
    to: &DataType,
) -> Result<ArrayRef, Error> {
    use DataType::{Binary, BinaryView, Dictionary, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    let shares_values = encoding == Charset::Utf8;
    let bytes: ArrayRef = match (array.data_type(), to) {
        (Null, Binary | LargeBinary | BinaryView) => return Ok(new_null_array(to, array.len())),
        (Utf8, Binary | LargeBinary) | (LargeUtf8, LargeBinary) if shares_values => {
            return to_layout(array, to);
        }
        (Utf8 | LargeUtf8 | Utf8View, BinaryView) if shares_values => return to_layout(array, to),
        (LargeUtf8, BinaryView) | (Utf8 | LargeUtf8 | Utf8View, LargeBinary) => {
            Arc::new(encode_rows::<i64>(array, encoding, policy)?)
        }
        (Utf8 | LargeUtf8 | Utf8View, Binary | BinaryView) => {
            Arc::new(encode_rows::<i32>(array, encoding, policy)?)
        }
        (Dictionary(_, text), _) if matches!(**text, Utf8 | LargeUtf8 | Utf8View) => {
            let to = value_type(to);
            dictionary::converted(array.as_any_dictionary(), policy, |values, policy| {
                encode(values, encoding, policy, to)
            })?
        }
        (from, to) => {
            return Err(Error::Unsupported {
                from: from.clone(),
                to: to.clone(),
            });
        }
    };
    if bytes.data_type() == to {
        return Ok(bytes);
    }
    to_layout(&bytes, to)
}

fn encode_rows<O: OffsetSizeTrait + utflane::Offset>(
    array: &dyn Array,
    encoding: Charset,
    policy: Policy,
) -> Result<GenericBinaryArray<O>, Error> {
    let bytes = Bytes::of(array).expect("a layout of text");
    let Converted {
        offsets,
        values,
        nulls,
    } = convert::<O>(&bytes, [Charset::Utf8, encoding], policy)?;
    Ok(GenericBinaryArray::try_new(offsets, values, nulls)?)
}
