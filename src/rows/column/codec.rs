//! The traits through which columns use encodings, and their implementation for encodings given by
//! types.

use super::row_ends;
use crate::convert::codec::{Codec, Typed};
use crate::convert::verbs::{SchemeOf, decode_error};
use crate::convert::{plan, variants};
use crate::encoding::scheme::{EncodingKind, Scheme};
use crate::encoding::unit_size;
use crate::kernels;
use crate::{DecodeError, Encoding, Isa};

/// The encoding of rows that are validated or converted.
pub trait Source: Copy {
    /// Returns the number of units of the layout in one unit of a position in a [`DecodeError`].
    fn unit(self) -> usize {
        1
    }

    /// Returns whether rows must be processed one by one, because row boundaries cannot be checked
    /// in a concatenated text. True for stateful encodings.
    fn needs_row_by_row(self) -> bool {
        false
    }

    /// Returns the size of a code unit, in bytes.
    fn width(self) -> usize;

    /// Returns whether a code unit shows, without the units before it, whether it starts a
    /// character.
    fn is_self_synchronizing(self) -> bool;

    /// Returns the number of bytes of well-formed text at the start of `text`.
    fn valid_bytes(self, isa: Isa, text: &[u8]) -> usize;

    /// Returns the error at byte `position` of a malformed text.
    fn decode_error(self, text: &[u8], position: usize) -> Option<DecodeError>;

    /// Returns the number of elements at the start of `ends` that are character boundaries of the
    /// well-formed `text`.
    fn count_on_boundaries(self, text: &[u8], ends: &[u32]) -> usize;

    /// Returns the number of ASCII bytes at the start of `text`, for encodings in which checking
    /// for ASCII is faster than validating: UTF-8 and legacy multi-byte encodings. 0 for others.
    fn ascii_bytes(self, isa: Isa, text: &[u8]) -> usize {
        let _ = (isa, text);
        0
    }

    /// Returns the number of bytes of well-formed text at the start of `text`, and whether the
    /// whole text is known to be well-formed with one byte per character.
    #[inline(always)]
    fn valid_and_plain(self, isa: Isa, text: &[u8]) -> (usize, bool) {
        let ascii = self.ascii_bytes(isa, text);
        if ascii == text.len() {
            return (ascii, true);
        }
        (ascii + self.valid_bytes(isa, &text[ascii..]), false)
    }
}

/// The two encodings of a conversion of rows.
pub(crate) trait ColumnCodec: Codec {
    /// Returns the encoding of the rows that are converted.
    fn source(self) -> impl Source;

    /// Returns whether lengths change in one direction only: no character has more code units in
    /// the target than in the source, or no character has fewer.
    fn lengths_change_one_way(self) -> bool;

    /// Returns the size of a unit of the output, in bytes.
    fn target_unit(self) -> usize;

    /// Maps each of `ends`, which are positions in the convertible `text`, to the number of code
    /// units before it in the conversion. Returns false if an end is not at a character boundary.
    /// The contents of `ends` are then unspecified.
    fn convert_row_ends(self, isa: Isa, text: &[u8], ends: &mut [u32]) -> bool;

    /// Returns the largest number of bytes to which `bytes` bytes can convert.
    #[cfg(feature = "alloc")]
    fn worst(self, bytes: usize) -> Option<usize> {
        let [from, to] = self.units();
        self.max_len(bytes.div_ceil(from))?.checked_mul(to)
    }
}

impl<S: Encoding, D: Encoding> Source for Typed<S, D> {
    #[inline(always)]
    fn width(self) -> usize {
        SchemeOf::<S>::WIDTH
    }

    #[inline(always)]
    fn is_self_synchronizing(self) -> bool {
        const { !matches!(SchemeOf::<S>::KIND, EncodingKind::Multibyte) }
    }

    #[inline(always)]
    fn valid_bytes(self, isa: Isa, text: &[u8]) -> usize {
        plan::valid_bytes(isa, S::SCHEME, text)
    }

    fn decode_error(self, text: &[u8], position: usize) -> Option<DecodeError> {
        decode_error::<S>(text, position).err()
    }

    #[inline(always)]
    fn count_on_boundaries(self, text: &[u8], ends: &[u32]) -> usize {
        row_ends::count_on_boundaries(S::SCHEME, text, ends)
    }

    #[inline(always)]
    fn ascii_bytes(self, isa: Isa, text: &[u8]) -> usize {
        use EncodingKind::{Multibyte, Utf8};
        if const { matches!(SchemeOf::<S>::KIND, Utf8 | Multibyte) } {
            kernels::validate_ascii(isa, text)
        } else {
            0
        }
    }
}

impl<S: Encoding, D: Encoding> ColumnCodec for Typed<S, D> {
    #[inline(always)]
    fn source(self) -> impl Source {
        self
    }

    #[inline(always)]
    fn lengths_change_one_way(self) -> bool {
        const { S::CHARSET.lengths_change_one_way(D::CHARSET) }
    }

    #[inline(always)]
    fn target_unit(self) -> usize {
        unit_size::<D>()
    }

    #[inline(always)]
    fn convert_row_ends(self, isa: Isa, text: &[u8], ends: &mut [u32]) -> bool {
        let (from, to) = (S::SCHEME, D::SCHEME);
        if !SchemeOf::<S>::HAS_LENGTHS || !SchemeOf::<D>::HAS_LENGTHS {
            return self.count_on_boundaries(text, ends) == ends.len()
                && row_ends::convert_row_by_row(text, ends, |row| {
                    variants::measure_variant(isa, from, to, row).1
                });
        }
        row_ends::convert(isa, from, text, ends, SchemeOf::<D>::LENGTH)
    }
}
