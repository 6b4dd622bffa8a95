//! AVX2: units of 16 and 32 bits. What crosses the middle of a register is done on its halves.

use super::{Avx2, Vector, sse41};
use crate::arch::x86::intrinsic;
use crate::arch::x86::sse41::units::{apart, keep_1_4_len, small};
use crate::generic::encode_utf8::{LEAD_OF_2, Sequences, sextets_16};
use crate::generic::surrogates::SURROGATE;
use crate::output::Output;
use crate::simd::units::SAVED_BYTES;
use crate::simd::{Simd, Units};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

impl Avx2 {
    /// A bit for each of 16 truth values of 16 bits: those of the halves in the first and in the third byte, and again in
    /// the second and the fourth.
    #[inline(always)]
    fn bits_of_halves(self, mask: Vector) -> u32 {
        let bytes = intrinsic!(_mm256_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm256_movemask_epi8(bytes)) as u32
    }

    /// The units of two vectors by turns, in four groups of 4 pairs.
    #[inline(always)]
    fn interleave_16(self, even: Vector, odd: Vector) -> [sse41::Vector; 4] {
        // Interleaving stays within the halves.
        let [a, c] = self.halves(Vector(intrinsic!(_mm256_unpacklo_epi16(even.0, odd.0))));
        let [b, d] = self.halves(Vector(intrinsic!(_mm256_unpackhi_epi16(even.0, odd.0))));
        [a, b, c, d]
    }

    /// The quarters in the order 0, 2, 1, 3: what packing makes of two vectors, put right.
    #[inline(always)]
    fn swap_middle(self, bytes: __m256i) -> Vector {
        Vector(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)))
    }

    /// The highest bits of the bytes of each unit: in the lower one, whether it has two or three bytes, in the upper one,
    /// whether it has three.
    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // Sums that would be too large are the largest number.
        let two = intrinsic!(_mm256_adds_epu16(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(_mm256_adds_epu8(units.0, self.splat_16(0x78FF).0));
        Vector(two) & Vector(three)
    }

    /// Writes what [`apart`] makes of units, of which `keys` say in two bits each how many bytes count.
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
        // No unit has four bytes, so that each bit of the keys stands for one.
        half.store_or_clip::<CLIPPED>(half.triples(a, keys as u8), dst, at);
        let before_b = 4 + ones_of_byte(keys);
        half.store_or_clip::<CLIPPED>(half.triples(b, (keys >> 8) as u8), dst, at + before_b);
        let before_c = 8 + (keys & 0xFFFF).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.triples(c, (keys >> 16) as u8), dst, at + before_c);
        let all = 16 + keys.count_ones() as usize;
        let before_d = all - 4 - (keys >> 24).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.triples(d, (keys >> 24) as u8), dst, at + before_d);
        all
    }
}

/// The number of bits in the lowest byte.
#[inline(always)]
fn ones_of_byte(bits: u32) -> usize {
    (bits & 0xFF).count_ones() as usize
}

impl Units for Avx2 {
    type Mask16 = Vector;
    type Mask32 = Vector;
    const JOINS: bool = false;
    const APART: bool = true;

    type Narrow = sse41::Sse41;

    #[inline(always)]
    fn narrow(self) -> sse41::Sse41 {
        self.half()
    }

    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Vector {
        let rest = &src[at..];
        if rest.len() >= 32 {
            return self.load(rest, 0);
        }
        let zero = self.half().splat(0);
        self.join(if rest.len() > 16 {
            [
                self.half().load(rest, 0),
                self.half().load_end(src, at + 16),
            ]
        } else {
            [self.half().load_end(src, at), zero]
        })
    }

