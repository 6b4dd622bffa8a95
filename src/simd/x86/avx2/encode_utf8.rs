//! AVX2: encoding UTF-8. The shuffle tables of SSE4.1 compress the bytes of each half.

use super::vector::ones_of_byte;
use super::{Avx2, Vector, sse41};
use crate::memory::output::Output;
use crate::simd::encode_utf8::by_tables::{self, EncodeByTables, keep_1_4_len, place_1_3};
use crate::simd::encode_utf8::{EncodeUtf8, LEAD_OF_2, Sequences, sextets_16};
use crate::simd::x86::intrinsic;
use crate::simd::x86::sse41::vector::at_most;
use crate::simd::x86::vendor::*;
use crate::simd::{Simd, UnitOps};

impl Avx2 {
    /// Interleaves the units of 16 bits of two vectors: four groups of 4 pairs.
    #[inline(always)]
    fn interleave_16(self, even: Vector, odd: Vector) -> [sse41::Vector; 4] {
        // Interleaving works within halves.
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi16(even.0, odd.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi16(even.0, odd.0))));
        [a, b, c, d]
    }

    /// Returns the sizes of units in UTF-8: the highest bit of the lower byte is set for two or
    /// three bytes, the highest bit of the upper byte for three bytes.
    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // The additions saturate.
        let two = intrinsic!(_mm256_adds_epu16(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(_mm256_adds_epu8(units.0, self.splat_16(0x78FF).0));
        Vector(two) & Vector(three)
    }

    /// Writes units that [`place_1_3`] has prepared. `keys` has two bits for the size of each unit.
    #[inline(always)]
    fn store_1_3<const CLIPPED: bool>(
        self,
        [pairs, leads]: [Vector; 2],
        keys: u32,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let half = self.half();
        let [a, b, c, d] = self.interleave_16(pairs, leads);
        // No unit becomes four bytes, so each set bit of the keys is one more byte.
        half.store_or_clip::<CLIPPED>(half.keep_1_3(a, keys as u8), dst, at);
        let before_b = 4 + ones_of_byte(keys);
        half.store_or_clip::<CLIPPED>(half.keep_1_3(b, (keys >> 8) as u8), dst, at + before_b);
        let before_c = 8 + (keys & 0xFFFF).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.keep_1_3(c, (keys >> 16) as u8), dst, at + before_c);
        let all = 16 + keys.count_ones() as usize;
        let before_d = all - 4 - (keys >> 24).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.keep_1_3(d, (keys >> 24) as u8), dst, at + before_d);
        all
    }
}

impl EncodeUtf8 for Avx2 {
    const SHARES_STORES: bool = false;
    const SEPARATE_LEAD_OF_2: bool = true;

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
        let half = self.half();
        let first = self.select(two[0], sextets_16(self, units[0], tags[0]), units[0]);
        let second = self.select(two[1], sextets_16(self, units[1], tags[1]), units[1]);
        let [a, b] = self.halves(first);
        let [c, d] = self.halves(second);
        // Packing works within halves, so the order of the bits is a, c, b, d.
        let bits = intrinsic!(_mm256_packs_epi16(two[0].0, two[1].0));
        let bits = intrinsic!(_mm256_movemask_epi8(bits)) as u32;
        half.store_or_clip::<CLIPPED>(half.keep_1_2(a, bits as u8), dst, at);
        let before_b = 8 + ones_of_byte(bits);
        half.store_or_clip::<CLIPPED>(half.keep_1_2(b, (bits >> 16) as u8), dst, at + before_b);
        let before_c = 16 + (bits & 0x00FF_00FF).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.keep_1_2(c, (bits >> 8) as u8), dst, at + before_c);
        let all = 32 + bits.count_ones() as usize;
        let before_d = all - 8 - (bits >> 24).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.keep_1_2(d, (bits >> 24) as u8), dst, at + before_d);
        all
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
        let keys = self.bits(self.select(self.splat_16(0x00FF), two, three)) as u32;
        self.store_1_3::<CLIPPED>(place_1_3(self, units, tags, Some(two)), keys, dst, at)
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
            // Two-byte characters have a separate byte for the lead byte, so the tag has no effect
            // on other characters.
            let bytes = place_1_3(self, units[i], self.tags(LEAD_OF_2), Some(sizes));
            let keys = self.bits(sizes) as u32;
            written += self.store_1_3::<CLIPPED>(bytes, keys, dst, at + written);
        }
        written
    }

    #[inline(always)]
    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let sequences = Sequences::from_characters(self, characters);
        let low = sequences.two ^ sequences.four;
        let keys = intrinsic!(_mm256_blend_epi16::<0b1010_1010>(low.0, sequences.three.0));
        let keys = self.bits_of_halves(Vector(keys));
        let (of_first, of_second) = (keys as u8, (keys >> 16) as u8);
        let [first, second] = self.halves(sequences.bytes);
        let half = self.half();
        half.store_or_clip::<CLIPPED>(half.keep_1_4(first, of_first), dst, at);
        let written = at_most::<16>(keep_1_4_len(of_first));
        half.store_or_clip::<CLIPPED>(half.keep_1_4(second, of_second), dst, at + written);
        written + at_most::<16>(keep_1_4_len(of_second))
    }
}
