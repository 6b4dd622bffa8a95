//! Decoding of bytes as UTF-8 if they are well-formed, otherwise in a fallback encoding.
#![forbid(unsafe_code)]

use super::{Status, StreamError, TextDecoder};
use crate::{Charset, from_utf8};
use alloc::borrow::Cow;
use alloc::string::String;

/// Decodes `bytes` as UTF-8 if they are well-formed UTF-8, otherwise in the encoding `fallback`.
/// Returns the text and its encoding. The text is borrowed if it is UTF-8.
///
/// UTF-8 is tried first, because non-ASCII text in single-byte and legacy multi-byte encodings is
/// almost never well-formed UTF-8. Do not use this function with UTF-16, UTF-32 or a 7-bit encoding
/// such as ISO-2022-JP: their text can be well-formed UTF-8.
///
/// [`io::Reader::utf8_or`](crate::io::Reader::utf8_or) is similar for readers, but a byte order
/// mark decides there and is removed.
///
/// # Errors
///
/// Returns the first sequence that is malformed in `fallback`, or the first character that a `str`
/// cannot represent. Windows-1252 and Latin-1 have no such error.
///
/// ```
/// use utflane::{Charset, from_utf8_or};
///
/// let (text, charset) = from_utf8_or(b"caf\xE9", Charset::Windows1252)?;
/// assert_eq!((&*text, charset), ("café", Charset::Windows1252));
/// let (text, charset) = from_utf8_or("café".as_bytes(), Charset::Windows1252)?;
/// assert_eq!((&*text, charset), ("café", Charset::Utf8));
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
pub fn from_utf8_or(
    bytes: &[u8],
    fallback: Charset,
) -> Result<(Cow<'_, str>, Charset), StreamError> {
    if let Ok(text) = from_utf8(bytes) {
        return Ok((Cow::Borrowed(text), Charset::Utf8));
    }
    let mut decoder = TextDecoder::new(fallback);
    let mut text = String::new();
    for status in [
        decoder.decode(bytes, &mut text).status,
        decoder.finish_text(&mut text).status,
    ] {
        if let Status::Stopped(error) = status {
            return Err(error);
        }
    }
    Ok((Cow::Owned(text), fallback))
}
