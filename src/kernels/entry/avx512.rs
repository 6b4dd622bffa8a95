//! AVX-512: the entry points of the kernels, and the block validator.

use super::*;
use crate::simd::x86::avx512::{Avx512, with_features};

validation_signatures!(entry_points!(ValidationKernels, Avx512));
#[cfg(feature = "convert")]
conversion_signatures!(entry_points!(Kernels, Avx512));

#[cfg(utflane_kernels = "avx512")]
with_features! {
    /// # Safety
    ///
    /// The CPU must have the features.
    #[inline(never)]
    unsafe fn scan_long_utf8(src: &[u8]) -> usize {
        // SAFETY: the features are enabled here.
        crate::kernels::validate_utf8::scan_long(unsafe { Avx512::new() }, src, &mut ())
    }
}

/// Validates more than four vectors of UTF-8, in a separate function.
#[cfg(utflane_kernels = "avx512")]
#[inline(always)]
pub(in crate::kernels) fn validate_long_utf8(_simd: Avx512, src: &[u8]) -> usize {
    // SAFETY: the token proves that the CPU has the features.
    unsafe { scan_long_utf8(src) }
}

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
