//! Lengths in other encodings, a unit at a time.

use crate::progress::Progress;
use crate::scheme::{Length, Scheme};

/// The `length` of `src`, of which `at` says how much was counted (`written`) in how many bytes
/// (`read`). Each unit counts by itself, so that any part of a text, even a malformed one, can be
/// counted; an incomplete unit at the end counts nothing.
#[inline(never)]
pub(crate) fn count<S: Scheme>(scheme: S, src: &[u8], at: Progress, length: Length) -> usize {
    let units = src[at.read..].chunks_exact(S::WIDTH);
    let counts = units.map(|unit| scheme.count_unit(unit, length));
    at.written + counts.sum::<usize>()
}
