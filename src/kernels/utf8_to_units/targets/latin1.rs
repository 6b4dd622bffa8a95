//! Latin-1 as a target: a vector of bytes.

use crate::encoding::endian::Endian;
use crate::encoding::scheme::encode_bytes;
use crate::kernels::utf8_to_units::{Shifted, Target};
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;

/// Latin-1, which can represent neither most characters nor the replacement character.
#[derive(Clone, Copy)]
pub(crate) struct Latin1;

impl<S: DecodeUtf8> Target<S> for Latin1 {
    #[inline(always)]
    fn endian(self) -> Endian {
        Endian::Little
    }

    #[inline(always)]
    fn with_endian(self, _: Endian) -> Self {
        self
    }

    const UNIT: usize = 1;
    type Decoded = S::Bytes;

    /// The higher of C2 and C3, the two lead bytes of characters below U+0100.
    const HIGHEST_BYTE: u8 = 0xC3;

    #[inline(always)]
    fn replaced(_: S, decoded: S::Bytes, _: S::Mask) -> S::Bytes {
        decoded
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, shifted: &Shifted<'_, S>) -> S::Bytes {
        shifted.low(simd)
    }

    #[inline(always)]
    fn from_low_high([low, _]: [S::Bytes; 2]) -> Self::Decoded {
        low
    }

    #[inline(always)]
    fn write<const CLIPPED: bool>(
        self,
        simd: S,
        bytes: S::Bytes,
        ends: u64,
        dst: &mut Output,
    ) -> usize {
        if CLIPPED {
            simd.compress_clipped(bytes, ends, dst)
        } else {
            simd.compress(bytes, ends, dst)
        }
    }

    #[inline(always)]
    fn write_latin1(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
        simd.compress(low, ends, dst)
    }

    #[inline(always)]
    fn write_ascii(self, simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
        simd.store(bytes, dst, at);
    }

    #[inline(always)]
    fn write_ascii_clipped(self, simd: S, bytes: S::Bytes, dst: &mut Output) {
        simd.store_clipped(bytes, dst, 0);
    }

    #[inline(always)]
    fn encode_bmp(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes([character as u8], dst);
    }
}
