//! AVX-512: units of 16 and 32 bits.

use super::vector::order;
use super::{Avx512, Vector};
use crate::arch::x86::intrinsic;
use crate::generic::encode_utf8::TAGS_OF_4;
use crate::output::Output;
use crate::simd::units::SAVED_BYTES;
use crate::simd::{Simd, Units};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A bit for each unit of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Mask16(u32);

/// A bit for each unit of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Mask32(u16);

/// The logic of a mask type.
macro_rules! logic {
    ($mask:ident) => {
        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitXor for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
}

logic!(Mask16);
logic!(Mask32);

/// Every third bit from bit `FIRST` on.
const fn every_third(first: u32) -> u64 {
    let mut bits = 0;
    let mut bit = first;
    while bit < 64 {
        bits |= 1 << bit;
        bit += 3;
    }
    bits
}

impl Avx512 {
    /// The lowest bits of `bits` at the places of those of `places`, in order.
    #[inline(always)]
    fn deposit(self, bits: u64, places: u64) -> u64 {
        cfg_if::cfg_if! {
            if #[cfg(target_arch = "x86_64")] {
                intrinsic!(_pdep_u64(bits, places))
            } else {
                let count = (places as u32).count_ones();
                let low = intrinsic!(_pdep_u32(bits as u32, places as u32));
                let rest = bits.checked_shr(count).unwrap_or(0);
                let high = intrinsic!(_pdep_u32(rest as u32, (places >> 32) as u32));
                u64::from(high) << 32 | u64::from(low)
            }
        }
    }

    /// Bits 6 to 11 of units of 16 bits in the first byte, bits 0 to 5 in the second, with `tags`.
    #[inline(always)]
    fn sextets_16(self, units: Vector, tags: Vector) -> Vector {
        // In each word of 64 bits: 8 bits from bit 6 and from bit 0 of each unit.
        let places = self.vector(&order!(|i| i / 2 % 4 * 16 + (i + 1) % 2 * 6));
        let bits = intrinsic!(_mm512_multishift_epi64_epi8(places.0, units.0));
        (Vector(bits) & self.splat(0x3F)) | tags
    }

    /// Bits 18 and up of characters of 32 bits in the first byte, and so on to those from bit 0 on in the last one.
    #[inline(always)]
    fn sextets_32(self, characters: Vector) -> Vector {
        // In each word of 64 bits: 8 bits from bit 18, 12, 6 and 0 of each unit.
        let places = self.vector(&order!(|i| i / 4 % 2 * 32 + (3 - i % 4) * 6));
        Vector(intrinsic!(_mm512_multishift_epi64_epi8(
            places.0,
            characters.0
        )))
    }

    /// A bit for the first byte of each pair, and for the second where `two` is set.
    #[inline(always)]
    fn kept_of_pairs(self, two: Mask16) -> u64 {
        const SECOND: u64 = u64::MAX / 0xFF * 0xAA;
        self.deposit(two.0.into(), SECOND) | !SECOND
    }

    /// Writes the bytes of the first half where `mask` has a bit, one after the other.
    #[inline(always)]
    fn store_half<const CLIPPED: bool>(
        self,
        bytes: Vector,
        mask: u32,
        dst: &mut Output,
        at: usize,
    ) {
        let bytes = intrinsic!(_mm512_castsi512_si256(bytes.0));
        let bytes = intrinsic!(_mm256_maskz_compress_epi8(mask, bytes));
        if CLIPPED {
            let bytes = Vector(intrinsic!(_mm512_castsi256_si512(bytes)));
            let end = dst.len().min(at + 32);
            self.store_clipped(bytes, &mut dst[..end], at);
        } else {
            let out: &mut [_; 32] = dst[at..].first_chunk_mut().expect("out for 32 bytes");
            intrinsic!(_mm256_storeu_si256(out.as_mut_ptr().cast(), bytes));
        }
    }

    /// 32 bytes of `src` from `at` on.
    #[inline(always)]
    fn half(self, src: &[u8], at: usize) -> __m256i {
        let bytes: &[u8; 32] = src[at..].first_chunk().expect("32 bytes");
        intrinsic!(_mm256_loadu_si256(bytes.as_ptr().cast()))
    }

    /// The two halves, first half first.
    #[inline(always)]
    fn halves(self, bytes: Vector) -> [__m256i; 2] {
        [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ]
    }
}

impl Units for Avx512 {
    type Mask16 = Mask16;
    type Mask32 = Mask32;
    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Vector {
        self.load_partial(&src[at..])
    }

