//! AVX-512: overrides of kernels.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod conversions;

use crate::simd::x86::avx512::Avx512;
#[cfg(utflane_kernels = "avx512")]
use crate::{
    kernels::{entry::avx512::validate_long_utf8, validate_utf8},
    simd::Simd,
};

impl crate::kernels::ValidationKernels for Avx512 {
    /// Short text is validated inline, because the function for long text saves registers first.
    /// (Other instruction sets have no such function: its call would take a noticeable part of the
    /// time even for four vectors.)
    #[cfg(utflane_kernels = "avx512")]
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() > 4 * Self::LANES {
            return validate_long_utf8(self, src);
        }
        validate_utf8::scan(self, src, &mut ())
    }
}
