//! Conversion of short UTF-16 and UTF-32 to UTF-8, vector by vector, with stores that are clipped
//! to `dst`.

use super::{complete, pair_padding};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::ASCII;
use crate::kernels::one_to_one::{self, WholeNative};
use crate::kernels::utf16_to_utf8::tagged_with_surrogates;
use crate::kernels::utf32::any_malformed;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::encode_utf8::{EncodeUtf8, LEAD_OF_2, TaggedUnits};
use crate::simd::surrogates::{
    are_surrogate_pairs, are_surrogates, characters_of_surrogate_pairs, ends_with_high,
};

/// Converts UTF-16 of at most two vectors, in any byte order and of any kind.
#[inline(always)]
pub(super) fn up_to_2_vectors_utf16_to_utf8<S: EncodeUtf8>(
    simd: S,
    endian: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 2 * S::LANES || ends_with_high(endian, src) {
        return None;
    }
    let to_native = simd.to_native_16(endian);
    let (mut at, mut written) = (0, 0);
    let mut before = simd.splat(0);
    while at < src.len() {
        let units = simd.shuffle_bytes(simd.load_end(src, at), to_native);
        // The units one position before; the first comes from the vector before.
        let previous = simd.shift_in::<2>(before, units);
        if simd.is_zero((units | previous) & simd.splat_16(0xF800)) {
            written += encode_below_800(simd, units, dst, written);
        } else {
            let mut tagged = TaggedUnits::from_units(simd, units);
            if simd.any_16(are_surrogates(simd, units) | are_surrogates(simd, previous)) {
                let mispaired;
                (tagged, mispaired) = tagged_with_surrogates(simd, units, previous);
                if simd.any_16(mispaired) {
                    return None;
                }
            }
            written += tagged.encode::<true>(simd, dst, written);
        }
        before = units;
        at += S::LANES;
    }
    complete::<2>(at, written, src, dst)
}

/// Converts UTF-32 of at most four vectors, in any byte order and of any kind.
#[inline(always)]
pub(super) fn up_to_4_vectors_utf32_to_utf8<S: EncodeUtf8>(
    simd: S,
    endian: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if src.len() > 4 * S::LANES {
        return None;
    }
    let to_native = simd.to_native_32(endian);
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let next = at + S::LANES;
        let first = simd.shuffle_bytes(simd.load_end(src, at), to_native);
        let mut second = simd.splat(0);
        if next < src.len() {
            second = simd.shuffle_bytes(simd.load_end(src, next), to_native);
        }
        if any_malformed(simd, [first, second]) {
            return None;
        }
        if simd.is_zero((first | second) & simd.splat_32(0xFFFF_0000)) {
            let units = simd.narrow_32([first, second]);
            written += if simd.is_zero(units & simd.splat_16(0xF800)) {
                encode_below_800(simd, units, dst, written)
            } else {
                TaggedUnits::from_units(simd, units).encode::<true>(simd, dst, written)
            };
        } else {
            written += simd.encode_1_4::<true>(first, dst, written);
            written += simd.encode_1_4::<true>(second, dst, written);
        }
        at += 2 * S::LANES;
    }
    complete::<4>(at, written, src, dst)
}

/// Writes a vector of units below 0x800 to `dst` from `at` on, clipped. Returns the number of bytes
/// that count.
#[inline(always)]
pub(crate) fn encode_below_800<S: EncodeUtf8>(
    simd: S,
    units: S::Bytes,
    dst: &mut Output,
    at: usize,
) -> usize {
    let two = simd.at_least_15(0x80, units);
    simd.encode_1_2::<true>(units, simd.tags(LEAD_OF_2), two, dst, at)
}

/// Converts native-endian UTF-16 that is pure ASCII, or, with cheap masked access, any UTF-16 of at
/// most one vector.
#[inline(always)]
pub(super) fn ascii_or_1_vector_utf16_to_utf8<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if let Some(all) =
        one_to_one::units_to_bytes::<2, _, WholeNative>(simd, src, dst, (Endian::NATIVE, ASCII))
    {
        return Some(all);
    }
    if !S::CHEAP_MASKED_ACCESS || src.len() > S::LANES {
        return None;
    }
    let units = simd.load_partial(src);
    let written = if simd.is_zero(units & simd.splat_16(0xF800)) {
        encode_below_800(simd, units, dst, 0)
    } else if !simd.any_16(are_surrogates(simd, units)) {
        TaggedUnits::from_units(simd, units).encode::<true>(simd, dst, 0)
    } else {
        let filled = units | pair_padding(simd, src.len());
        if !simd.any_32(!are_surrogate_pairs(simd, filled)) {
            simd.store_or_clip::<true>(
                simd.bytes_of_4(characters_of_surrogate_pairs(simd, filled)),
                dst,
                0,
            );
            return complete::<2>(src.len(), src.len(), src, dst);
        }
        let previous = simd.shift_in_zeros::<2>(units);
        let (tagged, mispaired) = tagged_with_surrogates(simd, units, previous);
        if simd.any_16(mispaired) || ends_with_high(Endian::NATIVE, src) {
            return None;
        }
        tagged.encode::<true>(simd, dst, 0)
    };
    complete::<2>(S::LANES, written, src, dst)
}

/// Converts native-endian UTF-32 that is pure ASCII, or, with cheap masked access, any UTF-32 of at
/// most one vector.
#[inline(always)]
pub(super) fn ascii_or_1_vector_utf32_to_utf8<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Option<Progress> {
    if let Some(all) =
        one_to_one::units_to_bytes::<4, _, WholeNative>(simd, src, dst, (Endian::NATIVE, ASCII))
    {
        return Some(all);
    }
    if !S::CHEAP_MASKED_ACCESS || src.len() > S::LANES {
        return None;
    }
    let characters = simd.load_partial(src);
    if any_malformed(simd, [characters; 2]) {
        return None;
    }
    let written = simd.encode_1_4::<true>(characters, dst, 0);
    complete::<4>(S::LANES, written, src, dst)
}
