//! The targets of a conversion from UTF-8: UTF-16, UTF-32 and Latin-1.

mod latin1;
mod utf16;
mod utf32;

use crate::simd::decode_utf8::DecodeUtf8;
pub(crate) use latin1::Latin1;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;

use super::Shifted;
use crate::encoding::endian::Endian;
use crate::memory::output::Output;

/// A target encoding of a conversion from UTF-8.
pub(crate) trait Target<S: DecodeUtf8>: Copy {
    /// Returns the byte order of its units. It is arbitrary for units of one byte.
    fn endian(self) -> Endian;

    /// Returns this encoding with the byte order `endian`.
    fn with_endian(self, endian: Endian) -> Self;

    /// Bytes of a unit.
    const UNIT: usize;
    /// The units of a vector before compression: a vector of their low bytes, and further vectors
    /// for their other bytes.
    type Decoded: Copy;

    /// The highest byte in the UTF-8 of a representable character.
    const HIGHEST_BYTE: u8 = 0xFF;
    /// Whether all characters are representable, including replacement characters and characters
    /// with four-byte sequences.
    const REPRESENTS_ALL: bool = Self::HIGHEST_BYTE == 0xFF;

    /// Returns the positions where units end. Without `FOUR` the text must not have four-byte
    /// sequences.
    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> S::Mask {
        shifted.ends(simd)
    }

    /// Returns the unit at each position. It is unspecified where no unit ends.
    fn decode<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> Self::Decoded;

    /// Decodes like [`decode`](Target::decode), with masks of the bytes that are the third and the
    /// fourth of four-byte sequences.
    #[inline(always)]
    fn decode_four_byte(
        simd: S,
        shifted: &Shifted<'_, S>,
        _thirds: S::Mask,
        _fourths: S::Mask,
    ) -> Self::Decoded {
        Self::decode::<true>(simd, shifted)
    }

    /// Returns the units with these low and high bytes.
    fn from_low_high(low_high: [S::Bytes; 2]) -> Self::Decoded;

    /// Writes the units at the positions `ends`. Returns the number of bytes written. `dst` needs
    /// capacity for all units of the vector and `SLACK` bytes more. If `CLIPPED`, `dst` can have
    /// any length, and units that exceed it are not written.
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize;

    /// Writes like [`write`](Target::write), not clipped, with the hint that a block has about
    /// `hint` ends.
    #[inline(always)]
    fn write_hinted(
        self,
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        _hint: usize,
        dst: &mut Output,
    ) -> usize {
        self.write::<false>(simd, decoded, ends, dst)
    }

    /// Writes the units at all positions to `dst` from `at` on. Needs capacity for `SLACK` more
    /// bytes.
    #[inline(always)]
    fn write_all(self, simd: S, decoded: Self::Decoded, dst: &mut Output, at: usize) {
        self.write::<false>(simd, decoded, u64::MAX >> (64 - S::LANES), &mut dst[at..]);
    }

    /// Writes like [`write`](Target::write), not clipped, for characters below U+0100. `low`
    /// contains their low bytes.
    fn write_latin1(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize;

    /// Writes a vector of ASCII.
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize);

    /// Writes the part of a vector of ASCII that fits into `dst`.
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output);

    /// Returns the units with replacement characters where the mask is set. Only used if [all
    /// characters](Target::REPRESENTS_ALL) are representable.
    fn replaced(simd: S, decoded: Self::Decoded, mask: S::Mask) -> Self::Decoded;

    /// Returns the subset of `thirds`, the third bytes of four-byte sequences, where a unit ends.
    /// In UTF-16 the high surrogate ends there.
    #[inline(always)]
    fn ends_at_thirds(_thirds: u64) -> u64 {
        0
    }

    /// Encodes a representable character of the Basic Multilingual Plane to the start of `dst`.
    fn encode_bmp(self, simd: S, character: u16, dst: &mut Output);

    /// Returns the number of bytes already written of a character that begins `back` bytes before
    /// the current position and ends after it.
    #[inline(always)]
    fn written_of_incomplete(_back: usize) -> usize {
        0
    }
}

/// Replaces low and high bytes with those of U+FFFD where the mask is set.
#[inline(always)]
fn replace<S: DecodeUtf8>(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
    [
        simd.select(mask, simd.splat(0xFD), low),
        simd.select(mask, simd.splat(0xFF), high),
    ]
}
