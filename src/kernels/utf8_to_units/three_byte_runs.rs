//! Runs of three-byte sequences (Chinese, Japanese) with some ASCII between them: 48 bytes are
//! split into three vectors, with the first, the second and the third bytes of 16 characters. So
//! there are no lookups, and compressing is only needed at the end of a run.
//!
//! ```text
//! source     一 一 一 一 一 一 2 0 2 6 年 一 一 ...
//! step       │ 6 characters    │ 4 ASCII │ 16 characters ...
//! ```
//!
//! In WebAssembly this takes a third of the instructions of the loop over chunks. The end of a run
//! takes as long as the conversion of a block in that loop.
//!
//! Only used for instruction sets with [`DecodeUtf8::THREE_BYTE_RUNS`], whose vectors have 16
//! bytes.

use super::{BLOCK, Target, at_boundary};
use crate::encoding::scheme::is_continuation;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::SLACK;
use crate::simd::decode_utf8::DecodeUtf8;
use core::hint::black_box;

/// Characters of a full step.
const STEP: usize = 16;

/// Units per block up to which long runs are likely: 21 characters, and some ASCII.
pub(super) const LIKELY: usize = 23;

/// Number of consecutive steps with fewer characters after which a run ends. Each costs a
/// mispredicted branch.
const LIMIT: usize = 4;

/// Masks of every third byte of a vector, beginning at the first, the second or the third.
const THIRDS: [[u8; 16]; 3] = {
    let mut thirds = [[0; 16]; 3];
    let mut at = 0;
    while at < 16 {
        thirds[at % 3][at] = 0xFF;
        at += 1;
    }
    thirds
};

/// The shuffles that put the first, the second or the third bytes of 16 characters in order.
/// [`planes`] merges these bytes from three vectors into one vector before the shuffle.
static ORDERS: [[u8; 16]; 3] = {
    let mut orders = [[0; 16]; 3];
    let mut at = 0;
    while at < 3 * STEP {
        orders[at % 3][at / 3] = (at % 16) as u8;
        at += 1;
    }
    orders
};

/// Returns the first, the second and the third bytes of 16 characters.
#[inline(always)]
fn planes<S: DecodeUtf8>(simd: S, block: &[u8; BLOCK], orders: &[[u8; 16]; 3]) -> [S::Bytes; 3] {
    let mut planes = [simd.splat(0); 3];
    for plane in 0..3 {
        // 16 is not a multiple of 3, so each vector needs a different mask for the same plane.
        let [a, b, c] = [plane, (plane + 2) % 3, (plane + 1) % 3];
        let bytes = (simd.load(block, 0) & simd.load(&THIRDS[a], 0))
            | (simd.load(block, 16) & simd.load(&THIRDS[b], 0))
            | (simd.load(block, 32) & simd.load(&THIRDS[c], 0));
        planes[plane] = simd.shuffle_bytes(bytes, simd.load(&orders[plane], 0));
    }
    planes
}

/// Converts three-byte sequences and ASCII from the character at `progress` on, until `LIMIT` steps
/// in a row are short or other text follows. Returns the new progress.
#[inline(always)]
pub(super) fn convert<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: Progress,
) -> Progress {
    debug_assert!(S::LANES == STEP);
    let mut at = at_boundary::<S, T>(src, progress);
    let start = at.read;
    // `black_box` prevents the compiler from replacing shuffles by a constant with another kind of
    // shuffle, which is slower.
    let orders = black_box(&ORDERS);
    let mut short = 0;
    while short < LIMIT {
        let Some(block) = src[at.read..].first_chunk::<BLOCK>() else {
            break;
        };
        let out = &mut dst[at.written..];
        if out.len() < T::UNIT * 2 * STEP + SLACK {
            break;
        }
        let [first, second, third] = planes(simd, block, orders);
        let low = (third & simd.splat(0x3F)) | simd.shift_left_16::<6>(second & simd.splat(0x03));
        let high = simd.shift_left_16::<4>(first & simd.splat(0x0F))
            | (simd.shift_right_16::<2>(second) & simd.splat(0x0F));
        target.write_all(simd, T::from_low_high([low, high]), out, 0);
        // High bytes below 08 are overlong sequences and those from D8 to DF surrogates. Lead bytes
        // become 08 to 17.
        let leads = simd.saturating_sub(first ^ simd.splat(0x1F), simd.splat(0xE8));
        let least = simd.min(leads, simd.min(high, high ^ simd.splat(0xD8)));
        let continues = simd.continuation(second) & simd.continuation(third);
        let three_byte = continues & simd.at_least(0x08, least);
        let others = simd.bits(!three_byte);
        if others == 0 {
            at += Progress {
                read: 3 * STEP,
                written: T::UNIT * STEP,
            };
            short = 0;
            continue;
        }
        let characters = others.trailing_zeros() as usize;
        let bytes = simd.load(block, 3 * characters);
        target.write_ascii(simd, bytes, out, T::UNIT * characters);
        let ascii = (simd.bits(simd.non_ascii(bytes)) | 1 << STEP).trailing_zeros() as usize;
        at += Progress {
            read: 3 * characters + ascii,
            written: T::UNIT * (characters + ascii),
        };
        short += 1;
        if ascii == 0 {
            break;
        }
    }
    // The byte after the run is not checked yet. If it is a continuation byte, which is malformed
    // there, the last character is dropped.
    if at.read > start && src.get(at.read).is_some_and(|&byte| is_continuation(byte)) {
        at.read -= if src[at.read - 1] < 0x80 { 1 } else { 3 };
        at.written -= T::UNIT;
    }
    at
}
