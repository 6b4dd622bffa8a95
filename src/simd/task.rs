//! Parts of an algorithm that become functions of their own.

use crate::endian::{ByteOrder, Endian};

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

/// Declares the call of a kernel, with its source, its destination and its parameters, as a [`Task`].
/// It is one of the instruction set
/// `$simd`. (A function as a value would be called through one that is not inlined.)
macro_rules! call {
    ([$($bounds:tt)*] $simd:ty, $call:ident($parameters:ty) = $kernel:path) => {
        #[doc = concat!("The call of `", stringify!($kernel), "`.")]
        struct $call<'s, 'd>(&'s [u8], &'d mut $crate::output::Output, $parameters);

        impl<$($bounds)*> $crate::simd::Task<$simd> for $call<'_, '_> {
            type Output = $crate::progress::Progress;

            #[inline(always)]
            fn run(self, simd: $simd, _: $crate::endian::Endian) -> Self::Output {
                $kernel(simd, self.0, self.1, self.2)
            }
        }
    };
}
pub(crate) use call;

/// A task in a byte order that the compiler knows.
pub(crate) struct InOrder<O, T>(pub(crate) O, pub(crate) T);

impl<S, O: ByteOrder, T: Task<S>> Task<S> for InOrder<O, T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self, simd: S, _: Endian) -> T::Output {
        self.1.run(simd, O::ENDIAN)
    }
}
