//! Validation, a character at a time, with ASCII in blocks.

use super::up_to_8_ascii;
use crate::encoding::scheme::{Scheme, is_continuation, is_kind};

/// Bytes of well-formed text at the start of `src`, of which the first `valid`, up to the boundary
/// of a character, are known to be.
#[inline(never)]
pub(crate) fn validate<S: Scheme>(scheme: S, src: &[u8], valid: usize) -> usize {
    if is_kind!(S, Utf8) {
        return validate_utf8(src, valid);
    }
    let mut valid = valid;
    loop {
        while scheme.ascii_block(&src[valid..]).is_some() {
            valid += 8 * S::WIDTH;
        }
        // Then character by character for 8 units or a little more, before the next look for ASCII.
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

/// Whether 16 bytes, two words, are ASCII.
#[inline(always)]
fn ascii_words(words: &[u8; 16]) -> bool {
    u128::from_ne_bytes(*words) & (u128::MAX / 0xFF * 0x80) == 0
}

/// [`validate`] for UTF-8, where decoding would do more than is needed: a lead byte tells how many
/// bytes follow and in which range the first of these lies (Unicode Standard, table 3-7).
fn validate_utf8(src: &[u8], valid: usize) -> usize {
    if up_to_8_ascii(src).is_some() {
        return src.len();
    }
    let mut at = valid;
    // A text that begins with a long run of ASCII is often nothing else.
    while src[at..]
        .first_chunk::<256>()
        .is_some_and(|run| run.is_ascii())
    {
        at += 256;
    }
    while let Some(&lead) = src.get(at) {
        let rest = &src[at..];
        match lead {
            0x00..0x80 => {
                at += 1;
                while src[at..].first_chunk().is_some_and(ascii_words) {
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

/// Whether `second` may follow the lead byte of a 3-byte sequence: otherwise this is overlong or a
/// surrogate.
#[inline(always)]
fn is_second_of_3(lead: u8, second: u8) -> bool {
    match lead {
        0xE0 => (0xA0..0xC0).contains(&second),
        0xED => (0x80..0xA0).contains(&second),
        _ => is_continuation(second),
    }
}

/// Whether a little-endian word is a 4-byte sequence: its bytes have the right tags, and the bits
/// of the first two are those of a value that is neither overlong nor too large.
#[inline(always)]
fn is_4_byte_sequence(word: u32) -> bool {
    let bits = (word & 0x07) << 6 | (word >> 8 & 0x3F);
    word & 0xC0C0_C0F8 == 0x8080_80F0 && (0x10..0x110).contains(&bits)
}
