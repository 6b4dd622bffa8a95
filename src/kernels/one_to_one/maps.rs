//! The maps: the conversion of each unit, and the digests that show whether all units can be
//! converted.
//!
//! If units only need to be small, their digest is the "or" of all their bits. The digest of UTF-32
//! is the maximum of its units after [`with_surrogates_last`] has renumbered them. The digest of
//! UTF-16 is the minimum distance from a surrogate.

use super::{Map, Vectors};
use crate::encoding::endian::Endian;
use crate::kernels::utf32::{is_malformed, with_surrogates_last};
use crate::simd::UnitOps;
use crate::simd::surrogates::SurrogateTest;

/// Widens bytes to units of `TO` bytes: 1 (a copy), 2 or 4. The units are in the native byte order,
/// or the other one if `SWAPS`. Bytes that are too large are detected only if `TESTS`: Latin-1
/// needs no test.
///
/// `SWAPS` is a constant because stores take most of the time, and a shuffle of each vector would
/// be noticeable.
#[derive(Clone, Copy)]
pub(super) struct FromBytes<S: UnitOps, const TO: usize, const SWAPS: bool, const TESTS: bool> {
    /// The bits that must be clear in each byte.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps, const TO: usize, const SWAPS: bool, const TESTS: bool> Map<S>
    for FromBytes<S, TO, SWAPS, TESTS>
{
    const FROM: usize = 1;
    const TO: usize = TO;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [bytes, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let units = match TO {
            1 => [bytes; 4],
            2 => {
                let [a, b] = simd.widen_8(bytes);
                [a, b, a, b]
            }
            _ => {
                let [first, second] = simd.widen_8(bytes);
                let ([a, b], [c, d]) = (simd.widen_16(first), simd.widen_16(second));
                [a, b, c, d]
            }
        };
        (self.swapped(simd, units), bytes)
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let bytes = simd.load(src, 0);
        let units = match TO {
            1 => [bytes; 4],
            2 => {
                let [a, b] = simd.load_widened_8(src, 0);
                [a, b, a, b]
            }
            _ => simd.load_widened_8_to_32(src, 0),
        };
        (self.swapped(simd, units), bytes)
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

impl<S: UnitOps, const TO: usize, const SWAPS: bool, const TESTS: bool>
    FromBytes<S, TO, SWAPS, TESTS>
{
    /// Returns the units in the byte order of the output.
    #[inline(always)]
    fn swapped(self, simd: S, units: Vectors<S>) -> Vectors<S> {
        if !SWAPS {
            return units;
        }
        let swapped = Endian::NATIVE.swapped();
        let order = match TO {
            2 => simd.to_native_16(swapped),
            _ => simd.to_native_32(swapped),
        };
        simd.shuffle_four(units, Some(order))
    }
}

/// Narrows units of `FROM` bytes, 2 or 4, to bytes.
#[derive(Clone, Copy)]
pub(super) struct ToBytes<S: UnitOps, const FROM: usize> {
    /// The shuffle from the byte order of the input to the native one.
    pub(super) to_native: Option<S::Bytes>,
    /// The bits that must be clear in each unit, in the byte order of the input.
    pub(super) too_large: S::Bytes,
}

impl<S: UnitOps, const FROM: usize> Map<S> for ToBytes<S, FROM> {
    const FROM: usize = FROM;
    const TO: usize = 1;
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let mut digest = units[0] | units[1];
        if FROM == 4 {
            digest = digest | (units[2] | units[3]);
        }
        let units = simd.shuffle_four(units, self.to_native);
        // Narrowing may produce any bytes from units that are too large, because the digest detects
        // them.
        let bytes = match FROM {
            2 => simd.narrow_16([units[0], units[1]]),
            _ => simd.narrow_32_to_8(units),
        };
        ([bytes; 4], digest)
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
        let characters = simd.shuffle_bytes(units[0], self.from);
        let converted = simd.shuffle_bytes(characters, self.to);
        ([converted; 4], with_surrogates_last(simd, characters))
    }

    #[inline(always)]
    fn merge(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.max_32(one, other)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, greatest: S::Bytes) -> bool {
        is_malformed(simd, greatest)
    }
}

/// Converts units of 16 bits to the other byte order, unchecked.
#[derive(Clone, Copy)]
pub(super) struct Swap16<S: UnitOps> {
    pub(super) swap: S::Bytes,
}

impl<S: UnitOps> Map<S> for Swap16<S> {
    const FROM: usize = 2;
    const TO: usize = 2;
    type Digest = ();

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, ()) {
        ([simd.shuffle_bytes(units[0], self.swap); 4], ())
    }

    #[inline(always)]
    fn is_unconvertible(self, _simd: S, (): ()) -> bool {
        false
    }

    #[inline(always)]
    fn merge(_simd: S, (): (), (): ()) {}
}

/// Converts UTF-16 of the Basic Multilingual Plane to UTF-32.
#[derive(Clone, Copy)]
pub(crate) struct From16To32<S: UnitOps> {
    /// A test for surrogates in the byte order of the input.
    pub(crate) test: SurrogateTest<S>,
    /// The shuffle of widened units from the byte order of the input to that of the output.
    pub(crate) widened: Option<S::Bytes>,
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
pub(crate) struct From32To16<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one, combined with a shuffle of
    /// the lower 16 bits to the byte order of the output.
    pub(crate) narrowed: Option<S::Bytes>,
    /// The bits that are clear in characters of the plane, in the byte order of the input.
    pub(crate) not_bmp: S::Bytes,
    /// A test for surrogates in the byte order of the output.
    pub(crate) test: SurrogateTest<S>,
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
