//! What blocks of UTF-8 become: UTF-16, UTF-32 or Latin-1.

mod latin1;
mod utf16;
mod utf32;

use crate::kernels::generic::decode_utf8::DecodeUtf8;
pub(crate) use latin1::Latin1;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;

use super::Shifted;
use crate::buffer::output::Output;
use crate::encoding::endian::Endian;

/// An encoding that a conversion from UTF-8 writes.
pub(crate) trait Target<S: DecodeUtf8>: Copy {
    /// The byte order of its units; any, if they are bytes.
    fn endian(self) -> Endian;

    /// This encoding in the byte order `endian`.
    fn with_endian(self, endian: Endian) -> Self;

    /// Bytes of a unit.
    const UNIT: usize;
    /// The units of a vector before they are compressed: a vector of their low bytes, and more for
    /// their other bytes.
    type Decoded: Copy;

    /// The highest byte that the UTF-8 of a representable character has.
    const HIGHEST_BYTE: u8 = 0xFF;
    /// Whether all characters are representable, replacement characters and four-byte sequences
    /// too.
    const REPRESENTS_ALL: bool = Self::HIGHEST_BYTE == 0xFF;

    /// The positions where units end. Without `FOUR` the text has no four-byte sequences.
    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> S::Mask {
        shifted.ends(simd)
    }

    /// The units at each position; they mean nothing where none ends.
    fn decode<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> Self::Decoded;

    /// [`decode`](Target::decode) where `thirds` and `fourths` tell which bytes are the third and
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

    /// The units with these low and high bytes.
    fn from_low_high(low_high: [S::Bytes; 2]) -> Self::Decoded;

    /// Writes the units at the positions `ends`; returns their bytes. Needs capacity for all units
    /// of the vector and `SLACK` bytes more; if `CLIPPED`, `dst` may be of any length, and what
    /// exceeds it is not written.
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        decoded: Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize;

    /// [`write`](Target::write), not clipped, where about `hint` positions of a block are likely to
    /// be ends.
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

    /// Writes the units at all positions to `dst` from `at` on. Needs capacity for `SLACK` bytes
    /// more.
    #[inline(always)]
    fn write_all(self, simd: S, decoded: Self::Decoded, dst: &mut Output, at: usize) {
        self.write::<false>(simd, decoded, u64::MAX >> (64 - S::LANES), &mut dst[at..]);
    }

    /// [`write`](Target::write), not clipped, for characters below U+0100, of which only the low
    /// bytes are given.
    fn write_latin1(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize;

    /// Writes a vector of ASCII.
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize);

    /// Writes as much of a vector of ASCII as `dst` has capacity for.
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output);

    /// The units, with replacement characters where the mask is set. Not used unless
    /// [all characters](Target::REPRESENTS_ALL) are representable.
    fn replaced(simd: S, decoded: Self::Decoded, mask: S::Mask) -> Self::Decoded;

    /// Those of `thirds`, the third bytes of four-byte sequences, where a unit ends: in UTF-16 the
    /// high surrogate does.
    #[inline(always)]
    fn ends_at_thirds(_thirds: u64) -> u64 {
        0
    }

    /// Encodes a representable character of the Basic Multilingual Plane at the start of `dst`.
    fn encode_bmp(self, simd: S, character: u16, dst: &mut Output);

    /// Bytes already written of the character that begins `back` bytes before the current position
    /// and goes on after it.
    #[inline(always)]
    fn written_of_incomplete(_back: usize) -> usize {
        0
    }
}

/// Low and high bytes with those of U+FFFD where the mask is set.
#[inline(always)]
fn replace<S: DecodeUtf8>(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
    [
        simd.select(mask, simd.splat(0xFD), low),
        simd.select(mask, simd.splat(0xFF), high),
    ]
}
