//! simd128: the operations for encoding UTF-8 with shuffle tables.

use super::vector::ones;
use super::{Simd128, Vector};
use crate::simd::encode_utf8::by_tables::{EncodeByTables, keep_1_4_len};
use crate::simd::intrinsics::intrinsic;
use crate::simd::{Simd, UnitOps};
use core::arch::wasm32::*;

impl EncodeByTables for Simd128 {
    #[inline(always)]
    fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Simd128::shuffle(self, bytes, order)
    }

    #[inline(always)]
    fn interleave_16(self, even: Vector, odd: Vector) -> [Vector; 2] {
        Simd128::interleave_16(self, even, odd)
    }

    #[inline(always)]
    fn bits_of_8(self, mask: Vector) -> u8 {
        Simd128::bits_of_8(self, mask)
    }

    /// Returns the sizes as masks of whole bytes.
    #[inline(always)]
    fn sizes(self, units: Vector) -> Vector {
        // The additions saturate.
        let two = intrinsic!(u16x8_add_sat(units.0, self.splat_16(0xFF00).0));
        let three = intrinsic!(u8x16_add_sat(units.0, self.splat_16(0x78FF).0));
        self.non_ascii(Vector(two) & Vector(three))
    }

    #[inline(always)]
    fn key_1_4(self, low: Vector, three: Vector) -> u8 {
        let key = intrinsic!(i16x8_shuffle::<0, 9, 2, 11, 4, 13, 6, 15>(low.0, three.0));
        Simd128::bits_of_8(self, Vector(key))
    }

    #[inline(always)]
    fn ones(self, byte: u8) -> usize {
        ones(byte)
    }

    /// No unit becomes four bytes, so each set bit of the key is one more byte.
    #[inline(always)]
    fn len_1_3(self, key: u8) -> usize {
        4 + ones(key)
    }

    #[inline(always)]
    fn len_1_4(self, key: u8) -> usize {
        keep_1_4_len(key)
    }
}
