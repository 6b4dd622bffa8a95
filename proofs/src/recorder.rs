//! An instruction set whose vectors are terms, which records the computations of an algorithm.
//!
//! Each operation here follows its description in the traits. [`super::operations`] compares it
//! with the instructions of each instruction set, by running both. If the traits leave a result
//! unspecified (a lookup beyond the table, a number that does not fit), the result is a new
//! unknown, so no proof can rely on it. A store that may overwrite the following bytes does
//! overwrite them.
//!
//! The bytes lent to an algorithm are unknowns when it loads vectors from them. Each run belongs to
//! a concrete text, given by values of the unknowns. If the algorithm tests a condition, the
//! recorder notes it and the solver searches for a text with the opposite result, until all paths
//! are explored. Stores also write the concrete bytes of this text, so that scalar code can read
//! them.

mod bytes;
mod steps;
mod units;

use super::solver::Solver;
use super::spec::units;
use super::term::{Term, Values, any, constant, rewind, unknown_count};
use crate::encoding::endian::Endian;
use crate::kernels::{Kernels, ValidationKernels};
use crate::memory::output::Output;
use std::cell::RefCell;
use std::collections::HashMap;
use std::prelude::v1::*;
use std::vec;

/// The token: vectors of `LANES` bytes.
#[derive(Clone, Copy)]
pub(crate) struct Recorder<const LANES: usize>;

/// A vector, as an index in the list of all vectors.
#[derive(Clone, Copy)]
pub(crate) struct Vector(usize);

/// Truth values, one for each unit of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Mask(usize);

/// The arguments of a store that drops units.
#[derive(Clone, Debug)]
pub(crate) struct Dropping {
    /// Units of 16 or 32 bits, and their lengths in UTF-8 or their tags, depending on the store.
    pub(crate) parts: Vec<Vec<Term>>,
}

#[derive(Default)]
struct Record {
    lanes: Vec<Vec<Term>>,
    lent: Vec<(usize, Vec<Term>)>,
    stored: HashMap<usize, Term>,
    /// The arguments of stores that drop units, if these are to be recorded instead of stored.
    dropping: Option<Vec<Dropping>>,
    /// The sums that were returned as numbers.
    sums: Vec<Term>,
    /// The concrete text of this run.
    values: Values,
    /// The conditions of this run, in order and by term.
    conditions: Vec<(Term, bool)>,
    noted: HashMap<Term, bool>,
}

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

