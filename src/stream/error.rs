//! Errors of streams: those of the verbs, at positions that count from the start of the stream.

use crate::encoding::LowerCase;
use crate::encoding::malformed::Malformed;
use crate::{Charset, CodePoint, DecodeError, Encoding, Reason};
use core::fmt;

/// A sequence that cannot be converted.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    Malformed(Malformed),
    Unrepresentable(CodePoint),
}

/// The position in a stream of malformed text, or of a character that the target encoding cannot
/// represent, with the reason.
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
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamError {
    position: u64,
    reason: Reason,
    /// The encoding that a character is not in.
    target: Charset,
}

impl StreamError {
    /// The malformed sequence of `E` that starts at byte `position` of the stream; `rest` begins
    /// with it.
    #[cold]
    pub(crate) fn malformed_at<E: Encoding>(
        position: u64,
        rest: &[u8],
        malformed: Malformed,
    ) -> StreamError {
        let charsets = [E::CHARSET; 2];
        Self::at(charsets, position, rest, Fault::Malformed(malformed))
    }

    /// The fault at byte `position` of a stream from `source` to `target`; `rest` begins with it.
    #[cold]
    pub(super) fn at(
        [source, target]: [Charset; 2],
        position: u64,
        rest: &[u8],
        fault: Fault,
    ) -> StreamError {
        let index = usize::try_from(position).unwrap_or(usize::MAX);
        StreamError {
            position: position / source.position_unit() as u64,
            reason: match fault {
                Fault::Malformed(malformed) => {
                    Reason::Malformed(DecodeError::of(source, index, rest, malformed))
                }
                Fault::Unrepresentable(character) => Reason::Unrepresentable(character),
            },
            target,
        }
    }

    /// What is still to be written of a stream, from unit `position` on.
    pub(crate) const fn output_full_at(position: u64) -> StreamError {
        StreamError {
            position,
            reason: Reason::OutputFull,
            target: Charset::Utf8,
        }
    }

    /// Number of units of the stream before the malformed sequence or the unrepresentable
    /// character. It does not depend on how the stream is cut into chunks.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// The reason: [`Reason::Malformed`] or [`Reason::Unrepresentable`]; [`Reason::OutputFull`]
    /// only from [`Transcoder::finish`](super::Transcoder::finish).
    ///
    /// The [`DecodeError`] counts from the start of the stream, too: its
    /// [`valid_up_to`](DecodeError::valid_up_to) is [`position`](Self::position), or less where a
    /// `usize` cannot hold that (after 4 GiB on a 32-bit machine).
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match self.reason {
            Reason::Malformed(error) if error.valid_up_to() as u64 == position => error.fmt(f),
            Reason::Malformed(error) => write!(f, "{} from index {position}", error.kind()),
            Reason::Unrepresentable(code_point) => write!(
                f,
                "character {code_point} at index {position} cannot be represented in {}",
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

/// Wraps the error in one of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<StreamError> for std::io::Error {
    fn from(error: StreamError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
