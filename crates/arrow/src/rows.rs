//! Presents the rows of an array to utflane, which has types for the same layouts.
#![forbid(unsafe_code)]

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, GenericByteArray, GenericByteViewArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType;
use std::borrow::Cow;
use utflane::Utf8;

/// Rows of bytes, some of them null.
#[derive(Clone)]
pub(crate) struct Bytes<'a> {
    pub(crate) layout: Layout<'a>,
    pub(crate) nulls: Option<&'a NullBuffer>,
}

#[derive(Clone)]
pub(crate) enum Layout<'a> {
    Small(&'a OffsetBuffer<i32>, &'a Buffer),
    Large(&'a OffsetBuffer<i64>, &'a Buffer),
    Views(Cow<'a, [[u8; 16]]>, &'a [Buffer]),
}

/// Evaluates `$body` with `$rows` bound to the rows. With `nullable`, null rows are treated as
/// empty rows.
macro_rules! with_rows {
    ($bytes:expr, $rows:ident => $body:expr) => {
        match &$bytes.layout {
            crate::rows::Layout::Small(offsets, values) => {
                let $rows = utflane::rows::Column::new(&values[..], &offsets[..]);
                $body
            }
            crate::rows::Layout::Large(offsets, values) => {
                let $rows = utflane::rows::Column::new(&values[..], &offsets[..]);
                $body
            }
            crate::rows::Layout::Views(views, buffers) => {
                let $rows = utflane::rows::Views::new(views, buffers);
                $body
            }
        }
    };
    ($bytes:expr, nullable $rows:ident => $body:expr) => {{
        let (validity, offset) = $bytes.validity();
        crate::rows::with_rows!($bytes, rows => {
            let $rows = utflane::rows::Nullable::new(rows, validity, offset);
            $body
        })
    }};
}
pub(crate) use with_rows;

impl<'a> Bytes<'a> {
    /// Returns the rows of an array of bytes or text, or `None` for an array of any other type.
    pub(crate) fn of(array: &'a dyn Array) -> Option<Bytes<'a>> {
        let layout = match array.data_type() {
            DataType::Binary => Layout::of_small(array.as_binary()),
            DataType::LargeBinary => Layout::of_large(array.as_binary()),
            DataType::BinaryView => Layout::of_views(array.as_binary_view()),
            DataType::Utf8 => Layout::of_small(array.as_string()),
            DataType::LargeUtf8 => Layout::of_large(array.as_string()),
            DataType::Utf8View => Layout::of_views(array.as_string_view()),
            _ => return None,
        };
        let nulls = array.nulls();
        Some(Bytes { layout, nulls })
    }

    pub(crate) fn len(&self) -> usize {
        match &self.layout {
            Layout::Small(offsets, _) => offsets.len() - 1,
            Layout::Large(offsets, _) => offsets.len() - 1,
            Layout::Views(views, _) => views.len(),
        }
    }

    pub(crate) fn row(&self, row: usize) -> &[u8] {
        self.get(row).expect("a row of an array")
    }

    /// Returns a row, or `None` if it is not within the values, as in an unvalidated array.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        let (values, start, len): (&[u8], usize, usize) = match &self.layout {
            Layout::Small(offsets, values) => {
                let (start, end) = (offsets[row], offsets[row + 1]);
                (values, start as usize, end.checked_sub(start)? as usize)
            }
            Layout::Large(offsets, values) => {
                let (start, end) = (offsets[row], offsets[row + 1]);
                (values, start as usize, end.checked_sub(start)? as usize)
            }
            Layout::Views(views, buffers) => {
                let view = ByteView::from(u128::from_le_bytes(views[row]));
                if view.length <= MAX_INLINE_VIEW_LEN {
                    (&views[row], 4, view.length as usize)
                } else {
                    let buffer = buffers.get(view.buffer_index as usize)?;
                    (buffer, view.offset as usize, view.length as usize)
                }
            }
        };
        values.get(start..)?.get(..len)
    }

    /// Returns the validity bitmap and its offset in bits.
    pub(crate) fn validity(&self) -> (&[u8], usize) {
        match self.nulls {
            Some(nulls) => (nulls.validity(), nulls.offset()),
            None => (&[], 0),
        }
    }

    /// Returns the indices of the rows that are not UTF-8, except null rows.
    pub(crate) fn malformed(&self) -> Vec<usize> {
        let mut malformed = Vec::new();
        with_rows!(self, nullable rows => {
            utflane::malformed_rows::<Utf8>(&rows, |error| malformed.push(error.row()));
        });
        malformed
    }

    /// Returns the indices of the rows that are not UTF-8, null rows included.
    pub(crate) fn all_malformed(&self) -> Vec<usize> {
        let mut malformed = Vec::new();
        with_rows!(self, rows => {
            utflane::malformed_rows::<Utf8>(&rows, |error| malformed.push(error.row()));
        });
        malformed
    }
}

impl<'a> Layout<'a> {
    fn of_small<T: ByteArrayType<Offset = i32>>(array: &'a GenericByteArray<T>) -> Layout<'a> {
        Layout::Small(array.offsets(), array.values())
    }

    fn of_large<T: ByteArrayType<Offset = i64>>(array: &'a GenericByteArray<T>) -> Layout<'a> {
        Layout::Large(array.offsets(), array.values())
    }

    pub(crate) fn of_views<T: ByteViewType + ?Sized>(
        array: &'a GenericByteViewArray<T>,
    ) -> Layout<'a> {
        let views = if cfg!(target_endian = "little") {
            Cow::Borrowed(array.views().inner().as_chunks().0)
        } else {
            array
                .views()
                .iter()
                .map(|view| view.to_le_bytes())
                .collect()
        };
        Layout::Views(views, array.data_buffers())
    }
}
