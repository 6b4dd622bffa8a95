//! Loads and stores of parts of vectors of 16 bytes, as words.

use crate::buffer::output::Output;

pub(super) use crate::buffer::memory::window;

/// A window of 16 of these, as a shuffle, moves bytes towards the beginning and zeros after them.
pub(super) static SLIDE: [u8; 32] = {
    let mut slide = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        slide[i] = i as u8;
        i += 1;
    }
    slide
};

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
pub(super) fn copy_short(from: &[u8; 16], dst: &mut Output) {
    match dst.len() {
        16.. => dst.write(0, *from),
        8.. => copy_ends::<8>(from, dst),
        4.. => copy_ends::<4>(from, dst),
        2.. => copy_ends::<2>(from, dst),
        1 => dst.write(0, [from[0]]),
        0 => {}
    }
}

/// Fills `dst`, which has `N` to `2 * N` bytes, by two words that overlap.
#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8; 16], dst: &mut Output) {
    let at = dst.len() - N;
    let last: [u8; N] = *from[at..].first_chunk().expect("enough bytes");
    dst.write(0, *from.first_chunk::<N>().expect("enough bytes"));
    dst.write(at, last);
}
