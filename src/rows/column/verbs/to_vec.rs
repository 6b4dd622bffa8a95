//! The verbs for columns that return a new `Vec`.

#[allow(unused_imports, reason = "links of the documentation")]
use super::transcode_rows;
use crate::convert::codec::Typed;
use crate::rows::column::{ColumnError, Offset, owned};
use crate::rows::{BadRow, Rows};
use crate::{Encoding, Isa};
use alloc::vec::Vec;

/// The values and offsets of a new column.
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
pub fn transcode_rows_to_vec<S: Encoding, D: Encoding, O: Offset>(
    rows: &impl Rows<Unit = S::Unit>,
    mut bad: impl FnMut(&ColumnError) -> BadRow,
) -> Result<Owned<D, O>, ColumnError> {
    owned::convert(Isa::best(), Typed::<S, D>::NEW, rows, &mut bad)
}
