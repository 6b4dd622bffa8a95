//! SSE4.1: the operations for encoding UTF-8 with shuffle tables.

use super::vector::{at_most, ones};
use super::{Sse41, Vector};
use crate::simd::UnitOps;
use crate::simd::encode_utf8::by_tables::{EncodeByTables, keep_1_4_len};
use crate::simd::x86::intrinsic;
use crate::simd::x86::vendor::*;

impl EncodeByTables for Sse41 {
    #[inline(always)]
    fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Sse41::shuffle(self, bytes, order)
    }

    #[inline(always)]
    fn interleave_16(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(_mm_unpacklo_epi16(even.0, odd.0))),
            Vector(intrinsic!(_mm_unpackhi_epi16(even.0, odd.0))),
        ]
    }

    #[inline(always)]
    fn bits_of_8(self, mask: Vector) -> u8 {
        Sse41::bits_of_8(self, mask)
    }

    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // The additions saturate.
        let two = intrinsic!(_mm_adds_epu16(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(_mm_adds_epu8(units.0, self.splat_16(0x78FF).0));
        Vector(two) & Vector(three)
    }

    #[inline(always)]
    fn key_1_4(self, low: Vector, three: Vector) -> u8 {
        let key = intrinsic!(_mm_blend_epi16::<0b1010_1010>(low.0, three.0));
        Sse41::bits_of_8(self, Vector(key))
    }

    #[inline(always)]
    fn ones(self, byte: u8) -> usize {
        at_most::<8>(ones(byte))
    }

    #[inline(always)]
    fn len_1_3(self, key: u8) -> usize {
        at_most::<12>(keep_1_4_len(key))
    }

    #[inline(always)]
    fn len_1_4(self, key: u8) -> usize {
        at_most::<16>(keep_1_4_len(key))
    }
}
