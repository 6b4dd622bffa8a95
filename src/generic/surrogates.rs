//! What the kernels know of UTF-16: which units are surrogates, and whether they stand in pairs.
//!
//! ```text
//! high half   110110dd ddcccccc       character   0x1_0000 + ddddcccccc bbaaaaaaaa
//! low half    110111bb aaaaaaaa
//! ```

use crate::endian::Endian;
use crate::simd::Units;

/// The bits that tell surrogates, halves of pairs, from other units.
pub(in crate::generic) const SURROGATE_BITS: u16 = 0xF800;
pub(crate) const SURROGATE: u16 = 0xD800;
/// The bits that tell high halves from low ones too.
pub(in crate::generic) const HALF_BITS: u16 = 0xFC00;
pub(in crate::generic) const HIGH: u16 = 0xD800;
pub(in crate::generic) const LOW: u16 = 0xDC00;

/// Whether the last unit of `src` is a high half.
#[inline(always)]
pub(in crate::generic) fn is_high(endian: Endian, src: &[u8]) -> bool {
    src.last_chunk().is_some_and(|&[first, second]| {
        let upper = if endian == Endian::Big { first } else { second };
        upper & (HALF_BITS >> 8) as u8 == (HIGH >> 8) as u8
    })
}

/// Which units are halves of pairs.
#[inline(always)]
pub(crate) fn surrogates<S: Units>(simd: S, units: S::Bytes) -> S::Mask16 {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.equal_16(bits, simd.splat_16(SURROGATE))
}

/// What surrogates are told by in units of some byte order, without putting these into order.
#[derive(Clone, Copy)]
pub(in crate::generic) struct Signs<S: Units> {
    surrogate_bits: S::Bytes,
    surrogate: S::Bytes,
    half_bits: S::Bytes,
    high: S::Bytes,
    low: S::Bytes,
    /// All bits of the lower bytes.
    lower: S::Bytes,
}

impl<S: Units> Signs<S> {
    /// Those in units that `order` puts into order.
    #[inline(always)]
    pub(in crate::generic) fn new(simd: S, order: Option<S::Bytes>) -> Self {
        Signs {
            surrogate_bits: simd.shuffle_by(simd.splat_16(SURROGATE_BITS), order),
            surrogate: simd.shuffle_by(simd.splat_16(SURROGATE), order),
            half_bits: simd.shuffle_by(simd.splat_16(HALF_BITS), order),
            high: simd.shuffle_by(simd.splat_16(HIGH), order),
            low: simd.shuffle_by(simd.splat_16(LOW), order),
            lower: simd.shuffle_by(simd.splat_16(0x00FF), order),
        }
    }

    /// Low halves without high ones, and what comes instead of a low half, in units given with those before each.
    #[inline(always)]
    pub(in crate::generic) fn wrong(
        &self,
        simd: S,
        before: S::Bytes,
        units: S::Bytes,
    ) -> S::Mask16 {
        self.low(simd, units) ^ self.high(simd, before)
    }

    /// High halves.
    #[inline(always)]
    pub(in crate::generic) fn high(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.high)
    }

    /// Low halves.
    #[inline(always)]
    pub(in crate::generic) fn low(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.half_bits, self.low)
    }

    /// Halves of pairs.
    #[inline(always)]
    pub(in crate::generic) fn any(&self, simd: S, units: S::Bytes) -> S::Mask16 {
        simd.equal_16(units & self.surrogate_bits, self.surrogate)
    }

    /// Whether any of a number of vectors of units has surrogates.
    #[inline(always)]
    pub(in crate::generic) fn any_of(&self, simd: S, src: &[u8]) -> bool {
        let mut least = self.check(simd.load(src, 0));
        let mut at = S::LANES;
        while at < src.len() {
            least = simd.min_8(least, self.check(simd.load(src, at)));
            at += S::LANES;
        }
        !simd.is_zero(self.seen(simd, least))
    }

    /// Whether any of four vectors of units has surrogates.
    #[inline(always)]
    pub(in crate::generic) fn any_of_four(&self, simd: S, [a, b, c, d]: [S::Bytes; 4]) -> bool {
        let ab = simd.min_8(self.check(a), self.check(b));
        let cd = simd.min_8(self.check(c), self.check(d));
        !simd.is_zero(self.seen(simd, simd.min_8(ab, cd)))
    }

    /// What shows whether a unit is a surrogate: the upper bytes of surrogates become those below 8.
    #[inline(always)]
    pub(in crate::generic) fn check(&self, units: S::Bytes) -> S::Bytes {
        units ^ self.surrogate
    }

    /// Not zero if the least of what units have [`shown`](Signs::shown) is that of a surrogate.
    #[inline(always)]
    pub(in crate::generic) fn seen(&self, simd: S, least: S::Bytes) -> S::Bytes {
        simd.saturating_sub(simd.splat(8), least | self.lower)
    }

    /// Whether the surrogates in four vectors of units of `src` from `at` on stand in pairs, of which the last may end after
    /// them. Unless `at` is 0, units stand before it.
    #[inline(always)]
    pub(in crate::generic) fn are_well_formed(&self, simd: S, src: &[u8], at: usize) -> bool {
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
        let ab = self.wrong(simd, before, a) | self.wrong(simd, simd.load(src, at + lanes - 2), b);
        let cd = self.wrong(simd, simd.load(src, at + 2 * lanes - 2), c)
            | self.wrong(simd, simd.load(src, at + 3 * lanes - 2), d);
        !simd.any_16(ab | cd)
    }
}

/// Whether a vector of units is nothing but pairs, which begin with the first unit.
#[inline(always)]
pub(in crate::generic) fn are_surrogate_pairs<S: Units>(simd: S, units: S::Bytes) -> S::Mask32 {
    let bits = units & simd.splat_16(HALF_BITS);
    simd.equal_32(bits, simd.splat_32((LOW as u32) << 16 | HIGH as u32))
}

/// The characters of a vector of pairs.
#[inline(always)]
pub(in crate::generic) fn characters_of_surrogate_pairs<S: Units>(
    simd: S,
    units: S::Bytes,
) -> S::Bytes {
    let upper = simd.shift_left_32::<10>(units) & simd.splat_32(0x000F_FC00);
    let lower = simd.shift_right_32::<16>(units);
    let base = simd.splat_32(0x1_0000 - LOW as u32);
    simd.add_32(simd.add_32(upper, lower), base)
}

/// Surrogate pairs for characters that need them, the high half in the lower 16 bits.
#[inline(always)]
pub(super) fn surrogate_pairs<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    (high | low) | simd.splat_32((LOW as u32) << 16 | HIGH as u32)
}
