//! AVX-512: overrides of kernels.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod conversions;

use crate::encoding::endian::Endian;
use crate::kernels::ValidationKernels;
use crate::kernels::validate_utf8;
use crate::simd::x86::avx512::Avx512;
use crate::simd::{Simd, Task};

impl ValidationKernels for Avx512 {
    /// Short text is validated inline, because the function for long text saves registers first.
    /// (Other instruction sets have no such function: its call would take a noticeable part of the
    /// time even for four vectors.)
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() > 4 * Self::LANES {
            return self.run_separately(ValidateLong(src));
        }
        validate_utf8::scan(self, src, &mut ())
    }
}

/// Validates more than four vectors of UTF-8.
struct ValidateLong<'t>(&'t [u8]);

impl Task<Avx512> for ValidateLong<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: Avx512, _: Endian) -> usize {
        validate_utf8::scan_long(simd, self.0, &mut ())
    }
}
