//! What blocks of UTF-8 become: UTF-16, UTF-32, Latin-1.

use super::{Target, Window};
use crate::endian::Endian;
use crate::output::Output;
use crate::scheme::encode_bytes;
use crate::simd::Simd;

/// Low and high bytes with those of U+FFFD where the mask is set.
#[inline(always)]
fn replaced<S: Simd>(simd: S, [low, high]: [S::Bytes; 2], mask: S::Mask) -> [S::Bytes; 2] {
    [
        simd.select(mask, simd.splat(0xFD), low),
        simd.select(mask, simd.splat(0xFF), high),
    ]
}

/// UTF-16 in a byte order.
#[derive(Clone, Copy)]
pub(crate) struct Utf16(pub(crate) Endian);

impl<S: Simd> Target<S> for Utf16 {
    #[inline(always)]
    fn endian(self) -> Endian {
        self.0
    }

    #[inline(always)]
    fn in_order(self, endian: Endian) -> Self {
        Utf16(endian)
    }

    const UNIT: usize = 2;
    const TELLS_FOUR: bool = true;
    type Decoded = [S::Bytes; 2];

    #[inline(always)]
    fn ends<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Mask {
        if FOUR {
            window.ends(simd) | simd.non_ascii(window.thirds_of_four(simd))
        } else {
            window.ends(simd)
        }
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> [S::Bytes; 2] {
        if !FOUR {
            return [window.low(simd), window.high(simd)];
        }
        let thirds = simd.non_ascii(window.thirds_of_four(simd));
        let fourths = simd.at_least(0xF0, window.third(simd));
        Self::decode_four(simd, window, thirds, fourths)
    }

    #[inline(always)]
    fn decode_four(
        simd: S,
        window: &Window<'_, S>,
        thirds: S::Mask,
        fourths: S::Mask,
    ) -> [S::Bytes; 2] {
        let (low, high) = (window.low(simd), window.high(simd));
        let &Window {
            last,
            first,
            second,
            ..
        } = window;
        let [surrogate_low, surrogate_high] = simd.high_surrogate(second, first, last);
        let high = simd.select(fourths, simd.low_surrogate(first), high);
        [
            simd.select(thirds, surrogate_low, low),
            simd.select(thirds, surrogate_high, high),
        ]
    }

    #[inline(always)]
    fn of_halves(halves: [S::Bytes; 2]) -> Self::Decoded {
        halves
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
        likely: usize,
        dst: &mut Output,
    ) -> usize {
        simd.compress_units_hinted(self.0, low, high, ends, likely, dst)
    }

    #[inline(always)]
    fn write_all(self, simd: S, [low, high]: [S::Bytes; 2], dst: &mut Output, at: usize) {
        simd.store_units(self.0, low, high, dst, at);
    }

    #[inline(always)]
    fn write_low(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
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
        replaced(simd, [low, high], mask)
    }

    #[inline(always)]
    fn also(thirds: u64) -> u64 {
        thirds
    }

    #[inline(always)]
    fn encode_basic(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes(self.0.bytes_16(character), dst);
    }

    /// The high surrogate, if three bytes are read.
    #[inline(always)]
    fn written_of_unfinished(back: usize) -> usize {
        if back == 3 { 2 } else { 0 }
    }
}

/// UTF-32 in a byte order.
#[derive(Clone, Copy)]
pub(crate) struct Utf32(pub(crate) Endian);

impl<S: Simd> Target<S> for Utf32 {
    #[inline(always)]
    fn endian(self) -> Endian {
        self.0
    }

    #[inline(always)]
    fn in_order(self, endian: Endian) -> Self {
        Utf32(endian)
    }

    const UNIT: usize = 4;
    const TELLS_FOUR: bool = true;
    type Decoded = ([S::Bytes; 2], Option<S::Bytes>);

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> Self::Decoded {
        let (low, high) = (window.low(simd), window.high(simd));
        if !FOUR {
            return ([low, high], None);
        }
        let top = simd.top_bits(window.third(simd), window.second);
        ([low, high], Some(top))
    }

    #[inline(always)]
    fn decode_four(simd: S, window: &Window<'_, S>, _: S::Mask, fourths: S::Mask) -> Self::Decoded {
        let top = simd.top_bits(window.third(simd), window.second);
        let low_high = [window.low(simd), window.high(simd)];
        (low_high, Some(simd.keep(fourths, top)))
    }

    #[inline(always)]
    fn of_halves(halves: [S::Bytes; 2]) -> Self::Decoded {
        (halves, None)
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
    fn write_low(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
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
        (replaced(simd, low_high, mask), top)
    }

    #[inline(always)]
    fn encode_basic(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes(self.0.bytes_32(character.into()), dst);
    }
}

/// Latin-1.
#[derive(Clone, Copy)]
pub(crate) struct Latin1;

impl<S: Simd> Target<S> for Latin1 {
    #[inline(always)]
    fn endian(self) -> Endian {
        Endian::Little
    }

    #[inline(always)]
    fn in_order(self, _: Endian) -> Self {
        self
    }

    const UNIT: usize = 1;
    const TELLS_FOUR: bool = false;
    type Decoded = S::Bytes;

    /// Latin-1 has the characters with the leads C2 and C3.
    const HIGHEST: u8 = 0xC3;

    /// Here what cannot be had is replaced too.
    const REPLACES: bool = false;

    #[inline(always)]
    fn replaced(_simd: S, decoded: S::Bytes, _mask: S::Mask) -> S::Bytes {
        decoded
    }

    #[inline(always)]
    fn decode<const FOUR: bool>(simd: S, window: &Window<'_, S>) -> S::Bytes {
        window.low(simd)
    }

    #[inline(always)]
    fn of_halves([low, _]: [S::Bytes; 2]) -> Self::Decoded {
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
    fn write_low(self, simd: S, low: S::Bytes, ends: u64, dst: &mut Output) -> usize {
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
    fn encode_basic(self, _: S, character: u16, dst: &mut Output) {
        encode_bytes([character as u8], dst);
    }
}
