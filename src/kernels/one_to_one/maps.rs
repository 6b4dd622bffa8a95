//! The maps: the conversion of each unit, and the digests that show whether all units can be
//! converted.
//!
//! If units only need to be small, their digest is the "or" of all their bits. The digest of UTF-32
//! is the maximum of its units after [`with_surrogates_last`] has renumbered them. The digest of
//! UTF-16 is the minimum distance from a surrogate.

use super::{Map, Vectors};
use crate::encoding::endian::Endian;
use crate::kernels::utf32::{MALFORMED_FROM, with_surrogates_last};
use crate::simd::UnitOps;
use crate::simd::surrogates::SurrogateTest;

/// Copies bytes to bytes.
#[derive(Clone, Copy)]
pub(super) struct ByteToByte<S: UnitOps> {
    /// The bits that must be clear in each byte.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps> Map<S> for ByteToByte<S> {
    const FROM: usize = 1;
    const TO: usize = 1;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, _simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        (units, units[0])
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, bytes: S::Bytes) -> bool {
        !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Converts bytes to units of 16 bits in the native byte order, or the other one if `SWAPS`. It
/// detects bytes that are too large only if `TESTS`: Latin-1 needs no test.
///
/// `SWAPS` is a constant because stores take most of the time, and a shuffle of each vector would
/// be noticeable.
#[derive(Clone, Copy)]
pub(super) struct ByteTo16<S: UnitOps, const SWAPS: bool, const TESTS: bool> {
    /// The bits that must be clear in each byte.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps, const SWAPS: bool, const TESTS: bool> Map<S> for ByteTo16<S, SWAPS, TESTS> {
    const FROM: usize = 1;
    const TO: usize = 2;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        (self.shuffle(simd, simd.widen_8(units[0])), units[0])
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_8(src, 0);
        (self.shuffle(simd, units), simd.load(src, 0))
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, bytes: S::Bytes) -> bool {
        TESTS && !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

impl<S: UnitOps, const SWAPS: bool, const TESTS: bool> ByteTo16<S, SWAPS, TESTS> {
    #[inline(always)]
    fn shuffle(self, simd: S, [mut a, mut b]: [S::Bytes; 2]) -> Vectors<S> {
        if SWAPS {
            let shuffle_16s = simd.to_native_16(Endian::NATIVE.swapped());
            [a, b] = [
                simd.shuffle_16s(a, shuffle_16s),
                simd.shuffle_16s(b, shuffle_16s),
            ];
        }
        [a, b, a, b]
    }
}

/// Converts bytes to units of 32 bits in the native byte order, or the other one if `SWAPS`.
#[derive(Clone, Copy)]
pub(super) struct ByteTo32<S: UnitOps, const SWAPS: bool> {
    /// The bits that must be clear in each byte.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps, const SWAPS: bool> Map<S> for ByteTo32<S, SWAPS> {
    const FROM: usize = 1;
    const TO: usize = 4;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let [first, second] = simd.widen_8(units[0]);
        let [a, b] = simd.widen_16(first);
        let [c, d] = simd.widen_16(second);
        (self.shuffle(simd, [a, b, c, d]), units[0])
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_8_to_32(src, 0);
        (self.shuffle(simd, units), simd.load(src, 0))
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, bytes: S::Bytes) -> bool {
        !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

impl<S: UnitOps, const SWAPS: bool> ByteTo32<S, SWAPS> {
    #[inline(always)]
    fn shuffle(self, simd: S, [mut a, mut b, mut c, mut d]: Vectors<S>) -> Vectors<S> {
        if SWAPS {
            let shuffle_16s = simd.to_native_32(Endian::NATIVE.swapped());
            [a, b] = [
                simd.shuffle_16s(a, shuffle_16s),
                simd.shuffle_16s(b, shuffle_16s),
            ];
            [c, d] = [
                simd.shuffle_16s(c, shuffle_16s),
                simd.shuffle_16s(d, shuffle_16s),
            ];
        }
        [a, b, c, d]
    }
}

/// Converts units of 16 bits to bytes.
#[derive(Clone, Copy)]
pub(super) struct From16ToByte<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one.
    pub(super) shuffle_16s: Option<S::Bytes>,
    /// The bits that must be clear in each unit, in the byte order of the input.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps> Map<S> for From16ToByte<S> {
    const FROM: usize = 2;
    const TO: usize = 1;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        // Narrowing may produce any bytes from units that are too large, because the digest detects
        // them.
        let units = [
            simd.shuffle_by(a, self.shuffle_16s),
            simd.shuffle_by(b, self.shuffle_16s),
        ];
        ([simd.narrow_16(units); 4], a | b)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, units: S::Bytes) -> bool {
        !simd.is_zero(units & self.too_large)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Converts units of 32 bits to bytes.
#[derive(Clone, Copy)]
pub(super) struct From32ToByte<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one.
    pub(super) shuffle_16s: Option<S::Bytes>,
    /// The bits that must be clear in each unit, in the byte order of the input.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps> Map<S> for From32ToByte<S> {
    const FROM: usize = 4;
    const TO: usize = 1;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, c, d]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let digest = (a | b) | (c | d);
        let [a, b] = [
            simd.shuffle_by(a, self.shuffle_16s),
            simd.shuffle_by(b, self.shuffle_16s),
        ];
        let [c, d] = [
            simd.shuffle_by(c, self.shuffle_16s),
            simd.shuffle_by(d, self.shuffle_16s),
        ];
        ([simd.narrow_32_to_8([a, b, c, d]); 4], digest)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, units: S::Bytes) -> bool {
        !simd.is_zero(units & self.too_large)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Copies UTF-32, possibly with another byte order.
#[derive(Clone, Copy)]
pub(super) struct From32To32<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one.
    pub(super) from: S::Bytes,
    /// The shuffle from the native byte order to that of the output.
    pub(super) to: S::Bytes,
}

impl<S: UnitOps> Map<S> for From32To32<S> {
    const FROM: usize = 4;
    const TO: usize = 4;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let characters = simd.shuffle_16s(units[0], self.from);
        let converted = simd.shuffle_16s(characters, self.to);
        ([converted; 4], with_surrogates_last(simd, characters))
    }

    #[inline(always)]
    fn merge(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.max_32(one, other)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, greatest: S::Bytes) -> bool {
        simd.any_32(simd.at_least_32(MALFORMED_FROM, greatest))
    }
}

