//! Operations on blocks of 64 bytes in four vectors, for instruction sets where masks become bits at less cost together.

use super::{SLACK, Simd};
use crate::endian::Endian;
use crate::output::Output;

/// The operations of an instruction set whose vectors have 16 bytes.
///
/// A `part` is the number of a vector in its block. Parts of a block are written in order: each may overwrite what belongs to those behind it, up to `SLACK`
/// bytes behind the whole.
pub(crate) trait Together: Simd {
    /// Which of the 64 positions of a block are kept.
    type Kept: Copy;

    /// The bytes, which are made before, and loads behind it are not moved before it: more vectors would be at work than there
    /// are registers.
    fn in_turn(self, bytes: Self::Bytes) -> Self::Bytes;

    /// [`Simd::errors`] where no character of four bytes is near.
    fn errors_below_four(
        self,
        second: Self::Bytes,
        first: Self::Bytes,
        last: Self::Bytes,
    ) -> Self::Bytes;

    /// The positions where masks are set.
    fn kept(self, masks: [Self::Mask; 4]) -> Self::Kept;

    /// The number of these positions.
    fn number(self, kept: Self::Kept) -> usize;

    /// [`Simd::squeeze`] for a part: its bytes go behind those that are kept of the parts before.
    fn squeeze_part(self, bytes: Self::Bytes, kept: Self::Kept, part: usize, dst: &mut Output);

    /// [`Simd::squeeze_units`] for a part.
    fn squeeze_units_part(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        kept: Self::Kept,
        part: usize,
        dst: &mut Output,
    );

    /// [`Simd::squeeze_wide`] for a part.
    fn squeeze_wide_part(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        kept: Self::Kept,
        part: usize,
        dst: &mut Output,
    );
}

/// Room for what a block becomes at most, in units of `unit` bytes.
pub(crate) const fn room(unit: usize) -> usize {
    64 * unit + SLACK
}
