//! Short texts in UTF-16, UTF-32 and single bytes: all or nothing.
//!
//! A kernel for long text saves registers and loads the constants of its main loop before it does
//! anything. Here each kind of text has a small loop of its own, whose constants are loaded where
//! it begins. A text that none of them converts is left to the kernel as a whole, so that no
//! register has to be kept across that call. Text in the other byte order is left to it, too,
//! except for what is less than a block.
//!
//! ```text
//! less than a block ──► first and last units, which overlap ──┐
//! ASCII, or one kind of text ──► vector by vector ────────────┼──► all is converted
//! surrogate pairs ──► one or two vectors, or scalar code ─────┘
//! anything else ──► nothing is: the kernel for long text converts it
//! ```
//!
//! A load of a part of a vector that is empty still needs a mapped address: elsewhere it takes
//! fifty times as long. So an empty text is no [short](is_short) one.

mod surrogate_pairs;
mod to_utf8;

#[allow(unused_imports, reason = "an instruction set may have no use for them")]
pub(crate) use surrogate_pairs::{
    exchange_surrogate_pairs, pair_padding, scalar_utf16_to_utf32, scalar_utf32_to_utf16,
};
#[allow(unused_imports, reason = "an instruction set may have no use for it")]
pub(crate) use to_utf8::encode_below_800;

use super::encode_utf8::EncodeUtf8;
use super::one_to_one::{self, WholeBelowBlock, WholeNative};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::{ASCII, LATIN1};
use crate::kernels::simd::Units;
use surrogate_pairs::two_vectors_of_surrogate_pairs;
use to_utf8::{
    ascii_or_1_vector_utf16_to_utf8, ascii_or_1_vector_utf32_to_utf8,
    up_to_2_vectors_utf16_to_utf8, up_to_4_vectors_utf32_to_utf8,
};

/// Lengths at which another way becomes the fastest.
pub(crate) mod threshold {
    /// Units up to which a text is short.
    pub(crate) const SHORT_UNITS: usize = 256;

    /// Bytes of Latin-1 up to which it is widened without stores that are aligned.
    pub(crate) const WIDENED_BYTES: usize = 1024;

    /// Bytes up to which AVX-512 tries a copy of ASCII, or UTF-8 without characters of more than
    /// two bytes, before anything else.
    #[allow(dead_code, reason = "one instruction set uses it")]
    pub(crate) const ASCII_BYTES: usize = 512;

    /// Units of UTF-16 or UTF-32 up to which a text is tested for being nothing but ASCII where
    /// parts of vectors are expensive to load and store.
    pub(crate) const ASCII_UNITS: usize = 128;

    /// Bytes of UTF-16 up to which one test looks for surrogates in all of a text that is
    /// validated, where parts of vectors are cheap to load.
    pub(crate) const TESTED_UTF16_BYTES: usize = 1024;

    /// Units of UTF-16 up to which AVX-512 tests each vector for surrogates on its way to UTF-32.
    #[allow(dead_code, reason = "one instruction set uses it")]
    pub(crate) const WIDENED_UNITS: usize = 1024;

    /// Units of UTF-16 up to which AVX-512 tests each vector for what it needs in UTF-8.
    #[allow(dead_code, reason = "one instruction set uses it")]
    pub(crate) const TESTED_VECTORS_UNITS: usize = 192;

    /// Bytes of UTF-8 below which scalar code converts faster than a load of a part of a vector.
    pub(crate) const SCALAR_UTF8_BYTES: usize = 8;

    /// Units below which scalar code converts text with surrogate pairs faster than a kernel.
    pub(crate) const SCALAR_PAIRS_UNITS: usize = 8;
}

/// Whether `src` is a short text of whole units of `width` bytes, and not empty.
#[inline(always)]
pub(crate) fn is_short(src: &[u8], width: usize) -> bool {
    src.len().wrapping_sub(1) < threshold::SHORT_UNITS * width && src.len() % width == 0
}

/// Whether `src` is less than a block of [`one_to_one`] conversion between units of `from` and `to`
/// bytes, where parts of vectors are expensive: then vectors of 16 bytes convert it.
#[inline(always)]
fn is_below_block<U: Units>(src: &[u8], from: usize, to: usize) -> bool {
    !U::PARTIAL_ACCESS && src.len() / from * from.min(to) < U::LANES
}

/// UTF-16 to UTF-8. As all functions here it converts all of a short text or nothing: the text may
/// be too long, of a kind that is not for this function, or its result longer than `dst`.
#[inline(always)]
pub(crate) fn utf16_to_utf8<U: EncodeUtf8<Narrow: EncodeUtf8>>(
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
            None => up_to_2_vectors_utf16_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::PARTIAL_ACCESS && src.len() > 2 * threshold::ASCII_UNITS || from != Endian::NATIVE {
        return None;
    }
    ascii_or_1_vector_utf16_to_utf8(simd, src, dst)
}

/// UTF-32 to UTF-8.
#[inline(always)]
pub(crate) fn utf32_to_utf8<U: EncodeUtf8<Narrow: EncodeUtf8>>(
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
            None => up_to_4_vectors_utf32_to_utf8(simd, from, src, dst),
            all => all,
        };
    }
    if !U::PARTIAL_ACCESS && src.len() > 4 * threshold::ASCII_UNITS || from != Endian::NATIVE {
        return None;
    }
    ascii_or_1_vector_utf32_to_utf8(simd, src, dst)
}

/// UTF-16 to UTF-32.
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

/// UTF-32 to UTF-16.
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

/// UTF-16 to Latin-1 or ASCII.
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

/// UTF-32 to Latin-1 or ASCII.
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

/// Latin-1 or ASCII to UTF-16.
#[inline(always)]
pub(crate) fn single_byte_to_utf16<U: Units>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    let longest = if U::LANES == 64 && last == LATIN1 {
        threshold::WIDENED_BYTES
    } else {
        threshold::SHORT_UNITS
    };
    if src.len().wrapping_sub(1) >= longest || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_utf16::<_, WholeNative>(simd, src, dst, (last, to))
}

/// Latin-1 or ASCII to UTF-32.
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

/// The progress at the end of `src`, where zeros up to `at` were converted too, each unit of them
/// to one of the bytes `written`; `None` if the result is longer than `dst`.
#[inline(always)]
pub(crate) fn complete<const UNIT: usize>(
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
