//! The weights: the difference from the [base](Weight::BASE) that each unit of one encoding adds to
//! its counter, to count the length of the text in another encoding.

use super::{Weight, count};
use crate::encoding::endian::Endian;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::surrogates::SurrogateTest;

/// Returns the shuffle of 16-bit units from `endian` to the native byte order, if `endian` is
/// given.
#[inline(always)]
fn to_native_16<S: Count>(simd: S, endian: Option<Endian>) -> Option<S::Bytes> {
    Some(simd.to_native_16(endian?))
}

/// Returns the shuffle of 32-bit units from `endian` to the native byte order, if `endian` is
/// given.
#[inline(always)]
fn to_native_32<S: Count>(simd: S, endian: Option<Endian>) -> Option<S::Bytes> {
    Some(simd.to_native_32(endian?))
}

/// Counts the characters of UTF-8: all bytes except continuation bytes.
#[derive(Clone, Copy)]
pub(crate) struct CharactersOfUtf8;

impl<S: Count> Weight<S> for CharactersOfUtf8 {
    const UNIT: usize = 1;
    const BASE: usize = 0;
    const ADDS: bool = true;
    const MAX_WEIGHT: usize = 1;

    #[inline(always)]
    fn new(_simd: S, _endian: Option<Endian>) -> Self {
        CharactersOfUtf8
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_8(counter, !simd.continuation(units))
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.number_8(!simd.continuation(units))
    }
}

/// Counts the UTF-16 units of UTF-8: two for a character of four bytes, otherwise one.
#[derive(Clone, Copy)]
pub(crate) struct Utf16OfUtf8;

impl<S: Count> Weight<S> for Utf16OfUtf8 {
    const UNIT: usize = 1;
    const BASE: usize = 0;
    const ADDS: bool = true;
    const MAX_WEIGHT: usize = 2;

    #[inline(always)]
    fn new(_simd: S, _endian: Option<Endian>) -> Self {
        Utf16OfUtf8
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        // Index: the upper four bits. In order: ASCII, continuation bytes, lead bytes of 2 and 3
        // bytes, lead bytes of 4 bytes.
        const UNITS: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2];
        let units = simd.lookup(UNITS, simd.shift_right::<4>(units));
        simd.add(counter, units)
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.number_8(!simd.continuation(units)) + simd.number_8(simd.at_least(0xF0, units))
    }
}

/// The high four bits of a surrogate's [size](Count::sizes_16).
pub(super) const SURROGATE_SIZE: u8 = 0xB0;

/// Returns the sizes of two vectors of units, which `to_native`, if any, converts to native
/// order.
#[inline(always)]
pub(super) fn sizes<S: Count>(
    simd: S,
    to_native: Option<S::Bytes>,
    [a, b]: [S::Bytes; 2],
) -> S::Bytes {
    simd.sizes_16([simd.shuffle_by(a, to_native), simd.shuffle_by(b, to_native)])
}

/// Counts the UTF-8 bytes of UTF-16: 2 for each surrogate, 1 to 3 for each other unit.
#[derive(Clone, Copy)]
pub(crate) struct Utf8OfUtf16<S: Count> {
    /// The shuffle from the byte order of the text to the native one. (Omitting it for native text
    /// would be faster, but needs twice the code.)
    to_native: S::Bytes,
}

impl<S: Count> Weight<S> for Utf8OfUtf16<S> {
    const UNIT: usize = 2;
    const BASE: usize = 3;
    const ADDS: bool = false;
    const MAX_WEIGHT: usize = 2;
    const MAX_MASKED_VECTORS: usize = 0;

    #[inline(always)]
    fn new(simd: S, endian: Option<Endian>) -> Self {
        Utf8OfUtf16 {
            to_native: simd.to_native_16(endian.unwrap_or(Endian::NATIVE)),
        }
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        // The second vector is U+FFFF, which has three bytes like the base, so it adds nothing.
        let units = simd.shuffle_bytes(units, self.to_native);
        self.add_sizes(simd, counter, simd.sizes_16([units, simd.splat(0xFF)]))
    }

    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], [a, b, c, d]: [S::Bytes; 4]) {
        counters[0] = self.add_two(simd, counters[0], [a, b]);
        counters[1] = self.add_two(simd, counters[1], [c, d]);
    }
}

impl<S: Count> Utf8OfUtf16<S> {
    #[inline(always)]
    fn add_two(self, simd: S, counter: S::Bytes, units: [S::Bytes; 2]) -> S::Bytes {
        self.add_sizes(simd, counter, sizes(simd, Some(self.to_native), units))
    }

    #[inline(always)]
    fn add_sizes(self, simd: S, counter: S::Bytes, sizes: S::Bytes) -> S::Bytes {
        let counter = simd.add(counter, simd.saved_bytes(sizes));
        simd.count_nibbles(counter, sizes, SURROGATE_SIZE)
    }
}

/// Counts the characters of UTF-16: all units except low surrogates.
#[derive(Clone, Copy)]
pub(crate) struct CharactersOfUtf16<S: Count>(SurrogateTest<S>);

