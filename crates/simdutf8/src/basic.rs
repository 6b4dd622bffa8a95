//! Validation without details about errors.
//!
//! Both modules are equally fast on valid text. On malformed text this one is faster, because it
//! does not search for the position of the error. To get the position, use
//! [`compat`](crate::compat).

use core::fmt;
use utflane::Utf8;

/// The input is not well-formed UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf8Error;

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid utf-8 sequence")
    }
}

impl core::error::Error for Utf8Error {}

/// Checks that `input` is well-formed UTF-8 and returns it as a `str`.
///
/// # Errors
///
/// Returns [`Utf8Error`] if `input` is malformed.
///
/// ```
/// use utflane_simdutf8::basic::{Utf8Error, from_utf8};
///
/// assert_eq!(from_utf8("é".as_bytes()), Ok("é"));
/// assert_eq!(from_utf8(b"\xE9"), Err(Utf8Error));
/// ```
#[inline]
pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
    // Unlike `utflane::from_utf8`, this does not search for the position of an error.
    if !utflane::is_valid::<Utf8>(input) {
        return Err(Utf8Error);
    }
    // SAFETY: the bytes were just validated.
    Ok(unsafe { core::str::from_utf8_unchecked(input) })
}

/// Checks that `input` is well-formed UTF-8 and returns it as a mutable `str`.
///
/// # Errors
///
/// Returns [`Utf8Error`] if `input` is malformed.
///
/// ```
/// let mut text = *b"shout";
/// utflane_simdutf8::basic::from_utf8_mut(&mut text)?.make_ascii_uppercase();
/// assert_eq!(&text, b"SHOUT");
/// # Ok::<(), utflane_simdutf8::basic::Utf8Error>(())
/// ```
#[inline]
pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
    if !utflane::is_valid::<Utf8>(input) {
        return Err(Utf8Error);
    }
    // SAFETY: the bytes were just validated.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(input) })
}

/// Validators of an instruction set that you choose, with the feature `public_imp`.
#[cfg(feature = "public_imp")]
pub mod imp {
    pub use crate::imp::basic::*;
}
