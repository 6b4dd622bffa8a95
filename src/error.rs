//! Errors: the kind and the position of a malformed sequence, and the progress of a conversion.
#![forbid(unsafe_code)]

use crate::encoding::LowerCase;
pub use crate::encoding::malformed::ErrorKind;
use crate::encoding::malformed::{Malformed, first_4};
use crate::encoding::scheme::{Encoded, unrepresentable};
use crate::kernels::scalar::CharacterCodec;
use crate::{Charset, CodePoint, Encoding};
use core::fmt;
use core::num::NonZeroU8;

/// The position, length and kind of the first malformed sequence of an input.
///
/// Positions and lengths count units of the encoding that was read.
///
/// This type has the methods of [`core::str::Utf8Error`] and, for UTF-8, prints the same message.
/// To get a `Utf8Error`, call [`core::str::from_utf8`] on the same bytes.
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
    pub(crate) fn new<E: Encoding>(position: usize, rest: &[u8], malformed: Malformed) -> Self {
        Self::from_charset(E::CHARSET, position, rest, malformed)
    }

    /// Does the same as [`new`](Self::new), for an encoding that is given as a value.
    #[inline(always)]
    pub(crate) fn from_charset(
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
            None => (self.bytes.len as usize).div_ceil(self.encoding.position_unit()),
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
        let unit = source.position_unit();
        let (reason, skip) = match codec.decode(rest) {
            Err(malformed) => {
                let error = DecodeError::from_charset(source, read, rest, malformed);
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

/// Wraps the error in an I/O error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<DecodeError> for std::io::Error {
    fn from(error: DecodeError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
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

const _: () = assert!(size_of::<DecodeError>() <= 16 && size_of::<TranscodeError>() <= 40);
