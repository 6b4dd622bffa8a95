//! Records the operations on units of 16 and 32 bits.

use super::super::term::{Term, any, unknown};
use super::{Mask, Recorder, Vector, branch, bytes_of, rest, store_all};
use crate::memory::output::Output;
use crate::simd::{SLACK, UnitOps};
use std::prelude::v1::*;

/// Narrows unsigned numbers to half of their bits. Numbers that do not fit become unspecified.
fn narrowed(units: [Vector; 2], width: usize) -> Vector {
    let units = units.into_iter().flat_map(|vector| vector.units(width));
    let bits = 4 * width as u32;
    Vector::of_units(units.map(|unit| {
        let fits = unit.at_least(1 << bits).not();
        fits.choose(unit.bits(0, bits), unknown(bits))
    }))
}

fn widened(vector: Vector, width: usize) -> [Vector; 2] {
    let units = vector.units(width);
    let (first, second) = units.split_at(units.len() / 2);
    let widen =
        |units: &[Term]| Vector::of_units(units.iter().map(|unit| unit.widened(16 * width as u32)));
    [widen(first), widen(second)]
}

impl<const LANES: usize> UnitOps for Recorder<LANES> {
    type Mask16 = Mask;
    type Mask32 = Mask;
    type Narrow = Self;

    fn splat_16(self, unit: u16) -> Vector {
        self.each_unit(unit.into(), 2)
    }

    fn splat_32(self, unit: u32) -> Vector {
        self.each_unit(unit, 4)
    }

    fn shift_right_16<const N: u32>(self, units: Vector) -> Vector {
        units.map_units(2, |unit| unit.shift_right(N))
    }

    fn shift_left_16<const N: u32>(self, units: Vector) -> Vector {
        units.map_units(2, |unit| unit.shift_left(N))
    }

    fn shift_right_32<const N: u32>(self, units: Vector) -> Vector {
        units.map_units(4, |unit| unit.shift_right(N))
    }

    fn shift_left_32<const N: u32>(self, units: Vector) -> Vector {
        units.map_units(4, |unit| unit.shift_left(N))
    }

    fn add_16(self, left: Vector, right: Vector) -> Vector {
        left.zip_units(right, 2, Term::add)
    }

    fn add_32(self, left: Vector, right: Vector) -> Vector {
        left.zip_units(right, 4, Term::add)
    }

    fn max_32(self, left: Vector, right: Vector) -> Vector {
        left.zip_units(right, 4, Term::greater)
    }

    fn equal_16(self, left: Vector, right: Vector) -> Mask {
        let pairs = left.units(2).into_iter().zip(right.units(2));
        Mask::new(pairs.map(|(left, right)| left.equals(right)).collect())
    }

    fn equal_32(self, left: Vector, right: Vector) -> Mask {
        let pairs = left.units(4).into_iter().zip(right.units(4));
        Mask::new(pairs.map(|(left, right)| left.equals(right)).collect())
    }

    fn at_least_16(self, limit: u16, units: Vector) -> Mask {
        units.test(2, |unit| unit.at_least(limit.into()))
    }

    fn at_least_15(self, limit: u16, units: Vector) -> Mask {
        units.test(2, |unit| {
            let is_signed = unit.at_least(0x8000);
            is_signed.choose(unknown(1), unit.at_least(limit.into()))
        })
    }

    fn at_least_32(self, limit: u32, units: Vector) -> Mask {
        units.test(4, |unit| unit.at_least(limit.into()))
    }

    fn any_16(self, mask: Mask) -> bool {
        branch(any(mask.lanes()))
    }

    fn any_32(self, mask: Mask) -> bool {
        branch(any(mask.lanes()))
    }

    fn select_16(self, mask: Mask, yes: Vector, no: Vector) -> Vector {
        mask.select(yes, no, 2)
    }

    fn select_32(self, mask: Mask, yes: Vector, no: Vector) -> Vector {
        mask.select(yes, no, 4)
    }

    fn widen_8(self, bytes: Vector) -> [Vector; 2] {
        widened(bytes, 1)
    }

    fn widen_16(self, units: Vector) -> [Vector; 2] {
        widened(units, 2)
    }

    fn narrow_16(self, units: [Vector; 2]) -> Vector {
        narrowed(units, 2)
    }

    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        store_all(kept(bytes, mask), LANES + SLACK, false, dst)
    }

    fn compress_clipped(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        store_all(kept(bytes, mask), LANES + SLACK, true, dst)
    }

    fn narrow_32(self, units: [Vector; 2]) -> Vector {
        narrowed(units, 4)
    }

    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        compress::<LANES, CLIPPED>(units.units(2), mask, dst, at)
    }

    fn compress_32<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        compress::<LANES, CLIPPED>(units.units(4), mask, dst, at)
    }
}

/// Stores the units whose mask is set, with a condition for each.
fn compress<const LANES: usize, const CLIPPED: bool>(
    units: Vec<Term>,
    mask: Mask,
    dst: &mut Output,
    at: usize,
) -> usize {
    let kept = units.into_iter().zip(mask.lanes());
    let kept = kept.filter(|&(_, lane)| branch(lane));
    let bytes = kept.flat_map(|(unit, _)| bytes_of(unit)).collect();
    store_all(bytes, LANES + SLACK, CLIPPED, rest::<CLIPPED>(dst, at))
}

/// Returns the bytes whose bit is set in a mask.
fn kept(bytes: Vector, mask: u64) -> Vec<Term> {
    let bytes = bytes.bytes().into_iter().enumerate();
    bytes
        .filter(|(i, _)| mask >> i & 1 == 1)
        .map(|(_, byte)| byte)
        .collect()
}
