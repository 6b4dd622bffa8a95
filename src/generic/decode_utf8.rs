//! The steps of decoding UTF-8, as operations that an instruction set may have a shorter way for.
//!
//! Every position of a vector is taken for the last byte of a character. The bytes one, two and
//! three places before it are in vectors of their own: `first`, `second` and `third`.
//!
//! ```text
//!            third      second     first      last
//! 2 bytes                          110bbbbb   10aaaaaa
//! 3 bytes               1110cccc   10bbbbbb   10aaaaaa
//! 4 bytes    11110ddd   10ddcccc   10bbbbbb   10aaaaaa
//! ```

use super::store_units::StoreUnits;
use super::utf8_errors;

/// The steps of checking and decoding UTF-8. Every step has a body that suits all instruction sets.
pub(crate) trait DecodeUtf8: StoreUnits {
    /// Whether runs of three-byte sequences are converted by themselves: where to compress a vector
    /// takes long.
    const THREE_BYTE_RUNS: bool = false;

    /// The errors that each byte of `second` shows together with the byte before it, in `first`: a
    /// bit each, as `utf8_errors` defines them.
    #[inline(always)]
    fn pair_errors(self, first: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        utf8_errors::pair_errors(self, first, second)
    }

    /// Nonzero where a byte of `last` is wrong after the three bytes before it, given as `[third,
    /// second, first, last]`.
    #[inline(always)]
    fn errors(self, bytes: [Self::Bytes; 4]) -> Self::Bytes {
        utf8_errors::errors_of_pairs(self, bytes)
    }

    /// What [`errors_in_turn`](DecodeUtf8::errors_in_turn) has to know of the vector before `at`,
    /// if anything.
    #[inline(always)]
    fn before_turn(self, _src: &[u8], _at: usize) -> Self::Bytes {
        self.splat(0)
    }

    /// [`errors`](DecodeUtf8::errors) of the vector at `at`, for one vector after the other:
    /// `before` has what was found out about the one before.
    #[inline(always)]
    fn errors_in_turn(self, src: &[u8], at: usize, _before: &mut Self::Bytes) -> Self::Bytes {
        let (third, second) = (self.load(src, at - 3), self.load(src, at - 2));
        let (first, last) = (self.load(src, at - 1), self.load(src, at));
        self.errors([third, second, first, last])
    }

    /// The place `by` after `at`, where a loop over `_len` bytes goes on, or the end of these.
    #[inline(always)]
    fn next_place(self, at: usize, by: usize, _len: usize) -> usize {
        at + by
    }

    /// Bits 0 to 7 of the character that ends in `last`; an ASCII byte stands for itself.
    #[inline(always)]
    fn low_bits(self, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let two = (last & self.splat(0x3F)) | self.shift_left::<6>(first);
        self.select(self.non_ascii(last), two, last)
    }

    /// Bits 8 to 15 of the character that ends in `last`, if it has 1 to 3 bytes.
    #[inline(always)]
    fn high_bits(self, second: Self::Bytes, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let three = self.keep(self.continuation(first), self.shift_left::<4>(second));
        let two = self.shift_right::<2>(first) & self.splat(0x0F);
        self.keep(self.non_ascii(last), two | three)
    }

    /// [`low_bits`](DecodeUtf8::low_bits) and [`high_bits`](DecodeUtf8::high_bits) of characters of
    /// 1 or 2 bytes, where the mask tells which bytes of `last` are continuation bytes.
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

    /// The low and the high byte of the high surrogate of the character of 4 bytes of which
    /// `second`, `first` and `last` are the first three. (It is decoded one place before the end of
    /// the character.)
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

    /// The high byte of the low surrogate of the character of 4 bytes whose last byte but one is
    /// `first`. Its low byte is [`low_bits`](DecodeUtf8::low_bits).
    #[inline(always)]
    fn low_surrogate(self, first: Self::Bytes) -> Self::Bytes {
        (self.shift_right::<2>(first) & self.splat(0x03)) | self.splat(0xDC)
    }

    /// Bits 16 to 20 of the character of 4 bytes that begins with `third` and `second`; zero where
    /// `third` is no lead of 4 bytes.
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
