//! Converts runs of supplementary characters between UTF-8 and surrogate pairs of CESU-8, in
//! vectors.

use super::rules::{PAIR, PAIR_BITS};
use crate::encoding::endian::Endian;
use crate::kernels::utf8_to_units::{FourByteRuns, Utf16, four_byte_characters};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::encode_utf8::EncodeUtf8;
use crate::simd::{SLACK, Simd};

/// Converts four-byte sequences to surrogate pairs, two vectors at a time.
#[inline(always)]
pub(super) fn split_runs<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
) {
    while let Some(vectors) = src.get(at.read..at.read + 2 * S::LANES) {
        let (first, others_of_first) = four_byte_characters(simd, simd.load(vectors, 0));
        let (second, others_of_second) = four_byte_characters(simd, simd.load(vectors, S::LANES));
        if simd.any_32(others_of_first | others_of_second) {
            return;
        }
        let Some(out) = dst.get_mut(at.written..at.written + 3 * S::LANES + SLACK) else {
            return;
        };
        let units = Utf16(Endian::NATIVE);
        let pairs = [
            units.encode_four_byte(simd, first),
            units.encode_four_byte(simd, second),
        ];
        simd.encode_3_x2::<false>(pairs, out, 0);
        *at += Progress {
            read: 2 * S::LANES,
            written: 3 * S::LANES,
        };
    }
}

/// Returns the number of bytes of the complete surrogate pairs that fit into a vector.
const fn whole_pairs<S: Simd>() -> usize {
    S::LANES - S::LANES % 6
}

/// Repeats the six bytes of `word` in [`whole_pairs`]. Zeros follow.
const fn repeated<S: Simd>(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < whole_pairs::<S>() {
        bytes[at] = (word >> (8 * (at % 6))) as u8;
        at += 1;
    }
    bytes
}

/// Returns the bits of the positions in [`whole_pairs`], except the first of each three.
const fn tails<S: Simd>() -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < whole_pairs::<S>() {
        if at % 3 != 0 {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// Converts surrogate pairs to sequences of four bytes, one vector of complete pairs at a time.
#[inline(always)]
pub(super) fn join_runs<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
) {
    let whole = const { whole_pairs::<S>() };
    let pair = simd.load(const { &repeated::<S>(PAIR) }, 0);
    let bits = simd.load(const { &repeated::<S>(PAIR_BITS) }, 0);
    while let Some(vector) = src.get(at.read..at.read + S::LANES) {
        let bytes = simd.load(vector, 0);
        if !simd.is_zero((bytes & bits) ^ pair) {
            return;
        }
        let Some(out) = dst.get_mut(at.written..at.written + S::LANES) else {
            return;
        };
        let mut lanes = [0; 64 + SLACK];
        let tails = const { tails::<S>() };
        simd.compress(bytes, tails, Output::from_init(&mut lanes));
        simd.store(joined(simd, simd.load(&lanes, 0)), out, 0);
        *at += Progress {
            read: whole,
            written: whole / 3 * 2,
        };
    }
}

/// Returns the sequences of four bytes of surrogate pairs. Each lane contains the four bytes of a
/// pair without the bytes ED.
///
/// ```text
/// lane       10aaaaaa 1011bbbb 10cccccc 1010dddd
/// character           000ddddd ccccccbb bbaaaaaa    after 0x10000 is added
/// ```
#[inline(always)]
fn joined<S: EncodeUtf8>(simd: S, lanes: S::Bytes) -> S::Bytes {
    let d = simd.shift_left_32::<16>(lanes & simd.splat_32(0x0000_000F));
    let c = simd.shift_left_32::<2>(lanes & simd.splat_32(0x0000_3F00));
    let b = simd.shift_right_32::<10>(lanes & simd.splat_32(0x000F_0000));
    let a = simd.shift_right_32::<24>(lanes & simd.splat_32(0x3F00_0000));
    let characters = simd.add_32((d | c) | (b | a), simd.splat_32(0x1_0000));
    simd.bytes_of_4(characters)
}
