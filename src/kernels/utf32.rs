//! Rules of UTF-32 that the kernels share: which units are malformed, and which characters are
//! outside the Basic Multilingual Plane.
//!
//! Malformed units are the surrogates, 0xD800..0xE000, and all numbers from 0x11_0000 on. If the
//! surrogates are moved to the end of the number range, one comparison finds both:
//!
//! ```text
//! unit                 ^ 0xD800               - 0x800
//! 0xD800..0xE000       0..0x800               0xFFFF_F800..   wraps around: large
//! other characters     0x800..0x11_0000       0..0x10_F800    in another order
//! 0x11_0000..          0x11_0000..            0x10_F800..     large
//! ```
#![forbid(unsafe_code)]

use crate::simd::UnitOps;

/// The lowest malformed unit after [`with_surrogates_last`].
pub(crate) const MALFORMED_FROM: u32 = 0x11_0000 - 0x800;

/// Renumbers units so that exactly those below [`MALFORMED_FROM`] are characters.
#[inline(always)]
pub(crate) fn with_surrogates_last<S: UnitOps>(simd: S, units: S::Bytes) -> S::Bytes {
    let surrogates_first = units ^ simd.splat_32(0xD800);
    simd.add_32(surrogates_first, simd.splat_32(0x800u32.wrapping_neg()))
}

/// Returns whether any unit is malformed, given the maximum of [`with_surrogates_last`] of each
/// lane.
#[inline(always)]
pub(crate) fn is_malformed<S: UnitOps>(simd: S, greatest: S::Bytes) -> bool {
    simd.any_32(simd.at_least_32(MALFORMED_FROM, greatest))
}

/// Returns whether any unit of two vectors is malformed.
#[inline(always)]
pub(crate) fn any_malformed<S: UnitOps>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    let greatest = simd.max_32(
        with_surrogates_last(simd, first),
        with_surrogates_last(simd, second),
    );
    is_malformed(simd, greatest)
}

/// Returns a mask of the characters outside the Basic Multilingual Plane, which need four bytes in
/// UTF-8 or a surrogate pair.
#[inline(always)]
pub(crate) fn are_supplementary<S: UnitOps>(simd: S, characters: S::Bytes) -> S::Mask32 {
    simd.at_least_32(0x1_0000, characters)
}
