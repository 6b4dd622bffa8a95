//! Conversion of short texts between UTF-16, UTF-32, single bytes and UTF-8, all or nothing.
//!
//! A kernel for long text saves registers and loads the constants of its main loop first. Here each
//! kind of text has its own small loop, and its constants are loaded when the loop begins. If no
//! loop converts the text, the kernel converts all of it, so no register must be preserved across
//! that call. The kernel also converts text in the other byte order, except if it is shorter than a
//! block.
//!
//! ```text
//! less than a block ──► first and last units, which overlap ──┐
//! ASCII, or one kind of text ──► vector by vector ────────────┼──► all is converted
//! surrogate pairs ──► one or two vectors, or scalar code ─────┘
//! anything else ──► nothing: the kernel for long text converts it
//! ```
//!
//! A masked load with an empty mask still needs a mapped address, or it takes fifty times as long.
//! So an empty text does not count as [short](is_short).
#![forbid(unsafe_code)]

mod surrogate_pairs;
mod to_utf8;

#[allow(unused_imports, reason = "an instruction set may have no use for them")]
pub(crate) use surrogate_pairs::{convert_surrogate_pairs, pair_padding, scalar_units_to_units};
#[allow(unused_imports, reason = "an instruction set may have no use for it")]
pub(crate) use to_utf8::encode_below_800;

use super::one_to_one::{self, Strategy, WholeBelowBlock, WholeNative};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::{ASCII, LATIN1};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use crate::simd::encode_utf8::EncodeUtf8;
use surrogate_pairs::two_vectors_of_surrogate_pairs;
use to_utf8::{
    ascii_or_1_vector_utf16_to_utf8, ascii_or_1_vector_utf32_to_utf8,
    up_to_2_vectors_utf16_to_utf8, up_to_4_vectors_utf32_to_utf8,
};

/// Lengths at which another implementation becomes the fastest.
#[allow(dead_code, reason = "only AVX-512 uses some of them")]
pub(crate) mod threshold {
    /// Units up to which a text is short.
    pub(crate) const SHORT_UNITS: usize = 256;

    /// Bytes of Latin-1 up to which it is widened without aligning the stores.
    pub(crate) const WIDENED_BYTES: usize = 1024;

    /// Bytes up to which AVX-512 first tries the fast paths for ASCII and for UTF-8 without
    /// characters of more than two bytes.
    pub(crate) const ASCII_BYTES: usize = 512;

    /// Units of UTF-16 or UTF-32 up to which a text is tested for pure ASCII, without cheap masked
    /// access.
    pub(crate) const ASCII_UNITS: usize = 128;

    /// Bytes of UTF-16 up to which AVX-512 tests the whole text for surrogates at once.
    pub(crate) const TESTED_UTF16_BYTES: usize = 1024;

    /// Units of UTF-16 up to which AVX-512 tests each vector for surrogates when converting to
    /// UTF-32.
    pub(crate) const WIDENED_UNITS: usize = 1024;

    /// Units of UTF-16 up to which AVX-512 tests the kind of each vector when converting to UTF-8.
    pub(crate) const TESTED_VECTORS_UNITS: usize = 192;

    /// Bytes of UTF-8 below which scalar code is faster than a masked load.
    pub(crate) const SCALAR_UTF8_BYTES: usize = 8;

    /// Units below which scalar code converts text with surrogate pairs faster than a kernel.
    pub(crate) const SCALAR_PAIRS_UNITS: usize = 8;
}

/// Returns whether `src` is short, not empty, and consists of complete units of `width` bytes.
#[inline(always)]
pub(crate) fn is_short(src: &[u8], width: usize) -> bool {
    src.len().wrapping_sub(1) < threshold::SHORT_UNITS * width && src.len() % width == 0
}

/// How to convert a text, by its length.
enum Path {
    /// Vectors of 16 bytes, in any byte order: the text is shorter than a block of a [`one_to_one`]
    /// conversion, and there is no cheap masked access.
    BelowBlock,
    /// Vectors of the instruction set, in the native byte order.
    Native,
    /// The kernel for long text.
    Long,
}

/// Returns the path for a conversion between units of `from` and `to` bytes.
#[inline(always)]
fn path<U: UnitOps>(src: &[u8], from: usize, to: usize, is_native: bool) -> Path {
    if !is_short(src, from) {
        Path::Long
    } else if !U::CHEAP_MASKED_ACCESS && src.len() / from * from.min(to) < U::LANES {
        Path::BelowBlock
    } else if is_native {
        Path::Native
    } else {
        Path::Long
    }
}

