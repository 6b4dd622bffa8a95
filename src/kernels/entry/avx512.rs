//! AVX-512: the entry points of the kernels, and the block validator.

use super::*;
use crate::simd::x86::avx512::{Avx512, with_features};

validation_signatures!(entry_points!(ValidationKernels, Avx512));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Avx512));

block_validator! {
    /// Validates UTF-8 inside a loop that has AVX-512 enabled: the subset that
    /// [`Isa`] calls `avx512`. See [`Avx2Validator`](crate::block::Avx2Validator) for
    /// an example.
    Avx512Validator: Avx512, [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "gfni",
        "bmi2"
    ]
}
