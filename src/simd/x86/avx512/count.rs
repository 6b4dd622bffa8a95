//! AVX-512: counting the lanes of masks and the sizes of characters.

use super::Avx512;
use super::vector::{Mask, Mask16, Mask32, Vector, matrix_right, order};
use super::vendor::*;
use crate::simd::count::{Count, SAVED_BYTES};
use crate::simd::x86::intrinsic;
use crate::simd::{Simd, UnitOps};

impl Count for Avx512 {
    const FEW_MASKS: usize = 4;

    #[inline(always)]
    fn number_8(self, mask: Mask) -> usize {
        mask.0.count_ones() as usize
    }

    #[inline(always)]
    fn number_16(self, mask: Mask16) -> usize {
        mask.0.count_ones() as usize
    }

    #[inline(always)]
    fn number_32(self, mask: Mask32) -> usize {
        mask.0.count_ones() as usize
    }

    /// Returns a table of 64 entries, indexed by the high 6 bits of a byte.
    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Vector {
        self.lookup(table, self.vector(&order!(|i| i >> 2)))
    }

    #[inline(always)]
    fn lookup_high(self, table: Vector, bytes: Vector) -> Vector {
        // A permutation ignores all except the low 6 bits of each index.
        let indices = intrinsic!(_mm512_srli_epi16::<2>(bytes.0));
        Vector(intrinsic!(_mm512_permutexvar_epi8(indices, table.0)))
    }

    #[inline(always)]
    fn count_8(self, counter: Vector, mask: Mask) -> Vector {
        let one = self.splat(1);
        Vector(intrinsic!(_mm512_mask_add_epi8(
            counter.0, mask.0, counter.0, one.0
        )))
    }

    #[inline(always)]
    fn count_non_ascii(self, counter: Vector, bytes: Vector) -> Vector {
        // Without a mask, because computing one takes longer.
        let matrix = intrinsic!(_mm512_set1_epi64(matrix_right(7, 1)));
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
    fn sizes_16(self, [first, second]: [Vector; 2]) -> Vector {
        let first = intrinsic!(_mm512_srai_epi16::<7>(first.0));
        let second = intrinsic!(_mm512_srai_epi16::<7>(second.0));
        Vector(intrinsic!(_mm512_packs_epi16(first, second)))
    }

    #[inline(always)]
    fn sizes_32(self, [a, b, c, d]: [Vector; 4]) -> Vector {
        // Limits each 16-bit half to the smallest values that distinguish the sizes in UTF-8.
        // Packing saturates, so characters from 0x1_0000 on become all ones.
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
        // For a size of 16 or more, this sets the bit that makes the shuffle write zero.
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
