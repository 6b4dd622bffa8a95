//! The verbs for an encoding that is chosen at run time, as methods of [`Charset`].
#![forbid(unsafe_code)]

#[cfg(feature = "multibyte")]
use super::stateful;
use crate::convert::plan;
use crate::encoding::{CLASSES, each_class, with_class};
use crate::{Charset, DecodeError, Encoding, Isa};

type ValidBytes = fn(Charset, Isa, &[u8]) -> usize;

fn valid_bytes<E: Encoding>(charset: Charset, isa: Isa, src: &[u8]) -> usize {
    plan::valid_bytes(isa, charset.scheme::<E>(), src)
}

/// The validation function for each class. In a single function for all classes, every call would
/// use the largest stack frame.
static VALID_BYTES: [ValidBytes; CLASSES] = each_class!(E => valid_bytes::<E> as ValidBytes);

/// These methods take bytes and return the same results as the generic functions of the same names.
/// For [`Charset::Utf16`] and other encodings with larger units, pass the bytes of the units, at
/// any alignment. A partial unit at the end is an incomplete character. Positions and lengths count
/// [units](Charset::unit_size), as in the generic functions.
impl Charset {
    /// Checks that `src` is well-formed, like [`validate`](fn@crate::validate).
    ///
    /// # Errors
    ///
    /// Returns the first malformed sequence.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// let error = Charset::Utf16Be.validate(b"\0a\xD8\0").unwrap_err();
    /// assert_eq!(error.valid_up_to(), 2);
    /// ```
    pub fn validate(self, src: &[u8]) -> Result<(), DecodeError> {
        Isa::best().validate_charset(self, src)
    }

    /// Returns the number of bytes of well-formed text at the start of `src`.
    pub(crate) fn valid_up_to(self, isa: Isa, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            return stateful::first_malformed(self, src)
                .map_or(src.len(), |sequence| sequence.position);
        }
        VALID_BYTES[self.class() as usize](self, isa, src)
    }

    /// Returns the error at byte `position` of `src`, if `src` is malformed there.
    pub(crate) fn error_at(self, src: &[u8], position: usize) -> Option<DecodeError> {
        let rest = &src[position..];
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            let sequence = stateful::first_malformed(self, src)?;
            return Some(DecodeError::new(self, position, rest, sequence.malformed));
        }
        let malformed = self.decode(rest).err()?;
        Some(DecodeError::new(self, position, rest, malformed))
    }

    /// Counts the characters of well-formed `src`, like [`char_count`](fn@crate::char_count).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf8.char_count("naïve".as_bytes()), 5);
    /// ```
    pub fn char_count(self, src: &[u8]) -> usize {
        Isa::best().char_count_charset(self, src)
    }

    /// Returns the length of an incomplete character at the end of `src`, like
    /// [`incomplete_tail`](fn@crate::incomplete_tail).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf8.incomplete_tail(b"5 \xE2\x82"), 2);
    /// ```
    pub fn incomplete_tail(self, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            return stateful::incomplete_tail(self, src);
        }
        self.incomplete_bytes(src).div_ceil(self.unit_size())
    }
}

impl Isa {
    /// Like [`Charset::validate`], on this instruction set.
    // Only the C interface, which can pin the instruction set, and tests need it.
    #[doc(hidden)]
    #[inline]
    pub fn validate_charset(self, charset: Charset, src: &[u8]) -> Result<(), DecodeError> {
        let valid = charset.valid_up_to(self, src);
        if valid == src.len() {
            return Ok(());
        }
        charset.error_at(src, valid).map_or(Ok(()), Err)
    }

    /// Like [`Charset::char_count`], on this instruction set.
    // Only the C interface, which can pin the instruction set, and tests need it.
    #[doc(hidden)]
    pub fn char_count_charset(self, charset: Charset, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if charset.is_stateful() {
            return stateful::char_count(charset, src);
        }
        with_class!(charset, E => plan::characters(self, charset.scheme::<E>(), src))
    }
}
