//! The instruction set of WebAssembly: simd128.
//!
//! A program cannot detect features, because an engine does not load a program that contains an
//! unknown instruction. So the features are those that the program was compiled with.
// For the same reason, most intrinsics are safe on WebAssembly.
#![allow(unused_unsafe)]

pub(crate) mod simd128;

/// Returns whether the program was compiled with a feature.
macro_rules! detect {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
pub(crate) use detect;
