//! Lengths, a unit at a time.

use crate::progress::Progress;
use crate::scheme::{Length, Scheme};

/// Units of the conversion of `src` to a scheme with the length `length`, of which `at` says how many were counted
/// in how many bytes. Each unit counts on its own, so any part of a text, and malformed text, can be counted; a
/// part of a unit at the end counts nothing.
#[inline(never)]
pub(crate) fn count<S: Scheme>(src: &[u8], at: Progress, length: Length) -> usize {
    let units = src[at.read..].chunks_exact(S::WIDTH);
    at.written + units.map(|unit| S::count_unit(unit, length)).sum::<usize>()
}
