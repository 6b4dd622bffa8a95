//! Loads and stores of parts of vectors of 16 bytes, as words.

use crate::output::Output;
use core::mem::MaybeUninit;

/// The bytes of `src`, fewer than 16, followed by zeros, as two words in little-endian order.
#[inline(always)]
pub(super) fn words(src: &[u8]) -> [u64; 2] {
    let len = src.len();
    // Two words that overlap; a shift removes the overlap from the second.
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

/// Fills `dst`, which has 16 bytes or fewer, with the first bytes of `from`.
#[inline(always)]
pub(super) fn copy_short(from: &[MaybeUninit<u8>; 16], dst: &mut Output) {
    // Two words that overlap, of the greatest length that fits.
    let len = dst.len();
    if len >= 16 {
        dst[..16].copy_from_slice(from);
    } else if len >= 8 {
        let last: [MaybeUninit<u8>; 8] = *from[len - 8..].first_chunk().expect("8 bytes");
        *dst.first_chunk_mut().expect("8 bytes") = *from.first_chunk::<8>().expect("8 bytes");
        *dst.last_chunk_mut().expect("8 bytes") = last;
    } else if len >= 4 {
        let last: [MaybeUninit<u8>; 4] = *from[len - 4..].first_chunk().expect("4 bytes");
        *dst.first_chunk_mut().expect("4 bytes") = *from.first_chunk::<4>().expect("4 bytes");
        *dst.last_chunk_mut().expect("4 bytes") = last;
    } else if len >= 2 {
        let last: [MaybeUninit<u8>; 2] = *from[len - 2..].first_chunk().expect("2 bytes");
        *dst.first_chunk_mut().expect("2 bytes") = *from.first_chunk::<2>().expect("2 bytes");
        *dst.last_chunk_mut().expect("2 bytes") = last;
    } else if len == 1 {
        dst[0] = from[0];
    }
}
