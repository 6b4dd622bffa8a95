//! Checks whether a text has right-to-left characters.
//!
//! A character is right-to-left if it is in a block for right-to-left scripts, assigned or not.
//! U+FB1D to U+FB4F count as a block, and U+FEFF does not count. Four controls, whose names begin
//! with RIGHT-TO-LEFT, also count. Beyond the Basic Multilingual Plane, the high surrogate decides.

use super::latin1::{is_str_latin1, is_utf8_latin1, is_utf16_latin1};
use crate::Encoding;

/// The first right-to-left character.
const FIRST: u16 = 0x0590;

/// The lead byte of [`FIRST`] in UTF-8. All other right-to-left characters have this or a greater
/// lead byte.
const FIRST_LEAD: u8 = 0xD6;

/// The kinds of characters in a text.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Latin1Bidi {
    /// All characters are below U+0100.
    Latin1 = 0,
    /// Some characters are not below U+0100, and none is right-to-left.
    LeftToRight = 1,
    /// Some characters are right-to-left.
    Bidi = 2,
}

impl Latin1Bidi {
    fn of(is_latin1: bool, is_bidi: impl FnOnce() -> bool) -> Latin1Bidi {
        match is_latin1 {
            true => Latin1Bidi::Latin1,
            false if is_bidi() => Latin1Bidi::Bidi,
            false => Latin1Bidi::LeftToRight,
        }
    }
}

/// Returns whether a unit is in `first..=last`, without a branch.
#[inline(always)]
fn is_within(unit: u16, first: u16, last: u16) -> bool {
    unit.wrapping_sub(first) <= last - first
}

/// Returns whether `c` is right-to-left.
#[inline(always)]
pub fn is_char_bidi(c: char) -> bool {
    let mut units = [0; 2];
    match c.encode_utf16(&mut units) {
        [unit] => is_utf16_code_unit_bidi(*unit),
        [high, ..] => is_utf16_code_unit_bidi(*high),
        [] => false,
    }
}

/// Returns whether `u` is a right-to-left character, or the high surrogate of one.
#[inline(always)]
pub fn is_utf16_code_unit_bidi(u: u16) -> bool {
    is_within(u, FIRST, 0x08FF)
        | (u == 0x200F)
        | (u == 0x202B)
        | (u == 0x202E)
        | (u == 0x2067)
        // U+10800 to U+10FFF, and U+1E800 to U+1EFFF.
        | is_within(u, 0xD802, 0xD803)
        | is_within(u, 0xD83A, 0xD83B)
        | is_within(u, 0xFB1D, 0xFDFF)
        | is_within(u, 0xFE70, 0xFEFE)
}

/// Returns whether `buffer` has a right-to-left character or is not well-formed UTF-8.
#[inline]
pub fn is_utf8_bidi(buffer: &[u8]) -> bool {
    Encoding::utf8_valid_up_to(buffer) < buffer.len() || is_bidi(buffer)
}

/// Returns whether `buffer` has a right-to-left character.
#[inline]
pub fn is_str_bidi(buffer: &str) -> bool {
    is_bidi(buffer.as_bytes())
}

/// Returns whether `buffer` has a right-to-left character, or an unpaired high surrogate that could
/// belong to one.
pub fn is_utf16_bidi(buffer: &[u16]) -> bool {
    buffer.chunks(BLOCK).any(|block| {
        let greatest = block.iter().fold(0, |greatest, unit| *unit.max(&greatest));
        let is_bidi = |any, unit: &u16| any | is_utf16_code_unit_bidi(*unit);
        greatest >= FIRST && block.iter().fold(false, is_bidi)
    })
}

/// Number of code units, of UTF-8 or UTF-16, that are checked at a time.
const BLOCK: usize = 64;

/// Returns whether three bytes of UTF-8 begin with a right-to-left character, without a branch. If
/// `lead` is a continuation byte, the result is false.
#[inline(always)]
fn begins_bidi(lead: u8, second: u8, third: u8) -> bool {
    let is_within = |byte: u8, first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    // U+0590 to U+07FF, and from there to U+08FF.
    is_within(lead, 0xD7, 0xDF)
        | (lead == 0xD6) & (second >= 0x90)
        | (lead == 0xE0) & is_within(second, 0xA0, 0xA3)
        // U+200F, U+202B, U+202E and U+2067.
        | (lead == 0xE2) & (second == 0x80) & ((third == 0x8F) | (third == 0xAB) | (third == 0xAE))
        | (lead == 0xE2) & (second == 0x81) & (third == 0xA7)
        // U+FB1D to U+FDFF, and U+FE70 to U+FEFE.
        | (lead == 0xEF) & is_within(second, 0xAD, 0xB7)
        | (lead == 0xEF) & (second == 0xAC) & (third >= 0x9D)
        | (lead == 0xEF) & (second == 0xB9) & (third >= 0xB0)
        | (lead == 0xEF) & (second == 0xBA)
        | (lead == 0xEF) & (second == 0xBB) & (third <= 0xBE)
        // U+10800 to U+10FFF, and U+1E800 to U+1EFFF.
        | (lead == 0xF0) & ((second == 0x90) | (second == 0x9E)) & (third >= 0xA0)
}

/// Returns whether a right-to-left character begins in the first [`BLOCK`] bytes.
#[inline(always)]
fn block_is_bidi(text: &[u8; BLOCK + 2]) -> bool {
    let greatest = text.iter().fold(0, |greatest, byte| *byte.max(&greatest));
    let mut any = 0;
    if greatest >= FIRST_LEAD {
        for index in 0..BLOCK {
            any |= u8::from(begins_bidi(text[index], text[index + 1], text[index + 2]));
        }
    }
    any > 0
}

/// Is [`is_str_bidi`] for the bytes of a text.
fn is_bidi(mut text: &[u8]) -> bool {
    while let Some(block) = text.first_chunk() {
        if block_is_bidi(block) {
            return true;
        }
        text = &text[BLOCK..];
    }
    // The rest is shorter than a block and the two bytes after it. Pad it with zeros.
    let mut blocks = [0; 2 * BLOCK + 2];
    blocks[..text.len()].copy_from_slice(text);
    let ends = [0, BLOCK].map(|start| blocks[start..].first_chunk());
    ends.into_iter().flatten().any(block_is_bidi)
}

/// Returns the [`Latin1Bidi`] of UTF-8. It is [`Bidi`](Latin1Bidi::Bidi) if `buffer` is malformed.
pub fn check_utf8_for_latin1_and_bidi(buffer: &[u8]) -> Latin1Bidi {
    Latin1Bidi::of(is_utf8_latin1(buffer), || is_utf8_bidi(buffer))
}

/// Returns the [`Latin1Bidi`] of a text.
pub fn check_str_for_latin1_and_bidi(buffer: &str) -> Latin1Bidi {
    Latin1Bidi::of(is_str_latin1(buffer), || is_str_bidi(buffer))
}

/// Returns the [`Latin1Bidi`] of UTF-16, which may have unpaired surrogates.
pub fn check_utf16_for_latin1_and_bidi(buffer: &[u16]) -> Latin1Bidi {
    Latin1Bidi::of(is_utf16_latin1(buffer), || is_utf16_bidi(buffer))
}
