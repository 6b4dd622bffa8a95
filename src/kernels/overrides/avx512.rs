//! AVX-512: overrides of kernels.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod conversions;

use crate::kernels::ValidationKernels;
use crate::kernels::validate_utf8;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::x86::avx512::Avx512;
use crate::simd::{Simd, outlined};

outlined!([] Avx512, ValidateLong(()) = validate_long);

impl ValidationKernels for Avx512 {
    /// Short text is validated inline, because the function for long text saves registers first.
    /// (Other instruction sets have no such function: its call would take a noticeable part of the
    /// time even for four vectors.)
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() > 4 * Self::LANES {
            let nowhere = <&mut Output>::default();
            return self.outlined::<ValidateLong>(src, nowhere, ()).read;
        }
        validate_utf8::scan(self, src, &mut ())
    }
}

/// Validates more than four vectors of UTF-8. Writes nothing.
#[inline(always)]
fn validate_long(simd: Avx512, src: &[u8], _: &mut Output, (): ()) -> Progress {
    Progress {
        read: validate_utf8::scan_long(simd, src, &mut ()),
        written: 0,
    }
}
