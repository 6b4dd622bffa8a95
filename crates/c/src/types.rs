//! The types of the interface, as the header has them.
#![allow(non_camel_case_types, reason = "names of C")]

use crate::encodings::utflane_encoding;

/// What a conversion does with malformed sequences and unrepresentable characters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_mode {
    /// It stops at the first one.
    UTFLANE_STRICT = 0,
    /// It writes U+FFFD for each, or `?` where the encoding does not have that: in Latin-1, ASCII,
    /// code pages and those of East Asia but GB 18030.
    UTFLANE_LOSSY = 1,
    /// As UTFLANE_STRICT, and what is behind the units written is not touched: for who does not
    /// know where the output ends, only that there is room for what the text becomes. For
    /// `utflane_transcode`.
    UTFLANE_STRICT_TIDY = 2,
    /// As UTFLANE_LOSSY, in the same way.
    UTFLANE_LOSSY_TIDY = 3,
}

/// How a function has ended: in success, at a place in the text, or because of an argument.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_status {
    /// All of the input is done.
    UTFLANE_OK = 0,
    /// The next character does not fit into the rest of the output.
    UTFLANE_OUTPUT_FULL = 1,
    /// The input is malformed.
    UTFLANE_MALFORMED = 2,
    /// The target encoding does not have a character.
    UTFLANE_UNREPRESENTABLE = 3,
    /// An argument is no encoding or mode of this library, or an encoding that it has not been
    /// built with, or UTFLANE_ISO_2022_JP where only a stream can convert.
    UTFLANE_BAD_ENCODING = 16,
    /// A pointer is NULL though its length is not 0, or a result is to be written to NULL.
    UTFLANE_BAD_POINTER = 17,
    /// A length is of more than PTRDIFF_MAX bytes.
    UTFLANE_BAD_LENGTH = 18,
    /// Input and output overlap.
    UTFLANE_OVERLAP = 19,
    /// There is no memory.
    UTFLANE_NO_MEMORY = 20,
    /// The name is unknown, or that of an instruction set that this CPU lacks.
    UTFLANE_UNKNOWN_NAME = 21,
}

/// The rule that a malformed sequence breaks.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_kind {
    /// Nothing is malformed.
    UTFLANE_NO_KIND = 0,
    /// A continuation byte where a character must start.
    UTFLANE_UNEXPECTED_CONTINUATION = 1,
    /// A byte that no character contains.
    UTFLANE_INVALID_BYTE = 2,
    /// A sequence longer than the character needs.
    UTFLANE_OVERLONG = 3,
    /// A surrogate where there must be none.
    UTFLANE_SURROGATE = 4,
    /// A value above the greatest one.
    UTFLANE_TOO_LARGE = 5,
    /// A byte that does not continue the sequence before it.
    UTFLANE_MISSING_CONTINUATION = 6,
    /// A high surrogate without a low one after it, or a low one without a high one before it.
    UTFLANE_UNPAIRED_SURROGATE = 7,
    /// CESU-8 and MUTF-8: a sequence of four bytes.
    UTFLANE_FOUR_BYTES = 8,
    /// MUTF-8: a byte 00.
    UTFLANE_NUL = 9,
    /// Code pages and encodings of East Asia: bytes without a character.
    UTFLANE_UNASSIGNED = 10,
    /// The input ends within a character.
    UTFLANE_INCOMPLETE = 11,
    /// A kind that this version of the header does not know.
    UTFLANE_OTHER_KIND = 255,
}

/// How much speaks for a detected encoding.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_certainty {
    /// Nothing.
    UTFLANE_UNKNOWN = 0,
    /// Most of what was looked at, but that was little or is damaged.
    UTFLANE_LIKELY = 1,
    /// A byte order mark, or text that hardly ever looks so in another encoding.
    UTFLANE_CERTAIN = 2,
}

/// How far a function has got, and why it stopped there.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_result {
    /// Units of the input that are done: whole characters. A stream also counts a malformed
    /// sequence or unrepresentable character that it stops after.
    pub read: usize,
    /// Units written to the output, of whole characters. Of a validation 0, of a measurement those
    /// that a conversion would write.
    pub written: usize,
    /// Where it stopped, in units of the text or of all of the stream: at the malformed sequence or
    /// unrepresentable character, if there is one.
    pub position: u64,
    /// What the function returned.
    pub status: utflane_status,
    /// The rule that the malformed sequence breaks.
    pub kind: utflane_kind,
    /// Units of the malformed sequence, 0 if the input ends within a character.
    pub error_len: u32,
    /// Units of input after those read to skip in order to go on after an error: 0 if the output is
    /// full, and in a stream, which skips by itself.
    pub skip: u32,
    /// The unrepresentable character.
    pub code_point: u32,
    /// 0: room for what later versions have to say.
    pub reserved: [u32; 3],
}

impl utflane_result {
    /// A result of nothing but a status.
    pub(crate) const fn of(status: utflane_status) -> utflane_result {
        utflane_result {
            read: 0,
            written: 0,
            position: 0,
            status,
            kind: utflane_kind::UTFLANE_NO_KIND,
            error_len: 0,
            skip: 0,
            code_point: 0,
            reserved: [0; 3],
        }
    }
}

/// The encoding that a text seems to be in.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_detection {
    /// The encoding; UTFLANE_NONE for text that is in none of Unicode's.
    pub encoding: utflane_encoding,
    /// How much speaks for it.
    pub certainty: utflane_certainty,
    /// Whether all of the text is well-formed in it, but for a character cut off at the end.
    pub exact: bool,
}
