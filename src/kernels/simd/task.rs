//! Parts of an algorithm that become functions of their own.
#![forbid(unsafe_code)]

use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;

/// A part of an algorithm with its data, for [`Simd::cold`](super::Simd::cold) and
/// [`Simd::by_endian`](super::Simd::by_endian).
pub(crate) trait Task<S> {
    /// The result of the task.
    type Output;

    /// The byte order that the task depends on; any, if it depends on none.
    #[inline(always)]
    fn endian(&self) -> Endian {
        Endian::Little
    }

    /// Runs the task in the byte order `endian`. It equals [`endian`](Task::endian), but may be a
    /// constant.
    fn run(self, simd: S, endian: Endian) -> Self::Output;
}

/// A conversion that becomes a function of its own, for [`Simd::outlined`](super::Simd::outlined).
/// Its arguments are passed one by one, so that they stay in registers.
pub(crate) trait Outlined<S> {
    /// The arguments besides source and destination: byte orders, a mode.
    type Parameters;

    /// Converts `src` to `dst`, as far as it gets.
    fn convert(simd: S, src: &[u8], dst: &mut Output, parameters: Self::Parameters) -> Progress;
}

/// Declares the type of a [`Outlined`] by the instruction set `$simd` that is the function
/// `$kernel`. (A function as a value would be called through one that is not inlined.)
macro_rules! outlined {
    ([$($bounds:tt)*] $simd:ty, $conversion:ident($parameters:ty) = $kernel:path) => {
        #[doc = concat!("[`", stringify!($kernel), "`]")]
        struct $conversion;

        impl<$($bounds)*> $crate::kernels::simd::Outlined<$simd> for $conversion {
            type Parameters = $parameters;

            #[inline(always)]
            fn convert(
                simd: $simd,
                src: &[u8],
                dst: &mut $crate::buffer::output::Output,
                parameters: $parameters,
            ) -> $crate::buffer::progress::Progress {
                $kernel(simd, src, dst, parameters)
            }
        }
    };
}
pub(crate) use outlined;
