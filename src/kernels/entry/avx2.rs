//! AVX2: the entry points of the kernels, and the block validator.

use super::*;
use crate::simd::x86::avx2::{Avx2, with_features};

validation_signatures!(entry_points!(ValidationKernels, Avx2));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Avx2));

block_validator! {
    /// Validates UTF-8 inside a loop that has AVX2 enabled.
    ///
    /// ```
    /// use utflane::{Isa, block::Avx2Validator};
    ///
    /// /// Returns the number of commas if the text is well-formed.
    /// #[target_feature(enable = "avx2")]
    /// fn count_commas(text: &[u8]) -> Option<usize> {
    ///     let comma = |byte: &&u8| **byte == b',';
    ///     let mut validator = Avx2Validator::new();
    ///     let (blocks, rest) = text.as_chunks();
    ///     let mut commas = rest.iter().filter(comma).count();
    ///     for block in blocks {
    ///         validator.push(block);
    ///         commas += block.iter().filter(comma).count();
    ///     }
    ///     validator.finish(rest).then_some(commas)
    /// }
    ///
    /// if Isa::named("avx2").is_some() {
    ///     let mut text = "größer, schöner, besser".repeat(10).into_bytes();
    ///     // SAFETY: the CPU has AVX2.
    ///     assert_eq!(unsafe { count_commas(&text) }, Some(20));
    ///     text[100] = 0xFF;
    ///     // SAFETY: the CPU has AVX2.
    ///     assert_eq!(unsafe { count_commas(&text) }, None);
    /// }
    /// ```
    Avx2Validator: Avx2, ["avx2"]
}
