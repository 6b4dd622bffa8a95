//! The verbs as free functions. Most of them call the method of the same name on [`Isa::best`].

#[cfg(all(feature = "convert", feature = "alloc"))]
mod owned;
#[cfg(feature = "convert")]
mod pairs;

#[cfg(all(feature = "convert", feature = "alloc"))]
pub use owned::*;
#[cfg(feature = "convert")]
pub use pairs::*;

use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::memory;
use crate::{DecodeError, Encoding, Isa};

/// Checks that `src` is well-formed.
///
/// # Errors
///
/// Returns the position and length, in units of `E`, and the [kind](crate::ErrorKind) of the first
/// malformed sequence.
///
/// ```
/// use utflane::{ErrorKind, Utf8, Utf16, validate};
///
/// assert!(validate::<Utf8>("grüß dich".as_bytes()).is_ok());
/// let error = validate::<Utf16>(&[0x41, 0xD800, 0x42]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// assert_eq!(error.kind(), ErrorKind::UnpairedSurrogate);
/// ```
#[inline]
pub fn validate<E: Encoding>(src: &[E::Unit]) -> Result<(), DecodeError> {
    Isa::best().validate::<E>(src)
}

/// Returns whether `src` is well-formed. In malformed UTF-8, this is faster than [`validate`],
/// because it does not search for the error position.
///
/// ```
/// use utflane::{Ascii, Utf8, is_valid};
///
/// assert!(is_valid::<Utf8>("é".as_bytes()));
/// assert!(!is_valid::<Ascii>("é".as_bytes()));
/// ```
#[inline]
pub fn is_valid<E: Encoding>(src: &[E::Unit]) -> bool {
    Isa::best().is_valid::<E>(src)
}

/// Counts the characters (Unicode scalar values) of well-formed `src`.
///
/// The input is not validated. If it is malformed, the result is an unspecified number from 0 to
/// `src.len()`, the same on every CPU.
///
/// ```
/// use utflane::{Utf8, Utf16, char_count};
///
/// assert_eq!(char_count::<Utf8>("naïve 😀".as_bytes()), 7);
/// assert_eq!(char_count::<Utf16>(&[0xD83D, 0xDE00]), 1);
/// ```
#[inline]
pub fn char_count<E: Encoding>(src: &[E::Unit]) -> usize {
    Isa::best().char_count::<E>(src)
}

/// Returns the length, in units of `E`, of an incomplete character at the end of `src`.
///
/// The result is at most 3, or 5 for variants of UTF-8, and 0 if `src` does not end within a
/// character. Only the end of `src` is examined. For legacy multi-byte encodings, this end begins
/// after the last byte that cannot be a lead byte, or earlier.
///
/// To convert a stream in chunks, convert each chunk without this tail, and prepend the tail to the
/// next chunk. This has one limitation. A chunk of malformed CESU-8 can end with 4 or 5 bytes of a
/// surrogate pair and a lead byte. Only the lead byte is the tail. A lossy conversion of the chunks
/// replaces the incomplete pair once. A conversion of the whole text replaces it twice.
/// [`stream::Transcoder`] does not have this limitation.
///
/// [`stream::Transcoder`]: crate::stream::Transcoder
///
/// ```
/// use utflane::{Utf8, incomplete_tail};
///
/// assert_eq!(incomplete_tail::<Utf8>(&"ab€".as_bytes()[..4]), 2);
/// assert_eq!(incomplete_tail::<Utf8>("ab€".as_bytes()), 0);
/// assert_eq!(incomplete_tail::<Utf8>(b"\xED\xA0"), 0, "a surrogate is malformed, not incomplete");
/// ```
#[inline]
pub fn incomplete_tail<E: Encoding>(src: &[E::Unit]) -> usize {
    E::SCHEME.incomplete_tail(memory::bytes(src)) / unit_size::<E>()
}
