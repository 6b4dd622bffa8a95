//! UTF-16 to UTF-16 of either byte order: a copy, or a swap of bytes, of what is well-formed.
//!
//! Four vectors without a surrogate are copied after one test. Where there are surrogates, each
//! vector is compared with the units one place before it: after every high surrogate, and nowhere
//! else, there must be a low one.

use super::block_loop::{self, BlockConversion, Vectors};
use super::surrogates::{SurrogateTest, begins_with_low, ends_with_high};
use super::utf16_blocks::{block_end, is_cut, without_last};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::simd::Units;

#[derive(Clone, Copy)]
struct ToUtf16<S: Units> {
    endian: Endian,
    test: SurrogateTest<S>,
    /// From the byte order of the input to that of the output.
    shuffle_16s: S::Bytes,
}

impl<S: Units> ToUtf16<S> {
    /// Whether the first `len` bytes of `src` end with a high surrogate after which there is no low
    /// one. It does not count, and what does not count is not written.
    #[inline(always)]
    fn is_torn(self, src: &[u8], len: usize) -> bool {
        let (before, after) = src.split_at(len);
        ends_with_high(self.endian, before) && !begins_with_low(self.endian, after)
    }
}

impl<S: Units> BlockConversion<S> for ToUtf16<S> {
    const VECTORS: usize = 1;
    const MAX_OUTPUT: usize = S::LANES;
    const UNIT: usize = 2;
    const ZERO_OUTPUT: usize = 2;
    const SKIPS_SHORT: bool = false;
    const COMMON_OUTPUT: usize = usize::MAX;

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let mut at = 0;
        while let Some(block) = src.get(at..at + 4 * lanes) {
            let Some(out) = dst.get_mut(at..at + 4 * lanes) else {
                break;
            };
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            let vectors = [a, b, c, d];
            if self.test.any_of_four(simd, vectors) {
                if !self.test.are_paired(simd, src, at) || self.is_torn(src, at + 4 * lanes) {
                    break;
                }
            } else if ends_with_high(self.endian, &src[..at]) {
                break;
            }
            simd.store(simd.shuffle_16s(a, self.shuffle_16s), out, 0);
            simd.store(simd.shuffle_16s(b, self.shuffle_16s), out, lanes);
            simd.store(simd.shuffle_16s(c, self.shuffle_16s), out, 2 * lanes);
            simd.store(simd.shuffle_16s(d, self.shuffle_16s), out, 3 * lanes);
            at += 4 * lanes;
        }
        let all = Progress {
            read: at,
            written: at,
        };
        block_end(all, is_cut(self.endian, src, at), 2)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        [units, ..]: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let is_cut = is_cut(self.endian, src, S::LANES);
        let units = without_last(simd, units, is_cut);
        let before = simd.shift_in::<2>(simd.splat(0), units);
        if simd.any_16(self.test.mispaired(simd, before, units))
            || is_cut && self.is_torn(src, S::LANES)
        {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(simd.shuffle_16s(units, self.shuffle_16s), dst, 0);
        let all = Progress {
            read: S::LANES,
            written: S::LANES,
        };
        Some(block_end(all, is_cut, 2))
    }

    #[inline(always)]
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        self.convert_common_block::<CLIPPED>(simd, vectors, src, dst)
    }
}

/// Converts as much as is well-formed and fits.
#[inline(always)]
pub(crate) fn convert<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let blocks = ToUtf16 {
        endian: from,
        test: SurrogateTest::new(simd, Some(simd.to_native_16(from))),
        shuffle_16s: simd.to_native_16(if from == to {
            Endian::NATIVE
        } else {
            Endian::NATIVE.swapped()
        }),
    };
    block_loop::convert(simd, blocks, src, dst)
}
