//! Runs of characters of four bytes (emoji, historic scripts): each is a unit of 32 bits, and so is what it becomes. They are
//! converted where they stand, with nothing to compress, in less than half of the time.
//!
//! Inside the loop of chunks, AVX-512 had too few registers for its constants: all else took a fifth longer.

use super::{BLOCK, Target, Utf16, Utf32, until};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::{Task, Units};

/// What characters of four bytes become.
pub(crate) trait FourByteRuns<S: Units>: Target<S> {
    /// Whether there is a way for them.
    const HAS: bool = true;

    /// The same number of bytes in units of this scheme, for characters without their 0x1_0000.
    fn bytes_of_4(self, simd: S, characters: S::Bytes) -> S::Bytes;
}

impl<S: Units> FourByteRuns<S> for Utf16 {
    #[inline(always)]
    fn bytes_of_4(self, simd: S, characters: S::Bytes) -> S::Bytes {
        let low = simd.shift_left_32::<16>(characters & simd.splat_32(0x3FF));
        let both = simd.shift_right_32::<10>(characters) | low;
        let surrogate_pairs = simd.add_32(both, simd.splat_32(0xDC00_D800));
        simd.shuffle_16s(surrogate_pairs, simd.to_native_16(self.0))
    }
}

impl<S: Units> FourByteRuns<S> for Utf32 {
    #[inline(always)]
    fn bytes_of_4(self, simd: S, characters: S::Bytes) -> S::Bytes {
        let characters = simd.add_32(characters, simd.splat_32(0x1_0000));
        simd.shuffle_16s(characters, simd.to_native_32(self.0))
    }
}

impl<S: Units> FourByteRuns<S> for super::Latin1 {
    const HAS: bool = false;

    #[inline(always)]
    fn bytes_of_4(self, _simd: S, characters: S::Bytes) -> S::Bytes {
        characters
    }
}

/// Whether a run of such characters is likely in this block: of the characters one in five has been looked at, wherever the
/// first one begins.
#[inline(always)]
pub(super) fn are_in(block: &[u8; BLOCK]) -> bool {
    let at =
        |at: usize| u32::from_ne_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
    let all = at(0) & at(20) & at(40) & at(60);
    all & all << 1 & all << 2 & all << 3 & 0x8080_8080 != 0
}

/// A run of characters of four bytes, the first of which may have begun before `to`.
pub(super) struct Run<'a, T> {
    pub(super) src: &'a [u8],
    pub(super) dst: &'a mut Output,
    pub(super) to: Progress,
    pub(super) target: T,
}

impl<S: Units, T: FourByteRuns<S>> Task<S> for Run<'_, T> {
    /// Where the run ends, if there is one.
    type Output = Option<Progress>;

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(self, simd: S, endian: Endian) -> Option<Progress> {
        let target = self.target.in_order(endian);
        convert::<S, T>(simd, target, self.src, self.dst, self.to)
    }
}

/// Converts vectors of nothing but characters of four bytes.
#[inline(always)]
fn convert<S: Units, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: Progress,
) -> Option<Progress> {
    let mut at = until::<S, T>(src, to);
    let start = at.read;
    let vectors = src[at.read..].chunks_exact(S::LANES);
    let outs = dst[at.written..].chunks_exact_mut(S::LANES);
    for (vector, out) in vectors.zip(outs) {
        // 11110eee 10dddddd 10cccccc 10bbbbbb
        let bytes = simd.shuffle_16s(simd.load(vector, 0), simd.to_native_32(Endian::Big));
        let tags = bytes & simd.splat_32(0xF8C0_C0C0);
        let two = (bytes & simd.splat_32(0x003F_003F))
            | (simd.shift_right_32::<2>(bytes) & simd.splat_32(0x01C0_0FC0));
        let all = (two & simd.splat_32(0x0FFF))
            | (simd.shift_right_32::<4>(two) & simd.splat_32(0x1F_F000));
        let characters = simd.add_32(all, simd.splat_32(0x1_0000u32.wrapping_neg()));
        let four = simd.equal_32(tags, simd.splat_32(0xF080_8080));
        if simd.any_32(simd.at_least_32(0x10_0000, characters) | !four) {
            break;
        }
        simd.store(target.bytes_of_4(simd, characters), out, 0);
        at.read += S::LANES;
        at.written += S::LANES;
    }
    // The byte after was not looked at. Where it is wrong, the last vector was too much.
    if at.read > start && src.get(at.read).is_some_and(|&byte| is_continuation(byte)) {
        at.read -= S::LANES;
        at.written -= S::LANES;
    }
    (at.read > start).then_some(at)
}
