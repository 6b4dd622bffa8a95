//! Lengths of text in other encodings, without converting it.
//!
//! Each unit adds its share on its own (as in plain code), to the counters of its lane. A lane holds a byte's worth, so
//! the counters are summed up before any can overflow.

use super::surrogates::Signs;
use super::validate_units::chunk_of;
use crate::endian::Endian;
use crate::progress::Progress;
use crate::simd::Units;

/// What vectors of units add to counters.
trait Weight<S: Units>: Copy {
    /// Bytes of a unit.
    const UNIT: usize;
    /// Units of output for each unit, to begin with.
    const EVERY: usize;
    /// Whether counters tell how many units of output there are beyond those, or else how many there are not.
    const MORE: bool;
    /// The most that a vector or four add to a byte of a counter.
    const MOST: usize;

    /// The counter with what a vector adds.
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes;

    /// Adds four vectors. There are several counters, so that additions need not wait for each other.
    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], units: [S::Bytes; 4]) {
        let mut i = 0;
        while i < 4 {
            counters[i] = self.add(simd, counters[i], units[i]);
            i += 1;
        }
    }
}

/// The first four vectors of `src`.
#[inline(always)]
fn load_four<S: Units>(simd: S, src: &[u8]) -> [S::Bytes; 4] {
    let four = &src[..4 * S::LANES];
    [
        simd.load(four, 0),
        simd.load(four, S::LANES),
        simd.load(four, 2 * S::LANES),
        simd.load(four, 3 * S::LANES),
    ]
}

/// The last `count` bytes of `src`, less than a vector, after zeros in the place of what is before them, at least as much
/// as makes a vector.
#[inline(always)]
fn load_last<S: Units>(simd: S, src: &[u8], count: usize) -> S::Bytes {
    static KEPT: [u8; 128] = {
        let mut mask = [0; 128];
        let mut i = 64;
        while i < 128 {
            mask[i] = 0xFF;
            i += 1;
        }
        mask
    };
    let mask = simd.load(&KEPT, 64 - S::LANES + count);
    simd.load(src, src.len() - S::LANES) & mask
}

/// Bytes that are counted between two branches.
const fn block_of<S: Units>() -> usize {
    if S::LANES < 64 { 8 * S::LANES } else { 256 }
}

/// Bytes that counters have room for.
const fn capacity_of<S: Units, C: Weight<S>>() -> usize {
    let block = block_of::<S>();
    255 / C::MOST / (block / (4 * S::LANES)) * block
}

/// Counts all whole units of `src`.
#[inline(always)]
fn count<S: Units, C: Weight<S>>(simd: S, weight: C, src: &[u8]) -> Progress {
    let lanes = S::LANES;
    let all = Progress::all(src.len(), C::UNIT);
    let src = &src[..all.read];
    let mut rest = src;
    let mut counted = 0;
    let (block, out) = const { (block_of::<S>(), capacity_of::<S, C>()) };
    while rest.len() >= block {
        let (mut part, after) = rest.split_at(rest.len().min(out) / block * block);
        let mut counters = [simd.splat(0); 4];
        while part.len() >= block {
            let (this, next) = part.split_at(block);
            let mut at = 0;
            while at < block {
                weight.add_four(simd, &mut counters, load_four(simd, &this[at..]));
                at += 4 * lanes;
            }
            part = next;
        }
        counted += simd.sum_8(counters);
        rest = after;
    }
    if !rest.is_empty() {
        let mut counter = simd.splat(0);
        while rest.len() >= lanes {
            counter = weight.add(simd, counter, simd.load(rest, 0));
            rest = &rest[lanes..];
        }
        if !rest.is_empty() {
            let end = if S::CLIPS || src.len() < lanes {
                simd.load_partial(rest)
            } else {
                load_last(simd, src, rest.len())
            };
            counter = weight.add(simd, counter, end);
        }
        // Without the zeros beside the end, each of which is one unit of output.
        let zeros = src.len().wrapping_neg() % lanes / C::UNIT;
        counted += simd.sum_8([counter]) - zeros * C::EVERY.abs_diff(1);
    }
    let every = all.written * C::EVERY;
    let written = if C::MORE {
        every + counted
    } else {
        every - counted
    };
    Progress { written, ..all }
}

#[derive(Clone, Copy)]
struct CharactersOfUtf8;

