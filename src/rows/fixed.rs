//! [`FixedWidth`]: rows with the same number of units.
#![forbid(unsafe_code)]

use super::Rows;
use super::gathered::Gathered;
use super::sealed::{self, Ends, Group, Layout, Row};
use crate::memory;
use crate::memory::Unit;
use crate::rows::column::{ColumnReason, Offset};

/// Rows with the same number of units each, such as `CHAR(n)` columns of databases. The row buffers
/// of ODBC also have an array with the length of each text.
///
/// Row `i` is `values[i * width..(i + 1) * width]`, or a prefix of it if rows have lengths. Padding
/// is part of the text, unless [`without_padding`](Self::without_padding) removes it. Units after
/// the last complete row count as a row that is out of range.
///
/// ```
/// use utflane::rows::{BadRow, FixedWidth};
/// use utflane::{Utf8, Utf16, transcode_rows_to_vec};
///
/// // Four units for each row; lengths in bytes, -1 for a null.
/// let units: Vec<u16> = "né??abcd????".encode_utf16().collect();
/// let rows = FixedWidth::new(&units, 4).with_byte_lengths(&[4i64, 8, -1]);
/// let (text, offsets) = transcode_rows_to_vec::<Utf16, Utf8, i32>(&rows, |_| BadRow::Stop)?;
/// assert_eq!(text, "néabcd".as_bytes());
/// assert_eq!(offsets, [0, 3, 7, 7]);
///
/// let rows = FixedWidth::new(b"Oslo  Bergen", 6).without_padding(b" ");
/// let (text, offsets) = transcode_rows_to_vec::<Utf8, Utf8, i32>(&rows, |_| BadRow::Stop)?;
/// assert_eq!((&text[..], &offsets[..]), (&b"OsloBergen"[..], &[0, 4, 10][..]));
/// # Ok::<(), utflane::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedWidth<'a, U, L = usize> {
    values: &'a [U],
    width: usize,
    lengths: Option<&'a [L]>,
    /// Whether lengths count bytes instead of units.
    in_bytes: bool,
    padding: &'a [U],
}

impl<'a, U> FixedWidth<'a, U> {
    /// Creates rows of `width` units. If `width` is 0, there are no rows.
    ///
    /// ```
    /// use utflane::{Utf8, rows::FixedWidth, validate_rows};
    ///
    /// let rows = FixedWidth::new(b"one\xFFwo", 3);
    /// assert_eq!(validate_rows::<Utf8>(&rows).unwrap_err().row(), 1);
    /// ```
    pub const fn new(values: &'a [U], width: usize) -> Self {
        FixedWidth {
            values,
            width,
            lengths: None,
            in_bytes: false,
            padding: &[],
        }
    }

