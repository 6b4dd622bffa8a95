//! Conversion of UTF-16 and code pages to UTF-8 into short outputs. Near the end of such an output,
//! a kernel would stop several times. So the text goes through a larger buffer, or is converted one
//! character at a time.

use crate::Isa;
use crate::convert::plan;
use crate::encoding::code_page::{CodePageTables, LowHighTables, UNASSIGNED};
use crate::encoding::endian::{ByteOrder, Endian, Native};
use crate::encoding::scheme::{CodePage, LengthUnit, Scheme, Utf8, Utf16};
use crate::kernels::scalar;
use crate::memory;
use crate::memory::output::{Buffer, Scratch};
use crate::memory::progress::Progress;

/// Bytes of output up to which UTF-16 and code pages are converted one character at a time.
const VERY_SHORT_OUTPUT: usize = 16;

/// The high byte in the tables for a byte without a character, as `u16`.
const UNASSIGNED_HIGH: u16 = UNASSIGNED as u16;

/// Bytes of output up to which UTF-16 and code pages are converted through a buffer.
pub(super) const BUFFERED_OUTPUT: usize = 256;

/// Spare bytes at the end of the buffers, so that kernels do not stop before the end of the text.
const SPARE: usize = 64;

/// Converts a text in a code page. `dst` has 4 to [`BUFFERED_OUTPUT`] bytes. If `preserve_tail` is
/// set, writes only the bytes that it counts.
#[inline(never)]
pub(super) fn code_page_to_utf8(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    if !is_buffered(dst, preserve_tail) {
        if let Some(tables) = page.low_high_tables() {
            return code_page_by_character(page, tables, src, dst);
        }
    }
    // A byte becomes a unit, which becomes at least one byte.
    let src = &src[..src.len().min(dst.len())];
    let mut buffer = Buffer::<{ 2 * BUFFERED_OUTPUT + SPARE }>::new();
    let units = memory::output(buffer.first(2 * src.len() + SPARE));
    let decoded = plan::decode_page(isa, page, Endian::NATIVE, src, units);
    let units = buffer.first(decoded.written);
    let at = convert_buffered::<Native>(isa, units, dst, preserve_tail);
    Progress {
        read: at.read / 2,
        ..at
    }
}

/// Converts a text in a code page one character at a time.
#[inline(always)]
fn code_page_by_character(
    page: &'static CodePageTables,
    [low, high]: LowHighTables,
    src: &[u8],
    dst: &mut [u8],
) -> Progress {
    characters_to_utf8(CodePage(page), src, dst, |src| {
        let byte = *src.first()?;
        let index = usize::from(byte & 0x7F);
        // All ones if the byte is not ASCII.
        let mask = (i16::from(byte as i8) >> 7) as u16;
        match [u16::from(high[index]) & mask, low[index].into()] {
            [UNASSIGNED_HIGH, _] => None,
            [high @ 0x08..=0xFF, low] => Some(Character::ThreeBytes(high << 8 | low)),
            [high, low] => {
                let two = two_bytes(high << 8 | low);
                Some(Character::Bytes(two & mask | u16::from(byte) & !mask))
            }
        }
    })
}

/// Converts UTF-16, like [`code_page_to_utf8`].
#[inline(never)]
pub(super) fn utf16_to_utf8<O: ByteOrder>(
    isa: Isa,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    if is_buffered(dst, preserve_tail) {
        return convert_buffered::<O>(isa, src, dst, preserve_tail);
    }
    characters_to_utf8(Utf16::<O>::NEW, src, dst, |src| {
        match O::ENDIAN.unit_16(*src.first_chunk()?) {
            0xD800..0xE000 => None,
            unit @ 0x0800.. => Some(Character::ThreeBytes(unit)),
            unit => {
                // All ones if the unit is not ASCII.
                let mask = ((0x7F - unit as i16) >> 15) as u16;
                Some(Character::Bytes(two_bytes(unit) & mask | unit & !mask))
            }
        }
    })
}

