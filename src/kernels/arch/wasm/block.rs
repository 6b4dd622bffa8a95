//! The validator of blocks that is inlined into other vector loops.

pub use super::simd128::entry::Simd128Validator;
