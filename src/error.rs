//! The error types: [`DecodeError`] for malformed text, and `TranscodeError` for a conversion that
//! stopped early.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod transcode;

use crate::encoding::LowerCase;
pub use crate::encoding::malformed::ErrorKind;
#[cfg(feature = "convert")]
pub use transcode::TranscodeError;

use crate::encoding::malformed::{Malformed, first_4};
use crate::{Charset, CodePoint};
use core::fmt;
use core::num::NonZeroU8;

/// The position, length and kind of the first malformed sequence of an input.
///
/// Positions and lengths count units of the encoding that was read.
///
/// This type has the methods of [`core::str::Utf8Error`] and, for UTF-8, prints the same message.
/// [`to_utf8_error`](Self::to_utf8_error) converts it to a `Utf8Error`. The format `{:#}` also
/// prints the rule that the sequence breaks, and its bytes.
///
/// ```
/// use utflane::{ErrorKind, Utf8, validate};
///
/// let error = validate::<Utf8>(b"ab\xC0\x80").unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// assert_eq!(error.error_len(), Some(1));
/// assert_eq!(error.kind(), ErrorKind::Overlong);
/// assert_eq!(error.to_string(), "invalid utf-8 sequence of 1 bytes from index 2");
/// assert_eq!(
///     format!("{error:#}"),
///     "invalid utf-8 sequence of 1 bytes from index 2: overlong encoding (C0)",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeError {
    valid_up_to: usize,
    /// The length in units.
    error_len: Option<NonZeroU8>,
    kind: ErrorKind,
    encoding: Charset,
    bytes: Sequence,
}

/// The first bytes of a malformed sequence, in the order of the input, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sequence {
    bytes: [u8; 4],
    /// The number of bytes of the whole sequence, which may be more than 4.
    len: u8,
}