/// A character of the Basic Multilingual Plane.
enum Character {
    /// The UTF-8 of the character, one or two bytes, with the first one lowest. It is computed
    /// without a branch on the length, which is hard to predict.
    Bytes(u16),
    /// The UTF-16 of a character with three bytes in UTF-8.
    ThreeBytes(u16),
}

/// Returns the UTF-8 of a unit from 0x80 to 0x7FF, with the first byte lowest.
#[inline(always)]
fn two_bytes(unit: u16) -> u16 {
    0x80_C0 | unit >> 6 | (unit & 0x3F) << 8
}

fn is_buffered(dst: &[u8], preserve_tail: bool) -> bool {
    preserve_tail || dst.len() > VERY_SHORT_OUTPUT
}

/// Converts characters of the Basic Multilingual Plane. `next` returns the first character of its
/// argument, or `None` if it is not of this plane. Scalar code converts the rest. May overwrite
/// bytes of `dst` that it does not count.
#[inline(always)]
fn characters_to_utf8<S: Scheme>(
    from: S,
    src: &[u8],
    dst: &mut [u8],
    next: impl Fn(&[u8]) -> Option<Character>,
) -> Progress {
    let mut at = Progress::START;
    'all: loop {
        at = scalar::convert_ascii(from, Utf8::NEW, src, memory::output(dst), at);
        // After a few characters, looks for ASCII again.
        for _ in 0..8 {
            let Some(character) = next(&src[at.read..]) else {
                break 'all;
            };
            let out = &mut dst[at.written..];
            match (character, out) {
                (Character::Bytes(bytes), [first, second, ..]) => {
                    [*first, *second] = bytes.to_le_bytes();
                    // Bit 15 is set only if there is a second byte.
                    at.written += 1 + usize::from(bytes >> 15);
                }
                (Character::Bytes(byte @ ..0x80), [last]) => {
                    *last = byte as u8;
                    at.written += 1;
                }
                (Character::ThreeBytes(unit), [first, second, third, ..]) => {
                    *first = 0xE0 | (unit >> 12) as u8;
                    *second = 0x80 | (unit >> 6 & 0x3F) as u8;
                    *third = 0x80 | (unit & 0x3F) as u8;
                    at.written += 3;
                }
                _ => return at,
            }
            at.read += S::WIDTH;
        }
    }
    scalar::convert(from, Utf8::NEW, src, memory::output(dst), at)
}

/// Converts as much UTF-16 as fits into `dst`, which has at most [`BUFFERED_OUTPUT`] bytes. If
/// `preserve_tail` is set, writes only the bytes that it counts. Then `dst` must have at least four
/// bytes.
///
/// Converts as many units as `dst` has bytes into a buffer, copies the bytes that fit, and counts
/// the units that they stand for.
#[inline(always)]
fn convert_buffered<O: ByteOrder>(
    isa: Isa,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    let src = &src[..src.len().min(2 * dst.len())];
    let mut buffer = Scratch::<{ 3 * BUFFERED_OUTPUT + SPARE }>::new();
    let all = plan::convert(isa, Utf16::<O>::NEW, Utf8::NEW, src, buffer.output());
    let fitting = all.written.min(dst.len());
    let tail: Option<[u8; 4]> = dst.last_chunk().copied();
    let copied = Progress::all(fitting, 1);
    memory::output(dst).copy_converted(&buffer, copied);
    if all.written == fitting {
        return all;
    }
    let cut = match *dst {
        [.., 0xC0..=0xFF] => 1,
        [.., 0xE0..=0xFF, _] => 2,
        [.., 0xF0..=0xFF, _, _] => 3,
        _ => 0,
    };
    if let (true, Some(tail), Some(last)) = (preserve_tail, tail, dst.last_chunk_mut::<4>()) {
        last[4 - cut..].copy_from_slice(&tail[4 - cut..]);
    }
    let written = fitting - cut;
    let units = plan::count(isa, Utf8::NEW, &dst[..written], LengthUnit::Utf16);
    Progress {
        read: 2 * units,
        written,
    }
}
