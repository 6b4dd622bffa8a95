//! The steps of UTF-8 decoding, as operations that an instruction set can override with shorter
//! code.
//!
//! Every position of a vector, `current`, is decoded as if it were the last byte of a character.
//! The bytes one, two and three positions before it are in separate vectors: `prev1`, `prev2` and
//! `prev3`.
//!
//! ```text
//!            prev3      prev2      prev1      current
//! 2 bytes                          110bbbbb   10aaaaaa
//! 3 bytes               1110cccc   10bbbbbb   10aaaaaa
//! 4 bytes    11110ddd   10ddcccc   10bbbbbb   10aaaaaa
//! ```
#![forbid(unsafe_code)]

use super::store_units::StoreUnits;
use super::validate_utf8::ValidateUtf8;

/// The steps of decoding UTF-8, with defaults that suit all instruction sets.
pub(crate) trait DecodeUtf8: ValidateUtf8 + StoreUnits {
    /// Whether runs of three-byte sequences have their own loop, which pays off if compressing a
    /// vector is slow.
    const THREE_BYTE_RUNS: bool = false;

    /// Returns bits 0 to 7 of the character that ends in `current`. An ASCII byte is returned as
    /// is.
    #[inline(always)]
    fn low_bits(self, prev1: Self::Bytes, current: Self::Bytes) -> Self::Bytes {
        let two = (current & self.splat(0x3F)) | self.shift_left::<6>(prev1);
        self.select(self.non_ascii(current), two, current)
    }

    /// Returns bits 8 to 15 of the character that ends in `current`, if it has 1 to 3 bytes.
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

    /// Returns [`low_bits`](DecodeUtf8::low_bits) and [`high_bits`](DecodeUtf8::high_bits) of
    /// characters of 1 or 2 bytes. `continues` is a mask of the continuation bytes of `current`.
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

    /// Returns the low and the high byte of the high surrogate of a character of 4 bytes. `prev2`,
    /// `prev1` and `current` are its first three bytes: the surrogate is decoded one position
    /// before the end of the character.
    #[inline(always)]
    fn high_surrogate(
        self,
        prev2: Self::Bytes,
        prev1: Self::Bytes,
        current: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        // 0xD7 plus ddd, and ddccccbb.
        let upper = self.add(prev2, self.splat(0xD7u8.wrapping_sub(0xF0)));
        let middle =
            self.shift_left::<2>(prev1) | (self.shift_right::<4>(current) & self.splat(0x03));
        let carried = self.add(upper, self.splat(1));
        let upper = self.select(self.at_least(0x40, middle), carried, upper);
        [self.add(middle, self.splat(0xC0)), upper]
    }

    /// Returns the high byte of the low surrogate of a character of 4 bytes with the third byte
    /// `prev1`. The low byte of the surrogate is [`low_bits`](DecodeUtf8::low_bits).
    #[inline(always)]
    fn low_surrogate(self, prev1: Self::Bytes) -> Self::Bytes {
        (self.shift_right::<2>(prev1) & self.splat(0x03)) | self.splat(0xDC)
    }

    /// Returns bits 16 to 20 of the character of 4 bytes that begins with `prev3` and `prev2`. They
    /// are zero where `prev3` is not a 4-byte lead.
    #[inline(always)]
    fn top_bits(self, prev3: Self::Bytes, prev2: Self::Bytes) -> Self::Bytes {
        let top = self.shift_left::<2>(prev3 & self.splat(0x07))
            | (self.shift_right::<4>(prev2) & self.splat(0x03));
        self.keep(self.at_least(0xF0, prev3), top)
    }
}
