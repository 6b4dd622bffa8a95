//! NEON: lookups in the shuffle tables that compress UTF-8, and the bits of characters.

use super::{Neon, Vector, opaque};
use crate::simd::intrinsics::{intrinsic, load};
use crate::simd::tables::{KEEP_1_2, KEEP_1_4, KEEP_1_4_LEN};
use crate::simd::{Simd, UnitOps};
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

    /// Returns a byte with one bit for each of the 8 lanes of a 16-bit mask.
    #[inline(always)]
    pub(super) fn bits_of_8(self, mask: Vector) -> u8 {
        let weights = mask & self.vector_16([1, 2, 4, 8, 16, 32, 64, 128]);
        intrinsic!(vaddvq_u16(weights.in_16())) as u8
    }

    /// Returns the bytes of 8 pairs that [`KEEP_1_2`] keeps.
    #[inline(always)]
    pub(super) fn keep_1_2(self, pairs: Vector, two: u8) -> Vector {
        self.shuffle(pairs, &KEEP_1_2[usize::from(two)])
    }

    /// Returns the bytes of 4 units that [`KEEP_1_4`] keeps.
    #[inline(always)]
    pub(super) fn keep_1_4(self, quads: Vector, key: u8) -> Vector {
        self.shuffle(quads, &KEEP_1_4[usize::from(key)])
    }

    /// Returns the upper bytes of 16 units.
    #[inline(always)]
    pub(super) fn upper_halves(self, first: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(vuzp2q_u8(first.0, second.0)))
    }

    /// Moves the bits of each unit from bit 6 on up by two, with a multiplication. Bits 12 and 13
    /// of the unit end up in the positions of the tag.
    #[inline(always)]
    pub(super) fn spread_16(self, units: Vector) -> Vector {
        let upper = self.shift_right_16::<6>(units);
        let moved = 0x100 - 0x40;
        Vector::of_16(intrinsic!(vmlaq_n_u16(units.in_16(), upper.in_16(), moved)))
    }

    /// Returns bits 0 to 5 of each unit in the low byte and bits 6 to 11 in the high byte, with
    /// `tags`. If `tags` is a constant, this takes one instruction less than
    /// [`sextets_with_16`](Self::sextets_with_16).
    #[inline(always)]
    pub(super) fn sextets_16(self, units: Vector, tags: Vector) -> Vector {
        (self.spread_16(units) & self.splat_16(0x3FFF)) | tags
    }

    /// Returns bits 0 to 5 of each unit in the low byte and bits 6 to 11 in the high byte, with
    /// `tags`.
    #[inline(always)]
    pub(super) fn sextets_with_16(self, units: Vector, tags: Vector) -> Vector {
        self.select(self.splat(0x3F), self.spread_16(units), opaque(tags))
    }
}

/// The weights that reduce 8 pairs of booleans to a word with one bit for each.
pub(super) const PAIR_WEIGHTS: [u16; 8] = [0x3, 0xC, 0x30, 0xC0, 0x300, 0xC00, 0x3000, 0xC000];

/// The weights that reduce 4 pairs of booleans to a byte with one bit for each, four times.
pub(super) const BYTE_PAIR_WEIGHTS: [u8; 16] = {
    let mut weights = [0; 16];
    let mut i = 0;
    while i < 16 {
        weights[i] = 0x3 << (2 * (i % 4));
        i += 1;
    }
    weights
};

/// Adds neighbouring pairs of units: first those of `left`, then those of `right`.
#[inline(always)]
pub(super) fn add_pairs_16(left: Vector, right: Vector) -> Vector {
    Vector::of_16(intrinsic!(vpaddq_u16(left.in_16(), right.in_16())))
}

/// The indices of up to four table rows.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    keys: u64,
    /// In each byte, the number of set bits of `keys` up to the end of this byte.
    sums: u64,
}

impl Keys {
    /// Returns the first four bytes of a vector as keys.
    #[inline(always)]
    pub(super) fn from_vector(keys: Vector) -> Self {
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

    /// Returns the number of set bits before key `i`. The masks show the compiler the maximum, as a
    /// key has at most 8 bits.
    #[inline(always)]
    pub(super) fn ones_before(self, i: usize) -> usize {
        if i == 0 {
            0
        } else {
            (self.sums >> (8 * (i - 1))) as usize & if i < 4 { 0x1F } else { 0x3F }
        }
    }
}

/// Returns the number of bytes that [`KEEP_1_4`] keeps, at most 16. The mask shows the compiler
/// that it is below 32.
#[inline(always)]
pub(super) fn keep_1_4_len(key: u8) -> usize {
    usize::from(KEEP_1_4_LEN[usize::from(key)] & 31)
}
