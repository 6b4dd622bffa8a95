//! NEON: blocks of 64 bytes in four vectors.
//!
//! No instruction makes a bit of each byte. Here each byte of a mask keeps one bit, that of its place among eight, and
//! neighbours are added three times: 9 instructions for four vectors together, 5 for each alone. The bits of a
//! block are one word; one instruction counts them in each byte, and one product sums up what stands before:
//!
//! ```text
//! bits of            8 bytes     8 bytes     8 bytes    ...
//! counts             a           b           c
//! times 1 1 1 ...    a           a + b       a + b + c
//! ```
//!
//! so that no store waits for the one before.

use super::{Neon, Vector, WEIGHTS, unknown};
use crate::arch::intrinsics::intrinsic;
use crate::endian::Endian;
use crate::output::Output;
use crate::simd::{Simd, Together, room};
use crate::tables::SQUEEZE_8X8;
use core::arch::aarch64::*;
use core::arch::asm;

/// The bits of a block, by eights.
#[derive(Clone, Copy)]
pub(crate) struct Kept {
    bits: u64,
    /// How many there are in each byte.
    counts: u64,
}

impl Kept {
    /// The bits of the eight number `i`.
    #[inline(always)]
    fn bits(self, i: usize) -> u8 {
        (self.bits >> (8 * i)) as u8
    }

    /// Bytes of units of `UNIT` bytes up to the end of each eight. (256, in the last, is zero.)
    #[inline(always)]
    fn sums<const UNIT: usize>(self) -> u64 {
        self.counts
            .wrapping_mul(0x0101_0101_0101_0101 * UNIT as u64)
    }

    /// Bytes of units of `UNIT` bytes before the eight number `i`. (At most 56 units, which it tells the compiler.)
    #[inline(always)]
    fn before<const UNIT: usize>(self, i: usize) -> usize {
        if i == 0 {
            0
        } else {
            (self.sums::<UNIT>() >> (8 * (i - 1))) as usize & (64 * UNIT - 1)
        }
    }
}

impl Together for Neon {
    type Kept = Kept;

    #[inline(always)]
    fn in_turn(self, bytes: Vector) -> Vector {
        let mut bytes = bytes.0;
        // SAFETY: no instruction at all.
        unsafe { asm!("/* {0:v} */", inout(vreg) bytes, options(nostack, preserves_flags)) }
        Vector(bytes)
    }

    #[inline(always)]
    fn errors_below_four(self, second: Vector, first: Vector, last: Vector) -> Vector {
        self.add(
            self.rotated_pair_errors(first, last),
            self.at_least(0xE0, second),
        )
    }

    #[inline(always)]
    fn kept(self, [a, b, c, d]: [Vector; 4]) -> Kept {
        let weights = unknown(self.vector(&WEIGHTS));
        let ab = (a & weights).add_pairs(b & weights);
        let cd = (c & weights).add_pairs(d & weights);
        let fours = ab.add_pairs(cd);
        let bits = unknown(fours.add_pairs(fours)).word();
        let counts = intrinsic!(vcreate_u8(bits));
        let counts = intrinsic!(vcnt_u8(counts));
        let counts = intrinsic!(vreinterpret_u64_u8(counts));
        let counts = intrinsic!(vget_lane_u64::<0>(counts));
        Kept { bits, counts }
    }

    #[inline(always)]
    fn number(self, kept: Kept) -> usize {
        (kept.sums::<2>() >> 57) as usize
    }

    #[inline(always)]
    fn squeeze_part(self, bytes: Vector, kept: Kept, part: usize, dst: &mut Output) {
        let room: &mut [_; room(1)] = dst.first_chunk_mut().expect("room for a block");
        let halves = [
            intrinsic!(vget_low_u8(bytes.0)),
            intrinsic!(vget_high_u8(bytes.0)),
        ];
        for half in 0..2 {
            let i = 2 * part + half;
            let order = &SQUEEZE_8X8[usize::from(kept.bits(i))];
            let order = intrinsic!(vld1_u8(order.as_ptr()));
            let squeezed = intrinsic!(vtbl1_u8(halves[half], order));
            let room = &mut room[kept.before::<1>(i)..];
            let room: &mut [_; 8] = room.first_chunk_mut().expect("room for 8 bytes");
            intrinsic!(vst1_u8(room.as_mut_ptr().cast(), squeezed));
        }
    }

    #[inline(always)]
    fn squeeze_units_part(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        kept: Kept,
        part: usize,
        dst: &mut Output,
    ) {
        let room: &mut [_; room(2)] = dst.first_chunk_mut().expect("room for a block");
        let units = if endian == Endian::Big {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        };
        for half in 0..2 {
            let i = 2 * part + half;
            let squeezed = self.squeeze_8(units[half], kept.bits(i));
            self.store(squeezed, room, kept.before::<2>(i));
        }
    }

    #[inline(always)]
    fn squeeze_wide_part(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        kept: Kept,
        part: usize,
        dst: &mut Output,
    ) {
        let room: &mut [_; room(4)] = dst.first_chunk_mut().expect("room for a block");
        let zero = self.splat(0);
        let upper = top.unwrap_or(zero);
        let (units, uppers) = if endian == Endian::Big {
            (self.interleave(high, low), self.interleave(zero, upper))
        } else {
            (self.interleave(low, high), self.interleave(upper, zero))
        };
        for half in 0..2 {
            let i = 2 * part + half;
            let unit = self.squeeze_8(units[half], kept.bits(i));
            let upper = if top.is_some() {
                self.squeeze_8(uppers[half], kept.bits(i))
            } else {
                zero
            };
            let room = &mut room[kept.before::<4>(i)..];
            if endian == Endian::Big {
                self.store_pairs(upper, unit, room);
            } else {
                self.store_pairs(unit, upper, room);
            }
        }
    }
}
