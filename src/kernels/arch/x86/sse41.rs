//! SSE4.1: vectors of 16 bytes.

mod count;
mod decode_utf8;
pub(super) mod encode_utf8;
pub(crate) mod entry;
mod simd;
mod store_units;
mod units;
pub(super) mod vector;

use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::generic::row_ends::RowEnds;
pub(super) use entry::Sse41;
pub(super) use vector::Vector;

impl Kernels for Sse41 {
    /// Without an instruction that counts bits, rows are counted one by one as quickly.
    #[inline(always)]
    fn utf8_row_ends_of_utf16(self, _: &[u8], _: &mut [u32], _: Endian) -> RowEnds {
        RowEnds::Kept
    }
}
