//! Whether a text has characters that are written from right to left.
//!
//! These are whole blocks, without regard to what is assigned in them, U+FB1D to U+FB4F as if they
//! were one, and four controls, whose names begin with RIGHT-TO-LEFT. U+FEFF is none. Beyond the
//! Basic Multilingual Plane, high surrogates tell.

use super::latin1::{is_str_latin1, is_utf8_latin1, is_utf16_latin1};
use crate::Encoding;

/// The first of these characters.
const FIRST: u16 = 0x0590;

/// The byte with which that begins in UTF-8; the others begin with greater ones.
const FIRST_LEAD: u8 = 0xD6;

/// What a text has.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Latin1Bidi {
    /// Characters below U+0100 only.
    Latin1 = 0,
    /// Others, too, and none that is written from right to left.
    LeftToRight = 1,
    /// A character that is written from right to left.
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

/// Whether a unit is at most `more` after `first`, without a branch.
#[inline(always)]
fn is_within(unit: u16, first: u16, last: u16) -> bool {
    unit.wrapping_sub(first) <= last - first
}

/// Whether `c` is written from right to left.
#[inline(always)]
pub fn is_char_bidi(c: char) -> bool {
    let mut units = [0; 2];
    match c.encode_utf16(&mut units) {
        [unit] => is_utf16_code_unit_bidi(*unit),
        [high, ..] => is_utf16_code_unit_bidi(*high),
        [] => false,
    }
}

/// Whether `u` is a unit of a character that is written from right to left: of two, the first.
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

/// Whether `buffer` has a character that is written from right to left, or is not UTF-8.
#[inline]
pub fn is_utf8_bidi(buffer: &[u8]) -> bool {
    Encoding::utf8_valid_up_to(buffer) < buffer.len() || is_bidi(buffer)
}

/// Whether `buffer` has a character that is written from right to left.
#[inline]
pub fn is_str_bidi(buffer: &str) -> bool {
    is_bidi(buffer.as_bytes())
}

/// Whether `buffer` has a unit of a character that is written from right to left, or an unpaired
/// one that could be the first of such a character.
pub fn is_utf16_bidi(buffer: &[u16]) -> bool {
    buffer.chunks(BLOCK).any(|block| {
        let greatest = block.iter().fold(0, |greatest, unit| *unit.max(&greatest));
        let is_bidi = |any, unit: &u16| any | is_utf16_code_unit_bidi(*unit);
        greatest >= FIRST && block.iter().fold(false, is_bidi)
    })
}

/// Bytes of UTF-8, or units of UTF-16, that are looked at at a time.
const BLOCK: usize = 64;

/// Whether three bytes begin with a character in UTF-8 that is written from right to left, without
/// a branch. Those of the other characters are not looked at in any place but their first.
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

/// Whether such a character begins in the first [`BLOCK`] bytes.
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

/// [`is_str_bidi`] of the bytes of a text.
fn is_bidi(mut text: &[u8]) -> bool {
    while let Some(block) = text.first_chunk() {
        if block_is_bidi(block) {
            return true;
        }
        text = &text[BLOCK..];
    }
    // Less than a block and what is behind it.
    let mut blocks = [0; 2 * BLOCK + 2];
    blocks[..text.len()].copy_from_slice(text);
    let ends = [0, BLOCK].map(|start| blocks[start..].first_chunk());
    ends.into_iter().flatten().any(block_is_bidi)
}

/// [`Latin1Bidi`] of `buffer`, which is [`Bidi`](Latin1Bidi::Bidi) if it is not UTF-8.
pub fn check_utf8_for_latin1_and_bidi(buffer: &[u8]) -> Latin1Bidi {
    Latin1Bidi::of(is_utf8_latin1(buffer), || is_utf8_bidi(buffer))
}

/// [`Latin1Bidi`] of a text.
pub fn check_str_for_latin1_and_bidi(buffer: &str) -> Latin1Bidi {
    Latin1Bidi::of(is_str_latin1(buffer), || is_str_bidi(buffer))
}

/// [`Latin1Bidi`] of UTF-16, which may have unpaired surrogates.
pub fn check_utf16_for_latin1_and_bidi(buffer: &[u16]) -> Latin1Bidi {
    Latin1Bidi::of(is_utf16_latin1(buffer), || is_utf16_bidi(buffer))
}
