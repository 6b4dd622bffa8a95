//! SSE4.1: the entry points of the kernels, and the block validator.

use super::*;
use crate::simd::x86::sse41::{Sse41, with_features};

validation_signatures!(entry_points!(ValidationKernels, Sse41));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Sse41));

block_validator! {
    /// Validates UTF-8 inside a loop that has SSE4.1 enabled. See
    /// [`Avx2Validator`](crate::block::Avx2Validator) for an example.
    Sse41Validator: Sse41, ["sse4.1"]
}
