//! What the kernels know of UTF-16: which units are surrogates, whether they stand in pairs, and
//! what characters these pairs are.
//!
//! ```text
//! high surrogate   110110dd ddcccccc       character   0x1_0000 + ddddcccccc bbaaaaaaaa
//! low surrogate    110111bb aaaaaaaa
//! ```

use crate::buffer::output::Output;
use crate::encoding::endian::Endian;
use crate::kernels::simd::Units;

/// The bits that tell surrogates from other units.
pub(crate) const SURROGATE_BITS: u16 = 0xF800;
/// A surrogate's [`SURROGATE_BITS`].
pub(crate) const SURROGATE: u16 = 0xD800;
/// The bits that tell high and low surrogates from each other, too.
pub(crate) const HALF_BITS: u16 = 0xFC00;
/// A high surrogate's [`HALF_BITS`]: the first unit of a pair.
pub(crate) const HIGH: u16 = 0xD800;
/// A low surrogate's [`HALF_BITS`]: the second unit of a pair.
pub(crate) const LOW: u16 = 0xDC00;

/// Whether the last unit of `src` is a high surrogate.
#[inline(always)]
pub(crate) fn ends_with_high(endian: Endian, src: &[u8]) -> bool {
    src.last_chunk().is_some_and(|&[first, second]| {
        let upper = if endian == Endian::Big { first } else { second };
        upper & (HALF_BITS >> 8) as u8 == (HIGH >> 8) as u8
    })
}

/// Whether the first unit of `src` is a low surrogate.
#[inline(always)]
pub(in crate::kernels::generic) fn begins_with_low(endian: Endian, src: &[u8]) -> bool {
    src.first_chunk().is_some_and(|&[first, second]| {
        let upper = if endian == Endian::Big { first } else { second };
        upper & (HALF_BITS >> 8) as u8 == (LOW >> 8) as u8
    })
}

/// Where units in the native byte order are surrogates.
#[inline(always)]
pub(crate) fn are_surrogates<S: Units>(simd: S, units: S::Bytes) -> S::Mask16 {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.equal_16(bits, simd.splat_16(SURROGATE))
}

/// Where units in the native byte order are low surrogates; `None` if a surrogate is unpaired,
/// given the unit `before` each.
#[inline(always)]
pub(crate) fn paired<S: Units>(simd: S, units: S::Bytes, before: S::Bytes) -> Option<S::Mask16> {
    let bits = simd.splat_16(HALF_BITS);
    let low = simd.equal_16(units & bits, simd.splat_16(LOW));
    let after_high = simd.equal_16(before & bits, simd.splat_16(HIGH));
    (!simd.any_16(low ^ after_high)).then_some(low)
}

/// What tells surrogates from other units in one byte order, without shuffling the units: all masks
/// and values are in that order instead.
#[derive(Clone, Copy)]
pub(crate) struct SurrogateTest<S: Units> {
    surrogate_bits: S::Bytes,
    surrogate: S::Bytes,
    half_bits: S::Bytes,
    high: S::Bytes,
    low: S::Bytes,
    /// All bits of the less significant byte of each unit.
    lower: S::Bytes,
}

impl<S: Units> SurrogateTest<S> {
    /// For the byte order that `shuffle`, if there is one, turns into the native one.
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

    /// Where surrogates are unpaired, given the unit `before` each: a low one after something else
    /// than a high one, or something else than a low one after a high one.
    #[inline(always)]
    pub(crate) fn mispaired(&self, simd: S, before: S::Bytes, units: S::Bytes) -> S::Mask16 {
        self.low(simd, units) ^ self.high(simd, before)
    }

    /// Where units are high surrogates.
    #[inline(always)]
    pub(crate) fn high(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.high)
    }

    /// Where units are low surrogates.
    #[inline(always)]
    pub(crate) fn low(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.low)
    }

    /// Where units are surrogates.
    #[inline(always)]
    pub(crate) fn any(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.surrogate_bits, self.surrogate)
    }

    /// Whether any unit of `src`, some whole vectors, is a surrogate.
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

    /// Whether any unit of four vectors is a surrogate.
    #[inline(always)]
    pub(crate) fn any_of_four(&self, simd: S, [a, b, c, d]: [S::Bytes; 4]) -> bool {
        let ab = simd.min(self.distance(a), self.distance(b));
        let cd = simd.min(self.distance(c), self.distance(d));
        !simd.is_zero(self.found(simd, simd.min(ab, cd)))
    }

    /// How far the upper byte of each unit is from that of a surrogate: below 8 if it is one. The
    /// least distance of many units, byte by byte, tells of all of them.
    ///
    /// ```text
    /// upper byte   11011xxx ^ 11011000 = 00000xxx
    /// ```
    #[inline(always)]
    pub(crate) fn distance(&self, units: S::Bytes) -> S::Bytes {
        units ^ self.surrogate
    }

    /// Nonzero where the least [`distance`](SurrogateTest::distance) of some units is a
    /// surrogate's.
    #[inline(always)]
    pub(crate) fn found(&self, simd: S, least: S::Bytes) -> S::Bytes {
        simd.saturating_sub(simd.splat(8), least | self.lower)
    }

    /// Whether the surrogates among four vectors of units of `src` from `at` on stand in pairs. The
    /// first pair may begin before them, the last one may end after them.
    #[inline(always)]
    pub(crate) fn are_paired(&self, simd: S, src: &[u8], at: usize) -> bool {
        let a = simd.load(src, at);
        let b = simd.load(src, at + S::LANES);
        let c = simd.load(src, at + 2 * S::LANES);
        let d = simd.load(src, at + 3 * S::LANES);
        let lanes = S::LANES;
        let before = if at == 0 {
            simd.shift_in::<2>(simd.splat(0), a)
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

/// Where units of 32 bits are surrogate pairs in the native byte order.
#[inline(always)]
pub(crate) fn are_surrogate_pairs<S: Units>(simd: S, units: S::Bytes) -> S::Mask32 {
    let bits = units & simd.splat_16(HALF_BITS);
    simd.equal_32(bits, simd.splat_32((LOW as u32) << 16 | HIGH as u32))
}

/// The characters that a vector of surrogate pairs encodes.
#[inline(always)]
pub(crate) fn characters_of_surrogate_pairs<S: Units>(simd: S, units: S::Bytes) -> S::Bytes {
    let upper = simd.shift_left_32::<10>(units) & simd.splat_32(0x000F_FC00);
    let lower = simd.shift_right_32::<16>(units);
    let base = simd.splat_32(0x1_0000 - LOW as u32);
    simd.add_32(simd.add_32(upper, lower), base)
}

/// The surrogate pairs of supplementary characters, the high surrogate in the lower 16 bits.
#[inline(always)]
pub(crate) fn surrogate_pairs<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    (high | low) | simd.splat_32((LOW as u32) << 16 | HIGH as u32)
}

/// The characters of UTF-16 in the native byte order.
pub(crate) trait DecodeUtf16: Units {
    /// Writes the characters that end with each of these units, given the unit `before` each, to
    /// `dst`, which has `SLACK` bytes beyond two vectors unless `CLIPPED`. Returns how many bytes
    /// count; `None` if a surrogate is unpaired. `to`, if there is one, turns characters into the
    /// byte order of the output.
    #[inline(always)]
    fn decode_utf16<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        before: Self::Bytes,
        to: Option<Self::Bytes>,
        dst: &mut Output,
    ) -> Option<usize> {
        // What the high surrogate of a pair, shifted, lacks of the character less the low one.
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