/// Returns whether to test a text of UTF-16 or UTF-32, with units of `width` bytes, for pure ASCII.
#[inline(always)]
fn is_tested_for_ascii<U: UnitOps>(src: &[u8], width: usize) -> bool {
    U::CHEAP_MASKED_ACCESS || src.len() <= width * threshold::ASCII_UNITS
}

/// Converts units of `FROM` bytes, UTF-16 or UTF-32, to UTF-8. Like all functions of this module,
/// it converts all of a short text or nothing: it returns `None` if the text is too long or of
/// another kind, or the result is longer than `dst`.
#[inline(always)]
pub(crate) fn units_to_utf8<const FROM: usize, U: EncodeUtf8<Narrow: EncodeUtf8>>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Option<Progress> {
    match path::<U>(src, FROM, 1, from == Endian::NATIVE) {
        Path::BelowBlock => {
            let (simd, map) = (simd.narrow(), (from, ASCII));
            match one_to_one::units_to_bytes::<FROM, _, WholeBelowBlock>(simd, src, dst, map) {
                None if FROM == 2 => up_to_2_vectors_utf16_to_utf8(simd, from, src, dst),
                None => up_to_4_vectors_utf32_to_utf8(simd, from, src, dst),
                all => all,
            }
        }
        Path::Native if !is_tested_for_ascii::<U>(src, FROM) => None,
        Path::Native if FROM == 2 => ascii_or_1_vector_utf16_to_utf8(simd, src, dst),
        Path::Native => ascii_or_1_vector_utf32_to_utf8(simd, src, dst),
        Path::Long => None,
    }
}

/// Converts UTF-16 (`FROM` 2) to UTF-32, or UTF-32 (`FROM` 4) to UTF-16.
#[inline(always)]
pub(crate) fn units_to_units<const FROM: usize, U: UnitOps>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Option<Progress> {
    let is_native = endians == [Endian::NATIVE; 2];
    let to = if FROM == 2 { 4 } else { 2 };
    match path::<U>(src, FROM, to, is_native) {
        Path::BelowBlock => {
            let simd = simd.narrow();
            let all = basic::<FROM, _, WholeBelowBlock>(simd, src, dst, endians);
            if all.is_some() || !is_native {
                return all;
            }
            match two_vectors_of_surrogate_pairs::<_, FROM>(simd, src, dst) {
                None => scalar_units_to_units::<FROM>(src, dst),
                all => all,
            }
        }
        Path::Native => basic::<FROM, _, WholeNative>(simd, src, dst, endians),
        Path::Long => None,
    }
}

/// Converts like [`units_to_units`], within the Basic Multilingual Plane.
#[inline(always)]
fn basic<const FROM: usize, U: UnitOps, T: Strategy>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> T::Outcome {
    match FROM {
        2 => one_to_one::basic_utf16_to_utf32::<_, T>(simd, src, dst, endians),
        _ => one_to_one::basic_utf32_to_utf16::<_, T>(simd, src, dst, endians),
    }
}

/// Converts units of `FROM` bytes, UTF-16 or UTF-32, to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn units_to_single_byte<const FROM: usize, U: UnitOps>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (from, last): (Endian, u8),
) -> Option<Progress> {
    let map = (from, last);
    match path::<U>(src, FROM, 1, from == Endian::NATIVE) {
        Path::BelowBlock => {
            one_to_one::units_to_bytes::<FROM, _, WholeBelowBlock>(simd.narrow(), src, dst, map)
        }
        Path::Native => one_to_one::units_to_bytes::<FROM, _, WholeNative>(simd, src, dst, map),
        Path::Long => None,
    }
}

/// Converts Latin-1 or ASCII to units of `TO` bytes: UTF-16 or UTF-32.
#[inline(always)]
pub(crate) fn single_byte_to_units<const TO: usize, U: UnitOps>(
    simd: U,
    src: &[u8],
    dst: &mut Output,
    (last, to): (u8, Endian),
) -> Option<Progress> {
    let longest = if TO == 2 && U::LANES == 64 && last == LATIN1 {
        threshold::WIDENED_BYTES
    } else {
        threshold::SHORT_UNITS
    };
    if src.len().wrapping_sub(1) >= longest || to != Endian::NATIVE {
        return None;
    }
    one_to_one::bytes_to_units::<TO, _, WholeNative>(simd, src, dst, (last, to))
}

/// Returns the progress at the end of `src`, after a conversion of `src` with zero padding up to
/// `at`. `written` includes one byte for each unit of padding. Returns `None` if the result is
/// longer than `dst`.
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
