//! Arrays of text from bytes that were validated: all `unsafe` code of this crate.
//!
//! Each function checks, and then skips the check of `arrow`, which is slower.

use arrow_array::{Array, BinaryViewArray, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use utflane::{Ascii, Utf8, is_valid, validate_column};

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

/// The same rows in values that have nothing else, not copied.
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

/// An array of the same views, if all rows are well-formed, those that are null included.
pub(crate) fn share_views(array: &BinaryViewArray) -> Option<StringViewArray> {
    let well_formed = (0..array.len()).all(|row| is_valid::<Utf8>(array.value(row)));
    // SAFETY: each row is UTF-8.
    well_formed.then(|| unsafe { array.clone().to_string_view_unchecked() })
}
