//! An instruction set whose vectors are terms: what the algorithms do with it is written down.
//!
//! What an operation here is, is what the traits say of it in words. [`super::operations`] compares
//! that with what the instructions of each instruction set do: terms of what is known are known, so
//! this one can be run as the others are. Where the traits leave a result open (a lookup beyond its
//! table, a number that does not fit), it is an unknown of its own, so nothing can be proved that
//! relies on it; a store that may overwrite what follows does.
//!
//! Bytes that are lent to an algorithm are unknowns wherever it loads vectors from them. Each run
//! is that of some text, given by values of the unknowns. If it asks whether a condition holds, the
//! condition is noted, and the solver asked for a text of which the opposite is true, until all are
//! taken. Stores write the bytes that this text has, too, so what scalar code reads is there.

mod bytes;
mod steps;
mod units;

use super::solver::Solver;
use super::term::{Term, Values, all, any, constant, rewind, unknown_count};
use crate::buffer::output::Output;
use crate::kernels::Kernels;
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
    /// What stores were given that drop units, if they are not to store it.
    dropping: Option<Vec<Dropping>>,
    /// What sums were given out as numbers.
    sums: Vec<Term>,
    /// The text that is gone with.
    values: Values,
    /// The conditions so far, in order, and by term.
    path: Vec<(Term, bool)>,
    noted: HashMap<Term, bool>,
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

/// The bytes of a unit, the lowest first.
fn bytes_of(unit: Term) -> impl DoubleEndedIterator<Item = Term> {
    (0..unit.width() / 8).map(move |byte| unit.bits(8 * byte, 8))
}

/// Whether a condition holds on the way that is gone now.
pub(crate) fn decide(condition: Term) -> bool {
    if let Some(value) = condition.value() {
        return value == 1;
    }
    with(|record| {
        if let Some(&way) = record.noted.get(&condition) {
            return way;
        }
        let way = record.values.of(condition) == 1;
        record.path.push((condition, way));
        record.noted.insert(condition, way);
        record.noted.insert(condition.not(), !way);
        way
    })
}

/// The bytes at an address: unknowns where they are lent, else what they are.
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
            assert!(is_known, "it reads what it has stored");
            constant(byte.into(), 8)
        };
        (start..).zip(bytes).map(byte).collect()
    })
}

/// Stores bytes, as terms and as those of the text that is gone with.
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

/// Stores bytes, of which `room`, with what follows them, may be overwritten: as many as fit if it
/// is `clipped`, or else they do. Returns how many there are.
fn store_all(lanes: Vec<Term>, room: usize, clipped: bool, dst: &mut Output) -> usize {
    assert!(clipped || room <= dst.len(), "it may not fit");
    let count = lanes.len();
    let fits = count.min(dst.len());
    let start = dst.as_mut_ptr().addr();
    for i in fits..room.max(count).min(dst.len()) {
        with(|record| record.stored.remove(&(start + i)));
        dst.write(i, [0xA5]);
    }
    store(lanes[..fits].to_vec(), dst);
    count
}

/// What is left of `dst` from `at` on: nothing, if it is shorter and what does not fit is clipped.
fn rest<const CLIPPED: bool>(dst: &mut Output, at: usize) -> &mut Output {
    let at = if CLIPPED { at.min(dst.len()) } else { at };
    &mut dst[at..]
}

/// Whether stores that drop units are to be noted, and notes one.
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
    /// The bytes of a vector that are known.
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

/// What a way may be of, and what is at the addresses that an algorithm is lent.
pub(crate) struct Text<'t> {
    /// The bytes.
    pub(crate) bytes: &'t [Term],
    /// What is known of them.
    pub(crate) known: Term,
    /// What scalar code looks at.
    pub(crate) looked_at: &'t [Term],
    /// Whether bytes that are not loaded in vectors are zeros, whatever the text is.
    pub(crate) zeros: bool,
}

/// Runs an algorithm on each way that it can go. Texts of which the algorithm, and what is looked
/// at besides, asks the same go the same way.
pub(crate) fn ways<T>(
    solver: &mut Solver,
    text: &Text<'_>,
    lent: &mut [u8],
    run: impl Fn(&[u8]) -> T,
) -> Vec<Way<T>> {
    assert_eq!(lent.len(), text.bytes.len());
    let first_unknown = unknown_count();
    let mut ways = vec![];
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
        // One condition for all that is looked at.
        if let Some(seen) = text.looked_at.iter().copied().reduce(Term::join) {
            let value = with(|record| record.values.of(seen));
            decide(seen.is(value));
        }
        let record = RECORD.take();
        let mut condition = text.known;
        for (i, &(term, way)) in record.path.iter().enumerate() {
            let (here, other) = if way {
                (term, term.not())
            } else {
                (term.not(), term)
            };
            if i >= asked {
                let other = solver.find(condition.and(other));
                open.extend(other.map(|values| (i + 1, values)));
            }
            condition = condition.and(here);
        }
        ways.push(Way {
            condition,
            result,
            stored: record.stored,
            sums: record.sums,
        });
    }
    ways
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
    RECORD.take();
    with(|record| record.dropping = Some(vec![]));
    run();
    let record = RECORD.take();
    assert!(record.path.is_empty(), "it has conditions");
    record.dropping.expect("a list")
}

/// The kernels that the instruction sets share.
impl<const LANES: usize> Kernels for Recorder<LANES> {}
