//! The kinds of malformed sequences.
#![forbid(unsafe_code)]

use core::fmt;

/// The rule that a malformed sequence breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// UTF-8: a continuation byte (80..BF) where a character must start.
    UnexpectedContinuation,
    /// UTF-8 and legacy encodings: a byte that no character contains, or none begins with (UTF-8:
    /// F8..FF). ASCII: a byte of 80 or more.
    InvalidByte,
    /// UTF-8: a sequence longer than the character needs (C0, C1, E0 80..9F, F0 80..8F).
    Overlong,
    /// UTF-8 and UTF-32: a surrogate code point (U+D800..U+DFFF), which only UTF-16 uses. WTF-8: a
    /// high surrogate before a low one, which are to be one character of four bytes.
    Surrogate,
    /// UTF-8 and UTF-32: a value above U+10FFFF. UCS-4: one above U+7FFFFFFF.
    TooLarge,
    /// UTF-8 and legacy encodings: a lead, perhaps with continuation bytes, followed by a byte that
    /// does not continue it.
    MissingContinuation,
    /// UTF-16 and CESU-8: a high surrogate without a low one after it, or a low one without a high
    /// one before it.
    UnpairedSurrogate,
    /// CESU-8 and MUTF-8: the lead byte of a sequence of four bytes (F0..F4), which they write as a
    /// pair of surrogates.
    FourBytes,
    /// MUTF-8: a byte 00, which it writes as C0 80.
    Nul,
    /// Code pages and legacy encodings: bytes without a character.
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
    /// Its bytes; `None` if it is the beginning of a character that the end of the input cuts off.
    pub(crate) len: Option<u8>,
}

impl Malformed {
    /// A malformed sequence of `len` bytes.
    #[inline(always)]
    pub(crate) fn new(kind: ErrorKind, len: u8) -> Self {
        Malformed {
            kind,
            len: Some(len),
        }
    }

    /// The beginning of a character, cut off by the end of the input.
    pub(crate) const INCOMPLETE: Malformed = Malformed {
        kind: ErrorKind::Incomplete,
        len: None,
    };
}
