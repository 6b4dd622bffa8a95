//! Everything about instruction sets: detection, and vectors with their operations.
//!
//! The kernels are written over traits of vector operations, which each instruction set implements:
//!
//! - [`Simd`]: operations on vectors of bytes
//! - [`ValidateUtf8`](validate_utf8::ValidateUtf8): the steps of UTF-8 validation
//! - `UnitOps`: operations on units of 16 and 32 bits in the same vectors
//! - `StoreUnits`, `DecodeUtf8`, `DecodeUtf16`, `EncodeUtf8` and `Count`: operations that only some
//!   conversions need
//!
//! Many operations have default bodies, so instruction sets override only those for which they have
//! shorter code. Without the feature `convert`, only the first two traits exist, because compiling
//! the others would take most of the time.
//!
//! [`utf8_errors`] and [`surrogates`] contain the rules of UTF-8 and UTF-16 that these operations
//! need. A value of a type that implements [`Simd`] is a token: it proves that the CPU has the
//! instruction set. [`Isa`](isa::Isa) is the public type for the same purpose.
//!
//! All intrinsics are here, in `x86`, `aarch64` and `wasm`, which also contain the lists of CPU
//! features.

// Iterators and closures are functions without the CPU features. With vectors in them, they would
// not be inlined.
#![allow(clippy::needless_range_loop, clippy::manual_map)]

pub(crate) mod bytes;
#[cfg(feature = "convert")]
pub(crate) mod count;
#[cfg(feature = "convert")]
pub(crate) mod decode_utf8;
#[cfg(feature = "convert")]
pub(crate) mod encode_utf8;
#[allow(
    unused_macros,
    unused_imports,
    reason = "an architecture may have no vectors"
)]
mod intrinsics;
pub(crate) mod isa;
#[allow(dead_code, reason = "an architecture may have no vectors")]
mod partial;
#[cfg(feature = "convert")]
pub(crate) mod store_units;
#[cfg(feature = "convert")]
pub(crate) mod surrogates;
#[cfg(feature = "convert")]
pub(crate) mod tables;
pub(crate) mod task;
#[allow(unused_macros, reason = "an architecture may have no vectors")]
mod token;
#[cfg(feature = "convert")]
pub(crate) mod units;
pub(crate) mod utf8_errors;
pub(crate) mod validate_utf8;

pub(crate) use bytes::{SLACK, Simd, before_aligned, clip};
pub(crate) use task::{Outlined, Task, outlined};
#[cfg(feature = "convert")]
pub(crate) use units::UnitOps;

/// The instruction set without vectors.
mod scalar {
    /// Returns `true`: every CPU runs scalar code.
    pub(super) fn detect() -> bool {
        true
    }
}

/// Declares the list of functions that compare the operations of an instruction set with their
/// models in the proofs.
#[cfg(feature = "proofs")]
macro_rules! compared {
    ($($(#[$cfg:meta])? $name:literal in $($module:ident)::+;)+) => {
        pub(crate) const OPERATIONS: &[(&str, fn() -> Option<usize>)] =
            &[$($(#[$cfg])? ($name, $($module)::+::compare_operations)),+];
    };
}

/// Declares the instruction sets of an architecture, best first. Each row has the name of the
/// instruction set, the number of bytes of a vector, and the module with a submodule of that name.
/// The build script may leave some out (`utflane_kernels`).
macro_rules! instruction_sets {
    (
        ($dollar:tt)
        $($(#[$cfg:meta])? $set:ident = $name:ident, $lanes:literal in $module:ident;)+
    ) => {
        /// An instruction set of this architecture, best first. The last is scalar code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum InstructionSet { $($(#[$cfg])? $set),+ }

        impl InstructionSet {
            pub(crate) const ALL: &[InstructionSet] = &[$($(#[$cfg])? InstructionSet::$set),+];
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// Returns the instruction set with this number. Returns the last one for unknown
            /// numbers.
            #[inline(always)]
            pub(crate) const fn numbered(number: u8) -> Self {
                $(
                    $(#[$cfg])?
                    if number == InstructionSet::$set as u8 {
                        return InstructionSet::$set;
                    }
                )+
                InstructionSet::Scalar
            }

            #[inline(always)]
            pub(crate) const fn name(self) -> &'static str {
                match self { $($(#[$cfg])? InstructionSet::$set => stringify!($name)),+ }
            }

            /// Returns the number of bytes in a vector.
            #[inline(always)]
            pub(crate) const fn lanes(self) -> usize {
                match self { $($(#[$cfg])? InstructionSet::$set => $lanes),+ }
            }

            /// Returns whether the CPU and the operating system support the instruction set.
            pub(crate) fn detect(self) -> bool {
                match self { $($(#[$cfg])? InstructionSet::$set => $module::$name::detect()),+ }
            }
        }

        /// Creates an array with the entry point of a kernel for each instruction set. The caller
        /// has a module named after each instruction set that contains its entry points.
        macro_rules! by_instruction_set {
            ($dollar kernel:ident) => {
                [$($(#[$cfg])? $name::$dollar kernel),+]
            };
        }
        pub(crate) use by_instruction_set;
    };
}

cfg_if::cfg_if! {
    // OS kernels and firmware compile without SSE2, and then code must not use vector registers.
    if #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))] {
        pub(crate) mod x86;
        use x86::detect;

        instruction_sets! { ($)
            #[cfg(utflane_kernels = "avx512")]
            Avx512 = avx512, 64 in x86;
            #[cfg(utflane_kernels = "avx2")]
            Avx2 = avx2, 32 in x86;
            #[cfg(utflane_kernels = "sse41")]
            Sse41 = sse41, 16 in x86;
            Scalar = scalar, 1 in self;
        }

        // This list includes the instruction sets whose kernels the build script leaves out.
        #[cfg(feature = "proofs")]
        compared! {
            #[cfg(utflane_rust = "1.89")]
            "avx512" in x86::avx512;
            "avx2" in x86::avx2;
            "sse41" in x86::sse41;
        }
    } else if #[cfg(all(
        target_arch = "aarch64",
        target_endian = "little",
        target_feature = "neon"
    ))] {
        pub(crate) mod aarch64;
        use aarch64::detect;

        instruction_sets! { ($)
            Neon = neon, 16 in aarch64;
            Scalar = scalar, 1 in self;
        }

        #[cfg(feature = "proofs")]
        compared! { "neon" in aarch64::neon; }
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        pub(crate) mod wasm;
        use wasm::detect;

        instruction_sets! { ($)
            Simd128 = simd128, 16 in wasm;
            Scalar = scalar, 1 in self;
        }

        #[cfg(feature = "proofs")]
        compared! { "simd128" in wasm::simd128; }
    } else {
        instruction_sets! { ($)
            Scalar = scalar, 1 in self;
        }
    }
}
