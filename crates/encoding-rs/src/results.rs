//! The results of decoder and encoder calls.

/// The reason why a call with replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum CoderResult {
    /// All input was read. After a call with `last`, the conversion is complete.
    InputEmpty,
    /// The next character does not fit into the output. Pass the rest of the input and a new output
    /// buffer to the next call.
    OutputFull,
}

/// The reason why a decoder call without replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum DecoderResult {
    /// All input was read. After a call with `last`, the conversion is complete.
    InputEmpty,
    /// The next character does not fit into the output. Pass the rest of the input and a new output
    /// buffer to the next call.
    OutputFull,
    /// A malformed sequence: its length, 1 to 4 bytes, and the number of bytes that were read after
    /// it, 0 to 3. It may have begun in the input of an earlier call.
    ///
    /// The output has space for U+FFFD. Pass the rest of the input to the next call.
    Malformed(u8, u8),
}

/// The reason why an encoder call without replacement returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum EncoderResult {
    /// All input was read. After a call with `last`, the conversion is complete.
    InputEmpty,
    /// The next character does not fit into the output. Pass the rest of the input and a new output
    /// buffer to the next call.
    OutputFull,
    /// A character that the encoding cannot represent. The call has read it. An unpaired surrogate
    /// is reported as U+FFFD. So are SO, SI and ESC in ISO-2022-JP, which switch character sets.
    Unmappable(char),
}
