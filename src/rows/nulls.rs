//! [`Nullable`]: rows with a validity bitmap.
#![forbid(unsafe_code)]

use super::Rows;
use super::sealed::{Ends, Group, Layout, LazyEnds, Row};
use crate::Isa;
use crate::rows::column::codec::Source;
use crate::rows::column::validate::{Checked, check_group};

/// Rows with a validity bitmap, in which some may be null. The text of a null row is neither
/// validated nor converted, and may be anything. The row becomes an empty row in the output, so the
/// number of rows does not change.
///
/// ```
/// use utflane::rows::{Column, Nullable};
/// use utflane::{Utf8, validate_rows};
///
/// let column = Column::new(b"one\xFF\xFFthree", &[0, 3, 5, 10]);
/// assert_eq!(validate_rows::<Utf8>(&column).unwrap_err().row(), 1);
/// assert_eq!(validate_rows::<Utf8>(&Nullable::new(column, &[0b101], 0)), Ok(()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nullable<'a, R> {
    rows: R,
    validity: &'a [u8],
    offset: usize,
}

impl<'a, R> Nullable<'a, R> {
    /// Adds a validity bitmap to `rows`.
    ///
    /// Row `i` is null if bit `offset + i` of `validity` is 0. Bits count from the lowest bit of
    /// the first byte, as in Arrow. Rows after the end of `validity` are not null.
    ///
    /// ```
    /// use utflane::rows::{Column, Nullable};
    /// use utflane::{Utf8, validate_rows};
    ///
    /// let column = Column::new(b"one\xFFtwo", &[0, 3, 4, 7]);
    /// assert_eq!(validate_rows::<Utf8>(&Nullable::new(column, &[0b101], 0)), Ok(()));
    /// ```
    pub const fn new(rows: R, validity: &'a [u8], offset: usize) -> Self {
        Nullable {
            rows,
            validity,
            offset,
        }
    }

    #[inline(always)]
    fn is_null(&self, row: usize) -> bool {
        // `self.offset + row` may overflow.
        let bit = self.offset % 8 + row % 8;
        let at = self.offset / 8 + row / 8 + bit / 8;
        let byte = self.validity.get(at).copied().unwrap_or(0xFF);
        byte >> (bit % 8) & 1 == 0
    }
}

impl<R: Rows> Rows for Nullable<'_, R> {}

impl<R: Rows> Layout for Nullable<'_, R> {
    type Unit = R::Unit;
    type Scratch = R::Scratch;

    fn scratch() -> R::Scratch {
        R::scratch()
    }

    fn count(&self) -> usize {
        self.rows.count()
    }

    fn row(&self, row: usize) -> Row<'_, R::Unit> {
        if self.is_null(row) {
            return Ok((&[], 0));
        }
        self.rows.row(row)
    }

    /// The group has no text if a null in it is not empty, so that its rows are processed one by
    /// one.
    #[inline]
    fn group<'g>(
        &'g self,
        row: usize,
        most: usize,
        ends: &mut Ends,
        scratch: &'g mut R::Scratch,
    ) -> Group<'g> {
        let group = self.rows.group(row, most, ends, scratch);
        if group.text.is_none() {
            return group;
        }
        let rows = ends[..=group.rows].windows(2).enumerate();
        let empty = |empty, (index, pair): (usize, &[u32])| {
            empty & (!self.is_null(row + index) | (pair[0] == pair[1]))
        };
        if rows.fold(true, empty) {
            return group;
        }
        Group {
            text: None,
            ..group
        }
    }

    /// Well-formed rows need no check for nulls. The group is checked again, with nulls taken into
    /// account, only if its first row is malformed.
    #[inline]
    fn check<C: Source>(
        &self,
        codec: (Isa, C),
        row: usize,
        most: usize,
        ends: &mut LazyEnds,
        scratch: &mut R::Scratch,
    ) -> Checked {
        let checked = self.rows.check(codec, row, most, ends, scratch);
        if checked.good != Some(0) {
            return checked;
        }
        check_group(codec, self, row, most, ends, scratch)
    }
}
