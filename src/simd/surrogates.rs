//! Rules of UTF-16 that the kernels share: which units are surrogates, whether they are paired, and
//! which characters the pairs encode.
//!
//! ```text
//! high surrogate   110110dd ddcccccc       character   0x1_0000 + ddddcccccc bbaaaaaaaa
//! low surrogate    110111bb aaaaaaaa
//! ```
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::UnitOps;

/// The bits that distinguish surrogates from other units.
pub(crate) const SURROGATE_BITS: u16 = 0xF800;
/// The value of [`SURROGATE_BITS`] in a surrogate.
pub(crate) const SURROGATE: u16 = 0xD800;
/// The bits that also distinguish high from low surrogates.
pub(crate) const HALF_BITS: u16 = 0xFC00;
/// The value of [`HALF_BITS`] in a high surrogate, the first unit of a pair.
pub(crate) const HIGH: u16 = 0xD800;
/// The value of [`HALF_BITS`] in a low surrogate, the second unit of a pair.
pub(crate) const LOW: u16 = 0xDC00;

/// Returns whether the last unit of `src` is a high surrogate.
#[inline(always)]
pub(crate) fn ends_with_high(endian: Endian, src: &[u8]) -> bool {
    src.last_chunk().is_some_and(|&[first, second]| {
        let upper = if endian == Endian::Big { first } else { second };
        upper & (HALF_BITS >> 8) as u8 == (HIGH >> 8) as u8
    })
}

/// Returns whether the first unit of `src` is a low surrogate.
#[inline(always)]
pub(crate) fn begins_with_low(endian: Endian, src: &[u8]) -> bool {
    src.first_chunk().is_some_and(|&[first, second]| {
        let upper = if endian == Endian::Big { first } else { second };
        upper & (HALF_BITS >> 8) as u8 == (LOW >> 8) as u8
    })
}

/// Returns a mask of the surrogates among units in the native byte order.
#[inline(always)]
pub(crate) fn are_surrogates<S: UnitOps>(simd: S, units: S::Bytes) -> S::Mask16 {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.equal_16(bits, simd.splat_16(SURROGATE))
}

/// Returns a mask of the low surrogates among units in the native byte order, or `None` if a
/// surrogate is unpaired. `before` contains the unit before each.
#[inline(always)]
pub(crate) fn paired<S: UnitOps>(simd: S, units: S::Bytes, before: S::Bytes) -> Option<S::Mask16> {
    let bits = simd.splat_16(HALF_BITS);
    let low = simd.equal_16(units & bits, simd.splat_16(LOW));
    let after_high = simd.equal_16(before & bits, simd.splat_16(HIGH));
    (!simd.any_16(low ^ after_high)).then_some(low)
}

/// Tests for surrogates in one byte order. Units are not shuffled: all masks and values are in
/// their byte order instead.
#[derive(Clone, Copy)]
pub(crate) struct SurrogateTest<S: UnitOps> {
    surrogate_bits: S::Bytes,
    surrogate: S::Bytes,
    half_bits: S::Bytes,
    high: S::Bytes,
    low: S::Bytes,
    /// All bits of the less significant byte of each unit.
    lower: S::Bytes,
}

impl<S: UnitOps> SurrogateTest<S> {
    /// Creates the test for a byte order. `shuffle`, if any, converts that order to the native one.
    #[inline(always)]
    pub(crate) fn new(simd: S, shuffle: Option<S::Bytes>) -> Self {
        SurrogateTest {
            surrogate_bits: simd.shuffle_by(simd.splat_16(SURROGATE_BITS), shuffle),
            surrogate: simd.shuffle_by(simd.splat_16(SURROGATE), shuffle),
            half_bits: simd.shuffle_by(simd.splat_16(HALF_BITS), shuffle),
            high: simd.shuffle_by(simd.splat_16(HIGH), shuffle),
            low: simd.shuffle_by(simd.splat_16(LOW), shuffle),
            lower: simd.shuffle_by(simd.splat_16(0x00FF), shuffle),
        }
    }

    /// Returns where surrogates are unpaired: a low surrogate after any other unit than a high
    /// surrogate, or any other unit after a high surrogate. `before` contains the unit before each.
    #[inline(always)]
    pub(crate) fn mispaired(&self, simd: S, before: S::Bytes, units: S::Bytes) -> S::Mask16 {
        self.low(simd, units) ^ self.high(simd, before)
    }

