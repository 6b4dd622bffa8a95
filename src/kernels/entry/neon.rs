//! NEON: the entry points of the kernels, and the block validator.

use super::*;
use crate::simd::aarch64::neon::{Neon, with_features};

validation_signatures!(entry_points!(ValidationKernels, Neon));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Neon));

block_validator! {
    /// Validates UTF-8 inside a loop that has NEON enabled. On AArch64 it is enabled unless a
    /// target disables it.
    ///
    /// ```
    /// use utflane::block::NeonValidator;
    ///
    /// /// Returns the number of commas if the text is well-formed.
    /// #[target_feature(enable = "neon")]
    /// fn count_commas(text: &[u8]) -> Option<usize> {
    ///     let comma = |byte: &&u8| **byte == b',';
    ///     let mut validator = NeonValidator::new();
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
    /// // SAFETY: the CPU has NEON.
    /// assert_eq!(unsafe { count_commas(&text) }, Some(20));
    /// text[100] = 0xFF;
    /// // SAFETY: the CPU has NEON.
    /// assert_eq!(unsafe { count_commas(&text) }, None);
    /// ```
    NeonValidator: Neon, ["neon"]
}