impl<S: Units> Weight<S> for CharactersOfUtf8 {
    const UNIT: usize = 1;
    const EVERY: usize = 0;
    const MORE: bool = true;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_8(counter, !simd.continuation(units))
    }
}

/// Characters of UTF-8: bytes that continue none.
#[inline(always)]
pub(crate) fn characters_of_utf8<S: Units>(simd: S, src: &[u8]) -> Progress {
    count(simd, CharactersOfUtf8, src)
}

#[derive(Clone, Copy)]
struct Utf16OfUtf8;

impl<S: Units> Weight<S> for Utf16OfUtf8 {
    const UNIT: usize = 1;
    const EVERY: usize = 0;
    const MORE: bool = true;
    const MOST: usize = 2;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        // By the upper four bits: ASCII, continuation bytes, leads of two and three bytes, those of four.
        const UNITS: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2];
        let units = simd.lookup(UNITS, simd.shift_right::<4>(units));
        simd.add(counter, units)
    }
}

/// Units of UTF-16 of a text in UTF-8: one a character, and one more for a lead of four bytes.
#[inline(always)]
pub(crate) fn utf16_of_utf8<S: Units>(simd: S, src: &[u8]) -> Progress {
    count(simd, Utf16OfUtf8, src)
}

/// The high four bits of the sizes of surrogates.
const SURROGATE_SIZE: u8 = 0xB0;

/// The sizes of units that `reorder`, if it is anything, puts into order.
#[inline(always)]
fn sizes<S: Units>(simd: S, shuffle_16s: Option<S::Bytes>, [a, b]: [S::Bytes; 2]) -> S::Bytes {
    simd.sizes_16([
        simd.shuffle_by(a, shuffle_16s),
        simd.shuffle_by(b, shuffle_16s),
    ])
}

#[derive(Clone, Copy)]
struct Utf8OfUtf16<S: Units> {
    /// What puts units into order. (Only where it does something would be quicker, but more code.)
    shuffle_16s: S::Bytes,
}

impl<S: Units> Weight<S> for Utf8OfUtf16<S> {
    const UNIT: usize = 2;
    const EVERY: usize = 3;
    const MORE: bool = false;
    const MOST: usize = 2;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        // What is beside it adds nothing in either order.
        let units = simd.shuffle_16s(units, self.shuffle_16s);
        self.add_sizes(simd, counter, simd.sizes_16([units, simd.splat(0xFF)]))
    }

    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], [a, b, c, d]: [S::Bytes; 4]) {
        counters[0] = self.add_two(simd, counters[0], [a, b]);
        counters[1] = self.add_two(simd, counters[1], [c, d]);
    }
}

impl<S: Units> Utf8OfUtf16<S> {
    #[inline(always)]
    fn add_two(self, simd: S, counter: S::Bytes, units: [S::Bytes; 2]) -> S::Bytes {
        self.add_sizes(simd, counter, sizes(simd, Some(self.shuffle_16s), units))
    }

    #[inline(always)]
    fn add_sizes(self, simd: S, counter: S::Bytes, sizes: S::Bytes) -> S::Bytes {
        let counter = simd.add(counter, simd.saved_bytes(sizes));
        simd.count_nibbles(counter, sizes, SURROGATE_SIZE)
    }
}

/// Bytes of UTF-8 of a text in UTF-16: 1 to 3 for each unit, 2 for half of a surrogate pair.
#[inline(always)]
pub(crate) fn utf8_of_utf16<S: Units>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    let shuffle_16s = simd.to_native_16(endian);
    count(simd, Utf8OfUtf16 { shuffle_16s }, src)
}

#[derive(Clone, Copy)]
struct CharactersOfUtf16<S: Units>(Signs<S>);

impl<S: Units> Weight<S> for CharactersOfUtf16<S> {
    const UNIT: usize = 2;
    const EVERY: usize = 1;
    const MORE: bool = false;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_16(counter, self.0.low(simd, units))
    }
}

/// Characters of UTF-16: units that are no low half of a pair.
#[inline(always)]
pub(crate) fn characters_of_utf16<S: Units>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    let signs = Signs::new(simd, Some(simd.to_native_16(endian)));
    count(simd, CharactersOfUtf16(signs), src)
}

#[derive(Clone, Copy)]
struct Utf8OfUtf32<S: Units> {
    /// What puts units into order, if it takes anything.
    shuffle_16s: Option<S::Bytes>,
}

