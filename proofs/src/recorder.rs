//! An instruction set whose vectors are terms: what the algorithms do with it is written down.
//!
//! What an operation here is, is what the traits say of it in words; the tests of each instruction
//! set compare that with what its instructions do. Where they leave a result open (a lookup beyond
//! its table, a number that does not fit), it is an unknown of its own, so nothing can be proved
//! that relies on it.
//!
//! Bytes that are lent to an algorithm are unknowns wherever it loads vectors from them. If it asks
//! whether a condition holds, it goes one way and notes the condition; it is run again for the
//! other way, until all are taken.

use super::term::{Term, all, any, constant, lookup, no, unknown};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::generic::count::Count;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::encode_utf8::{CONTINUATION, EncodeUtf8};
use crate::kernels::generic::store_units::StoreUnits;
use crate::kernels::simd::{Outlined, Simd, Task, Units};
use std::cell::RefCell;
use std::collections::HashMap;
use std::prelude::v1::*;
use std::{assert, vec};

/// The token: vectors of `LANES` bytes.
#[derive(Clone, Copy)]
pub(crate) struct Recorder<const LANES: usize>;

/// A vector, by its place in the list of all.
#[derive(Clone, Copy)]
pub(crate) struct Vector(usize);

/// Truth values, one for each unit of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Mask(usize);

/// A store that drops units: what it is given.
#[derive(Clone, Debug)]
pub(crate) struct Dropping {
    /// Units of 16 or 32 bits, with how many bytes of UTF-8 they have, or tags, as the store says.
    pub(crate) parts: Vec<Vec<Term>>,
}

#[derive(Default)]
struct Record {
    lanes: Vec<Vec<Term>>,
    lent: Vec<(usize, Vec<Term>)>,
    stored: HashMap<usize, Term>,
    dropping: Vec<Dropping>,
    /// What sums were given out as numbers.
    sums: Vec<Term>,
    /// The ways to go at the next conditions, and the conditions so far.
    script: Vec<bool>,
    path: Vec<(Term, bool)>,
}

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

/// A sum stands for its number in this bit and those above.
const SUM_BIT: u32 = 24;

fn with<T>(run: impl FnOnce(&mut Record) -> T) -> T {
    RECORD.with_borrow_mut(run)
}

fn keep(lanes: Vec<Term>) -> usize {
    with(|record| {
        record.lanes.push(lanes);
        record.lanes.len() - 1
    })
}

impl Vector {
    pub(crate) fn new(lanes: Vec<Term>) -> Self {
        assert!(lanes.iter().all(|lane| lane.width() == 8));
        Vector(keep(lanes))
    }

    pub(crate) fn bytes(self) -> Vec<Term> {
        with(|record| record.lanes[self.0].clone())
    }

    /// The units of `width` bytes, in the order of this machine, which is little-endian.
    pub(crate) fn units(self, width: usize) -> Vec<Term> {
        let bytes = self.bytes();
        let units = bytes.chunks(width);
        let unit = |bytes: &[Term]| bytes.iter().copied().reduce(|low, high| high.join(low));
        units.map(|bytes| unit(bytes).expect("a byte")).collect()
    }

    fn of_units(units: impl IntoIterator<Item = Term>) -> Self {
        let bytes = |unit: Term| (0..unit.width() / 8).map(move |byte| unit.bits(8 * byte, 8));
        Vector::new(units.into_iter().flat_map(bytes).collect())
    }

    fn map(self, by: impl Fn(Term) -> Term) -> Self {
        Vector::new(self.bytes().into_iter().map(by).collect())
    }

    fn zip(self, other: Self, by: impl Fn(Term, Term) -> Term) -> Self {
        let pairs = self.bytes().into_iter().zip(other.bytes());
        Vector::new(pairs.map(|(left, right)| by(left, right)).collect())
    }

    fn map_units(self, width: usize, by: impl Fn(Term) -> Term) -> Self {
        Vector::of_units(self.units(width).into_iter().map(by))
    }

    fn zip_units(self, other: Self, width: usize, by: impl Fn(Term, Term) -> Term) -> Self {
        let pairs = self.units(width).into_iter().zip(other.units(width));
        Vector::of_units(pairs.map(|(left, right)| by(left, right)))
    }

    fn test(self, width: usize, by: impl Fn(Term) -> Term) -> Mask {
        Mask::new(self.units(width).into_iter().map(by).collect())
    }

    /// Whether any byte is not zero.
    pub(crate) fn is_nonzero(self) -> Term {
        any(self.bytes().into_iter().map(|byte| byte.is(0).not()))
    }
}

impl Mask {
    pub(crate) fn new(lanes: Vec<Term>) -> Self {
        assert!(lanes.iter().all(|lane| lane.width() == 1));
        Mask(keep(lanes))
    }

