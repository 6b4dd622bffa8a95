//! Conversions to and from `String`, under std's names. `from_latin1` has no counterpart in std.

use super::transcode_lossy_to_cow;
use crate::{
    DecodeError, Latin1, Reason, TranscodeError, Utf8, Utf16, Utf16Be, Utf16Le,
    transcode_lossy_to_string, transcode_to_string, transcode_unchecked_to_vec,
};
use alloc::{borrow::Cow, string::String, vec::Vec};

/// Returns `bytes` as text and replaces each malformed sequence with U+FFFD, like
/// [`String::from_utf8_lossy`]. Borrows if and only if `bytes` are well-formed.
///
/// ```
/// use std::borrow::Cow;
///
/// assert!(matches!(utflane::from_utf8_lossy("fine".as_bytes()), Cow::Borrowed("fine")));
/// assert_eq!(utflane::from_utf8_lossy(b"a\xFFb"), "a\u{FFFD}b");
/// ```
pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Utf8>(bytes)
}

/// Converts UTF-16 to a `String`, like [`String::from_utf16`].
///
/// # Errors
///
/// Returns the first unpaired surrogate, or an incomplete surrogate pair at the end. The position
/// counts units.
///
/// ```
/// assert_eq!(utflane::from_utf16(&[0x68, 0x69])?, "hi");
/// assert_eq!(utflane::from_utf16(&[0x68, 0xDC00]).unwrap_err().valid_up_to(), 1);
/// # Ok::<(), utflane::DecodeError>(())
/// ```
pub fn from_utf16(units: &[u16]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16>(units).map_err(malformed)
}

/// Converts UTF-16 to a `String` and replaces each unpaired surrogate with U+FFFD, like
/// [`String::from_utf16_lossy`].
///
/// ```
/// assert_eq!(utflane::from_utf16_lossy(&[0x68, 0xDC00]), "h\u{FFFD}");
/// ```
pub fn from_utf16_lossy(units: &[u16]) -> String {
    transcode_lossy_to_string::<Utf16>(units)
}

/// Converts UTF-16LE bytes to a `String`, like std's unstable `String::from_utf16le`.
///
/// # Errors
///
/// Returns the first unpaired surrogate, or an incomplete surrogate pair or unit at the end. The
/// position counts bytes.
///
/// ```
/// assert_eq!(utflane::from_utf16le(b"h\0i\0")?, "hi");
/// assert_eq!(utflane::from_utf16le(b"h\0i").unwrap_err().valid_up_to(), 2);
/// # Ok::<(), utflane::DecodeError>(())
/// ```
pub fn from_utf16le(bytes: &[u8]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16Le>(bytes).map_err(malformed)
}

/// Converts UTF-16LE bytes to a `String` and replaces each malformed sequence with U+FFFD.
///
/// A high surrogate followed by an odd last byte is one sequence, as in WHATWG decoders. In std it
/// is two.
///
/// ```
/// assert_eq!(utflane::from_utf16le_lossy(b"h\0\x00\xD8i"), "h\u{FFFD}");
/// ```
pub fn from_utf16le_lossy(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Le>(bytes)
}

/// Converts UTF-16BE bytes to a `String`, like std's unstable `String::from_utf16be`.
///
/// # Errors
///
/// Returns the first unpaired surrogate, or an incomplete surrogate pair or unit at the end. The
/// position counts bytes.
///
/// ```
/// assert_eq!(utflane::from_utf16be(b"\0h\0i")?, "hi");
/// # Ok::<(), utflane::DecodeError>(())
/// ```
pub fn from_utf16be(bytes: &[u8]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16Be>(bytes).map_err(malformed)
}

/// Converts UTF-16BE bytes to a `String` and replaces each malformed sequence with U+FFFD.
///
/// A high surrogate followed by an odd last byte is one sequence, as in WHATWG decoders. In std it
/// is two.
///
/// ```
/// assert_eq!(utflane::from_utf16be_lossy(b"\0h\xDC\x00"), "h\u{FFFD}");
/// ```
pub fn from_utf16be_lossy(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Be>(bytes)
}

/// Converts Latin-1 to a `String`. This function cannot fail, because every byte is a character.
///
/// ```
/// assert_eq!(utflane::from_latin1(b"caf\xE9"), "café");
/// ```
pub fn from_latin1(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Latin1>(bytes)
}

/// Converts a `str` to UTF-16, like [`str::encode_utf16`] collected into a `Vec`.
///
/// ```
/// assert_eq!(utflane::encode_utf16("a😀"), [0x61, 0xD83D, 0xDE00]);
/// ```
pub fn encode_utf16(text: &str) -> Vec<u16> {
    // SAFETY: a `str` is well-formed UTF-8, and UTF-16 can represent every character.
    unsafe { transcode_unchecked_to_vec::<Utf8, Utf16>(text.as_bytes()) }
}

/// Returns the decoding error of a failed conversion to a `Vec` of UTF-8. Other errors cannot
/// occur: UTF-8 can represent every character, and the `Vec` grows.
fn malformed(error: TranscodeError) -> DecodeError {
    match error.reason() {
        Reason::Malformed(error) => error,
        reason => unreachable!("{reason:?}"),
    }
}
