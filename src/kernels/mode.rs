//! The mode of a conversion: strict, lossy or unchecked.
#![forbid(unsafe_code)]

/// The treatment of malformed sequences in conversions from UTF-8, and of unrepresentable
/// characters in conversions to a code page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Stops at the first malformed sequence or unrepresentable character.
    Strict,
    /// May replace them: by U+FFFD, or by a question mark if the target is a code page.
    Lossy,
    /// The text is known to be well-formed.
    Unchecked,
}