    /// Returns a mask of the high surrogates.
    #[inline(always)]
    pub(crate) fn high(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.high)
    }

    /// Returns a mask of the low surrogates.
    #[inline(always)]
    pub(crate) fn low(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.low)
    }

    /// Returns a mask of the surrogates.
    #[inline(always)]
    pub(crate) fn any(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.surrogate_bits, self.surrogate)
    }

    /// Returns whether any unit of `src`, which consists of complete vectors, is a surrogate.
    #[inline(always)]
    pub(crate) fn any_in(&self, simd: S, src: &[u8]) -> bool {
        let mut least = self.distance(simd.load(src, 0));
        let mut at = S::LANES;
        while at < src.len() {
            least = simd.min(least, self.distance(simd.load(src, at)));
            at += S::LANES;
        }
        !simd.is_zero(self.found(simd, least))
    }

    /// Returns whether any unit of four vectors is a surrogate.
    #[inline(always)]
    pub(crate) fn any_of_four(&self, simd: S, [a, b, c, d]: [S::Bytes; 4]) -> bool {
        let ab = simd.min(self.distance(a), self.distance(b));
        let cd = simd.min(self.distance(c), self.distance(d));
        !simd.is_zero(self.found(simd, simd.min(ab, cd)))
    }

    /// Returns the distance of the upper byte of each unit from that of a surrogate. It is below 8
    /// if the unit is a surrogate. The minimum distance of several units, byte by byte, shows
    /// whether any of them is a surrogate.
    ///
    /// ```text
    /// upper byte   11011xxx ^ 11011000 = 00000xxx
    /// ```
    #[inline(always)]
    pub(crate) fn distance(&self, units: S::Bytes) -> S::Bytes {
        units ^ self.surrogate
    }

    /// Returns nonzero where the minimum [`distance`](SurrogateTest::distance) of several units is
    /// that of a surrogate.
    #[inline(always)]
    pub(crate) fn found(&self, simd: S, least: S::Bytes) -> S::Bytes {
        simd.saturating_sub(simd.splat(8), least | self.lower)
    }

    /// Returns whether the surrogates in the four vectors of `src` from `at` on are paired. The
    /// first pair may begin before these vectors, and the last pair may end after them.
    #[inline(always)]
    pub(crate) fn are_paired(&self, simd: S, src: &[u8], at: usize) -> bool {
        let [a, b, c, d] = simd.load_four(src, at);
        let lanes = S::LANES;
        let before = if at == 0 {
            simd.shift_in_zeros::<2>(a)
        } else {
            simd.load(src, at - 2)
        };
        let ab = self.mispaired(simd, before, a)
            | self.mispaired(simd, simd.load(src, at + lanes - 2), b);
        let cd = self.mispaired(simd, simd.load(src, at + 2 * lanes - 2), c)
            | self.mispaired(simd, simd.load(src, at + 3 * lanes - 2), d);
        !simd.any_16(ab | cd)
    }
}

/// Returns a mask of the 32-bit units that are surrogate pairs in the native byte order.
#[inline(always)]
pub(crate) fn are_surrogate_pairs<S: UnitOps>(simd: S, units: S::Bytes) -> S::Mask32 {
    let bits = units & simd.splat_16(HALF_BITS);
    simd.equal_32(bits, simd.splat_32((LOW as u32) << 16 | HIGH as u32))
}

/// Returns the characters that a vector of surrogate pairs encodes.
#[inline(always)]
pub(crate) fn characters_of_surrogate_pairs<S: UnitOps>(simd: S, units: S::Bytes) -> S::Bytes {
    let upper = simd.shift_left_32::<10>(units) & simd.splat_32(0x000F_FC00);
    let lower = simd.shift_right_32::<16>(units);
    let base = simd.splat_32(0x1_0000 - LOW as u32);
    simd.add_32(simd.add_32(upper, lower), base)
}

/// Returns the surrogate pairs of supplementary characters, with the high surrogate in the lower 16
/// bits.
#[inline(always)]
pub(crate) fn surrogate_pairs<S: UnitOps>(simd: S, characters: S::Bytes) -> S::Bytes {
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    (high | low) | simd.splat_32((LOW as u32) << 16 | HIGH as u32)
}

/// Decoding of UTF-16 in the native byte order.
pub(crate) trait DecodeUtf16: UnitOps {
    /// Writes the characters that end with each of these units to `dst`, which has `SLACK` bytes
    /// more than two vectors unless `CLIPPED`. `before` contains the unit before each. `to`, if
    /// any, is the shuffle from the native byte order to that of the output. Returns the number of
    /// bytes that count, or `None` if a surrogate is unpaired.
    #[inline(always)]
    fn decode_utf16<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        before: Self::Bytes,
        to: Option<Self::Bytes>,
        dst: &mut Output,
    ) -> Option<usize> {
        // `(high + BASE) << 10`, plus the low surrogate, is the character.
        const BASE: u16 = 0x40u16.wrapping_sub(HIGH).wrapping_sub(LOW >> 10);
        let low = paired(self, units, before)?;
        let upper = self.select_16(low, self.add_16(before, self.splat_16(BASE)), self.splat(0));
        let (units, upper) = (self.widen_16(units), self.widen_16(upper));
        let mut written = 0;
        let mut half = 0;
        while half < 2 {
            let characters = self.add_32(units[half], self.shift_left_32::<10>(upper[half]));
            let bits = characters & self.splat_32(!0x3FF);
            let high = self.equal_32(bits, self.splat_32(HIGH.into()));
            let characters = self.shuffle_by(characters, to);
            written += self.compress_32::<CLIPPED>(characters, !high, dst, written);
            half += 1;
        }
        Some(written)
    }
}