    pub(crate) fn lanes(self) -> Vec<Term> {
        with(|record| record.lanes[self.0].clone())
    }

    fn zip(self, other: Self, by: impl Fn(Term, Term) -> Term) -> Self {
        let pairs = self.lanes().into_iter().zip(other.lanes());
        Mask::new(pairs.map(|(left, right)| by(left, right)).collect())
    }

    fn select(self, yes: Vector, no: Vector, width: usize) -> Vector {
        let pairs = yes.units(width).into_iter().zip(no.units(width));
        let lanes = self.lanes().into_iter().zip(pairs);
        Vector::of_units(lanes.map(|(lane, (yes, no))| lane.choose(yes, no)))
    }
}

macro_rules! operators {
    ($($type:ident: $($operator:ident $method:ident $by:path),+;)+) => {$($(
        impl core::ops::$operator for $type {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.zip(other, $by)
            }
        }
    )+)+};
}

operators! {
    Vector: BitAnd bitand Term::and, BitOr bitor Term::or, BitXor bitxor Term::xor;
    Mask: BitAnd bitand Term::and, BitOr bitor Term::or, BitXor bitxor Term::xor;
}

impl core::ops::Not for Mask {
    type Output = Self;
    fn not(self) -> Self {
        Mask::new(self.lanes().into_iter().map(Term::not).collect())
    }
}

/// Whether a condition holds on the way that is gone now.
fn decide(condition: Term) -> bool {
    if let Some(value) = condition.value() {
        return value == 1;
    }
    with(|record| {
        let known = record.path.iter().find(|(noted, _)| *noted == condition);
        if let Some(&(_, way)) = known {
            return way;
        }
        let way = record
            .script
            .get(record.path.len())
            .copied()
            .unwrap_or(true);
        record.path.push((condition, way));
        way
    })
}

/// The bytes at an address: unknowns where they are lent, else what they are.
fn load(bytes: &[u8]) -> Vec<Term> {
    let start = bytes.as_ptr().addr();
    let lent = with(|record| {
        let lent = record
            .lent
            .iter()
            .find(|(from, terms)| *from <= start && start + bytes.len() <= from + terms.len());
        lent.map(|(from, terms)| terms[start - from..][..bytes.len()].to_vec())
    });
    lent.unwrap_or_else(|| bytes.iter().map(|&byte| constant(byte.into(), 8)).collect())
}

fn store(lanes: Vec<Term>, dst: &mut Output) {
    assert!(lanes.len() <= dst.len(), "it does not fit");
    let start = dst.as_mut_ptr().addr();
    with(|record| record.stored.extend((start..).zip(lanes)));
}

fn drop_units(parts: Vec<Vec<Term>>) -> usize {
    with(|record| record.dropping.push(Dropping { parts }));
    0
}

/// The entry of a table for each index, unspecified where that is not below its length.
fn entries(table: &[u8], indices: Vector) -> Vector {
    indices.map(|index| {
        let is_inside = index.at_least(table.len() as u64).not();
        is_inside.choose(lookup(table, index), unknown(8))
    })
}

/// Unsigned numbers made to fit into half of their bits; unspecified if they do not.
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

fn in_order(endian: Endian, unit: Term) -> Vec<Term> {
    let bytes = (0..unit.width() / 8).map(|byte| unit.bits(8 * byte, 8));
    match endian {
        Endian::Little => bytes.collect(),
        Endian::Big => bytes.rev().collect(),
    }
}

impl<const LANES: usize> Recorder<LANES> {
    fn each(self, byte: u8) -> Vector {
        Vector::new(vec![constant(byte.into(), 8); LANES])
    }

    fn each_unit(self, unit: u32, width: usize) -> Vector {
        Vector::of_units(vec![constant(unit.into(), 8 * width as u32); LANES / width])
    }
}

impl<const LANES: usize> Simd for Recorder<LANES> {
    fn outlined<C: Outlined<Self>>(
        self,
        src: &[u8],
        dst: &mut Output,
        parameters: C::Parameters,
    ) -> Progress {
        C::convert(self, src, dst, parameters)
    }

    fn cold<T: Task<Self>>(self, task: T) -> T::Output {
        let endian = task.endian();
        task.run(self, endian)
    }