    #[inline(always)]
    fn shuffle_16s(self, units: Vector, order: Vector) -> Vector {
        Vector(intrinsic!(_mm256_shuffle_epi8(units.0, order.0)))
    }

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm256_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_srl_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_sll_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_srl_epi32(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm256_sll_epi32(units.0, count)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_add_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_add_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn min_8(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_min_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_max_epu32(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_cmpeq_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm256_cmpeq_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi16(greater, units.0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        let below = self.splat_16(limit - 1);
        Vector(intrinsic!(_mm256_cmpgt_epi16(units.0, below.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let greater = intrinsic!(_mm256_max_epu32(units.0, self.splat_32(limit).0));
        Vector(intrinsic!(_mm256_cmpeq_epi32(greater, units.0)))
    }

    #[inline(always)]
    fn any_16(self, mask: Vector) -> bool {
        self.bits(mask) != 0
    }

    #[inline(always)]
    fn any_32(self, mask: Vector) -> bool {
        self.bits(mask) != 0
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Vector; 2]) -> u64 {
        self.bits(self.swap_middle(intrinsic!(_mm256_packs_epi16(first.0, second.0))))
    }

    #[inline(always)]
    fn any_surrogate(self, [first, second]: [Vector; 2]) -> bool {
        // They become the lowest of all.
        let base = self.splat_16(SURROGATE.wrapping_neg());
        self.any_below_16(0x800, [self.add_16(first, base), self.add_16(second, base)])
    }

    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Vector; 2]) -> bool {
        let least = intrinsic!(_mm256_min_epu16(first.0, second.0));
        let missing = intrinsic!(_mm256_subs_epu16(self.splat_16(limit).0, least));
        !self.is_zero(Vector(missing))
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
        let [first, second] = self.halves(bytes);
        [
            Vector(intrinsic!(_mm256_cvtepu8_epi16(first.0))),
            Vector(intrinsic!(_mm256_cvtepu8_epi16(second.0))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(units);
        [
            Vector(intrinsic!(_mm256_cvtepu16_epi32(first.0))),
            Vector(intrinsic!(_mm256_cvtepu16_epi32(second.0))),
        ]
    }

    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half().load(src, at), self.half().load(src, at + 16));
        [
            Vector(intrinsic!(_mm256_cvtepu8_epi16(first.0))),
            Vector(intrinsic!(_mm256_cvtepu8_epi16(second.0))),
        ]
    }

    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Vector; 4] {
        let mut units = [self.splat(0); 4];
        let mut i = 0;
        while i < 4 {
            let eight: &[u8; 8] = src[at + 8 * i..].first_chunk().expect("8 bytes");
            let bytes = intrinsic!(_mm_loadl_epi64(eight.as_ptr().cast()));
            units[i] = Vector(intrinsic!(_mm256_cvtepu8_epi32(bytes)));
            i += 1;
        }
        units
    }

    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half().load(src, at), self.half().load(src, at + 16));
        [
            Vector(intrinsic!(_mm256_cvtepu16_epi32(first.0))),
            Vector(intrinsic!(_mm256_cvtepu16_epi32(second.0))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        self.swap_middle(intrinsic!(_mm256_packus_epi16(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        self.swap_middle(intrinsic!(_mm256_packus_epi32(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32_to_8(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Packing stays within the halves: four bytes each of a, b, c and d, and again.
        let first = intrinsic!(_mm256_packus_epi32(a.0, b.0));
        let second = intrinsic!(_mm256_packus_epi32(c.0, d.0));
        let bytes = intrinsic!(_mm256_packus_epi16(first, second));
        let order = intrinsic!(_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        Vector(intrinsic!(_mm256_permutevar8x32_epi32(bytes, order)))
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let [first, second] = self.halves(units);
        let mask = self.bits_of_halves(mask);
        let (of_first, of_second) = (mask as u8, (mask >> 16) as u8);
        self.half()
            .store_or_clip::<CLIPPED>(self.half().compress_8(first, of_first), dst, at);
        let at = at + 2 * ones_of_byte(mask);
        self.half()
            .store_or_clip::<CLIPPED>(self.half().compress_8(second, of_second), dst, at);
        mask.count_ones() as usize
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
        let half = self.half();
        let first = self.select(two[0], sextets_16(self, units[0], tags[0]), units[0]);
        let second = self.select(two[1], sextets_16(self, units[1], tags[1]), units[1]);
        let [a, b] = self.halves(first);
        let [c, d] = self.halves(second);
        // Packing stays within the halves: the bits of a, c, b and d.
        let bits = intrinsic!(_mm256_packs_epi16(two[0].0, two[1].0));
        let bits = intrinsic!(_mm256_movemask_epi8(bits)) as u32;
        half.store_or_clip::<CLIPPED>(half.pairs(a, bits as u8), dst, at);
        let before_b = 8 + ones_of_byte(bits);
        half.store_or_clip::<CLIPPED>(half.pairs(b, (bits >> 16) as u8), dst, at + before_b);
        let before_c = 16 + (bits & 0x00FF_00FF).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.pairs(c, (bits >> 8) as u8), dst, at + before_c);
        let all = 32 + bits.count_ones() as usize;
        let before_d = all - 8 - (bits >> 24).count_ones() as usize;
        half.store_or_clip::<CLIPPED>(half.pairs(d, (bits >> 24) as u8), dst, at + before_d);
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
        self.store_1_3::<CLIPPED>(apart(self, units, tags, Some(two)), keys, dst, at)
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
            // Of two bytes, the first is one of the others: what the upper one is does not matter.
            let bytes = apart(self, units[i], self.tags(LEAD_OF_2), Some(sizes));
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
        let quads = Sequences::of(self, characters);
        let low = quads.two ^ quads.four;
        let keys = intrinsic!(_mm256_blend_epi16::<0b1010_1010>(low.0, quads.three.0));
        let keys = self.bits_of_halves(Vector(keys));
        let (of_first, of_second) = (keys as u8, (keys >> 16) as u8);
        let [first, second] = self.halves(quads.bytes);
        self.half()
            .store_or_clip::<CLIPPED>(self.half().quads(first, of_first), dst, at);
        let written = small::<16>(keep_1_4_len(of_first));
        self.half().store_or_clip::<CLIPPED>(
            self.half().quads(second, of_second),
            dst,
            at + written,
        );
        written + small::<16>(keep_1_4_len(of_second))
    }

    #[inline(always)]
    fn count_8(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi8(counter.0, mask.0)))
    }

    #[inline(always)]
    fn count_16(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi16(counter.0, mask.0)))
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(_mm256_cmpeq_epi8(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(_mm256_srai_epi16::<7>(first.0));
        let second = intrinsic!(_mm256_srai_epi16::<7>(second.0));
        Vector(intrinsic!(_mm256_packs_epi16(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // No more than is told apart, in each half: what is too large for one half becomes all ones.
        let most = self.splat_32(0x0001_0800);
        let a = intrinsic!(_mm256_min_epu16(a.0, most.0));
        let b = intrinsic!(_mm256_min_epu16(b.0, most.0));
        let c = intrinsic!(_mm256_min_epu16(c.0, most.0));
        let d = intrinsic!(_mm256_min_epu16(d.0, most.0));
        let first = intrinsic!(_mm256_packus_epi32(a, b));
        let second = intrinsic!(_mm256_packus_epi32(c, d));
        self.sizes_16([Vector(first), Vector(second)])
    }

    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        // What is not below 16 gets the bit with which a shuffle makes zero.
        let indices = intrinsic!(_mm256_adds_epu8(sizes.0, self.splat(0x70).0));
        self.lookup(SAVED_BYTES, Vector(indices))
    }

    #[inline(always)]
    fn count_32(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm256_sub_epi32(counter.0, mask.0)))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let zero = intrinsic!(_mm256_setzero_si256());
        let mut sums = zero;
        for i in 0..N {
            let sum = intrinsic!(_mm256_sad_epu8(bytes[i].0, zero));
            sums = intrinsic!(_mm256_add_epi32(sums, sum));
        }
        let [first, second] = self.halves(Vector(sums));
        let sums: __m128i = intrinsic!(_mm_add_epi32(first.0, second.0));
        let upper = intrinsic!(_mm_extract_epi16::<4>(sums));
        (intrinsic!(_mm_cvtsi128_si32(sums)) + upper) as usize
    }
}
