//! The steps of decoding UTF-8, as operations that an instruction set may have a shorter way for.
//!
//! Every position of a vector is taken for the last byte of a character. The bytes one, two and three
//! places before it are in vectors of their own: `first`, `second` and `third`.
//!
//! ```text
//!            third      second     first      last
//! 2 bytes                          110bbbbb   10aaaaaa
//! 3 bytes               1110cccc   10bbbbbb   10aaaaaa
//! 4 bytes    11110ddd   10ddcccc   10bbbbbb   10aaaaaa
//! ```

use super::store_units::StoreUnits;
use super::utf8_errors;

/// The steps of checking and decoding UTF-8, each with a body that does for all instruction sets.
pub(crate) trait DecodeUtf8: StoreUnits {
    /// The errors of UTF-8 that each byte of `second` shows together with the byte before it, in `first`.
    #[inline(always)]
    fn pair_errors(self, first: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        utf8_errors::pair_errors(self, first, second)
    }

    /// Nonzero where a byte of the last of these is wrong in UTF-8 after the three before it, in order in the others.
    #[inline(always)]
    fn errors(self, bytes: [Self::Bytes; 4]) -> Self::Bytes {
        utf8_errors::errors_of_pairs(self, bytes)
    }

    /// Bits 0 to 7 of the character of UTF-8 whose last byte is that of `last` and whose last but one that of `first`;
    /// an ASCII byte stands for itself.
    #[inline(always)]
    fn low_bits(self, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let two = (last & self.splat(0x3F)) | self.shift_left::<6>(first);
        self.select(self.non_ascii(last), two, last)
    }

    /// Bits 8 to 15 of that character, if it has no more than 3 bytes, the last but two in `second`.
    #[inline(always)]
    fn high_bits(self, second: Self::Bytes, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let three = self.keep(self.continuation(first), self.shift_left::<4>(second));
        let two = self.shift_right::<2>(first) & self.splat(0x0F);
        self.keep(self.non_ascii(last), two | three)
    }

    /// Both, if it has no more than 2 bytes, where the mask tells which bytes of `last` are continuation bytes.
    #[inline(always)]
    fn bits_of_two(
        self,
        continues: Self::Mask,
        first: Self::Bytes,
        last: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        let low = (last & self.splat(0x3F)) | self.shift_left::<6>(first);
        let high = self.shift_right::<2>(first) & self.splat(0x07);
        [
            self.select(continues, low, last),
            self.keep(continues, high),
        ]
    }

    /// The low and high bytes of the high surrogate of the character of four bytes whose first three are `second`, `first`
    /// and `last`.
    #[inline(always)]
    fn high_surrogate(
        self,
        second: Self::Bytes,
        first: Self::Bytes,
        last: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        // eee, and ddccccbb
        let upper = self.add(second, self.splat(0xD7u8.wrapping_sub(0xF0)));
        let middle = self.shift_left::<2>(first) | (self.shift_right::<4>(last) & self.splat(0x03));
        let carried = self.add(upper, self.splat(1));
        let upper = self.select(self.at_least(0x40, middle), carried, upper);
        [self.add(middle, self.splat(0xC0)), upper]
    }

    /// The high byte of the low surrogate of the character of four bytes whose last but one is `first`.
    #[inline(always)]
    fn low_surrogate(self, first: Self::Bytes) -> Self::Bytes {
        (self.shift_right::<2>(first) & self.splat(0x03)) | self.splat(0xDC)
    }

    /// Bits 16 to 20 of the character of four bytes whose first two are `third` and `second`; zero where `third` begins none.
    #[inline(always)]
    fn top_bits(self, third: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        let top = self.shift_left::<2>(third & self.splat(0x07))
            | (self.shift_right::<4>(second) & self.splat(0x03));
        self.keep(self.at_least(0xF0, third), top)
    }

    /// Bit 7 where bytes are continuation bytes. Other bits may be anything.
    #[inline(always)]
    fn continues(self, bytes: Self::Bytes) -> Self::Bytes {
        bytes ^ self.saturating_sub(bytes, self.splat(0x40))
    }
}

#[cfg(test)]
pub(crate) mod tests;
