//! Checks and conversions of Latin1: text of U+0000 to U+00FF.

use super::{are_below, convert, progress};
use crate::Encoding;
use crate::decoder::clear_cut_character;
use crate::output::{pair, preserving_tail};
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use utflane::{Charset, unit_bytes, unit_bytes_mut};

/// The largest lead byte in UTF-8 of a character below U+0100.
const LAST_LEAD: u8 = 0xC3;

/// Returns whether `buffer` is well-formed UTF-8 and all characters are below U+0100.
pub fn is_utf8_latin1(buffer: &[u8]) -> bool {
    utf8_latin1_up_to(buffer) == buffer.len()
}

/// Returns whether all characters are below U+0100.
pub fn is_str_latin1(buffer: &str) -> bool {
    first_other(buffer.as_bytes()) == buffer.len()
}

/// Returns whether all code units are below 0x100.
pub fn is_utf16_latin1(buffer: &[u16]) -> bool {
    are_below(buffer, 0x100)
}

/// Returns the index of the first malformed sequence or character from U+0100, or the length.
pub fn utf8_latin1_up_to(buffer: &[u8]) -> usize {
    Encoding::utf8_valid_up_to(&buffer[..first_other(buffer)])
}

/// Returns the index of the first character from U+0100, or the length.
pub fn str_latin1_up_to(buffer: &str) -> usize {
    first_other(buffer.as_bytes())
}

/// Returns the index of the first byte greater than [`LAST_LEAD`], or the length.
fn first_other(bytes: &[u8]) -> usize {
    let is_other = |byte: &u8| *byte > LAST_LEAD;
    let has_other = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_other(byte));
    let block = bytes.chunks(64).position(has_other);
    let start = block.map_or(bytes.len(), |block| 64 * block);
    let rest = &bytes[start..];
    start + rest.iter().position(is_other).unwrap_or(rest.len())
}

/// Converts Latin1 to UTF-16. Each byte becomes one code unit.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn convert_latin1_to_utf16(src: &[u8], dst: &mut [u16]) {
    assert!(dst.len() >= src.len());
    convert(
        pair(Charset::Latin1, Charset::Utf16),
        src,
        unit_bytes_mut(dst),
    );
}

/// Converts as much Latin1 to UTF-8 as fits. Returns the number of bytes read and written. Leaves
/// the rest of `dst` untouched.
pub fn convert_latin1_to_utf8_partial(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    convert(preserving_tail(Charset::Latin1, Charset::Utf8), src, dst)
}

/// Converts Latin1 to UTF-8. Returns the number of bytes written. The rest of `dst` is unspecified.
///
/// # Panics
///
/// If `dst` is shorter than twice `src`.
#[inline]
pub fn convert_latin1_to_utf8(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() / 2 >= src.len());
    convert(pair(Charset::Latin1, Charset::Utf8), src, dst).1
}

/// Converts like [`convert_latin1_to_utf8_partial`], to a `str`. It stays well-formed: remaining
/// bytes of a cut character after the written bytes become zeros.
#[inline]
pub fn convert_latin1_to_str_partial(src: &[u8], dst: &mut str) -> (usize, usize) {
    // SAFETY: the conversion writes whole characters and nothing after them. Then
    // `clear_cut_character` replaces the rest of a cut character by zeros.
    let dst = unsafe { dst.as_bytes_mut() };
    let (read, written) = convert_latin1_to_utf8_partial(src, dst);
    clear_cut_character(dst, written);
    (read, written)
}

/// Converts like [`convert_latin1_to_utf8`], to a `str`. It stays well-formed: remaining bytes of a
/// cut character after the written bytes become zeros.
///
/// # Panics
///
/// If `dst` is shorter than twice `src`.
#[inline]
pub fn convert_latin1_to_str(src: &[u8], dst: &mut str) -> usize {
    assert!(dst.len() / 2 >= src.len());
    convert_latin1_to_str_partial(src, dst).1
}

/// Converts UTF-8 to Latin1. Returns the number of bytes written. All characters must be below
/// U+0100, otherwise the output is unspecified.
///
/// # Panics
///
/// If `dst` is shorter than `src`. With debug assertions, also if the text is malformed or has
/// other characters.
pub fn convert_utf8_to_latin1_lossy(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Utf8, Charset::Latin1);
    match pair.transcode(src, dst) {
        Ok(written) => written,
        Err(error) => {
            debug_assert!(cfg!(fuzzing), "{error}");
            let (read, written) = (error.read(), error.written());
            written + convert(pair, &src[read..], &mut dst[written..]).1
        }
    }
}

/// Converts UTF-16 to Latin1, with one byte for each code unit. All characters must be below
/// U+0100, otherwise the output is unspecified.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn convert_utf16_to_latin1_lossy(src: &[u16], dst: &mut [u8]) {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Utf16, Charset::Latin1);
    let (read, written) = progress(src.len(), pair.transcode(unit_bytes(src), dst));
    for (unit, byte) in src[read..].iter().zip(&mut dst[written..]) {
        *byte = *unit as u8;
    }
}

/// Converts Latin1 to UTF-8. The result borrows `bytes` if all are ASCII.
#[cfg(feature = "alloc")]
pub fn decode_latin1<'a>(bytes: &'a [u8]) -> Cow<'a, str> {
    let same = Encoding::ascii_valid_up_to(bytes);
    let (same, rest) = bytes.split_at(same);
    // SAFETY: these bytes were validated as ASCII.
    let same = unsafe { core::str::from_utf8_unchecked(same) };
    if rest.is_empty() {
        return Cow::Borrowed(same);
    }
    let mut text = Vec::with_capacity(same.len() + 2 * rest.len());
    text.extend_from_slice(same.as_bytes());
    let spare = text.spare_capacity_mut();
    let pair = pair(Charset::Latin1, Charset::Utf8);
    let (_, written) = progress(rest.len(), pair.transcode_uninit(rest, spare));
    // SAFETY: the first `written` bytes of the spare capacity are initialised.
    unsafe { text.set_len(same.len() + written) };
    // SAFETY: the bytes are ASCII, followed by the output of a conversion to UTF-8.
    Cow::Owned(unsafe { String::from_utf8_unchecked(text) })
}

/// Converts a `str` to Latin1. The result borrows `string` if it is ASCII. All characters must be
/// below U+0100, otherwise the result is unspecified.
///
/// # Panics
///
/// With debug assertions, if the text has other characters.
#[cfg(feature = "alloc")]
pub fn encode_latin1_lossy<'a>(string: &'a str) -> Cow<'a, [u8]> {
    let bytes = string.as_bytes();
    let same = Encoding::ascii_valid_up_to(bytes);
    if same == bytes.len() {
        return Cow::Borrowed(bytes);
    }
    let mut latin1 = alloc::vec![0; bytes.len()];
    let written = convert_utf8_to_latin1_lossy(bytes, &mut latin1);
    latin1.truncate(written);
    Cow::Owned(latin1)
}
