//! Lengths of text in other encodings, computed one unit at a time.

#[cfg(feature = "convert")]
use super::CLEAN_RUN;
use crate::encoding::scheme::{LengthUnit, Scheme};
use crate::memory::progress::Progress;

/// Returns the `length` of all of `src`. The first `at.read` bytes are already counted and have the
/// length `at.written`.
///
/// Each unit counts independently, so any part of a text can be counted, even if it is malformed.
/// An incomplete unit at the end counts nothing.
#[inline(never)]
pub(crate) fn count<S: Scheme>(scheme: S, src: &[u8], at: Progress, length: LengthUnit) -> usize {
    let units = src[at.read..].chunks_exact(S::WIDTH);
    let counts = units.map(|unit| scheme.count_unit(unit, length));
    at.written + counts.sum::<usize>()
}

/// Counts the `length` of the conversion with replacement from `at` on. Stops at the end, or after
/// at least [`CLEAN_RUN`] well-formed bytes in a row.
#[cfg(feature = "convert")]
pub(crate) fn count_lossy<S: Scheme>(scheme: S, src: &[u8], at: &mut Progress, length: LengthUnit) {
    let mut error_end = at.read;
    while at.read < src.len() && at.read - error_end < CLEAN_RUN {
        let rest = &src[at.read..];
        let (code_point, read) = scheme.decode(rest).unwrap_or_else(|malformed| {
            let len = malformed.len.map_or(rest.len(), usize::from);
            error_end = at.read + len;
            (char::REPLACEMENT_CHARACTER.into(), len)
        });
        at.read += read;
        at.written = at.written.saturating_add(length.of_decoded(code_point));
    }
}
