//! UTF-32 to UTF-16, two vectors of characters at a time.
//!
//! Text of the Basic Multilingual Plane is narrowed: see [`one_to_one`]. In other text each
//! character is expanded to two units. Compression drops the second unit of each character that
//! needs only one. A block that consists of supplementary characters only needs no compression.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::one_to_one::{self, Bulk, From32To16, Map};
use super::utf32::{any_malformed, are_supplementary};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::surrogates::{SurrogateTest, surrogate_pairs};
use crate::simd::{SLACK, UnitOps};

#[derive(Clone, Copy)]
struct ToUtf16<S: UnitOps> {
    /// The shuffle from the byte order of the input to the native one.
    from: S::Bytes,
    /// The shuffle from the native byte order to that of the output.
    to: S::Bytes,
    /// The conversion of text of the Basic Multilingual Plane.
    basic: From32To16<S>,
}

impl<S: UnitOps> ToUtf16<S> {
    /// Writes each character as one or two units. Returns the number of bytes that count.
    #[inline(always)]
    fn encode_mixed<const CLIPPED: bool>(
        self,
        simd: S,
        characters: S::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let above = are_supplementary(simd, characters);
        let units = simd.select_32(above, surrogate_pairs(simd, characters), characters);
        // A low surrogate is never zero, but the upper half of any other character is.
        let mask = simd.at_least_16(1, units | simd.splat_32(0x0000_FFFF));
        simd.compress_16::<CLIPPED>(simd.shuffle_bytes(units, self.to), mask, dst, at)
    }
}

impl<S: UnitOps> BlockConversion<S> for ToUtf16<S> {
    const VECTORS: usize = 2;
    const MAX_OUTPUT: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO_OUTPUT: usize = 2;
    const COMMON_OUTPUT: usize = S::LANES;
    const COMMON_RUN: usize = if S::LANES < 32 { 1 } else { 16 };

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::convert_in_fours(simd, self.basic, src, dst, Progress::START)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        characters: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let ([units, ..], digest) = self.basic.map(simd, characters);
        if self.basic.is_unconvertible(simd, digest) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(units, dst, 0);
        Some(Progress {
            read: 2 * S::LANES,
            written: S::LANES,
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
        let read = 2 * S::LANES;
        let first = simd.shuffle_bytes(vectors[0], self.from);
        let second = simd.shuffle_bytes(vectors[1], self.from);
        if !simd.any_32(!(are_supplementary(simd, first) & are_supplementary(simd, second))) {
            let too_large = simd.at_least_32(0x11_0000, simd.max_32(first, second));
            if simd.any_32(too_large) {
                return None;
            }
            simd.store_or_clip::<CLIPPED>(
                simd.shuffle_bytes(surrogate_pairs(simd, first), self.to),
                dst,
                0,
            );
            let second = simd.shuffle_bytes(surrogate_pairs(simd, second), self.to);
            simd.store_or_clip::<CLIPPED>(second, dst, S::LANES);
            let written = read;
            return Some(Progress { read, written });
        }
        if any_malformed(simd, [first, second]) {
            return None;
        }
        let mut written = self.encode_mixed::<CLIPPED>(simd, first, dst, 0);
        written += self.encode_mixed::<CLIPPED>(simd, second, dst, written);
        Some(Progress { read, written })
    }
}

/// Converts all characters that are well-formed and fit.
#[inline(always)]
pub(crate) fn convert<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Progress {
    let mut at = one_to_one::basic_utf32_to_utf16::<_, Bulk>(simd, src, dst, endians);
    if src.len() - at.read >= 4 {
        at += convert_mixed(simd, &src[at.read..], &mut dst[at.written..], endians);
    }
    at
}

/// Converts like [`convert`], without the loop for the Basic Multilingual Plane, for text that
/// probably begins with supplementary characters.
#[inline(always)]
pub(crate) fn convert_mixed<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let (from, to) = (simd.to_native_32(from), simd.to_native_16(to));
    let blocks = ToUtf16 {
        from,
        to,
        basic: From32To16 {
            narrowed: Some(simd.shuffle_bytes(from, to)),
            not_bmp: simd.shuffle_bytes(simd.splat_32(0xFFFF_0000), from),
            test: SurrogateTest::new(simd, Some(to)),
        },
    };
    block_loop::convert(simd, blocks, src, dst)
}
