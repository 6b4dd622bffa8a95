//! AVX2: overrides of kernels. They pass short text to [`Sse41`](crate::simd::x86::sse41::Sse41),
//! whose partial loads take less time: validation of text shorter than a vector, and conversion of
//! text of at most half a vector.

use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::entry::sse41;
use crate::kernels::mode::Mode;
#[cfg(feature = "convert")]
use crate::kernels::utf8_to_units::Utf16;
#[cfg(feature = "utf-32")]
use crate::kernels::utf8_to_units::Utf32;
use crate::kernels::{utf8_to_units, validate_utf8};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::Simd;
use crate::simd::x86::avx2::Avx2;

// Each method exists only if its Cargo feature is on. Without this condition, the entry point that
// it calls would always be compiled.

/// The number of bytes in half a vector.
const HALF: usize = 16;

impl Kernels for Avx2 {
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() < Self::LANES {
            // SAFETY: AVX2 includes SSE4.1.
            return unsafe { sse41::validate_utf8(src) };
        }
        validate_utf8::scan(self, src, &mut ())
    }

    #[cfg(feature = "convert")]
    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            // SAFETY: AVX2 includes SSE4.1.
            return unsafe { sse41::utf8_to_utf16(src, dst, to, mode) };
        }
        utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    #[cfg(feature = "utf-32")]
    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            // SAFETY: AVX2 includes SSE4.1.
            return unsafe { sse41::utf8_to_utf32(src, dst, to, mode) };
        }
        utf8_to_units::convert(self, src, dst, (Utf32(to), mode))
    }
}
