//! The entry points of the kernels: functions with CPU features enabled, one for each kernel and
//! instruction set, and the functions that call them.
//!
//! [`list`](super::list) has the signature of each kernel. From this list, three macros generate
//! functions:
//!
//! - `dispatch_functions!`: a function `kernels::NAME(isa, ...)` for each kernel. It calls the
//!   entry point of the instruction set `isa`.
//! - `entry_points!`: the entry points of an instruction set, in its file in `entry/`. Each calls
//!   the method of the same name of `ValidationKernels` or `Kernels`.
//! - `scalar_entry_points!` in `entry/scalar.rs`: entry points without vectors. They convert
//!   nothing and leave the whole text to scalar code.

use crate::Isa;
use crate::kernels::list::*;
use crate::simd::{InstructionSet, by_instruction_set};

// The types in the signatures of conversions.
#[cfg(feature = "convert")]
use crate::{
    encoding::code_page::{LowHighTables, UnitWindows},
    encoding::endian::Endian,
    encoding::multibyte::{Decoder, Encoder},
    encoding::scheme::{LengthUnit, Utf8Form},
    kernels::mode::Mode,
    kernels::row_ends::RowEnds,
    memory::output::Output,
    memory::progress::Progress,
};

cfg_if::cfg_if! {
    if #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))] {
        #[cfg_attr(not(utflane_kernels = "avx2"), allow(dead_code))]
        mod avx2;
        #[cfg(utflane_rust = "1.89")]
        #[cfg_attr(not(utflane_kernels = "avx512"), allow(dead_code))]
        #[clippy::msrv = "1.89"]
        pub(super) mod avx512;
        #[cfg_attr(not(utflane_kernels = "sse41"), allow(dead_code))]
        mod sse41;

        /// The block validators of x86, which are inlined into other vector loops.
        pub(crate) mod block {
            #[cfg(utflane_rust = "1.86")]
            pub use super::avx2::Avx2Validator;
            #[cfg(utflane_rust = "1.89")]
            pub use super::avx512::Avx512Validator;
            #[cfg(utflane_rust = "1.86")]
            pub use super::sse41::Sse41Validator;
        }
    } else if #[cfg(all(
        target_arch = "aarch64",
        target_endian = "little",
        target_feature = "neon"
    ))] {
        mod neon;

        /// The block validator of AArch64, which is inlined into other vector loops.
        pub(crate) mod block {
            #[cfg(utflane_rust = "1.86")]
            pub use super::neon::NeonValidator;
        }
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        mod simd128;

        /// The block validator of WebAssembly, which is inlined into other vector loops.
        pub(crate) mod block {
            #[cfg(utflane_rust = "1.86")]
            pub use super::simd128::Simd128Validator;
        }
    } else {
        pub(crate) mod block {}
    }
}
mod scalar;

