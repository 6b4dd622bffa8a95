//! simd128: the entry points of the kernels, and the block validator.
// No validator implements `Default`, because those of other architectures cannot: their methods
// need CPU features.
#![allow(clippy::new_without_default)]

use super::*;
use crate::simd::wasm::simd128::{Simd128, with_features};

validation_signatures!(entry_points!(ValidationKernels, Simd128));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Simd128));

block_validator! {
    /// Validates UTF-8 inside a loop of a program that is compiled with simd128.
    ///
    /// ```
    /// use utflane::block::Simd128Validator;
    ///
    /// /// Returns the number of commas if the text is well-formed.
    /// fn count_commas(text: &[u8]) -> Option<usize> {
    ///     let comma = |byte: &&u8| **byte == b',';
    ///     let mut validator = Simd128Validator::new();
    ///     let (blocks, rest) = text.as_chunks();
    ///     let mut commas = rest.iter().filter(comma).count();
    ///     for block in blocks {
    ///         validator.push(block);
    ///         commas += block.iter().filter(comma).count();
    ///     }
    ///     validator.finish(rest).then_some(commas)
    /// }
    ///
    /// let mut text = "größer, schöner, besser".repeat(10).into_bytes();
    /// assert_eq!(count_commas(&text), Some(20));
    /// text[100] = 0xFF;
    /// assert_eq!(count_commas(&text), None);
    /// ```
    Simd128Validator: Simd128, ["simd128"]
}
