//! NEON: the vector type, and helpers that the operations share.

use super::Neon;
use crate::simd::intrinsics::{intrinsic, load, operators};
use core::arch::aarch64::*;
use core::arch::asm;
use core::ops::Not;

/// 16 bytes, or a mask of 16 bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) uint8x16_t);

operators!(Vector: BitAnd bitand vandq_u8, BitOr bitor vorrq_u8, BitXor bitxor veorq_u8);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(intrinsic!(vmvnq_u8(self.0)))
    }
}

/// Calls an intrinsic with the constant `$n`, which must be one of the literals listed.
macro_rules! by_constant {
    ($n:ident in [$($constant:literal)+], $name:ident($vector:expr)) => {
        match $n {
            $($constant => intrinsic!($name::<$constant>($vector)),)+
            _ => unreachable!(),
        }
    };
}
pub(super) use by_constant;

/// The weights that reduce 8 booleans to a byte with one bit for each, twice.
pub(super) const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Neon {
    /// Loads a vector.
    #[inline(always)]
    pub(super) fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(load!(vld1q_u8, [u8; 16], bytes))
    }

    /// Returns `bytes[i]` for each `i` of `order`, and zero for 0x80.
    #[inline(always)]
    pub(super) fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Vector(intrinsic!(vqtbl1q_u8(bytes.0, self.vector(order).0)))
    }

    /// Interleaves the bytes of two vectors: the first 8 of each, then the last 8.
    #[inline(always)]
    pub(super) fn interleave(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(vzip1q_u8(even.0, odd.0))),
            Vector(intrinsic!(vzip2q_u8(even.0, odd.0))),
        ]
    }

    /// Interleaves the units of 16 bits of two vectors: the first 4 of each, then the last 4.
    #[inline(always)]
    pub(super) fn interleave_16(self, even: Vector, odd: Vector) -> [Vector; 2] {
        let (even, odd) = (even.in_16(), odd.in_16());
        [
            Vector::of_16(intrinsic!(vzip1q_u16(even, odd))),
            Vector::of_16(intrinsic!(vzip2q_u16(even, odd))),
        ]
    }

    /// Returns the sum of the first 8 bytes and the sum of the last 8 bytes, repeated.
    #[inline(always)]
    pub(super) fn sums_of_8(self, bytes: Vector) -> Vector {
        let bytes = opaque(bytes);
        let twos = bytes.add_pairs(bytes);
        let fours = twos.add_pairs(twos);
        opaque(fours.add_pairs(fours))
    }
}

/// Returns the number of set bits of a byte.
#[inline(always)]
pub(super) fn ones(byte: u8) -> usize {
    byte.count_ones() as usize
}

/// Returns the vector, but hides its value from the optimizer. If the compiler can prove that
/// neighbouring bytes have no bits in common, or that half of the sums are unused, it compiles the
/// pairwise additions to more instructions.
#[inline(always)]
pub(super) fn opaque(vector: Vector) -> Vector {
    let mut bytes = vector.0;
    // SAFETY: the assembly is empty.
    unsafe {
        asm!("/* {0:v} */", inout(vreg) bytes, options(pure, nomem, nostack, preserves_flags));
    }
    Vector(bytes)
}

impl Vector {
    #[inline(always)]
    pub(super) fn in_16(self) -> uint16x8_t {
        intrinsic!(vreinterpretq_u16_u8(self.0))
    }

    #[inline(always)]
    pub(super) fn of_16(units: uint16x8_t) -> Self {
        Self(intrinsic!(vreinterpretq_u8_u16(units)))
    }

    #[inline(always)]
    pub(super) fn in_32(self) -> uint32x4_t {
        intrinsic!(vreinterpretq_u32_u8(self.0))
    }

    #[inline(always)]
    pub(super) fn of_32(units: uint32x4_t) -> Self {
        Self(intrinsic!(vreinterpretq_u8_u32(units)))
    }

    #[inline(always)]
    pub(super) fn signed(self) -> int8x16_t {
        intrinsic!(vreinterpretq_s8_u8(self.0))
    }

    /// Returns the first 8 bytes as a word.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        let words = intrinsic!(vreinterpretq_u64_u8(self.0));
        intrinsic!(vgetq_lane_u64::<0>(words))
    }

    /// Adds neighbouring pairs of bytes: first those of `self`, then those of `other`.
    #[inline(always)]
    pub(super) fn add_pairs(self, other: Self) -> Self {
        Self(intrinsic!(vpaddq_u8(self.0, other.0)))
    }
}
