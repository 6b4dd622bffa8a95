//! Lengths of well-formed text in legacy multi-byte encodings with one or two bytes per character.
//!
//! Lead bytes are found as in [`multibyte_to_utf16`](mod@super::multibyte_to_utf16). Most lead
//! bytes have a range of trail bytes. With a trail byte in this range, they encode a character of
//! three bytes in UTF-8. A vector lookup tests whether a trail byte is in the range of its lead
//! byte. The other characters are looked up one by one.
//!
//! ```text
//! Shift_JIS             82 B1  81 41  96 7B
//! range of the lead     9F-F1  4F-7C  40-FC
//! trail is in it         1      .      1        3 + 3 bytes
//! looked up                    3001             3
//! ```
#![forbid(unsafe_code)]

use super::multibyte_to_utf16::{kinds, leads_of};
use crate::CodePoint;
use crate::encoding::multibyte::Decoder;
use crate::encoding::scheme::LengthUnit;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Measures text up to the first byte that does not begin a character of the tables. `read` counts
/// bytes, `written` units of `length`.
#[inline(always)]
pub(crate) fn measure<S: UnitOps>(
    simd: S,
    src: &[u8],
    (from, length): (&'static Decoder, LengthUnit),
) -> Progress {
    let mut at = Progress::START;
    // 1 if the first byte of the next block is a trail byte whose character is already counted.
    let mut carried = 0;
    while at.read < src.len() {
        let rest = &src[at.read..];
        let len = rest.len().min(BLOCK);
        let mut non_ascii = 0;
        let mut i = 0;
        while i < len {
            non_ascii |= simd.bits(simd.non_ascii(load(simd, rest, i))) << i;
            i += S::LANES;
        }
        if non_ascii == 0 {
            at.read += len;
            at.written += len - carried as usize;
            carried = 0;
            continue;
        }
        let (mut may_lead, mut in_range) = (0, 0);
        let mut i = 0;
        while i < len {
            let (bytes, trails) = (load(simd, rest, i), load(simd, rest, i + 1));
            let [_, leads] = kinds(simd, bytes, from);
            may_lead |= leads << i;
            in_range |= simd.bits(!simd.at_least(1, outside_range(simd, from, bytes, trails))) << i;
            i += S::LANES;
        }
        let leads = leads_of(may_lead, carried);
        let trails = leads << 1 | carried;
        let mut left = non_ascii & !trails & !(leads & in_range);
        let (mut end, mut more) = (len, 0);
        while left != 0 {
            let offset = left.trailing_zeros() as usize;
            left &= left - 1;
            let (byte, next) = (rest[offset], rest.get(offset + 1).copied().unwrap_or(0));
            let unit = if leads >> offset & 1 == 1 {
                from.unit(byte, next)
            } else {
                from.singles[usize::from(byte & 0x7F)]
            };
            if unit == 0 {
                end = offset;
                break;
            }
            more += LengthUnit::Utf8.units_of(CodePoint(unit.into())) - 1;
        }
        let within = if end == BLOCK {
            u64::MAX
        } else {
            (1 << end) - 1
        };
        at.read += end;
        at.written += (!trails & within).count_ones() as usize;
        if matches!(length, LengthUnit::Utf8) {
            at.written += more + 2 * (leads & in_range & within).count_ones() as usize;
        }
        if end < len {
            return at;
        }
        carried = leads >> 63;
    }
    at.read += carried as usize;
    at
}

/// Loads `src` from `at` on, with zeros after its end.
#[inline(always)]
fn load<S: UnitOps>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if src.len() > BLOCK {
        simd.load(src, at)
    } else {
        simd.load_end(src, at)
    }
}

/// Returns zero where a lead byte of `bytes` has a trail byte in `trails` that is in its range.
#[inline(always)]
fn outside_range<S: UnitOps>(
    simd: S,
    from: &'static Decoder,
    bytes: S::Bytes,
    trails: S::Bytes,
) -> S::Bytes {
    let [first, last] = &from.plain;
    let [first, last] = simd.lookup_128([first, last], bytes);
    let gap =
        simd.at_least(from.gap[0], trails) & !simd.at_least(from.gap[1].wrapping_add(1), trails);
    simd.saturating_sub(first, trails)
        | simd.saturating_sub(trails, last)
        | simd.keep(gap, simd.splat(1))
}
