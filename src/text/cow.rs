//! Conversion to text that borrows bytes which are text already.

use crate::encoding::scheme::{EncodingKind, Scheme, Variant};
use crate::encoding::sealed::Sealed;
use crate::measure;
use crate::{
    Ascii, Encoding, TranscodeError, Utf8, incomplete_tail, is_valid, transcode_lossy_to_string,
    transcode_to_string,
};
use alloc::borrow::Cow;

/// Bytes that are measured at a time to find out whether a text is the same in two encodings: it
/// is not worth more to find out that it is not.
const PIECE: usize = 1 << 12;

/// Whether all of `src` has the same bytes in `S` and `D`, which are UTF-8 and a variant of it:
/// whatever has others has another length, and is longer in each
/// [`Form`](crate::encoding::scheme::Form).
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

/// `src` as text, if it is well-formed in `S` and has the same bytes in UTF-8.
fn borrowed<S: Encoding<Unit = u8>>(src: &[u8]) -> Option<&str> {
    let is_text = match <S as Sealed>::Scheme::KIND {
        EncodingKind::Utf8 => is_valid::<Utf8>(src),
        EncodingKind::Variant(Variant::Utf8Family) => has_same_bytes::<S, Utf8>(src),
        EncodingKind::SingleByte(_) | EncodingKind::Multibyte => is_valid::<Ascii>(src),
        EncodingKind::CodePage => {
            S::SCHEME.page().is_some_and(|page| page.has_ascii()) && is_valid::<Ascii>(src)
        }
        _ => src.is_empty(),
    };
    // SAFETY: the bytes are ASCII, or well-formed UTF-8: what a form writes in another way has more
    // bytes there, as `Form` says of each, so that none of that is here.
    is_text.then(|| unsafe { core::str::from_utf8_unchecked(src) })
}

/// Converts to text. Borrows if the bytes are the same in UTF-8: of UTF-8 always, of Latin-1 and
/// most code pages where all are ASCII, of CESU-8 and others where no character is written in
/// another way.
///
/// # Errors
///
/// The first malformed sequence, or the first character that text cannot represent (a lone
/// surrogate of WTF-8 and others).
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

/// Converts to text, with U+FFFD for what is malformed or cannot be represented. Borrows if the
/// bytes are the same in UTF-8, as [`transcode_to_cow`] does.
///
/// ```
/// use std::borrow::Cow;
/// use utflane::{Utf8, transcode_lossy_to_cow};
///
/// assert!(matches!(transcode_lossy_to_cow::<Utf8>("é".as_bytes()), Cow::Borrowed("é")));
/// assert_eq!(transcode_lossy_to_cow::<Utf8>(b"a\xFF"), "a\u{FFFD}");
/// ```
pub fn transcode_lossy_to_cow<S: Encoding<Unit = u8>>(src: &[u8]) -> Cow<'_, str> {
    match borrowed::<S>(src) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(transcode_lossy_to_string::<S>(src)),
    }
}
