//! Layouts of columns: where the text of each row is.
//!
//! [`Column`] is values and offsets, [`FixedWidth`] rows of the same number of units, [`Views`]
//! those of Arrow's views; in [`Nullable`] rows some are null. Every layout goes into
//! [`validate_rows`](crate::validate_rows), [`malformed_rows`](crate::malformed_rows) and
//! [`transcode_rows`](crate::transcode_rows).
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
use crate::buffer::memory;
use crate::rows::column::codec::Source;
use crate::rows::column::validate::Checked;
use crate::rows::column::{ColumnReason, Offset};
use sealed::{Group, Layout, Row};

/// Rows of text in one of the layouts of this module. The trait is sealed.
///
/// `Unit` is the unit in which they are kept, that of the encodings of this text: `u8`, `u16` or
/// `u32`.
pub trait Rows: sealed::Layout {}

/// What becomes of a row that cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadRow {
    /// The conversion stops, with the error of this row.
    Stop,
    /// The row becomes empty, and the conversion goes on.
    Empty,
    /// The row is converted with replacement, as by
    /// [`transcode_lossy`](crate::transcode_lossy()), and the conversion goes on. (If the row's
    /// offsets are wrong, it stops.)
    Replace,
}

pub(crate) mod sealed {
    use crate::Isa;
    use crate::buffer::memory::Unit;
    use crate::rows::column::ColumnReason;
    use crate::rows::column::codec::Source;
    use crate::rows::column::validate::{Checked, check_group};

    /// Rows in a group: enough that short rows make a long text.
    pub(crate) const GROUP: usize = 1024;

    /// Bytes of a group: few enough that they stay in the first-level cache.
    pub(crate) const GROUP_BYTES: usize = 1 << 14;

    /// Bytes of a row, on average of a group, from which on it is converted by itself.
    pub(crate) const LONG_ROW: usize = 1 << 10;

    /// Where each row of a group ends in its text, after a zero.
    pub(crate) type Ends = [u32; GROUP + 1];

    /// Some rows that follow each other.
    #[derive(Debug)]
    pub struct Group<'g> {
        /// The texts of the rows end to end, if it pays to take them for one text.
        pub text: Option<&'g [u8]>,
        /// The number of rows, 1 or more.
        pub rows: usize,
    }

    /// The text of a row, and from where positions in it count.
    pub(crate) type Row<'r, U> = Result<(&'r [U], usize), (ColumnReason, usize)>;

    /// A layout: where the rows are.
    pub trait Layout {
        /// The unit of the text.
        type Unit: Unit;

        /// What a group may need.
        type Scratch;

        /// It, as yet without content.
        fn scratch() -> Self::Scratch;

        /// The number of rows.
        fn count(&self) -> usize;

        /// A row, below their number.
        fn row(&self, row: usize) -> Row<'_, Self::Unit>;

        /// The rows from `row` on, at most `most`, which is 1 to [`GROUP`]. If there is a text,
        /// `ends` are where the rows end in it, in bytes; they ascend up to its length.
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
            ends: &mut Ends,
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
            ends: &mut Ends,
            scratch: &mut L::Scratch,
        ) -> Checked {
            (**self).check(codec, row, most, ends, scratch)
        }
    }
}

impl<R: Rows> Rows for &R {}

/// Values that lie end to end, and offsets, as in Arrow: row `i` is
/// `values[offsets[i]..offsets[i + 1]]`.
///
/// There is one offset more than there are rows, or none at all. Offsets count units and need not
/// begin at 0; what is before the first and after the last one is not looked at.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a, U, O> {
    values: &'a [U],
    offsets: &'a [O],
}

impl<'a, U, O> Column<'a, U, O> {
    /// The column of these values.
    pub const fn new(values: &'a [U], offsets: &'a [O]) -> Self {
        Column { values, offsets }
    }
}

impl<U: crate::buffer::memory::Unit, O: Offset> Rows for Column<'_, U, O> {}

impl<U: crate::buffer::memory::Unit, O: Offset> Layout for Column<'_, U, O> {
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
        self.group_of(row, most, sealed::GROUP_BYTES, ends)
    }

    #[inline]
    fn check<C: Source>(
        &self,
        codec: (Isa, C),
        row: usize,
        most: usize,
        ends: &mut sealed::Ends,
        (): &mut (),
    ) -> Checked {
        let group = self.group_of(row, most, READ_BYTES, ends);
        Checked::of(codec, &group, ends)
    }
}

/// Bytes of a group of rows that are only read: their text is looked at twice, and nothing else.
const READ_BYTES: usize = 1 << 16;

impl<U: crate::buffer::memory::Unit, O: Offset> Column<'_, U, O> {
    /// See [`Layout::group`]: of so many bytes, at most.
    #[inline(always)]
    fn group_of(
        &self,
        row: usize,
        most: usize,
        bytes: usize,
        ends: &mut sealed::Ends,
    ) -> Group<'_> {
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
        let alone = Group { text: None, rows };
        if rows == 1 || bytes_of(rows) >= rows * sealed::LONG_ROW {
            return alone;
        }
        let Some(text) = self.values.get(start..offsets[rows].index()) else {
            return alone;
        };
        let offsets = &offsets[..=rows];
        if !ascend(offsets) {
            return alone;
        }
        for (end, offset) in ends.iter_mut().zip(offsets) {
            *end = (offset.low_bits().wrapping_sub(start) * size_of::<U>()) as u32;
        }
        let text = Some(memory::bytes(text));
        Group { text, rows }
    }
}

#[inline(always)]
fn ascend<O: Offset>(offsets: &[O]) -> bool {
    let pairs = offsets.windows(2);
    pairs.fold(true, |ascend, pair| ascend & (pair[0] <= pair[1]))
}
