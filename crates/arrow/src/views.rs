//! Views of rows some of which are malformed.
#![forbid(unsafe_code)]

use crate::convert::{Codec, with_more_nulls};
use crate::rows::Bytes;
use crate::{Error, Policy, RowError, text};
use arrow_array::builder::make_view;
use arrow_array::{Array, BinaryViewArray, StringViewArray};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::ArrowError;
use utflane::{Charset, Utf8, validate};

/// The text of an array of which a row is malformed: the views of such rows are replaced, by that
/// of an empty row if it is null.
pub(crate) fn repair(array: &BinaryViewArray, policy: Policy) -> Result<StringViewArray, Error> {
    let mut changed = array.views().to_vec();
    let mut buffers = array.data_buffers().to_vec();
    let utf8 = Charset::Utf8;
    let codec = Codec::new(utf8, utf8, policy);
    let (mut added, mut became_null) = (Vec::new(), Vec::new());
    let too_long = |len| ArrowError::OffsetOverflowError(len);
    let bytes = Bytes::of(array).expect("a layout of bytes");
    let all = Bytes {
        nulls: None,
        ..bytes.clone()
    };
    for row in all.malformed() {
        let view = &mut changed[row];
        *view = 0;
        if array.is_null(row) {
            continue;
        }
        match policy {
            Policy::Fail => {
                let Err(error) = validate::<Utf8>(bytes.row(row)) else {
                    continue;
                };
                return Err(Error::Row(RowError {
                    row,
                    position: error.valid_up_to(),
                    reason: utflane::Reason::Malformed(error),
                    target: utf8.name(),
                }));
            }
            Policy::Null => became_null.push(row),
            Policy::Replace | Policy::ReplaceAsJdk => {
                let mut text = Vec::new();
                codec
                    .append(array.value(row), true, &mut text)
                    .expect("replacement");
                let start = u32::try_from(added.len()).map_err(|_| too_long(added.len()))?;
                *view = make_view(&text, buffers.len() as u32, start);
                if text.len() > 12 {
                    added.append(&mut text);
                }
            }
        }
    }
    if !added.is_empty() {
        buffers.push(Buffer::from_vec(added));
    }
    let nulls = with_more_nulls(array.nulls(), array.len(), &became_null);
    let array = BinaryViewArray::try_new(ScalarBuffer::from(changed), buffers, nulls)?;
    Ok(text::share_views::<Utf8>(&array).expect("all malformed rows are replaced"))
}
