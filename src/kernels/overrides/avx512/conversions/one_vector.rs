//! AVX-512: conversions of text of at most one vector, with one masked load.
//!
//! These functions are inlined into the entry points of kernels, which have no other code except a
//! jump to a function for all other text. So an entry point saves no registers. Each saved register
//! adds several cycles to a short call, because the caller uses it in the next call.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::encoding::scheme::LATIN1;
use crate::kernels::short::{complete, encode_below_800};
use crate::kernels::utf32::{MALFORMED_FROM, with_surrogates_last};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::encode_utf8::TaggedUnits;
use crate::simd::surrogates::are_surrogates;
use crate::simd::x86::avx512::Avx512;
use crate::simd::{Simd, UnitOps};

/// Converts at most one vector of Latin-1 to UTF-8. Returns the number of bytes written, or `None`
/// if `dst` is too short. There is no branch for ASCII, because it would be unpredictable.
#[inline(always)]
pub(crate) fn latin1_to_utf8(simd: Avx512, src: &[u8], dst: &mut Output) -> Option<usize> {
    let bytes = simd.load_partial(src);
    let written = src.len() + simd.bits(simd.non_ascii(bytes)).count_ones() as usize;
    simd.encode_part_of_latin1(bytes, src.len(), dst.get_mut(..written)?);
    Some(written)
}

/// Converts at most one vector of native-endian UTF-16 to Latin-1. Returns `None` if it cannot
/// convert all of `src`.
#[inline(always)]
pub(crate) fn utf16_to_latin1(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    map: (Endian, u8),
) -> Option<Progress> {
    let all = Progress {
        read: src.len(),
        written: src.len() / 2,
    };
    if !is_one_vector::<2>(src) || map != (Endian::NATIVE, LATIN1) || all.written > dst.len() {
        return None;
    }
    simd.narrow_part_16(src, dst).then_some(all)
}

/// Converts at most one vector of native-endian UTF-16 without surrogates to UTF-8. Returns `None`
/// if it cannot convert all of `src`.
#[inline(always)]
pub(crate) fn utf16_to_utf8(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_one_vector::<2>(src) || from != Endian::NATIVE {
        return None;
    }
    let units = simd.load_partial(src);
    let written = if simd.is_zero(units & simd.splat_16(0xFF80)) {
        simd.store_clipped(simd.narrow_16([units; 2]), dst.get_mut(..src.len() / 2)?, 0);
        return Some(Progress {
            read: src.len(),
            written: src.len() / 2,
        });
    } else if simd.is_zero(units & simd.splat_16(0xF800)) {
        encode_below_800(simd, units, dst, 0)
    } else if !simd.any_16(are_surrogates(simd, units)) {
        TaggedUnits::from_units(simd, units).encode::<true>(simd, dst, 0)
    } else {
        return None;
    };
    complete::<2>(Avx512::LANES, written, src, dst)
}

/// Returns whether `src` is not empty, is at most one vector, and consists of complete units of
/// `WIDTH` bytes.
#[inline(always)]
fn is_one_vector<const WIDTH: usize>(src: &[u8]) -> bool {
    src.len().wrapping_sub(1) < Avx512::LANES && src.len().is_multiple_of(WIDTH)
}

/// Converts at most one vector of native-endian UTF-32 of the Basic Multilingual Plane to
/// native-endian UTF-16. Returns `None` if it cannot convert all of `src`.
#[inline(always)]
pub(crate) fn utf32_to_utf16(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    let all = Progress {
        read: src.len(),
        written: src.len() / 2,
    };
    if !is_one_vector::<4>(src) || endians != [Endian::NATIVE; 2] || all.written > dst.len() {
        return None;
    }
    let units = simd.load_part_32(src);
    // After the renumbering, supplementary characters are directly below the malformed units.
    let limit = MALFORMED_FROM - 0x10_0000;
    if simd.any_32(simd.at_least_32(limit, with_surrogates_last(simd, units))) {
        return None;
    }
    simd.narrow_part_32(units, src.len() / 4, dst);
    Some(all)
}

/// Converts UTF-8 of at most one vector to Latin-1. Returns `None` if it cannot convert all of
/// `src`. There is no branch for ASCII, because it would be unpredictable.
#[inline(always)]
pub(crate) fn utf8_to_latin1(simd: Avx512, src: &[u8], dst: &mut Output) -> Option<Progress> {
    if !is_one_vector::<1>(src) {
        return None;
    }
    let bytes = simd.load_partial(src);
    let leads = simd.at_least(0xC0, bytes);
    // Other lead bytes than C2 and C3.
    let above = simd.add(bytes, simd.splat(0xC2u8.wrapping_neg()));
    let unrepresentable = simd.bits(leads & simd.at_least(2, above));
    let upper = simd.bits(simd.at_least(0xC3, bytes));
    let (leads, non_ascii) = (simd.bits(leads), simd.bits(simd.non_ascii(bytes)));
    // Exactly one continuation byte follows each lead byte, and there is no other one.
    let misplaced = non_ascii & !leads ^ leads << 1;
    if misplaced | unrepresentable | leads >> 63 != 0 {
        return None;
    }
    let out = dst.get_mut(..src.len() - leads.count_ones() as usize)?;
    // Bit 6 of a character is the lowest bit of its lead byte.
    let shifted = simd.add(bytes, simd.splat(0x40));
    let bytes = simd.select(simd.mask(upper << 1), shifted, bytes);
    // The zeros after the text do not fit into `out`.
    simd.compress_clipped(bytes, !leads, out);
    Some(Progress {
        read: src.len(),
        written: out.len(),
    })
}
