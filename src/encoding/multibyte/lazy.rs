//! Tables that are generated from an index when they are first used. The program contains only the
//! indexes, which are less than a tenth as large as the tables.
//!
//! The cells are atomic, so this needs neither an allocator nor locks. If two threads generate the
//! same table, both write the same numbers. A cell changes from 0 to its number once.

use core::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// A value whose tables are generated on first use.
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

    /// Returns the value, with its tables.
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

/// Numbers that are 0 until the table is generated.
pub(crate) type Table<const N: usize> = [AtomicU16; N];

/// Returns a table of zeros.
pub(super) const fn empty<const N: usize>() -> Table<N> {
    [const { AtomicU16::new(0) }; N]
}

/// Returns the number in a cell.
#[inline(always)]
pub(super) fn number(cell: &AtomicU16) -> u16 {
    cell.load(Ordering::Relaxed)
}

/// Returns the number at an index, or 0 if the index is out of bounds.
#[inline(always)]
pub(super) fn get(table: &[AtomicU16], index: usize) -> u16 {
    match table.get(index) {
        Some(cell) => number(cell),
        None => 0,
    }
}

/// Writes a number at an index, unless the index is out of bounds.
pub(super) fn set(table: &[AtomicU16], index: usize, value: u16) {
    if let Some(cell) = table.get(index) {
        let before = number(cell);
        debug_assert!(before == 0 || before == value, "{before}, then {value}");
        cell.store(value, Ordering::Relaxed);
    }
}
