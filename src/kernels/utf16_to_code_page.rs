//! UTF-16 to code pages: units up to U+00FF and units of one other window of 128 code points are
//! looked up by their low bytes in two tables.
//!
//! ```text
//! units   0061  0434        windows-1251, whose window is 0400 to 047F
//! low     61    34          bytes of 0080 to 00FF       .. A0 .. ──► those where high is 0
//! high    00    04          bytes of 0400 to 047F       .. E4 .. ──► the others
//! bytes   61    E4
//! ```
#![forbid(unsafe_code)]

use crate::encoding::code_page::UnitWindows;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;

/// Converts complete vectors, up to a vector with a unit that has no byte in the two windows. The
/// last vector overlaps the one before it.
#[inline(always)]
pub(crate) fn convert<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    windows: UnitWindows,
) -> Progress {
    let mut tables = [[0; 128]; 2];
    for (table, blocks) in tables.iter_mut().zip(windows.blocks) {
        let (low, high) = table.split_at_mut(64);
        low.copy_from_slice(blocks[0]);
        high.copy_from_slice(blocks[1]);
    }
    // The high byte of units in the window, and the highest bit of their low byte.
    let window = [windows.number >> 1, windows.number << 7].map(|bits| simd.splat(bits));
    let count = (src.len() / 2).min(dst.len());
    let mut done = 0;
    while done < count && count >= S::LANES {
        let at = done.min(count - S::LANES);
        let units = [simd.load(src, 2 * at), simd.load(src, 2 * at + S::LANES)];
        let Some(bytes) = bytes_of(simd, units, [&tables[0], &tables[1]], window) else {
            break;
        };
        simd.store(bytes, dst, at);
        done = at + S::LANES;
    }
    Progress {
        read: 2 * done,
        written: done,
    }
}

/// Returns the bytes of native-endian units, or `None` if a unit has no byte. `tables` contain the
/// bytes of U+0080 to U+00FF and of the window, with 0 for units without a byte.
#[inline(always)]
fn bytes_of<S: UnitOps>(
    simd: S,
    [a, b]: [S::Bytes; 2],
    tables: [&[u8; 128]; 2],
    window: [S::Bytes; 2],
) -> Option<S::Bytes> {
    let low_bytes = simd.splat_16(0xFF);
    let low = simd.narrow_16([a & low_bytes, b & low_bytes]);
    if S::LANES < 64 && simd.is_zero((a | b) & simd.splat_16(0xFF80)) {
        return Some(low);
    }
    let high = simd.narrow_16([simd.shift_right_16::<8>(a), simd.shift_right_16::<8>(b)]);
    let upper_half = simd.splat(0x80);
    let [latin1, other] = simd.lookup_128(tables, low | upper_half);
    let is_other = simd.at_least(1, high);
    let found = simd.select(is_other, other, latin1);
    let is_looked_up = is_other | simd.non_ascii(low);
    let outside = (high ^ window[0]) | ((low & upper_half) ^ window[1]);
    let missing = simd.saturating_sub(simd.splat(1), found);
    let errors = simd.keep(is_other, outside) | simd.keep(is_looked_up, missing);
    if !simd.is_zero(errors) {
        return None;
    }
    Some(simd.select(is_looked_up, found, low))
}
