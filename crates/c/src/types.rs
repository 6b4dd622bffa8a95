//! The types of the interface. `include/utflane.h` is generated from them.
#![allow(non_camel_case_types, reason = "names of C")]

use crate::encodings::utflane_encoding;
use core_utflane::Certainty;

/// How a conversion handles malformed sequences and unrepresentable characters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_mode {
    /// Stops at the first one.
    UTFLANE_STRICT = 0,
    /// Writes U+FFFD for each. Encodings without U+FFFD get `?`: Latin-1, ASCII, code pages, and
    /// legacy multi-byte encodings except GB18030.
    UTFLANE_LOSSY = 1,
    /// As UTFLANE_STRICT, but leaves the output after the written units untouched. Use it if you do
    /// not know the capacity of the output, only that the result fits. Only for
    /// `utflane_transcode`.
    UTFLANE_STRICT_TIDY = 2,
    /// As UTFLANE_LOSSY, but leaves the output after the written units untouched. Only for
    /// `utflane_transcode`.
    UTFLANE_LOSSY_TIDY = 3,
}

/// The outcome of a call: success, a position in the text, or an invalid argument.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_status {
    /// All of the input was processed.
    UTFLANE_OK = 0,
    /// The next character does not fit into the rest of the output.
    UTFLANE_OUTPUT_FULL = 1,
    /// The input is malformed.
    UTFLANE_MALFORMED = 2,
    /// The target encoding cannot represent a character.
    UTFLANE_UNREPRESENTABLE = 3,
    /// An argument is not an encoding or mode of this library, or the library was built without the
    /// encoding.
    UTFLANE_BAD_ENCODING = 16,
    /// A pointer is NULL although its length is not 0, or the pointer to a required result is NULL.
    UTFLANE_BAD_POINTER = 17,
    /// A length is more than PTRDIFF_MAX bytes.
    UTFLANE_BAD_LENGTH = 18,
    /// Input and output overlap.
    UTFLANE_OVERLAP = 19,
    /// Memory allocation failed.
    UTFLANE_NO_MEMORY = 20,
    /// The name is unknown, or this CPU does not have the instruction set.
    UTFLANE_UNKNOWN_NAME = 21,
}

/// The rule that a malformed sequence breaks.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_kind {
    /// Nothing is malformed.
    UTFLANE_NO_KIND = 0,
    /// A continuation byte at the start of a character.
    UTFLANE_UNEXPECTED_CONTINUATION = 1,
    /// A byte that no character contains.
    UTFLANE_INVALID_BYTE = 2,
    /// A sequence longer than the character needs.
    UTFLANE_OVERLONG = 3,
    /// A surrogate that the encoding does not allow.
    UTFLANE_SURROGATE = 4,
    /// A value above the maximum code point.
    UTFLANE_TOO_LARGE = 5,
    /// A lead byte without enough continuation bytes.
    UTFLANE_MISSING_CONTINUATION = 6,
    /// A high surrogate without a low one after it, or a low one without a high one before it.
    UTFLANE_UNPAIRED_SURROGATE = 7,
    /// CESU-8 and MUTF-8: a sequence of four bytes.
    UTFLANE_FOUR_BYTES = 8,
    /// MUTF-8: a byte 00.
    UTFLANE_NUL = 9,
    /// Code pages and legacy multi-byte encodings: bytes without a character.
    UTFLANE_UNASSIGNED = 10,
    /// The input ends within a character.
    UTFLANE_INCOMPLETE = 11,
    /// A kind that this version of the header does not have.
    UTFLANE_OTHER_KIND = 255,
}

/// The confidence of a detection.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_certainty {
    /// The encoding is unknown.
    UTFLANE_UNKNOWN = 0,
    /// The encoding is the most plausible, but others are nearly as plausible. `utflane_detect` never
    /// returns this.
    UTFLANE_GUESS = 1,
    /// The encoding is probable, but the text is short or partly malformed. For a legacy encoding:
    /// all others are much less plausible.
    UTFLANE_LIKELY = 2,
    /// The text has a byte order mark, or is very unlikely in any other encoding.
    UTFLANE_CERTAIN = 3,
}

impl From<Certainty> for utflane_certainty {
    fn from(certainty: Certainty) -> utflane_certainty {
        match certainty {
            Certainty::Certain => utflane_certainty::UTFLANE_CERTAIN,
            Certainty::Likely => utflane_certainty::UTFLANE_LIKELY,
            Certainty::Guess => utflane_certainty::UTFLANE_GUESS,
            _ => utflane_certainty::UTFLANE_UNKNOWN,
        }
    }
}

/// The progress of a function, and why it stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_result {
    /// Units of the input that were processed: whole characters. A stream also counts the malformed
    /// sequence or unrepresentable character after which it stops.
    pub read: usize,
    /// Units written to the output: whole characters. 0 for a validation. For a measurement, the
    /// units that a conversion would write.
    pub written: usize,
    /// The position at which the function stopped, in units from the start of the text or stream:
    /// that of the malformed sequence or unrepresentable character, if there is one.
    pub position: u64,
    /// The return value of the function.
    pub status: utflane_status,
    /// The rule that the malformed sequence breaks.
    pub kind: utflane_kind,
    /// Length of the malformed sequence in units, or 0 if the input ends within a character.
    pub error_len: u32,
    /// Units of the input to skip after `read`, to resume after an error. 0 if the output is full,
    /// and for streams, which skip by themselves.
    pub skip: u32,
    /// The unrepresentable character.
    pub code_point: u32,
    /// Always 0. Reserved for later versions.
    pub reserved: [u32; 3],
}

impl utflane_result {
    /// Creates a result that has only a status.
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

/// A detected encoding.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_detection {
    /// The encoding, or UTFLANE_NONE if the text is in no Unicode encoding.
    pub encoding: utflane_encoding,
    /// The confidence.
    pub certainty: utflane_certainty,
    /// Whether the whole text is well-formed in this encoding, except for a character cut off at
    /// the end, and has no NUL character.
    pub exact: bool,
}
