//! Validation of a column of texts that lie end to end, as Arrow and Parquet keep them.
//!
//! All rows are well-formed if and only if the values from the first row to the last are
//! well-formed as one text and every row starts at a character boundary. So a group of rows is
//! validated as one long text, and then, while its values are in the first-level cache, one unit of
//! each row is checked. Rows are validated one by one only in a group that fails.
#![forbid(unsafe_code)]

use crate::encoding::unit_size;
use crate::memory;
use crate::scheme::Scheme;
use crate::{DecodeError, Encoding, Isa};
use core::fmt;

/// An integer type for offsets into a column's values: `i32`, `i64`, `u32`, `u64` or `usize`.
///
/// The trait is sealed.
pub trait Offset: Copy + PartialOrd + sealed::Index {}

mod sealed {
    /// Integers as indices.
    pub trait Index {
        /// The number as a `usize`; `usize::MAX`, which no slice reaches, if it is negative or too
        /// large.
        fn index(self) -> usize;

        /// The low bits of the number. They equal it if it is in the range of a `usize`.
        fn low_bits(self) -> usize;
    }
}

macro_rules! offsets {
    ($($integer:ty)*) => {
        $(
            impl sealed::Index for $integer {
                #[inline(always)]
                fn index(self) -> usize {
                    usize::try_from(self).unwrap_or(usize::MAX)
                }

                #[inline(always)]
                fn low_bits(self) -> usize {
                    self as usize
                }
            }
            impl Offset for $integer {}
        )*
    };
}

offsets! { i32 i64 u32 u64 usize }

/// The reason why a row is not well-formed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnReason {
    /// One of its offsets is negative or greater than the number of units of the values.
    OutOfRange,
    /// Its end offset is less than its start offset.
    Descending,
    /// Its text is malformed. Positions in the error count units from the start of the row. A
    /// character that the next row continues is [incomplete](crate::ErrorKind::Incomplete).
    Malformed(DecodeError),
}

/// The first row of a column that is not well-formed text.
///
/// ```
/// use utflane::{ColumnReason, Utf8, validate_column};
///
/// // "é" and "€", with the second character cut in two.
/// let error = validate_column::<Utf8>("é€".as_bytes(), &[0, 2, 3, 5]).unwrap_err();
/// assert_eq!((error.row(), error.position()), (1, 2));
/// let ColumnReason::Malformed(malformed) = error.reason() else { panic!() };
/// assert_eq!((malformed.valid_up_to(), malformed.error_len()), (0, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColumnError {
    row: usize,
    position: usize,
    reason: ColumnReason,
}

impl ColumnError {
    /// Index of the row, from 0.
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Index in the values, in units, of the malformed sequence. If the offsets are wrong, it is
    /// the start of the row, or the length of the values if that start is out of range.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The reason why the row is not well-formed text.
    pub const fn reason(&self) -> ColumnReason {
        self.reason
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} (from index {}): ", self.row, self.position)?;
        match self.reason {
            ColumnReason::OutOfRange => f.write_str("offset out of range"),
            ColumnReason::Descending => f.write_str("offsets descend"),
            ColumnReason::Malformed(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ColumnError {}

/// Number of rows in a group: enough that short rows make a long text, and small enough that their
/// values stay in the first-level cache.
const GROUP: usize = 1024;

impl Isa {
    /// See [`validate_column`](crate::validate_column()).
    pub fn validate_column<E: Encoding>(
        self,
        values: &[E::Unit],
        offsets: &[impl Offset],
    ) -> Result<(), ColumnError> {
        let mut row = 0;
        while row + 1 < offsets.len() {
            let group = &offsets[row..offsets.len().min(row + GROUP + 1)];
            if !self.is_valid_group::<E>(values, group) {
                self.find_in_group::<E>(values, group, row)?;
            }
            row += group.len() - 1;
        }
        Ok(())
    }

    /// Whether all rows of a group are well-formed: as one text, cut at character boundaries.
    fn is_valid_group<E: Encoding>(self, values: &[E::Unit], group: &[impl Offset]) -> bool {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            return true;
        };
        let start = first.index();
        let Some(values) = values.get(..last.index()) else {
            return false;
        };
        let Some(text) = values.get(start..) else {
            return false;
        };
        let ascend = |ok, pair: &[_]| ok & (pair[0] <= pair[1]);
        let starts = |count, offset: &_| count + starts_character::<E>(values, start, *offset);
        group.windows(2).fold(true, ascend)
            && self.is_valid::<E>(text)
            && group.iter().fold(0, starts) == group.len()
    }

    /// Returns the error of the first row of a group that is not well-formed. `before` is the
    /// number of rows before the group.
    #[cold]
    fn find_in_group<E: Encoding>(
        self,
        values: &[E::Unit],
        group: &[impl Offset],
        before: usize,
    ) -> Result<(), ColumnError> {
        for (row, pair) in group.windows(2).enumerate() {
            let (start, end) = (pair[0].index(), pair[1].index());
            let reason = match values.get(start..end) {
                None if start.max(end) > values.len() => ColumnReason::OutOfRange,
                None => ColumnReason::Descending,
                Some(text) => match self.validate::<E>(text) {
                    Ok(()) => continue,
                    Err(error) => ColumnReason::Malformed(error),
                },
            };
            let valid = match reason {
                ColumnReason::Malformed(error) => error.valid_up_to(),
                _ => 0,
            };
            return Err(ColumnError {
                row: before + row,
                position: start.min(values.len()) + valid,
                reason,
            });
        }
        Ok(())
    }
}

/// 1 if a character starts at `offset` or the values end there, otherwise 0. The values must be
/// well-formed from `start`, which is at most `offset`, to their end.
#[inline(always)]
fn starts_character<E: Encoding>(values: &[E::Unit], start: usize, offset: impl Offset) -> usize {
    let at = offset.low_bits();
    let width = E::Scheme::WIDTH / unit_size::<E>();
    if width > 1 && !(at - start).is_multiple_of(width) {
        return 0;
    }
    match values.get(at..) {
        Some(rest) if !rest.is_empty() => E::SCHEME.starts_character(memory::bytes(rest)).into(),
        _ => 1,
    }
}

/// Checks that every row of a column is well-formed text, in one pass over the values.
///
/// The column is laid out as in Arrow: row `i` is `values[offsets[i]..offsets[i + 1]]`, so there is
/// one offset more than there are rows, and offsets count units of `E`. Values before the first
/// offset and after the last one are not checked. The result is that of
/// [`validate`](crate::validate()) for each row, several times as fast where rows are short.
///
/// # Errors
///
/// The first row that is not well-formed text: its offsets descend or are out of range, or the text
/// between them is malformed, perhaps because an offset lies within a character.
///
/// ```
/// use utflane::{ColumnReason, ErrorKind, Utf8, validate_column};
///
/// let values = "onetwoüthree".as_bytes();
/// validate_column::<Utf8>(values, &[0i32, 3, 8, 8, 13])?;
///
/// let error = validate_column::<Utf8>(values, &[0i64, 3, 7, 13]).unwrap_err();
/// assert_eq!((error.row(), error.position()), (1, 6));
///
/// let error = validate_column::<Utf8>(values, &[0u32, 3, 14]).unwrap_err();
/// assert_eq!((error.row(), error.reason()), (1, ColumnReason::OutOfRange));
/// # Ok::<(), utflane::ColumnError>(())
/// ```
pub fn validate_column<E: Encoding>(
    values: &[E::Unit],
    offsets: &[impl Offset],
) -> Result<(), ColumnError> {
    Isa::best().validate_column::<E>(values, offsets)
}
