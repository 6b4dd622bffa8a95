//! Counters in the lanes of vectors, and the weights that are added to them.

use crate::simd::Units;

/// Additions to counters, and the sums of these.
pub(crate) trait Count: Units {
    /// A table for [`lookup_high`](Simd::lookup_high).
    fn high_table(self, table: [u8; 16]) -> Self::Bytes;

    /// What a table has for the high four bits of each byte.
    fn lookup_high(self, table: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes;

    /// Bytes counted up by one where the mask is set.
    fn count_8(self, counter: Self::Bytes, mask: Self::Mask) -> Self::Bytes;

    /// Bytes counted up by one where those of `bytes` are 0x80 or more.
    #[inline(always)]
    fn count_non_ascii(self, counter: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.count_8(counter, self.non_ascii(bytes))
    }

    /// Units counted up by one where the mask is set.
    fn count_16(self, counter: Self::Bytes, mask: Self::Mask16) -> Self::Bytes;

    /// Bytes counted up by one where the high four bits of those of `bytes` are those of `value`.
    fn count_nibbles(self, counter: Self::Bytes, bytes: Self::Bytes, value: u8) -> Self::Bytes;

    /// What units need in UTF-8: a byte for each of two vectors of units, in any order. It is what remains of the unit as a
    /// signed number without its lowest seven bits, or the nearest number that a byte has: 0 for ASCII, up to 15 for what has
    /// two bytes, 0xB0 to 0xBF for surrogates.
    fn sizes_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// What characters need in UTF-8: a byte for each of four vectors of them, in any order. It is 0 for ASCII, up to 15 for what
    /// has two bytes, 16 for three and 0xFF for four.
    fn sizes_32(self, characters: [Self::Bytes; 4]) -> Self::Bytes;

    /// By how much fewer than three bytes units of such sizes have.
    fn saved_bytes(self, sizes: Self::Bytes) -> Self::Bytes;

    /// Units counted up by one where the mask is set.
    fn count_32(self, counter: Self::Bytes, mask: Self::Mask32) -> Self::Bytes;

    /// The sum of all bytes of a few vectors.
    fn sum_8<const N: usize>(self, bytes: [Self::Bytes; N]) -> usize;
}

/// What units of the [`sizes_16`](Count::sizes_16) up to 15 save.
pub(crate) const SAVED_BYTES: [u8; 16] = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
