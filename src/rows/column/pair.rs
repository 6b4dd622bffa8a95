//! The verbs for columns whose encodings are chosen at run time.
#![forbid(unsafe_code)]

use super::codec::{ColumnCodec, Source};
use super::convert::RowConversion;
#[cfg(feature = "alloc")]
use super::owned;
use super::{ColumnError, Offset, row_ends, validate};
use crate::convert::codec::Codec;
use crate::encoding::{Class, with_class};
use crate::kernels;
use crate::memory;
use crate::rows::{BadRow, Rows};
use crate::{Charset, DecodeError, Isa, Pair};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl Source for Charset {
    fn unit(self) -> usize {
        self.unit_size()
    }

    fn width(self) -> usize {
        self.width()
    }

    fn is_self_synchronizing(self) -> bool {
        self.class() != Class::Multibyte
    }

    fn needs_row_by_row(self) -> bool {
        self.is_stateful()
    }

    fn valid_bytes(self, isa: Isa, text: &[u8]) -> usize {
        self.valid_up_to(isa, text)
    }

    fn decode_error(self, text: &[u8], position: usize) -> Option<DecodeError> {
        self.error_at(text, position)
    }

    fn count_on_boundaries(self, text: &[u8], ends: &[u32]) -> usize {
        with_class!(self, E => row_ends::count_on_boundaries(self.scheme::<E>(), text, ends))
    }

    fn ascii_bytes(self, isa: Isa, text: &[u8]) -> usize {
        match self.class() {
            Class::Utf8 | Class::Multibyte => kernels::validate_ascii(isa, text),
            _ => 0,
        }
    }
}

impl ColumnCodec for Pair {
    fn source(self) -> impl Source {
        Pair::source(self)
    }

    fn lengths_change_one_way(self) -> bool {
        self.source().lengths_change_one_way(self.target())
    }

    fn target_unit(self) -> usize {
        1
    }

    fn convert_row_ends(self, isa: Isa, text: &[u8], ends: &mut [u32]) -> bool {
        let (source, length) = (self.source(), self.target().length());
        if !self.is_plain() || source.multibyte().is_some() {
            return source.count_on_boundaries(text, ends) == ends.len()
                && row_ends::convert_row_by_row(text, ends, |row| self.measure_units(isa, row).1);
        }
        with_class!(source, S => row_ends::convert(isa, source.scheme::<S>(), text, ends, length))
    }
}

impl Charset {
    /// Checks that every row is well-formed text. See [`validate_rows`](crate::validate_rows()).
    ///
    /// Rows are bytes for every encoding. Offsets and positions count bytes.
    ///
    /// # Errors
    ///
    /// Returns the first row that is not well-formed text.
    ///
    /// ```
    /// use utflane::{Charset, rows::Column};
    ///
    /// let column = Column::new(b"abc\xFF", &[0, 2, 4]);
    /// let error = Charset::Utf8.validate_rows(&column).unwrap_err();
    /// assert_eq!((error.row(), error.position()), (1, 3));
    /// ```
    pub fn validate_rows(self, rows: &impl Rows<Unit = u8>) -> Result<(), ColumnError> {
        validate::validate(Isa::best(), self, rows)
    }

    /// Calls `found` with the error of each row that is not well-formed text, in order. See
    /// [`malformed_rows`](crate::malformed_rows()).
    ///
    /// Rows are bytes for every encoding. Offsets and positions count bytes.
    ///
    /// ```
    /// use utflane::{Charset, rows::Column};
    ///
    /// let mut bad = Vec::new();
    /// let column = Column::new(b"one\xFFtwo\xC3", &[0, 3, 4, 7, 8]);
    /// Charset::Utf8.malformed_rows(&column, |error| bad.push(error.row()));
    /// assert_eq!(bad, [1, 3]);
    /// ```
    pub fn malformed_rows(self, rows: &impl Rows<Unit = u8>, mut found: impl FnMut(ColumnError)) {
        validate::find(Isa::best(), self, rows, |error| {
            found(error);
            true
        });
    }
}

impl Pair {
    /// Converts rows into `out`, writes their offsets to `out_offsets`, and returns the number of
    /// bytes written. `bad` decides how to handle a row that cannot be converted. See
    /// [`transcode_rows`](crate::transcode_rows()).
    ///
    /// Rows are bytes for all encodings. Offsets and positions count bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_rows`](crate::transcode_rows()).
    ///
    /// ```
    /// use utflane::rows::{BadRow, Column};
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// let column = Column::new(b"5 \x806 \xA3", &[0, 3, 6]);
    /// let (mut text, mut offsets) = ([0; 16], [0i32; 3]);
    /// let strict = |_: &_| BadRow::Stop;
    /// let len = pair.transcode_rows(&column, &mut text, &mut offsets, strict)?;
    /// assert_eq!(text[..len], *"5 €6 £".as_bytes());
    /// assert_eq!(offsets, [0, 5, 9]);
    /// # Ok::<(), utflane::ColumnError>(())
    /// ```
    pub fn transcode_rows(
        self,
        rows: &impl Rows<Unit = u8>,
        out: &mut [u8],
        out_offsets: &mut [impl Offset],
        mut bad: impl FnMut(&ColumnError) -> BadRow,
    ) -> Result<usize, ColumnError> {
        let mut run = RowConversion::new(self.isa(), self, rows);
        run.advance(memory::output(out), out_offsets, &mut bad)?;
        Ok(run.written())
    }

    /// Converts rows like [`transcode_rows`](Self::transcode_rows) into new values and offsets.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_rows_to_vec`](crate::transcode_rows_to_vec()).
    ///
    /// ```
    /// use utflane::rows::{BadRow, Column};
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// let column = Column::new(b"5 \x806 \xA3", &[0, 3, 6]);
    /// let (text, offsets) = pair.transcode_rows_to_vec::<i32>(&column, |_| BadRow::Stop)?;
    /// assert_eq!((text, offsets), ("5 €6 £".into(), vec![0, 5, 9]));
    /// # Ok::<(), utflane::ColumnError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn transcode_rows_to_vec<O: Offset>(
        self,
        rows: &impl Rows<Unit = u8>,
        mut bad: impl FnMut(&ColumnError) -> BadRow,
    ) -> Result<(Vec<u8>, Vec<O>), ColumnError> {
        owned::convert(self.isa(), self, rows, &mut bad)
    }
}
