//! Encoding of UTF-8 with tables of shuffles, which move bytes to their positions. Instruction sets
//! with vectors of 16 bytes use the whole module. Those with wider vectors use some of its steps.

use super::{EncodeUtf8, LEAD_OF_2, Sequences, sextets_16};
use crate::memory::output::Output;
use crate::simd::surrogates::SURROGATE;
use crate::simd::tables::{KEEP_1_2, KEEP_1_3, KEEP_1_4, KEEP_1_4_LEN};
use crate::simd::{Simd, UnitOps};

/// The operations that encoding with tables needs, on vectors of 16 bytes whose masks are vectors.
pub(crate) trait EncodeByTables:
    UnitOps<
        Mask = <Self as Simd>::Bytes,
        Mask16 = <Self as Simd>::Bytes,
        Mask32 = <Self as Simd>::Bytes,
    >
{
    /// Returns `bytes[i]` for each `i` of `order`, or zero if `i` is 0x80.
    fn shuffle(self, bytes: Self::Bytes, order: &[u8; 16]) -> Self::Bytes;

    /// Interleaves the 16-bit units of two vectors: the first 4 of each, then the last 4 of each.
    fn interleave_16(self, even: Self::Bytes, odd: Self::Bytes) -> [Self::Bytes; 2];

    /// Returns a byte with one bit for each of the 8 lanes of a 16-bit mask.
    fn bits_of_8(self, mask: Self::Bytes) -> u8;

    /// Returns the sizes of units in UTF-8: the highest bit of the lower byte is set for two or
    /// three bytes, the highest bit of the upper byte for three bytes.
    fn sizes(self, units: Self::Bytes) -> Self::Bytes;

    /// Returns the row of [`KEEP_1_4`] for four characters. `low` is set for sequences of two or
    /// three bytes, and `three` for sequences of three or four bytes.
    fn key_1_4(self, low: Self::Bytes, three: Self::Bytes) -> u8;

    /// Returns the number of set bits in a byte.
    fn ones(self, byte: u8) -> usize;

    /// Returns the number of bytes that [`KEEP_1_3`] keeps.
    fn len_1_3(self, key: u8) -> usize;

    /// Returns the number of bytes that [`KEEP_1_4`] keeps.
    fn len_1_4(self, key: u8) -> usize;

    /// Returns the bytes of 8 pairs that [`KEEP_1_2`] keeps.
    #[inline(always)]
    fn keep_1_2(self, pairs: Self::Bytes, two: u8) -> Self::Bytes {
        self.shuffle(pairs, &KEEP_1_2[usize::from(two)])
    }

    /// Returns the bytes of 4 units that [`KEEP_1_3`] keeps.
    #[inline(always)]
    fn keep_1_3(self, bytes: Self::Bytes, key: u8) -> Self::Bytes {
        self.shuffle(bytes, &KEEP_1_3[usize::from(key)])
    }

    /// Returns the bytes of 4 units that [`KEEP_1_4`] keeps.
    #[inline(always)]
    fn keep_1_4(self, quads: Self::Bytes, key: u8) -> Self::Bytes {
        self.shuffle(quads, &KEEP_1_4[usize::from(key)])
    }
}

/// Returns whether any unit is a surrogate, for instruction sets without unsigned comparisons.
#[inline(always)]
pub(crate) fn any_surrogate<S: UnitOps>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    // After the addition, the surrogates are the lowest units.
    let base = simd.splat_16(SURROGATE.wrapping_neg());
    simd.any_below_16(0x800, [simd.add_16(first, base), simd.add_16(second, base)])
}

/// Returns two vectors of 16-bit units. The first has bits 6 to 11 in the high byte. The second has
/// two continuation bytes: bits 6 to 11 in the high byte and bits 0 to 5 in the low byte.
#[inline(always)]
fn sextets<S: UnitOps>(simd: S, units: S::Bytes) -> [S::Bytes; 2] {
    let high = simd.shift_left_16::<2>(units) & simd.splat_16(0x3F00);
    let low = units & simd.splat_16(0x003F);
    [high, (low | high) | simd.splat(0x80)]
}

/// Returns the bytes of 16-bit units at the positions that [`KEEP_1_3`](crate::simd::tables)
/// expects. The first vector contains two continuation bytes or, where `two` is not set, the low
/// byte of the unit. The second vector contains the lead byte of a three-byte sequence in the low
/// byte, and that of a two-byte sequence, with `tags`, in the high byte.
#[inline(always)]
pub(crate) fn place_1_3<S: UnitOps>(
    simd: S,
    units: S::Bytes,
    tags: S::Bytes,
    two: Option<S::Mask16>,
) -> [S::Bytes; 2] {
    let [high, mut pairs] = sextets(simd, units);
    let leads = simd.shift_right_16::<12>(units);
    let lead_of_3 = simd.splat_16(0xE0);
    match two {
        Some(two) => {
            pairs = simd.select_16(two, pairs, units);
            [pairs, leads | high | (tags | lead_of_3)]
        }
        None => [pairs, leads | lead_of_3],
    }
}

