//! UTF-16 to UTF-32. Units are widened to 32 bits. Each low surrogate becomes the character of its
//! pair, and compression drops the high surrogates:
//!
//! ```text
//! units         a     H     L     b
//! before        .     a     H     L        H: high surrogate, L: low surrogate
//! characters    a     -    H+L    b        (H - 0xD800) << 10 | (L - 0xDC00), + 0x1_0000
//! ```
//!
//! Text without surrogates is only widened: see [`one_to_one`]. A block that consists of surrogate
//! pairs only is converted without compression.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::one_to_one::{self, Bulk, From16To32, Map};
use super::utf16_blocks::{block_end, ends_within_pair};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::surrogates::{
    DecodeUtf16, SurrogateTest, are_surrogate_pairs, characters_of_surrogate_pairs,
};
use crate::simd::{SLACK, UnitOps};

#[derive(Clone, Copy)]
struct ToUtf32<S: UnitOps> {
    endian: Endian,
    /// The conversion of text without surrogates.
    basic: From16To32<S>,
    /// The shuffle from the byte order of the input to the native one.
    to_native: S::Bytes,
    /// The shuffle from the native byte order to that of the output.
    to: S::Bytes,
}

impl<S: DecodeUtf16> BlockConversion<S> for ToUtf32<S> {
    const VECTORS: usize = 1;
    const MAX_OUTPUT: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO_OUTPUT: usize = 4;
    const COMMON_OUTPUT: usize = 2 * S::LANES;
    const COMMON_RUN: usize = if S::LANES < 32 { 1 } else { 16 };

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::convert_in_fours(simd, self.basic, src, dst, Progress::START)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        units: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if simd.any_16(self.basic.test.any(simd, units[0])) {
            return None;
        }
        let ([first, second, ..], _) = self.basic.map(simd, units);
        simd.store_or_clip::<CLIPPED>(first, dst, 0);
        simd.store_or_clip::<CLIPPED>(second, dst, S::LANES);
        Some(Progress {
            read: S::LANES,
            written: 2 * S::LANES,
        })
    }

    #[inline(always)]
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if let Some(step) = self.convert_common_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(step);
        }
        let read = S::LANES;
        let units = simd.shuffle_bytes(vectors[0], self.to_native);
        if !simd.any_32(!are_surrogate_pairs(simd, units)) {
            let characters = characters_of_surrogate_pairs(simd, units);
            simd.store_or_clip::<CLIPPED>(simd.shuffle_bytes(characters, self.to), dst, 0);
            let written = S::LANES;
            return Some(Progress { read, written });
        }
        let before = simd.shift_in_zeros::<2>(units);
        let written = simd.decode_utf16::<CLIPPED>(units, before, Some(self.to), dst)?;
        // A high surrogate at the end has produced no output.
        let ends_within_pair = ends_within_pair(self.endian, src, read);
        Some(block_end(Progress { read, written }, ends_within_pair, 0))
    }
}

/// Converts all units that are well-formed and fit.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf16>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Progress {
    // Widening is one shuffle for each output vector, so another shuffle for the byte order would
    // be noticeable.
    let mut at = if endians == [Endian::NATIVE; 2] {
        one_to_one::basic_utf16_to_utf32::<_, Bulk<false>>(simd, src, dst, endians)
    } else {
        one_to_one::basic_utf16_to_utf32::<_, Bulk>(simd, src, dst, endians)
    };
    if src.len() - at.read >= 2 {
        at += convert_mixed(simd, &src[at.read..], &mut dst[at.written..], endians);
    }
    at
}

/// Converts like [`convert`], for text that begins with surrogates.
#[inline(always)]
pub(crate) fn convert_mixed<S: DecodeUtf16>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let to_native = simd.to_native_16(from);
    let to = simd.to_native_32(to);
    let blocks = ToUtf32 {
        endian: from,
        basic: From16To32 {
            test: SurrogateTest::new(simd, Some(to_native)),
            widened: Some(simd.shuffle_bytes(to_native, to)),
        },
        to_native,
        to,
    };
    block_loop::convert(simd, blocks, src, dst)
}
