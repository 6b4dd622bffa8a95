//! simd128: encoding UTF-8. Bytes are shuffled into place by rows of tables.

use super::vector::ones;
use super::{Simd128, Vector};
use crate::arch::intrinsics::intrinsic;
use crate::generic::encode_utf8::by_tables::{self, keep_1_4_len, place_1_3};
use crate::generic::encode_utf8::{EncodeUtf8, LEAD_OF_2, Sequences, sextets_16};
use crate::output::Output;
use crate::simd::{Simd, Units};
use crate::tables::{KEEP_1_2, KEEP_1_3, KEEP_1_4};
use core::arch::wasm32::*;

impl Simd128 {
    /// The bytes of 8 pairs that [`KEEP_1_2`] keeps.
    #[inline(always)]
    fn keep_1_2(self, pairs: Vector, two: u8) -> Vector {
        self.shuffle(pairs, &KEEP_1_2[usize::from(two)])
    }

    /// The bytes of 4 units that [`KEEP_1_3`] keeps.
    #[inline(always)]
    fn keep_1_3(self, bytes: Vector, key: u8) -> Vector {
        self.shuffle(bytes, &KEEP_1_3[usize::from(key)])
    }

    /// What [`place_1_3`] makes of units, four units in each vector.
    #[inline(always)]
    fn spread_1_3(self, units: Vector, tags: Vector, two: Option<Vector>) -> [Vector; 2] {
        let [pairs, leads] = place_1_3(self, units, tags, two);
        self.interleave_16(pairs, leads)
    }

    /// How many bytes each unit has: its lower byte is set for two or three, its upper byte for
    /// three.
    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // The sums saturate.
        let two = intrinsic!(u16x8_add_sat(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(u8x16_add_sat(units.0, self.splat_16(0x78FF).0));
        self.non_ascii(Vector(two) & Vector(three))
    }

    /// Writes what [`spread_1_3`](Self::spread_1_3) makes of units. Two bits of `key` for each unit
    /// say how many bytes it has.
    #[inline(always)]
    fn store_1_3<const CLIPPED: bool>(
        self,
        [low, high]: [Vector; 2],
        key: u64,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let [first, second, ..] = key.to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.keep_1_3(low, first), dst, at);
        // No unit has four bytes, so that each bit of the key stands for one.
        let written = 4 + ones(first);
        self.store_or_clip::<CLIPPED>(self.keep_1_3(high, second), dst, at + written);
        written + 4 + ones(second)
    }
}

impl EncodeUtf8 for Simd128 {
    const SHARES_STORES: bool = false;
    const SEPARATE_LEAD_OF_2: bool = true;
    const ENCODES_SPARSE: bool = true;

    #[inline(always)]
    fn any_surrogate(self, units: [Vector; 2]) -> bool {
        by_tables::any_surrogate(self, units)
    }

    #[inline(always)]
    fn tags(self, first: u8) -> Vector {
        self.splat_16(u16::from_be_bytes([first, 0x80]))
    }

    #[inline(always)]
    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        tags: [Vector; 2],
        two: [Vector; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let first = self.select(two[0], sextets_16(self, units[0], tags[0]), units[0]);
        let second = self.select(two[1], sextets_16(self, units[1], tags[1]), units[1]);
        let [two_first, two_second, ..] = self.bits_16(two).to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.keep_1_2(first, two_first), dst, at);
        let written = 8 + ones(two_first);
        self.store_or_clip::<CLIPPED>(self.keep_1_2(second, two_second), dst, at + written);
        written + 8 + ones(two_second)
    }

    #[inline(always)]
    fn encode_1_2<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let pairs = self.select(two, sextets_16(self, units, tags), units);
        let two = self.bits_of_8(two);
        self.store_or_clip::<CLIPPED>(self.keep_1_2(pairs, two), dst, at);
        8 + ones(two)
    }

    #[inline(always)]
    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Vector,
        three: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let key = self.bits(two & (three | self.splat_16(0x00FF)));
        self.store_1_3::<CLIPPED>(self.spread_1_3(units, tags, Some(two)), key, dst, at)
    }

    #[inline(always)]
    fn encode_basic_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mut written = 0;
        for i in 0..2 {
            let sizes = self.sizes(units[i]);
            // The lead of two bytes has a place of its own: elsewhere its tag does not matter.
            let bytes = self.spread_1_3(units[i], self.tags(LEAD_OF_2), Some(sizes));
            written += self.store_1_3::<CLIPPED>(bytes, self.bits(sizes), dst, at + written);
        }
        written
    }

    #[inline(always)]
    fn encode_3_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mut i = 0;
        while i < 2 {
            let [low, high] = self.spread_1_3(units[i], self.splat(0), None);
            self.store_or_clip::<CLIPPED>(self.keep_1_3(low, 0xFF), dst, at + 24 * i);
            self.store_or_clip::<CLIPPED>(self.keep_1_3(high, 0xFF), dst, at + 24 * i + 12);
            i += 1;
        }
        48
    }

    #[inline(always)]
    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let sequences = Sequences::of(self, characters);
        let low = sequences.two ^ sequences.four;
        let key = intrinsic!(i16x8_shuffle::<0, 9, 2, 11, 4, 13, 6, 15>(
            low.0,
            sequences.three.0
        ));
        let key = self.bits_of_8(Vector(key));
        let bytes = self.shuffle(sequences.bytes, &KEEP_1_4[usize::from(key)]);
        self.store_or_clip::<CLIPPED>(bytes, dst, at);
        keep_1_4_len(key)
    }
}
