//! Conversion to a `Cow<str>`, which borrows input whose bytes are already UTF-8.

use crate::convert::plan;
use crate::convert::verbs::WORST_CASE_LIMIT;
use crate::encoding::scheme::{EncodingKind, Scheme, Variant};
use crate::encoding::sealed::Sealed;
use crate::{
    Ascii, Encoding, Isa, TranscodeError, Utf8, incomplete_tail, is_valid, measure,
    transcode_lossy_to_string, transcode_to_string,
};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes that [`has_same_bytes`] measures at a time, so that it returns soon after the first
/// difference.
const PIECE: usize = 1 << 12;

/// Returns whether the text `src` has the same bytes in `S` and in `D`, which are UTF-8 and a
/// variant of it. Comparing lengths is enough: each
/// [`Utf8Form`](crate::encoding::scheme::Utf8Form) encodes a character in the bytes of UTF-8 or in
/// more bytes.
pub(super) fn has_same_bytes<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(src: &[u8]) -> bool {
    let mut rest = src;
    while !rest.is_empty() {
        let mut piece = &rest[..rest.len().min(PIECE)];
        if piece.len() < rest.len() {
            piece = &piece[..piece.len() - incomplete_tail::<S>(piece)];
        }
        if measure::<S, D>(piece) != Ok(piece.len()) {
            return false;
        }
        rest = &rest[piece.len()..];
    }
    true
}

/// Returns `src` as a `str` if it is well-formed in `S` and has the same bytes in UTF-8.
fn borrowed<S: Encoding<Unit = u8>>(src: &[u8]) -> Option<&str> {
    let is_text = match <S as Sealed>::Scheme::KIND {
        EncodingKind::Utf8 => is_valid::<Utf8>(src),
        EncodingKind::Variant(Variant::Utf8Family) => has_same_bytes::<S, Utf8>(src),
        EncodingKind::SingleByte(_) | EncodingKind::Multibyte => is_valid::<Ascii>(src),
        EncodingKind::CodePage => {
            S::SCHEME.page().is_some_and(|page| page.has_ascii()) && is_valid::<Ascii>(src)
        }
        _ => false,
    };
    let is_text = is_text || src.is_empty();
    // SAFETY: the bytes are ASCII or well-formed UTF-8. A form that encodes a character differently
    // from UTF-8 uses more bytes for it, as `Utf8Form` documents, so `src` contains no such
    // character.
    is_text.then(|| unsafe { core::str::from_utf8_unchecked(src) })
}

/// Converts `src` to UTF-8 text, and borrows if the bytes are already the same in UTF-8.
///
/// - Empty input and well-formed UTF-8 are always borrowed.
/// - Latin-1, most code pages and legacy multi-byte encodings are borrowed if all bytes are ASCII.
/// - CESU-8 and other variants of UTF-8 are borrowed if no character has other bytes than in UTF-8.
///
/// # Errors
///
/// Returns the first malformed sequence, or the first character that a `str` cannot represent, such
/// as an unpaired surrogate in WTF-8.
///
/// ```
/// use std::borrow::Cow;
/// use utflane::{Latin1, transcode_to_cow};
///
/// assert!(matches!(transcode_to_cow::<Latin1>(b"cafe")?, Cow::Borrowed("cafe")));
/// assert_eq!(transcode_to_cow::<Latin1>(b"caf\xE9")?, "café");
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn transcode_to_cow<S: Encoding<Unit = u8>>(
    src: &[u8],
) -> Result<Cow<'_, str>, TranscodeError> {
    match borrowed::<S>(src) {
        Some(text) => Ok(Cow::Borrowed(text)),
        None => transcode_to_string::<S>(src).map(Cow::Owned),
    }
}

/// Converts `src` to UTF-8 text, and replaces malformed sequences and characters that a `str`
/// cannot represent with U+FFFD. Borrows if the bytes are already the same in UTF-8, as
/// [`transcode_to_cow`] does.
///
/// ```
/// use std::borrow::Cow;
/// use utflane::{Utf8, transcode_lossy_to_cow};
///
/// assert!(matches!(transcode_lossy_to_cow::<Utf8>("é".as_bytes()), Cow::Borrowed("é")));
/// assert_eq!(transcode_lossy_to_cow::<Utf8>(b"a\xFF"), "a\u{FFFD}");
/// ```
pub fn transcode_lossy_to_cow<S: Encoding<Unit = u8>>(src: &[u8]) -> Cow<'_, str> {
    if let EncodingKind::Utf8 = <S as Sealed>::Scheme::KIND {
        return utf8_lossy(src);
    }
    match borrowed::<S>(src) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(transcode_lossy_to_string::<S>(src)),
    }
}

/// Converts like [`transcode_lossy_to_cow`], for UTF-8.
fn utf8_lossy(src: &[u8]) -> Cow<'_, str> {
    let isa = Isa::best();
    let valid = plan::valid_bytes(isa, Utf8::SCHEME, src);
    if valid < src.len() {
        return Cow::Owned(replaced_from(isa, src, valid));
    }
    // SAFETY: all of `src` is well-formed UTF-8.
    Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(src) })
}

/// Converts UTF-8 with replacement after the first `valid` bytes, which are well-formed.
#[cold]
#[inline(never)]
fn replaced_from(isa: Isa, src: &[u8], valid: usize) -> String {
    let (valid, rest) = src.split_at(valid);
    // The capacity that the conversion below would reserve, so that it does not reallocate.
    let capacity = (3 * rest.len()).min(rest.len().max(WORST_CASE_LIMIT)) + 1;
    let mut text = Vec::with_capacity(valid.len() + capacity);
    text.extend_from_slice(valid);
    isa.transcode_lossy_append::<Utf8, Utf8>(rest, &mut text);
    // SAFETY: the first `valid` bytes are well-formed UTF-8, and a conversion to UTF-8 appends
    // well-formed UTF-8.
    unsafe { String::from_utf8_unchecked(text) }
}
