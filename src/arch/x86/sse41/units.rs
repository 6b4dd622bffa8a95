//! SSE4.1: units of 16 and 32 bits.

use super::{Sse41, Vector, ones};
use crate::arch::x86::intrinsic;
use crate::generic::encode_utf8::{LEAD_OF_2, Sequences, sextets_16};
use crate::generic::surrogates::SURROGATE;
use crate::output::Output;
use crate::simd::units::SAVED_BYTES;
use crate::simd::{Simd, Units};
use crate::tables::{KEEP_1_2, KEEP_1_3, KEEP_1_4, KEEP_1_4_LEN};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

impl Sse41 {
    /// A byte with one bit for each of 8 truth values of 16 bits.
    #[inline(always)]
    fn bits_of_8(self, mask: Vector) -> u8 {
        let bytes = intrinsic!(_mm_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm_movemask_epi8(bytes)) as u8
    }

    /// The bytes of 8 pairs that [`KEEP_1_2`] keeps.
    #[inline(always)]
    pub(in crate::arch::x86) fn pairs(self, pairs: Vector, two: u8) -> Vector {
        self.shuffle(pairs, &KEEP_1_2[usize::from(two)])
    }

    /// The bytes of 4 units that [`KEEP_1_3`] keeps.
    #[inline(always)]
    pub(in crate::arch::x86) fn triples(self, bytes: Vector, key: u8) -> Vector {
        self.shuffle(bytes, &KEEP_1_3[usize::from(key)])
    }

    /// What [`apart`] makes of units, four in each vector.
    #[inline(always)]
    fn spread_1_3(self, units: Vector, tags: Vector, two: Option<Vector>) -> [Vector; 2] {
        let [pairs, leads] = apart(self, units, tags, two);
        [
            Vector(intrinsic!(_mm_unpacklo_epi16(pairs.0, leads.0))),
            Vector(intrinsic!(_mm_unpackhi_epi16(pairs.0, leads.0))),
        ]
    }

    /// The highest bits of the bytes of each unit: in the lower one, whether it has two or three bytes, in the upper one,
    /// whether it has three.
    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // Sums that would be too large are the largest number.
        let two = intrinsic!(_mm_adds_epu16(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(_mm_adds_epu8(units.0, self.splat_16(0x78FF).0));
        Vector(two) & Vector(three)
    }

    /// Writes what [`threefold`](Self::threefold) makes of units, of which `key` says in two bits each how many bytes count.
    #[inline(always)]
    fn store_1_3<const CLIPPED: bool>(
        self,
        [low, high]: [Vector; 2],
        key: u64,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let [first, second, ..] = key.to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.triples(low, first), dst, at);
        let written = small::<12>(keep_1_4_len(first));
        self.store_or_clip::<CLIPPED>(self.triples(high, second), dst, at + written);
        written + small::<12>(keep_1_4_len(second))
    }

    /// The bytes of 4 units that [`KEEP_1_4`] keeps.
    #[inline(always)]
    pub(in crate::arch::x86) fn quads(self, quads: Vector, key: u8) -> Vector {
        self.shuffle(quads, &KEEP_1_4[usize::from(key)])
    }
}

/// Bits 6 to 11 of units of 16 bits in the high byte, and that with bits 0 to 5 in the low byte, as continuation bytes.
#[inline(always)]
pub(in crate::arch::x86) fn sextets<S: Units>(simd: S, units: S::Bytes) -> [S::Bytes; 2] {
    let high = simd.shift_left_16::<2>(units) & simd.splat_16(0x3F00);
    let low = units & simd.splat_16(0x003F);
    [high, (low | high) | simd.splat(0x80)]
}

