//! Errors: the kind and the position of a malformed sequence, and the progress of a conversion.
#![forbid(unsafe_code)]

use crate::buffer::progress::Progress;
pub use crate::encoding::malformed::ErrorKind;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, unrepresentable};
use crate::encoding::{LowerCase, unit_size};
use crate::kernels::scalar::Codec;
use crate::{Charset, CodePoint, Encoding};
use core::fmt;
use core::num::NonZeroU8;

/// The first malformed sequence of an input.
///
/// It has the methods of [`core::str::Utf8Error`] and, for UTF-8, the same message; where a
/// signature asks for that type, [`core::str::from_utf8`] has the error that it is for. Positions
/// and lengths count units of the encoding that was read.
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
    /// In units.
    error_len: Option<NonZeroU8>,
    kind: ErrorKind,
    encoding: Charset,
    bytes: Sequence,
}

/// The first bytes of a malformed sequence, in the order of the input; zeros after them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sequence {
    bytes: [u8; 4],
    len: u8,
}

impl Sequence {
    /// The beginning of `bytes`.
    fn of(bytes: &[u8]) -> Self {
        let mut sequence = Sequence {
            bytes: [0; 4],
            len: bytes.len().min(4) as u8,
        };
        for (to, from) in sequence.bytes.iter_mut().zip(bytes) {
            *to = *from;
        }
        sequence
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.len.into()]
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl DecodeError {
    /// Describes the malformed sequence that starts at byte `position` of the input; `rest` begins
    /// with it.
    pub(crate) fn new<E: Encoding>(position: usize, rest: &[u8], malformed: Malformed) -> Self {
        Self::of(E::CHARSET, position, rest, malformed)
    }

    /// [`new`](Self::new) for an encoding that is given as a value.
    #[inline(always)]
    pub(crate) fn of(
        encoding: Charset,
        position: usize,
        rest: &[u8],
        malformed: Malformed,
    ) -> Self {
        let len = malformed.len.map_or(rest.len(), usize::from);
        let unit = encoding.position_unit();
        DecodeError {
            valid_up_to: position / unit,
            error_len: NonZeroU8::new(malformed.len.unwrap_or(0) / unit as u8),
            kind: malformed.kind,
            encoding,
            bytes: Sequence::of(rest.get(..len).unwrap_or(rest)),
        }
    }

    /// Index of the first unit that is not part of well-formed text: everything before it is
    /// well-formed.
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// Number of units of the malformed sequence, or `None` if the input ends within a character.
    ///
    /// 1 to 3 for UTF-8 and its variants, up to 5 for RFC 2279; 1 for the forms UTF-16, UTF-32 and
    /// UCS-4, for ASCII and for code pages; 2 for UTF-16LE and UTF-16BE; 4 for UTF-32LE and
    /// UTF-32BE; 1 to 4 for legacy encodings. Decoding can resume after the sequence.
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len.get() as usize),
            None => None,
        }
    }

    /// The rule that the sequence breaks.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The bytes of the malformed sequence, the first 4 if it has more. Those of UTF-16, UTF-32 and
    /// other forms are in native order.
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
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = LowerCase(self.encoding.name());
        let is_form = self.encoding.position_unit() > 1;
        let unit = if is_form { "unit" } else { "byte" };
        let index = self.valid_up_to;
        match self.error_len() {
            Some(len) => write!(
                f,
                "invalid {name} sequence of {len} {unit}s from index {index}"
            ),
            None => write!(f, "incomplete {name} {unit} sequence from index {index}"),
        }?;
        if f.alternate() {
            self.explain(f)
        } else {
            Ok(())
        }
    }
}

impl DecodeError {
    /// Writes the rule that the sequence breaks, and its bytes.
    pub(crate) fn explain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind;
        write!(f, ": {kind} (")?;
        for (index, byte) in self.bytes().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{byte:02X}")?;
        }
        f.write_str(")")
    }
}

impl core::error::Error for DecodeError {}

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

/// Where and why a conversion stopped before the end of its input.
///
/// The first [`read`](Self::read) units of the input are whole characters, and the first
/// [`written`](Self::written) units of the output are their conversion. A call with
/// `&src[error.read() + error.skip()..]` resumes the conversion.
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
    /// The error of a strict conversion that stopped at byte `read` of `src` after it wrote
    /// `written` units. The reason follows from decoding the character there.
    #[cold]
    #[inline(never)]
    pub(crate) fn explain<S: Encoding, D: Encoding>(
        src: &[u8],
        read: usize,
        written: usize,
    ) -> Self {
        let charsets = [S::CHARSET, D::CHARSET];
        Self::explain_codec(&(S::SCHEME, D::SCHEME), charsets, src, read, written)
    }

    /// [`explain`](Self::explain) for source and target that are given as values.
    #[inline(always)]
    pub(crate) fn explain_codec(
        codec: &impl Codec,
        [source, target]: [Charset; 2],
        src: &[u8],
        read: usize,
        written: usize,
    ) -> Self {
        let rest = &src[read..];
        let unit = source.position_unit();
        let (reason, skip) = match codec.decode(rest) {
            Err(malformed) => {
                let error = DecodeError::of(source, read, rest, malformed);
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

    /// The error of a conversion that stopped because the output is full.
    pub(crate) fn output_full<S: Encoding, D: Encoding>(progress: Progress) -> Self {
        let written = progress.written / unit_size::<D>();
        Self::output_full_at(progress.read / unit_size::<S>(), written, D::CHARSET)
    }

    /// The error of a conversion that stopped after so many units because the output is full.
    pub(crate) fn output_full_at(read: usize, written: usize, target: Charset) -> Self {
        TranscodeError {
            read,
            written,
            reason: Reason::OutputFull,
            skip: 0,
            target,
        }
    }

    /// Number of units of input that were converted, 0 to the length of the input. The position is
    /// a character boundary.
    pub const fn read(&self) -> usize {
        self.read
    }

    /// Number of units of output that were written, 0 to the length of the output. They are whole
    /// characters.
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Number of units of input after [`read`](Self::read) to skip before resuming: 0 if the output
    /// is full, otherwise the length of the malformed sequence (the rest of the input, if the
    /// sequence is incomplete) or of the unrepresentable character.
    pub const fn skip(&self) -> usize {
        self.skip as usize
    }

    /// The reason why the conversion stopped.
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
            Reason::Malformed(error) => write!(f, "{error:#}, on the way to {target}"),
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

/// Wraps the error in one of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<DecodeError> for std::io::Error {
    fn from(error: DecodeError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// Wraps the error in one of kind [`InvalidData`](std::io::ErrorKind::InvalidData), or
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

const _: () = assert!(size_of::<DecodeError>() <= 16 && size_of::<TranscodeError>() <= 40);
