//! UTF-16 to code pages: units up to U+00FF, and those of one more window of 128 code points, are
//! looked up by their low bytes in two tables.
//!
//! ```text
//! units   0061  0434        windows-1251, whose window is 0400 to 047F
//! low     61    34          bytes of 0080 to 00FF       .. A0 .. ──► those where high is 0
//! high    00    04          bytes of 0400 to 047F       .. E4 .. ──► the others
//! bytes   61    E4
//! ```

use super::one_to_one::{self, Map, Vectors};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::code_page::Windows;
use crate::kernels::simd::Units;

/// Units in the byte order of the machine to the bytes of a page.
#[derive(Clone, Copy)]
struct From16ToPage<'a, S: Units> {
    /// The bytes of U+0080 to U+00FF, and those of the window; 0 for none.
    tables: [&'a [u8; 128]; 2],
    /// The high bytes of the window, and the highest bits of the low ones.
    window: [S::Bytes; 2],
}

impl<S: Units> Map<S> for From16ToPage<'_, S> {
    const FROM: usize = 2;
    const TO: usize = 1;
    /// Above 0 where a unit has no byte here.
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let low_bytes = simd.splat_16(0xFF);
        let low = simd.narrow_16([a & low_bytes, b & low_bytes]);
        let above_ascii = simd.splat_16(0xFF80);
        if S::LANES < 64 && simd.is_zero((a | b) & above_ascii) {
            return ([low; 4], simd.splat(0));
        }
        let high = simd.narrow_16([simd.shift_right_16::<8>(a), simd.shift_right_16::<8>(b)]);
        let upper_half = simd.splat(0x80);
        let [latin1, other] = simd.lookup_128(self.tables, low | upper_half);
        let is_other = simd.at_least(1, high);
        let found = simd.select(is_other, other, latin1);
        let is_looked_up = is_other | simd.non_ascii(low);
        let bytes = simd.select(is_looked_up, found, low);
        let outside = (high ^ self.window[0]) | ((low & upper_half) ^ self.window[1]);
        let missing = simd.saturating_sub(simd.splat(1), found);
        (
            [bytes; 4],
            simd.keep(is_other, outside) | simd.keep(is_looked_up, missing),
        )
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, digest: S::Bytes) -> bool {
        !simd.is_zero(digest)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Converts as much as fits, up to a block with a unit that has no byte in the two windows.
#[inline(always)]
pub(crate) fn convert<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    windows: Windows,
) -> Progress {
    let mut tables = [[0; 128]; 2];
    for (table, blocks) in tables.iter_mut().zip(windows.blocks) {
        let (low, high) = table.split_at_mut(64);
        low.copy_from_slice(blocks[0]);
        high.copy_from_slice(blocks[1]);
    }
    let map = From16ToPage::<S> {
        tables: [&tables[0], &tables[1]],
        window: [windows.number >> 1, windows.number << 7].map(|bits| simd.splat(bits)),
    };
    one_to_one::convert_bulk(simd, map, src, dst)
}
