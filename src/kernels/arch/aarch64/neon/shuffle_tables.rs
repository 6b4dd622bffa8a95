//! NEON: the rows of tables that the stores of UTF-8 look up, and the bits of characters.

use super::{Neon, Vector, opaque};
use crate::kernels::arch::intrinsics::{intrinsic, load};
use crate::kernels::simd::{Simd, Units};
use crate::kernels::tables::{KEEP_1_2, KEEP_1_4, KEEP_1_4_LEN};
use core::arch::aarch64::*;

impl Neon {
    #[inline(always)]
    pub(super) fn vector_16(self, units: [u16; 8]) -> Vector {
        Vector::of_16(load!(vld1q_u16, [u16; 8], &units))
    }

    #[inline(always)]
    pub(super) fn vector_32(self, units: [u32; 4]) -> Vector {
        Vector::of_32(load!(vld1q_u32, [u32; 4], &units))
    }

    /// A byte with one bit for each of 8 truth values of 16 bits.
    #[inline(always)]
    pub(super) fn bits_16(self, mask: Vector) -> u8 {
        let weights = mask & self.vector_16([1, 2, 4, 8, 16, 32, 64, 128]);
        intrinsic!(vaddvq_u16(weights.in_16())) as u8
    }

    /// The bytes of 8 pairs that [`KEEP_1_2`] keeps.
    #[inline(always)]
    pub(super) fn keep_1_2(self, pairs: Vector, two: u8) -> Vector {
        self.shuffle(pairs, &KEEP_1_2[usize::from(two)])
    }

    /// The bytes of 4 units that [`KEEP_1_4`] keeps.
    #[inline(always)]
    pub(super) fn keep_1_4(self, quads: Vector, key: u8) -> Vector {
        self.shuffle(quads, &KEEP_1_4[usize::from(key)])
    }

    /// The upper bytes of 16 units.
    #[inline(always)]
    pub(super) fn upper_halves(self, first: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(vuzp2q_u8(first.0, second.0)))
    }

    /// Units with bits from 6 on moved up by two, by a product. (Bits 12 and 13 end up where tags
    /// go.)
    #[inline(always)]
    pub(super) fn spread_16(self, units: Vector) -> Vector {
        let upper = self.shift_right_16::<6>(units);
        let moved = 0x100 - 0x40;
        Vector::of_16(intrinsic!(vmlaq_n_u16(units.in_16(), upper.in_16(), moved)))
    }

    /// Bits 0 to 5 of units in the low byte, bits 6 to 11 in the high one, with `tags` that are
    /// constants: one step less than for any tags.
    #[inline(always)]
    pub(super) fn sextets_16(self, units: Vector, tags: Vector) -> Vector {
        (self.spread_16(units) & self.splat_16(0x3FFF)) | tags
    }

    /// Bits 0 to 5 of units in the low byte, bits 6 to 11 in the high one, with `tags`.
    #[inline(always)]
    pub(super) fn sextets_with_16(self, units: Vector, tags: Vector) -> Vector {
        self.select(self.splat(0x3F), self.spread_16(units), opaque(tags))
    }
}

/// The weights that make a word of 8 pairs of truth values, a bit each.
pub(super) const PAIR_WEIGHTS: [u16; 8] = [0x3, 0xC, 0x30, 0xC0, 0x300, 0xC00, 0x3000, 0xC000];

/// The weights that make a byte of 4 pairs of truth values, a bit each, four times.
pub(super) const BYTE_PAIR_WEIGHTS: [u8; 16] = {
    let mut weights = [0; 16];
    let mut i = 0;
    while i < 16 {
        weights[i] = 0x3 << (2 * (i % 4));
        i += 1;
    }
    weights
};

/// Sums of each two neighbouring units, of `left` and then of `right`.
#[inline(always)]
pub(super) fn add_pairs_16(left: Vector, right: Vector) -> Vector {
    Vector::of_16(intrinsic!(vpaddq_u16(left.in_16(), right.in_16())))
}

/// The numbers of up to four rows.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    keys: u64,
    /// In each byte, how many bits are set up to its end.
    sums: u64,
}

impl Keys {
    /// The first four bytes of a vector.
    #[inline(always)]
    pub(super) fn of(keys: Vector) -> Self {
        let keys = opaque(keys);
        let counts = Vector(intrinsic!(vcntq_u8(keys.0))).word();
        Keys {
            keys: keys.word(),
            sums: counts.wrapping_mul(0x0101_0101),
        }
    }

    #[inline(always)]
    pub(super) fn key(self, i: usize) -> u8 {
        (self.keys >> (8 * i)) as u8
    }

    /// The number of bits before key `i`. (The masks tell the compiler that a key has at most 8.)
    #[inline(always)]
    pub(super) fn ones_before(self, i: usize) -> usize {
        if i == 0 {
            0
        } else {
            (self.sums >> (8 * (i - 1))) as usize & if i < 4 { 0x1F } else { 0x3F }
        }
    }
}

/// The number of bytes that [`KEEP_1_4`] keeps. (The mask tells the compiler that it is at most
/// 16.)
#[inline(always)]
pub(super) fn keep_1_4_len(key: u8) -> usize {
    usize::from(KEEP_1_4_LEN[usize::from(key)] & 31)
}
