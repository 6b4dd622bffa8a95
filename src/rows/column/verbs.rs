//! The verbs for columns, as methods of [`Isa`] and as free functions.

use super::convert::RowConversion;
#[cfg(feature = "alloc")]
use super::owned;
use super::{ColumnError, Offset, validate};
use crate::convert::codec::Typed;
use crate::memory;
#[allow(unused_imports, reason = "links of the documentation")]
use crate::rows::Column;
use crate::rows::{BadRow, Rows};
use crate::{Encoding, Isa};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl Isa {
    /// Like [`validate_rows`](fn@crate::validate_rows), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`validate_rows`](fn@crate::validate_rows).
    ///
    /// ```
    /// use utflane::{Isa, Utf8, rows::Column};
    ///
    /// let column = Column::new(b"one\xFF", &[0, 3, 4]);
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.validate_rows::<Utf8>(&column).unwrap_err().row(), 1);
    /// }
    /// ```
    pub fn validate_rows<E: Encoding>(
        self,
        rows: &impl Rows<Unit = E::Unit>,
    ) -> Result<(), ColumnError> {
        validate::validate(self, Typed::<E, E>::NEW, rows)
    }

    /// Like [`transcode_rows`](fn@crate::transcode_rows), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_rows`](fn@crate::transcode_rows).
    ///
    /// ```
    /// use utflane::rows::{BadRow, Column};
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// let column = Column::new("añ".as_bytes(), &[0, 1, 3]);
    /// let (isa, mut out, mut offsets) = (Isa::best(), [0; 8], [0i32; 3]);
    /// let stop = |_: &_| BadRow::Stop;
    /// assert_eq!(isa.transcode_rows::<Utf8, Utf16>(&column, &mut out, &mut offsets, stop), Ok(2));
    /// assert_eq!((&out[..2], offsets), (&[0x61, 0xF1][..], [0, 1, 2]));
    /// ```
    pub fn transcode_rows<S: Encoding, D: Encoding>(
        self,
        rows: &impl Rows<Unit = S::Unit>,
        out: &mut [D::Unit],
        out_offsets: &mut [impl Offset],
        mut bad: impl FnMut(&ColumnError) -> BadRow,
    ) -> Result<usize, ColumnError> {
        let mut run = RowConversion::new(self, Typed::<S, D>::NEW, rows);
        run.advance(memory::output(out), out_offsets, &mut bad)?;
        Ok(run.written())
    }
}

/// Checks that every row is well-formed text, in one pass over the values.
///
/// The rows may have any layout of [`rows`](crate::rows). In a [`Column`], values before the first
/// offset and after the last one are not checked.
///
/// The result equals that of [`validate`](crate::validate()) for each row. For short rows this
/// function is several times as fast.
///
/// # Errors
///
/// Returns the first row that is not well-formed text. Its offsets descend or are out of range, or
/// its text is malformed, for example because an offset is within a character.
///
/// ```
/// use utflane::rows::{Column, Nullable};
/// use utflane::{ColumnReason, Utf8, validate_rows};
///
/// let values = "onetwoüthree".as_bytes();
/// validate_rows::<Utf8>(&Column::new(values, &[0i32, 3, 8, 8, 13]))?;
///
/// let error = validate_rows::<Utf8>(&Column::new(values, &[0i64, 3, 7, 13])).unwrap_err();
/// assert_eq!((error.row(), error.position()), (1, 6));
///
/// let error = validate_rows::<Utf8>(&Column::new(values, &[0u32, 3, 14])).unwrap_err();
/// assert_eq!((error.row(), error.reason()), (1, ColumnReason::OutOfRange));
///
/// // The second row is null, so its bytes may be anything.
/// let column = Column::new(b"one\xFF\xFFthree", &[0, 3, 5, 10]);
/// assert_eq!(validate_rows::<Utf8>(&Nullable::new(column, &[0b101], 0)), Ok(()));
/// # Ok::<(), utflane::ColumnError>(())
/// ```
pub fn validate_rows<E: Encoding>(rows: &impl Rows<Unit = E::Unit>) -> Result<(), ColumnError> {
    Isa::best().validate_rows::<E>(rows)
}

/// Calls `found` with the error of each row that is not well-formed text, in order, in one pass.
///
/// ```
/// use utflane::rows::Column;
/// use utflane::{Utf8, malformed_rows};
///
/// let mut bad = Vec::new();
/// let column = Column::new(b"one\xFFtwo\xC3", &[0, 3, 4, 7, 8]);
/// malformed_rows::<Utf8>(&column, |error| bad.push(error.row()));
/// assert_eq!(bad, [1, 3]);
/// ```
pub fn malformed_rows<E: Encoding>(
    rows: &impl Rows<Unit = E::Unit>,
    mut found: impl FnMut(ColumnError),
) {
    validate::find(Isa::best(), Typed::<E, E>::NEW, rows, |error| {
        found(error);
        true
    });
}

