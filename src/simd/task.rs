//! Parts of an algorithm that become functions of their own.

use crate::endian::{ByteOrder, Endian};
use crate::output::Output;

/// A part of an algorithm, with what it needs: for [`Simd::outlined`](super::Simd::outlined) and its
/// relatives.
pub(crate) trait Task<S> {
    /// What it comes to.
    type Output;

    /// The byte order that the task depends on; any, if it depends on none.
    #[inline(always)]
    fn endian(&self) -> Endian {
        Endian::Little
    }

    /// Does it, in the byte order `endian`, which is [`endian`](Task::endian) as a constant or not.
    fn run(self, simd: S, endian: Endian) -> Self::Output;
}

/// The call of a kernel with its source, its destination, and its parameters.
pub(crate) struct Call<'s, 'd, F, P>(
    pub(crate) F,
    pub(crate) &'s [u8],
    pub(crate) &'d mut Output,
    pub(crate) P,
);

impl<S, F, P, R> Task<S> for Call<'_, '_, F, P>
where
    F: FnOnce(S, &[u8], &mut Output, P) -> R,
{
    type Output = R;

    #[inline(always)]
    fn run(self, simd: S, _: Endian) -> R {
        (self.0)(simd, self.1, self.2, self.3)
    }
}

/// A task in a byte order that the compiler knows.
pub(crate) struct InOrder<O, T>(pub(crate) O, pub(crate) T);

impl<S, O: ByteOrder, T: Task<S>> Task<S> for InOrder<O, T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self, simd: S, _: Endian) -> T::Output {
        self.1.run(simd, O::ENDIAN)
    }
}
