//! Arrays of text from bytes that were validated: all `unsafe` code of this crate.
//!
//! Each function checks or converts, and then skips the check of `arrow`, which is slower.

use crate::convert::{Converted, convert};
use crate::rows::{Bytes, with_rows};
use crate::{Error, Policy};
use arrow_array::{BinaryViewArray, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use utflane::{Ascii, Charset, Encoding, Utf8, is_valid, validate_column, validate_rows};

/// An array that shares the values, if all rows are well-formed, those that are null included.
///
/// Values before the first row and after the last one are left out: they may be anything.
pub(crate) fn share<O: OffsetSizeTrait + utflane::Offset>(
    offsets: &OffsetBuffer<O>,
    values: &Buffer,
    nulls: Option<&NullBuffer>,
) -> Option<GenericStringArray<O>> {
    if nulls.is_some_and(|nulls| nulls.len() != offsets.len() - 1) {
        return None;
    }
    validate_column::<Utf8>(values, offsets).ok()?;
    let (offsets, values) = rebase(offsets, values);
    // SAFETY: `validate_column` has checked that each row is UTF-8 within the values; there are
    // as many nulls as rows.
    Some(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls.cloned()) })
}

/// [`share`] for values that are all ASCII, of an encoding that has it.
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

/// An array of the same views, if all rows are well-formed, those that are null included, in UTF-8
/// or in ASCII.
pub(crate) fn share_views<E: Encoding<Unit = u8>>(
    array: &BinaryViewArray,
) -> Option<StringViewArray> {
    const { assert!(matches!(E::NAME.as_bytes(), b"UTF-8" | b"US-ASCII")) };
    let bytes = Bytes::of(array)?;
    with_rows!(bytes, rows => validate_rows::<E>(&rows)).ok()?;
    // SAFETY: each row is UTF-8, of which ASCII is a part.
    Some(unsafe { array.clone().to_string_view_unchecked() })
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
