//! Replaces malformed rows of UTF-8 text. Well-formed rows are copied in long runs; those of views
//! are not copied.
#![forbid(unsafe_code)]

use crate::convert::{Converted, with_more_nulls};
use crate::rows::Bytes;
use crate::{Error, Policy, RowError};
use arrow_array::builder::make_view;
use arrow_array::{GenericByteViewArray, OffsetSizeTrait, types::ByteViewType};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::ArrowError;
use std::sync::Arc;
use utflane::{Encoding, JdkUtf8, Reason, Utf8, transcode_lossy, validate};

/// Makes the replacements of malformed rows.
struct Repair<'a> {
    bytes: &'a Bytes<'a>,
    policy: Policy,
    became_null: Vec<usize>,
    text: Vec<u8>,
}

impl<'a> Repair<'a> {
    fn new(bytes: &'a Bytes<'a>, policy: Policy) -> Self {
        Repair {
            bytes,
            policy,
            became_null: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Returns the replacement of a malformed row. It is empty if the row is null or becomes null.
    fn replace(&mut self, row: usize) -> Result<&[u8], Error> {
        if self.bytes.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return Ok(&[]);
        }
        let bytes = self.bytes.get(row).ok_or_else(|| misplaced(row))?;
        match self.policy {
            Policy::Fail => Err(row_error(row, bytes)),
            Policy::Null => {
                self.became_null.push(row);
                Ok(&[])
            }
            Policy::Replace => Ok(replaced::<Utf8>(bytes, &mut self.text)),
            Policy::ReplaceAsJdk => Ok(replaced::<JdkUtf8>(bytes, &mut self.text)),
        }
    }

    fn nulls(&self) -> Option<NullBuffer> {
        with_more_nulls(self.bytes.nulls, self.bytes.len(), &self.became_null)
    }
}

/// Converts a row with replacements. `text` is scratch memory that later rows reuse.
fn replaced<'t, E: Encoding<Unit = u8>>(bytes: &[u8], text: &'t mut Vec<u8>) -> &'t [u8] {
    // In the worst case each byte becomes U+FFFD, which has 3 bytes.
    let capacity = 3 * bytes.len();
    if text.len() < capacity {
        text.resize(capacity, 0);
    }
    let written = transcode_lossy::<E, Utf8>(bytes, text);
    &text[..written.expect("the worst case")]
}

fn row_error(row: usize, bytes: &[u8]) -> Error {
    match validate::<Utf8>(bytes) {
        // The row is well-formed, so `malformed_rows` reported it because of its offsets or view.
        Ok(()) => misplaced(row),
        Err(error) => Error::Row(RowError {
            row,
            position: error.valid_up_to(),
            reason: Reason::Malformed(error),
            target: Utf8::NAME,
        }),
    }
}

fn misplaced(row: usize) -> Error {
    let message = format!("row {row} is not within the values");
    Error::Arrow(ArrowError::InvalidArgumentError(message))
}

/// Returns values and offsets with the rows in `malformed` replaced. `malformed` ascends.
pub(crate) fn values<O: OffsetSizeTrait>(
    offsets: &OffsetBuffer<O>,
    values: &[u8],
    bytes: &Bytes<'_>,
    malformed: &[usize],
    policy: Policy,
) -> Result<Converted<O>, Error> {
    let mut repair = Repair::new(bytes, policy);
    let rows = offsets.len() - 1;
    let mut new_values = Vec::new();
    let mut new_offsets = Vec::with_capacity(offsets.len());
    let mut next = 0;
    for row in malformed.iter().copied().chain([rows]) {
        let [start, end] = [offsets[next], offsets[row]];
        let base = end_of(&new_values)?;
        if next < row {
            if new_values.is_empty() {
                // The remaining values, plus space for a few replacements.
                let last = values.len().min(offsets[rows].as_usize());
                new_values.reserve(last.saturating_sub(start.as_usize()) + 1024);
            }
            new_values.extend_from_slice(&values[start.as_usize()..end.as_usize()]);
            end_of::<O>(&new_values)?;
        }
        let moved = |offset: &O| *offset - start + base;
        new_offsets.extend(offsets[next..row].iter().map(moved));
        if row < rows {
            new_offsets.push(end_of(&new_values)?);
            new_values.extend_from_slice(repair.replace(row)?);
        }
        next = row + 1;
    }
    new_offsets.push(end_of(&new_values)?);
    Ok(Converted {
        nulls: repair.nulls(),
        offsets: OffsetBuffer::new(ScalarBuffer::from(new_offsets)),
        values: Buffer::from_vec(new_values),
    })
}

/// Returns the offset of the end of these values.
fn end_of<O: OffsetSizeTrait>(values: &[u8]) -> Result<O, Error> {
    let overflow = || ArrowError::OffsetOverflowError(values.len());
    Ok(O::from_usize(values.len()).ok_or_else(overflow)?)
}

/// Views and their buffers.
pub(crate) type Views = (ScalarBuffer<u128>, Arc<[Buffer]>, Option<NullBuffer>);

/// Returns views with the rows in `malformed` replaced. The replacement of a null row is empty.
/// Long replacements are in a new buffer after the others.
pub(crate) fn views<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    bytes: &Bytes<'_>,
    malformed: &[usize],
    policy: Policy,
) -> Result<Views, Error> {
    let mut repair = Repair::new(bytes, policy);
    let mut changed = array.views().to_vec();
    let mut buffers = array.data_buffers().to_vec();
    let mut added = Vec::new();
    let too_long = |len| ArrowError::OffsetOverflowError(len);
    for &row in malformed {
        let text = repair.replace(row)?;
        let start = i32::try_from(added.len()).map_err(|_| too_long(added.len()))?;
        changed[row] = make_view(text, buffers.len() as u32, start as u32);
        if text.len() > MAX_INLINE_VIEW_LEN as usize {
            added.extend_from_slice(text);
        }
    }
    if !added.is_empty() {
        buffers.push(Buffer::from_vec(added));
    }
    Ok((ScalarBuffer::from(changed), buffers.into(), repair.nulls()))
}

/// Returns the views with the prefixes and padding that the format requires, or `None` if no view
/// changes.
///
/// Equal rows need equal prefixes, and zeros after a short text, because comparisons read these
/// first. Rows must be within their buffers.
pub(crate) fn exact_views(views: &[u128], buffers: &[Buffer]) -> Option<Vec<u128>> {
    let exact = |view: u128| {
        let length = view as u32;
        if length <= MAX_INLINE_VIEW_LEN {
            return view & (u128::MAX >> (96 - 8 * length));
        }
        let view = ByteView::from(view);
        let buffer = buffers.get(view.buffer_index as usize);
        let text = buffer.and_then(|buffer| buffer.get(view.offset as usize..));
        let prefix = text.and_then(|text| text.first_chunk());
        let prefix = prefix.map_or(view.prefix, |prefix| u32::from_le_bytes(*prefix));
        ByteView { prefix, ..view }.into()
    };
    let first = views.iter().position(|view| exact(*view) != *view)?;
    let mut repaired = views.to_vec();
    for view in &mut repaired[first..] {
        *view = exact(*view);
    }
    Some(repaired)
}
