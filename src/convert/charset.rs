//! The verbs for an encoding that is chosen at run time.
#![forbid(unsafe_code)]

#[cfg(feature = "multibyte")]
use super::stateful;
use crate::encoding::{CLASSES, each_class, with_class};
use crate::{Charset, DecodeError, Encoding, Isa};

type ValidBytes = fn(Charset, Isa, &[u8]) -> usize;

fn valid_bytes<E: Encoding>(charset: Charset, isa: Isa, src: &[u8]) -> usize {
    isa.valid_bytes(charset.scheme::<E>(), src)
}

/// Validation for each class. In one function all classes would have the frame of the largest.
static VALID_BYTES: [ValidBytes; CLASSES] = each_class!(E => valid_bytes::<E> as ValidBytes);

/// The verbs take the bytes of a text; those of [`Charset::Utf16`] and others of memory are the
/// bytes of its units, at any alignment. Positions and lengths count
/// [units](Charset::position_unit) of the encoding, as those of the generic verbs do, and results
/// are the same as theirs. Bytes at the end that are no whole unit are an incomplete character.
impl Charset {
    /// See [`validate`](fn@crate::validate).
    ///
    /// # Errors
    ///
    /// The first malformed sequence.
    ///
    /// ```
    /// use utflane::{Charset, Isa};
    ///
    /// let error = Charset::Utf16Be.validate(Isa::best(), b"\0a\xD8\0").unwrap_err();
    /// assert_eq!(error.valid_up_to(), 2);
    /// ```
    pub fn validate(self, isa: Isa, src: &[u8]) -> Result<(), DecodeError> {
        let valid = self.valid_up_to(isa, src);
        if valid == src.len() {
            return Ok(());
        }
        self.error_at(src, valid).map_or(Ok(()), Err)
    }

    /// Number of bytes of well-formed text at the start of `src`.
    pub(crate) fn valid_up_to(self, isa: Isa, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            return stateful::first_fault(src).map_or(src.len(), |fault| fault.position);
        }
        VALID_BYTES[self.class() as usize](self, isa, src)
    }

    /// The error at byte `position` of `src`, if it is malformed there.
    pub(crate) fn error_at(self, src: &[u8], position: usize) -> Option<DecodeError> {
        let rest = &src[position..];
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            let fault = stateful::first_fault(src)?;
            return Some(DecodeError::of(self, position, rest, fault.malformed));
        }
        let malformed = self.decode(rest).err()?;
        Some(DecodeError::of(self, position, rest, malformed))
    }

    /// See [`char_count`](fn@crate::char_count).
    pub fn char_count(self, isa: Isa, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            return stateful::char_count(src);
        }
        with_class!(self, E => isa.characters(self.scheme::<E>(), src))
    }

    /// See [`incomplete_tail`](fn@crate::incomplete_tail).
    pub fn incomplete_tail(self, src: &[u8]) -> usize {
        #[cfg(feature = "multibyte")]
        if self.is_stateful() {
            return stateful::incomplete_tail(src);
        }
        self.incomplete_bytes(src).div_ceil(self.position_unit())
    }
}
