//! UTF-32 as a target: vectors of bits 0 to 7 and 8 to 15, and a vector of the bits above if there
//! are four-byte sequences.

use super::replace;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::encode_bytes;
use crate::kernels::utf8_to_units::{Shifted, Target};
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;

/// The target UTF-32 in this byte order.
#[derive(Clone, Copy)]
pub(crate) struct Utf32(pub(crate) Endian);

impl<S: DecodeUtf8> Target<S> for Utf32 {
    #[inline(always)]
    fn endian(self) -> Endian {
        self.0
    }

    #[inline(always)]
    fn with_endian(self, endian: Endian) -> Self {
        Utf32(endian)
    }

    const UNIT: usize = 4;
    type Decoded = ([S::Bytes; 2], Option<S::Bytes>);

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> Self::Decoded {
        let (low, high) = (shifted.low(simd), shifted.high(simd));
        if !FOUR {
            return ([low, high], None);
        }
        let top = simd.top_bits(shifted.prev3(simd), shifted.prev2);
        ([low, high], Some(top))
    }

    #[inline(always)]
    fn decode_four_byte(
        simd: S,
        shifted: &Shifted<'_, S>,
        _: S::Mask,
        fourths: S::Mask,
    ) -> Self::Decoded {
        let top = simd.top_bits(shifted.prev3(simd), shifted.prev2);
        let low_high = [shifted.low(simd), shifted.high(simd)];
        (low_high, Some(simd.keep(fourths, top)))
    }

    #[inline(always)]
    fn from_low_high(low_high: [S::Bytes; 2]) -> Self::Decoded {
        (low_high, None)
    }

    #[inline(always)]
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        ([low, high], top): Self::Decoded,
        ends: u64,
        dst: &mut Output,
    ) -> usize {
        if CLIPPED {
            simd.compress_wide_clipped(self.0, low, high, top, ends, dst)
        } else {
            simd.compress_wide(self.0, low, high, top, ends, dst)
        }
    }

    #[inline(always)]
    fn write_latin1(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
        simd.compress_widened_32(self.0, low, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store_widened_32(self.0, bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_widened_32_clipped(self.0, bytes, dst);
    }

    #[inline(always)]
    fn replaced(simd: S, (low_high, top): Self::Decoded, mask: S::Mask) -> Self::Decoded {
        (replace(simd, low_high, mask), top)
    }

    #[inline(always)]
    fn encode_bmp(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes(self.0.bytes_32(character.into()), dst);
    }
}
