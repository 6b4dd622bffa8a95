//! The validator of blocks that is inlined into other vector loops.

#[cfg(utflane_rust = "1.86")]
pub use super::simd128::entry::Simd128Validator;