impl<S: Count> Weight<S> for CharactersOfUtf16<S> {
    const UNIT: usize = 2;
    const BASE: usize = 1;
    const ADDS: bool = false;
    const MAX_WEIGHT: usize = 1;

    #[inline(always)]
    fn new(simd: S, endian: Option<Endian>) -> Self {
        CharactersOfUtf16(SurrogateTest::new(simd, to_native_16(simd, endian)))
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_16(counter, self.0.low(simd, units))
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.number_16(self.0.low(simd, units))
    }
}

/// Counts the UTF-8 bytes of UTF-32: 1 to 4 for each unit.
#[derive(Clone, Copy)]
struct Utf8OfUtf32<S: Count> {
    /// The shuffle from the byte order of the text to the native one, if they differ.
    to_native: Option<S::Bytes>,
}

impl<S: Count> Weight<S> for Utf8OfUtf32<S> {
    const UNIT: usize = 4;
    const BASE: usize = 1;
    const ADDS: bool = true;
    const MAX_WEIGHT: usize = 3;
    // Longer text is counted four vectors at a time. Not measured with cheap masked access.
    const MAX_MASKED_VECTORS: usize = if S::FEW_MASKS > 0 && !S::CHEAP_MASKED_ACCESS {
        1
    } else {
        0
    };

    #[inline(always)]
    fn new(simd: S, endian: Option<Endian>) -> Self {
        let to_native = match endian {
            Some(Endian::NATIVE) => None,
            endian => to_native_32(simd, endian),
        };
        Utf8OfUtf32 { to_native }
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        let none = simd.splat(0);
        let units = simd.shuffle_by(units, self.to_native);
        self.add_sizes(simd, counter, simd.sizes_32([units, none, none, none]))
    }

    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], units: [S::Bytes; 4]) {
        let sizes = simd.sizes_32(simd.shuffle_four(units, self.to_native));
        counters[0] = self.add_sizes(simd, counters[0], sizes);
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        let units = simd.shuffle_by(units, self.to_native);
        simd.number_32(simd.at_least_32(0x80, units))
            + simd.number_32(simd.at_least_32(0x800, units))
            + simd.number_32(simd.at_least_32(0x1_0000, units))
    }
}

impl<S: Count> Utf8OfUtf32<S> {
    #[inline(always)]
    fn add_sizes(self, simd: S, counter: S::Bytes, sizes: S::Bytes) -> S::Bytes {
        // Sizes 1 to 15 add 1, size 16 adds 2, size FF adds 3.
        let many = simd.saturating_sub(sizes, simd.splat(15));
        let many = simd.min(many, simd.splat(2));
        simd.add(counter, simd.add(simd.min(sizes, simd.splat(1)), many))
    }
}

/// Counts with [`Utf8OfUtf32`]. In each branch the byte order is a constant, so native text is not
/// shuffled.
#[inline(always)]
pub(crate) fn utf8_of_utf32<S: Count>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    if endian == Endian::NATIVE {
        count::<S, Utf8OfUtf32<S>>(simd, Endian::NATIVE, src)
    } else {
        count::<S, Utf8OfUtf32<S>>(simd, Endian::NATIVE.swapped(), src)
    }
}

/// Counts the UTF-16 units of UTF-32: 2 for each character outside the Basic Multilingual Plane,
/// otherwise 1.
#[derive(Clone, Copy)]
pub(crate) struct Utf16OfUtf32<S: Count> {
    /// The bits that are clear in characters of that plane, in the byte order of the text.
    not_bmp: S::Bytes,
}

impl<S: Count> Weight<S> for Utf16OfUtf32<S> {
    const UNIT: usize = 4;
    const BASE: usize = 2;
    const ADDS: bool = false;
    const MAX_WEIGHT: usize = 1;

    #[inline(always)]
    fn new(simd: S, endian: Option<Endian>) -> Self {
        Utf16OfUtf32 {
            not_bmp: simd.shuffle_by(simd.splat_32(!0xFFFF), to_native_32(simd, endian)),
        }
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_32(counter, self.are_bmp(simd, units))
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.number_32(self.are_bmp(simd, units))
    }
}

impl<S: Count> Utf16OfUtf32<S> {
    /// Returns a mask of the characters of that plane.
    #[inline(always)]
    fn are_bmp(self, simd: S, units: S::Bytes) -> S::Mask32 {
        simd.equal_32(units & self.not_bmp, simd.splat(0))
    }
}

/// Counts the UTF-8 bytes of Latin-1: 1 for each ASCII byte, otherwise 2.
#[derive(Clone, Copy)]
pub(crate) struct Utf8OfLatin1;

impl<S: Count> Weight<S> for Utf8OfLatin1 {
    const UNIT: usize = 1;
    const BASE: usize = 1;
    const ADDS: bool = true;
    const MAX_WEIGHT: usize = 1;

    #[inline(always)]
    fn new(_simd: S, _endian: Option<Endian>) -> Self {
        Utf8OfLatin1
    }

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_non_ascii(counter, units)
    }

    #[inline(always)]
    fn of_vector(self, simd: S, units: S::Bytes) -> usize {
        simd.number_8(simd.non_ascii(units))
    }
}
