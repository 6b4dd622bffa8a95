//! The kinds of malformed sequences.

use core::fmt;

/// What is wrong with a malformed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// UTF-8: a continuation byte (80..BF) where a character must start.
    UnexpectedContinuation,
    /// UTF-8: a byte F8..FF, which no character contains. ASCII: a byte of 80 or more.
    InvalidByte,
    /// UTF-8: a longer form than the character needs (C0, C1, E0 80..9F, F0 80..8F).
    Overlong,
    /// UTF-8 and UTF-32: a surrogate code point (U+D800..U+DFFF) in a form that has none.
    Surrogate,
    /// UTF-8 and UTF-32: a value above U+10FFFF.
    TooLarge,
    /// UTF-8: the beginning of a character, followed by a byte that does not continue it.
    MissingContinuation,
    /// UTF-16: a surrogate without its partner.
    UnpairedSurrogate,
    /// The beginning of a character, cut off by the end of the input. More input may complete it.
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
