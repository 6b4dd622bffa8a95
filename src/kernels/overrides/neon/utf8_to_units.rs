//! NEON: UTF-8 to UTF-16, UTF-32 and Latin-1, in blocks of four vectors. Four masks are converted
//! to bits together, because a single conversion is expensive (see `four_vectors`).
//!
//! First, the ends of characters in a whole block are converted to bits. Then each vector is loaded
//! once, checked, decoded and written. The output of a malformed block is not counted as progress.
//! Two passes, one to check and one to write, would take 1.5 times as many instructions, because
//! each vector is loaded again.

use crate::encoding::scheme::is_continuation;
use crate::kernels::mode::Mode;
use crate::kernels::utf8_to_units::main_loop::{MainLoop, Outcome, write_ascii};
use crate::kernels::utf8_to_units::{
    self, BEFORE, BLOCK, BLOCK_WINDOW, Latin1, Shifted, Target, Utf16, Utf32, target_errors,
};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::aarch64::neon::four_vectors::Positions;
use crate::simd::aarch64::neon::{Neon, Vector};
use crate::simd::{SLACK, Simd};
use core::mem;

/// A target that writes a block vector by vector.
pub(super) trait InParts: Target<Neon> {
    /// The last BMP character that the target can represent.
    const LAST: u16 = 0xFFFF;

    /// Writes the units at the positions `mask` of vector `part` of a block. See [`Positions`].
    fn write_part(
        self,
        simd: Neon,
        decoded: Self::Decoded,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    );
}

impl InParts for Utf16 {
    #[inline(always)]
    fn write_part(
        self,
        simd: Neon,
        [low, high]: Self::Decoded,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    ) {
        simd.compress_units_part(self.0, low, high, mask, part, dst);
    }
}

impl InParts for Utf32 {
    #[inline(always)]
    fn write_part(
        self,
        simd: Neon,
        ([low, high], top): Self::Decoded,
        mask: Positions,
        part: usize,
        dst: &mut Output,
    ) {
        simd.compress_wide_part(self.0, low, high, top, mask, part, dst);
    }
}

impl InParts for Latin1 {
    const LAST: u16 = 0xFF;

    #[inline(always)]
    fn write_part(self, simd: Neon, bytes: Vector, mask: Positions, part: usize, dst: &mut Output) {
        simd.compress_part(bytes, mask, part, dst);
    }
}

/// Converts UTF-8; see [`utf8_to_units::convert`].
#[inline(always)]
pub(super) fn convert<T: InParts>(
    simd: Neon,
    src: &[u8],
    dst: &mut Output,
    (target, mode): (T, Mode),
) -> Progress {
    utf8_to_units::convert_with_loop::<Neon, T, Blocks>(simd, target, src, dst, mode)
}

/// The main loop, with four vectors for each block.
struct Blocks;

impl<T: InParts> MainLoop<Neon, T> for Blocks {
    /// From this length on, this loop takes fewer instructions for ASCII.
    const ASCII_FIRST: usize = 512;

    #[inline(always)]
    fn convert(
        simd: Neon,
        target: T,
        src: &[u8],
        dst: &mut Output,
        progress: &mut Progress,
        checked: bool,
        _: bool,
    ) -> Outcome {
        if checked {
            convert_blocks::<T, true>(simd, target, src, dst, progress)
        } else {
            convert_blocks::<T, false>(simd, target, src, dst, progress)
        }
    }
}

/// Converts blocks while there is input before and after each block, and output for the largest
/// possible result.
#[inline(always)]
fn convert_blocks<T: InParts, const CHECKED: bool>(
    simd: Neon,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
) -> Outcome {
    // Whether a four-byte character may begin before the block.
    let mut four_before = true;
    let mut outcome = Outcome::Full;
    let all = dst.len();
    let mut rest = &src[progress.read - BEFORE..];
    let mut out = &mut dst[progress.written..];
    while let Some(window) = rest.first_chunk::<BLOCK_WINDOW>() {
        if out.len() < T::UNIT * BLOCK + SLACK {
            break;
        }
        let greatest = simd.greatest(simd.max(
            simd.max(simd.load(window, BEFORE), simd.load(window, BEFORE + 16)),
            simd.max(
                simd.load(window, BEFORE + 32),
                simd.load(window, BEFORE + 48),
            ),
        ));
        let mut read = BLOCK;
        let mut written = T::UNIT * (BLOCK - 1);
        if greatest < 0x80 {
            write_ascii::<Neon, T>(simd, target, &window[BEFORE..], out, BLOCK);
            let dst = &mut out[T::UNIT * BLOCK..];
            read += convert_ascii::<T>(simd, target, &rest[BEFORE + BLOCK..], dst);
            written = T::UNIT * read;
        } else if T::REPRESENTS_ALL && (greatest >= 0xF0 || four_before) {
            let ends = ends::<T, true>(simd, window);
            let has_error = convert_block::<T, CHECKED, true>(simd, target, window, ends, out);
            if !simd.is_zero(has_error) {
                outcome = Outcome::Error;
                break;
            }
            four_before = greatest >= 0xF0;
            rest = &rest[BLOCK..];
            out = &mut mem::take(&mut out)[T::UNIT * simd.number(ends)..];
            continue;
        } else {
            let ends = ends::<T, false>(simd, window);
            // All bytes except one end a character, so the block may have one two-byte character.
            if simd.number(ends) != BLOCK - 1
                || !write_one_non_ascii::<T>(simd, target, &rest[BEFORE..], out)
            {
                let has_error = convert_block::<T, CHECKED, false>(simd, target, window, ends, out);
                if !simd.is_zero(has_error) {
                    outcome = Outcome::Error;
                    break;
                }
                rest = &rest[BLOCK..];
                out = &mut mem::take(&mut out)[T::UNIT * simd.number(ends)..];
                continue;
            }
        }
        four_before = false;
        rest = &rest[read..];
        out = &mut mem::take(&mut out)[written..];
        // These paths have not checked that the next block does not begin with a continuation byte.
        if is_continuation(rest[BEFORE]) {
            outcome = Outcome::Complete;
            break;
        }
    }
    progress.read = src.len() - (rest.len() - BEFORE);
    progress.written = all - out.len();
    outcome
}

