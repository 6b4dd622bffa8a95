//! Builds arrays of text from validated bytes. This file has all `unsafe` code of the crate.
//!
//! Each function validates or converts rows, and then skips the slower validation of `arrow`.

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

/// Converts rows of UTF-8 to text. The array shares the values if all rows are well-formed, null
/// rows included. The policy decides about malformed rows.
///
/// The result leaves out the values before the first row and after the last one, which may be
/// malformed.
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
    // SAFETY: `malformed_rows` reported each row that is not UTF-8 or not within the values, and
    // `repair` replaced it by text. The number of nulls is the number of rows.
    Ok(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls) })
}

/// Returns an array that shares the values if all are ASCII. The encoding of the values must be
/// compatible with ASCII.
///
/// The result leaves out the values before the first row and after the last one.
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
    // SAFETY: all values from the first row to the last are ASCII, and the offsets of an
    // `OffsetBuffer` ascend. The number of nulls is the number of rows.
    Some(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls.cloned()) })
}

/// Returns offsets that begin at zero, and the part of the values that they refer to. The values
/// are not copied.
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

/// Converts views of UTF-8 to text, like [`utf8`]. The array always shares all buffers. Views with
/// a wrong prefix or wrong padding are repaired.
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
    let views = with_exact_views(views, &buffers);
    // SAFETY: `all_malformed` returned each row that is not UTF-8 or not within its buffer, and
    // `repair` replaced it by a view of text. The number of nulls is the number of rows.
    Ok(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) })
}

/// Returns views of the same rows, with the prefixes and zero padding that the format requires.
fn with_exact_views(views: ScalarBuffer<u128>, buffers: &[Buffer]) -> ScalarBuffer<u128> {
    match repair::exact_views(&views, buffers) {
        Some(repaired) => ScalarBuffer::from(repaired),
        None => views,
    }
}

/// Returns an array of the same views if all rows are ASCII, null rows included.
pub(crate) fn share_ascii_views(array: &BinaryViewArray) -> Option<StringViewArray> {
    let bytes = Bytes::of(array)?;
    with_rows!(bytes, rows => validate_rows::<Ascii>(&rows)).ok()?;
    let (views, buffers, nulls) = array.clone().into_parts();
    let views = with_exact_views(views, &buffers);
    // SAFETY: each row is within its buffer and is ASCII, which is UTF-8. The number of nulls is
    // the number of rows.
    Some(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) })
}

/// Returns `data` with other children of the same types and lengths.
pub(crate) fn with_children(data: ArrayData, children: Vec<ArrayData>) -> ArrayData {
    let are_alike = |(new, old): (&ArrayData, &ArrayData)| {
        (new.data_type(), new.len()) == (old.data_type(), old.len())
    };
    assert!(children.iter().zip(data.child_data()).all(are_alike));
    let builder = data.into_builder().child_data(children);
    // SAFETY: only the children change. The new children are valid, and have the types and lengths
    // of the old ones.
    unsafe { builder.build_unchecked() }
}

/// Converts rows in an encoding to new text.
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
    assert!(
        are_boundaries(&offsets, &values),
        "a row ends inside a character"
    );
    assert!(
        nulls
            .as_ref()
            .is_none_or(|nulls| nulls.len() == offsets.len() - 1)
    );
    // SAFETY: the values are well-formed, because they are the output of a conversion to UTF-8. The
    // offsets of an `OffsetBuffer` ascend, and the assertions above check that each is a character
    // boundary and that the number of nulls is the number of rows.
    Ok(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls) })
}

/// Returns whether each offset is a character boundary of well-formed text.
fn are_boundaries<O: OffsetSizeTrait>(offsets: &[O], text: &[u8]) -> bool {
    let is_boundary = |offset: &O| match text.get(offset.as_usize()) {
        Some(byte) => byte & 0xC0 != 0x80,
        None => offset.as_usize() == text.len(),
    };
    // No early exit, because nearly always all offsets are boundaries.
    offsets
        .iter()
        .fold(true, |all, offset| all & is_boundary(offset))
}

#[cfg(test)]
mod tests {
    use super::are_boundaries;

    #[test]
    fn boundaries_of_text() {
        let text = "aé€😀".as_bytes();
        let boundaries = [0, 1, 3, 6, 10];
        assert!(are_boundaries(&boundaries, text));
        for offset in 0..12 {
            let is_boundary = boundaries.contains(&offset);
            assert_eq!(are_boundaries(&[0, offset], text), is_boundary, "{offset}");
        }
        assert!(!are_boundaries(&[0i64, -1], text));
        assert!(are_boundaries(&[0i64], b""));
    }
}
