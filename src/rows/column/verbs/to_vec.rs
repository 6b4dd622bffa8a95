//! The verbs for columns that return new memory.

#[allow(unused_imports, reason = "links of the documentation")]
use super::{transcode_column, transcode_column_lossy, transcode_rows};
use crate::rows::column::codec::Typed;
use crate::rows::column::convert::Policy;
use crate::rows::column::{ColumnError, Offset, owned};
use crate::rows::{BadRow, Column, Rows};
use crate::{Encoding, Isa};
use alloc::vec::Vec;

/// Values and offsets.
type Owned<D, O> = (Vec<<D as Encoding>::Unit>, Vec<O>);

impl Isa {
    /// See [`transcode_column_to_vec`](crate::transcode_column_to_vec()).
    pub fn transcode_column_to_vec<S: Encoding, D: Encoding, O: Offset>(
        self,
        values: &[S::Unit],
        offsets: &[impl Offset],
    ) -> Result<Owned<D, O>, ColumnError> {
        self.transcode_rows_to_vec::<S, D, O>(&Column::new(values, offsets), |_| BadRow::Stop)
    }

    /// See [`transcode_column_lossy_to_vec`](crate::transcode_column_lossy_to_vec()).
    pub fn transcode_column_lossy_to_vec<S: Encoding, D: Encoding, O: Offset>(
        self,
        values: &[S::Unit],
        offsets: &[impl Offset],
    ) -> Result<Owned<D, O>, ColumnError> {
        let rows = Column::new(values, offsets);
        owned::convert(self, Typed::<S, D>::NEW, &rows, Policy::Replace)
    }

    /// See [`transcode_rows_to_vec`](crate::transcode_rows_to_vec()).
    pub fn transcode_rows_to_vec<S: Encoding, D: Encoding, O: Offset>(
        self,
        rows: &impl Rows<Unit = S::Unit>,
        mut bad: impl FnMut(&ColumnError) -> BadRow,
    ) -> Result<Owned<D, O>, ColumnError> {
        owned::convert(self, Typed::<S, D>::NEW, rows, Policy::Ask(&mut bad))
    }
}

/// [`transcode_column`] to new values and offsets. `O` is the type of the new offsets.
///
/// # Errors
///
/// Those of [`transcode_column`], except [`OutputFull`](crate::ColumnReason::OutputFull).
///
/// ```
/// use utflane::{Latin1, Utf8, transcode_column_to_vec};
///
/// let values = b"\xE9t\xE9 2024";
/// let (text, offsets) = transcode_column_to_vec::<Latin1, Utf8, i32>(values, &[0i64, 4, 8])?;
/// assert_eq!(text, "été 2024".as_bytes());
/// assert_eq!(offsets, [0, 6, 10]);
/// # Ok::<(), utflane::ColumnError>(())
/// ```
pub fn transcode_column_to_vec<S: Encoding, D: Encoding, O: Offset>(
    values: &[S::Unit],
    offsets: &[impl Offset],
) -> Result<Owned<D, O>, ColumnError> {
    Isa::best().transcode_column_to_vec::<S, D, O>(values, offsets)
}

/// [`transcode_column_lossy`] to new values and offsets. `O` is the type of the new offsets.
///
/// # Errors
///
/// Those of [`transcode_column_lossy`], except [`OutputFull`](crate::ColumnReason::OutputFull).
///
/// ```
/// use utflane::{Utf8, Utf16, transcode_column_lossy_to_vec};
///
/// let units = [0x41, 0xD800, 0x42];
/// let (text, offsets) = transcode_column_lossy_to_vec::<Utf16, Utf8, u32>(&units, &[0u32, 2, 3])?;
/// assert_eq!(text, "A\u{FFFD}B".as_bytes());
/// assert_eq!(offsets, [0, 4, 5]);
/// # Ok::<(), utflane::ColumnError>(())
/// ```
pub fn transcode_column_lossy_to_vec<S: Encoding, D: Encoding, O: Offset>(
    values: &[S::Unit],
    offsets: &[impl Offset],
) -> Result<Owned<D, O>, ColumnError> {
    Isa::best().transcode_column_lossy_to_vec::<S, D, O>(values, offsets)
}

/// [`transcode_rows`] to new values and offsets. `O` is the type of the new offsets.
///
/// # Errors
///
/// Those of [`transcode_rows`], except [`OutputFull`](crate::ColumnReason::OutputFull).
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
pub fn transcode_rows_to_vec<S: Encoding, D: Encoding, O: Offset>(
    rows: &impl Rows<Unit = S::Unit>,
    bad: impl FnMut(&ColumnError) -> BadRow,
) -> Result<Owned<D, O>, ColumnError> {
    Isa::best().transcode_rows_to_vec::<S, D, O>(rows, bad)
}
