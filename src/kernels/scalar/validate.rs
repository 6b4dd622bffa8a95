//! Scalar validation: ASCII in blocks, other text one character at a time.

use crate::encoding::malformed::first_4;
use crate::encoding::scheme::{Scheme, is_continuation, is_kind};

/// Returns the number of well-formed bytes at the start of `src`. The first `valid` bytes must be
/// well-formed and end at a character boundary.
#[inline(never)]
pub(crate) fn validate<S: Scheme>(scheme: S, src: &[u8], valid: usize) -> usize {
    if is_kind!(S, Utf8) {
        return validate_utf8(src, valid);
    }
    #[cfg(feature = "convert")]
    return validate_characters(scheme, src, valid);
    #[cfg(not(feature = "convert"))]
    valid
}

/// Implements [`validate`] for all encodings except UTF-8.
#[cfg(feature = "convert")]
#[inline(always)]
fn validate_characters<S: Scheme>(scheme: S, src: &[u8], mut valid: usize) -> usize {
    loop {
        while scheme.ascii_block(&src[valid..]).is_some() {
            valid += 8 * S::WIDTH;
        }
        // Validate character by character for at least 8 units before trying ASCII blocks again.
        let end = src.len().min(valid + 8 * S::WIDTH);
        while valid < end {
            match scheme.decode(&src[valid..]) {
                Ok((_, len)) => valid += len,
                Err(_) => return valid,
            }
        }
        if valid == src.len() {
            return valid;
        }
    }
}

/// Validates UTF-8 like [`validate`]. It does not decode: the lead byte determines the length of
/// the sequence and the range of its second byte (Unicode Standard, table 3-7).
fn validate_utf8(src: &[u8], valid: usize) -> usize {
    let mut at = valid;
    while let Some(&lead) = src.get(at) {
        let rest = &src[at..];
        match lead {
            0x00..0x80 => {
                at += 1;
                while let Some(&words) = src[at..].first_chunk() {
                    if u128::from_ne_bytes(words) & (u128::MAX / 0xFF * 0x80) != 0 {
                        break;
                    }
                    at += 16;
                }
            }
            0xC2..0xE0 => match rest {
                [_, b, ..] if is_continuation(*b) => at += 2,
                _ => return at,
            },
            0xE0..0xF0 => match rest {
                [_, b, c, ..] if is_continuation(*c) && is_second_of_3(lead, *b) => at += 3,
                _ => return at,
            },
            0xF0..0xF5 => match rest.first_chunk() {
                Some(&word) if is_4_byte_sequence(u32::from_le_bytes(word)) => at += 4,
                _ => return at,
            },
            _ => return at,
        }
    }
    at
}

/// Returns whether `second` may follow the lead byte `lead` of a 3-byte sequence. If not, the
/// sequence is overlong or a surrogate, or `second` is not a continuation byte.
#[inline(always)]
fn is_second_of_3(lead: u8, second: u8) -> bool {
    match lead {
        0xE0 => (0xA0..0xC0).contains(&second),
        0xED => (0x80..0xA0).contains(&second),
        _ => is_continuation(second),
    }
}

/// Returns whether a little-endian word is a 4-byte sequence: the tag bits of its bytes match, and
/// the value is neither overlong nor too large, which the bits of the first two bytes show.
#[inline(always)]
fn is_4_byte_sequence(word: u32) -> bool {
    let bits = (word & 0x07) << 6 | (word >> 8 & 0x3F);
    word & 0xC0C0_C0F8 == 0x8080_80F0 && (0x10..0x110).contains(&bits)
}

/// Returns the end of the last complete character of `src[..at]`, which is well-formed except that
/// it may end within a character.
///
/// The position of an error is unpredictable, so no branch here depends on the bytes.
#[inline(never)]
pub(crate) fn last_boundary(src: &[u8], at: usize) -> usize {
    // The last four bytes, the last one in the highest bits.
    let before = &src[at.saturating_sub(4)..at];
    let last = (u64::from(first_4(before)) << (8 * (4 - before.len()))) as u32;
    // Bit 6 or 7 of a byte that is not a continuation byte differs from those of 80.
    let others = (last ^ 0x8080_8080) & 0xC0C0_C0C0;
    let continuations = others.leading_zeros() / 8;
    let lead = (last << (8 * (continuations & 3))) >> 24;
    let (need, back) = ((lead as u8).leading_ones().min(4), 1 + continuations);
    if need > back { at - back as usize } else { at }
}
