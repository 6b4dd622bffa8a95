//! What the kernels know of UTF-32: which units are no characters, and which characters lie beyond
//! the Basic Multilingual Plane.

use crate::simd::Units;

/// What no character is, once [`flipped`] is applied.
pub(super) const TOO_LARGE: u32 = 0x11_0000 - 0x800;

/// Characters numbered anew, without a gap: surrogates come last, so that all from `TOO_LARGE` on are malformed.
#[inline(always)]
pub(super) fn renumbered<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let renumbered = characters ^ simd.splat_32(0xD800);
    simd.add_32(renumbered, simd.splat_32(0x800u32.wrapping_neg()))
}

/// Whether any unit of two vectors is no character.
#[inline(always)]
pub(super) fn malformed<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    let greatest = simd.max_32(renumbered(simd, first), renumbered(simd, second));
    simd.any_32(simd.at_least_32(TOO_LARGE, greatest))
}

/// Which characters are not in the Basic Multilingual Plane.
#[inline(always)]
pub(super) fn are_above<S: Units>(simd: S, characters: S::Bytes) -> S::Mask32 {
    simd.at_least_32(0x1_0000, characters)
}
