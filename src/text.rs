//! Functions on std's types: those with the names of std's can replace them without other changes,
//! but for the type of an error where a signature names it.

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
mod variants;

pub use chunks::*;
#[cfg(feature = "alloc")]
pub use from_utf8_vec::*;
#[cfg(all(feature = "variants", feature = "alloc"))]
pub use variants::*;
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use {cow::*, owned::*};
#[cfg(feature = "convert")]
pub use {in_place::*, order::*};

use crate::convert::verbs::decode_error;
use crate::encoding::scheme::Utf8 as Scheme;
use crate::kernels::scalar;
use crate::{DecodeError, Isa, Utf8};

/// [`validate`](crate::validate()) of UTF-8, of which only the call of a kernel becomes a part of
/// callers: a parser that validates each string has loops of its own around it, which scalar code
/// among them slows.
#[inline]
fn check(bytes: &[u8]) -> Result<(), DecodeError> {
    let mut valid = Isa::best().valid_bytes_by_kernel(bytes);
    if valid < bytes.len() {
        valid = valid_bytes_from(bytes, valid);
    }
    if valid == bytes.len() {
        return Ok(());
    }
    decode_error::<Utf8>(bytes, valid).map_or(Ok(()), Err)
}

/// Number of bytes of well-formed text, of which the first `valid` are some.
#[inline(never)]
fn valid_bytes_from(bytes: &[u8], valid: usize) -> usize {
    scalar::validate(Scheme::NEW, bytes, valid)
}

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
    check(bytes)?;
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
    check(bytes)?;
    // SAFETY: the bytes were just validated.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// The text at the start of `bytes`, and the malformed sequence after it.
pub(crate) fn valid_prefix(bytes: &[u8]) -> (&str, Option<DecodeError>) {
    let error = check(bytes).err();
    let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
    // SAFETY: the bytes before the first malformed sequence are well-formed.
    let text = unsafe { core::str::from_utf8_unchecked(&bytes[..valid]) };
    (text, error)
}
