//! Tables that are made from an index when they are first needed: a program has the indexes, of less
//! than a tenth of the size.
//!
//! Their cells are atomic, so that this needs neither memory from a system nor waiting. Where two
//! threads make the same table, both write the same numbers: a cell gets one number and keeps it.

use core::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// Something with tables.
pub(crate) struct Lazy<T> {
    value: T,
    make: fn(&T),
    is_made: AtomicBool,
}

impl<T> Lazy<T> {
    pub(super) const fn new(value: T, make: fn(&T)) -> Lazy<T> {
        Lazy {
            value,
            make,
            is_made: AtomicBool::new(false),
        }
    }

    /// It, with its tables.
    #[inline]
    pub(super) fn get(&self) -> &T {
        if !self.is_made.load(Ordering::Acquire) {
            self.make();
        }
        &self.value
    }

    #[cold]
    #[inline(never)]
    fn make(&self) {
        (self.make)(&self.value);
        self.is_made.store(true, Ordering::Release);
    }
}

/// Numbers that are 0 until they are made.
pub(crate) type Table<const N: usize> = [AtomicU16; N];

/// A table without numbers.
pub(super) const fn empty<const N: usize>() -> Table<N> {
    [const { AtomicU16::new(0) }; N]
}

/// The number of a cell.
#[inline(always)]
pub(super) fn number(cell: &AtomicU16) -> u16 {
    cell.load(Ordering::Relaxed)
}

/// The number at a place; 0 behind all.
#[inline(always)]
pub(super) fn get(table: &[AtomicU16], place: usize) -> u16 {
    match table.get(place) {
        Some(cell) => number(cell),
        None => 0,
    }
}

/// Writes a number to its place, if the table has that.
pub(super) fn set(table: &[AtomicU16], place: usize, value: u16) {
    if let Some(cell) = table.get(place) {
        let before = number(cell);
        debug_assert!(before == 0 || before == value, "{before}, then {value}");
        cell.store(value, Ordering::Relaxed);
    }
}
