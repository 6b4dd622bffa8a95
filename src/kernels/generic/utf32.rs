//! What the kernels know of UTF-32: which units are no characters, and which characters lie outside
//! the Basic Multilingual Plane.
//!
//! Malformed are the surrogates, 0xD800..0xE000, and everything from 0x11_0000 on. One comparison
//! finds both once the surrogates are moved to the end of the numbers:
//!
//! ```text
//! unit                 ^ 0xD800               - 0x800
//! 0xD800..0xE000       0..0x800               0xFFFF_F800..   wraps around: large
//! other characters     0x800..0x11_0000       0..0x10_F800    in another order
//! 0x11_0000..          0x11_0000..            0x10_F800..     large
//! ```

use crate::kernels::simd::Units;

/// The least of the [`with_surrogates_last`] that is no character.
pub(crate) const MALFORMED_FROM: u32 = 0x11_0000 - 0x800;

/// Units renumbered so that exactly those below [`MALFORMED_FROM`] are characters.
#[inline(always)]
pub(crate) fn with_surrogates_last<S: Units>(simd: S, units: S::Bytes) -> S::Bytes {
    let surrogates_first = units ^ simd.splat_32(0xD800);
    simd.add_32(surrogates_first, simd.splat_32(0x800u32.wrapping_neg()))
}

/// Whether any unit of two vectors is no character.
#[inline(always)]
pub(crate) fn any_malformed<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    let greatest = simd.max_32(
        with_surrogates_last(simd, first),
        with_surrogates_last(simd, second),
    );
    simd.any_32(simd.at_least_32(MALFORMED_FROM, greatest))
}

/// Where characters lie outside the Basic Multilingual Plane, so that they take four bytes of UTF-8
/// or a surrogate pair.
#[inline(always)]
pub(crate) fn are_supplementary<S: Units>(simd: S, characters: S::Bytes) -> S::Mask32 {
    simd.at_least_32(0x1_0000, characters)
}
