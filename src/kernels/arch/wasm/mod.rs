//! WebAssembly.
//!
//! A program cannot ask for features, since one that has an unknown instruction is not loaded at
//! all: the compiler's features are those of the program.
// Without the risk of an unknown instruction, most intrinsics are safe on WebAssembly.
#![allow(unused_unsafe)]
// Elsewhere a validator needs features, so that there can be no `Default`.
#![allow(clippy::new_without_default)]

pub(crate) mod block;
pub(crate) mod simd128;

/// Whether a feature may be used: where the compiler was told so.
macro_rules! detect {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
pub(crate) use detect;
