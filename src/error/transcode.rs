//! The error of a conversion: its progress, and the reason why it stopped.

use super::{DecodeError, Reason};
use crate::Charset;
use crate::encoding::LowerCase;
use crate::encoding::scheme::{Encoded, unrepresentable};
use crate::kernels::scalar::CharacterCodec;
use core::fmt;

/// The error of a conversion that stopped before the end of its input: its progress and the reason.
///
/// The first [`read`](Self::read) units of the input are complete characters, and the first
/// [`written`](Self::written) units of the output are their conversion. To resume, convert
/// `&src[error.read() + error.skip()..]`.
///
/// ```
/// use utflane::{Latin1, Reason, Utf8, transcode};
///
/// let mut dst = [0; 8];
/// let error = transcode::<Utf8, Latin1>("é€".as_bytes(), &mut dst).unwrap_err();
/// assert_eq!((error.read(), error.written(), error.skip()), (2, 1, 3));
/// assert_eq!(error.reason(), Reason::Unrepresentable('€'.into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TranscodeError {
    read: usize,
    written: usize,
    reason: Reason,
    skip: u8,
    target: Charset,
}

impl TranscodeError {
    /// Creates the error of a strict conversion that stopped at byte `read` of `src` after it wrote
    /// `written` units. Finds the reason by decoding the character there.
    #[inline(always)]
    pub(crate) fn explain(
        codec: &impl CharacterCodec,
        [source, target]: [Charset; 2],
        src: &[u8],
        read: usize,
        written: usize,
    ) -> Self {
        let rest = &src[read..];
        let unit = source.unit_size();
        // For a malformed sequence, `malformed` has fewer branches than `decode`.
        let decoded = match codec.malformed(rest) {
            Some(malformed) => Err(malformed),
            None => codec.decode(rest),
        };
        let (reason, skip) = match decoded {
            Err(malformed) => {
                let error = DecodeError::new(source, read, rest, malformed);
                (
                    Reason::Malformed(error),
                    malformed.len.map_or(rest.len(), usize::from),
                )
            }
            Ok((code_point, len)) => match codec.encode(code_point, Default::default()) {
                Encoded::Unrepresentable => {
                    let encode = |one| codec.encode(one, Default::default());
                    let which = unrepresentable(code_point, encode);
                    (Reason::Unrepresentable(which), len)
                }
                Encoded::Full | Encoded::Written(_) => (Reason::OutputFull, 0),
            },
        };
        TranscodeError {
            read: read / unit,
            written,
            reason,
            skip: skip.div_ceil(unit) as u8,
            target,
        }
    }

    /// Creates the error of a conversion that stopped because the output is full. `read` and
    /// `written` are in units.
    pub(crate) fn output_full(read: usize, written: usize, target: Charset) -> Self {
        TranscodeError {
            read,
            written,
            reason: Reason::OutputFull,
            skip: 0,
            target,
        }
    }

    /// Returns the number of units of input that were converted, from 0 to the length of the input.
    /// The position is a character boundary.
    ///
    /// ```
    /// use utflane::{Latin1, Utf8, transcode};
    ///
    /// let error = transcode::<Utf8, Latin1>("é€".as_bytes(), &mut [0; 8]).unwrap_err();
    /// assert_eq!((error.read(), error.written()), (2, 1));
    /// ```
    pub const fn read(&self) -> usize {
        self.read
    }

    /// Returns the number of units of output that were written, from 0 to the length of the output.
    /// They are complete characters.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, transcode};
    ///
    /// let mut units = [0; 2];
    /// let error = transcode::<Utf8, Utf16>(b"abc", &mut units).unwrap_err();
    /// assert_eq!(units[..error.written()], [0x61, 0x62]);
    /// ```
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Returns the number of units of input to skip after [`read`](Self::read) before resuming.
    ///
    /// It is 0 if the output is full. Otherwise it is the length of the unrepresentable character
    /// or of the malformed sequence. An incomplete sequence extends to the end of the input.
    ///
    /// ```
    /// use utflane::{Latin1, Utf8, transcode};
    ///
    /// let text = "€5".as_bytes();
    /// let error = transcode::<Utf8, Latin1>(text, &mut [0; 8]).unwrap_err();
    /// assert_eq!(text[error.read() + error.skip()..], *b"5");
    /// ```
    pub const fn skip(&self) -> usize {
        self.skip as usize
    }

    /// Returns the reason why the conversion stopped.
    ///
    /// ```
    /// use utflane::{CodePoint, Latin1, Reason, Utf8, transcode};
    ///
    /// let error = transcode::<Utf8, Latin1>("€".as_bytes(), &mut [0; 8]).unwrap_err();
    /// assert_eq!(error.reason(), Reason::Unrepresentable(CodePoint::from('€')));
    /// ```
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for TranscodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, target) = (self.read, LowerCase(self.target.name()));
        match self.reason {
            Reason::OutputFull => write!(
                f,
                "output full after {} units of {target}, from input index {read}",
                self.written
            ),
            Reason::Malformed(error) => write!(f, "{error:#}, while converting to {target}"),
            Reason::Unrepresentable(code_point) => write!(
                f,
                "character {code_point} at index {read} cannot be represented in {target}"
            ),
        }
    }
}

impl core::error::Error for TranscodeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.reason {
            Reason::Malformed(error) => Some(error),
            _ => None,
        }
    }
}

/// Wraps the error in an I/O error of kind [`InvalidData`](std::io::ErrorKind::InvalidData), or
/// [`WriteZero`](std::io::ErrorKind::WriteZero) if the output is full.
#[cfg(feature = "std")]
impl From<TranscodeError> for std::io::Error {
    fn from(error: TranscodeError) -> std::io::Error {
        let kind = match error.reason {
            Reason::OutputFull => std::io::ErrorKind::WriteZero,
            Reason::Malformed(_) | Reason::Unrepresentable(_) => std::io::ErrorKind::InvalidData,
        };
        std::io::Error::new(kind, error)
    }
}
