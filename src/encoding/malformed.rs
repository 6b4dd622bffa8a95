//! The kinds of malformed sequences.

use core::fmt;

/// The rule that a malformed sequence breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// UTF-8: a continuation byte (80..BF) where a character must start.
    UnexpectedContinuation,
    /// UTF-8 and legacy multi-byte encodings: a byte that no character contains or begins with
    /// (UTF-8: F8..FF). ASCII: a byte of 80 or more.
    InvalidByte,
    /// UTF-8: a sequence longer than the character needs (C0, C1, E0 80..9F, F0 80..8F).
    Overlong,
    /// UTF-8 and UTF-32: a surrogate code point (U+D800..U+DFFF), which only UTF-16 uses. WTF-8: a
    /// high surrogate before a low surrogate. WTF-8 encodes the pair as one character of four
    /// bytes.
    Surrogate,
    /// UTF-8 and UTF-32: a value above U+10FFFF. UCS-4: a value above U+7FFFFFFF.
    TooLarge,
    /// UTF-8 and legacy multi-byte encodings: a lead byte, possibly with continuation bytes,
    /// followed by a byte that cannot continue the sequence.
    MissingContinuation,
    /// UTF-16 and CESU-8: an unpaired surrogate, which is a high surrogate without a low surrogate
    /// after it, or a low surrogate without a high surrogate before it.
    UnpairedSurrogate,
    /// CESU-8 and MUTF-8: the lead byte of a four-byte sequence (F0..F4). These encodings use a
    /// surrogate pair instead.
    FourBytes,
    /// MUTF-8: a byte 00. MUTF-8 encodes NUL as C0 80.
    Nul,
    /// Code pages and legacy multi-byte encodings: bytes without a character.
    Unassigned,
    /// The input ends within a character, which more input may complete.
    Incomplete,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorKind::UnexpectedContinuation => "unexpected continuation byte",
            ErrorKind::InvalidByte => "invalid byte",
            ErrorKind::Overlong => "overlong encoding",
            ErrorKind::Surrogate => "surrogate code point",
            ErrorKind::TooLarge => "code point above U+10FFFF",
            ErrorKind::MissingContinuation => "missing continuation byte",
            ErrorKind::UnpairedSurrogate => "unpaired surrogate",
            ErrorKind::FourBytes => "four-byte sequence",
            ErrorKind::Nul => "NUL byte",
            ErrorKind::Unassigned => "byte without a character",
            ErrorKind::Incomplete => "incomplete sequence",
        })
    }
}

/// The malformed sequence at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub(crate) kind: ErrorKind,
    /// The number of bytes, or `None` if it is an incomplete character at the end of the input.
    pub(crate) len: Option<u8>,
}

impl Malformed {
    /// Creates a malformed sequence of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(kind: ErrorKind, len: u8) -> Self {
        Malformed {
            kind,
            len: Some(len),
        }
    }

    /// An incomplete character at the end of the input.
    pub(crate) const INCOMPLETE: Malformed = Malformed {
        kind: ErrorKind::Incomplete,
        len: None,
    };
}

/// Returns the first four bytes of `src` as a little-endian number. Bytes after the end are zero.
#[inline(always)]
pub(crate) fn first_4(src: &[u8]) -> u32 {
    let byte = |at: usize| u32::from(src[at]) << (8 * at);
    match src.first_chunk() {
        Some(bytes) => u32::from_le_bytes(*bytes),
        None if src.is_empty() => 0,
        // One to three bytes. To load a byte twice does not change the result.
        None => byte(0) | byte(src.len() / 2) | byte(src.len() - 1),
    }
}
