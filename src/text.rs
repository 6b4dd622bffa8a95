//! Functions on std's types: those with the names of std's can replace them without other changes,
//! but for the type of an error where a signature names it.

mod chunks;
#[cfg(feature = "alloc")]
mod cow;
#[cfg(feature = "alloc")]
mod from_utf8_vec;
mod in_place;
pub(crate) mod order;
#[cfg(feature = "alloc")]
mod variants;

pub use chunks::*;
#[cfg(feature = "alloc")]
pub use cow::{transcode_lossy_to_cow, transcode_to_cow};
#[cfg(feature = "alloc")]
pub use from_utf8_vec::*;
pub use in_place::*;
#[cfg(feature = "alloc")]
pub use variants::*;

use crate::{DecodeError, Utf8, validate};
#[cfg(feature = "alloc")]
use crate::{
    Isa, Latin1, Reason, TranscodeError, Utf16, Utf16Be, Utf16Le, transcode_lossy_to_string,
    transcode_to_string,
};
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

/// Checks that `bytes` are well-formed UTF-8 and returns them as text, like
/// [`core::str::from_utf8`].
///
/// # Errors
///
/// The first malformed sequence, at a position in bytes. The error has the methods and the message
/// of [`core::str::Utf8Error`].
///
/// ```
/// assert_eq!(utflane::from_utf8(b"\xE2\x82\xAC")?, "€");
/// assert_eq!(utflane::from_utf8(b"\xE2\x82").unwrap_err().error_len(), None);
/// # Ok::<(), utflane::DecodeError>(())
/// ```
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, DecodeError> {
    validate::<Utf8>(bytes)?;
    // SAFETY: the bytes were just validated.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Checks that `bytes` are well-formed UTF-8 and returns them as mutable text, like
/// [`core::str::from_utf8_mut`].
///
/// # Errors
///
/// The first malformed sequence, at a position in bytes.
///
/// ```
/// let mut bytes = *b"shout";
/// utflane::from_utf8_mut(&mut bytes)?.make_ascii_uppercase();
/// assert_eq!(&bytes, b"SHOUT");
/// # Ok::<(), utflane::DecodeError>(())
/// ```
#[inline]
pub fn from_utf8_mut(bytes: &mut [u8]) -> Result<&mut str, DecodeError> {
    validate::<Utf8>(bytes)?;
    // SAFETY: the bytes were just validated.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// Returns `bytes` as text, with U+FFFD for each malformed sequence, like
/// [`String::from_utf8_lossy`]. Borrows if and only if `bytes` are well-formed.
///
/// ```
/// use std::borrow::Cow;
///
/// assert!(matches!(utflane::from_utf8_lossy("fine".as_bytes()), Cow::Borrowed("fine")));
/// assert_eq!(utflane::from_utf8_lossy(b"a\xFFb"), "a\u{FFFD}b");
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Utf8>(bytes)
}

/// Converts UTF-16 to a `String`, like [`String::from_utf16`].
///
/// # Errors
///
/// The first unpaired or incomplete surrogate, at a position in units.
///
/// ```
/// assert_eq!(utflane::from_utf16(&[0x68, 0x69])?, "hi");
/// assert_eq!(utflane::from_utf16(&[0x68, 0xDC00]).unwrap_err().valid_up_to(), 1);
/// # Ok::<(), utflane::DecodeError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16(units: &[u16]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16>(units).map_err(malformed)
}

/// Converts UTF-16 to a `String`, with U+FFFD for each unpaired surrogate, like
/// [`String::from_utf16_lossy`].
///
/// ```
/// assert_eq!(utflane::from_utf16_lossy(&[0x68, 0xDC00]), "h\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16_lossy(units: &[u16]) -> String {
    transcode_lossy_to_string::<Utf16>(units)
}

/// Converts UTF-16LE bytes to a `String`, like std's unstable `String::from_utf16le`.
///
/// # Errors
///
/// The first unpaired or incomplete surrogate, or the odd last byte, at a position in bytes.
///
/// ```
/// assert_eq!(utflane::from_utf16le(b"h\0i\0")?, "hi");
/// assert_eq!(utflane::from_utf16le(b"h\0i").unwrap_err().valid_up_to(), 2);
/// # Ok::<(), utflane::DecodeError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16le(bytes: &[u8]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16Le>(bytes).map_err(malformed)
}

/// Converts UTF-16LE bytes to a `String`, with U+FFFD for each malformed sequence. Unlike in std, a
/// high surrogate and an odd last byte after it are one sequence, as in WHATWG decoders.
///
/// ```
/// assert_eq!(utflane::from_utf16le_lossy(b"h\0\x00\xD8i"), "h\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16le_lossy(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Le>(bytes)
}

/// Converts UTF-16BE bytes to a `String`, like std's unstable `String::from_utf16be`.
///
/// # Errors
///
/// The first unpaired or incomplete surrogate, or the odd last byte, at a position in bytes.
///
/// ```
/// assert_eq!(utflane::from_utf16be(b"\0h\0i")?, "hi");
/// # Ok::<(), utflane::DecodeError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16be(bytes: &[u8]) -> Result<String, DecodeError> {
    transcode_to_string::<Utf16Be>(bytes).map_err(malformed)
}

/// Converts UTF-16BE bytes to a `String`, with U+FFFD for each malformed sequence. Unlike in std, a
/// high surrogate and an odd last byte after it are one sequence, as in WHATWG decoders.
///
/// ```
/// assert_eq!(utflane::from_utf16be_lossy(b"\0h\xDC\x00"), "h\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf16be_lossy(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Be>(bytes)
}

/// Converts Latin-1 to a `String`. It cannot fail: every byte is a character.
///
/// ```
/// assert_eq!(utflane::from_latin1(b"caf\xE9"), "café");
/// ```
#[cfg(feature = "alloc")]
pub fn from_latin1(bytes: &[u8]) -> String {
    transcode_lossy_to_string::<Latin1>(bytes)
}

/// Converts text to UTF-16: [`str::encode_utf16`], collected.
///
/// ```
/// assert_eq!(utflane::encode_utf16("a😀"), [0x61, 0xD83D, 0xDE00]);
/// ```
#[cfg(feature = "alloc")]
pub fn encode_utf16(text: &str) -> Vec<u16> {
    // SAFETY: a `str` is well-formed, and UTF-16 has every character.
    unsafe { Isa::best().transcode_unchecked_to_vec::<Utf8, Utf16>(text.as_bytes()) }
}

/// The text at the start of `bytes`, and the malformed sequence after it.
pub(crate) fn valid_prefix(bytes: &[u8]) -> (&str, Option<DecodeError>) {
    let error = validate::<Utf8>(bytes).err();
    let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
    // SAFETY: the bytes before the first malformed sequence are well-formed.
    let text = unsafe { core::str::from_utf8_unchecked(&bytes[..valid]) };
    (text, error)
}

/// The decoding error in a failed conversion to a `Vec` of UTF-8. There is no other reason: UTF-8
/// can represent every character, and the `Vec` grows.
#[cfg(feature = "alloc")]
fn malformed(error: TranscodeError) -> DecodeError {
    match error.reason() {
        Reason::Malformed(error) => error,
        reason => unreachable!("{reason:?}"),
    }
}
