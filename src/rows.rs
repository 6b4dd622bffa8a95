//! Layouts of columns, which define where the text of each row is.
//!
//! - [`Column`]: values and offsets, as in Arrow.
//! - [`FixedWidth`]: rows with the same number of units.
//! - [`Views`]: Arrow's views.
//! - [`Nullable`]: another layout with a validity bitmap.
//!
//! The functions [`validate_rows`](crate::validate_rows), [`malformed_rows`](crate::malformed_rows)
//! and [`transcode_rows`](crate::transcode_rows) accept every layout.
#![deny(unsafe_code)]

pub(crate) mod column;
mod fixed;
mod gathered;
mod nulls;
mod views;

pub use fixed::FixedWidth;
pub use nulls::Nullable;
pub use views::Views;

use crate::Isa;
use crate::memory;
use crate::rows::column::codec::Source;
use crate::rows::column::validate::{Checked, good_rows};
use crate::rows::column::{ColumnReason, Offset};
use sealed::{Group, Layout, Row};

/// Rows of text in one of the layouts of this module. This trait is sealed.
///
/// `Unit` is the unit of the text, and of the encodings that apply to it: `u8`, `u16` or `u32`.
pub trait Rows: sealed::Layout {}

/// How to handle a row that cannot be converted: the result of the callback of
/// [`transcode_rows`](crate::transcode_rows).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadRow {
    /// The conversion stops and returns the error of this row.
    Stop,
    /// The row becomes empty, and the conversion continues.
    Empty,
    /// The row is converted with replacement, as by [`transcode_lossy`](crate::transcode_lossy()),
    /// and the conversion continues. If the offsets of the row are invalid, the conversion stops.
    Replace,
}

pub(crate) mod sealed {
    use crate::Isa;
    use crate::memory::Unit;
    use crate::rows::column::ColumnReason;
    use crate::rows::column::codec::Source;
    use crate::rows::column::validate::{Checked, check_group};

    /// Maximum number of rows in a group. It is large, so that short rows together are a long text.
    pub(crate) const GROUP: usize = 1024;

    /// Maximum number of bytes of a group. They fit into the first-level cache.
    pub(crate) const GROUP_BYTES: usize = 1 << 14;

    /// Average length of the rows of a group, in bytes, from which on rows are converted one by
    /// one.
    pub(crate) const LONG_ROW: usize = 1 << 10;

    /// A zero, and then the end of each row in the text of its group.
    pub(crate) type Ends = [u32; GROUP + 1];

    /// The [`Ends`], which are created when they are first needed.
    pub(crate) type LazyEnds = Option<Ends>;

    /// Consecutive rows.
    #[derive(Debug)]
    pub struct Group<'g> {
        /// The concatenated texts of the rows, if processing them as one text is faster.
        pub text: Option<&'g [u8]>,
        /// The number of rows, 1 or more.
        pub rows: usize,
    }

    /// The text of a row, and the position in the values at which it starts.
    pub(crate) type Row<'r, U> = Result<(&'r [U], usize), (ColumnReason, usize)>;

    /// A layout, which defines where the rows are.
    pub trait Layout {
        /// The unit of the text.
        type Unit: Unit;

        /// Memory that a group may need.
        type Scratch;

        /// Creates scratch memory without content.
        fn scratch() -> Self::Scratch;

        /// Returns the number of rows.
        fn count(&self) -> usize;

        /// Returns a row, whose index is less than [`count`](Self::count).
        fn row(&self, row: usize) -> Row<'_, Self::Unit>;

        /// Returns the rows from `row` on, at most `most`, which is 1 to [`GROUP`]. If the group
        /// has a text, the method sets `ends` to the ends of the rows in it, in bytes. They are in
        /// ascending order, and at most the length of the text.
        fn group<'g>(
            &'g self,
            row: usize,
            most: usize,
            ends: &mut Ends,
            scratch: &'g mut Self::Scratch,
        ) -> Group<'g>;

        /// Validates the rows from `row` on, at most `most`.
        fn check<C: Source>(
            &self,
            codec: (Isa, C),
            row: usize,
            most: usize,
            ends: &mut LazyEnds,
            scratch: &mut Self::Scratch,
        ) -> Checked {
            check_group(codec, self, row, most, ends, scratch)
        }
    }

    impl<L: Layout> Layout for &L {
        type Unit = L::Unit;
        type Scratch = L::Scratch;

        fn scratch() -> L::Scratch {
            L::scratch()
        }

        fn count(&self) -> usize {
            (**self).count()
        }

        fn row(&self, row: usize) -> Row<'_, L::Unit> {
            (**self).row(row)
        }

        fn group<'g>(
            &'g self,
            row: usize,
            most: usize,
            ends: &mut Ends,
            scratch: &'g mut L::Scratch,
        ) -> Group<'g> {
            (**self).group(row, most, ends, scratch)
        }

        fn check<C: Source>(
            &self,
            codec: (Isa, C),
            row: usize,
            most: usize,
            ends: &mut LazyEnds,
            scratch: &mut L::Scratch,
        ) -> Checked {
            (**self).check(codec, row, most, ends, scratch)
        }
    }
}

