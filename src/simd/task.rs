//! Parts of an algorithm that are compiled as separate functions.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::output::Output;

/// A part of an algorithm with its data, for [`Simd::cold`](super::Simd::cold) and
/// [`Simd::run_by_endian`](super::Simd::run_by_endian).
pub(crate) trait Task<S> {
    /// The result of the task.
    type Output;

    /// Returns the byte order that the task depends on. The default is for tasks that depend on
    /// none.
    #[inline(always)]
    fn endian(&self) -> Endian {
        Endian::Little
    }

    /// Runs the task. `endian` equals [`endian`](Task::endian). It is passed so that it can be a
    /// constant.
    fn run(self, simd: S, endian: Endian) -> Self::Output;
}

/// A kernel that is compiled as a separate function, for
/// [`Simd::outlined`](super::Simd::outlined). Its arguments are passed separately, so that they
/// stay in registers.
pub(crate) trait Outlined<S> {
    /// The arguments besides source and destination, such as byte orders or a mode.
    type Parameters;

    /// The progress of a conversion, or the result of a kernel that writes nothing.
    type Output;

    /// Runs the kernel on the start of `src`.
    fn run(simd: S, src: &[u8], dst: &mut Output, parameters: Self::Parameters) -> Self::Output;
}

/// Declares a type that implements [`Outlined`] for the instruction set `$simd` with the function
/// `$kernel`. The function returns [`Progress`](crate::memory::progress::Progress), unless
/// `$output` is given.
///
/// A function passed as a value would not be inlined.
macro_rules! outlined {
    ([$($bounds:tt)*] $simd:ty, $name:ident($parameters:ty) = $kernel:path) => {
        $crate::simd::outlined! {
            [$($bounds)*] $simd,
            $name($parameters) -> $crate::memory::progress::Progress = $kernel
        }
    };
    ([$($bounds:tt)*] $simd:ty, $name:ident($parameters:ty) -> $output:ty = $kernel:path) => {
        #[doc = concat!("[`", stringify!($kernel), "`]")]
        struct $name;

        impl<$($bounds)*> $crate::simd::Outlined<$simd> for $name {
            type Parameters = $parameters;
            type Output = $output;

            #[inline(always)]
            fn run(
                simd: $simd,
                src: &[u8],
                dst: &mut $crate::memory::output::Output,
                parameters: $parameters,
            ) -> $output {
                $kernel(simd, src, dst, parameters)
            }
        }
    };
}
pub(crate) use outlined;
