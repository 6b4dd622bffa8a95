//! Lengths in other encodings, a unit at a time.

use super::CLEAN_RUN;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{Length, Scheme};

/// The `length` of `src`, of which `at` says how much was counted (`written`) in how many bytes
/// (`read`). Each unit counts by itself, so that any part of a text, even a malformed one, can be
/// counted; an incomplete unit at the end counts nothing.
#[inline(never)]
pub(crate) fn count<S: Scheme>(scheme: S, src: &[u8], at: Progress, length: Length) -> usize {
    let units = src[at.read..].chunks_exact(S::WIDTH);
    let counts = units.map(|unit| scheme.count_unit(unit, length));
    at.written + counts.sum::<usize>()
}

/// Counts from `at` on the `length` of the conversion with replacement, until at least
/// [`CLEAN_RUN`] bytes in a row have been well-formed.
pub(crate) fn count_lossy<S: Scheme>(scheme: S, src: &[u8], at: &mut Progress, length: Length) {
    let mut fault_end = at.read;
    while at.read < src.len() && at.read - fault_end < CLEAN_RUN {
        let rest = &src[at.read..];
        let (code_point, read) = scheme.decode(rest).unwrap_or_else(|malformed| {
            let len = malformed.len.map_or(rest.len(), usize::from);
            fault_end = at.read + len;
            (char::REPLACEMENT_CHARACTER.into(), len)
        });
        at.read += read;
        at.written = at.written.saturating_add(length.of_decoded(code_point));
    }
}
