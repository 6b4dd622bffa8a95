//! NEON: units of 16 and 32 bits.

use super::rows::{BYTE_PAIR_WEIGHTS, Keys, PAIR_WEIGHTS, add_pairs_16, keep_1_4_len};
use super::{Neon, Vector, WEIGHTS, by_constant, ones, unknown};
use crate::arch::intrinsics::intrinsic;
use crate::generic::encode_utf8::{CONTINUATION, Sequences};
use crate::output::Output;
use crate::simd::units::SAVED_BYTES;
use crate::simd::{Simd, Units};
use core::arch::aarch64::*;

/// Windows of this move the bytes of a vector towards its beginning, followed by zeros.
static SLIDE: [u8; 32] = {
    let mut slide = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        slide[i] = i as u8;
        i += 1;
    }
    slide
};

impl Units for Neon {
    type Mask16 = Vector;
    type Mask32 = Vector;
    const JOINS: bool = false;
    const CHUNKS: bool = false;

    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Vector {
        let rest = &src[at..];
        let missing = 16usize.saturating_sub(rest.len());
        match src.last_chunk() {
            _ if missing == 0 => self.load(rest, 0),
            // What is before goes out.
            Some(last) => {
                let slide = SLIDE[missing..].first_chunk().expect("a window");
                self.shuffle(self.vector(last), slide)
            }
            None => self.load_partial(rest),
        }
    }

