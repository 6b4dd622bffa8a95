//! Records the operations on bytes.

use super::super::term::{Term, any, constant, lookup, unknown};
use super::{Mask, Recorder, Vector, branch, load, store};
use crate::memory::output::Output;
use crate::simd::{Outlined, Simd, Task};
use std::prelude::v1::*;

/// Returns the entry of a table for each index, unspecified for indices beyond its length.
fn entries(table: &[u8], indices: Vector) -> Vector {
    indices.map(|index| {
        let is_inside = index.at_least(table.len() as u64).not();
        is_inside.choose(lookup(table, index), unknown(8))
    })
}

impl<const LANES: usize> Simd for Recorder<LANES> {
    fn outlined<K: Outlined<Self>>(
        self,
        src: &[u8],
        dst: &mut Output,
        parameters: K::Parameters,
    ) -> K::Output {
        K::run(self, src, dst, parameters)
    }

    fn cold<T: Task<Self>>(self, task: T) -> T::Output {
        let endian = task.endian();
        task.run(self, endian)
    }

    type Bytes = Vector;
    type Mask = Mask;
    const LANES: usize = LANES;
    const CHEAP_MASKED_ACCESS: bool = LANES == 64;

    fn load(self, src: &[u8], at: usize) -> Vector {
        Vector::new(load(&src[at..at + LANES]))
    }

    fn load_partial(self, src: &[u8]) -> Vector {
        let mut lanes = load(&src[..src.len().min(LANES)]);
        lanes.resize(LANES, constant(0, 8));
        Vector::new(lanes)
    }

    fn load_ends<const N: usize>(self, src: &[u8]) -> Vector {
        let mut lanes = load(&src[..N]);
        lanes.extend(load(&src[src.len() - N..]));
        lanes.resize(LANES, constant(0, 8));
        Vector::new(lanes)
    }

    /// The default for 16 lanes loads bytes before `at`, and its index table, by their addresses.
    fn load_end(self, src: &[u8], at: usize) -> Vector {
        self.load_partial(&src[at..])
    }

    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store(bytes.bytes(), &mut dst[at..]);
    }

    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let out = &mut dst[at..];
        let fits = out.len().min(LANES);
        store(bytes.bytes()[..fits].to_vec(), out);
    }

    fn store_ends<const N: usize>(self, bytes: Vector, dst: &mut Output) {
        let last = dst.len() - N;
        store(bytes.bytes()[..N].to_vec(), dst);
        store(bytes.bytes()[N..2 * N].to_vec(), &mut dst[last..]);
    }

    fn splat(self, byte: u8) -> Vector {
        self.each(byte)
    }

    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        bytes.map(|byte| byte.shift_right(N))
    }

    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        bytes.map(|byte| byte.shift_left(N))
    }

    fn add(self, left: Vector, right: Vector) -> Vector {
        left.zip(right, Term::add)
    }

    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        left.zip(right, Term::excess)
    }

    fn max(self, left: Vector, right: Vector) -> Vector {
        left.zip(right, Term::greater)
    }

    fn min(self, left: Vector, right: Vector) -> Vector {
        left.zip(right, |left, right| left.below(right).choose(left, right))
    }

    fn repeat(self, bytes: [u8; 16]) -> Vector {
        let lanes = (0..LANES).map(|i| constant(bytes[i % 16].into(), 8));
        Vector::new(lanes.collect())
    }

    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        entries(&table, indices)
    }

    fn shuffle_bytes(self, units: Vector, order: Vector) -> Vector {
        let (bytes, order) = (units.bytes(), order.bytes());
        let lane = |i: usize| {
            let here = &bytes[i / 16 * 16..][..16];
            match order[i].value() {
                Some(from) if from < 16 => here[from as usize],
                _ => (0..16).fold(unknown(8), |found, from| {
                    order[i].is(from as u64).choose(here[from], found)
                }),
            }
        };
        Vector::new((0..LANES).map(lane).collect())
    }

    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        let mut lanes = before.bytes()[LANES - N..].to_vec();
        lanes.extend_from_slice(&bytes.bytes()[..LANES - N]);
        Vector::new(lanes)
    }

    fn greatest(self, bytes: Vector) -> u8 {
        let greatest = bytes.bytes().into_iter().reduce(Term::greater);
        let greatest = greatest.expect("a lane");
        // A condition for each bit, highest first.
        (0..8).rev().fold(0, |found, bit| {
            found | u8::from(branch(greatest.bits(bit, 1))) << bit
        })
    }

    fn is_ascii(self, bytes: Vector) -> bool {
        !branch(any(self.non_ascii(bytes).lanes()))
    }

    fn is_zero(self, bytes: Vector) -> bool {
        !branch(bytes.is_nonzero())
    }

    fn non_ascii(self, bytes: Vector) -> Mask {
        bytes.test(1, |byte| byte.bits(7, 1))
    }

    fn continuation(self, bytes: Vector) -> Mask {
        bytes.test(1, |byte| byte.within(0x80, 0xBF))
    }

    fn at_least(self, limit: u8, bytes: Vector) -> Mask {
        bytes.test(1, |byte| byte.at_least(limit.into()))
    }

    fn select(self, mask: Mask, yes: Vector, no: Vector) -> Vector {
        mask.select(yes, no, 1)
    }

    fn keep(self, mask: Mask, bytes: Vector) -> Vector {
        mask.select(bytes, self.each(0), 1)
    }

    fn bits(self, mask: Mask) -> u64 {
        // A condition for each lane, which is feasible only for algorithms that test few lanes.
        let lanes = mask.lanes().into_iter().enumerate();
        lanes.fold(0, |bits, (i, lane)| bits | u64::from(branch(lane)) << i)
    }

    fn first_of_four(self, masks: [Mask; 4]) -> usize {
        let mut lanes = masks.into_iter().flat_map(|mask| mask.lanes());
        // A text without any does not take this path.
        lanes.position(branch).unwrap_or(0)
    }

    fn mask(self, bits: u64) -> Mask {
        Mask::new((0..LANES).map(|i| constant(bits >> i & 1, 1)).collect())
    }
}
