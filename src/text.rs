//! Functions on std's string types. A function with the name of a std function can replace that
//! function. Code that calls it changes only where a signature names the error type.

mod chunks;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod cow;
#[cfg(feature = "alloc")]
mod from_utf8_vec;
#[cfg(feature = "convert")]
mod in_place;
#[cfg(feature = "convert")]
mod order;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod owned;
#[cfg(all(feature = "variants", feature = "alloc"))]
pub mod variants;

pub use chunks::*;
#[cfg(feature = "alloc")]
pub use from_utf8_vec::*;
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use {cow::*, owned::*};
#[cfg(feature = "convert")]
pub use {in_place::*, order::*};

use crate::{DecodeError, Utf8, validate};

/// Checks that `bytes` are well-formed UTF-8 and returns them as a `str`, like
/// [`core::str::from_utf8`].
///
/// # Errors
///
/// Returns the first malformed sequence. Its position counts bytes. The error has the methods and
/// the message of [`core::str::Utf8Error`].
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

/// Checks that `bytes` are well-formed UTF-8 and returns them as a mutable `str`, like
/// [`core::str::from_utf8_mut`].
///
/// # Errors
///
/// Returns the first malformed sequence. Its position counts bytes.
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

/// Returns the well-formed prefix of `bytes`, and the error of the malformed sequence after it, if
/// any.
pub(crate) fn valid_prefix(bytes: &[u8]) -> (&str, Option<DecodeError>) {
    let error = validate::<Utf8>(bytes).err();
    let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
    // SAFETY: the bytes before the first malformed sequence are well-formed.
    let text = unsafe { core::str::from_utf8_unchecked(&bytes[..valid]) };
    (text, error)
}
