//! Validation of a text in chunks, with positions, which simdutf8 does not have.

use super::Utf8Error;
use utflane::stream::{StreamError, Validator};
use utflane::{Reason, Utf8};

/// Validates a text that arrives in chunks, and reports the position of the first error.
///
/// A character may be split across chunks. Results do not depend on the chunk boundaries. After the
/// first error, each call returns that error.
///
/// ```
/// use utflane_simdutf8::compat::Utf8Validator;
///
/// let mut validator = Utf8Validator::new();
/// validator.update(b"10 \xE2\x82")?;
/// assert_eq!(validator.valid_up_to(), 3);
/// validator.update(b"\xAC, 20")?;
/// let error = validator.update(b" \xE2!").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (11, Some(1)));
/// assert_eq!(validator.valid_up_to(), 11);
/// # Ok::<(), utflane_simdutf8::compat::Utf8Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Utf8Validator {
    validator: Validator<Utf8>,
    error: Option<(u64, Utf8Error)>,
}

impl Utf8Validator {
    /// Creates a validator at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Validates the next chunk, of any length.
    ///
    /// # Errors
    ///
    /// Returns the first malformed sequence of the text. Its position counts from the start of the
    /// text.
    pub fn update(&mut self, chunk: &[u8]) -> Result<(), Utf8Error> {
        let result = self.validator.feed(chunk);
        self.checked(result)
    }

    /// Ends the text.
    ///
    /// # Errors
    ///
    /// Returns the first malformed sequence of the text, or the incomplete character at its end.
    ///
    /// ```
    /// use utflane_simdutf8::compat::Utf8Validator;
    ///
    /// let mut validator = Utf8Validator::new();
    /// validator.update(b"10 \xE2")?;
    /// let error = validator.finalize().unwrap_err();
    /// assert_eq!((error.valid_up_to(), error.error_len()), (3, None));
    /// # Ok::<(), utflane_simdutf8::compat::Utf8Error>(())
    /// ```
    pub fn finalize(mut self) -> Result<(), Utf8Error> {
        let result = self.validator.finish();
        self.checked(result)
    }

    /// Returns the number of bytes, from the start of the text, that are well-formed so far. An
    /// incomplete character at the end of the last chunk does not count.
    ///
    /// Unlike the position of an error, this is correct for texts of any length on 32-bit machines.
    #[must_use]
    pub fn valid_up_to(&self) -> u64 {
        match self.error {
            Some((position, _)) => position,
            None => self.validator.position(),
        }
    }

    /// Stores the error of a result, and returns it in the type of this package.
    fn checked(&mut self, result: Result<(), StreamError>) -> Result<(), Utf8Error> {
        result.map_err(|stream| {
            let error = match stream.reason() {
                Reason::Malformed(error) => Utf8Error::from_decode_error(error),
                // A validator has no other reason.
                _ => Utf8Error {
                    valid_up_to: stream.position() as usize,
                    error_len: None,
                },
            };
            self.error = Some((stream.position(), error));
            error
        })
    }
}
