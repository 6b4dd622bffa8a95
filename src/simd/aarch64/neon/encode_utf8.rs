//! NEON: encoding UTF-8. Shuffle tables compress the bytes. The row indices of several vectors are
//! computed together.

use super::shuffle_tables::{BYTE_PAIR_WEIGHTS, Keys, PAIR_WEIGHTS, add_pairs_16, keep_1_4_len};
use super::{Neon, Vector, WEIGHTS, opaque};
use crate::memory::output::Output;
use crate::simd::encode_utf8::{CONTINUATION, EncodeUtf8, Sequences};
use crate::simd::intrinsics::intrinsic;
use crate::simd::{Simd, UnitOps};
use core::arch::aarch64::*;

impl EncodeUtf8 for Neon {
    const SHARES_STORES: bool = false;
    const ENCODES_CHUNKS: bool = false;
    const ENCODES_SPARSE: bool = true;

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
        let two = [opaque(two[0]), opaque(two[1])];
        let first = self.select(two[0], self.sextets_16(units[0], tags[0]), units[0]);
        let second = self.select(two[1], self.sextets_16(units[1], tags[1]), units[1]);
        let keys = Keys::from_vector(self.sums_of_8(self.narrow_16(two) & self.vector(&WEIGHTS)));
        self.store_or_clip::<CLIPPED>(self.keep_1_2(first, keys.key(0)), dst, at);
        let at_second = at + 8 + keys.ones_before(1);
        self.store_or_clip::<CLIPPED>(self.keep_1_2(second, keys.key(1)), dst, at_second);
        16 + keys.ones_before(2)
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
        let leads = self.shift_right_16::<12>(units) | self.splat_16(0xE0);
        // Two bits for each unit.
        let key = self.select(self.splat(0x55), two, three);
        let key = key & self.vector_16(PAIR_WEIGHTS);
        let key = intrinsic!(vaddvq_u16(key.in_16()));
        if key == 0xFFFF {
            let pairs = self.sextets_16(units, self.tags(CONTINUATION));
            let [low, high] = self.interleave_16(pairs, leads);
            self.store_or_clip::<CLIPPED>(self.keep_1_4(low, 0xFF), dst, at);
            self.store_or_clip::<CLIPPED>(self.keep_1_4(high, 0xFF), dst, at + 12);
            return 24;
        }
        let pairs = self.select(two, self.sextets_16(units, tags), units);
        let [low, high] = self.interleave_16(pairs, leads);
        let [first, second] = key.to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.keep_1_4(low, first), dst, at);
        // At most 12. The mask shows the compiler that the result is below 16.
        let written = keep_1_4_len(first) & 15;
        self.store_or_clip::<CLIPPED>(self.keep_1_4(high, second), dst, at + written);
        written + (keep_1_4_len(second) & 15)
    }

    #[inline(always)]
    fn encode_1_3_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        tags: [Vector; 2],
        two: [Vector; 2],
        three: [Vector; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let zero = self.splat(0);
        let (mut keys, mut quads) = ([zero; 2], [[zero; 2]; 2]);
        for i in 0..2 {
            let (two, three) = (opaque(two[i]), opaque(three[i]));
            keys[i] = self.select(self.splat(0x55), two, three) & self.vector_16(PAIR_WEIGHTS);
            let leads = self.shift_right_16::<12>(units[i]) | self.splat_16(0xE0);
            let pairs = self.select(two, self.sextets_with_16(units[i], tags[i]), units[i]);
            quads[i] = self.interleave_16(pairs, leads);
        }
        let fours = add_pairs_16(opaque(keys[0]), opaque(keys[1]));
        let eights = add_pairs_16(fours, fours);
        // No unit becomes four bytes, so each set bit of a key is one more byte.
        let keys = Keys::from_vector(add_pairs_16(eights, eights));
        for i in 0..4 {
            let bytes = self.keep_1_4(quads[i / 2][i % 2], keys.key(i));
            self.store_or_clip::<CLIPPED>(bytes, dst, at + 4 * i + keys.ones_before(i));
        }
        16 + keys.ones_before(4)
    }

    #[inline(always)]
    fn any_surrogate(self, [first, second]: [Vector; 2]) -> bool {
        let upper = self.upper_halves(first, second) & self.splat(0xF8);
        let surrogate = intrinsic!(vceqq_u8(upper.0, self.splat(0xD8).0));
        !self.is_zero(Vector(surrogate))
    }

    /// Works on vectors of the low bytes and of the high bytes, 16 units per instruction.
    #[inline(always)]
    fn encode_basic_x2<const CLIPPED: bool>(
        self,
        [first, second]: [Vector; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let lower = self.narrow_16([first, second]);
        let upper = self.upper_halves(first, second);
        let two = [
            self.at_least_16(0x80, first),
            self.at_least_16(0x80, second),
        ];
        let two = opaque(self.narrow_16(two));
        let three = opaque(self.at_least(0x08, upper));
        // Two bits for each unit. No unit becomes four bytes, so each set bit is one more byte.
        let keys = self.select(self.splat(0x55), two, three) & self.vector(&BYTE_PAIR_WEIGHTS);
        let keys = opaque(keys);
        let fours = keys.add_pairs(keys);
        let keys = Keys::from_vector(fours.add_pairs(fours));
        // Bits 6 to 11 after the tag 10, or after the tag 11 in two-byte characters.
        let bits = self.shift_right::<4>(lower);
        let bits = intrinsic!(vsliq_n_u8::<4>(bits.0, upper.0));
        let tags = self.add(three, self.splat(0xC0));
        let middle = Vector(intrinsic!(vsriq_n_u8::<2>(tags.0, bits)));
        let tagged = opaque(two & self.splat(0xC0));
        let last = self.select(tagged, self.splat(0x80), lower);
        let leads = self.shift_right::<4>(upper) | self.splat(0xE0);
        let (pairs, leads) = (self.interleave(last, middle), self.interleave(leads, leads));
        for i in 0..4 {
            let quads = self.interleave_16(pairs[i / 2], leads[i / 2])[i % 2];
            let bytes = self.keep_1_4(quads, keys.key(i));
            self.store_or_clip::<CLIPPED>(bytes, dst, at + 4 * i + keys.ones_before(i));
        }
        16 + keys.ones_before(4)
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
        let key = self.select(self.splat(0x55), low, sequences.three);
        let key = key & self.vector_32([0x3, 0xC, 0x30, 0xC0]);
        let key = intrinsic!(vaddvq_u32(key.in_32())) as u8;
        self.store_or_clip::<CLIPPED>(self.keep_1_4(sequences.bytes, key), dst, at);
        keep_1_4_len(key)
    }
}