impl Sequence {
    /// Creates a sequence from the first bytes of `bytes`.
    fn from_bytes(bytes: &[u8]) -> Self {
        Sequence {
            bytes: first_4(bytes).to_le_bytes(),
            len: bytes.len() as u8,
        }
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.bytes.len().min(self.len.into())]
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl DecodeError {
    /// Creates the error for the malformed sequence at byte `position` of the input, which is at
    /// the start of `rest`.
    #[inline(always)]
    pub(crate) fn new(
        encoding: Charset,
        position: usize,
        rest: &[u8],
        malformed: Malformed,
    ) -> Self {
        let len = malformed.len.map_or(rest.len(), usize::from);
        let unit = encoding.unit_size();
        DecodeError {
            valid_up_to: position / unit,
            error_len: NonZeroU8::new(malformed.len.unwrap_or(0) / unit as u8),
            kind: malformed.kind,
            encoding,
            bytes: Sequence::from_bytes(rest.get(..len).unwrap_or(rest)),
        }
    }

    /// Returns the index of the first unit that is malformed. Everything before it is well-formed.
    ///
    /// ```
    /// use utflane::{Utf8, validate};
    ///
    /// assert_eq!(validate::<Utf8>(b"ab\xFF").unwrap_err().valid_up_to(), 2);
    /// ```
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// Returns the number of units of the malformed sequence, or `None` if the input ends within a
    /// character.
    ///
    /// You can resume decoding after the sequence. Its length is
    ///
    /// - 1 to 3 for UTF-8 and its variants, and up to 5 for RFC 2279,
    /// - 1 for UTF-16, UTF-32 and UCS-4 in native order, for ASCII and for code pages,
    /// - 2 for UTF-16LE and UTF-16BE, 4 for UTF-32LE and UTF-32BE, and
    /// - 1 to 4 for legacy multi-byte encodings.
    ///
    /// ```
    /// use utflane::{Utf8, validate};
    ///
    /// assert_eq!(validate::<Utf8>(b"\xE2\x82!").unwrap_err().error_len(), Some(2));
    /// assert_eq!(validate::<Utf8>(b"\xE2\x82").unwrap_err().error_len(), None);
    /// ```
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len.get() as usize),
            None => None,
        }
    }

    /// Returns the number of units of the malformed sequence. If the input ends within a character,
    /// this is the number of units from [`valid_up_to`](Self::valid_up_to) to the end.
    ///
    /// You can resume decoding after them, as with [`TranscodeError::skip`].
    ///
    /// ```
    /// use utflane::{Utf8, validate};
    ///
    /// let error = validate::<Utf8>(b"5 \xE2\x82").unwrap_err();
    /// assert_eq!((error.error_len(), error.skip()), (None, 2));
    /// let error = validate::<Utf8>(b"5 \xE2\x82!").unwrap_err();
    /// assert_eq!((error.error_len(), error.skip()), (Some(2), 2));
    /// ```
    pub const fn skip(&self) -> usize {
        match self.error_len {
            Some(len) => len.get() as usize,
            None => (self.bytes.len as usize).div_ceil(self.encoding.unit_size()),
        }
    }

    /// Returns the rule that the sequence breaks.
    ///
    /// ```
    /// use utflane::{ErrorKind, Utf8, validate};
    ///
    /// assert_eq!(validate::<Utf8>(b"\xC0\x80").unwrap_err().kind(), ErrorKind::Overlong);
    /// ```
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the bytes of the malformed sequence, or its first 4 bytes if it is longer. The bytes
    /// of `u16` and `u32` units are in native order.
    ///
    /// ```
    /// use utflane::{Utf8, validate};
    ///
    /// let error = validate::<Utf8>(b"ab\xE2\x82!").unwrap_err();
    /// assert_eq!(error.bytes(), b"\xE2\x82");
    /// ```
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get()
    }

    /// Returns the error of [`core::str::from_utf8`] for `src`, the UTF-8 in which this error was
    /// found. Use it if a signature requires the error type of std.
    ///
    /// Only a failed validation by std creates a `Utf8Error`. So std validates the well-formed part
    /// of `src` a second time, at its own speed. Valid text costs nothing more.
    ///
    /// # Panics
    ///
    /// Panics if `src` is well-formed UTF-8, because this error is then not from `src`.
    ///
    /// ```
    /// fn title(bytes: &[u8]) -> Result<&str, core::str::Utf8Error> {
    ///     utflane::from_utf8(bytes).map_err(|error| error.to_utf8_error(bytes))
    /// }
    /// assert_eq!(title(b"ab\xE2\x82"), std::str::from_utf8(b"ab\xE2\x82"));
    /// assert_eq!(title("€".as_bytes()), Ok("€"));
    /// ```
    #[cold]
    #[track_caller]
    pub fn to_utf8_error(&self, src: &[u8]) -> core::str::Utf8Error {
        match core::str::from_utf8(src) {
            Err(error) => error,
            Ok(_) => panic!("{self} is not from this input, which is well-formed UTF-8"),
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_in(f, "")
    }
}

impl DecodeError {
    /// Writes the message. `text` follows the index, and names the text in which it counts.
    pub(crate) fn fmt_in(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        let name = LowerCase(self.encoding.name());
        let is_form = self.encoding.unit_size() > 1;
        let unit = if is_form { "unit" } else { "byte" };
        let index = self.valid_up_to;
        match self.error_len() {
            Some(len) => write!(
                f,
                "invalid {name} sequence of {len} {unit}s from index {index}{text}"
            ),
            None => write!(
                f,
                "incomplete {name} {unit} sequence from index {index}{text}"
            ),
        }?;
        if f.alternate() {
            write!(f, ": {}", self.kind)?;
            self.fmt_bytes(f)
        } else {
            Ok(())
        }
    }

    /// Writes the bytes of the sequence in parentheses.
    pub(crate) fn fmt_bytes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" (")?;
        for (index, byte) in self.bytes().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{byte:02X}")?;
        }
        f.write_str(")")
    }
}

impl core::error::Error for DecodeError {}

/// Wraps the error in an I/O error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<DecodeError> for std::io::Error {
    fn from(error: DecodeError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

const _: () = assert!(size_of::<DecodeError>() <= 16);
#[cfg(feature = "convert")]
const _: () = assert!(size_of::<TranscodeError>() <= 40);

/// The reason why a conversion stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The next character does not fit into the rest of the output.
    OutputFull,
    /// The input is malformed at this position.
    Malformed(DecodeError),
    /// The character is well-formed, but the output encoding cannot represent it.
    Unrepresentable(CodePoint),
}