/// Declares the function of each kernel, which looks up the entry point of the instruction set in a
/// dispatch table. Each kernel has a separate `static` table, so that a program links only the
/// kernels that it can call. A kernel whose Cargo feature is off has no table. Its function
/// converts nothing.
macro_rules! dispatch_functions {
    ($(fn $kernel:ident [$($feature:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[doc = concat!(
            "Calls the kernel `", stringify!($kernel), "` of the instruction set `isa`."
        )]
        #[allow(unused_variables, reason = "the feature may be off")]
        #[inline(always)]
        pub(crate) fn $kernel(isa: Isa, $($argument: $type),*) -> $result {
            $(#[cfg(feature = $feature)])?
            {
                static TABLE: [unsafe fn($($type),*) -> $result; InstructionSet::COUNT] =
                    by_instruction_set!($kernel);
                // SAFETY: an `Isa` exists only where the CPU has its instructions.
                unsafe { TABLE[isa.set() as usize]($($argument),*) }
            }
            $(
                #[cfg(not(feature = $feature))]
                <$result>::default()
            )?
        }
    )*};
}

#[cfg(not(utflane_unoptimised))]
validation_signatures!(dispatch_functions!());
#[cfg(feature = "convert")]
conversion_signatures!(dispatch_functions!());

/// Declares the entry points of the kernels. Each is a function with the CPU features enabled. It
/// calls the method with the same name of the trait `$kernels`.
macro_rules! entry_points {
    (
        $kernels:ident, $token:ident
        $(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*
    ) => {
        $(with_features! {
            #[doc = concat!("The kernel `", stringify!($kernel), "`.")]
            ///
            /// # Safety
            ///
            /// The CPU must have the features.
            pub(in crate::kernels) unsafe fn $kernel($($argument: $type),*) -> $result {
                // SAFETY: the features are enabled here.
                $crate::kernels::$kernels::$kernel(unsafe { $token::new() }, $($argument),*)
            }
        })*
    };
}

/// Expands to nothing: block validators need Rust 1.86, because their methods are safe functions
/// with CPU features enabled.
#[cfg(not(utflane_rust = "1.86"))]
macro_rules! block_validator {
    ($($validator:tt)+) => {};
}

/// Declares the block validator of UTF-8 for the instruction set of `$token`. The validator needs
/// the CPU features `$feature`.
#[cfg(utflane_rust = "1.86")]
macro_rules! block_validator {
    ($(#[$doc:meta])* $validator:ident: $token:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        ///
        #[doc = concat!("Features:" $(, " `", $feature, "`")+)]
        #[derive(Clone, Copy, Debug)]
        pub struct $validator($crate::kernels::validate_blocks::State<$token>);

        $crate::kernels::entry::block_validator_method! { $validator, $token, [$($feature),+]
            /// Returns a validator at the start of a text.
            fn new() -> Self = simd => {
                Self($crate::kernels::validate_blocks::State::new(simd))
            }
        }
        $crate::kernels::entry::block_validator_method! { $validator, $token, [$($feature),+]
            /// Checks the next block of the text. Characters may cross block boundaries.
            fn push(&mut self, block: &[u8; 64]) -> () = simd => { self.0.push(simd, block) }
        }
        $crate::kernels::entry::block_validator_method! { $validator, $token, [$($feature),+]
            /// Returns whether the text is well-formed so far. An incomplete character at the end
            /// is not an error. Once the result is `false`, it stays `false`, so you need not check
            /// after each block.
            fn is_valid(&self) -> bool = simd => { self.0.is_valid(simd) }
        }
        $crate::kernels::entry::block_validator_method! { $validator, $token, [$($feature),+]
            /// Checks the rest of the text, of any length, and returns whether the whole text is
            /// well-formed. To find the error position, call [`validate`](crate::validate()).
            #[must_use]
            fn finish(self, rest: &[u8]) -> bool = simd => { self.0.finish(simd, rest) }
        }
    };
}

/// Declares a method of a block validator. Its body can use the token `$simd`.
#[cfg(utflane_rust = "1.86")]
macro_rules! block_validator_method {
    ($validator:ident, $token:ident, [$($feature:tt),+] $(#[$attribute:meta])*
     fn $name:ident($($parameters:tt)*) -> $result:ty = $simd:ident => $body:block) => {
        impl $validator {
            $(#[target_feature(enable = $feature)])+
            $(#[$attribute])*
            ///
            /// # Safety
            ///
            /// A call is safe in a function that has the features enabled. For a call from any
            /// other function, the CPU must have the features.
            #[inline]
            pub fn $name($($parameters)*) -> $result {
                // SAFETY: the features are enabled here.
                let $simd = unsafe { $token::new() };
                $body
            }
        }
    };
}

#[cfg(utflane_rust = "1.86")]
#[allow(unused_imports, reason = "an architecture may have no vectors")]
use block_validator_method;
#[allow(unused_imports, reason = "an architecture may have no vectors")]
use {block_validator, entry_points};
