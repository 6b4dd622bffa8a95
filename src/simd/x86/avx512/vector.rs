//! AVX-512: the types of vectors and masks, and helpers that the operations share.

use super::Avx512;
use super::vendor::*;
#[cfg(feature = "convert")]
use crate::memory::output::Output;
use crate::simd::x86::{intrinsic, load, operators};
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

/// The bitwise operators of a mask type.
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

/// The index vector of a permutation: `$byte` for each lane `$i`.
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

/// Returns the bit matrix, for the affine instruction, that shifts a byte left by `count`. The
/// first byte of the matrix determines the highest bit of the result.
pub(super) const fn matrix_left(count: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = count;
    while bit < 8 {
        matrix |= 1i64 << (8 * (7 - bit) + (bit - count));
        bit += 1;
    }
    matrix
}

/// Returns the bit matrix that shifts a byte right by `count` and keeps the lowest `bits` bits.
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
    /// Returns the mask of the first `len` bytes, at most 64.
    #[inline(always)]
    pub(super) fn first_bits(self, len: usize) -> u64 {
        #[cfg(target_arch = "x86_64")]
        return intrinsic!(_bzhi_u64(u64::MAX, len.min(64) as u32));
        #[cfg(target_arch = "x86")]
        return u64::MAX.checked_shr(64 - len.min(64) as u32).unwrap_or(0);
    }

    /// Returns the mask of the first `len` bytes, at most 64, without a comparison. `len` must be
    /// below 256.
    #[inline(always)]
    pub(super) fn first_bits_of_short(self, len: usize) -> u64 {
        debug_assert!(len < 256);
        #[cfg(target_arch = "x86_64")]
        return intrinsic!(_bzhi_u64(u64::MAX, len as u32));
        #[cfg(target_arch = "x86")]
        return self.first_bits(len);
    }

    /// Fills `dst`, at most two vectors, with the first bytes of `bytes`, as many as there are.
    ///
    /// # Panics
    ///
    /// Panics if `dst` is longer.
    #[cfg(feature = "convert")]
    #[inline(always)]
    pub(crate) fn store_first(self, bytes: Vector, dst: &mut Output) {
        assert!(dst.len() <= 128);
        let mask = self.first_bits_of_short(dst.len());
        // SAFETY: a masked store writes only the bytes of its mask, and they are in `dst`.
        unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), mask, bytes.0) };
    }

    /// Loads a vector.
    #[inline(always)]
    pub(super) fn vector(self, bytes: &[u8; 64]) -> Vector {
        Vector(load!(_mm512_loadu_si512, [u8; 64], bytes))
    }

    /// Returns byte `order[i]` of the two vectors in each lane `i`. Indices 0 to 63 are the bytes
    /// of `first`, and 64 to 127 those of `second`.
    #[inline(always)]
    pub(super) fn permute_two(self, first: Vector, order: &[u8; 64], second: Vector) -> Vector {
        self.permute_two_by(first, self.vector(order), second)
    }

    /// Permutes like [`permute_two`](Self::permute_two), with the indices in a vector.
    #[inline(always)]
    pub(super) fn permute_two_by(self, first: Vector, order: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(_mm512_permutex2var_epi8(
            first.0, order.0, second.0
        )))
    }

    /// Prefetches the cache line of the start of `src`, before a masked load. On Zen 5, a masked
    /// load of text that is not in the first-level cache takes up to five times as long without.
    #[inline(always)]
    pub(super) fn prefetch(self, src: &[u8]) {
        // SAFETY: a prefetch is only a hint, at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(src.as_ptr().cast()) };
    }

    /// Loads the bytes of `src` whose bit in `mask` is set, and zeros elsewhere.
    ///
    /// # Safety
    ///
    /// `mask` must be zero for bytes after the end of `src`.
    #[inline(always)]
    pub(super) unsafe fn load_masked(self, src: &[u8], mask: u64) -> Vector {
        debug_assert_eq!(mask & !self.first_bits(src.len()), 0);
        // SAFETY: a masked load reads only the bytes of its mask, and they are in `src`.
        Vector(unsafe { _mm512_maskz_loadu_epi8(mask, src.as_ptr().cast()) })
    }

    /// Moves to the front the bytes whose bit in `mask` is set. Zeros fill the rest.
    #[cfg(feature = "convert")]
    #[inline(always)]
    pub(super) fn compressed(self, bytes: Vector, mask: u64) -> Vector {
        Vector(intrinsic!(_mm512_maskz_compress_epi8(mask, bytes.0)))
    }

    /// Returns the two halves.
    #[inline(always)]
    pub(super) fn halves(self, bytes: Vector) -> [__m256i; 2] {
        [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ]
    }
}
