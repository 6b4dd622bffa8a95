//! AVX-512: encoding UTF-8. Each character is expanded to the maximum number of bytes, and one
//! instruction compresses the bytes that a mask keeps.

use super::Avx512;
use super::vector::{Mask16, Vector, order};
use super::vendor::*;
use crate::memory::output::Output;
use crate::simd::encode_utf8::{EncodeUtf8, TAGS_OF_4};
use crate::simd::x86::{intrinsic, store};
use crate::simd::{Simd, UnitOps};

/// Returns a word with every third bit set, from bit `first` on.
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
    /// Moves the lowest bits of `bits`, in order, to the positions of the set bits of `positions`.
    #[inline(always)]
    fn deposit(self, bits: u64, positions: u64) -> u64 {
        cfg_if::cfg_if! {
            if #[cfg(target_arch = "x86_64")] {
                intrinsic!(_pdep_u64(bits, positions))
            } else {
                let count = (positions as u32).count_ones();
                let low = intrinsic!(_pdep_u32(bits as u32, positions as u32));
                let rest = bits.checked_shr(count).unwrap_or(0);
                let high = intrinsic!(_pdep_u32(rest as u32, (positions >> 32) as u32));
                u64::from(high) << 32 | u64::from(low)
            }
        }
    }

    /// Returns bits 6 to 11 of units of 16 bits in the first byte and bits 0 to 5 in the second,
    /// with `tags`.
    #[inline(always)]
    fn sextets_16(self, units: Vector, tags: Vector) -> Vector {
        // In each word of 64 bits: 8 bits from bit 6 and 8 bits from bit 0 of each unit.
        let positions = self.vector(&order!(|i| i / 2 % 4 * 16 + (i + 1) % 2 * 6));
        let bits = intrinsic!(_mm512_multishift_epi64_epi8(positions.0, units.0));
        (Vector(bits) & self.splat(0x3F)) | tags
    }

    /// Splits characters of 32 bits into four groups of six bits: from bit 18 on in the first byte,
    /// then from bits 12, 6 and 0. The upper two bits of each byte are unspecified.
    #[inline(always)]
    fn sextets_32(self, characters: Vector) -> Vector {
        // In each word of 64 bits: 8 bits each from bits 18, 12, 6 and 0 of each unit.
        let positions = self.vector(&order!(|i| i / 4 % 2 * 32 + (3 - i % 4) * 6));
        Vector(intrinsic!(_mm512_multishift_epi64_epi8(
            positions.0,
            characters.0
        )))
    }

    /// Returns the mask of the first byte of each pair, and of the second where `two` is set.
    #[inline(always)]
    fn kept_of_pairs(self, two: Mask16) -> u64 {
        const SECOND: u64 = u64::MAX / 0xFF * 0xAA;
        self.deposit(two.0.into(), SECOND) | !SECOND
    }

    /// Returns each byte of Latin-1 after a lead byte. The lead byte of ASCII is below 0x80.
    #[inline(always)]
    fn pairs_of_latin1(self, bytes: Vector) -> [Vector; 2] {
        // The lead byte: C2 or C3, by bit 6 of the byte. For ASCII the result is below 0x80.
        const LEADS: [u8; 8] = [1 << 7, 1 << 7, 0, 0, 0, 0, 1 << 7, 1 << 6];
        let matrix = intrinsic!(_mm512_set1_epi64(i64::from_le_bytes(LEADS)));
        // Interleaving works on quarters. This permutation makes its result come out in order.
        let order = intrinsic!(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0));
        let bytes = intrinsic!(_mm512_permutexvar_epi64(order, bytes.0));
        let leads = intrinsic!(_mm512_gf2p8affine_epi64_epi8::<0>(bytes, matrix));
        // Bit 6 of a continuation byte is clear.
        let seventh = Vector(intrinsic!(_mm512_srli_epi16::<1>(bytes))) & self.splat(1 << 6);
        let bytes = intrinsic!(_mm512_andnot_si512(seventh.0, bytes));
        [
            Vector(intrinsic!(_mm512_unpacklo_epi8(leads, bytes))),
            Vector(intrinsic!(_mm512_unpackhi_epi8(leads, bytes))),
        ]
    }

    /// Returns the mask of the bytes of `pairs` except for the lead bytes of ASCII.
    #[inline(always)]
    fn kept_of_latin1(self, pairs: Vector) -> u64 {
        let limits = self.splat_16(u16::from_le_bytes([0x80, 0]));
        intrinsic!(_mm512_cmpge_epu8_mask(pairs.0, limits.0))
    }

    /// Converts the first `len` bytes of a vector of Latin-1, followed by zeros, to UTF-8. `dst`
    /// has the length of the result.
    #[inline(always)]
    pub(crate) fn encode_part_of_latin1(self, bytes: Vector, len: usize, dst: &mut Output) {
        let [first, second] = self.pairs_of_latin1(bytes);
        let mask = self.kept_of_latin1(first);
        self.store_first(self.compressed(first, mask), dst);
        if len > Self::LANES / 2 {
            let at = mask.count_ones() as usize;
            let mask = self.kept_of_latin1(second);
            self.store_first(self.compressed(second, mask), &mut dst[at..]);
        }
    }

    /// Writes, without gaps, the bytes of the first half whose bit in `mask` is set.
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
            store!(_mm256_storeu_si256, 32, bytes, dst, at);
        }
    }
}

impl EncodeUtf8 for Avx512 {
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

    /// Interleaves bytes with their lead bytes, and keeps the lead byte if the byte is not ASCII.
    #[inline(always)]
    fn encode_latin1<const CLIPPED: bool>(
        self,
        bytes: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let pairs = self.pairs_of_latin1(bytes);
        let (mut written, mut half) = (0, 0);
        while half < 2 {
            let mask = self.kept_of_latin1(pairs[half]);
            let bytes = self.compressed(pairs[half], mask);
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
        // Three bytes for each unit: the first 64 bytes, which end with the lead byte of unit 21,
        // and the other 32 bytes.
        const THREE: [u64; 2] = [every_third(0), every_third(2)];
        const ALWAYS: [u64; 2] = [every_third(1), every_third(0)];
        const TWO: [u64; 2] = [every_third(2), every_third(1)];
        // The sources of the three bytes: the low byte of the unit in `leads`, and both bytes of
        // the unit in `pairs`.
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
}