/// The bits of units of 16 bits as [`KEEP_1_3`] takes them: continuation bytes, or the low byte where `two` is not set, and
/// first bytes, of three in the low byte and of two, which have `tags`, in the high one.
#[inline(always)]
pub(in crate::arch::x86) fn apart<S: Units>(
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

/// The number of bytes that [`KEEP_1_4`] keeps.
#[inline(always)]
pub(in crate::arch::x86) fn keep_1_4_len(key: u8) -> usize {
    usize::from(KEEP_1_4_LEN[usize::from(key)])
}

/// `value`, which is `MOST` at most; this tells the compiler.
#[inline(always)]
pub(in crate::arch::x86) fn small<const MOST: usize>(value: usize) -> usize {
    value & ((MOST + 1).next_power_of_two() - 1)
}

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

impl Units for Sse41 {
    type Mask16 = Vector;
    type Mask32 = Vector;
    const JOINS: bool = false;
    const APART: bool = true;

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
        Vector(intrinsic!(_mm_shuffle_epi8(units.0, order.0)))
    }

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_srl_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_sll_epi16(units.0, count)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_srl_epi32(units.0, count)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
        Vector(intrinsic!(_mm_sll_epi32(units.0, count)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_add_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_add_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn min_8(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_min_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_max_epu32(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_cmpeq_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_cmpeq_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi16(greater, units.0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Vector {
        let below = self.splat_16(limit - 1);
        Vector(intrinsic!(_mm_cmpgt_epi16(units.0, below.0)))
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu32(units.0, self.splat_32(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi32(greater, units.0)))
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
        self.bits(Vector(intrinsic!(_mm_packs_epi16(first.0, second.0))))
    }

    #[inline(always)]
    fn any_surrogate(self, [first, second]: [Vector; 2]) -> bool {
        // They become the lowest of all.
        let base = self.splat_16(SURROGATE.wrapping_neg());
        self.any_below_16(0x800, [self.add_16(first, base), self.add_16(second, base)])
    }

    #[inline(always)]
    fn any_below_16(self, limit: u16, [first, second]: [Vector; 2]) -> bool {
        let least = intrinsic!(_mm_min_epu16(first.0, second.0));
        let missing = intrinsic!(_mm_subs_epu16(self.splat_16(limit).0, least));
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
        let zero = intrinsic!(_mm_setzero_si128());
        [
            Vector(intrinsic!(_mm_unpacklo_epi8(bytes.0, zero))),
            Vector(intrinsic!(_mm_unpackhi_epi8(bytes.0, zero))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let zero = intrinsic!(_mm_setzero_si128());
        [
            Vector(intrinsic!(_mm_unpacklo_epi16(units.0, zero))),
            Vector(intrinsic!(_mm_unpackhi_epi16(units.0, zero))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm_packus_epi16(first.0, second.0)))
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        Vector(intrinsic!(_mm_packus_epi32(first.0, second.0)))
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let mask = self.bits_of_8(mask);
        self.store_or_clip::<CLIPPED>(self.compress_8(units, mask), dst, at);
        2 * small::<8>(ones(mask))
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
        let first = self.select(two[0], sextets_16(self, units[0], tags[0]), units[0]);
        let second = self.select(two[1], sextets_16(self, units[1], tags[1]), units[1]);
        let bits = self.bits(Vector(intrinsic!(_mm_packs_epi16(two[0].0, two[1].0))));
        let [two_first, two_second, ..] = bits.to_le_bytes();
        self.store_or_clip::<CLIPPED>(self.pairs(first, two_first), dst, at);
        let written = 8 + small::<8>(ones(two_first));
        self.store_or_clip::<CLIPPED>(self.pairs(second, two_second), dst, at + written);
        written + 8 + small::<8>(ones(two_second))
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
        self.store_or_clip::<CLIPPED>(self.pairs(pairs, two), dst, at);
        8 + small::<8>(ones(two))
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
            // Of two bytes, the first is one of the others: what the upper one is does not matter.
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
            self.store_or_clip::<CLIPPED>(self.triples(low, 0xFF), dst, at + 24 * i);
            self.store_or_clip::<CLIPPED>(self.triples(high, 0xFF), dst, at + 24 * i + 12);
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
        let quads = Sequences::of(self, characters);
        let low = quads.two ^ quads.four;
        let key = intrinsic!(_mm_blend_epi16::<0b1010_1010>(low.0, quads.three.0));
        let key = self.bits_of_8(Vector(key));
        self.store_or_clip::<CLIPPED>(self.quads(quads.bytes, key), dst, at);
        small::<16>(keep_1_4_len(key))
    }

    #[inline(always)]
    fn count_8(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi8(counter.0, mask.0)))
    }

    #[inline(always)]
    fn count_16(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi16(counter.0, mask.0)))
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        let high = bytes & self.splat(0xF0);
        let equal = intrinsic!(_mm_cmpeq_epi8(high.0, self.splat(value).0));
        self.count_8(counter, Vector(equal))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(_mm_srai_epi16::<7>(first.0));
        let second = intrinsic!(_mm_srai_epi16::<7>(second.0));
        Vector(intrinsic!(_mm_packs_epi16(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // No more than is told apart, in each half: what is too large for one half becomes all ones.
        let most = self.splat_32(0x0001_0800);
        let a = intrinsic!(_mm_min_epu16(a.0, most.0));
        let b = intrinsic!(_mm_min_epu16(b.0, most.0));
        let c = intrinsic!(_mm_min_epu16(c.0, most.0));
        let d = intrinsic!(_mm_min_epu16(d.0, most.0));
        let first = intrinsic!(_mm_packus_epi32(a, b));
        let second = intrinsic!(_mm_packus_epi32(c, d));
        self.sizes_16([Vector(first), Vector(second)])
    }

    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        // What is not below 16 gets the bit with which a shuffle makes zero.
        let indices = intrinsic!(_mm_adds_epu8(sizes.0, self.splat(0x70).0));
        self.lookup(SAVED_BYTES, Vector(indices))
    }

    #[inline(always)]
    fn count_32(self, counter: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi32(counter.0, mask.0)))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let zero = intrinsic!(_mm_setzero_si128());
        let mut sums = zero;
        for i in 0..N {
            let sum = intrinsic!(_mm_sad_epu8(bytes[i].0, zero));
            sums = intrinsic!(_mm_add_epi32(sums, sum));
        }
        let first = intrinsic!(_mm_cvtsi128_si32(sums));
        let second = intrinsic!(_mm_extract_epi16::<4>(sums));
        (first + second) as usize
    }
}
