//! Conversions between `str` and MUTF-8, CESU-8 and WTF-8. They borrow if the bytes are equal.
//!
//! For other encodings, use [`transcode_to_cow`] and [`transcode_to_vec`].

use super::cow::{has_same_bytes, transcode_lossy_to_cow, transcode_to_cow};
use crate::{Cesu8, Encoding, Mutf8, TranscodeError, Utf8, Wtf8, transcode_to_vec};
use alloc::borrow::Cow;

/// Converts `text` to `E`, which can represent every character.
fn to_variant<E: Encoding<Unit = u8>>(text: &str) -> Cow<'_, [u8]> {
    let text = text.as_bytes();
    if has_same_bytes::<Utf8, E>(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(transcode_to_vec::<Utf8, E>(text).unwrap_or_default())
}

/// Converts MUTF-8, the JVM's modified UTF-8, to text. Borrows if the text contains neither NUL nor
/// a character above U+FFFF, because its bytes are then already UTF-8.
///
/// # Errors
///
/// Returns the first malformed sequence, or the first unpaired surrogate, which a `str` cannot
/// represent.
///
/// ```
/// use std::borrow::Cow;
///
/// assert!(matches!(utflane::variants::from_mutf8("é".as_bytes()), Ok(Cow::Borrowed("é"))));
/// assert_eq!(utflane::variants::from_mutf8(b"\xC0\x80\xED\xA0\xBD\xED\xB8\x80")?, "\0😀");
/// assert_eq!(utflane::variants::from_mutf8(b"a\0").unwrap_err().read(), 1);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn from_mutf8(bytes: &[u8]) -> Result<Cow<'_, str>, TranscodeError> {
    transcode_to_cow::<Mutf8>(bytes)
}

/// Converts MUTF-8 to text and replaces each malformed sequence and each unpaired surrogate with
/// U+FFFD.
///
/// ```
/// assert_eq!(utflane::variants::from_mutf8_lossy(b"a\xED\xA0\xBD\0"), "a\u{FFFD}\u{FFFD}");
/// ```
pub fn from_mutf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Mutf8>(bytes)
}

/// Converts text to MUTF-8. Borrows if the text contains neither NUL nor a character above U+FFFF.
///
/// ```
/// use std::borrow::Cow;
///
/// assert!(matches!(utflane::variants::to_mutf8("é"), Cow::Borrowed(b"\xC3\xA9")));
/// assert_eq!(utflane::variants::to_mutf8("\0"), &b"\xC0\x80"[..]);
/// ```
pub fn to_mutf8(text: &str) -> Cow<'_, [u8]> {
    to_variant::<Mutf8>(text)
}

/// Converts CESU-8 to text. Borrows if the text contains no character above U+FFFF.
///
/// # Errors
///
/// Returns the first malformed sequence.
///
/// ```
/// assert_eq!(utflane::variants::from_cesu8(b"\xED\xA0\xBD\xED\xB8\x80")?, "😀");
/// assert_eq!(utflane::variants::from_cesu8("a😀".as_bytes()).unwrap_err().read(), 1);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn from_cesu8(bytes: &[u8]) -> Result<Cow<'_, str>, TranscodeError> {
    transcode_to_cow::<Cesu8>(bytes)
}

/// Converts CESU-8 to text and replaces each malformed sequence with U+FFFD.
///
/// ```
/// assert_eq!(utflane::variants::from_cesu8_lossy(b"a\xED\xA0\xBDb"), "a\u{FFFD}b");
/// ```
pub fn from_cesu8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Cesu8>(bytes)
}

/// Converts text to CESU-8. Borrows if the text contains no character above U+FFFF.
///
/// ```
/// assert_eq!(utflane::variants::to_cesu8("😀"), &b"\xED\xA0\xBD\xED\xB8\x80"[..]);
/// ```
pub fn to_cesu8(text: &str) -> Cow<'_, [u8]> {
    to_variant::<Cesu8>(text)
}

/// Returns WTF-8 as text. The text is always borrowed, because WTF-8 without unpaired surrogates is
/// UTF-8.
///
/// # Errors
///
/// Returns the first malformed sequence, or the first unpaired surrogate, which a `str` cannot
/// represent.
///
/// ```
/// assert_eq!(utflane::variants::from_wtf8("a😀".as_bytes())?, "a😀");
/// assert_eq!(utflane::variants::from_wtf8(b"a\xED\xA0\xBD").unwrap_err().skip(), 3);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn from_wtf8(bytes: &[u8]) -> Result<Cow<'_, str>, TranscodeError> {
    transcode_to_cow::<Wtf8>(bytes)
}

/// Converts WTF-8 to text and replaces each malformed sequence and each unpaired surrogate with
/// U+FFFD.
///
/// ```
/// assert_eq!(utflane::variants::from_wtf8_lossy(b"a\xED\xA0\xBDb"), "a\u{FFFD}b");
/// ```
pub fn from_wtf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Wtf8>(bytes)
}

/// Returns the bytes of `text`, which are WTF-8.
///
/// ```
/// assert_eq!(utflane::variants::to_wtf8("a😀"), "a😀".as_bytes());
/// ```
pub fn to_wtf8(text: &str) -> Cow<'_, [u8]> {
    Cow::Borrowed(text.as_bytes())
}
