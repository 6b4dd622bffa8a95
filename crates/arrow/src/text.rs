//! Arrays of text from bytes that were validated: all `unsafe` code of this crate.
//!
//! Each function checks or converts, and then skips the check of `arrow`, which is slower.

use crate::convert::{Converted, convert};
use crate::rows::{Bytes, Layout, with_rows};
use crate::{Error, Policy, repair};
use arrow_array::types::ByteViewType;
use arrow_array::{
    Array, BinaryViewArray, GenericByteViewArray, GenericStringArray, OffsetSizeTrait,
    StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use utflane::rows::Column;
use utflane::{Ascii, Charset, Utf8, is_valid, malformed_rows, validate_rows};

/// Rows that are UTF-8. The array shares the values, if all are well-formed, those that are null
/// included; the others become what the policy says.
///
/// Values before the first row and after the last one are left out: they may be anything.
pub(crate) fn utf8<O: OffsetSizeTrait + utflane::Offset>(
    offsets: &OffsetBuffer<O>,
    values: &Buffer,
    bytes: &Bytes<'_>,
    policy: Policy,
) -> Result<GenericStringArray<O>, Error> {
    assert_eq!(bytes.len(), offsets.len() - 1);
    assert!(bytes.nulls.is_none_or(|nulls| nulls.len() == bytes.len()));
    let mut malformed = Vec::new();
    let rows = Column::new(&values[..], &offsets[..]);
    malformed_rows::<Utf8>(&rows, |error| malformed.push(error.row()));
    let Converted {
        offsets,
        values,
        nulls,
    } = if malformed.is_empty() {
        let (offsets, values) = rebase(offsets, values);
        Converted {
            offsets,
            values,
            nulls: bytes.nulls.cloned(),
        }
    } else {
        repair::values(offsets, values, bytes, &malformed, policy)?
    };
    // SAFETY: `malformed_rows` has told of each row that is not UTF-8 within the values, and in the
    // place of such a row there is text; there are as many nulls as rows.
    Ok(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls) })
}

/// An array that shares the values, if they are all ASCII, of an encoding that has it.
///
/// Values before the first row and after the last one are left out.
pub(crate) fn share_ascii<O: OffsetSizeTrait>(
    offsets: &OffsetBuffer<O>,
    values: &Buffer,
    nulls: Option<&NullBuffer>,
) -> Option<GenericStringArray<O>> {
    if nulls.is_some_and(|nulls| nulls.len() != offsets.len() - 1) {
        return None;
    }
    let (first, last) = (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize());
    if !is_valid::<Ascii>(values.get(first..last)?) {
        return None;
    }
    let (offsets, values) = rebase(offsets, values);
    // SAFETY: all values from the first row to the last are ASCII, and the offsets between ascend;
    // there are as many nulls as rows.
    Some(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls.cloned()) })
}

/// Offsets that begin at zero, and the part of the values that they refer to, which is not copied.
fn rebase<O: OffsetSizeTrait>(
    offsets: &OffsetBuffer<O>,
    values: &Buffer,
) -> (OffsetBuffer<O>, Buffer) {
    let (first, last) = (offsets[0], offsets[offsets.len() - 1]);
    let values = values.slice_with_length(first.as_usize(), (last - first).as_usize());
    if first == O::zero() {
        return (offsets.clone(), values);
    }
    let offsets = offsets.iter().map(|offset| *offset - first);
    (OffsetBuffer::new(ScalarBuffer::from_iter(offsets)), values)
}

/// [`utf8`] for views: the array shares all buffers, in any case.
pub(crate) fn utf8_views<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    policy: Policy,
) -> Result<StringViewArray, Error> {
    let bytes = Bytes {
        layout: Layout::of_views(array),
        nulls: array.nulls(),
    };
    let malformed = bytes.all_malformed();
    let (views, buffers, nulls) = if malformed.is_empty() {
        array.clone().into_parts()
    } else {
        repair::views(array, &bytes, &malformed, policy)?
    };
    // SAFETY: `malformed_rows` has told of each row that is not UTF-8 within its buffer, and in the
    // place of such a row there is the view of a text; there are as many nulls as rows.
    Ok(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) })
}

/// An array of the same views, if all rows are ASCII, those that are null included.
pub(crate) fn share_ascii_views(array: &BinaryViewArray) -> Option<StringViewArray> {
    let bytes = Bytes::of(array)?;
    with_rows!(bytes, rows => validate_rows::<Ascii>(&rows)).ok()?;
    // SAFETY: each row is ASCII, which is a part of UTF-8.
    Some(unsafe { array.clone().to_string_view_unchecked() })
}

/// `data` with other children.
pub(crate) fn with_children(data: ArrayData, children: Vec<ArrayData>) -> ArrayData {
    let are_alike = |(new, old): (&ArrayData, &ArrayData)| {
        (new.data_type(), new.len()) == (old.data_type(), old.len())
    };
    assert!(children.iter().zip(data.child_data()).all(are_alike));
    let builder = data.into_builder().child_data(children);
    // SAFETY: nothing else has changed, and the children are as valid as those before them, of
    // the same types and lengths.
    unsafe { builder.build_unchecked() }
}

/// New text, converted from an encoding.
pub(crate) fn converted<O: OffsetSizeTrait + utflane::Offset>(
    bytes: &Bytes<'_>,
    source: Charset,
    policy: Policy,
) -> Result<GenericStringArray<O>, Error> {
    let Converted {
        offsets,
        values,
        nulls,
    } = convert::<O>(bytes, [source, Charset::Utf8], policy)?;
    // SAFETY: the values are a conversion to UTF-8, the offsets where those of its rows end, and
    // there are as many nulls as rows.
    Ok(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls) })
}
