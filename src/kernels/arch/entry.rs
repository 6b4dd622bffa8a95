//! What every instruction set has, from one list of its features: the token, detection, the
//! [entry points](crate::kernels) of the kernels, and the validator of blocks.

/// A function with features enabled. One that is safe can have them from Rust 1.86 on.
macro_rules! with_features {
    ([$($feature:tt),+] $($function:tt)*) => {
        $(#[target_feature(enable = $feature)])+
        $($function)*
    };
}

/// The token of an instruction set and everything that is made with it. Intrinsics need the
/// features of `$proof`. Those of `$also` are for the compiler: every CPU with the former has them.
macro_rules! isa {
    ($(#[$doc:meta])* $token:ident, [$($proof:tt),+], [$($also:tt),*]) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $token(());

        impl $token {
            /// The proof that the features are enabled.
            ///
            /// # Safety
            ///
            /// They are, where this is called.
            #[inline(always)]
            pub(crate) unsafe fn new() -> Self {
                Self(())
            }
        }

        $crate::kernels::arch::entry::detection!($token, [$($proof),+ $(, $also)*]);
        $crate::kernels::arch::entry::outlined_conversion!($token, [$($proof),+ $(, $also)*]);
        $crate::kernels::arch::entry::cold_task!($token, [$($proof),+ $(, $also)*]);
        $crate::kernels::arch::entry::task_for_endian!($token, [$($proof),+ $(, $also)*]);
        $crate::kernels::list!(entry_points!($token, [$($proof),+ $(, $also)*]));
    };
}

/// Whether the CPU has an instruction set, and its test where it has.
macro_rules! detection {
    ($token:ident, [$($feature:tt),+]) => {
        /// Whether this CPU has the features, and the operating system lets them be used.
        pub(crate) fn detect() -> bool {
            true $(&& $crate::kernels::arch::detect!($feature))+
        }

        /// Compares the operations with what the proofs take them for, if this CPU has them.
        #[cfg(feature = "proofs")]
        pub(crate) fn compare_operations() -> Option<usize> {
            // SAFETY: the CPU has the features.
            detect().then(|| $crate::proofs::compare_operations(unsafe { $token::new() }))
        }

        #[cfg(test)]
        #[test]
        fn operations_mean_what_they_say() {
            if detect() {
                // SAFETY: the CPU has the features.
                $crate::kernels::arch::tests::check(unsafe { $token::new() });
            }
        }
    };
}

/// The function in which a conversion runs that is to be a function of its own.
macro_rules! outlined_conversion {
    ($token:ident, $features:tt) => {
        $crate::kernels::arch::entry::with_features! { $features
            /// Runs a conversion in a function of its own.
            ///
            /// # Safety
            ///
            /// The CPU has the features.
            #[inline(never)]
            pub(super) unsafe fn outlined<C: $crate::kernels::simd::Outlined<$token>>(
                src: &[u8],
                dst: &mut $crate::buffer::output::Output,
                parameters: C::Parameters,
            ) -> $crate::buffer::progress::Progress {
                // SAFETY: the features are enabled here.
                C::convert(unsafe { $token::new() }, src, dst, parameters)
            }
        }
    };
}

/// The function in which a task runs that is seldom needed.
macro_rules! cold_task {
    ($token:ident, $features:tt) => {
        $crate::kernels::arch::entry::with_features! { $features
            /// Runs a task that is seldom needed in a function of its own.
            ///
            /// # Safety
            ///
            /// The CPU has the features.
            #[cold]
            #[inline(never)]
            pub(super) unsafe fn cold<T>(task: T) -> T::Output
            where
                T: $crate::kernels::simd::Task<$token>,
            {
                let endian = task.endian();
                // SAFETY: the features are enabled here.
                task.run(unsafe { $token::new() }, endian)
            }
        }
    };
}

/// The function in which a task runs for a byte order, where constants depend on it.
macro_rules! task_for_endian {
    ($token:ident, $features:tt) => {
        $crate::kernels::arch::entry::with_features! { $features
            /// Runs a task in a function of its own for a byte order, which the compiler knows
            /// there.
            ///
            /// # Safety
            ///
            /// The CPU has the features.
            #[allow(dead_code, reason = "an instruction set may have no use for it")]
            #[inline(never)]
            pub(super) unsafe fn for_endian<O, T>(task: T) -> T::Output
            where
                O: $crate::encoding::endian::ByteOrder,
                T: $crate::kernels::simd::Task<$token>,
            {
                // SAFETY: the features are enabled here.
                task.run(unsafe { $token::new() }, O::ENDIAN)
            }
        }
    };
}

/// Nothing: the methods of a validator of blocks are safe functions with features enabled.
#[cfg(not(utflane_rust = "1.86"))]
macro_rules! block_validator {
    ($($validator:tt)+) => {};
}

/// A validator of blocks of UTF-8 for the instruction set of `$token`, which needs `$features`.
#[cfg(utflane_rust = "1.86")]
macro_rules! block_validator {
    ($(#[$doc:meta])* $validator:ident: $token:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        ///
        #[doc = concat!("Features:" $(, " `", $feature, "`")+)]
        #[derive(Clone, Copy, Debug)]
        pub struct $validator($crate::kernels::generic::validate_blocks::State<$token>);

        $crate::kernels::arch::entry::block_validator_methods!($validator, $token, [$($feature),+]);
    };
}

/// The methods of a validator of blocks.
#[cfg(utflane_rust = "1.86")]
macro_rules! block_validator_methods {
    ($validator:ident, $token:ident, $features:tt) => {
        $crate::kernels::arch::entry::block_validator_method! { $validator, $token, $features
            /// A validator at the start of a text.
            fn new() -> Self = simd => {
                Self($crate::kernels::generic::validate_blocks::State::new(simd))
            }
        }
        $crate::kernels::arch::entry::block_validator_method! { $validator, $token, $features
            /// Takes the next block of the text. Characters may lie across blocks.
            fn push(&mut self, block: &[u8; 64]) -> () = simd => { self.0.push(simd, block) }
        }
        $crate::kernels::arch::entry::block_validator_method! { $validator, $token, $features
            /// Whether all is well-formed so far; a character that is not complete yet is no error.
            /// Once `false`, always `false`: it need not be asked for each block.
            fn is_valid(&self) -> bool = simd => { self.0.is_valid(simd) }
        }
        $crate::kernels::arch::entry::block_validator_method! { $validator, $token, $features
            /// Takes the rest of the text, of any length, and returns whether all of the text is
            /// well-formed. Where it is not, [`validate`](crate::validate()) says.
            #[must_use]
            fn finish(self, rest: &[u8]) -> bool = simd => { self.0.finish(simd, rest) }
        }
    };
}

/// A method of a validator of blocks, which uses the token `$simd`.
#[cfg(utflane_rust = "1.86")]
macro_rules! block_validator_method {
    ($validator:ident, $token:ident, $features:tt $(#[$attribute:meta])*
     fn $name:ident($($parameters:tt)*) -> $result:ty = $simd:ident => $body:block) => {
        impl $validator {
            $crate::kernels::arch::entry::with_features! { $features
                $(#[$attribute])*
                ///
                /// # Safety
                ///
                /// Safe where the features are enabled; elsewhere the CPU must have them.
                #[inline]
                pub fn $name($($parameters)*) -> $result {
                    // SAFETY: the features are enabled here.
                    let $simd = unsafe { $token::new() };
                    $body
                }
            }
        }
    };
}

pub(crate) use with_features;
#[allow(unused_imports, reason = "an architecture may have no vectors")]
pub(super) use {block_validator, cold_task, detection, isa, outlined_conversion, task_for_endian};
#[cfg(utflane_rust = "1.86")]
#[allow(unused_imports, reason = "an architecture may have no vectors")]
pub(super) use {block_validator_method, block_validator_methods};
