//! UTF-16 to UTF-16 of either byte order: a copy or a byte swap of well-formed text.
//!
//! Four vectors without surrogates are copied after one test. If there are surrogates, each vector
//! is compared with the units one position before it: a unit must be a low surrogate if and only if
//! the unit before it is a high surrogate.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::utf16_blocks::{block_end, ends_within_pair, without_last};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use crate::simd::surrogates::{SurrogateTest, begins_with_low, ends_with_high};

#[derive(Clone, Copy)]
struct ToUtf16<S: UnitOps> {
    endian: Endian,
    test: SurrogateTest<S>,
    /// The shuffle of bytes from the order of the input to that of the output.
    to_output_order: S::Bytes,
}

impl<S: UnitOps> ToUtf16<S> {
    /// Returns whether the first `len` bytes of `src` end with a high surrogate without a low
    /// surrogate after it. Such a surrogate is neither counted nor written.
    #[inline(always)]
    fn ends_with_unpaired_high(self, src: &[u8], len: usize) -> bool {
        let (before, after) = src.split_at(len);
        ends_with_high(self.endian, before) && !begins_with_low(self.endian, after)
    }
}

impl<S: UnitOps> BlockConversion<S> for ToUtf16<S> {
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
            let [a, b, c, d] = simd.load_four(block, 0);
            if self.test.any_of_four(simd, [a, b, c, d]) {
                if !self.test.are_paired(simd, src, at)
                    || self.ends_with_unpaired_high(src, at + 4 * lanes)
                {
                    break;
                }
            } else if ends_with_high(self.endian, &src[..at]) {
                break;
            }
            simd.store(simd.shuffle_bytes(a, self.to_output_order), out, 0);
            simd.store(simd.shuffle_bytes(b, self.to_output_order), out, lanes);
            simd.store(simd.shuffle_bytes(c, self.to_output_order), out, 2 * lanes);
            simd.store(simd.shuffle_bytes(d, self.to_output_order), out, 3 * lanes);
            at += 4 * lanes;
        }
        let all = Progress::all(at, 1);
        block_end(all, ends_within_pair(self.endian, src, at), 2)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        [units, ..]: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let ends_within_pair = ends_within_pair(self.endian, src, S::LANES);
        let units = without_last(simd, units, ends_within_pair);
        let before = simd.shift_in_zeros::<2>(units);
        if simd.any_16(self.test.mispaired(simd, before, units))
            || ends_within_pair && self.ends_with_unpaired_high(src, S::LANES)
        {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(simd.shuffle_bytes(units, self.to_output_order), dst, 0);
        Some(block_end(Progress::all(S::LANES, 1), ends_within_pair, 2))
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

/// Converts all units that are well-formed and fit.
#[inline(always)]
pub(crate) fn convert<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let blocks = ToUtf16 {
        endian: from,
        test: SurrogateTest::new(simd, Some(simd.to_native_16(from))),
        to_output_order: simd.to_native_16(if from == to {
            Endian::NATIVE
        } else {
            Endian::NATIVE.swapped()
        }),
    };
    block_loop::convert(simd, blocks, src, dst)
}
