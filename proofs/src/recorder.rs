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

mod bytes;
mod steps;
mod units;

use super::term::{Term, all, any, constant};
use crate::buffer::output::Output;
use std::cell::RefCell;
use std::collections::HashMap;
use std::prelude::v1::*;
use std::vec;

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

impl<const LANES: usize> Recorder<LANES> {
    fn each(self, byte: u8) -> Vector {
        Vector::new(vec![constant(byte.into(), 8); LANES])
    }

    fn each_unit(self, unit: u32, width: usize) -> Vector {
        Vector::of_units(vec![constant(unit.into(), 8 * width as u32); LANES / width])
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
