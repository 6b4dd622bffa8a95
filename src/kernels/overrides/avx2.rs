//! AVX2: overrides of kernels. They pass short text to [`Sse41`](crate::simd::x86::sse41::Sse41).
//! This was faster than partial loads of AVX2 with branches on the length. The comparison with the
//! present loads, which have none, was not made.

#[cfg(feature = "convert")]
mod conversions;

use crate::kernels::ValidationKernels;
use crate::kernels::entry::sse41;
use crate::kernels::validate_utf8;
use crate::simd::Simd;
use crate::simd::x86::avx2::Avx2;

impl ValidationKernels for Avx2 {
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() < Self::LANES {
            // SAFETY: AVX2 includes SSE4.1.
            return unsafe { sse41::validate_utf8(src) };
        }
        validate_utf8::scan(self, src, &mut ())
    }
}
