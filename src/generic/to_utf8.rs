//! What the conversions to UTF-8 share: the bytes of a vector of characters.
//!
//! Units of 16 bits become pairs of bytes, the first one in the low half, six bits of the character in each. One to three
//! of a lead and a pair are kept:
//!
//! ```text
//! unit                 lead       pair
//! 00000000 0aaaaaaa               0aaaaaaa  --------
//! 00000bbb bbaaaaaa               110bbbbb  10aaaaaa
//! ccccbbbb bbaaaaaa    1110cccc   10bbbbbb  10aaaaaa
//! ```
//!
//! Characters of 32 bits become four bytes, with the lead of three bytes in the place of the first of four:
//!
//! ```text
//! 0aaaaaaa             --------  --------  0aaaaaaa  --------
//! 110bbbbb 10aaaaaa    --------  --------  110bbbbb  10aaaaaa
//! 3 bytes              1110cccc  --------  10bbbbbb  10aaaaaa
//! 4 bytes              11110ddd  10cccccc  10bbbbbb  10aaaaaa
//! ```

use crate::scheme::Output;
use crate::simd::{SLACK, Units};

/// Room behind the output of `units` for a vector of units.
pub(crate) const fn room_16(lanes: usize) -> usize {
    lanes + lanes / 2 + SLACK
}

/// Both continuation bytes of a pair.
pub(crate) const CONTINUATIONS: u16 = 0x8080;
/// A lead of two bytes and a continuation.
pub(crate) const LEAD_OF_2: u16 = 0x80C0;
/// A lead of four bytes and a continuation.
pub(crate) const LEAD_OF_4: u16 = 0x80F0;

/// Writes units below 0x800.
#[inline(always)]
pub(crate) fn below_800<S: Units>(simd: S, units: S::Bytes, dst: &mut Output) -> usize {
    let two = simd.at_least_16(0x80, units);
    let pairs = simd.sextets(units) | simd.splat_16(LEAD_OF_2);
    simd.squeeze_pairs(simd.select_16(two, pairs, units), two, dst)
}

/// Writes units of which none is a surrogate.
#[inline(always)]
pub(crate) fn units<S: Units>(simd: S, units: S::Bytes, dst: &mut Output) -> usize {
    if simd.is_zero(units & simd.splat_16(0xF800)) {
        return below_800(simd, units, dst);
    }
    let two = simd.at_least_16(0x80, units);
    let three = simd.at_least_16(0x800, units);
    let tags = simd.select_16(
        three,
        simd.splat_16(CONTINUATIONS),
        simd.splat_16(LEAD_OF_2),
    );
    let pairs = simd.select_16(two, simd.sextets(units) | tags, units);
    let leads = simd.shift_right_16::<12>(units) | simd.splat_16(0xE0);
    simd.squeeze_triples(leads, pairs, two, three, dst)
}

/// Writes characters of 32 bits.
#[inline(always)]
pub(crate) fn characters<S: Units>(simd: S, characters: S::Bytes, dst: &mut Output) -> usize {
    let two = simd.at_least_32(0x80, characters);
    let three = simd.at_least_32(0x800, characters);
    let four = simd.at_least_32(0x1_0000, characters);
    let a = simd.shift_left_32::<24>(characters) & simd.splat_32(0x3F00_0000);
    let b = simd.shift_left_32::<10>(characters) & simd.splat_32(0x003F_0000);
    let c = simd.shift_right_32::<4>(characters) & simd.splat_32(0x0000_3F00);
    let d = simd.shift_right_32::<18>(characters);
    let of_3 = simd.shift_right_32::<12>(characters) | simd.splat_32(0x8080_80E0);
    let first = simd.select_32(four, d | c | simd.splat_32(0x8080_80F0), of_3);
    let of_2 = simd.select_32(three, first, simd.splat_32(0x80C0_0000));
    let one = simd.shift_left_32::<16>(characters);
    simd.squeeze_quads(
        simd.select_32(two, of_2 | a | b, one),
        two,
        three,
        four,
        dst,
    )
}
