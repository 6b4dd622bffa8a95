//! WholeNative texts in UTF-16, UTF-32 and single bytes.
//!
//! A kernel for long texts saves registers and loads the constants of its main loop before it does anything. Here each
//! kind of text has a loop of its own, for which constants are loaded where it begins. What none of them can convert is
//! left to the kernel, all of it: then there is nothing to be kept across its call. So is the other byte order.
//!
//! Where vectors cannot be loaded and stored in part at no cost, less than a vector is its first units and its last ones,
//! which may be some of the same: in one vector, if it is so little, and each of both stored where it belongs.
//!
//! A load of no byte at all has to be at an address that is there: elsewhere it takes fifty times as long.

mod ascii;
mod surrogate_pairs;
mod to_utf8;

pub(crate) use ascii::{SHORT_ASCII, ascii, is_ascii};
#[allow(unused_imports, reason = "an instruction set may have no use for them")]
pub(crate) use surrogate_pairs::{
    exchange_surrogate_pairs, filling, scalar_utf16_to_utf32, scalar_utf32_to_utf16,
};
#[allow(unused_imports, reason = "an instruction set may have no use for it")]
pub(crate) use to_utf8::encode_below_800;

use super::one_to_one::{self, WholeBelowBlock, WholeNative};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::ASCII;
use crate::simd::Units;
use surrogate_pairs::two_vectors_of_surrogate_pairs;
use to_utf8::{few_utf16_to_utf8, few_utf32_to_utf8, short_utf16_to_utf8, short_utf32_to_utf8};

/// Units in a short text.
const SHORT: usize = 256;

/// Units in a text that is looked at for ASCII before anything else, where that cannot be done vector by vector.
const MAYBE_ASCII: usize = 128;

/// Units for which scalar code converts surrogate pairs quicker than a kernel.
const SCALAR_PAIRS: usize = 8;

/// Whether `src` is short, and neither empty nor cut off, in units of `width` bytes.
#[inline(always)]
pub(crate) fn is_short(src: &[u8], width: usize) -> bool {
    src.len().wrapping_sub(1) < SHORT * width && src.len().is_multiple_of(width)
}

/// Whether `src` is less than a block of [`one_to_one`] conversion, which is for the narrow vectors.
#[inline(always)]
fn is_below_block<U: Units>(src: &[u8], from: usize, to: usize) -> bool {
    !U::CLIPS && src.len() / from * from.min(to) < U::LANES
}

/// Converts all of a short text or nothing, as all functions here do: it may be long, of a kind that
/// this is not for, or too much for the output.
#[inline(always)]
pub(crate) fn utf16_to_utf8<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    if is_below_block::<U>(src, 2, 1) {
        let simd = simd.narrow();
        return match one_to_one::utf16_to_bytes::<_, WholeBelowBlock>(simd, src, dst, (from, ASCII))
        {
            None => few_utf16_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::CLIPS && src.len() > 2 * MAYBE_ASCII || from != Endian::NATIVE {
        return None;
    }
    short_utf16_to_utf8(simd, src, dst)
}

/// The same from UTF-32.
#[inline(always)]
pub(crate) fn utf32_to_utf8<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    if is_below_block::<U>(src, 4, 1) {
        let simd = simd.narrow();
        return match one_to_one::utf32_to_bytes::<_, WholeBelowBlock>(simd, src, dst, (from, ASCII))
        {
            None => few_utf32_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::CLIPS && src.len() > 4 * MAYBE_ASCII || from != Endian::NATIVE {
        return None;
    }
    short_utf32_to_utf8(simd, src, dst)
}

/// The same from UTF-16 to UTF-32.
#[inline(always)]
pub(crate) fn utf16_to_utf32<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    let is_native = endians == [Endian::NATIVE; 2];
    if is_below_block::<U>(src, 2, 4) {
        let simd = simd.narrow();
        let all = one_to_one::basic_utf16_to_utf32::<_, WholeBelowBlock>(simd, src, dst, endians);
        if all.is_some() || !is_native {
            return all;
        }
        return match two_vectors_of_surrogate_pairs::<_, 2>(simd, src, dst) {
            None => scalar_utf16_to_utf32(src, dst),
            all => all,
        };
    }
    if !is_native {
        return None;
    }
    one_to_one::basic_utf16_to_utf32::<_, WholeNative>(simd, src, dst, endians)
}

/// The same from UTF-32 to UTF-16.
#[inline(always)]
pub(crate) fn utf32_to_utf16<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    let is_native = endians == [Endian::NATIVE; 2];
    if is_below_block::<U>(src, 4, 2) {
        let simd = simd.narrow();
        let all = one_to_one::basic_utf32_to_utf16::<_, WholeBelowBlock>(simd, src, dst, endians);
        if all.is_some() || !is_native {
            return all;
        }
        return match two_vectors_of_surrogate_pairs::<_, 4>(simd, src, dst) {
            None => scalar_utf32_to_utf16(src, dst),
            all => all,
        };
    }
    if !is_native {
        return None;
    }
    one_to_one::basic_utf32_to_utf16::<_, WholeNative>(simd, src, dst, endians)
}

/// The same from UTF-16 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf16_to_single_byte<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> Option<Progress> {
    if !is_short(src, 2) {
        return None;
    }
    if is_below_block::<U>(src, 2, 1) {
        return one_to_one::utf16_to_bytes::<_, WholeBelowBlock>(
            simd.narrow(),
            src,
            dst,
            (from, last),
        );
    }
    if from != Endian::NATIVE {
        return None;
    }
    one_to_one::utf16_to_bytes::<_, WholeNative>(simd, src, dst, (from, last))
}

/// The same from UTF-32.
#[inline(always)]
pub(crate) fn utf32_to_single_byte<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> Option<Progress> {
    if !is_short(src, 4) {
        return None;
    }
    if is_below_block::<U>(src, 4, 1) {
        return one_to_one::utf32_to_bytes::<_, WholeBelowBlock>(
            simd.narrow(),
            src,
            dst,
            (from, last),
        );
    }
    if from != Endian::NATIVE {
        return None;
    }
    one_to_one::utf32_to_bytes::<_, WholeNative>(simd, src, dst, (from, last))
}

/// The same from Latin-1 or ASCII to UTF-16.
#[inline(always)]
pub(crate) fn single_byte_to_utf16<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    if !is_short(src, 1) || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_utf16::<_, WholeNative>(simd, src, dst, (last, to))
}

/// The same to UTF-32.
#[inline(always)]
pub(crate) fn single_byte_to_utf32<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    if !is_short(src, 1) || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_utf32::<_, WholeNative>(simd, src, dst, (last, to))
}

/// The progress at the end of a text, with the zeros after it up to `at`, of which each unit made one byte.
#[inline(always)]
pub(crate) fn end<const UNIT: usize>(
    at: usize,
    written: usize,
    src: &[u8],
    dst: &Output,
) -> Option<Progress> {
    let written = written - (at - src.len()) / UNIT;
    if written > dst.len() {
        return None;
    }
    Some(Progress {
        read: src.len(),
        written,
    })
}
