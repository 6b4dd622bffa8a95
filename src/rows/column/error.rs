//! Errors of rows.

use crate::{CodePoint, DecodeError, Reason};
use core::fmt;

/// The reason why a row is not well-formed text, or cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnReason {
    /// An offset or the length of the row is negative, or greater than the values allow.
    OutOfRange,
    /// The end offset of the row is less than its start offset.
    Descending,
    /// The text is malformed. Positions in the error count units from the start of the row. A
    /// character that continues in the next row is [incomplete](crate::ErrorKind::Incomplete).
    Malformed(DecodeError),
    /// The output encoding cannot represent this character.
    Unrepresentable(CodePoint),
    /// The converted row does not fit into the rest of the output, or its offset does not fit into
    /// the output offsets.
    OutputFull,
    /// The converted row ends beyond the largest value of the output's offset type.
    OffsetOverflow,
}

/// The first row of a column that is not well-formed text, or cannot be converted.
///
/// ```
/// use utflane::{ColumnReason, Utf8, rows::Column, validate_rows};
///
/// // "é" and "€", with the second character cut in two.
/// let error = validate_rows::<Utf8>(&Column::new("é€".as_bytes(), &[0, 2, 3, 5])).unwrap_err();
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
    pub(crate) fn new(row: usize, position: usize, reason: ColumnReason) -> Self {
        ColumnError {
            row,
            position,
            reason,
        }
    }

    /// Returns the index of the row.
    ///
    /// ```
    /// use utflane::rows::Column;
    /// use utflane::{ColumnReason, Utf8, validate_rows};
    ///
    /// let column = Column::new(b"ab\xFFc", &[0, 2, 4]);
    /// let error = validate_rows::<Utf8>(&column).unwrap_err();
    /// assert_eq!((error.row(), error.position()), (1, 2));
    /// assert!(matches!(error.reason(), ColumnReason::Malformed(_)));
    /// ```
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Returns the index in the values, in units, of the malformed sequence, or of the character
    /// that cannot be represented or does not fit.
    ///
    /// If the offsets of the row are invalid, it is the start of the row, or the length of the
    /// values if the start is out of range. If the output offset is too large, it is the start of
    /// the row.
    ///
    /// ```
    /// use utflane::{Utf8, rows::Column, validate_rows};
    ///
    /// let error = validate_rows::<Utf8>(&Column::new(b"abc\xFF", &[0, 2, 4])).unwrap_err();
    /// assert_eq!((error.row(), error.position()), (1, 3));
    /// ```
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the reason why the row is not well-formed text, or cannot be converted.
    ///
    /// ```
    /// use utflane::{ColumnReason, Utf8, rows::Column, validate_rows};
    ///
    /// let error = validate_rows::<Utf8>(&Column::new(b"abc", &[0, 2, 4])).unwrap_err();
    /// assert_eq!(error.reason(), ColumnReason::OutOfRange);
    /// ```
    pub const fn reason(&self) -> ColumnReason {
        self.reason
    }
}

impl ColumnReason {
    pub(super) fn from_reason(reason: Reason) -> ColumnReason {
        match reason {
            Reason::OutputFull => ColumnReason::OutputFull,
            Reason::Malformed(error) => ColumnReason::Malformed(error),
            Reason::Unrepresentable(code_point) => ColumnReason::Unrepresentable(code_point),
        }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} (from index {}): ", self.row, self.position)?;
        match self.reason {
            ColumnReason::OutOfRange => f.write_str("offset out of range"),
            ColumnReason::Descending => f.write_str("offsets descend"),
            ColumnReason::Malformed(error) => error.fmt(f),
            ColumnReason::Unrepresentable(code_point) => {
                write!(f, "character {code_point} cannot be represented")
            }
            ColumnReason::OutputFull => f.write_str("output full"),
            ColumnReason::OffsetOverflow => f.write_str("offset too large for its type"),
        }
    }
}

impl core::error::Error for ColumnError {}