impl<S: Units> Weight<S> for Utf8OfUtf32<S> {
    const UNIT: usize = 4;
    const EVERY: usize = 1;
    const MORE: bool = true;
    const MOST: usize = 3;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        let none = simd.splat(0);
        let units = simd.shuffle_by(units, self.shuffle_16s);
        self.add_sizes(simd, counter, simd.sizes_32([units, none, none, none]))
    }

    #[inline(always)]
    fn add_four(self, simd: S, counters: &mut [S::Bytes; 4], units: [S::Bytes; 4]) {
        let [a, b, c, d] = units;
        let sizes = simd.sizes_32([
            simd.shuffle_by(a, self.shuffle_16s),
            simd.shuffle_by(b, self.shuffle_16s),
            simd.shuffle_by(c, self.shuffle_16s),
            simd.shuffle_by(d, self.shuffle_16s),
        ]);
        counters[0] = self.add_sizes(simd, counters[0], sizes);
    }
}

impl<S: Units> Utf8OfUtf32<S> {
    #[inline(always)]
    fn add_sizes(self, simd: S, counter: S::Bytes, sizes: S::Bytes) -> S::Bytes {
        // One for what is no ASCII, another beyond 15, and two beyond 16.
        let many = simd.saturating_sub(sizes, simd.splat(15));
        let many = simd.min_8(many, simd.splat(2));
        simd.add(counter, simd.add(simd.min_8(sizes, simd.splat(1)), many))
    }
}

/// Bytes of UTF-8 of a text in UTF-32: 1 to 4 for each unit.
#[inline(always)]
pub(crate) fn utf8_of_utf32<S: Units>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    if endian == Endian::NATIVE {
        count(simd, Utf8OfUtf32 { shuffle_16s: None }, src)
    } else {
        let shuffle_16s = Some(simd.to_native_32(endian));
        count(simd, Utf8OfUtf32 { shuffle_16s }, src)
    }
}

#[derive(Clone, Copy)]
struct Utf16OfUtf32<S: Units> {
    not_one: S::Bytes,
}

impl<S: Units> Weight<S> for Utf16OfUtf32<S> {
    const UNIT: usize = 4;
    const EVERY: usize = 2;
    const MORE: bool = false;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        let one = simd.equal_32(units & self.not_one, simd.splat(0));
        simd.count_32(counter, one)
    }
}

/// Units of UTF-16 of a text in UTF-32: 1 or 2 for each unit.
#[inline(always)]
pub(crate) fn utf16_of_utf32<S: Units>(simd: S, endian: Endian, src: &[u8]) -> Progress {
    let not_one = simd.shuffle_16s(simd.splat_32(!0xFFFF), simd.to_native_32(endian));
    count(simd, Utf16OfUtf32 { not_one }, src)
}

#[derive(Clone, Copy)]
struct Utf8OfLatin1;

impl<S: Units> Weight<S> for Utf8OfLatin1 {
    const UNIT: usize = 1;
    const EVERY: usize = 1;
    const MORE: bool = true;
    const MOST: usize = 1;

    #[inline(always)]
    fn add(self, simd: S, counter: S::Bytes, units: S::Bytes) -> S::Bytes {
        simd.count_non_ascii(counter, units)
    }
}

/// Bytes of UTF-8 of a text in Latin-1: 1 or 2 for each byte.
#[inline(always)]
pub(crate) fn utf8_of_latin1<S: Units>(simd: S, src: &[u8]) -> Progress {
    count(simd, Utf8OfLatin1, src)
}

/// What makes the lossy conversion of a text in UTF-16 shorter.
#[derive(Clone, Copy)]
struct Less<S: Units> {
    /// By how much fewer than three bytes units have.
    small: S::Bytes,
    /// The ends of surrogate pairs.
    surrogate_pairs: S::Bytes,
}

impl<S: Units> Less<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Less {
            small: simd.splat(0),
            surrogate_pairs: simd.splat(0),
        }
    }

    /// Tallies pairs, where they end, in units given with those before each.
    #[inline(always)]
    fn count_surrogate_pairs(
        &mut self,
        simd: S,
        signs: &Signs<S>,
        before: S::Bytes,
        units: S::Bytes,
    ) {
        let surrogate_pairs = signs.low(simd, units) & signs.high(simd, before);
        self.surrogate_pairs = simd.count_16(self.surrogate_pairs, surrogate_pairs);
    }

    /// All of it, with `sizes` or else in characters.
    #[inline(always)]
    fn sum(&self, simd: S, sizes: bool) -> usize {
        simd.sum_8([self.small]) + if sizes { 2 } else { 1 } * simd.sum_8([self.surrogate_pairs])
    }
}

