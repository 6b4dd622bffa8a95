//! NEON: masks of blocks of 64 bytes in four vectors, for conversions from UTF-8.
//!
//! NEON has no instruction that converts a mask to bits. Here each byte of a mask keeps the bit of
//! its index modulo 8, and neighbouring bytes are added three times. This takes 9 instructions for
//! four vectors together, and 5 for a single vector. The bits of a block fill one word. One
//! instruction counts them in each byte, and one multiplication computes prefix sums of the counts:
//!
//! ```text
//! bits of            8 bytes     8 bytes     8 bytes    ...
//! counts             a           b           c
//! times 1 1 1 ...    a           a + b       a + b + c
//! ```
//!
//! So the address of a store does not depend on the previous store.

use super::{Neon, Vector, WEIGHTS, opaque};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::intrinsics::{intrinsic, load, store};
use crate::simd::tables::COMPRESS_8X8;
use crate::simd::{SLACK, Simd};
use core::arch::aarch64::*;
use core::arch::asm;

/// A set of positions in a block, as one bit each.
///
/// A `part` is the index of a vector in its block. The parts of a block are written in order. Each
/// may overwrite the output after it, up to `SLACK` bytes after the output of the block.
#[derive(Clone, Copy)]
pub(crate) struct Positions {
    bits: u64,
    /// The number of bits in each byte of `bits`.
    counts: u64,
}

impl Positions {
    /// Returns byte `i` of the bits, for eight positions.
    #[inline(always)]
    fn bits(self, i: usize) -> u8 {
        (self.bits >> (8 * i)) as u8
    }

    /// Returns, in each byte, the output size in bytes of all positions up to the end of this byte,
    /// with units of `UNIT` bytes. The last byte wraps to 0 if the size is 256.
    #[inline(always)]
    fn sums<const UNIT: usize>(self) -> u64 {
        self.counts
            .wrapping_mul(0x0101_0101_0101_0101 * UNIT as u64)
    }

    /// Returns the output size in bytes of the positions before byte `i`, with units of `UNIT`
    /// bytes. The mask shows the compiler that the result is below 64 units.
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
    /// Returns the bytes, and prevents the compiler from moving later loads ahead of their
    /// computation. Otherwise more vectors would be live than there are registers.
    #[inline(always)]
    pub(crate) fn barrier(self, bytes: Vector) -> Vector {
        let mut bytes = bytes.0;
        // SAFETY: the assembly is empty.
        unsafe { asm!("/* {0:v} */", inout(vreg) bytes, options(nostack, preserves_flags)) }
        Vector(bytes)
    }

    /// Returns the positions where the masks are set.
    #[inline(always)]
    pub(crate) fn positions(self, [a, b, c, d]: [Vector; 4]) -> Positions {
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

    /// Returns the number of positions.
    #[inline(always)]
    pub(crate) fn number(self, mask: Positions) -> usize {
        (mask.sums::<2>() >> 57) as usize
    }

    /// Compresses a part like [`Simd::compress`]. Its bytes follow those of the parts before it.
    #[inline(always)]
    pub(crate) fn compress_part(
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

    /// Compresses a part like `compress_units`.
    #[inline(always)]
    pub(crate) fn compress_units_part(
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
            let compressed = self.compress_8x16(units[half], mask.bits(i));
            self.store(compressed, out, mask.before::<2>(i));
        }
    }

    /// Compresses a part like `compress_wide`.
    #[inline(always)]
    pub(crate) fn compress_wide_part(
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
            let unit = self.compress_8x16(units[half], mask.bits(i));
            let upper = if top.is_some() {
                self.compress_8x16(uppers[half], mask.bits(i))
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

/// Returns the maximum output of a block in bytes, with units of `unit` bytes and including the
/// bytes that may be overwritten.
const fn capacity(unit: usize) -> usize {
    64 * unit + SLACK
}
