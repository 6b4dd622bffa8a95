//! What the kernels know of UTF-16: which units are surrogates, and whether they stand in pairs.
//!
//! ```text
//! high half   110110dd ddcccccc       character   0x1_0000 + ddddcccccc bbaaaaaaaa
//! low half    110111bb aaaaaaaa
//! ```

use crate::scheme::unit16;
use crate::simd::{NATIVE, Units};

/// The bits that tell surrogates, halves of pairs, from other units.
pub(super) const SURROGATE_BITS: u16 = 0xF800;
pub(super) const SURROGATE: u16 = 0xD800;
/// The bits that tell high halves from low ones too.
pub(super) const HALF_BITS: u16 = 0xFC00;
pub(super) const HIGH: u16 = 0xD800;
pub(super) const LOW: u16 = 0xDC00;

/// Whether the last unit of `src` is a high half.
#[inline(always)]
pub(super) fn is_high<const ORDER: bool>(src: &[u8]) -> bool {
    src.last_chunk()
        .is_some_and(|&unit| unit16::<ORDER>(unit) & HALF_BITS == HIGH)
}

/// Which units are halves of pairs.
#[inline(always)]
pub(super) fn surrogates<S: Units>(simd: S, units: S::Bytes) -> S::Mask16 {
    let bits = units & simd.splat_16(SURROGATE_BITS);
    simd.equal_16(bits, simd.splat_16(SURROGATE))
}

/// Low halves without high ones, and what comes instead of a low half, in units of the order `ORDER`, given with those
/// before each.
#[inline(always)]
pub(super) fn wrong<S: Units, const ORDER: bool>(
    simd: S,
    before: S::Bytes,
    units: S::Bytes,
) -> S::Mask16 {
    let bits = simd.ordered_16::<ORDER>(simd.splat_16(HALF_BITS));
    let high = simd.ordered_16::<ORDER>(simd.splat_16(HIGH));
    let low = simd.ordered_16::<ORDER>(simd.splat_16(LOW));
    simd.equal_16(units & bits, low) ^ simd.equal_16(before & bits, high)
}

/// Whether any of four vectors of units in the order `ORDER` has surrogates.
#[inline(always)]
pub(super) fn any_surrogates<S: Units, const ORDER: bool>(simd: S, raw: [S::Bytes; 4]) -> bool {
    // Surrogates become the units below 0x800.
    let flip = simd.ordered_16::<ORDER>(simd.splat_16(SURROGATE));
    let [mut a, mut b, mut c, mut d] = raw;
    a = a ^ flip;
    b = b ^ flip;
    c = c ^ flip;
    d = d ^ flip;
    if ORDER != NATIVE {
        // Without the other bits, nothing but zero is below, whatever the order.
        let bits = simd.ordered_16::<ORDER>(simd.splat_16(SURROGATE_BITS));
        a = a & bits;
        b = b & bits;
        c = c & bits;
        d = d & bits;
    }
    let least = simd.min_16(simd.min_16(a, b), simd.min_16(c, d));
    let limit = if ORDER == NATIVE { 0x800 } else { 1 };
    simd.any_16(!simd.at_least_16(limit, least))
}

/// Whether the surrogates in four vectors of units from `at` on, `raw`, stand in pairs, of which the last may
/// end behind them. Unless `at` is 0, units stand before it.
#[inline(always)]
pub(super) fn well_formed<S: Units, const ORDER: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    raw: [S::Bytes; 4],
) -> bool {
    let lanes = S::LANES;
    let [a, b, c, d] = raw;
    let before = if at == 0 {
        simd.shift_in::<2>(simd.splat(0), a)
    } else {
        simd.load(src, at - 2)
    };
    let ab = wrong::<S, ORDER>(simd, before, a)
        | wrong::<S, ORDER>(simd, simd.load(src, at + lanes - 2), b);
    let cd = wrong::<S, ORDER>(simd, simd.load(src, at + 2 * lanes - 2), c)
        | wrong::<S, ORDER>(simd, simd.load(src, at + 3 * lanes - 2), d);
    !simd.any_16(ab | cd)
}

/// Whether a vector of units is nothing but pairs, which begin with the first unit.
#[inline(always)]
pub(super) fn are_pairs<S: Units>(simd: S, units: S::Bytes) -> S::Mask32 {
    let bits = units & simd.splat_16(HALF_BITS);
    simd.equal_32(bits, simd.splat_32((LOW as u32) << 16 | HIGH as u32))
}

/// The characters of a vector of pairs.
#[inline(always)]
pub(super) fn characters_of_pairs<S: Units>(simd: S, units: S::Bytes) -> S::Bytes {
    let upper = simd.shift_left_32::<10>(units) & simd.splat_32(0x000F_FC00);
    let lower = simd.shift_right_32::<16>(units);
    let base = simd.splat_32(0x1_0000 - LOW as u32);
    simd.add_32(simd.add_32(upper, lower), base)
}
