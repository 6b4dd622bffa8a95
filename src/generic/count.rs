//! Lengths of text in other encodings, without converting it.
//!
//! Each unit adds its share on its own (as in plain code), to the tallies of its lane. A lane holds a byte's worth, so
//! the tallies are summed up before any can overflow.

use super::surrogates::{HALF_BITS, LOW, surrogates};
use crate::kernels::Progress;
use crate::simd::Units;

/// Units of output beyond what every unit makes: some more and some less.
struct Tallies<S: Units> {
    more: S::Bytes,
    less: S::Bytes,
}

impl<S: Units> Tallies<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Tallies {
            more: simd.splat(0),
            less: simd.splat(0),
        }
    }
}

/// How much a vector of units adds to the tallies.
trait Share<S: Units> {
    /// Bytes of a unit.
    const UNIT: usize;
    /// The most that one unit adds to one tally. A unit of zero adds nothing.
    const MOST: usize;

    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes);
}

/// Counts all whole units of `src`: one for each, and what their shares say.
#[inline(always)]
fn count<S: Units, C: Share<S>>(simd: S, src: &[u8]) -> Progress {
    let lanes = S::LANES;
    let all = Progress::all(src.len(), C::UNIT);
    let src = &src[..all.read];
    let mut written = all.written;
    let mut at = 0;
    while src.len() - at >= 4 * lanes {
        let blocks = ((src.len() - at) / (4 * lanes)).min(255 / C::MOST / 2);
        let end = at + blocks * 4 * lanes;
        // Two of each, so that additions need not wait for each other.
        let mut first = Tallies::none(simd);
        let mut second = Tallies::none(simd);
        while at < end {
            C::add(simd, &mut first, simd.load(src, at));
            C::add(simd, &mut second, simd.load(src, at + lanes));
            C::add(simd, &mut first, simd.load(src, at + 2 * lanes));
            C::add(simd, &mut second, simd.load(src, at + 3 * lanes));
            at += 4 * lanes;
        }
        written += simd.sum_8(first.more) + simd.sum_8(second.more);
        written -= simd.sum_8(first.less) + simd.sum_8(second.less);
    }
    let mut tallies = Tallies::none(simd);
    while at < src.len() {
        C::add(simd, &mut tallies, simd.load_partial(&src[at..]));
        at += lanes.min(src.len() - at);
    }
    Progress {
        read: all.read,
        written: written + simd.sum_8(tallies.more) - simd.sum_8(tallies.less),
    }
}

struct CharactersOfUtf8;

impl<S: Units> Share<S> for CharactersOfUtf8 {
    const UNIT: usize = 1;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        tallies.less = simd.tally_8(tallies.less, simd.continuation(units));
    }
}

/// Characters of UTF-8: bytes that continue none.
#[inline(always)]
pub(crate) fn characters_of_utf8<S: Units>(simd: S, src: &[u8]) -> Progress {
    count::<S, CharactersOfUtf8>(simd, src)
}

struct Utf16OfUtf8;

impl<S: Units> Share<S> for Utf16OfUtf8 {
    const UNIT: usize = 1;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        tallies.less = simd.tally_8(tallies.less, simd.continuation(units));
        tallies.more = simd.tally_8(tallies.more, simd.at_least(0xF0, units));
    }
}

/// Units of UTF-16 of a text in UTF-8: one a character, and one more for a lead of four bytes.
#[inline(always)]
pub(crate) fn utf16_of_utf8<S: Units>(simd: S, src: &[u8]) -> Progress {
    count::<S, Utf16OfUtf8>(simd, src)
}

struct Utf8OfUtf16<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Share<S> for Utf8OfUtf16<ORDER> {
    const UNIT: usize = 2;
    const MOST: usize = 2;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        let units = simd.ordered_16::<ORDER>(units);
        tallies.more = simd.tally_16(tallies.more, simd.at_least_16(0x80, units));
        tallies.more = simd.tally_16(tallies.more, simd.at_least_16(0x800, units));
        tallies.less = simd.tally_16(tallies.less, surrogates(simd, units));
    }
}

/// Bytes of UTF-8 of a text in UTF-16: 1 to 3 for each unit, 2 for half of a surrogate pair.
#[inline(always)]
pub(crate) fn utf8_of_utf16<S: Units, const ORDER: bool>(simd: S, src: &[u8]) -> Progress {
    count::<S, Utf8OfUtf16<ORDER>>(simd, src)
}

struct CharactersOfUtf16<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Share<S> for CharactersOfUtf16<ORDER> {
    const UNIT: usize = 2;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        let bits = simd.ordered_16::<ORDER>(simd.splat_16(HALF_BITS));
        let low = simd.ordered_16::<ORDER>(simd.splat_16(LOW));
        tallies.less = simd.tally_16(tallies.less, simd.equal_16(units & bits, low));
    }
}

/// Characters of UTF-16: units that are no low half of a pair.
#[inline(always)]
pub(crate) fn characters_of_utf16<S: Units, const ORDER: bool>(simd: S, src: &[u8]) -> Progress {
    count::<S, CharactersOfUtf16<ORDER>>(simd, src)
}

struct Utf8OfUtf32<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Share<S> for Utf8OfUtf32<ORDER> {
    const UNIT: usize = 4;
    const MOST: usize = 3;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        let units = simd.ordered_32::<ORDER>(units);
        tallies.more = simd.tally_32(tallies.more, simd.at_least_32(0x80, units));
        tallies.more = simd.tally_32(tallies.more, simd.at_least_32(0x800, units));
        tallies.more = simd.tally_32(tallies.more, simd.at_least_32(0x1_0000, units));
    }
}

/// Bytes of UTF-8 of a text in UTF-32: 1 to 4 for each unit.
#[inline(always)]
pub(crate) fn utf8_of_utf32<S: Units, const ORDER: bool>(simd: S, src: &[u8]) -> Progress {
    count::<S, Utf8OfUtf32<ORDER>>(simd, src)
}

struct Utf16OfUtf32<const ORDER: bool>;

impl<S: Units, const ORDER: bool> Share<S> for Utf16OfUtf32<ORDER> {
    const UNIT: usize = 4;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        let units = simd.ordered_32::<ORDER>(units);
        tallies.more = simd.tally_32(tallies.more, simd.at_least_32(0x1_0000, units));
    }
}

/// Units of UTF-16 of a text in UTF-32: 1 or 2 for each unit.
#[inline(always)]
pub(crate) fn utf16_of_utf32<S: Units, const ORDER: bool>(simd: S, src: &[u8]) -> Progress {
    count::<S, Utf16OfUtf32<ORDER>>(simd, src)
}

struct Utf8OfLatin1;

impl<S: Units> Share<S> for Utf8OfLatin1 {
    const UNIT: usize = 1;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(simd: S, tallies: &mut Tallies<S>, units: S::Bytes) {
        tallies.more = simd.tally_8(tallies.more, simd.non_ascii(units));
    }
}

/// Bytes of UTF-8 of a text in Latin-1: 1 or 2 for each byte.
#[inline(always)]
pub(crate) fn utf8_of_latin1<S: Units>(simd: S, src: &[u8]) -> Progress {
    count::<S, Utf8OfLatin1>(simd, src)
}