/// Converts units of 16 bits to the other byte order, unchecked.
#[derive(Clone, Copy)]
pub(super) struct Swap16<S: UnitOps> {
    pub(super) shuffle_16s: S::Bytes,
}

impl<S: UnitOps> Map<S> for Swap16<S> {
    const FROM: usize = 2;
    const TO: usize = 2;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        ([simd.shuffle_16s(units[0], self.shuffle_16s); 4], units[0])
    }

    #[inline(always)]
    fn is_unconvertible(self, _simd: S, _units: S::Bytes) -> bool {
        false
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Converts UTF-16 of the Basic Multilingual Plane to UTF-32.
#[derive(Clone, Copy)]
pub(super) struct From16To32<S: UnitOps> {
    pub(super) test: SurrogateTest<S>,
    /// The shuffle of widened units from the byte order of the input to that of the output.
    pub(super) widened: Option<S::Bytes>,
}

impl<S: UnitOps> From16To32<S> {
    #[inline(always)]
    fn shuffle(self, simd: S, [a, b]: [S::Bytes; 2]) -> Vectors<S> {
        let [a, b] = [
            simd.shuffle_by(a, self.widened),
            simd.shuffle_by(b, self.widened),
        ];
        [a, b, a, b]
    }
}

impl<S: UnitOps> Map<S> for From16To32<S> {
    const FROM: usize = 2;
    const TO: usize = 4;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let digest = self.test.distance(units[0]);
        (self.shuffle(simd, simd.widen_16(units[0])), digest)
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_16(src, 0);
        let digest = self.test.distance(simd.load(src, 0));
        (self.shuffle(simd, units), digest)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, least: S::Bytes) -> bool {
        !simd.is_zero(self.test.found(simd, least))
    }

    #[inline(always)]
    fn merge(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.min(one, other)
    }
}

/// Converts UTF-32 of the Basic Multilingual Plane to UTF-16.
#[derive(Clone, Copy)]
pub(super) struct From32To16<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one, combined with a shuffle of
    /// the lower 16 bits to the byte order of the output.
    pub(super) narrowed: Option<S::Bytes>,
    /// The bits that are clear in characters of the plane, in the byte order of the input.
    pub(super) not_bmp: S::Bytes,
    /// A test for surrogates in the byte order of the output.
    pub(super) test: SurrogateTest<S>,
}

impl<S: UnitOps> Map<S> for From32To16<S> {
    const FROM: usize = 4;
    const TO: usize = 2;
    /// The minimum distance from a surrogate, and the "or" of the characters.
    type Digest = [S::Bytes; 2];

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, [S::Bytes; 2]) {
        let units = [
            simd.shuffle_by(a, self.narrowed),
            simd.shuffle_by(b, self.narrowed),
        ];
        let units = simd.narrow_32(units);
        ([units; 4], [self.test.distance(units), a | b])
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, [least, bits]: [S::Bytes; 2]) -> bool {
        !simd.is_zero(self.test.found(simd, least) | (bits & self.not_bmp))
    }

    #[inline(always)]
    fn merge(simd: S, one: [S::Bytes; 2], other: [S::Bytes; 2]) -> [S::Bytes; 2] {
        [simd.min(one[0], other[0]), one[1] | other[1]]
    }
}
