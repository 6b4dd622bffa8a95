//! SSE4.1: units of 16 and 32 bits.

use super::{Sse41, Vector, ones};
use crate::arch::x86::intrinsic;
use crate::scheme::Output;
use crate::simd::{Simd, Units};
use crate::tables::{QUADS, QUADS_LEN, SQUEEZE_PAIRS};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

impl Sse41 {
    /// The bytes of 4 units of 32 bits that `key` selects, two bits a unit, written to `dst`; see [`QUADS`].
    #[inline(always)]
    pub(in crate::arch::x86) fn squeeze_4_quads(
        self,
        quads: Vector,
        key: u8,
        dst: &mut Output,
    ) -> usize {
        self.store(self.shuffle(quads, &QUADS[usize::from(key)]), dst, 0);
        usize::from(QUADS_LEN[usize::from(key)])
    }

    /// A byte with one bit for each of 8 truth values of 16 bits.
    #[inline(always)]
    pub(in crate::arch::x86) fn bits_16(self, mask: Vector) -> u8 {
        let bytes = intrinsic!(_mm_packs_epi16(mask.0, mask.0));
        intrinsic!(_mm_movemask_epi8(bytes)) as u8
    }

    /// The bytes of 8 pairs: the first of each, and the second where `two` has a bit.
    #[inline(always)]
    pub(in crate::arch::x86) fn squeeze_8_pairs(
        self,
        pairs: Vector,
        two: u8,
        dst: &mut Output,
    ) -> usize {
        self.store(
            self.shuffle(pairs, &SQUEEZE_PAIRS[usize::from(two)]),
            dst,
            0,
        );
        8 + ones(two)
    }
}

/// Copies the first bytes of `from` to all of `dst`, which is not longer.
#[inline(always)]
pub(in crate::arch::x86) fn copy_short(from: &[MaybeUninit<u8>; 16], dst: &mut Output) {
    // Two words that overlap, of the length that fits.
    let len = dst.len();
    if len >= 16 {
        dst[..16].copy_from_slice(from);
    } else if len >= 8 {
        let last: [MaybeUninit<u8>; 8] = *from[len - 8..].first_chunk().expect("8 bytes");
        *dst.first_chunk_mut().expect("8 bytes") = *from.first_chunk::<8>().expect("8 bytes");
        *dst.last_chunk_mut().expect("8 bytes") = last;
    } else if len >= 4 {
        let last: [MaybeUninit<u8>; 4] = *from[len - 4..].first_chunk().expect("4 bytes");
        *dst.first_chunk_mut().expect("4 bytes") = *from.first_chunk::<4>().expect("4 bytes");
        *dst.last_chunk_mut().expect("4 bytes") = last;
    } else if len >= 2 {
        let last: [MaybeUninit<u8>; 2] = *from[len - 2..].first_chunk().expect("2 bytes");
        *dst.first_chunk_mut().expect("2 bytes") = *from.first_chunk::<2>().expect("2 bytes");
        *dst.last_chunk_mut().expect("2 bytes") = last;
    } else if len == 1 {
        dst[0] = from[0];
    }
}

impl Units for Sse41 {
    type Mask16 = Vector;
    type Mask32 = Vector;

    #[inline(always)]
    fn store_partial(self, bytes: Vector, dst: &mut Output) {
        let mut all = [MaybeUninit::uninit(); 16];
        self.store(bytes, &mut all, 0);
        copy_short(&all, dst);
    }

    #[inline(always)]
    fn swap_16(self, units: Vector) -> Vector {
        self.shuffle(
            units,
            &[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14],
        )
    }

    #[inline(always)]
    fn swap_32(self, units: Vector) -> Vector {
        self.shuffle(
            units,
            &[3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12],
        )
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
    fn min_16(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm_min_epu16(left.0, right.0)))
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
    fn at_least_16(self, limit: u16, units: Vector) -> Vector {
        let greater = intrinsic!(_mm_max_epu16(units.0, self.splat_16(limit).0));
        Vector(intrinsic!(_mm_cmpeq_epi16(greater, units.0)))
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
    fn squeeze_16(self, units: Vector, kept: Vector, dst: &mut Output) -> usize {
        let kept = self.bits_16(kept);
        self.store(self.squeeze_8(units, kept), dst, 0);
        2 * ones(kept)
    }

    #[inline(always)]
    fn squeeze_32(self, units: Vector, kept: Vector, dst: &mut Output) -> usize {
        // Two bits for each unit of 32 bits.
        self.squeeze_16(units, kept, dst)
    }

    #[inline(always)]
    fn squeeze_pairs(self, pairs: Vector, two: Vector, dst: &mut Output) -> usize {
        self.squeeze_8_pairs(pairs, self.bits_16(two), dst)
    }

    #[inline(always)]
    fn squeeze_triples(
        self,
        leads: Vector,
        pairs: Vector,
        two: Vector,
        three: Vector,
        dst: &mut Output,
    ) -> usize {
        let first_byte = self.splat_16(0x00FF);
        let [first, second, ..] = self.bits(self.select(first_byte, two, three)).to_le_bytes();
        let low = Vector(intrinsic!(_mm_unpacklo_epi16(leads.0, pairs.0)));
        let high = Vector(intrinsic!(_mm_unpackhi_epi16(leads.0, pairs.0)));
        let written = self.squeeze_4_quads(low, first, dst);
        written + self.squeeze_4_quads(high, second, &mut dst[written..])
    }

    #[inline(always)]
    fn squeeze_quads(
        self,
        quads: Vector,
        two: Vector,
        three: Vector,
        four: Vector,
        dst: &mut Output,
    ) -> usize {
        let key = intrinsic!(_mm_blend_epi16::<0b1010_1010>((two ^ four).0, three.0));
        self.squeeze_4_quads(quads, self.bits_16(Vector(key)), dst)
    }

    #[inline(always)]
    fn tally_8(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi8(tally.0, mask.0)))
    }

    #[inline(always)]
    fn tally_16(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi16(tally.0, mask.0)))
    }

    #[inline(always)]
    fn tally_32(self, tally: Vector, mask: Vector) -> Vector {
        Vector(intrinsic!(_mm_sub_epi32(tally.0, mask.0)))
    }

    #[inline(always)]
    fn sum_8(self, bytes: Vector) -> usize {
        let zero = intrinsic!(_mm_setzero_si128());
        let sums = intrinsic!(_mm_sad_epu8(bytes.0, zero));
        let first = intrinsic!(_mm_cvtsi128_si32(sums));
        let second = intrinsic!(_mm_extract_epi16::<4>(sums));
        (first + second) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_mean_what_they_say() {
        if super::super::detected() {
            crate::simd::units::tests::check(Sse41(()));
        }
    }
}
