//! Errors of streams, whose positions count from the start of the stream.

use crate::encoding::LowerCase;
use crate::encoding::malformed::Malformed;
use crate::{Charset, CodePoint, DecodeError, Encoding, Reason};
use core::fmt;

/// The reason why a sequence cannot be converted.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    Malformed(Malformed),
    Unrepresentable(CodePoint),
}

/// A malformed sequence in a stream, or a character that the target encoding cannot represent, with
/// its position. For a malformed sequence, the format `{:#}` also prints the rule that it breaks,
/// and its bytes.
///
/// ```
/// use utflane::{ErrorKind, Reason, Utf8, stream::Validator};
///
/// let mut validator = Validator::<Utf8>::new();
/// validator.feed(b"a chunk, and \xE2\x82")?;
/// let error = validator.feed(b"another").unwrap_err();
/// assert_eq!(error.position(), 13);
/// let Reason::Malformed(malformed) = error.reason() else { panic!() };
/// assert_eq!((malformed.valid_up_to(), malformed.error_len()), (13, Some(2)));
/// assert_eq!(malformed.kind(), ErrorKind::MissingContinuation);
/// assert_eq!(error.to_string(), "invalid utf-8 sequence of 2 bytes from index 13");
/// assert_eq!(
///     format!("{error:#}"),
///     "invalid utf-8 sequence of 2 bytes from index 13: missing continuation byte (E2 82)",
/// );
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamError {
    position: u64,
    reason: Reason,
    /// The target encoding, for the message about an unrepresentable character.
    target: Charset,
    /// Length of the malformed sequence or of the unrepresentable character, in units.
    skip: u8,
}

impl StreamError {
    /// Creates the error of a malformed sequence of `E` at byte `position` of the stream. `rest`
    /// begins with the sequence.
    #[cold]
    pub(crate) fn malformed_at<E: Encoding>(
        position: u64,
        rest: &[u8],
        malformed: Malformed,
    ) -> StreamError {
        let charsets = [E::CHARSET; 2];
        let len = malformed.len.map_or(rest.len(), usize::from);
        Self::at(
            charsets,
            position,
            &rest[..len],
            Cause::Malformed(malformed),
        )
    }

    /// Creates the error of the bytes `sequence` at byte `position` of a stream from `source` to
    /// `target`.
    #[cold]
    pub(super) fn at(
        [source, target]: [Charset; 2],
        position: u64,
        sequence: &[u8],
        cause: Cause,
    ) -> StreamError {
        let index = usize::try_from(position).unwrap_or(usize::MAX);
        StreamError {
            position: position / source.unit_size() as u64,
            reason: match cause {
                Cause::Malformed(malformed) => {
                    Reason::Malformed(DecodeError::new(source, index, sequence, malformed))
                }
                Cause::Unrepresentable(character) => Reason::Unrepresentable(character),
            },
            target,
            skip: sequence.len().div_ceil(source.unit_size()) as u8,
        }
    }

    /// Creates the error of an output that is too short for the text from unit `position` on.
    pub(crate) const fn output_full_at(position: u64) -> StreamError {
        StreamError {
            position,
            reason: Reason::OutputFull,
            target: Charset::Utf8,
            skip: 0,
        }
    }

    /// Returns the number of units of the stream before the malformed sequence or the
    /// unrepresentable character. It does not depend on the chunk boundaries.
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// validator.feed(b"first")?;
    /// assert_eq!(validator.feed(b"ab\xFF").unwrap_err().position(), 7);
    /// # Ok::<(), utflane::stream::StreamError>(())
    /// ```
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns the length in units of the malformed or incomplete sequence, or of the
    /// unrepresentable character, at [`position`](Self::position). It is 0 for
    /// [`Reason::OutputFull`].
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// validator.feed(b"10 \xE2\x82")?;
    /// let error = validator.finish().unwrap_err();
    /// assert_eq!((error.position(), error.skip()), (3, 2));
    /// # Ok::<(), utflane::stream::StreamError>(())
    /// ```
    pub const fn skip(&self) -> usize {
        self.skip as usize
    }

    /// Returns the reason: [`Reason::Malformed`] or [`Reason::Unrepresentable`]. Only
    /// [`Transcoder::finish`](super::Transcoder::finish) returns [`Reason::OutputFull`].
    ///
    /// The [`DecodeError`] also counts from the start of the stream. Its
    /// [`valid_up_to`](DecodeError::valid_up_to) equals [`position`](Self::position), or is less if
    /// the position does not fit into a `usize` (after 4 GiB on a 32-bit machine).
    ///
    /// ```
    /// use utflane::{Reason, Utf8, stream::Validator};
    ///
    /// let error = Validator::<Utf8>::new().feed(b"\xFF").unwrap_err();
    /// assert!(matches!(error.reason(), Reason::Malformed(_)));
    /// ```
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_in(f, "")
    }
}

impl StreamError {
    /// Writes the message. `text` follows the index, and names the text in which it counts.
    pub(crate) fn fmt_in(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        let position = self.position;
        match self.reason {
            Reason::Malformed(error) if error.valid_up_to() as u64 == position => {
                error.fmt_in(f, text)
            }
            Reason::Malformed(error) => {
                write!(f, "{} from index {position}{text}", error.kind())?;
                if f.alternate() {
                    error.fmt_bytes(f)
                } else {
                    Ok(())
                }
            }
            Reason::Unrepresentable(code_point) => write!(
                f,
                "character {code_point} at index {position}{text} cannot be represented in {}",
                LowerCase(self.target.name())
            ),
            Reason::OutputFull => write!(f, "output full from input index {position}"),
        }
    }
}

impl core::error::Error for StreamError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.reason {
            Reason::Malformed(error) => Some(error),
            _ => None,
        }
    }
}

/// Wraps the error in a [`std::io::Error`] of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<StreamError> for std::io::Error {
    fn from(error: StreamError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
