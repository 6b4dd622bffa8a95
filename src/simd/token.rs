//! The macro that generates the common parts of an instruction set from the list of its CPU
//! features: the token, detection, and the functions that are compiled separately.

/// Declares the token of an instruction set, its detection, its separate functions, and the macro
/// `with_features!`, which enables its CPU features in a function.
///
/// Intrinsics need the features in `$proof`. The features in `$also` only allow the compiler to use
/// further instructions. Every CPU with the former has the latter.
macro_rules! token {
    (($dollar:tt) $(#[$doc:meta])* $token:ident, [$($proof:tt),+], [$($also:tt),*]) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $token(());

        impl $token {
            /// Returns the proof that the features are enabled.
            ///
            /// # Safety
            ///
            /// The features must be enabled in the caller.
            #[inline(always)]
            pub(crate) unsafe fn new() -> Self {
                Self(())
            }
        }

        /// Declares a function with the features enabled.
        macro_rules! with_features {
            ($dollar($dollar function:tt)*) => {
                $(#[target_feature(enable = $proof)])+
                $(#[target_feature(enable = $also)])*
                $dollar($dollar function)*
            };
        }
        pub(crate) use with_features;

        /// Returns whether this CPU has the features and the operating system has enabled them.
        pub(crate) fn detect() -> bool {
            true $(&& $crate::simd::detect!($proof))+ $(&& $crate::simd::detect!($also))*
        }

        /// Compares the operations with their models in the proofs, if this CPU has the features.
        #[cfg(feature = "proofs")]
        pub(crate) fn compare_operations() -> Option<usize> {
            // SAFETY: the CPU has the features.
            detect().then(|| $crate::proofs::compare_operations(unsafe { $token::new() }))
        }

        with_features! {
            /// Runs a kernel in a separate function.
            ///
            /// # Safety
            ///
            /// The CPU must have the features.
            #[inline(never)]
            unsafe fn outlined<K: $crate::simd::Outlined<$token>>(
                src: &[u8],
                dst: &mut $crate::memory::output::Output,
                parameters: K::Parameters,
            ) -> K::Output {
                // SAFETY: the features are enabled here.
                K::run(unsafe { $token::new() }, src, dst, parameters)
            }
        }

        with_features! {
            /// Runs a rarely needed task in a separate function.
            ///
            /// # Safety
            ///
            /// The CPU must have the features.
            #[cold]
            #[inline(never)]
            unsafe fn cold<T: $crate::simd::Task<$token>>(task: T) -> T::Output {
                let endian = task.endian();
                // SAFETY: the features are enabled here.
                task.run(unsafe { $token::new() }, endian)
            }
        }

        with_features! {
            /// Runs a task in a separate function for a byte order that is constant there.
            ///
            /// # Safety
            ///
            /// The CPU must have the features.
            #[allow(dead_code, reason = "an instruction set may have no use for it")]
            #[inline(never)]
            unsafe fn run_for_endian<O, T>(task: T) -> T::Output
            where
                O: $crate::encoding::endian::ByteOrder,
                T: $crate::simd::Task<$token>,
            {
                // SAFETY: the features are enabled here.
                task.run(unsafe { $token::new() }, O::ENDIAN)
            }
        }
    };
}

#[allow(unused_imports, reason = "an architecture may have no vectors")]
pub(super) use token;
