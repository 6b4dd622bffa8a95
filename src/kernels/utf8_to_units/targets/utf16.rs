//! UTF-16 as a target: two vectors, with the low and the high bytes of units.

use super::replace;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::encode_bytes;
use crate::kernels::utf8_to_units::{Shifted, Target};
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;

/// The target UTF-16 in this byte order.
#[derive(Clone, Copy)]
pub(crate) struct Utf16(pub(crate) Endian);

impl<S: DecodeUtf8> Target<S> for Utf16 {
    #[inline(always)]
    fn endian(self) -> Endian {
        self.0
    }

    #[inline(always)]
    fn with_endian(self, endian: Endian) -> Self {
        Utf16(endian)
    }

    const UNIT: usize = 2;
    type Decoded = [S::Bytes; 2];

    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> S::Mask {
        if FOUR {
            shifted.ends(simd) | simd.non_ascii(shifted.third_of_four(simd))
        } else {
            shifted.ends(simd)
        }
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> [S::Bytes; 2] {
        if !FOUR {
            return [shifted.low(simd), shifted.high(simd)];
        }
        let thirds = simd.non_ascii(shifted.third_of_four(simd));
        let fourths = simd.at_least(0xF0, shifted.prev3(simd));
        Self::decode_four_byte(simd, shifted, thirds, fourths)
    }

    #[inline(always)]
    fn decode_four_byte(
        simd: S,
        shifted: &Shifted<'_, S>,
        thirds: S::Mask,
        fourths: S::Mask,
    ) -> [S::Bytes; 2] {
        let (low, high) = (shifted.low(simd), shifted.high(simd));
        let &Shifted {
            current,
            prev1,
            prev2,
            ..
        } = shifted;
        let [surrogate_low, surrogate_high] = simd.high_surrogate(prev2, prev1, current);
        let high = simd.select(fourths, simd.low_surrogate(prev1), high);
        [
            simd.select(thirds, surrogate_low, low),
            simd.select(thirds, surrogate_high, high),
        ]
    }

    #[inline(always)]
    fn from_low_high(low_high: [S::Bytes; 2]) -> Self::Decoded {
        low_high
    }

    #[inline(always)]
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        [low, high]: [S::Bytes; 2],
        ends: u64,
        dst: &mut Output,
    ) -> usize {
        if CLIPPED {
            simd.compress_units_clipped(self.0, low, high, ends, dst)
        } else {
            simd.compress_units(self.0, low, high, ends, dst)
        }
    }

    #[inline(always)]
    fn write_hinted(
        self,
        simd: S,
        [low, high]: [S::Bytes; 2],
        ends: u64,
        hint: usize,
        dst: &mut Output,
    ) -> usize {
        simd.compress_units_hinted(self.0, low, high, ends, hint, dst)
    }

    #[inline(always)]
    fn write_all(self, simd: S, [low, high]: [S::Bytes; 2], dst: &mut Output, at: usize) {
        simd.store_units(self.0, low, high, dst, at);
    }

    #[inline(always)]
    fn write_latin1(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
        simd.compress_widened_16(self.0, low, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_16(self.0, bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_widened_16_clipped(self.0, bytes, dst);
    }

    #[inline(always)]
    fn replaced(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
        replace(simd, [low, high], mask)
    }

    #[inline(always)]
    fn ends_at_thirds(thirds: u64) -> u64 {
        thirds
    }

    #[inline(always)]
    fn encode_bmp(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes(self.0.bytes_16(character), dst);
    }

    /// The high surrogate counts as written when three bytes are read.
    #[inline(always)]
    fn written_of_incomplete(back: usize) -> usize {
        if back == 3 { 2 } else { 0 }
    }
}