/// The number of bytes that one test for ASCII covers, after a block of ASCII.
const CHUNK: usize = 4 * BLOCK;

/// Converts chunks of ASCII while at least one byte follows. Returns their length in bytes.
#[inline(always)]
fn convert_ascii<T: Target<Neon>>(simd: Neon, target: T, src: &[u8], dst: &mut Output) -> usize {
    // Smaller chunks if the output needs many registers.
    if T::UNIT == 4 {
        convert_chunks::<T, { CHUNK / 2 }>(simd, target, src, dst)
    } else {
        convert_chunks::<T, CHUNK>(simd, target, src, dst)
    }
}

#[inline(always)]
fn convert_chunks<T: Target<Neon>, const LEN: usize>(
    simd: Neon,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> usize {
    let mut rest = src;
    let mut out = dst;
    while rest.len() > LEN && out.len() >= T::UNIT * LEN {
        let Some(chunk) = rest.first_chunk::<LEN>() else {
            break;
        };
        let mut any = simd.load(chunk, 0);
        let mut vector = Neon::LANES;
        while vector < LEN {
            any = any | simd.load(chunk, vector);
            vector += Neon::LANES;
        }
        if !simd.is_ascii(any) {
            break;
        }
        write_ascii::<Neon, T>(simd, target, chunk, out, LEN);
        rest = &rest[LEN..];
        out = &mut mem::take(&mut out)[T::UNIT * LEN..];
    }
    src.len() - rest.len()
}

/// Returns vector `part` of the block in `window`.
#[inline(always)]
fn part(simd: Neon, window: &[u8; BLOCK_WINDOW], part: usize) -> Shifted<'_, Neon> {
    Shifted::inside(simd, window, BEFORE + Neon::LANES * part)
}

/// Returns the positions of a block where output units end.
#[inline(always)]
fn ends<T: InParts, const FOUR: bool>(simd: Neon, window: &[u8; BLOCK_WINDOW]) -> Positions {
    simd.positions([
        T::ends::<FOUR>(simd, &part(simd, window, 0)),
        T::ends::<FOUR>(simd, &part(simd, window, 1)),
        T::ends::<FOUR>(simd, &part(simd, window, 2)),
        T::ends::<FOUR>(simd, &part(simd, window, 3)),
    ])
}

/// Converts a block. Returns nonzero bytes at malformed sequences and unrepresentable characters.
#[inline(always)]
fn convert_block<T: InParts, const CHECKED: bool, const FOUR: bool>(
    simd: Neon,
    target: T,
    window: &[u8; BLOCK_WINDOW],
    ends: Positions,
    dst: &mut Output,
) -> Vector {
    let mut has_error = simd.splat(0);
    let mut part = 0;
    while part < 4 {
        let shifted = self::part(simd, window, part);
        has_error = has_error | errors_in_part::<T, CHECKED, FOUR>(simd, &shifted);
        has_error = simd.barrier(has_error);
        let decoded = T::decode::<FOUR>(simd, &shifted);
        target.write_part(simd, decoded, ends, part, dst);
        part += 1;
    }
    has_error
}

/// Calls [`target_errors`]. Without `FOUR`, the text has no four-byte characters, or the target
/// cannot represent them.
#[inline(always)]
fn errors_in_part<T: InParts, const CHECKED: bool, const FOUR: bool>(
    simd: Neon,
    shifted: &Shifted<'_, Neon>,
) -> Vector {
    if FOUR || !CHECKED {
        return target_errors::<Neon, T, true>(simd, shifted, CHECKED);
    }
    let errors = simd.errors_below_four(shifted.prev1, shifted.current, shifted.next);
    errors | target_errors::<Neon, T, true>(simd, shifted, false)
}

/// Converts the block at the start of `src` if it is ASCII except for one two-byte character. Most
/// non-ASCII blocks of Western European text are of this kind.
///
/// The function writes the whole block as ASCII, then the bytes after the character again, one unit
/// earlier. Returns whether it converted the block.
#[inline(always)]
fn write_one_non_ascii<T: InParts>(simd: Neon, target: T, src: &[u8], dst: &mut Output) -> bool {
    if src.len() < 2 * BLOCK || dst.len() < 2 * T::UNIT * BLOCK {
        return false;
    }
    let mut mask = simd.bits(simd.non_ascii(simd.load(src, 0)));
    let mut vector = Neon::LANES;
    while vector < BLOCK {
        mask |= simd.bits(simd.non_ascii(simd.load(src, vector))) << vector;
        vector += Neon::LANES;
    }
    let offset = mask.trailing_zeros() as usize;
    if mask >> offset != 0b11 {
        return false;
    }
    let (lead, trail) = (src[offset], src[offset + 1]);
    let character = u16::from(lead & 0x1F) << 6 | u16::from(trail & 0x3F);
    let is_well_formed = matches!((lead, trail), (0xC2..0xE0, 0x80..0xC0));
    if !is_well_formed || character > T::LAST {
        return false;
    }
    write_ascii::<Neon, T>(simd, target, src, dst, BLOCK);
    let dst = &mut dst[T::UNIT * offset..];
    write_ascii::<Neon, T>(simd, target, &src[offset + 1..], dst, BLOCK);
    target.encode_bmp(simd, character, dst);
    true
}