impl<R: Rows> Rows for &R {}

/// Rows in contiguous values with offsets, as in Arrow: row `i` is `values[offsets[i]..offsets[i +
/// 1]]`.
///
/// There is one more offset than rows, or none. Offsets count units and need not begin at 0. Values
/// before the first offset and after the last one are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a, U, O> {
    values: &'a [U],
    offsets: &'a [O],
}

impl<'a, U, O> Column<'a, U, O> {
    /// Creates a column of `values` with `offsets`.
    ///
    /// ```
    /// use utflane::{Utf8, rows::Column, validate_rows};
    ///
    /// let column = Column::new("Osloæøå".as_bytes(), &[0, 4, 10]);
    /// assert_eq!(validate_rows::<Utf8>(&column), Ok(()));
    /// ```
    pub const fn new(values: &'a [U], offsets: &'a [O]) -> Self {
        Column { values, offsets }
    }
}

impl<U: crate::memory::Unit, O: Offset> Rows for Column<'_, U, O> {}

impl<U: crate::memory::Unit, O: Offset> Layout for Column<'_, U, O> {
    type Unit = U;
    type Scratch = ();

    fn scratch() {}

    #[inline]
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline]
    fn row(&self, row: usize) -> Row<'_, U> {
        let (start, end) = (self.offsets[row].index(), self.offsets[row + 1].index());
        let position = start.min(self.values.len());
        match self.values.get(start..end) {
            Some(text) => Ok((text, start)),
            None if start.max(end) > self.values.len() => Err((ColumnReason::OutOfRange, position)),
            None => Err((ColumnReason::Descending, position)),
        }
    }

    #[inline]
    fn group<'g>(
        &'g self,
        row: usize,
        most: usize,
        ends: &mut sealed::Ends,
        (): &'g mut (),
    ) -> Group<'g> {
        let (offsets, text) = self.rows_of(row, most, sealed::GROUP_BYTES);
        let rows = offsets.len() - 1;
        let is_short = |text: &&[U]| rows > 1 && size_of_val(*text) < rows * sealed::LONG_ROW;
        let text = text.filter(is_short).filter(|_| ascend(offsets));
        if text.is_some() {
            ends_of::<U, O>(offsets, ends);
        }
        Group {
            text: text.map(memory::bytes),
            rows,
        }
    }

    /// The ends of rows are computed only if the text is not ASCII.
    #[inline]
    fn check<C: Source>(
        &self,
        (isa, codec): (Isa, C),
        row: usize,
        most: usize,
        ends: &mut sealed::LazyEnds,
        (): &mut (),
    ) -> Checked {
        let (offsets, text) = self.rows_of(row, most, READ_BYTES);
        let rows = offsets.len() - 1;
        let good = text.filter(|_| ascend(offsets)).map(|text| {
            let text = memory::bytes(text);
            let (valid, plain) = codec.valid_and_plain(isa, text);
            if plain || rows == 1 {
                return if valid == text.len() { rows } else { 0 };
            }
            let ends = ends.get_or_insert([0; sealed::GROUP + 1]);
            ends_of::<U, O>(offsets, ends);
            good_rows(codec, text, valid, &ends[..=rows])
        });
        Checked { good, rows }
    }
}

/// Maximum number of bytes of a group of rows that are only validated. Their text is read twice,
/// and no output competes for the cache.
const READ_BYTES: usize = 1 << 16;

impl<'a, U: crate::memory::Unit, O: Offset> Column<'a, U, O> {
    /// Returns the offsets of the rows from `row` on, at most `most`, and the values between the
    /// first and the last offset, if these are in range. Several rows have at most `bytes` bytes. A
    /// single row may have more.
    #[inline(always)]
    fn rows_of(&self, row: usize, most: usize, bytes: usize) -> (&'a [O], Option<&'a [U]>) {
        let offsets = &self.offsets[row..];
        let start = offsets[0].index();
        let mut rows = most.min(offsets.len() - 1);
        let bytes_of = |rows: usize| {
            let units = offsets[rows].index().wrapping_sub(start);
            units.saturating_mul(size_of::<U>())
        };
        while rows > 1 && bytes_of(rows) > bytes {
            rows /= 2;
        }
        let text = self.values.get(start..offsets[rows].index());
        (&offsets[..=rows], text)
    }
}

/// Sets `ends` to the ends of rows, in bytes from the start of the first row. The first offset is
/// the start of that row.
#[inline(always)]
fn ends_of<U, O: Offset>(offsets: &[O], ends: &mut sealed::Ends) {
    let start = offsets[0].index();
    for (end, offset) in ends.iter_mut().zip(offsets) {
        *end = (offset.low_bits().wrapping_sub(start) * size_of::<U>()) as u32;
    }
}

#[inline(always)]
fn ascend<O: Offset>(offsets: &[O]) -> bool {
    let pairs = offsets.windows(2);
    pairs.fold(true, |ascend, pair| ascend & (pair[0] <= pair[1]))
}
