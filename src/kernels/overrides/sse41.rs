//! SSE4.1: leaves out a kernel that would not be faster than other code.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::row_ends::RowEnds;
use crate::simd::x86::sse41::Sse41;

impl Kernels for Sse41 {
    /// Without `popcnt`, counting row by row is as fast as a kernel, so there is none.
    #[inline(always)]
    fn utf8_row_ends_of_utf16(self, _: &[u8], _: &mut [u32], _: Endian) -> RowEnds {
        RowEnds::Kept
    }
}
