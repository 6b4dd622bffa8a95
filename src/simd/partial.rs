//! Loads and stores of parts of 16-byte vectors, which all instruction sets of this size share.
#![forbid(unsafe_code)]

use crate::memory::output::Output;
use crate::simd::Simd;

/// A table of shuffles: the 16 indices from `n` on move bytes `n` lanes towards the beginning,
/// followed by zeros.
static SLIDE: [u8; 32] = {
    let mut slide = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        slide[i] = i as u8;
        i += 1;
    }
    slide
};

/// Returns the bytes of `src`, fewer than 16, followed by zeros, as two little-endian words.
#[inline(always)]
pub(super) fn words(src: &[u8]) -> [u64; 2] {
    let len = src.len();
    // The two words overlap. A shift removes the overlap from the second.
    if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        let last = u64::from_le_bytes(*last);
        let high = last.checked_shr(8 * (16 - len) as u32).unwrap_or(0);
        [u64::from_le_bytes(*first), high]
    } else if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last));
        let first = u64::from(u32::from_le_bytes(*first));
        [first | last << (8 * (len - 4)), 0]
    } else {
        let bytes = src.iter().rev();
        [bytes.fold(0, |word, &byte| word << 8 | u64::from(byte)), 0]
    }
}

/// Loads the bytes of `src` from `at` on, at most 16, followed by zeros. If `src` has enough bytes,
/// loads its last 16 and moves them, which takes less time than [`words`].
#[inline(always)]
pub(super) fn load_end<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let rest = &src[at..];
    let missing = 16usize.saturating_sub(rest.len());
    match src.last_chunk::<16>() {
        _ if missing == 0 => simd.load(rest, 0),
        // The bytes before `at` are shifted out.
        Some(last) => simd.shuffle_bytes(simd.load(last, 0), simd.load(&SLIDE, missing)),
        None => simd.load_partial(rest),
    }
}

/// Writes the part of a vector of 16 bytes that fits into `dst` from `at` on.
#[inline(always)]
pub(super) fn store_clipped<S: Simd>(simd: S, bytes: S::Bytes, dst: &mut Output, at: usize) {
    let at = at.min(dst.len());
    let out = &mut dst[at..];
    if out.len() >= 16 {
        simd.store(bytes, out, 0);
    } else {
        let mut all = [0; 16];
        simd.store(bytes, Output::from_init(&mut all), 0);
        copy_short(&all, out);
    }
}

/// Fills `dst`, which has fewer than 16 bytes, with the first bytes of `from`.
#[inline(always)]
fn copy_short(from: &[u8; 16], dst: &mut Output) {
    match dst.len() {
        8.. => copy_ends::<8>(from, dst),
        4.. => copy_ends::<4>(from, dst),
        2.. => copy_ends::<2>(from, dst),
        1 => dst.write(0, [from[0]]),
        0 => {}
    }
}

/// Fills `dst`, which has `N` to `2 * N` bytes, with two overlapping words.
#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8; 16], dst: &mut Output) {
    let at = dst.len() - N;
    let last: [u8; N] = *from[at..].first_chunk().expect("enough bytes");
    dst.write(0, *from.first_chunk::<N>().expect("enough bytes"));
    dst.write(at, last);
}
