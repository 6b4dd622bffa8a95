//! What becomes of each unit, and what shows that it is wrong.

use super::{Map, Vectors};
use crate::endian::Endian;
use crate::generic::surrogates::Signs;
use crate::generic::utf32::{TOO_LARGE, renumbered};
use crate::simd::Units;

#[derive(Clone, Copy)]
pub(super) struct ByteToByte<S: Units> {
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for ByteToByte<S> {
    const FROM: usize = 1;
    const TO: usize = 1;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, _simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        (units, units[0])
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, bytes: S::Bytes) -> bool {
        !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// To units in the order of vectors, or, if it `SWAPS`, the other. (Stores are all that there is to do otherwise: a
/// reordering of each vector would show.)
#[derive(Clone, Copy)]
pub(super) struct ByteTo16<S: Units, const SWAPS: bool> {
    pub(super) too_large: S::Bytes,
}

impl<S: Units, const SWAPS: bool> Map<S> for ByteTo16<S, SWAPS> {
    const FROM: usize = 1;
    const TO: usize = 2;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        (self.ordered(simd, simd.widen_8(units[0])), units[0])
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_8(src, 0);
        (self.ordered(simd, units), simd.load(src, 0))
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, bytes: S::Bytes) -> bool {
        !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

impl<S: Units, const SWAPS: bool> ByteTo16<S, SWAPS> {
    #[inline(always)]
    fn ordered(self, simd: S, [mut a, mut b]: [S::Bytes; 2]) -> Vectors<S> {
        if SWAPS {
            let order = simd.to_native_16(Endian::NATIVE.swapped());
            [a, b] = [simd.shuffle_16s(a, order), simd.shuffle_16s(b, order)];
        }
        [a, b, a, b]
    }
}

/// The same to units of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct ByteTo32<S: Units, const SWAPS: bool> {
    pub(super) too_large: S::Bytes,
}

impl<S: Units, const SWAPS: bool> Map<S> for ByteTo32<S, SWAPS> {
    const FROM: usize = 1;
    const TO: usize = 4;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let [first, second] = simd.widen_8(units[0]);
        let [a, b] = simd.widen_16(first);
        let [c, d] = simd.widen_16(second);
        (self.ordered(simd, [a, b, c, d]), units[0])
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_8_to_32(src, 0);
        (self.ordered(simd, units), simd.load(src, 0))
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, bytes: S::Bytes) -> bool {
        !simd.is_zero(bytes & self.too_large)
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

impl<S: Units, const SWAPS: bool> ByteTo32<S, SWAPS> {
    #[inline(always)]
    fn ordered(self, simd: S, [mut a, mut b, mut c, mut d]: Vectors<S>) -> Vectors<S> {
        if SWAPS {
            let order = simd.to_native_32(Endian::NATIVE.swapped());
            [a, b] = [simd.shuffle_16s(a, order), simd.shuffle_16s(b, order)];
            [c, d] = [simd.shuffle_16s(c, order), simd.shuffle_16s(d, order)];
        }
        [a, b, c, d]
    }
}

#[derive(Clone, Copy)]
pub(super) struct From16ToByte<S: Units> {
    pub(super) order: Option<S::Bytes>,
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for From16ToByte<S> {
    const FROM: usize = 2;
    const TO: usize = 1;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        // What is too large is wrong, whatever narrowing makes of it.
        let units = [
            simd.shuffle_by(a, self.order),
            simd.shuffle_by(b, self.order),
        ];
        ([simd.narrow_16(units); 4], a | b)
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, units: S::Bytes) -> bool {
        !simd.is_zero(units & self.too_large)
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

#[derive(Clone, Copy)]
pub(super) struct From32ToByte<S: Units> {
    pub(super) order: Option<S::Bytes>,
    pub(super) too_large: S::Bytes,
}

impl<S: Units> Map<S> for From32ToByte<S> {
    const FROM: usize = 4;
    const TO: usize = 1;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, c, d]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let check = (a | b) | (c | d);
        let [a, b] = [
            simd.shuffle_by(a, self.order),
            simd.shuffle_by(b, self.order),
        ];
        let [c, d] = [
            simd.shuffle_by(c, self.order),
            simd.shuffle_by(d, self.order),
        ];
        ([simd.narrow_32_to_8([a, b, c, d]); 4], check)
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, units: S::Bytes) -> bool {
        !simd.is_zero(units & self.too_large)
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

#[derive(Clone, Copy)]
pub(super) struct From32To32<S: Units> {
    pub(super) from: S::Bytes,
    pub(super) to: S::Bytes,
}

impl<S: Units> Map<S> for From32To32<S> {
    const FROM: usize = 4;
    const TO: usize = 4;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let characters = simd.shuffle_16s(units[0], self.from);
        let converted = simd.shuffle_16s(characters, self.to);
        ([converted; 4], renumbered(simd, characters))
    }

    #[inline(always)]
    fn join(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.max_32(one, other)
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, greatest: S::Bytes) -> bool {
        simd.any_32(simd.at_least_32(TOO_LARGE, greatest))
    }
}

#[derive(Clone, Copy)]
pub(super) struct Swap16<S: Units> {
    pub(super) order: S::Bytes,
}

impl<S: Units> Map<S> for Swap16<S> {
    const FROM: usize = 2;
    const TO: usize = 2;
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        ([simd.shuffle_16s(units[0], self.order); 4], units[0])
    }

    #[inline(always)]
    fn is_wrong(self, _simd: S, _units: S::Bytes) -> bool {
        false
    }

    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// UTF-16 of the Basic Multilingual Plane to UTF-32.
#[derive(Clone, Copy)]
pub(super) struct From16To32<S: Units> {
    pub(super) signs: Signs<S>,
    /// From units of the one order, as units of 32 bits, to the other.
    pub(super) widened: Option<S::Bytes>,
}

impl<S: Units> From16To32<S> {
    #[inline(always)]
    fn ordered(self, simd: S, [a, b]: [S::Bytes; 2]) -> Vectors<S> {
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
    type Check = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let check = self.signs.check(units[0]);
        (self.ordered(simd, simd.widen_16(units[0])), check)
    }

    #[inline(always)]
    fn load(self, simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
        let units = simd.load_widened_16(src, 0);
        let check = self.signs.check(simd.load(src, 0));
        (self.ordered(simd, units), check)
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, least: S::Bytes) -> bool {
        !simd.is_zero(self.signs.seen(simd, least))
    }

    #[inline(always)]
    fn join(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.min_8(one, other)
    }
}

/// UTF-32 of the Basic Multilingual Plane to UTF-16.
#[derive(Clone, Copy)]
pub(super) struct From32To16<S: Units> {
    /// To the order of vectors, but the lower 16 bits in the order of the output.
    pub(super) narrowed: Option<S::Bytes>,
    pub(super) not_bmp: S::Bytes,
    /// Those of surrogates in the order of the output.
    pub(super) signs: Signs<S>,
}

impl<S: Units> Map<S> for From32To16<S> {
    const FROM: usize = 4;
    const TO: usize = 2;
    /// What surrogates show, and the bits of all characters.
    type Check = [S::Bytes; 2];

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, [S::Bytes; 2]) {
        let units = [
            simd.shuffle_by(a, self.narrowed),
            simd.shuffle_by(b, self.narrowed),
        ];
        let units = simd.narrow_32(units);
        ([units; 4], [self.signs.check(units), a | b])
    }

    #[inline(always)]
    fn is_wrong(self, simd: S, [least, bits]: [S::Bytes; 2]) -> bool {
        !simd.is_zero(self.signs.seen(simd, least) | (bits & self.not_bmp))
    }

    #[inline(always)]
    fn join(simd: S, one: [S::Bytes; 2], other: [S::Bytes; 2]) -> [S::Bytes; 2] {
        [simd.min_8(one[0], other[0]), one[1] | other[1]]
    }
}
