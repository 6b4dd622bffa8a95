//! AVX-512: vectors and masks, and the moves that the operations share.

use super::Avx512;
use crate::arch::x86::{intrinsic, operators};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, Not};

/// 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) __m512i);

operators!(Vector: BitAnd bitand _mm512_and_si512, BitOr bitor _mm512_or_si512, BitXor bitxor _mm512_xor_si512);

/// A bit for each byte.
#[derive(Clone, Copy)]
pub(crate) struct Mask(pub(super) u64);

impl BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Mask(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Mask(!self.0)
    }
}

/// The order of bytes that `N` makes of its index, for permutations.
macro_rules! order {
    (|$i:ident| $byte:expr) => {
        const {
            let mut order = [0u8; 64];
            let mut $i = 0;
            while $i < 64 {
                order[$i] = ($byte) as u8;
                $i += 1;
            }
            order
        }
    };
}

pub(super) use order;

impl Avx512 {
    /// A mask of the first `len` bytes, or of all.
    #[inline(always)]
    pub(super) fn first_bits(self, len: usize) -> u64 {
        #[cfg(target_arch = "x86_64")]
        return intrinsic!(_bzhi_u64(u64::MAX, len.min(64) as u32));
        #[cfg(target_arch = "x86")]
        return u64::MAX.checked_shr(64 - len.min(64) as u32).unwrap_or(0);
    }

    /// The vector with these bytes.
    #[inline(always)]
    pub(super) fn vector(self, bytes: &[u8; 64]) -> Vector {
        Vector(intrinsic!(_mm512_loadu_si512(bytes.as_ptr().cast())))
    }

    /// The byte with number `i` of `first` (0..64) or `second` (64..128), for each `i` of `order`.
    #[inline(always)]
    pub(super) fn permute_two(self, first: Vector, order: &[u8; 64], second: Vector) -> Vector {
        self.permute_two_by(first, self.vector(order), second)
    }

    /// The same for an `order` in a vector.
    #[inline(always)]
    pub(super) fn permute_two_by(self, first: Vector, order: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(_mm512_permutex2var_epi8(
            first.0, order.0, second.0
        )))
    }

    /// The bytes of `src` that `mask` has a bit for, which are all in it; zeros elsewhere.
    #[inline(always)]
    pub(super) fn load_masked(self, src: &[u8], mask: u64) -> Vector {
        debug_assert_eq!(mask & !self.first_bits(src.len()), 0);
        // The masked load touches only the bytes of its mask, all of which are in `src`.
        Vector(intrinsic!(_mm512_maskz_loadu_epi8(
            mask,
            src.as_ptr().cast()
        )))
    }

    /// The bytes where `mask` has a bit, at the front.
    #[inline(always)]
    pub(super) fn compressed(self, bytes: Vector, mask: u64) -> Vector {
        Vector(intrinsic!(_mm512_maskz_compress_epi8(mask, bytes.0)))
    }
}
