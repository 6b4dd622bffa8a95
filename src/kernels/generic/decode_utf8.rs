//! The steps of decoding UTF-8, as operations that an instruction set may have a shorter way for.
//!
//! Every position of a vector, `current`, is taken for the last byte of a character. The bytes one,
//! two and three places before it are in vectors of their own: `prev1`, `prev2` and `prev3`.
//!
//! ```text
//!            prev3      prev2      prev1      current
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

    /// Nonzero where a byte of `current` is wrong after the three bytes before it, given as
    /// `[prev3, prev2, prev1, current]`.
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
        let (prev3, prev2) = (self.load(src, at - 3), self.load(src, at - 2));
        let (prev1, current) = (self.load(src, at - 1), self.load(src, at));
        self.errors([prev3, prev2, prev1, current])
    }

    /// `rest`, the end of `text`, without its first bytes, where a loop goes on.
    #[inline(always)]
    fn after<'text>(self, _text: &'text [u8], rest: &'text [u8], bytes: usize) -> &'text [u8] {
        &rest[bytes..]
    }

    /// Bits 0 to 7 of the character that ends in `current`; an ASCII byte stands for itself.
    #[inline(always)]
    fn low_bits(self, prev1: Self::Bytes, current: Self::Bytes) -> Self::Bytes {
        let two = (current & self.splat(0x3F)) | self.shift_left::<6>(prev1);
        self.select(self.non_ascii(current), two, current)
    }

    /// Bits 8 to 15 of the character that ends in `current`, if it has 1 to 3 bytes.
    #[inline(always)]
    fn high_bits(
        self,
        prev2: Self::Bytes,
        prev1: Self::Bytes,
        current: Self::Bytes,
    ) -> Self::Bytes {
        let three = self.keep(self.continuation(prev1), self.shift_left::<4>(prev2));
        let two = self.shift_right::<2>(prev1) & self.splat(0x0F);
        self.keep(self.non_ascii(current), two | three)
    }

    /// [`low_bits`](DecodeUtf8::low_bits) and [`high_bits`](DecodeUtf8::high_bits) of characters of
    /// 1 or 2 bytes, where the mask tells which bytes of `current` are continuation bytes.
    #[inline(always)]
    fn bits_of_two(
        self,
        continues: Self::Mask,
        prev1: Self::Bytes,
        current: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        let low = (current & self.splat(0x3F)) | self.shift_left::<6>(prev1);
        let high = self.shift_right::<2>(prev1) & self.splat(0x07);
        [
            self.select(continues, low, current),
            self.keep(continues, high),
        ]
    }

    /// The low and the high byte of the high surrogate of the character of 4 bytes of which
    /// `prev2`, `prev1` and `current` are the first three. (It is decoded one place before the end
    /// of the character.)
    #[inline(always)]
    fn high_surrogate(
        self,
        prev2: Self::Bytes,
        prev1: Self::Bytes,
        current: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        // eee, and ddccccbb
        let upper = self.add(prev2, self.splat(0xD7u8.wrapping_sub(0xF0)));
        let middle =
            self.shift_left::<2>(prev1) | (self.shift_right::<4>(current) & self.splat(0x03));
        let carried = self.add(upper, self.splat(1));
        let upper = self.select(self.at_least(0x40, middle), carried, upper);
        [self.add(middle, self.splat(0xC0)), upper]
    }

    /// The high byte of the low surrogate of the character of 4 bytes whose last byte but one is
    /// `prev1`. Its low byte is [`low_bits`](DecodeUtf8::low_bits).
    #[inline(always)]
    fn low_surrogate(self, prev1: Self::Bytes) -> Self::Bytes {
        (self.shift_right::<2>(prev1) & self.splat(0x03)) | self.splat(0xDC)
    }

    /// Bits 16 to 20 of the character of 4 bytes that begins with `prev3` and `prev2`; zero where
    /// `prev3` is no lead of 4 bytes.
    #[inline(always)]
    fn top_bits(self, prev3: Self::Bytes, prev2: Self::Bytes) -> Self::Bytes {
        let top = self.shift_left::<2>(prev3 & self.splat(0x07))
            | (self.shift_right::<4>(prev2) & self.splat(0x03));
        self.keep(self.at_least(0xF0, prev3), top)
    }

    /// Bit 7 where bytes are continuation bytes. Other bits may be anything.
    #[inline(always)]
    fn continues(self, bytes: Self::Bytes) -> Self::Bytes {
        bytes ^ self.saturating_sub(bytes, self.splat(0x40))
    }
}

#[cfg(test)]
pub(crate) mod tests;
