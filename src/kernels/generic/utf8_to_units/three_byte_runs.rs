//! Runs of three-byte sequences (Chinese, Japanese) with some ASCII between them: 48 bytes become
//! three vectors, of the first, the second and the third bytes of 16 characters. So nothing is
//! looked up, and nothing compressed but where a run ends.
//!
//! ```text
//! source     一 一 一 一 一 一 2 0 2 6 年 一 一 ...
//! step       │ 6 characters    │ 4 ASCII │ 16 characters ...
//! ```
//!
//! In WebAssembly this takes a third of the instructions of the loop of chunks; a run that ends
//! takes as long as a block there.
//!
//! This is for instruction sets with [`DecodeUtf8::THREE_BYTE_RUNS`], whose vectors have 16 bytes.

use super::{BLOCK, Target, at_boundary};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::is_continuation;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::simd::SLACK;
use core::hint::black_box;

/// Characters of a step.
const STEP: usize = 16;

/// Units of a block up to which it is likely to have long runs: 21 characters, and some ASCII.
pub(super) const LIKELY: usize = 23;

/// Steps in a row that may have fewer characters. Each costs a branch that the CPU does not
/// foresee.
const LIMIT: usize = 4;

/// Every third byte of a vector, from the first, the second or the third on.
const THIRDS: [[u8; 16]; 3] = {
    let mut thirds = [[0; 16]; 3];
    let mut at = 0;
    while at < 16 {
        thirds[at % 3][at] = 0xFF;
        at += 1;
    }
    thirds
};

/// Where the first, the second and the third bytes of 16 characters are, once those of the same
/// place in a character are in one vector.
static ORDERS: [[u8; 16]; 3] = {
    let mut orders = [[0; 16]; 3];
    let mut at = 0;
    while at < 3 * STEP {
        orders[at % 3][at / 3] = (at % 16) as u8;
        at += 1;
    }
    orders
};

/// The first, the second and the third bytes of 16 characters.
#[inline(always)]
fn planes<S: DecodeUtf8>(simd: S, block: &[u8; BLOCK], orders: &[[u8; 16]; 3]) -> [S::Bytes; 3] {
    let mut planes = [simd.splat(0); 3];
    for plane in 0..3 {
        // A vector has one byte more than five characters: in the next one they come a place later.
        let [a, b, c] = [plane, (plane + 2) % 3, (plane + 1) % 3];
        let bytes = (simd.load(block, 0) & simd.load(&THIRDS[a], 0))
            | (simd.load(block, 16) & simd.load(&THIRDS[b], 0))
            | (simd.load(block, 32) & simd.load(&THIRDS[c], 0));
        planes[plane] = simd.shuffle_16s(bytes, simd.load(&orders[plane], 0));
    }
    planes
}

/// Converts three-byte sequences and ASCII from the character at `to` on, as long as there are more
/// of the former, and returns how far it got.
#[inline(always)]
pub(super) fn convert<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: Progress,
) -> Progress {
    debug_assert!(S::LANES == STEP);
    let mut at = at_boundary::<S, T>(src, to);
    let start = at.read;
    // Hidden, since of a constant the compiler makes another kind of shuffle, which takes longer.
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
        // Below 08 are overlong sequences, from D8 on surrogates; of leads, 08 to 17 is left.
        let leads = simd.saturating_sub(first ^ simd.splat(0x1F), simd.splat(0xE8));
        let least = simd.min(leads, simd.min(high, high ^ simd.splat(0xD8)));
        let continues = simd.continuation(second) & simd.continuation(third);
        let good = continues & simd.at_least(0x08, least);
        let wrong = simd.bits(!good);
        if wrong == 0 {
            at += Progress {
                read: 3 * STEP,
                written: T::UNIT * STEP,
            };
            short = 0;
            continue;
        }
        let characters = wrong.trailing_zeros() as usize;
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
    // The byte after is not checked yet. If it is a continuation byte, which is malformed there,
    // the last character is taken back.
    if at.read > start && src.get(at.read).is_some_and(|&byte| is_continuation(byte)) {
        at.read -= if src[at.read - 1] < 0x80 { 1 } else { 3 };
        at.written -= T::UNIT;
    }
    at
}