/// Numbers have the index of a sum in this bit and those above.
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

    /// Returns the units of `width` bytes in the byte order of this machine, which is
    /// little-endian.
    pub(crate) fn units(self, width: usize) -> Vec<Term> {
        units(Endian::Little, width, &self.bytes())
    }

    fn of_units(units: impl IntoIterator<Item = Term>) -> Self {
        Vector::new(units.into_iter().flat_map(bytes_of).collect())
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

    /// Returns whether any byte is not zero.
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

/// Returns the bytes of a unit, lowest first.
fn bytes_of(unit: Term) -> impl DoubleEndedIterator<Item = Term> {
    (0..unit.width() / 8).map(move |byte| unit.bits(8 * byte, 8))
}

/// Returns whether a condition holds on the current path.
pub(crate) fn branch(condition: Term) -> bool {
    if let Some(value) = condition.value() {
        return value == 1;
    }
    with(|record| {
        if let Some(&holds) = record.noted.get(&condition) {
            return holds;
        }
        let holds = record.values.of(condition) == 1;
        record.conditions.push((condition, holds));
        record.noted.insert(condition, holds);
        record.noted.insert(condition.not(), !holds);
        holds
    })
}

/// Returns the bytes at an address: unknowns if they are lent, constants otherwise.
fn load(bytes: &[u8]) -> Vec<Term> {
    let start = bytes.as_ptr().addr();
    with(|record| {
        let lent = record
            .lent
            .iter()
            .find(|(from, terms)| *from <= start && start + bytes.len() <= from + terms.len());
        if let Some((from, terms)) = lent {
            return terms[start - from..][..bytes.len()].to_vec();
        }
        let byte = |(at, &byte): (usize, &u8)| {
            let stored = record.stored.get(&at);
            let is_known = stored.is_none_or(|term| term.value().is_some());
            assert!(is_known, "it must not read unknown bytes that it stored");
            constant(byte.into(), 8)
        };
        (start..).zip(bytes).map(byte).collect()
    })
}

/// Stores bytes, as terms and as the concrete bytes of the current text.
fn store(lanes: Vec<Term>, dst: &mut Output) {
    assert!(lanes.len() <= dst.len(), "it does not fit");
    let start = dst.as_mut_ptr().addr();
    for (i, lane) in lanes.into_iter().enumerate() {
        let value = with(|record| {
            record.stored.insert(start + i, lane);
            record.values.of(lane)
        });
        dst.write(i, [value as u8]);
    }
}

/// Stores bytes, and may overwrite up to `capacity` bytes in total. If `clipped`, it stores as many as
/// fit, otherwise all must fit. Returns the number of bytes before clipping.
fn store_all(lanes: Vec<Term>, capacity: usize, clipped: bool, dst: &mut Output) -> usize {
    assert!(clipped || capacity <= dst.len(), "it may not fit");
    let count = lanes.len();
    let fits = count.min(dst.len());
    let start = dst.as_mut_ptr().addr();
    for i in fits..capacity.max(count).min(dst.len()) {
        with(|record| record.stored.remove(&(start + i)));
        dst.write(i, [0xA5]);
    }
    store(lanes[..fits].to_vec(), dst);
    count
}

/// Returns `dst` from `at` on. If `CLIPPED`, `at` may be beyond the end, and the result is then
/// empty.
fn rest<const CLIPPED: bool>(dst: &mut Output, at: usize) -> &mut Output {
    let at = if CLIPPED { at.min(dst.len()) } else { at };
    &mut dst[at..]
}

/// If stores that drop units are to be recorded, records one and returns true.
fn is_noted(parts: impl FnOnce() -> Vec<Vec<Term>>) -> bool {
    if with(|record| record.dropping.is_none()) {
        return false;
    }
    let parts = parts();
    with(|record| {
        record
            .dropping
            .as_mut()
            .expect("a list")
            .push(Dropping { parts })
    });
    true
}

impl<const LANES: usize> Recorder<LANES> {
    /// Returns the bytes of a vector, with `None` for unknown ones.
    pub(crate) fn known_bytes(self, vector: Vector) -> Vec<Option<u8>> {
        let bytes = vector.bytes().into_iter();
        bytes
            .map(|byte| byte.value().map(|value| value as u8))
            .collect()
    }

    fn each(self, byte: u8) -> Vector {
        Vector::new(vec![constant(byte.into(), 8); LANES])
    }

    fn each_unit(self, unit: u32, width: usize) -> Vector {
        Vector::of_units(vec![constant(unit.into(), 8 * width as u32); LANES / width])
    }
}

/// One path through an algorithm.
pub(crate) struct Path<T> {
    /// The condition under which the algorithm takes it.
    pub(crate) condition: Term,
    pub(crate) result: T,
    /// The stored bytes, by address.
    pub(crate) stored: HashMap<usize, Term>,
    /// The sums that numbers in the result stand for.
    pub(crate) sums: Vec<Term>,
}

impl<T> Path<T> {
    /// Returns a number of the result as a term, with the sums that it stands for.
    pub(crate) fn number(&self, number: usize) -> Term {
        let unit = 1i64 << SUM_BIT;
        // The constant part may be negative, so it is the distance to the nearest multiple.
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

/// A set of texts, and the memory that an algorithm is lent.
pub(crate) struct Text<'t> {
    /// The bytes.
    pub(crate) bytes: &'t [Term],
    /// The assumption about the bytes.
    pub(crate) known: Term,
    /// Conditions that scalar code tests.
    pub(crate) looked_at: &'t [Term],
    /// Whether bytes that are not loaded into vectors are zeros, whatever the text is.
    pub(crate) zeros: bool,
}

/// Runs an algorithm on each of its paths. Texts with the same results for all conditions, those of
/// the algorithm and those in `looked_at`, take the same path.
pub(crate) fn paths<T>(
    solver: &mut Solver,
    text: &Text<'_>,
    lent: &mut [u8],
    run: impl Fn(&[u8]) -> T,
) -> Vec<Path<T>> {
    assert_eq!(lent.len(), text.bytes.len());
    let first_unknown = unknown_count();
    let mut paths = vec![];
    let mut open: Vec<(usize, Values)> = solver
        .find(text.known)
        .map(|v| (0, v))
        .into_iter()
        .collect();
    while let Some((asked, mut values)) = open.pop() {
        rewind(first_unknown);
        if !text.zeros {
            for (byte, &term) in lent.iter_mut().zip(text.bytes) {
                *byte = values.of(term) as u8;
            }
        }
        with(|record| {
            *record = Record {
                lent: vec![(lent.as_ptr().addr(), text.bytes.to_vec())],
                values,
                ..Record::default()
            }
        });
        let result = run(lent);
        // One condition for everything in `looked_at`.
        if let Some(seen) = text.looked_at.iter().copied().reduce(Term::join) {
            let value = with(|record| record.values.of(seen));
            branch(seen.is(value));
        }
        let record = RECORD.take();
        let mut condition = text.known;
        for (i, &(term, holds)) in record.conditions.iter().enumerate() {
            let (here, other) = match holds {
                true => (term, term.not()),
                false => (term.not(), term),
            };
            if i >= asked {
                let other = solver.find(condition.and(other));
                open.extend(other.map(|values| (i + 1, values)));
            }
            condition = condition.and(here);
        }
        paths.push(Path {
            condition,
            result,
            stored: record.stored,
            sums: record.sums,
        });
    }
    paths
}

/// Runs code without conditions. Its vectors and masks belong to no path.
pub(crate) fn straight<T>(run: impl FnOnce() -> T) -> T {
    RECORD.take();
    let result = run();
    assert!(
        with(|record| record.conditions.is_empty()),
        "it has conditions"
    );
    result
}

/// Runs code without conditions, and returns the arguments of its stores that drop units.
pub(crate) fn taken(run: impl FnOnce()) -> Vec<Dropping> {
    RECORD.take();
    with(|record| record.dropping = Some(vec![]));
    run();
    let record = RECORD.take();
    assert!(record.conditions.is_empty(), "it has conditions");
    record.dropping.expect("a list")
}

/// The kernels that all instruction sets share.
impl<const LANES: usize> ValidationKernels for Recorder<LANES> {}

impl<const LANES: usize> Kernels for Recorder<LANES> {}