/// Bytes of UTF-8 (with `SIZES`), or else characters, of a text in UTF-16 in which each half of a surrogate pair that
/// stands alone is replaced. Alone or replaced, it has three bytes: only those in pairs are to be told apart.
#[inline(always)]
pub(crate) fn lossy_of_utf16<S: Units, const SIZES: bool>(
    simd: S,
    endian: Endian,
    src: &[u8],
) -> Progress {
    let lanes = S::LANES;
    let all = Progress::all(src.len(), 2);
    let src = &src[..all.read];
    let shuffle_16s = simd.to_native_16(endian);
    let signs = Signs::new(simd, Some(shuffle_16s));
    let mut at = src.len() - src.len() % const { lossy_chunk_of::<S>(SIZES) };
    let chunks = &src[..at];
    let mut before = simd.splat(0);
    let mut saved = 0;
    if at > 0 {
        saved = if SIZES && endian != Endian::NATIVE {
            lossy_chunks::<S, SIZES>(simd, Some(shuffle_16s), &signs, chunks)
        } else {
            lossy_chunks::<S, SIZES>(simd, None, &signs, chunks)
        };
        before = simd.load(src, at - lanes);
    }
    let mut less = Less::none(simd);
    while at < src.len() {
        let units = if src.len() - at >= lanes {
            simd.load(src, at)
        } else {
            simd.load_partial(&src[at..])
        };
        less.count_surrogate_pairs(simd, &signs, simd.shift_in::<2>(before, units), units);
        if SIZES {
            let sizes = sizes(simd, Some(shuffle_16s), [units, simd.splat(0xFF)]);
            less.small = simd.add(less.small, simd.saved_bytes(sizes));
        }
        before = units;
        at += lanes;
    }
    let mut written = if SIZES { 3 * all.written } else { all.written };
    if SIZES {
        // Without the zeros after the end.
        written += at - src.len();
    }
    written -= saved + less.sum(simd, SIZES);
    Progress { written, ..all }
}

/// Bytes that are looked at for surrogates together, before sizes or by themselves.
const fn lossy_chunk_of<S: Units>(sizes: bool) -> usize {
    if sizes { 4 * S::LANES } else { chunk_of::<S>() }
}

/// By how much shorter whole chunks are.
#[inline(always)]
fn lossy_chunks<S: Units, const SIZES: bool>(
    simd: S,
    shuffle_16s: Option<S::Bytes>,
    signs: &Signs<S>,
    src: &[u8],
) -> usize {
    let lanes = S::LANES;
    let chunk = const { lossy_chunk_of::<S>(SIZES) };
    let mut saved = 0;
    let mut at = 0;
    while at < src.len() {
        let chunks = ((src.len() - at) / chunk).min(255 * lanes / chunk);
        let part = &src[..at + chunks * chunk];
        let mut less = Less::none(simd);
        while let Some(block) = part.get(at..at + chunk) {
            let any;
            if SIZES {
                let mut least = simd.splat(0xFF);
                let mut from = 0;
                while from < chunk {
                    let two = [simd.load(block, from), simd.load(block, from + lanes)];
                    let sizes = sizes(simd, shuffle_16s, two);
                    least = simd.min_8(least, sizes ^ simd.splat(SURROGATE_SIZE));
                    less.small = simd.add(less.small, simd.saved_bytes(sizes));
                    from += 2 * lanes;
                }
                any = !simd.is_ascii(simd.saturating_sub(simd.splat(0x8F), least));
            } else {
                any = signs.any_of(simd, block);
            }
            if any {
                let mut before = if at == 0 {
                    simd.splat(0)
                } else {
                    simd.load(src, at - lanes)
                };
                // The vectors again: to keep them would take registers.
                let mut rest = src.len() - at;
                let end = rest.saturating_sub(chunk);
                while rest > end {
                    let units = simd.load(src, src.len() - rest);
                    less.count_surrogate_pairs(
                        simd,
                        signs,
                        simd.shift_in::<2>(before, units),
                        units,
                    );
                    before = units;
                    rest -= lanes;
                }
            }
            at += chunk;
        }
        saved += less.sum(simd, SIZES);
    }
    saved
}
