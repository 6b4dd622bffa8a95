//! Text in UTF-8 of which some rows are malformed: what is good is copied in long pieces, or, of
//! views, not at all.
#![forbid(unsafe_code)]

use crate::convert::{Converted, with_more_nulls};
use crate::rows::Bytes;
use crate::{Error, Policy, RowError};
use arrow_array::builder::make_view;
use arrow_array::{GenericByteViewArray, OffsetSizeTrait, types::ByteViewType};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::MAX_INLINE_VIEW_LEN;
use arrow_schema::ArrowError;
use std::sync::Arc;
use utflane::{Encoding, JdkUtf8, Reason, Utf8, transcode_lossy, validate};

/// What becomes of malformed rows.
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

    /// The text in place of a malformed row: none if the row is null, or becomes it.
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

/// A text with replacements, in memory that serves for the next one, too.
fn replaced<'t, E: Encoding<Unit = u8>>(bytes: &[u8], text: &'t mut Vec<u8>) -> &'t [u8] {
    // A byte becomes U+FFFD at worst.
    let room = 3 * bytes.len();
    if text.len() < room {
        text.resize(room, 0);
    }
    let written = transcode_lossy::<E, Utf8>(bytes, text);
    &text[..written.expect("room for all")]
}

fn row_error(row: usize, bytes: &[u8]) -> Error {
    match validate::<Utf8>(bytes) {
        // Its place is a number that the format does not have.
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

/// Values and offsets with each of the rows `malformed`, which ascend, replaced.
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
                // The rest, and what a few replacements add.
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

/// The offset of what comes after these values.
fn end_of<O: OffsetSizeTrait>(values: &[u8]) -> Result<O, Error> {
    let overflow = || ArrowError::OffsetOverflowError(values.len());
    Ok(O::from_usize(values.len()).ok_or_else(overflow)?)
}

/// Views and their buffers.
pub(crate) type Views = (ScalarBuffer<u128>, Arc<[Buffer]>, Option<NullBuffer>);

/// Views with each of the rows `malformed` replaced, by the view of an empty row if it is null; long
/// replacements are in a buffer after the others.
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
