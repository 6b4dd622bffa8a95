//! The instruction sets. This is the only place that names an architecture or a CPU feature.

// Iterators and closures between vectors are functions of their own, without the features: they are
// not inlined.
#![allow(clippy::needless_range_loop, clippy::manual_map)]

#[allow(unused_macros, reason = "an architecture may have no vectors")]
mod entry;
#[allow(
    unused_macros,
    unused_imports,
    reason = "an architecture may have no vectors"
)]
mod intrinsics;
#[allow(dead_code, reason = "an architecture may have no vectors")]
mod partial;
pub(crate) mod scalar;
#[cfg(test)]
#[allow(dead_code, reason = "an architecture may have no vectors")]
mod tests;

/// The functions that compare operations with what the proofs take them for, by instruction set.
#[cfg(feature = "proofs")]
macro_rules! compared {
    ($($(#[$cfg:meta])? $name:literal in $($module:ident)::+;)+) => {
        pub(crate) const OPERATIONS: &[(&str, fn() -> Option<usize>)] =
            &[$($(#[$cfg])? ($name, $($module)::+::compare_operations)),+];
    };
}

/// The instruction sets by their numbers.
macro_rules! numbers {
    ($($(#[$cfg:meta])? $set:ident),+) => {
        impl InstructionSet {
            pub(crate) const ALL: &[InstructionSet] = &[$($(#[$cfg])? InstructionSet::$set),+];

            /// The instruction set with this number, the last one if there is none.
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
        }
    };
}

/// The instruction sets of an architecture, best first: name, bytes of a vector, and the module of
/// the entry points.
/// The build script leaves some out (`utflane_kernels`).
macro_rules! instruction_sets {
    (($dollar:tt) $($(#[$cfg:meta])? $set:ident = $name:literal, $lanes:literal in $($module:ident)::+;)+) => {
        /// An instruction set of this architecture, best first; the last is none in particular.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum InstructionSet { $($(#[$cfg])? $set),+ }

        impl InstructionSet {
            #[inline(always)]
            pub(crate) const fn name(self) -> &'static str {
                match self { $($(#[$cfg])? InstructionSet::$set => $name),+ }
            }

            /// Bytes of a vector.
            #[cfg(feature = "charset")]
            #[inline(always)]
            pub(crate) const fn lanes(self) -> usize {
                match self { $($(#[$cfg])? InstructionSet::$set => $lanes),+ }
            }

            /// Asks the CPU, and the operating system, whether the instruction set may be used.
            pub(crate) fn detect(self) -> bool {
                match self { $($(#[$cfg])? InstructionSet::$set => $($module)::+::detect()),+ }
            }
        }

        numbers!($($(#[$cfg])? $set),+);

        /// An array with the entry point of a kernel for each instruction set.
        macro_rules! by_instruction_set {
            ($dollar kernel:ident) => {
                [$($(#[$cfg])? $crate::kernels::arch::$($module)::+::$dollar kernel),+]
            };
        }
        pub(crate) use by_instruction_set;
    };
}

impl InstructionSet {
    pub(crate) const COUNT: usize = Self::ALL.len();
}

cfg_if::cfg_if! {
    // Without SSE2, as in kernels and firmware, vector registers are not to be touched at all.
    if #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))] {
        pub(crate) mod x86;
        use x86::detect;
        pub(crate) use x86::block;

        instruction_sets! { ($)
            #[cfg(utflane_kernels = "avx512")]
            Avx512 = "avx512", 64 in x86::avx512::entry;
            #[cfg(utflane_kernels = "avx2")]
            Avx2 = "avx2", 32 in x86::avx2::entry;
            #[cfg(utflane_kernels = "sse41")]
            Sse41 = "sse41", 16 in x86::sse41::entry;
            Scalar = "scalar", 1 in scalar;
        }

        // All of them, even if the build script leaves their kernels out.
        #[cfg(feature = "proofs")]
        compared! {
            #[cfg(utflane_rust = "1.89")]
            "avx512" in x86::avx512::entry;
            "avx2" in x86::avx2::entry;
            "sse41" in x86::sse41::entry;
        }
    } else if #[cfg(all(
        target_arch = "aarch64",
        target_endian = "little",
        target_feature = "neon"
    ))] {
        pub(crate) mod aarch64;
        use aarch64::detect;
        pub(crate) use aarch64::block;

        instruction_sets! { ($)
            Neon = "neon", 16 in aarch64::neon::entry;
            Scalar = "scalar", 1 in scalar;
        }

        #[cfg(feature = "proofs")]
        compared! { "neon" in aarch64::neon::entry; }
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        pub(crate) mod wasm;
        use wasm::detect;
        pub(crate) use wasm::block;

        instruction_sets! { ($)
            Simd128 = "simd128", 16 in wasm::simd128::entry;
            Scalar = "scalar", 1 in scalar;
        }

        #[cfg(feature = "proofs")]
        compared! { "simd128" in wasm::simd128::entry; }
    } else {
        pub(crate) mod block {}

        instruction_sets! { ($)
            Scalar = "scalar", 1 in scalar;
        }
    }
}