    #[inline(always)]
    fn shuffle_16s(self, units: Vector, order: Vector) -> Vector {
        Vector(intrinsic!(vqtbl1q_u8(units.0, order.0)))
    }

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector::of_16(intrinsic!(vdupq_n_u16(unit)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector::of_32(intrinsic!(vdupq_n_u32(unit)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_16();
        Vector::of_16(by_constant!(N in [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], vshrq_n_u16(units)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_16();
        Vector::of_16(by_constant!(N in [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], vshlq_n_u16(units)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_32();
        Vector::of_32(by_constant!(N in [2 4 6 8 10 12 14 16 18 20 22 24], vshrq_n_u32(units)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        let units = units.in_32();
        Vector::of_32(by_constant!(N in [2 4 6 8 10 12 14 16 18 20 22 24], vshlq_n_u32(units)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector::of_16(intrinsic!(vaddq_u16(left.in_16(), right.in_16())))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vaddq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn min_8(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(vminq_u8(left.0, right.0)))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vmaxq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Vector {
        Vector::of_16(intrinsic!(vceqq_u16(left.in_16(), right.in_16())))
    }

    #[inline(always)]
    fn equal_32(self, left: Vector, right: Vector) -> Vector {
        Vector::of_32(intrinsic!(vceqq_u32(left.in_32(), right.in_32())))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let limit = self.splat_16(limit).in_16();
        Vector::of_16(intrinsic!(vcgeq_u16(units.in_16(), limit)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        self.at_least_16(limit, units)
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let limit = self.splat_32(limit).in_32();
        Vector::of_32(intrinsic!(vcgeq_u32(units.in_32(), limit)))
    }

    #[inline(always)]
    fn any_16(self, mask: Vector) -> bool {
        !self.is_zero(mask)
    }

    #[inline(always)]
    fn any_32(self, mask: Vector) -> bool {
        !self.is_zero(mask)
    }

    #[inline(always)]
    fn select_16(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        self.select(mask, yes, no)
    }

    #[inline(always)]
    fn select_32(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        self.select(mask, yes, no)
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let first = intrinsic!(vget_low_u8(bytes.0));
        [
            Vector::of_16(intrinsic!(vmovl_u8(first))),
            Vector::of_16(intrinsic!(vmovl_high_u8(bytes.0))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let units = units.in_16();
        let first = intrinsic!(vget_low_u16(units));
        [
            Vector::of_32(intrinsic!(vmovl_u16(first))),
            Vector::of_32(intrinsic!(vmovl_high_u16(units))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(vuzp1q_u8(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        Vector::of_16(intrinsic!(vuzp1q_u16(first.in_16(), second.in_16())))
    }

    #[inline(always)]
    fn narrowing(self, order: Vector) -> Vector {
        // Indices into two vectors.
        self.narrow_32([order, self.add(order, self.splat(16))])
    }

    #[inline(always)]
    fn narrow_32_from(self, [first, second]: [Vector; 2], narrowing: Vector) -> Vector {
        let both = uint8x16x2_t(first.0, second.0);
        Vector(intrinsic!(vqtbl2q_u8(both, narrowing.0)))
    }

    #[inline(always)]
    fn narrow_32_to_8_from(self, [a, b, c, d]: [Vector; 4], narrowing: Vector) -> Vector {
        let first = self.narrow_32_from([a, b], narrowing);
        let second = self.narrow_32_from([c, d], narrowing);
        self.narrow_16([first, second])
    }

    #[inline(always)]
    fn magnitude_32(self, units: Vector) -> u32 {
        intrinsic!(vmaxvq_u32(units.in_32()))
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mask = self.bits_16(mask);
        self.store_or_clip::<CLIPPED>(self.compress_8(units, mask), dst, at);
        2 * ones(mask)
    }

    #[inline(always)]
    fn compress_32<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        // Two bits for each unit of 32 bits.
        self.compress_16::<CLIPPED>(units, mask, dst, at)
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
        let two = [unknown(two[0]), unknown(two[1])];
        let first = self.select(two[0], self.sextets_16(units[0], tags[0]), units[0]);
        let second = self.select(two[1], self.sextets_16(units[1], tags[1]), units[1]);
        let keys = Keys::of(self.sums_of_8(self.narrow_16(two) & self.vector(&WEIGHTS)));
        self.store_or_clip::<CLIPPED>(self.pairs(first, keys.key(0)), dst, at);
        let at_second = at + 8 + keys.ones_before(1);
        self.store_or_clip::<CLIPPED>(self.pairs(second, keys.key(1)), dst, at_second);
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
        // Two bits a unit.
        let key = self.select(self.splat(0x55), two, three);
        let key = key & self.vector_16(PAIR_WEIGHTS);
        let key = intrinsic!(vaddvq_u16(key.in_16()));
        if key == 0xFFFF {
            let pairs = self.sextets_16(units, self.tags(CONTINUATION));
            let [low, high] = self.interleave_16(pairs, leads);
            self.store_or_clip::<CLIPPED>(self.quads(low, 0xFF), dst, at);
            self.store_or_clip::<CLIPPED>(self.quads(high, 0xFF), dst, at + 12);
            return 24;
        }
        let pairs = self.select(two, self.sextets_16(units, tags), units);
        let [low, high] = self.interleave_16(pairs, leads);
        let [first, second] = key.to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.quads(low, first), dst, at);
        // At most 12, which the mask tells the compiler.
        let written = keep_1_4_len(first) & 15;
        self.store_or_clip::<CLIPPED>(self.quads(high, second), dst, at + written);
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
            let (two, three) = (unknown(two[i]), unknown(three[i]));
            keys[i] = self.select(self.splat(0x55), two, three) & self.vector_16(PAIR_WEIGHTS);
            let leads = self.shift_right_16::<12>(units[i]) | self.splat_16(0xE0);
            let pairs = self.select(two, self.sextets_with_16(units[i], tags[i]), units[i]);
            quads[i] = self.interleave_16(pairs, leads);
        }
        let fours = add_pairs_16(unknown(keys[0]), unknown(keys[1]));
        let eights = add_pairs_16(fours, fours);
        // No unit has four bytes, so that each bit of the keys stands for one more.
        let keys = Keys::of(add_pairs_16(eights, eights));
        for i in 0..4 {
            let bytes = self.quads(quads[i / 2][i % 2], keys.key(i));
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

    /// In bytes, of which one instruction does sixteen.
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
        let two = unknown(self.narrow_16(two));
        let three = unknown(self.at_least(0x08, upper));
        // Two bits a unit. No unit has four bytes, so that each bit of the keys stands for one more.
        let keys = self.select(self.splat(0x55), two, three) & self.vector(&BYTE_PAIR_WEIGHTS);
        let keys = unknown(keys);
        let fours = keys.add_pairs(keys);
        let keys = Keys::of(fours.add_pairs(fours));
        // The tags 10 or, of two bytes, 11, before bits 6 to 11.
        let bits = self.shift_right::<4>(lower);
        let bits = intrinsic!(vsliq_n_u8::<4>(bits.0, upper.0));
        let tags = self.add(three, self.splat(0xC0));
        let middle = Vector(intrinsic!(vsriq_n_u8::<2>(tags.0, bits)));
        let tagged = unknown(two & self.splat(0xC0));
        let last = self.select(tagged, self.splat(0x80), lower);
        let leads = self.shift_right::<4>(upper) | self.splat(0xE0);
        let (pairs, leads) = (self.interleave(last, middle), self.interleave(leads, leads));
        for i in 0..4 {
            let quads = self.interleave_16(pairs[i / 2], leads[i / 2])[i % 2];
            let bytes = self.quads(quads, keys.key(i));
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
        let quads = Sequences::of(self, characters);
        let low = quads.two ^ quads.four;
        let key = self.select(self.splat(0x55), low, quads.three);
        let key = key & self.vector_32([0x3, 0xC, 0x30, 0xC0]);
        let key = intrinsic!(vaddvq_u32(key.in_32())) as u8;
        self.store_or_clip::<CLIPPED>(self.quads(quads.bytes, key), dst, at);
        keep_1_4_len(key)
    }

    #[inline(always)]
    fn count_8(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(vsubq_u8(counter.0, mask.0)))
    }

    #[inline(always)]
    fn count_16(self, counter: Vector, mask: Vector) -> Vector {
        Vector::of_16(intrinsic!(vsubq_u16(counter.in_16(), mask.in_16())))
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(vceqq_u8(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(vreinterpretq_s16_u8(first.0));
        let second = intrinsic!(vreinterpretq_s16_u8(second.0));
        let sizes = intrinsic!(vqshrn_n_s16::<7>(first));
        let sizes = intrinsic!(vqshrn_high_n_s16::<7>(sizes, second));
        Vector(intrinsic!(vreinterpretq_u8_s8(sizes)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // No more than is told apart, in each half: what is too large for one half becomes all ones.
        let most = self.splat_32(0x0001_0800).in_16();
        let a = Vector::of_16(intrinsic!(vminq_u16(a.in_16(), most)));
        let b = Vector::of_16(intrinsic!(vminq_u16(b.in_16(), most)));
        let c = Vector::of_16(intrinsic!(vminq_u16(c.in_16(), most)));
        let d = Vector::of_16(intrinsic!(vminq_u16(d.in_16(), most)));
        let first = intrinsic!(vqmovn_u32(a.in_32()));
        let first = intrinsic!(vqmovn_high_u32(first, b.in_32()));
        let second = intrinsic!(vqmovn_u32(c.in_32()));
        let second = intrinsic!(vqmovn_high_u32(second, d.in_32()));
        self.sizes_16([Vector::of_16(first), Vector::of_16(second)])
    }

    /// What is not below 16 is not in the table, which makes it zero.
    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        self.lookup(SAVED_BYTES, sizes)
    }

    #[inline(always)]
    fn count_32(self, counter: Vector, mask: Vector) -> Vector {
        Vector::of_32(intrinsic!(vsubq_u32(counter.in_32(), mask.in_32())))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let mut sum = 0;
        for i in 0..N {
            sum += usize::from(intrinsic!(vaddlvq_u8(bytes[i].0)));
        }
        sum
    }
}
