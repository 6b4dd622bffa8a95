//! Why a call of a decoder or an encoder returned.

/// Why a call with replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum CoderResult {
    /// All of the input is read; after a call with `last`, the text is converted.
    InputEmpty,
    /// The next character does not fit into the output. The next call takes the rest of the input,
    /// and more room.
    OutputFull,
}

/// Why a call of a decoder without replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum DecoderResult {
    /// All of the input is read; after a call with `last`, the text is converted.
    InputEmpty,
    /// The next character does not fit into the output. The next call takes the rest of the input,
    /// and more room.
    OutputFull,
    /// A malformed sequence: its length, 1 to 4 bytes, and how many bytes behind it have been
    /// read, 0 to 3. It may have begun in the input of an earlier call.
    ///
    /// There is room for U+FFFD in the output. The next call takes the rest of the input.
    Malformed(u8, u8),
}

/// Why a call of an encoder without replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum EncoderResult {
    /// All of the input is read; after a call with `last`, the text is converted.
    InputEmpty,
    /// The next character does not fit into the output. The next call takes the rest of the input,
    /// and more room.
    OutputFull,
    /// A character that the encoding does not have, which is read. (An unpaired surrogate is
    /// U+FFFD, and so are the controls with which ISO 2022 switches sets in ISO-2022-JP.)
    Unmappable(char),
}
