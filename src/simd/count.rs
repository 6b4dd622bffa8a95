//! The vector operations of counting: additions to the counter of each lane, and sums over all
//! lanes.
#![forbid(unsafe_code)]

use crate::simd::UnitOps;

/// Additions to counters, sums of all lanes, and the sizes of units.
pub(crate) trait Count: UnitOps {
    /// Prepares a table for [`lookup_high`](Count::lookup_high).
    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Self::Bytes {
        self.repeat(table)
    }

    /// Looks up the high four bits of each byte in a table.
    #[inline(always)]
    fn lookup_high(self, table: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.shuffle_bytes(table, self.shift_right::<4>(bytes))
    }

    /// Adds 1 to each byte of `counter` where the mask is set.
    fn count_8(self, counter: Self::Bytes, mask: Self::Mask) -> Self::Bytes;

    /// Adds 1 to each byte of `counter` where the byte of `bytes` is 0x80 or more.
    #[inline(always)]
    fn count_non_ascii(self, counter: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.count_8(counter, self.non_ascii(bytes))
    }

    /// Adds 1 to each 16-bit unit of `counter` where the mask is set.
    fn count_16(self, counter: Self::Bytes, mask: Self::Mask16) -> Self::Bytes;

    /// Adds 1 to each byte of `counter` where the byte of `bytes` has the same high four bits as
    /// `value`.
    #[inline(always)]
    fn count_nibbles(self, counter: Self::Bytes, bytes: Self::Bytes, value: u8) -> Self::Bytes {
        // We avoid a mask because creating one takes longer where masks are bits.
        let different = (bytes ^ self.splat(value)) & self.splat(0xF0);
        self.add(counter, self.saturating_sub(self.splat(1), different))
    }

    /// Returns the sizes of the units of two vectors: one byte for each, in any order. The size is
    /// the unit as a signed number, shifted right by 7 bits and saturated to a byte: 0 for ASCII, 1
    /// to 15 for units with two bytes in UTF-8, 0xB0 to 0xBF for surrogates.
    fn sizes_16(self, units: [Self::Bytes; 2]) -> Self::Bytes;

    /// Returns the sizes of the characters of four vectors: one byte for each, in any order. The
    /// size is 0 for ASCII, 1 to 15 for two bytes in UTF-8, 16 for three and 0xFF for four.
    fn sizes_32(self, characters: [Self::Bytes; 4]) -> Self::Bytes;

    /// Returns how many bytes fewer than three each unit has in UTF-8, from its
    /// [size](Count::sizes_16).
    fn saved_bytes(self, sizes: Self::Bytes) -> Self::Bytes;

    /// Adds 1 to each 32-bit unit of `counter` where the mask is set.
    fn count_32(self, counter: Self::Bytes, mask: Self::Mask32) -> Self::Bytes;

    /// Number of vectors up to which counting the set bits of masks takes fewer steps than summing
    /// the lanes of a counter.
    const FEW_MASKS: usize = 0;

    /// Returns the number of bytes where the mask is set.
    #[inline(always)]
    fn number_8(self, mask: Self::Mask) -> usize {
        self.sum_8([self.count_8(self.splat(0), mask)])
    }

    /// Returns the number of 16-bit units where the mask is set.
    #[inline(always)]
    fn number_16(self, mask: Self::Mask16) -> usize {
        self.sum_8([self.count_16(self.splat(0), mask)])
    }

    /// Returns the number of 32-bit units where the mask is set.
    #[inline(always)]
    fn number_32(self, mask: Self::Mask32) -> usize {
        self.sum_8([self.count_32(self.splat(0), mask)])
    }

    /// Returns the sum of all bytes of the vectors.
    fn sum_8<const N: usize>(self, bytes: [Self::Bytes; N]) -> usize;
}

/// [`saved_bytes`](Count::saved_bytes) for sizes below 16. For other sizes it is zero.
pub(crate) const SAVED_BYTES: [u8; 16] = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
