//! NEON: blocks of 64 bytes in four vectors.
//!
//! No instruction makes a bit of each byte. Here each byte of a mask keeps one bit, that of its
//! place among eight, and neighbours are added three times: 9 instructions for four vectors
//! together, where one alone takes 5. The bits of a block are one word. One instruction counts them
//! in each byte, and one product sums up the counts of all bytes before:
//!
//! ```text
//! bits of            8 bytes     8 bytes     8 bytes    ...
//! counts             a           b           c
//! times 1 1 1 ...    a           a + b       a + b + c
//! ```
//!
//! so that no store waits for the one before.

use super::{Neon, Vector, WEIGHTS, opaque};
use crate::buffer::output::Output;
use crate::encoding::endian::Endian;
use crate::kernels::arch::intrinsics::{intrinsic, load, store};
use crate::kernels::simd::{SLACK, Simd};
use crate::kernels::tables::COMPRESS_8X8;
use core::arch::aarch64::*;
use core::arch::asm;

/// Positions in a block, a bit each.
///
/// A `part` is the number of a vector in its block. The parts of a block are written in order: each
/// may overwrite the place of those after it, up to `SLACK` bytes after the whole.
#[derive(Clone, Copy)]
pub(super) struct Positions {
    bits: u64,
    /// The number of bits in each byte of `bits`.
    counts: u64,
}

impl Positions {
    /// The bits of byte `i`, for eight positions.
    #[inline(always)]
    fn bits(self, i: usize) -> u8 {
        (self.bits >> (8 * i)) as u8
    }

    /// For each byte, how many bytes the positions up to its end are, in units of `UNIT` bytes.
    /// (256, which only the last byte can be, is zero.)
    #[inline(always)]
    fn sums<const UNIT: usize>(self) -> u64 {
        self.counts
            .wrapping_mul(0x0101_0101_0101_0101 * UNIT as u64)
    }

    /// How many bytes the positions before byte `i` are, in units of `UNIT` bytes. (The mask tells
    /// the compiler that it is at most 56 units.)
    #[inline(always)]
    fn before<const UNIT: usize>(self, i: usize) -> usize {
        if i == 0 {
            0
        } else {
            (self.sums::<UNIT>() >> (8 * (i - 1))) as usize & (64 * UNIT - 1)
        }
    }
}

impl Neon {
    /// These bytes, computed before anything that follows: loads do not move ahead of it. Otherwise
    /// more vectors would be in use than there are registers.
    #[inline(always)]
    pub(super) fn barrier(self, bytes: Vector) -> Vector {
        let mut bytes = bytes.0;
        // SAFETY: the assembly is empty.
        unsafe { asm!("/* {0:v} */", inout(vreg) bytes, options(nostack, preserves_flags)) }
        Vector(bytes)
    }

    /// `errors` where no character of four bytes is near.
    #[inline(always)]
    pub(super) fn errors_below_four(self, prev2: Vector, prev1: Vector, current: Vector) -> Vector {
        self.add(
            self.rotated_pair_errors(prev1, current),
            self.at_least(0xE0, prev2),
        )
    }

    /// The positions where masks are set.
    #[inline(always)]
    pub(super) fn positions(self, [a, b, c, d]: [Vector; 4]) -> Positions {
        let weights = opaque(self.vector(&WEIGHTS));
        let ab = (a & weights).add_pairs(b & weights);
        let cd = (c & weights).add_pairs(d & weights);
        let fours = ab.add_pairs(cd);
        let bits = opaque(fours.add_pairs(fours)).word();
        let counts = intrinsic!(vcreate_u8(bits));
        let counts = intrinsic!(vcnt_u8(counts));
        let counts = intrinsic!(vreinterpret_u64_u8(counts));
        let counts = intrinsic!(vget_lane_u64::<0>(counts));
        Positions { bits, counts }
    }

    /// The number of these positions.
    #[inline(always)]
    pub(super) fn number(self, mask: Positions) -> usize {
        (mask.sums::<2>() >> 57) as usize
    }

    /// [`Simd::compress`] for a part: its bytes go after those kept of the parts before.
    #[inline(always)]
    pub(super) fn compress_part(
        self,
        bytes: Vector,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    ) {
        let out = dst.first::<{ capacity(1) }>();
        let halves = [
            intrinsic!(vget_low_u8(bytes.0)),
            intrinsic!(vget_high_u8(bytes.0)),
        ];
        for half in 0..2 {
            let i = 2 * part + half;
            let order = &COMPRESS_8X8[usize::from(mask.bits(i))];
            let order = load!(vld1_u8, [u8; 8], order);
            let compressed = intrinsic!(vtbl1_u8(halves[half], order));
            let out = &mut out[mask.before::<1>(i)..];
            store!(vst1_u8, 8, compressed, out, 0);
        }
    }

    /// `compress_units` for a part.
    #[inline(always)]
    pub(super) fn compress_units_part(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    ) {
        let out = dst.first::<{ capacity(2) }>();
        let units = if endian == Endian::Big {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        };
        for half in 0..2 {
            let i = 2 * part + half;
            let compressed = self.compress_8(units[half], mask.bits(i));
            self.store(compressed, out, mask.before::<2>(i));
        }
    }

    /// `compress_wide` for a part.
    #[inline(always)]
    pub(super) fn compress_wide_part(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    ) {
        let out = dst.first::<{ capacity(4) }>();
        let zero = self.splat(0);
        let upper = top.unwrap_or(zero);
        let (units, uppers) = if endian == Endian::Big {
            (self.interleave(high, low), self.interleave(zero, upper))
        } else {
            (self.interleave(low, high), self.interleave(upper, zero))
        };
        for half in 0..2 {
            let i = 2 * part + half;
            let unit = self.compress_8(units[half], mask.bits(i));
            let upper = if top.is_some() {
                self.compress_8(uppers[half], mask.bits(i))
            } else {
                zero
            };
            let out = &mut out[mask.before::<4>(i)..];
            if endian == Endian::Big {
                self.store_pairs(upper, unit, out);
            } else {
                self.store_pairs(unit, upper, out);
            }
        }
    }
}

/// Bytes that a block takes at most in units of `unit` bytes, with those that may be overwritten.
const fn capacity(unit: usize) -> usize {
    64 * unit + SLACK
}
