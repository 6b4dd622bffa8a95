//! AVX2: conversions of UTF-8. The kernels of SSE4.1 convert text of at most half a vector.

use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::entry::sse41;
use crate::kernels::mode::Mode;
#[cfg(feature = "utf-32")]
use crate::kernels::utf8_to_units::Utf32;
use crate::kernels::utf8_to_units::{self, Utf16};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::x86::avx2::Avx2;

/// The number of bytes in half a vector.
const HALF: usize = 16;

impl Kernels for Avx2 {
    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            // SAFETY: AVX2 includes SSE4.1.
            return unsafe { sse41::utf8_to_utf16(src, dst, to, mode) };
        }
        utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    /// Without the condition, the entry point that it calls would always be compiled.
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