    type Bytes = Vector;
    type Mask = Mask;
    const LANES: usize = LANES;
    const PARTIAL_ACCESS: bool = LANES == 64;

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

    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        entries(&table, indices)
    }

    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        let mut lanes = before.bytes()[LANES - N..].to_vec();
        lanes.extend_from_slice(&bytes.bytes()[..LANES - N]);
        Vector::new(lanes)
    }

    fn greatest(self, bytes: Vector) -> u8 {
        let greatest = bytes.bytes().into_iter().reduce(Term::greater);
        let greatest = greatest.expect("a lane");
        // A condition for each bit, the highest first.
        (0..8).rev().fold(0, |found, bit| {
            found | u8::from(decide(greatest.bits(bit, 1))) << bit
        })
    }

    fn is_ascii(self, bytes: Vector) -> bool {
        !decide(any(self.non_ascii(bytes).lanes()))
    }

    fn is_zero(self, bytes: Vector) -> bool {
        !decide(bytes.is_nonzero())
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
        // A condition for each lane: this is for what looks at few of them.
        let lanes = mask.lanes().into_iter().enumerate();
        lanes.fold(0, |bits, (i, lane)| bits | u64::from(decide(lane)) << i)
    }

    fn mask(self, bits: u64) -> Mask {
        Mask::new((0..LANES).map(|i| constant(bits >> i & 1, 1)).collect())
    }

    fn compress(self, bytes: Vector, mask: u64, _: &mut Output) -> usize {
        drop_units(vec![bytes.bytes(), self.mask(mask).lanes()])
    }
}

impl<const LANES: usize> Units for Recorder<LANES> {
    type Mask16 = Mask;
    type Mask32 = Mask;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    fn shuffle_16s(self, units: Vector, order: Vector) -> Vector {
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
        decide(any(mask.lanes()))
    }

    fn any_32(self, mask: Mask) -> bool {
        decide(any(mask.lanes()))
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

    fn narrow_32(self, units: [Vector; 2]) -> Vector {
        narrowed(units, 4)
    }

    fn compress_16<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![units.units(2), mask.lanes()])
    }

    fn compress_32<const CLIPPED: bool>(
        self,
        units: Vector,
        mask: Mask,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![units.units(4), mask.lanes()])
    }
}

impl<const LANES: usize> StoreUnits for Recorder<LANES> {
    fn compress_units(
        self,
        _: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        _: &mut Output,
    ) -> usize {
        drop_units(vec![low.bytes(), high.bytes(), self.mask(mask).lanes()])
    }

    fn compress_wide(
        self,
        _: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        _: &mut Output,
    ) -> usize {
        let top = top.unwrap_or(self.each(0));
        drop_units(vec![
            low.bytes(),
            high.bytes(),
            top.bytes(),
            self.mask(mask).lanes(),
        ])
    }

    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let units = bytes.bytes().into_iter().map(|byte| byte.widened(16));
        let bytes = units.flat_map(|unit| in_order(endian, unit)).collect();
        store(bytes, &mut dst[at..]);
    }

    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let units = bytes.bytes().into_iter().map(|byte| byte.widened(32));
        let bytes = units.flat_map(|unit| in_order(endian, unit)).collect();
        store(bytes, &mut dst[at..]);
    }
}

impl<const LANES: usize> DecodeUtf8 for Recorder<LANES> {}

impl<const LANES: usize> Count for Recorder<LANES> {
    fn high_table(self, table: [u8; 16]) -> Vector {
        Vector::new(
            (0..LANES)
                .map(|i| constant(table[i % 16].into(), 8))
                .collect(),
        )
    }

    fn count_8(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.bytes().into_iter().zip(mask.lanes());
        Vector::new(
            lanes
                .map(|(count, lane)| count.add(lane.widened(8)))
                .collect(),
        )
    }

    fn count_16(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.units(2).into_iter().zip(mask.lanes());
        Vector::of_units(lanes.map(|(count, lane)| count.add(lane.widened(16))))
    }

    fn sizes_16(self, units: [Vector; 2]) -> Vector {
        let units = units.into_iter().flat_map(|vector| vector.units(2));
        Vector::new(units.map(size_16).collect())
    }

    fn sizes_32(self, characters: [Vector; 4]) -> Vector {
        let units = characters.into_iter().flat_map(|vector| vector.units(4));
        Vector::new(units.map(size_32).collect())
    }

    fn saved_bytes(self, sizes: Vector) -> Vector {
        sizes.map(|size| {
            let one = size.within(1, 15);
            let saved = one.choose(constant(1, 8), constant(0, 8));
            size.is(0).choose(constant(2, 8), saved)
        })
    }

    fn count_32(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.units(4).into_iter().zip(mask.lanes());
        Vector::of_units(lanes.map(|(count, lane)| count.add(lane.widened(32))))
    }

    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let bytes = bytes.into_iter().flat_map(Vector::bytes);
        let sum = bytes.fold(constant(0, 32), |sum, byte| sum.add(byte.widened(32)));
        if let Some(value) = sum.value() {
            return value as usize;
        }
        with(|record| {
            record.sums.push(sum);
            assert!(record.sums.len() < 36, "more sums than bits");
            1 << (SUM_BIT as usize + record.sums.len() - 1)
        })
    }
}

