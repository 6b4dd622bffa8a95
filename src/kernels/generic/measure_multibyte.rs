//! Lengths of text in encodings of one or two bytes a character, as far as it is well-formed.
//!
//! Leads are found as in [`multibyte_to_utf16`](super::multibyte_to_utf16). Most leads have a run
//! of trails with which they are characters of three bytes of UTF-8: whether a trail is in the run
//! of its lead, a look-up of vectors tells. The others are looked up one by one.
//!
//! ```text
//! Shift_JIS             82 B1  81 41  96 7B
//! run of the lead       9F-F1  4F-7C  40-FC
//! its trail is in it     1      .      1        3 + 3 bytes
//! looked up                    3001             3
//! ```

use super::multibyte_to_utf16::{kinds, leads_of};
use crate::CodePoint;
use crate::buffer::progress::Progress;
use crate::encoding::multibyte::Decoder;
use crate::encoding::scheme::Length;
use crate::kernels::simd::Units;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Measures a text up to the first byte that does not begin a character of the tables: `read` are
/// bytes, `written` the units that `length` counts.
#[inline(always)]
pub(crate) fn measure<S: Units>(
    simd: S,
    src: &[u8],
    (from, length): (&'static Decoder, Length),
) -> Progress {
    let mut at = Progress::START;
    // 1 if the first byte of the next block is a trail, whose character is counted.
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
        let (mut may_lead, mut plain) = (0, 0);
        let mut i = 0;
        while i < len {
            let (bytes, trails) = (load(simd, rest, i), load(simd, rest, i + 1));
            let [_, leads] = kinds(simd, bytes, from);
            may_lead |= leads << i;
            plain |= simd.bits(!simd.at_least(1, outside(simd, from, bytes, trails))) << i;
            i += S::LANES;
        }
        let leads = leads_of(may_lead, carried);
        let trails = leads << 1 | carried;
        let mut left = non_ascii & !trails & !(leads & plain);
        let (mut end, mut more) = (len, 0);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let (byte, next) = (rest[place], rest.get(place + 1).copied().unwrap_or(0));
            let unit = if leads >> place & 1 == 1 {
                from.unit(byte, next)
            } else {
                from.singles[usize::from(byte & 0x7F)]
            };
            if unit == 0 {
                end = place;
                break;
            }
            more += Length::Utf8.of(CodePoint(unit.into())) - 1;
        }
        let within = if end == BLOCK {
            u64::MAX
        } else {
            (1 << end) - 1
        };
        at.read += end;
        at.written += (!trails & within).count_ones() as usize;
        if matches!(length, Length::Utf8) {
            at.written += more + 2 * (leads & plain & within).count_ones() as usize;
        }
        if end < len {
            return at;
        }
        carried = leads >> 63;
    }
    at.read += carried as usize;
    at
}

/// The bytes of `src` from `at` on, followed by zeros if it ends before.
#[inline(always)]
fn load<S: Units>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if src.len() > BLOCK {
        simd.load(src, at)
    } else {
        simd.load_end(src, at)
    }
}

/// Zero where a lead of `bytes` has a plain trail in `trails`.
#[inline(always)]
fn outside<S: Units>(
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