    #[inline(always)]
    fn shuffle_16s(self, units: Vector, order: Vector) -> Vector {
        Vector(intrinsic!(_mm512_shuffle_epi8(units.0, order.0)))
    }

    #[inline(always)]
    fn splat_16(self, unit: u16) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    fn splat_32(self, unit: u32) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi16::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi16::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi32::<N>(units.0)))
    }

    #[inline(always)]
    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi32::<N>(units.0)))
    }

    #[inline(always)]
    fn add_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_add_epi16(left.0, right.0)))
    }

    #[inline(always)]
    fn add_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_add_epi32(left.0, right.0)))
    }

    #[inline(always)]
    fn min_8(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_min_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max_32(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_max_epu32(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_16(self, left: Vector, right: Vector) -> Mask16 {
        Mask16(intrinsic!(_mm512_cmpeq_epi16_mask(left.0, right.0)))
    }

    #[inline(always)]
    fn equal_32(self, left: Vector, right: Vector) -> Mask32 {
        Mask32(intrinsic!(_mm512_cmpeq_epi32_mask(left.0, right.0)))
    }

    #[inline(always)]
    fn at_least_16(self, limit: u16, units: Vector) -> Mask16 {
        let limit = self.splat_16(limit);
        Mask16(intrinsic!(_mm512_cmpge_epu16_mask(units.0, limit.0)))
    }

    #[inline(always)]
    fn at_least_15(self, limit: u16, units: Vector) -> Mask16 {
        self.at_least_16(limit, units)
    }

    #[inline(always)]
    fn at_least_32(self, limit: u32, units: Vector) -> Mask32 {
        let limit = self.splat_32(limit);
        Mask32(intrinsic!(_mm512_cmpge_epu32_mask(units.0, limit.0)))
    }

    #[inline(always)]
    fn any_16(self, mask: Mask16) -> bool {
        mask.0 != 0
    }

    #[inline(always)]
    fn any_32(self, mask: Mask32) -> bool {
        mask.0 != 0
    }

    #[inline(always)]
    fn bits_16(self, [first, second]: [Mask16; 2]) -> u64 {
        u64::from(second.0) << 32 | u64::from(first.0)
    }

    #[inline(always)]
    fn select_16(self, mask: Mask16, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm512_mask_blend_epi16(mask.0, no.0, yes.0)))
    }

    #[inline(always)]
    fn select_32(self, mask: Mask32, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm512_mask_blend_epi32(mask.0, no.0, yes.0)))
    }

    #[inline(always)]
    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(bytes);
        [
            Vector(intrinsic!(_mm512_cvtepu8_epi16(first))),
            Vector(intrinsic!(_mm512_cvtepu8_epi16(second))),
        ]
    }

    #[inline(always)]
    fn widen_16(self, units: Vector) -> [Vector; 2] {
        let [first, second] = self.halves(units);
        [
            Vector(intrinsic!(_mm512_cvtepu16_epi32(first))),
            Vector(intrinsic!(_mm512_cvtepu16_epi32(second))),
        ]
    }

    #[inline(always)]
    fn load_widened_8(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half(src, at), self.half(src, at + 32));
        [
            Vector(intrinsic!(_mm512_cvtepu8_epi16(first))),
            Vector(intrinsic!(_mm512_cvtepu8_epi16(second))),
        ]
    }

    #[inline(always)]
    fn load_widened_8_to_32(self, src: &[u8], at: usize) -> [Vector; 4] {
        let mut units = [self.splat(0); 4];
        let mut i = 0;
        while i < 4 {
            let bytes: &[u8; 16] = src[at + 16 * i..].first_chunk().expect("16 bytes");
            let bytes = intrinsic!(_mm_loadu_si128(bytes.as_ptr().cast()));
            units[i] = Vector(intrinsic!(_mm512_cvtepu8_epi32(bytes)));
            i += 1;
        }
        units
    }

    #[inline(always)]
    fn load_widened_16(self, src: &[u8], at: usize) -> [Vector; 2] {
        let (first, second) = (self.half(src, at), self.half(src, at + 32));
        [
            Vector(intrinsic!(_mm512_cvtepu16_epi32(first))),
            Vector(intrinsic!(_mm512_cvtepu16_epi32(second))),
        ]
    }

    #[inline(always)]
    fn narrow_16(self, [first, second]: [Vector; 2]) -> Vector {
        self.permute_two(first, &order!(|i| 2 * i), second)
    }

    #[inline(always)]
    fn narrow_32(self, [first, second]: [Vector; 2]) -> Vector {
        self.permute_two(first, &order!(|i| i / 2 * 4 + i % 2), second)
    }

    #[inline(always)]
    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let compressed = intrinsic!(_mm512_maskz_compress_epi16(mask.0, units.0));
        self.store_or_clip::<CLIPPED>(Vector(compressed), dst, at);
        2 * mask.0.count_ones() as usize
    }

    #[inline(always)]
    fn compress_32<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask32,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let compressed = intrinsic!(_mm512_maskz_compress_epi32(mask.0, units.0));
        self.store_or_clip::<CLIPPED>(Vector(compressed), dst, at);
        4 * mask.0.count_ones() as usize
    }

    #[inline(always)]
    fn tags(self, first: u8) -> Vector {
        self.splat_16(u16::from_le_bytes([first, 0x80]))
    }

    #[inline(always)]
    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        tags: [Vector; 2],
        two: [Mask16; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let written = self.encode_1_2::<CLIPPED>(units[0], tags[0], two[0], dst, at);
        written + self.encode_1_2::<CLIPPED>(units[1], tags[1], two[1], dst, at + written)
    }

    #[inline(always)]
    fn encode_1_2<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let bytes = self.select_16(two, self.sextets_16(units, tags), units);
        let bytes = self.compressed(bytes, self.kept_of_pairs(two));
        self.store_or_clip::<CLIPPED>(bytes, dst, at);
        32 + two.0.count_ones() as usize
    }

    /// Each byte after its lead, which only those that are not ASCII keep.
    #[inline(always)]
    fn encode_latin1<const CLIPPED: bool>(
        self,
        bytes: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        // Bit 6 tells the leads apart; those of ASCII lack bit 7.
        const LEADS: [u8; 8] = [1 << 7, 1 << 7, 0, 0, 0, 0, 1 << 7, 1 << 6];
        let matrix = intrinsic!(_mm512_set1_epi64(i64::from_le_bytes(LEADS)));
        // So that the halves of their lanes are in order when interleaved.
        let order = intrinsic!(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0));
        let bytes = intrinsic!(_mm512_permutexvar_epi64(order, bytes.0));
        let leads = intrinsic!(_mm512_gf2p8affine_epi64_epi8::<0>(bytes, matrix));
        // After a lead, bit 6 is none.
        let seventh = Vector(intrinsic!(_mm512_srli_epi16::<1>(bytes))) & self.splat(1 << 6);
        let bytes = intrinsic!(_mm512_andnot_si512(seventh.0, bytes));
        let pairs = [
            intrinsic!(_mm512_unpacklo_epi8(leads, bytes)),
            intrinsic!(_mm512_unpackhi_epi8(leads, bytes)),
        ];
        let limits = self.splat_16(u16::from_le_bytes([0x80, 0]));
        let mut written = 0;
        let mut half = 0;
        while half < 2 {
            let mask = intrinsic!(_mm512_cmpge_epu8_mask(pairs[half], limits.0));
            let bytes = self.compressed(Vector(pairs[half]), mask);
            self.store_or_clip::<CLIPPED>(bytes, dst, at + written);
            written += mask.count_ones() as usize;
            half += 1;
        }
        written
    }

    #[inline(always)]
    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Mask16,
        three: Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        // Three bytes a unit: 64 of them, which end in the lead of unit 21, and the other 32.
        const THREE: [u64; 2] = [every_third(0), every_third(2)];
        const ALWAYS: [u64; 2] = [every_third(1), every_third(0)];
        const TWO: [u64; 2] = [every_third(2), every_third(1)];
        // Where they come from: the low byte of the lead's unit, and the pair.
        const SOURCE: [usize; 3] = [0, 64, 65];
        const FIRST: [u8; 64] = order!(|i| i / 3 * 2 + SOURCE[i % 3]);
        const REST: [u8; 64] = order!(|i| ((64 + i) / 3 * 2 + SOURCE[(64 + i) % 3]) % 128);
        let pairs = self.select_16(two, self.sextets_16(units, tags), units);
        let leads = self.shift_right_16::<12>(units) | self.splat_16(0xE0);
        let (two, three) = (u64::from(two.0), u64::from(three.0));
        let first = self.deposit(three, THREE[0]) | self.deposit(two, TWO[0]) | ALWAYS[0];
        let rest = self.deposit(three >> 22, THREE[1]) | self.deposit(two >> 21, TWO[1]);
        let rest = (rest | ALWAYS[1]) as u32;
        let bytes = self.permute_two(leads, &FIRST, pairs);
        self.store_or_clip::<CLIPPED>(self.compressed(bytes, first), dst, at);
        let written = first.count_ones() as usize;
        let bytes = self.permute_two(leads, &REST, pairs);
        self.store_half::<CLIPPED>(bytes, rest, dst, at + written);
        written + rest.count_ones() as usize
    }

    #[inline(always)]
    fn bytes_of_4(self, characters: Vector) -> Vector {
        self.sextets_32(characters) & self.splat(0x3F) | self.splat_32(TAGS_OF_4.swap_bytes())
    }

    #[inline(always)]
    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        const LAST: u64 = (u64::MAX / 0xF) << 3;
        let two = self.at_least_32(0x80, characters);
        let three = self.at_least_32(0x800, characters);
        let four = self.at_least_32(0x1_0000, characters);
        let bits = self.sextets_32(characters);
        let tags = self.splat_32(u32::from_le_bytes([0, 0, 0xC0, 0x80]));
        let of_3 = self.splat_32(u32::from_le_bytes([0, 0xE0, 0x80, 0x80]));
        let of_4 = self.splat_32(TAGS_OF_4.swap_bytes());
        let tags = self.select_32(four, of_4, self.select_32(three, of_3, tags));
        let bytes = (bits & self.splat(0x3F)) | tags;
        let bytes = self.select_32(two, bytes, bits);
        let mask = self.deposit(four.0.into(), LAST >> 3)
            | self.deposit(three.0.into(), LAST >> 2)
            | self.deposit(two.0.into(), LAST >> 1)
            | LAST;
        self.store_or_clip::<CLIPPED>(self.compressed(bytes, mask), dst, at);
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn count_8(self, counter: Vector, mask: super::Mask) -> Vector {
        let one = self.splat(1);
        Vector(intrinsic!(_mm512_mask_add_epi8(
            counter.0, mask.0, counter.0, one.0
        )))
    }

    #[inline(always)]
    fn count_non_ascii(self, counter: Vector, bytes: Vector) -> Vector {
        // Without a mask register: those are slow to come by.
        let matrix = intrinsic!(_mm512_set1_epi64(super::matrix_right(7, 1)));
        let highest = intrinsic!(_mm512_gf2p8affine_epi64_epi8::<0>(bytes.0, matrix));
        self.add(counter, Vector(highest))
    }

    #[inline(always)]
    fn count_16(self, counter: Vector, mask: Mask16) -> Vector {
        let one = self.splat_16(1);
        Vector(intrinsic!(_mm512_mask_add_epi16(
            counter.0, mask.0, counter.0, one.0
        )))
    }

    #[inline(always)]
    fn count_nibbles(self, counter: Vector, bytes: Vector, value: u8) -> Vector {
        // Without a mask register: those are slow to come by.
        let different = (bytes ^ self.splat(value)) & self.splat(0xF0);
        self.add(counter, self.saturating_sub(self.splat(1), different))
    }

    #[inline(always)]
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(_mm512_srai_epi16::<7>(first.0));
        let second = intrinsic!(_mm512_srai_epi16::<7>(second.0));
        Vector(intrinsic!(_mm512_packs_epi16(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // No more than is told apart, in each half: what is too large for one half becomes all ones.
        let most = self.splat_32(0x0001_0800);
        let a = intrinsic!(_mm512_min_epu16(a.0, most.0));
        let b = intrinsic!(_mm512_min_epu16(b.0, most.0));
        let c = intrinsic!(_mm512_min_epu16(c.0, most.0));
        let d = intrinsic!(_mm512_min_epu16(d.0, most.0));
        let first = intrinsic!(_mm512_packus_epi32(a, b));
        let second = intrinsic!(_mm512_packus_epi32(c, d));
        self.sizes_16([Vector(first), Vector(second)])
    }

    #[inline(always)]
    fn saved_bytes(self, sizes: Vector) -> Vector {
        // What is not below 16 gets the bit with which a shuffle makes zero.
        let indices = intrinsic!(_mm512_adds_epu8(sizes.0, self.splat(0x70).0));
        self.lookup(SAVED_BYTES, Vector(indices))
    }

    #[inline(always)]
    fn count_32(self, counter: Vector, mask: Mask32) -> Vector {
        let one = self.splat_32(1);
        Vector(intrinsic!(_mm512_mask_add_epi32(
            counter.0, mask.0, counter.0, one.0
        )))
    }

    #[inline(always)]
    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let zero = intrinsic!(_mm512_setzero_si512());
        let mut sums = zero;
        for i in 0..N {
            let sum = intrinsic!(_mm512_sad_epu8(bytes[i].0, zero));
            sums = intrinsic!(_mm512_add_epi64(sums, sum));
        }
        intrinsic!(_mm512_reduce_add_epi64(sums)) as usize
    }
}
