//! Checked conversion of a `Vec<u8>` to a `String` without a copy, like `String::from_utf8`.

use crate::{DecodeError, Utf8, validate};
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
/// assert_eq!(utflane::from_utf8_vec(b"fine".to_vec())?, "fine");
///
/// let error = utflane::from_utf8_vec(b"a\xFFb".to_vec()).unwrap_err();
/// assert_eq!(error.utf8_error().valid_up_to(), 1);
/// assert_eq!(error.into_bytes(), b"a\xFFb");
/// # Ok::<(), utflane::FromUtf8Error>(())
/// ```
pub fn from_utf8_vec(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    match validate::<Utf8>(&bytes) {
        // SAFETY: the bytes were just validated.
        Ok(()) => Ok(unsafe { String::from_utf8_unchecked(bytes) }),
        Err(error) => Err(FromUtf8Error { bytes, error }),
    }
}

/// The error of [`from_utf8_vec`]: the bytes, and the first malformed sequence in them. It has the
/// methods of [`alloc::string::FromUtf8Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: DecodeError,
}

impl FromUtf8Error {
    /// Returns the bytes. [`from_utf8_lossy`](crate::from_utf8_lossy) converts them with
    /// replacement.
    ///
    /// ```
    /// let error = utflane::from_utf8_vec(vec![0x61, 0xFF]).unwrap_err();
    /// assert_eq!(error.utf8_error().valid_up_to(), 1);
    /// assert_eq!(utflane::from_utf8_lossy(error.as_bytes()), "a\u{FFFD}");
    /// assert_eq!(error.into_bytes(), [0x61, 0xFF]);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns all bytes that were passed to [`from_utf8_vec`].
    ///
    /// ```
    /// let error = utflane::from_utf8_vec(b"caf\xE9".to_vec()).unwrap_err();
    /// assert_eq!(error.into_bytes(), b"caf\xE9");
    /// ```
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the error of the first malformed sequence.
    ///
    /// ```
    /// let error = utflane::from_utf8_vec(b"caf\xE9".to_vec()).unwrap_err();
    /// assert_eq!(error.utf8_error().valid_up_to(), 3);
    /// ```
    pub const fn utf8_error(&self) -> DecodeError {
        self.error
    }
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for FromUtf8Error {}
