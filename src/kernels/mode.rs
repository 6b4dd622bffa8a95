//! Strict, lossy, or unchecked.
#![forbid(unsafe_code)]

/// How a conversion from UTF-8 treats malformed sequences, and one to a code page characters that
/// this does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It stops at the first one.
    Strict,
    /// It may replace them by U+FFFD, or in a code page by a question mark.
    Lossy,
    /// There are none: the text is known to be well-formed.
    Unchecked,
}
