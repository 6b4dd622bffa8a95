//! NEON: conversions from UTF-8, which convert the masks of four vectors to bits together.
#![forbid(unsafe_code)]

mod utf8_to_units;

use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::mode::Mode;
use crate::kernels::utf8_to_units::{Latin1, Utf16, Utf32};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::aarch64::neon::Neon;

impl Kernels for Neon {
    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        // In each arm, the byte order is a constant.
        match to {
            Endian::Little => utf8_to_units::convert(self, src, dst, (Utf16(Endian::Little), mode)),
            Endian::Big => utf8_to_units::convert(self, src, dst, (Utf16(Endian::Big), mode)),
        }
    }

    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        // In each arm, the byte order is a constant.
        match to {
            Endian::Little => utf8_to_units::convert(self, src, dst, (Utf32(Endian::Little), mode)),
            Endian::Big => utf8_to_units::convert(self, src, dst, (Utf32(Endian::Big), mode)),
        }
    }

    #[inline(always)]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        utf8_to_units::convert(self, src, dst, (Latin1, Mode::Strict))
    }
}
