//! Validation with errors like those of std: position and length of the malformed sequence.

#[cfg(feature = "alloc")]
mod owned;
mod stream;

#[cfg(feature = "alloc")]
pub use owned::{FromUtf8Error, from_utf8_vec};
pub use stream::Utf8Validator;

use core::fmt;
use utflane::DecodeError;

/// The position and length of the first malformed sequence, as in [`core::str::Utf8Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    /// Returns the number of bytes before the malformed sequence.
    ///
    /// ```
    /// let error = utflane_simdutf8::compat::from_utf8(b"ab\xFF").unwrap_err();
    /// assert_eq!(error.valid_up_to(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// Returns the number of bytes of the malformed sequence, 1 to 3, or `None` if the input ends
    /// within a character.
    ///
    /// ```
    /// use utflane_simdutf8::compat::from_utf8;
    ///
    /// assert_eq!(from_utf8(b"\xE2\x82!").unwrap_err().error_len(), Some(2));
    /// assert_eq!(from_utf8(b"\xE2\x82").unwrap_err().error_len(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        self.error_len.map(usize::from)
    }

    /// Returns the error of [`core::str::from_utf8`] for `input`, in which this error was found.
    ///
    /// std validates the text before the error again, because nothing else creates its error.
    ///
    /// # Panics
    ///
    /// Panics if `input` is well-formed, because this error is then not from `input`.
    ///
    /// ```
    /// fn title(bytes: &[u8]) -> Result<&str, std::str::Utf8Error> {
    ///     utflane_simdutf8::compat::from_utf8(bytes).map_err(|error| error.to_std(bytes))
    /// }
    /// assert_eq!(title(b"ab\xFF"), std::str::from_utf8(b"ab\xFF"));
    /// ```
    #[cold]
    #[must_use]
    #[track_caller]
    pub fn to_std(&self, input: &[u8]) -> core::str::Utf8Error {
        match core::str::from_utf8(input) {
            Err(error) => error,
            Ok(_) => panic!("{self} is not from this input, which is well-formed UTF-8"),
        }
    }
}

impl Utf8Error {
    #[inline]
    pub(crate) fn from_decode_error(error: DecodeError) -> Self {
        Utf8Error {
            valid_up_to: error.valid_up_to(),
            // At most 3.
            error_len: error.error_len().map(|len| len as u8),
        }
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.valid_up_to;
        match self.error_len {
            Some(len) => write!(
                f,
                "invalid utf-8 sequence of {len} bytes from index {index}"
            ),
            None => write!(f, "incomplete utf-8 byte sequence from index {index}"),
        }
    }
}

impl core::error::Error for Utf8Error {}

/// Checks that `input` is well-formed UTF-8 and returns it as a `str`.
///
/// # Errors
///
/// Returns the position and length of the first malformed sequence.
///
/// ```
/// use utflane_simdutf8::compat::from_utf8;
///
/// assert_eq!(from_utf8("é".as_bytes()), Ok("é"));
/// assert_eq!(from_utf8(b"caf\xE9").unwrap_err().valid_up_to(), 3);
/// ```
#[inline]
pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
    utflane::from_utf8(input).map_err(Utf8Error::from_decode_error)
}

/// Checks that `input` is well-formed UTF-8 and returns it as a mutable `str`.
///
/// # Errors
///
/// Returns the position and length of the first malformed sequence.
///
/// ```
/// let mut text = *b"shout";
/// utflane_simdutf8::compat::from_utf8_mut(&mut text)?.make_ascii_uppercase();
/// assert_eq!(&text, b"SHOUT");
/// # Ok::<(), utflane_simdutf8::compat::Utf8Error>(())
/// ```
#[inline]
pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
    utflane::from_utf8_mut(input).map_err(Utf8Error::from_decode_error)
}

/// Validation on an instruction set that you choose, with the feature `public_imp`.
#[cfg(feature = "public_imp")]
pub mod imp {
    pub use crate::imp::compat::*;
}
