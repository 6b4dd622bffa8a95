//! AVX-512: vectors and masks, and the moves that the operations share.

use super::Avx512;
use super::vendor::*;
use crate::kernels::arch::x86::{intrinsic, load, operators};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(super) __m512i);

operators!(Vector:
    BitAnd bitand _mm512_and_si512,
    BitOr bitor _mm512_or_si512,
    BitXor bitxor _mm512_xor_si512
);

/// A bit for each byte.
#[derive(Clone, Copy)]
pub(crate) struct Mask(pub(super) u64);

/// A bit for each unit of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Mask16(pub(super) u32);

/// A bit for each unit of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Mask32(pub(super) u16);

/// The operators of a mask type: those of its bits.
macro_rules! mask_operators {
    ($mask:ident: $($operator:ident $method:ident $symbol:tt),+) => {
        $(
            impl $operator for $mask {
                type Output = Self;
                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    Self(self.0 $symbol other.0)
                }
            }
        )+

        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
}

mask_operators!(Mask: BitAnd bitand &, BitOr bitor |);
mask_operators!(Mask16: BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);
mask_operators!(Mask32: BitAnd bitand &, BitOr bitor |);

/// An order of bytes for permutations: `$byte` for each index `$i`.
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

/// The matrix of bits, for the affine instruction, that shifts a byte left by `count`. Its first
/// byte makes the highest bit.
pub(super) const fn matrix_left(count: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = count;
    while bit < 8 {
        matrix |= 1i64 << (8 * (7 - bit) + (bit - count));
        bit += 1;
    }
    matrix
}

/// The matrix that shifts a byte right by `count` and keeps the lowest `bits`.
pub(super) const fn matrix_right(count: u32, bits: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = 0;
    while bit < bits {
        matrix |= 1i64 << (8 * (7 - bit) + (bit + count));
        bit += 1;
    }
    matrix
}

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
        Vector(load!(_mm512_loadu_si512, [u8; 64], bytes))
    }

    /// Byte `order[i]` for each `i`, where 0 to 63 count the bytes of `first` and 64 to 127 those
    /// of `second`.
    #[inline(always)]
    pub(super) fn permute_two(self, first: Vector, order: &[u8; 64], second: Vector) -> Vector {
        self.permute_two_by(first, self.vector(order), second)
    }

    /// [`permute_two`](Self::permute_two) by an order in a vector.
    #[inline(always)]
    pub(super) fn permute_two_by(self, first: Vector, order: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(_mm512_permutex2var_epi8(
            first.0, order.0, second.0
        )))
    }

    /// The bytes of `src` for which `mask` has a bit; zeros elsewhere.
    ///
    /// # Safety
    ///
    /// `mask` has bits only for bytes of `src`.
    #[inline(always)]
    pub(super) unsafe fn load_masked(self, src: &[u8], mask: u64) -> Vector {
        debug_assert_eq!(mask & !self.first_bits(src.len()), 0);
        // SAFETY: a masked load touches only the bytes of its mask, all of which are in `src`.
        Vector(unsafe { _mm512_maskz_loadu_epi8(mask, src.as_ptr().cast()) })
    }

    /// The bytes for which `mask` has a bit, one after the other, then zeros.
    #[inline(always)]
    pub(super) fn compressed(self, bytes: Vector, mask: u64) -> Vector {
        Vector(intrinsic!(_mm512_maskz_compress_epi8(mask, bytes.0)))
    }

    /// The two halves, first half first.
    #[inline(always)]
    pub(super) fn halves(self, bytes: Vector) -> [__m256i; 2] {
        [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ]
    }
}
