//! Counters in the lanes of vectors, and the weights that are added to them.

use crate::kernels::simd::Units;

/// Additions to counters, and the sums of all lanes.
pub(crate) trait Count: Units {
    /// Prepares a table for [`lookup_high`](Count::lookup_high).
    fn high_table(self, table: [u8; 16]) -> Self::Bytes;

    /// The entry of a table for the high four bits of each byte.
    #[inline(always)]
    fn lookup_high(self, table: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.shuffle_16s(table, self.shift_right::<4>(bytes))
    }

    /// The bytes of `counter`, each greater by one where the mask is set.
    fn count_8(self, counter: Self::Bytes, mask: Self::Mask) -> Self::Bytes;

    /// The bytes of `counter`, each greater by one where the byte of `bytes` is 0x80 or more.
    #[inline(always)]
    fn count_non_ascii(self, counter: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.count_8(counter, self.non_ascii(bytes))
    }

    /// The units of 16 bits of `counter`, each greater by one where the mask is set.
    fn count_16(self, counter: Self::Bytes, mask: Self::Mask16) -> Self::Bytes;

    /// The bytes of `counter`, each greater by one where the byte of `bytes` has the high four bits
    /// of `value`.
    #[inline(always)]
    fn count_nibbles(self, counter: Self::Bytes, bytes: Self::Bytes, value: u8) -> Self::Bytes {
        // Without a mask: where masks are bits, making one takes longer.
        let different = (bytes ^ self.splat(value)) & self.splat(0xF0);
        self.add(counter, self.saturating_sub(self.splat(1), different))
    }

    /// How large the units of two vectors are: a byte for each, in any order. It is the unit, as a
    /// signed number, without its lowest seven bits, or the nearest number that a byte can have: 0
    /// for ASCII, 1 to 15 for what has two bytes in UTF-8, 0xB0 to 0xBF for surrogates.
    fn sizes_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// How large the characters of four vectors are: a byte for each, in any order. It is 0 for
    /// ASCII, 1 to 15 for what has two bytes in UTF-8, 16 for three and 0xFF for four.
    fn sizes_32(self, characters: [Self::Bytes; 4]) -> Self::Bytes;

    /// By how much fewer than three bytes of UTF-8 units with these [`sizes_16`](Count::sizes_16)
    /// have.
    fn saved_bytes(self, sizes: Self::Bytes) -> Self::Bytes;

    /// The units of 32 bits of `counter`, each greater by one where the mask is set.
    fn count_32(self, counter: Self::Bytes, mask: Self::Mask32) -> Self::Bytes;

    /// Vectors up to which the set places of masks are counted in fewer steps than the lanes of a
    /// counter are summed up in.
    const FEW_MASKS: usize = 0;

    /// The number of bytes where the mask is set.
    #[inline(always)]
    fn number_8(self, mask: Self::Mask) -> usize {
        self.sum_8([self.count_8(self.splat(0), mask)])
    }

    /// The number of units of 16 bits where the mask is set.
    #[inline(always)]
    fn number_16(self, mask: Self::Mask16) -> usize {
        self.sum_8([self.count_16(self.splat(0), mask)])
    }

    /// The number of units of 32 bits where the mask is set.
    #[inline(always)]
    fn number_32(self, mask: Self::Mask32) -> usize {
        self.sum_8([self.count_32(self.splat(0), mask)])
    }

    /// The sum of all bytes of the vectors.
    fn sum_8<const N: usize>(self, bytes: [Self::Bytes; N]) -> usize;
}

/// [`saved_bytes`](Count::saved_bytes) for sizes below 16; for others it is zero.
pub(crate) const SAVED_BYTES: [u8; 16] = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
