//! The maps: what becomes of each unit, and the digests that tell whether it can be converted.
//!
//! The digest of units that only need to be small is the "or" of all their bits, that of UTF-32 the
//! greatest of its [`with_surrogates_last`], that of UTF-16 the least distance from a surrogate.

use super::{Map, Vectors};
use crate::encoding::endian::Endian;
use crate::kernels::generic::surrogates::SurrogateTest;
use crate::kernels::generic::utf32::{MALFORMED_FROM, with_surrogates_last};
use crate::kernels::simd::Units;

/// Bytes to bytes, a copy.
#[derive(Clone, Copy)]
pub(super) struct ByteToByte<S: Units> {
    /// The bits that no byte may have.
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for ByteToByte<S> {
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

/// Bytes to units of 16 bits in the native byte order, or the other one if it `SWAPS`. (That is a
/// constant because stores take most of the time: a shuffle of each vector would show.) Whether any
/// byte is too large it tells only if it `TESTS`: of Latin-1 none is.
#[derive(Clone, Copy)]
pub(super) struct ByteTo16<S: Units, const SWAPS: bool, const TESTS: bool> {
    /// The bits that no byte may have.
    pub(super) too_large: S::Bytes,
}

impl<S: Units, const SWAPS: bool, const TESTS: bool> Map<S> for ByteTo16<S, SWAPS, TESTS> {
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

impl<S: Units, const SWAPS: bool, const TESTS: bool> ByteTo16<S, SWAPS, TESTS> {
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

/// Bytes to units of 32 bits in the native byte order, or the other one if it `SWAPS`.
#[derive(Clone, Copy)]
pub(super) struct ByteTo32<S: Units, const SWAPS: bool> {
    /// The bits that no byte may have.
    pub(super) too_large: S::Bytes,
}

impl<S: Units, const SWAPS: bool> Map<S> for ByteTo32<S, SWAPS> {
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

impl<S: Units, const SWAPS: bool> ByteTo32<S, SWAPS> {
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

/// Units of 16 bits to bytes.
#[derive(Clone, Copy)]
pub(super) struct From16ToByte<S: Units> {
    /// From the byte order of the input to the native one.
    pub(super) shuffle_16s: Option<S::Bytes>,
    /// The bits, in the byte order of the input, that no unit may have.
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for From16ToByte<S> {
    const FROM: usize = 2;
    const TO: usize = 1;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        // Whatever narrowing makes of units that are too large, the digest tells of them.
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

/// Units of 32 bits to bytes.
#[derive(Clone, Copy)]
pub(super) struct From32ToByte<S: Units> {
    /// From the byte order of the input to the native one.
    pub(super) shuffle_16s: Option<S::Bytes>,
    /// The bits, in the byte order of the input, that no unit may have.
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for From32ToByte<S> {
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

/// UTF-32 to UTF-32.
#[derive(Clone, Copy)]
pub(super) struct From32To32<S: Units> {
    /// From the byte order of the input to the native one.
    pub(super) from: S::Bytes,
    /// From the native byte order to that of the output.
    pub(super) to: S::Bytes,
}

impl<S: Units> Map<S> for From32To32<S> {
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

/// Units of 16 bits to the other byte order, whatever they are.
#[derive(Clone, Copy)]
pub(super) struct Swap16<S: Units> {
    pub(super) shuffle_16s: S::Bytes,
}

impl<S: Units> Map<S> for Swap16<S> {
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

/// UTF-16 of the Basic Multilingual Plane to UTF-32.
#[derive(Clone, Copy)]
pub(super) struct From16To32<S: Units> {
    pub(super) test: SurrogateTest<S>,
    /// From widened units in the byte order of the input to units in that of the output.
    pub(super) widened: Option<S::Bytes>,
}

impl<S: Units> From16To32<S> {
    #[inline(always)]
    fn shuffle(self, simd: S, [a, b]: [S::Bytes; 2]) -> Vectors<S> {
        let [a, b] = [
            simd.shuffle_by(a, self.widened),
            simd.shuffle_by(b, self.widened),
        ];
        [a, b, a, b]
    }
}

impl<S: Units> Map<S> for From16To32<S> {
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

/// UTF-32 of the Basic Multilingual Plane to UTF-16.
#[derive(Clone, Copy)]
pub(super) struct From32To16<S: Units> {
    /// To units in the native byte order, but with their lower 16 bits in that of the output.
    pub(super) narrowed: Option<S::Bytes>,
    /// The bits, in the byte order of the input, that only characters outside the plane have.
    pub(super) not_bmp: S::Bytes,
    /// Knows surrogates in the byte order of the output.
    pub(super) test: SurrogateTest<S>,
}

impl<S: Units> Map<S> for From32To16<S> {
    const FROM: usize = 4;
    const TO: usize = 2;
    /// The least distance from a surrogate, and all bits of the characters.
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