/// Converts rows in any layout of [`rows`](crate::rows) to a contiguous column in one pass, and
/// returns the number of units written to `out`.
///
/// The result is laid out as in Arrow. Row `i` is `out[out_offsets[i]..out_offsets[i + 1]]`, and
/// the first offset is 0. Offsets count units of `D`.
///
/// The length of `out_offsets` must be at least the number of rows plus one. `out` may have any
/// length. The sum of [`max_len`](crate::max_len()) of the length of each row always suffices. The
/// elements of `out` and `out_offsets` after the written ones are unspecified.
///
/// Reuse `out` for the next column, because allocating memory for the worst case costs more than
/// the conversion. [`transcode_rows_to_vec`] allocates less.
///
/// Each row is converted as by [`transcode`](crate::transcode()). For short rows this function is
/// several times as fast. A character that is split between two rows is incomplete in the first row
/// and malformed in the second.
///
/// For each row that cannot be converted, the function calls `bad` once with the error, and handles
/// the row according to the returned [`BadRow`]. It does so even if the row would not fit. With
/// `|_| BadRow::Replace`, rows are converted as by [`transcode_lossy`](crate::transcode_lossy()).
///
/// # Errors
///
/// Returns the error of the first of these rows:
///
/// - the row for which `bad` returned [`BadRow::Stop`], or [`BadRow::Replace`] if its offsets are
///   invalid
/// - the first row that does not fit into `out`, or whose offset does not fit into `out_offsets`
/// - the first row that ends beyond the largest value of the offset type
///
/// `bad` does not decide about the last two errors. All rows before the error are converted. Their
/// offsets are set, up to `out_offsets[error.row()]`, which is the number of units written.
///
/// ```
/// use utflane::rows::{BadRow, Column};
/// use utflane::{ColumnReason, Utf8, Utf16, transcode_rows};
///
/// let (mut units, mut offsets) = ([0; 16], [0i32; 4]);
/// let column = Column::new("añ😀".as_bytes(), &[0i32, 1, 3, 7]);
/// let stop = |_: &_| BadRow::Stop;
/// assert_eq!(transcode_rows::<Utf8, Utf16>(&column, &mut units, &mut offsets, stop)?, 4);
/// assert_eq!(offsets, [0, 1, 2, 4]);
/// assert_eq!(units[2..4], [0xD83D, 0xDE00]);
///
/// let error = transcode_rows::<Utf8, Utf16>(&column, &mut units[..3], &mut offsets, stop);
/// let error = error.unwrap_err();
/// assert_eq!((error.row(), error.position(), error.reason()), (2, 3, ColumnReason::OutputFull));
/// assert_eq!(offsets[..3], [0, 1, 2]);
///
/// // Rows that are malformed become null.
/// let column = Column::new(b"one\xFF\xFFtwo", &[0, 3, 5, 8]);
/// let mut valid = [true; 3];
/// transcode_rows::<Utf8, Utf16>(&column, &mut units, &mut offsets, |error| {
///     valid[error.row()] = false;
///     BadRow::Empty
/// })?;
/// assert_eq!(offsets, [0, 3, 3, 6]);
/// assert_eq!(valid, [true, false, true]);
/// # Ok::<(), utflane::ColumnError>(())
/// ```
pub fn transcode_rows<S: Encoding, D: Encoding>(
    rows: &impl Rows<Unit = S::Unit>,
    out: &mut [D::Unit],
    out_offsets: &mut [impl Offset],
    bad: impl FnMut(&ColumnError) -> BadRow,
) -> Result<usize, ColumnError> {
    Isa::best().transcode_rows::<S, D>(rows, out, out_offsets, bad)
}

/// The values and offsets of a new column.
#[cfg(feature = "alloc")]
type Owned<D, O> = (Vec<<D as Encoding>::Unit>, Vec<O>);

/// Converts rows like [`transcode_rows`] into new values and offsets. `O` is the type of the new
/// offsets.
///
/// # Errors
///
/// Returns the errors of [`transcode_rows`], except
/// [`OutputFull`](crate::ColumnReason::OutputFull).
///
/// ```
/// use utflane::rows::{BadRow, Column};
/// use utflane::{Latin1, Utf8, transcode_rows_to_vec};
///
/// let column = Column::new("5 €10 $".as_bytes(), &[0, 5, 9]);
/// let (text, offsets) = transcode_rows_to_vec::<Utf8, Latin1, i32>(&column, |_| BadRow::Empty)?;
/// assert_eq!((&text[..], &offsets[..]), (&b"10 $"[..], &[0, 0, 4][..]));
/// # Ok::<(), utflane::ColumnError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn transcode_rows_to_vec<S: Encoding, D: Encoding, O: Offset>(
    rows: &impl Rows<Unit = S::Unit>,
    mut bad: impl FnMut(&ColumnError) -> BadRow,
) -> Result<Owned<D, O>, ColumnError> {
    owned::convert(Isa::best(), Typed::<S, D>::NEW, rows, &mut bad)
}
