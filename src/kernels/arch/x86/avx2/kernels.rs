//! AVX2: kernels of its own. Short text goes to [`Sse41`](crate::kernels::arch::x86::sse41::Sse41),
//! which fills a vector in less time: to be validated if it is less than a vector, to be converted
//! if it is at most half of one.

use super::Avx2;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::arch::intrinsics::intrinsic;
#[cfg(feature = "convert")]
use crate::kernels::arch::x86::sse41::entry::utf8_to_utf16;
#[cfg(feature = "utf-32")]
use crate::kernels::arch::x86::sse41::entry::utf8_to_utf32;
use crate::kernels::arch::x86::sse41::entry::validate_utf8;
use crate::kernels::generic;
#[cfg(feature = "convert")]
use crate::kernels::generic::utf8_to_units::Utf16;
#[cfg(feature = "utf-32")]
use crate::kernels::generic::utf8_to_units::Utf32;
use crate::kernels::mode::Mode;
use crate::kernels::simd::Simd;

// What these call is compiled, even if nothing else calls it: where a feature is off, they are not
// there.

/// Bytes of half a vector.
const HALF: usize = 16;

impl Kernels for Avx2 {
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        if src.len() < Self::LANES {
            return intrinsic!(validate_utf8(src));
        }
        generic::validate_utf8::validate(self, src)
    }

    #[cfg(feature = "convert")]
    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            return intrinsic!(utf8_to_utf16(src, dst, to, mode));
        }
        generic::utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    #[cfg(feature = "utf-32")]
    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if src.len() <= HALF {
            return intrinsic!(utf8_to_utf32(src, dst, to, mode));
        }
        generic::utf8_to_units::convert(self, src, dst, (Utf32(to), mode))
    }
}