    /// Sets the length of each row, in units. The number of lengths is the number of rows.
    ///
    /// The length -1 marks a null, which is an empty row. A row whose length is less than -1 or
    /// greater than the width is [out of range](crate::ColumnReason::OutOfRange).
    ///
    /// ```
    /// use utflane::rows::{BadRow, FixedWidth};
    /// use utflane::{Utf8, transcode_rows_to_vec};
    ///
    /// let rows = FixedWidth::new(b"Oslo??Bergen", 6).with_lengths(&[4, 6]);
    /// let (text, offsets) = transcode_rows_to_vec::<Utf8, Utf8, i32>(&rows, |_| BadRow::Stop)?;
    /// assert_eq!((text, offsets), ("OsloBergen".into(), vec![0, 4, 10]));
    /// # Ok::<(), utflane::ColumnError>(())
    /// ```
    pub const fn with_lengths<L>(self, lengths: &'a [L]) -> FixedWidth<'a, U, L> {
        FixedWidth {
            values: self.values,
            width: self.width,
            lengths: Some(lengths),
            in_bytes: false,
            padding: self.padding,
        }
    }

    /// Sets the length of each row in bytes, like the length indicators of ODBC. See
    /// [`with_lengths`](Self::with_lengths).
    ///
    /// A row whose length is not a whole number of units is out of range. So is a row that ODBC
    /// truncated, because its indicator is the full length, which is greater than the width.
    ///
    /// ```
    /// use utflane::rows::{BadRow, FixedWidth};
    /// use utflane::{Utf8, Utf16, transcode_rows_to_vec};
    ///
    /// let units: Vec<u16> = "né??abcd".encode_utf16().collect();
    /// let rows = FixedWidth::new(&units, 4).with_byte_lengths(&[4, 8]);
    /// let (text, offsets) = transcode_rows_to_vec::<Utf16, Utf8, i32>(&rows, |_| BadRow::Stop)?;
    /// assert_eq!((text, offsets), ("néabcd".into(), vec![0, 3, 7]));
    /// # Ok::<(), utflane::ColumnError>(())
    /// ```
    pub const fn with_byte_lengths<L>(self, lengths: &'a [L]) -> FixedWidth<'a, U, L> {
        FixedWidth {
            in_bytes: true,
            ..self.with_lengths(lengths)
        }
    }
}

impl<'a, U, L> FixedWidth<'a, U, L> {
    /// Removes padding at the end of each row: `padding`, such as a space, is removed as often as
    /// the row ends with it.
    ///
    /// ```
    /// use utflane::rows::{BadRow, FixedWidth};
    /// use utflane::{Utf8, transcode_rows_to_vec};
    ///
    /// let rows = FixedWidth::new(b"Oslo  Bergen", 6).without_padding(b" ");
    /// let (text, offsets) = transcode_rows_to_vec::<Utf8, Utf8, i32>(&rows, |_| BadRow::Stop)?;
    /// assert_eq!((text, offsets), ("OsloBergen".into(), vec![0, 4, 10]));
    /// # Ok::<(), utflane::ColumnError>(())
    /// ```
    pub const fn without_padding(self, padding: &'a [U]) -> Self {
        FixedWidth { padding, ..self }
    }
}

impl<U: Unit + PartialEq, L: Offset> FixedWidth<'_, U, L> {
    /// Returns the number of units of a row with the length `length`, or `None` if it is out of
    /// range.
    #[inline(always)]
    fn units(&self, length: L) -> Option<usize> {
        if length.equals_minus_one() {
            return Some(0);
        }
        let unit = if self.in_bytes { size_of::<U>() } else { 1 };
        let length = length.index();
        (length / unit <= self.width && length % unit == 0).then_some(length / unit)
    }

    /// Returns the values from the start of a row on, and the length of the row, or `None` if it is
    /// out of range.
    #[inline(always)]
    fn part(&self, row: usize) -> Option<(&[U], usize)> {
        let rest = self.values.get(row.checked_mul(self.width)?..)?;
        let text = rest.get(..self.width)?;
        let mut len = match self.lengths {
            Some(lengths) => self.units(lengths[row])?,
            None => self.width,
        };
        if !self.padding.is_empty() {
            while text[..len].ends_with(self.padding) {
                len -= self.padding.len();
            }
        }
        Some((rest, len))
    }
}

impl<U: Unit + PartialEq, L: Offset> Rows for FixedWidth<'_, U, L> {}

impl<U: Unit + PartialEq, L: Offset> Layout for FixedWidth<'_, U, L> {
    type Unit = U;
    type Scratch = Option<Gathered>;

    fn scratch() -> Option<Gathered> {
        None
    }

    fn count(&self) -> usize {
        match self.lengths {
            Some(lengths) => lengths.len(),
            None if self.width == 0 => 0,
            None => self.values.len().div_ceil(self.width),
        }
    }

    #[inline]
    fn row(&self, row: usize) -> Row<'_, U> {
        let start = row.saturating_mul(self.width).min(self.values.len());
        match self.part(row) {
            Some((rest, len)) => Ok((&rest[..len], start)),
            None => Err((ColumnReason::OutOfRange, start)),
        }
    }

    #[inline]
    fn group<'g>(
        &'g self,
        row: usize,
        most: usize,
        ends: &mut Ends,
        scratch: &'g mut Option<Gathered>,
    ) -> Group<'g> {
        let most = most.min(self.count() - row);
        if self.lengths.is_some() || !self.padding.is_empty() {
            let part = |index| {
                let (rest, len) = self.part(row + index)?;
                Some((memory::bytes(rest), len * size_of::<U>()))
            };
            return scratch
                .get_or_insert_with(Gathered::new)
                .gather(most, ends, part);
        }
        let width = self.width.saturating_mul(size_of::<U>());
        let rest = memory::bytes(&self.values[row * self.width..]);
        let rows = most
            .min(sealed::GROUP_BYTES / width)
            .min(rest.len() / width);
        if rows < 2 || width >= sealed::LONG_ROW {
            return Group {
                text: None,
                rows: 1,
            };
        }
        for (index, end) in ends[..=rows].iter_mut().enumerate() {
            *end = (index * width) as u32;
        }
        Group {
            text: Some(&rest[..rows * width]),
            rows,
        }
    }
}
