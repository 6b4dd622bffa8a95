//! A counterpart of `String::from_utf8`, which simdutf8 does not have.

use super::Utf8Error;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Converts `bytes` to a `String` without a copy if they are well-formed UTF-8, like
/// [`String::from_utf8`].
///
/// # Errors
///
/// Returns the first malformed sequence, together with the bytes.
///
/// ```
/// use utflane_simdutf8::compat::from_utf8_vec;
///
/// assert_eq!(from_utf8_vec(b"fine".to_vec())?, "fine");
///
/// let error = from_utf8_vec(b"a\xFFb".to_vec()).unwrap_err();
/// assert_eq!(error.utf8_error().valid_up_to(), 1);
/// assert_eq!(error.into_bytes(), b"a\xFFb");
/// # Ok::<(), utflane_simdutf8::compat::FromUtf8Error>(())
/// ```
pub fn from_utf8_vec(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    utflane::from_utf8_vec(bytes).map_err(|error| FromUtf8Error {
        error: Utf8Error::from_decode_error(error.utf8_error()),
        bytes: error.into_bytes(),
    })
}

/// The error of [`from_utf8_vec`], with the methods of [`alloc::string::FromUtf8Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Utf8Error,
}

impl FromUtf8Error {
    /// Returns the bytes that were passed to [`from_utf8_vec`].
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes that were passed to [`from_utf8_vec`], without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the position and length of the first malformed sequence.
    pub fn utf8_error(&self) -> Utf8Error {
        self.error
    }
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for FromUtf8Error {}
