//! Where the bytes of units have to be for the rows of [`KEEP_1_3`](crate::tables), and other steps
//! of instruction sets that encode by the rows of tables.

#![forbid(unsafe_code)]

use crate::generic::surrogates::SURROGATE;
use crate::simd::Units;
use crate::tables::KEEP_1_4_LEN;

/// Whether any unit is a surrogate, for instruction sets without unsigned comparisons.
#[inline(always)]
pub(crate) fn any_surrogate<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    // Surrogates become the lowest units.
    let base = simd.splat_16(SURROGATE.wrapping_neg());
    simd.any_below_16(0x800, [simd.add_16(first, base), simd.add_16(second, base)])
}

/// Bits 6 to 11 of units of 16 bits in the high byte, and two continuation bytes: those bits in the
/// high byte, bits 0 to 5 in the low one.
#[inline(always)]
fn sextets<S: Units>(simd: S, units: S::Bytes) -> [S::Bytes; 2] {
    let high = simd.shift_left_16::<2>(units) & simd.splat_16(0x3F00);
    let low = units & simd.splat_16(0x003F);
    [high, (low | high) | simd.splat(0x80)]
}

/// The bytes of units of 16 bits where [`KEEP_1_3`](crate::tables) expects them. The first vector
/// has two continuation bytes or, where `two` is not set, the low byte of the unit; the second has
/// the lead of three bytes in the low byte and that of two, with `tags`, in the high one.
#[inline(always)]
pub(crate) fn place_1_3<S: Units>(
    simd: S,
    units: S::Bytes,
    tags: S::Bytes,
    two: Option<S::Mask16>,
) -> [S::Bytes; 2] {
    let [high, mut pairs] = sextets(simd, units);
    let leads = simd.shift_right_16::<12>(units);
    let lead_of_3 = simd.splat_16(0xE0);
    match two {
        Some(two) => {
            pairs = simd.select_16(two, pairs, units);
            [pairs, leads | high | (tags | lead_of_3)]
        }
        None => [pairs, leads | lead_of_3],
    }
}

/// The number of bytes that [`KEEP_1_4`](crate::tables) keeps.
#[inline(always)]
pub(crate) fn keep_1_4_len(key: u8) -> usize {
    usize::from(KEEP_1_4_LEN[usize::from(key)])
}