/// Returns the number of bytes that [`KEEP_1_4`](crate::simd::tables) keeps.
#[inline(always)]
pub(crate) fn keep_1_4_len(key: u8) -> usize {
    usize::from(KEEP_1_4_LEN[usize::from(key)])
}

/// Interleaves the two results of [`place_1_3`], so that each vector contains four units.
#[inline(always)]
fn spread_1_3<S: EncodeByTables>(
    simd: S,
    units: S::Bytes,
    tags: S::Bytes,
    two: Option<S::Bytes>,
) -> [S::Bytes; 2] {
    let [pairs, leads] = place_1_3(simd, units, tags, two);
    simd.interleave_16(pairs, leads)
}

/// Writes a result of [`spread_1_3`]. `key` has two bits with the number of bytes of each unit.
#[inline(always)]
fn store_1_3<S: EncodeByTables, const CLIPPED: bool>(
    simd: S,
    [low, high]: [S::Bytes; 2],
    key: u64,
    dst: &mut Output,
    at: usize,
) -> usize {
    let [first, second, ..] = key.to_le_bytes();
    simd.store_or_clip::<CLIPPED>(simd.keep_1_3(low, first), dst, at);
    let written = simd.len_1_3(first);
    simd.store_or_clip::<CLIPPED>(simd.keep_1_3(high, second), dst, at + written);
    written + simd.len_1_3(second)
}

impl<S: EncodeByTables> EncodeUtf8 for S {
    const SHARES_STORES: bool = false;
    const SEPARATE_LEAD_OF_2: bool = true;
    const ENCODES_SPARSE: bool = true;

    #[inline(always)]
    fn any_surrogate(self, units: [Self::Bytes; 2]) -> bool {
        any_surrogate(self, units)
    }

    #[inline(always)]
    fn tags(self, first: u8) -> Self::Bytes {
        self.splat_16(u16::from_be_bytes([first, 0x80]))
    }

    #[inline(always)]
    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        tags: [Self::Bytes; 2],
        two: [Self::Bytes; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let first = self.select(two[0], sextets_16(self, units[0], tags[0]), units[0]);
        let second = self.select(two[1], sextets_16(self, units[1], tags[1]), units[1]);
        let [two_first, two_second, ..] = self.bits_16(two).to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.keep_1_2(first, two_first), dst, at);
        let written = 8 + self.ones(two_first);
        self.store_or_clip::<CLIPPED>(self.keep_1_2(second, two_second), dst, at + written);
        written + 8 + self.ones(two_second)
    }

    #[inline(always)]
    fn encode_1_2<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        tags: Self::Bytes,
        two: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let pairs = self.select(two, sextets_16(self, units, tags), units);
        let two = self.bits_of_8(two);
        self.store_or_clip::<CLIPPED>(self.keep_1_2(pairs, two), dst, at);
        8 + self.ones(two)
    }

    #[inline(always)]
    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        tags: Self::Bytes,
        two: Self::Bytes,
        three: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let key = self.bits(two & (three | self.splat_16(0x00FF)));
        store_1_3::<Self, CLIPPED>(self, spread_1_3(self, units, tags, Some(two)), key, dst, at)
    }

    #[inline(always)]
    fn encode_basic_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mut written = 0;
        let mut i = 0;
        while i < 2 {
            let sizes = self.sizes(units[i]);
            // The lead byte of two-byte sequences has a separate position, so its tag has no effect
            // on other units.
            let bytes = spread_1_3(self, units[i], self.tags(LEAD_OF_2), Some(sizes));
            written += store_1_3::<Self, CLIPPED>(self, bytes, self.bits(sizes), dst, at + written);
            i += 1;
        }
        written
    }

    #[inline(always)]
    fn encode_3_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mut i = 0;
        while i < 2 {
            let [low, high] = spread_1_3(self, units[i], self.splat(0), None);
            self.store_or_clip::<CLIPPED>(self.keep_1_3(low, 0xFF), dst, at + 24 * i);
            self.store_or_clip::<CLIPPED>(self.keep_1_3(high, 0xFF), dst, at + 24 * i + 12);
            i += 1;
        }
        48
    }

    #[inline(always)]
    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let sequences = Sequences::from_characters(self, characters);
        let low = sequences.two ^ sequences.four;
        let key = self.key_1_4(low, sequences.three);
        self.store_or_clip::<CLIPPED>(self.keep_1_4(sequences.bytes, key), dst, at);
        self.len_1_4(key)
    }
}
