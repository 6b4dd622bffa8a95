//! Runs of four-byte sequences (emoji, historic scripts). Each sequence fills a lane of 32 bits and
//! becomes 32 bits of UTF-16 or UTF-32. So each lane is converted in place. Nothing is compressed,
//! as it is in the loop of chunks, which takes more than twice as long for such text.
//!
//! ```text
//! lane      11110eee  10dddddd  10cccccc  10bbbbbb
//! character 00000000  000eeedd  ddddcccc  ccbbbbbb
//! ```
//!
//! The loop is a separate function. Inside the loop of chunks, it would take registers from the
//! constants of that loop, which made all other text a fifth slower (AVX-512).

use super::{BLOCK, Latin1, Target, Utf16, Utf32, at_boundary};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::{Task, UnitOps};

/// A target for which runs of four-byte sequences can be converted.
pub(crate) trait FourByteRuns<S: DecodeUtf8>: Target<S> {
    /// Returns the units of characters. Each lane of 32 bits contains a character minus 0x1_0000.
    fn encode_four_byte(self, simd: S, characters: S::Bytes) -> S::Bytes;
}

impl<S: DecodeUtf8> FourByteRuns<S> for Utf16 {
    #[inline(always)]
    fn encode_four_byte(self, simd: S, characters: S::Bytes) -> S::Bytes {
        let low = simd.shift_left_32::<16>(characters & simd.splat_32(0x3FF));
        let both = simd.shift_right_32::<10>(characters) | low;
        let surrogate_pairs = simd.add_32(both, simd.splat_32(0xDC00_D800));
        simd.shuffle_bytes(surrogate_pairs, simd.to_native_16(self.0))
    }
}

impl<S: DecodeUtf8> FourByteRuns<S> for Utf32 {
    #[inline(always)]
    fn encode_four_byte(self, simd: S, characters: S::Bytes) -> S::Bytes {
        let characters = simd.add_32(characters, simd.splat_32(0x1_0000));
        simd.shuffle_bytes(characters, simd.to_native_32(self.0))
    }
}

impl<S: DecodeUtf8> FourByteRuns<S> for Latin1 {
    /// Unused: Latin-1 has none of these characters.
    #[inline(always)]
    fn encode_four_byte(self, _simd: S, characters: S::Bytes) -> S::Bytes {
        characters
    }
}

/// Returns whether a run is likely in this block: in four of its sixteen lanes, there is a
/// four-byte lead at the same position.
#[inline(always)]
pub(super) fn is_likely(block: &[u8; BLOCK]) -> bool {
    let at =
        |at: usize| u32::from_ne_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
    let all = at(0) & at(20) & at(40) & at(60);
    all & all << 1 & all << 2 & all << 3 & 0x8080_8080 != 0
}

/// The conversion of a run of four-byte sequences. `progress` may be within the first sequence.
pub(super) struct FourByteRun<'a, T> {
    pub(super) src: &'a [u8],
    pub(super) dst: &'a mut Output,
    pub(super) progress: Progress,
    pub(super) target: T,
}

impl<S: DecodeUtf8, T: FourByteRuns<S>> Task<S> for FourByteRun<'_, T> {
    /// The end of the run, if it has at least one vector.
    type Output = Option<Progress>;

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(self, simd: S, endian: Endian) -> Option<Progress> {
        let target = self.target.with_endian(endian);
        convert::<S, T>(simd, target, self.src, self.dst, self.progress)
    }
}

/// Returns the characters, minus 0x1_0000, of a vector of four-byte sequences, and a mask of the
/// lanes that are not such a sequence.
#[inline(always)]
pub(crate) fn four_byte_characters<S: UnitOps>(simd: S, bytes: S::Bytes) -> (S::Bytes, S::Mask32) {
    let bytes = simd.shuffle_bytes(bytes, simd.to_native_32(Endian::Big));
    let tags = bytes & simd.splat_32(0xF8C0_C0C0);
    let two = (bytes & simd.splat_32(0x003F_003F))
        | (simd.shift_right_32::<2>(bytes) & simd.splat_32(0x01C0_0FC0));
    let all =
        (two & simd.splat_32(0x0FFF)) | (simd.shift_right_32::<4>(two) & simd.splat_32(0x1F_F000));
    let characters = simd.add_32(all, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let four = simd.equal_32(tags, simd.splat_32(0xF080_8080));
    (characters, simd.at_least_32(0x10_0000, characters) | !four)
}

/// Converts vectors that consist of four-byte sequences only.
#[inline(always)]
fn convert<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: Progress,
) -> Option<Progress> {
    let mut at = at_boundary::<S, T>(src, progress);
    let start = at.read;
    let vectors = src[at.read..].chunks_exact(S::LANES);
    let outs = dst[at.written..].chunks_exact_mut(S::LANES);
    for (vector, out) in vectors.zip(outs) {
        let (characters, others) = four_byte_characters(simd, simd.load(vector, 0));
        if simd.any_32(others) {
            break;
        }
        simd.store(target.encode_four_byte(simd, characters), out, 0);
        at.read += S::LANES;
        at.written += S::LANES;
    }
    // The byte after the run is not checked yet. If it is a continuation byte, which is malformed
    // there, the last vector is dropped.
    if at.read > start && src.get(at.read).is_some_and(|&byte| is_continuation(byte)) {
        at.read -= S::LANES;
        at.written -= S::LANES;
    }
    (at.read > start).then_some(at)
}
