//! Converts between UTF-8, UTF-16 and Latin1 in memory, and checks whether a text may need the
//! Unicode Bidirectional Algorithm.
//!
//! Here "Latin1" means U+0000 to U+00FF with one byte each, not windows-1252.
//!
//! ```
//! use utflane_encoding_rs::mem;
//!
//! let mut units = [0; 8];
//! let written = mem::convert_str_to_utf16("naïve", &mut units);
//! assert_eq!(written, 5);
//! assert!(mem::is_utf16_latin1(&units[..written]));
//! assert!(mem::is_str_bidi("שלום"));
//! ```

mod bidi;
mod latin1;

pub use bidi::*;
pub use latin1::*;

use crate::decoder::clear_cut_character;
use crate::encoding::valid_up_to;
use crate::output::{pair, preserving_tail};
use utflane::{Charset, Pair, TranscodeError, unit_bytes, unit_bytes_mut};

/// Returns the number of units read and written.
fn progress(len: usize, result: Result<usize, TranscodeError>) -> (usize, usize) {
    match result {
        Ok(written) => (len, written),
        Err(error) => (error.read(), error.written()),
    }
}

/// Converts as much of `src` as fits, with replacement. Returns the number of units read and
/// written.
fn convert(pair: Pair, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let len = src.len() / pair.source().unit_size();
    progress(len, pair.transcode_lossy(src, dst))
}

/// Returns whether all units are less than `limit`, a power of two.
fn are_below(units: &[u16], limit: u16) -> bool {
    let mut blocks = units.chunks(64);
    blocks.all(|block| block.iter().fold(0, |all, unit| all | unit) < limit)
}

/// Returns whether all bytes are ASCII.
pub fn is_ascii(buffer: &[u8]) -> bool {
    valid_up_to(Charset::Ascii, buffer) == buffer.len()
}

/// Returns whether all code units are ASCII.
pub fn is_basic_latin(buffer: &[u16]) -> bool {
    are_below(buffer, 0x80)
}

/// Converts UTF-8 to UTF-16, with U+FFFD for each malformed sequence. Returns the number of code
/// units written.
///
/// # Panics
///
/// If `dst` is not longer than `src`.
pub fn convert_utf8_to_utf16(src: &[u8], dst: &mut [u16]) -> usize {
    assert!(dst.len() > src.len());
    let pair = pair(Charset::Utf8, Charset::Utf16);
    convert(pair, src, unit_bytes_mut(dst)).1
}

/// Converts a `str` to UTF-16. Returns the number of code units written.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn convert_str_to_utf16(src: &str, dst: &mut [u16]) -> usize {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Utf8, Charset::Utf16);
    let result = pair.transcode(src.as_bytes(), unit_bytes_mut(dst));
    progress(src.len(), result).1
}

/// Converts UTF-8 to UTF-16. Returns the number of code units written, or `None` if the text is
/// malformed. In that case a part of it may have been written.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn convert_utf8_to_utf16_without_replacement(src: &[u8], dst: &mut [u16]) -> Option<usize> {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Utf8, Charset::Utf16);
    pair.transcode(src, unit_bytes_mut(dst)).ok()
}

/// Converts as much UTF-16 to UTF-8 as fits, with U+FFFD for each unpaired surrogate. Returns the
/// number of code units read and the number of bytes written. Leaves the rest of `dst` untouched.
///
/// A high surrogate at the end of `src`, or a low one at its start, is unpaired.
#[inline]
pub fn convert_utf16_to_utf8_partial(src: &[u16], dst: &mut [u8]) -> (usize, usize) {
    convert(
        preserving_tail(Charset::Utf16, Charset::Utf8),
        unit_bytes(src),
        dst,
    )
}

/// Converts UTF-16 to UTF-8, with U+FFFD for each unpaired surrogate. Returns the number of bytes
/// written.
///
/// # Panics
///
/// If `dst` is shorter than three times `src`.
#[inline]
pub fn convert_utf16_to_utf8(src: &[u16], dst: &mut [u8]) -> usize {
    assert!(dst.len() / 3 >= src.len());
    convert(pair(Charset::Utf16, Charset::Utf8), unit_bytes(src), dst).1
}

/// Converts like [`convert_utf16_to_utf8_partial`], to a `str`. It stays well-formed: remaining
/// bytes of a cut character after the written bytes become zeros.
pub fn convert_utf16_to_str_partial(src: &[u16], dst: &mut str) -> (usize, usize) {
    // SAFETY: the conversion writes whole characters and nothing after them. Then
    // `clear_cut_character` replaces the rest of a cut character by zeros.
    let dst = unsafe { dst.as_bytes_mut() };
    let (read, written) = convert_utf16_to_utf8_partial(src, dst);
    clear_cut_character(dst, written);
    (read, written)
}

/// Converts like [`convert_utf16_to_utf8`], to a `str`. It stays well-formed: remaining bytes of a
/// cut character after the written bytes become zeros.
///
/// # Panics
///
/// If `dst` is shorter than three times `src`.
#[inline]
pub fn convert_utf16_to_str(src: &[u16], dst: &mut str) -> usize {
    assert!(dst.len() / 3 >= src.len());
    convert_utf16_to_str_partial(src, dst).1
}

/// Returns the index of the first unpaired surrogate, or the length.
pub fn utf16_valid_up_to(buffer: &[u16]) -> usize {
    match Charset::Utf16.validate(unit_bytes(buffer)) {
        Ok(()) => buffer.len(),
        Err(error) => error.valid_up_to(),
    }
}

/// Replaces unpaired surrogates by U+FFFD.
#[inline]
pub fn ensure_utf16_validity(buffer: &mut [u16]) {
    utflane::make_well_formed_utf16(buffer);
}

/// Copies bytes up to the first one that is not ASCII. Returns the number of bytes copied.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn copy_ascii_to_ascii(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Ascii, Charset::Ascii);
    progress(src.len(), pair.transcode(src, dst)).1
}

/// Converts bytes to UTF-16, up to the first byte that is not ASCII. Returns the number of code
/// units written.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn copy_ascii_to_basic_latin(src: &[u8], dst: &mut [u16]) -> usize {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Ascii, Charset::Utf16);
    let result = pair.transcode(src, unit_bytes_mut(dst));
    progress(src.len(), result).1
}

/// Converts UTF-16 to ASCII, up to the first code unit that is not ASCII. Returns the number of
/// bytes written.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
pub fn copy_basic_latin_to_ascii(src: &[u16], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len());
    let pair = pair(Charset::Utf16, Charset::Ascii);
    progress(src.len(), pair.transcode(unit_bytes(src), dst)).1
}
