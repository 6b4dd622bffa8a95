//! simd128: the vector type, and helpers that the operations share.

use super::Simd128;
use crate::simd::Simd;
use crate::simd::intrinsics::{intrinsic, load, operators};
use core::arch::wasm32::*;
use core::ops::Not;

/// 16 bytes, or a mask of 16 bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) v128);

operators!(Vector: BitAnd bitand v128_and, BitOr bitor v128_or, BitXor bitxor v128_xor);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(intrinsic!(v128_not(self.0)))
    }
}

/// Shuffles two vectors by constant indices. Indices from 16 on are bytes of the second vector.
macro_rules! shuffle {
    ([$($byte:literal)+] of $first:expr, $second:expr) => {
        Vector(intrinsic!(i8x16_shuffle::<$($byte),+>($first.0, $second.0)))
    };
}
pub(super) use shuffle;

impl Simd128 {
    /// Loads a vector.
    #[inline(always)]
    pub(super) fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(load!(v128_load, [u8; 16], bytes))
    }

    /// Returns `bytes[i]` for each `i` of `order`, and zero for 0x80.
    #[inline(always)]
    pub(super) fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        self.shuffle_bytes(bytes, self.vector(order))
    }

    /// Interleaves the bytes of two vectors: the first 8 of each, then the last 8.
    #[inline(always)]
    pub(super) fn interleave(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            shuffle!([0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23] of even, odd),
            shuffle!([8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31] of even, odd),
        ]
    }

    /// Interleaves the units of 16 bits of two vectors: the first 4 of each, then the last 4.
    #[inline(always)]
    pub(super) fn interleave_16(self, even: Vector, odd: Vector) -> [Vector; 2] {
        let (even, odd) = (even.0, odd.0);
        let first = intrinsic!(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(even, odd));
        let second = intrinsic!(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(even, odd));
        [Vector(first), Vector(second)]
    }

    /// Returns a byte with one bit for each of the 8 lanes of a 16-bit mask.
    #[inline(always)]
    pub(super) fn bits_of_8(self, mask: Vector) -> u8 {
        intrinsic!(i16x8_bitmask(mask.0))
    }
}

/// Returns the number of set bits of a byte.
#[inline(always)]
pub(super) fn ones(byte: u8) -> usize {
    byte.count_ones() as usize
}
