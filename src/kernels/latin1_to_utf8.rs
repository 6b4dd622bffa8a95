//! Latin-1 to UTF-8: a byte below 0x80 is unchanged, any other becomes two bytes.
//!
//! ```text
//! bbaaaaaa        110000bb 10aaaaaa
//! ```
//!
//! With vectors of 16 bytes, text is converted in chunks: see [`to_utf8_chunks`]. With wider
//! vectors, it is converted block by block after its leading ASCII. Vectors of 64 bytes compress
//! every block, whatever its content.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::to_utf8_chunks::{self, ChunkConversion};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::SLACK;
use crate::simd::encode_utf8::EncodeUtf8;

#[derive(Clone, Copy)]
struct ToUtf8;

impl<S: EncodeUtf8> BlockConversion<S> for ToUtf8 {
    const VECTORS: usize = 1;
    const MAX_OUTPUT: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 1;
    const ZERO_OUTPUT: usize = 1;
    const SKIPS_SHORT: bool = false;
    const COMMON_RUN: usize = if S::LANES < 32 { 1 } else { 8 };
    const COMMON_OUTPUT: usize = if S::ENCODES_CHUNKS && S::LANES < 64 {
        usize::MAX
    } else {
        S::LANES
    };

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        if S::LANES == 16 {
            return to_utf8_chunks::convert(simd, self, src, dst);
        }
        // Compressing a block of a wider vector takes at most the time of a misprediction.
        to_utf8_chunks::skip_ascii(simd, self, src, dst)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        [bytes, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if !simd.is_ascii(bytes) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(bytes, dst, 0);
        Some(Progress::all(S::LANES, 1))
    }

    #[inline(always)]
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if CLIPPED || S::LANES < 64 {
            if let Some(step) = self.convert_common_block::<CLIPPED>(simd, vectors, src, dst) {
                return Some(step);
            }
        }
        let written = simd.encode_latin1::<CLIPPED>(vectors[0], dst, 0);
        Some(Progress {
            read: S::LANES,
            written,
        })
    }
}

impl<S: EncodeUtf8> ChunkConversion<S> for ToUtf8 {
    #[inline(always)]
    fn kind(self, simd: S, any: S::Bytes) -> u32 {
        u32::from(!simd.is_ascii(any))
    }

    #[inline(always)]
    fn are_ascii(self, simd: S, any: S::Bytes) -> bool {
        simd.is_ascii(any)
    }

    #[inline(always)]
    fn non_ascii(self, simd: S, [bytes, ..]: Vectors<S>) -> u64 {
        simd.bits(simd.non_ascii(bytes))
    }

    #[inline(always)]
    fn narrowed(self, _simd: S, [bytes, ..]: Vectors<S>) -> S::Bytes {
        bytes
    }

    #[inline(always)]
    fn encode_below_800(self, simd: S, [bytes, ..]: Vectors<S>, dst: &mut Output) -> usize {
        simd.encode_latin1::<false>(bytes, dst, 0)
    }

    #[inline(always)]
    fn has_surrogates(self, _simd: S, _part: &[u8]) -> bool {
        // Never called, because Latin-1 has no chunks of the kind that needs this test.
        true
    }

    #[inline(always)]
    fn encode_any(self, simd: S, vectors: Vectors<S>, _likely_3: bool, dst: &mut Output) -> usize {
        self.encode_below_800(simd, vectors, dst)
    }

    #[inline(always)]
    fn character(self, src: &[u8]) -> Option<u32> {
        Some(src[0].into())
    }
}

/// Converts all bytes that fit.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8>(simd: S, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    block_loop::convert(simd, ToUtf8, src, dst)
}