/// A unit's size as `Count::sizes_16` says: without its seven lowest bits, and within a byte.
fn size_16(unit: Term) -> Term {
    let high = unit.shift_right(7);
    // As a signed number, at most 127 and at least -128.
    let is_negative = unit.bits(15, 1);
    let from_minus_128 = unit.at_least(0xC000);
    let negative = from_minus_128.choose(high.bits(0, 8), constant(0x80, 8));
    let positive = high
        .at_least(128)
        .choose(constant(0x7F, 8), high.bits(0, 8));
    is_negative.choose(negative, positive)
}

/// A character's size as `Count::sizes_32` says; of what is none it is unspecified.
fn size_32(unit: Term) -> Term {
    let byte = |value| constant(value, 8);
    let two = unit.shift_right(7).bits(0, 8);
    let large = unit.at_least(0x1_0000).choose(byte(0xFF), byte(16));
    let size = unit.at_least(0x800).choose(large, two);
    unit.at_least(0x11_0000).choose(unknown(8), size)
}

impl<const LANES: usize> EncodeUtf8 for Recorder<LANES> {
    fn tags(self, first: u8) -> Vector {
        self.each_unit(u32::from(first) << 8 | u32::from(CONTINUATION), 2)
    }

    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        tags: [Vector; 2],
        two: [Mask; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let never = Mask::new(vec![no(); LANES / 2]);
        for i in 0..2 {
            self.encode_1_3::<CLIPPED>(units[i], tags[i], two[i], never, dst, at);
        }
        0
    }

    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Mask,
        three: Mask,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![
            units.units(2),
            tags.units(2),
            two.lanes(),
            three.lanes(),
        ])
    }

    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![characters.units(4)])
    }
}

/// One way through an algorithm.
pub(crate) struct Way<T> {
    /// What must hold for it to be gone.
    pub(crate) condition: Term,
    pub(crate) result: T,
    /// What was stored, by address.
    pub(crate) stored: HashMap<usize, Term>,
    /// The sums that numbers of the result stand for.
    pub(crate) sums: Vec<Term>,
}

impl<T> Way<T> {
    /// A number of the result, with the sums that it stands for.
    pub(crate) fn number(&self, number: usize) -> Term {
        let unit = 1i64 << SUM_BIT;
        // What is known may be negative: it is the nearest number to a multiple.
        let known = (number as i64 + unit / 2).rem_euclid(unit) - unit / 2;
        let sums = (number as i64 - known) / unit;
        let start = constant(known as u64, 32);
        let each = self.sums.iter().enumerate();
        each.fold(start, |number, (i, &sum)| {
            match sums.unsigned_abs() >> i & 1 {
                0 => number,
                _ if sums < 0 => number.subtract(sum),
                _ => number.add(sum),
            }
        })
    }
}

/// Runs an algorithm on each way that it can go. `is_possible` says whether a condition can hold,
/// so that ways that nothing takes are left out.
///
/// The bytes that it is lent are at the addresses of `lent`, and `terms` are what stands there.
pub(crate) fn ways<T>(
    lent: &[u8],
    terms: &[Term],
    mut is_possible: impl FnMut(Term) -> bool,
    mut run: impl FnMut() -> T,
) -> Vec<Way<T>> {
    assert_eq!(lent.len(), terms.len());
    let mut ways = vec![];
    let mut script = vec![];
    loop {
        with(|record| {
            *record = Record {
                lent: vec![(lent.as_ptr().addr(), terms.to_vec())],
                script: script.clone(),
                ..Record::default()
            }
        });
        let result = run();
        let record = RECORD.take();
        let path = record.path;
        let holds = |&(term, way): &(Term, bool)| if way { term } else { term.not() };
        let condition = all(path.iter().map(holds));
        if is_possible(condition) {
            ways.push(Way {
                condition,
                result,
                stored: record.stored,
                sums: record.sums,
            });
        }
        // The last condition whose other way is still to be gone, and may be.
        let mut end = path.len();
        script = loop {
            let Some(last) = end.checked_sub(1) else {
                return ways;
            };
            end = last;
            if !path[last].1 {
                continue;
            }
            let before = all(path[..last].iter().map(holds));
            if is_possible(before.and(path[last].0.not())) {
                let mut script: Vec<bool> = path[..last].iter().map(|(_, way)| *way).collect();
                script.push(false);
                break script;
            }
        };
    }
}

/// Vectors and masks that belong to no way: runs something that has no conditions.
pub(crate) fn straight<T>(run: impl FnOnce() -> T) -> T {
    RECORD.take();
    let result = run();
    assert!(with(|record| record.path.is_empty()), "it has conditions");
    result
}

/// What something that has no conditions gives to stores that drop units.
pub(crate) fn taken(run: impl FnOnce()) -> Vec<Dropping> {
    straight(run);
    RECORD.take().dropping
}
