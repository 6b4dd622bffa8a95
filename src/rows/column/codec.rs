//! What a column needs of encodings, given by types or at run time.

use super::row_ends;
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{EncodingKind, Scheme};
use crate::encoding::{sealed::Sealed, unit_size};
use crate::{DecodeError, Encoding, Isa, Reason, TranscodeError};
use core::marker::PhantomData;

type SchemeOf<E> = <E as Sealed>::Scheme;

/// The encoding of the rows.
pub trait Source: Copy {
    /// Units of the rows' layout in a unit that errors count.
    fn unit(self) -> usize {
        1
    }

    /// Whether rows have to be looked at one by one, since it does not show where one begins in the
    /// text of several.
    fn is_by_row(self) -> bool {
        false
    }

    /// Bytes of a code unit.
    fn width(self) -> usize;

    /// Number of bytes of well-formed text at the start of `text`.
    fn valid_bytes(self, isa: Isa, text: &[u8]) -> usize;

    /// The error of a text that is malformed from byte `position` on.
    fn decode_error(self, text: &[u8], position: usize) -> Option<DecodeError>;

    /// How many of `ends`, from the first on, are where a character of the well-formed `text`
    /// starts, or its end.
    fn on_boundaries(self, text: &[u8], ends: &[u32]) -> usize;

    /// Number of bytes at the start of `text` that are a character each, as far as that is found
    /// out more quickly than whether they are well-formed.
    fn ascii_bytes(self, isa: Isa, text: &[u8]) -> usize {
        let _ = (isa, text);
        0
    }

    /// Number of bytes of well-formed text at the start of `text`, and whether it is known that a
    /// character starts at each of them and that these are all.
    #[inline(always)]
    fn valid_and_plain(self, isa: Isa, text: &[u8]) -> (usize, bool) {
        let ascii = self.ascii_bytes(isa, text);
        if ascii == text.len() {
            return (ascii, true);
        }
        (ascii + self.valid_bytes(isa, &text[ascii..]), false)
    }
}

/// The encodings of a conversion.
pub(crate) trait ColumnCodec: Source {
    /// Bytes of the code units of source and target.
    fn widths(self) -> [usize; 2];

    /// Bytes of a unit of the output.
    fn target_unit(self) -> usize;

    /// Converts strictly, up to the first malformed sequence or unrepresentable character.
    fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts with replacement.
    fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress;

    /// Where and why a strict conversion stopped at byte `read`.
    fn explain(self, src: &[u8], read: usize) -> (usize, Reason);

    /// Replaces each of `ends` in the convertible `text` by the code units before it in the
    /// conversion, if a character starts there, or the text ends, for all of them; otherwise
    /// returns false, and they may be anything.
    fn convert_row_ends(self, isa: Isa, text: &[u8], ends: &mut [u32]) -> bool;

    /// The greatest number of bytes to which so many bytes can convert.
    #[cfg(feature = "alloc")]
    fn worst(self, bytes: usize) -> Option<usize>;
}

/// Encodings given by types.
pub(crate) struct Typed<S, D>(PhantomData<(S, D)>);

impl<S, D> Typed<S, D> {
    pub(crate) const NEW: Self = Typed(PhantomData);
}

impl<S, D> Clone for Typed<S, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, D> Copy for Typed<S, D> {}

impl<S: Encoding, D: Encoding> Source for Typed<S, D> {
    #[inline(always)]
    fn width(self) -> usize {
        SchemeOf::<S>::WIDTH
    }

    #[inline(always)]
    fn valid_bytes(self, isa: Isa, text: &[u8]) -> usize {
        isa.valid_bytes(S::SCHEME, text)
    }

    fn decode_error(self, text: &[u8], position: usize) -> Option<DecodeError> {
        let rest = &text[position..];
        let malformed = S::SCHEME.decode(rest).err()?;
        Some(DecodeError::new::<S>(position, rest, malformed))
    }

    #[inline(always)]
    fn on_boundaries(self, text: &[u8], ends: &[u32]) -> usize {
        row_ends::on_boundaries(S::SCHEME, text, ends)
    }

    #[inline(always)]
    fn ascii_bytes(self, isa: Isa, text: &[u8]) -> usize {
        if const { matches!(SchemeOf::<S>::KIND, EncodingKind::Utf8) } {
            isa.validate_ascii(text)
        } else {
            0
        }
    }
}

impl<S: Encoding, D: Encoding> ColumnCodec for Typed<S, D> {
    #[inline(always)]
    fn widths(self) -> [usize; 2] {
        [SchemeOf::<S>::WIDTH, SchemeOf::<D>::WIDTH]
    }

    #[inline(always)]
    fn target_unit(self) -> usize {
        unit_size::<D>()
    }

    #[inline]
    fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        isa.convert(S::SCHEME, D::SCHEME, src, dst)
    }

    fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        isa.convert_lossy(S::SCHEME, D::SCHEME, src, dst)
    }

    fn explain(self, src: &[u8], read: usize) -> (usize, Reason) {
        let error = TranscodeError::explain::<S, D>(src, read, 0);
        (error.read(), error.reason())
    }

    #[inline(always)]
    fn convert_row_ends(self, isa: Isa, text: &[u8], ends: &mut [u32]) -> bool {
        let (from, to) = (S::SCHEME, D::SCHEME);
        if !SchemeOf::<S>::HAS_LENGTHS || !SchemeOf::<D>::HAS_LENGTHS {
            return self.on_boundaries(text, ends) == ends.len()
                && row_ends::convert_by(text, ends, |row| isa.measure_variant(from, to, row).1);
        }
        row_ends::convert(isa, from, text, ends, SchemeOf::<D>::LENGTH)
    }

    #[cfg(feature = "alloc")]
    fn worst(self, bytes: usize) -> Option<usize> {
        crate::max_len::<S, D>(bytes.div_ceil(unit_size::<S>()))?.checked_mul(unit_size::<D>())
    }
}

/// The bytes of a row.
#[inline(always)]
pub(super) fn bytes<U: crate::buffer::memory::Unit>(text: &[U]) -> &[u8] {
    memory::bytes(text)
}
